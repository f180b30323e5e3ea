"""The base classes of learners whose games are compiled: random state, tallies, history, and how these are saved."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from c4 import models
from c4.errors import C4Error
from c4.game.rules import STANDARD, Rules
from c4.interrupts import check
from c4.kernels import splitmix
from c4.learning.base import TALLIES, Content, Figures, Learner, next_mark, reading_training, require_first_line
from c4.learning.settings import Settings


class CompiledLearner(Learner):
    """A learner with the state of its random numbers and a tally: episodes; won, drawn, lost; and `counters` more.

    The first line wins.  A subclass adds what else is saved with `_more` and `_restore_more`.
    """

    counters = 0

    def __init__(self, seed: int, settings: Settings | None, rules: Rules) -> None:
        require_first_line(self.name, rules)
        super().__init__(seed, settings, rules)
        self._random = splitmix.start(seed)
        self._tally = np.zeros(4 + self.counters, dtype=np.int64)

    @property
    def episodes(self) -> int:
        return int(self._tally[0])

    def tallies(self) -> Figures:
        """Episodes, and games won, drawn and lost, of all training so far."""
        return dict(zip(("episodes", *TALLIES), self._tally.tolist()))

    # -- learning -----------------------------------------------------------------------------------------------------

    def train(self, episodes: int) -> None:
        end = self.episodes + episodes
        while self.episodes < end and not self.watch.stopped:
            check()
            self._check()
            self._note()
            self._learn(min(end, self._next_pause()) - self.episodes)
        self._check()
        self._note()

    @abstractmethod
    def _learn(self, episodes: int) -> None:
        """Trains that many more episodes, or fewer after a stop."""

    def _next_pause(self) -> int:
        """The number of episodes at which `_learn` must end next: a line of the history, for instance, is due."""
        return next_mark(self.episodes)

    @abstractmethod
    def _check(self) -> None:
        """Raises C4Error when learning has diverged."""

    def _note(self) -> None:
        """Adds a line to the history when due; called before every change, so that no interruption can skip one."""
        if self._line_is_due() and (not self.history or self.history[-1]["episodes"] < self.episodes):
            self.history.append(self._history_line())

    def _line_is_due(self) -> bool:
        return self.episodes == next_mark(self.episodes - 1)

    def _history_line(self) -> Figures:
        return self.figures()

    # -- the state of training ----------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, quickly: bool = False) -> None:
        self._note()
        self._write(path, quickly)

    @abstractmethod
    def _write(self, path: str | Path, quickly: bool) -> None:
        """The work of `save`."""

    def _training(self) -> Content:
        """The state of training, JSON values."""
        return {
            "seed": self.seed,
            "random_state": str(self._random[0]),  # 64 bits: more than a number in JSON holds everywhere
            **self._tallies_content(),
            **self._more(),
            "settings": self.settings.content(),
            "earlier_settings": list(self.earlier_settings),
            "history": list(self.history),
        }

    def _restore(self, training: Content) -> None:
        """Restores the result of `_training`.  May raise KeyError, TypeError or ValueError for nonsense."""
        self._random[0] = int(training["random_state"])
        if "tally" in training:
            self._tally[:] = training["tally"]
        else:
            self._tally[:4] = [training[name] for name in ("episodes", *TALLIES)]
        self.earlier_settings = list(training["earlier_settings"])
        self.history = list(training["history"])
        if self._tally.min() < 0 or self._tally[0] != self._tally[1:4].sum():
            raise ValueError("its figures contradict each other")
        if any(type(line["episodes"]) is not int for line in self.history):
            raise ValueError("its history has a line without episodes")
        self._restore_more(training)

    def _tallies_content(self) -> Content:
        return self.tallies()

    def _more(self) -> Content:
        """The further state of this learner, JSON values."""
        return {}

    def _restore_more(self, training: Content) -> None:
        """Restores the result of `_more`.  May raise KeyError, TypeError or ValueError for nonsense."""


class LinearLearner(CompiledLearner):
    """A learner with a list of weights, float64, in a JSON file.

    A subclass defines `number_of_weights`, `read_weights`, `evaluator`, `_learn` and `figures`, and
    `former_settings`, the values of settings that older files leave out.
    """

    former_settings: ClassVar[Content] = {}

    def __init__(self, seed: int, settings: Settings | None = None, rules: Rules = STANDARD) -> None:
        super().__init__(seed, settings, rules)
        self.weights = np.zeros(self.number_of_weights(rules))

    def _check(self) -> None:
        try:
            self.evaluator()
        except C4Error:
            raise self._diverged() from None

    @staticmethod
    @abstractmethod
    def number_of_weights(rules: Rules) -> int:
        """How many weights there are on a board."""

    @staticmethod
    @abstractmethod
    def read_weights(path: str | Path, rules: Rules) -> Any:
        """The weights in a file of the author's program.  Raises C4Error for another file."""

    @classmethod
    def _create(cls, seed: int, rules: Rules, settings: Any, start: str | Path | None, **fixed: Any) -> Self:
        learner = cls(seed, settings, rules)
        if start is not None:
            learner.weights[:] = cls.read_weights(start, rules)
        return learner

    @classmethod
    def _open(cls, path: str | Path, seed: int | None) -> Self:
        content = models.read(path, cls.name, cls.number_of_weights)
        rules = models.rules_of(content, path)
        with reading_training(path):
            training = content["training"]
            settings = cls.settings_type(**{**cls.former_settings, **training["settings"]})
            learner = cls(training["seed"], settings, rules)
            learner.weights[:] = content["weights"]
            learner._restore(training)
        return learner

    def _write(self, path: str | Path, quickly: bool) -> None:
        models.write(path, self.content())

    def content(self) -> Content:
        """The model for `c4.models.write`; `from_file` makes the same learner from it."""
        self._note()
        return {
            "learner": self.name,
            "rules": self.rules.content(),
            **self._about(),
            "weights": self.weights.tolist(),
            "training": self._training(),
        }

    def _about(self) -> Content:
        """What the file says about the features."""
        return {}
