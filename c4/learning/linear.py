"""The base of learners with a list of weights: their state, its saving and resuming.  Imports numpy and numba."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from c4 import models
from c4.compiled import splitmix
from c4.game.rules import STANDARD, Rules
from c4.learning.base import Content, Figures, Learner
from c4.learning.checks import check_same_rules, check_same_seed, check_scoring, check_seed, restoring
from c4.learning.lessons import Lessons
from c4.learning.options import Checked


class LinearLearner(Learner):
    """Weights and everything needed to continue learning them: board, settings, random state, tallies, history.

    Made by `fresh`, or from a file by `resume`, to be taught by the file `labels` if one is given.  `seed` is 0 to
    2**64 - 1.  Tallies are those of the first player.
    Raises C4Error for the count-the-lines rule (the features ignore it) or a seed out of range.

    A subclass sets `name`, `settings_type` and `number_of_weights` and defines `train` and `figures`; further state
    goes through `_more` and `_restore_more`.
    """

    name: ClassVar[str]
    settings_type: ClassVar[Callable[..., Checked]]
    settings: Any

    def __init__(self, seed: int, settings: Checked | None = None, rules: Rules = STANDARD) -> None:
        check_scoring(self.name, rules)
        check_seed(seed)
        self.rules, self.seed, self.settings = rules, seed, settings or type(self).settings_type()
        self.weights = np.zeros(self.number_of_weights(rules))
        self.history: list[Figures] = []
        self._past: list[Figures] = []  # settings of earlier episodes, if different
        self._random = splitmix.start(seed)
        self._tally = np.zeros(4, dtype=np.int64)  # episodes; won, drawn, lost by the first player
        self._lessons: Lessons | None = None

    @staticmethod
    def number_of_weights(rules: Rules) -> int:
        raise NotImplementedError

    @property
    def episodes(self) -> int:
        return int(self._tally[0])

    def tallies(self) -> Figures:
        """Episodes, and games won, drawn and lost by the first player, of all training so far."""
        return dict(zip(("episodes", "won", "drawn", "lost"), self._tally.tolist(), strict=True))

    # -- keeping ------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, quickly: bool = False) -> None:
        """Writes the model file atomically.  Raises C4Error when that fails."""
        models.write(path, self.content())

    def content(self) -> Content:
        """The model for `c4.models.write`; `resume` makes the same learner from it."""
        training = {
            "seed": self.seed,
            "random_state": str(self._random[0]),  # 64 bits: more than a number in JSON holds everywhere
            **self.tallies(),
            **self._more(),
            "settings": asdict(self.settings),
            "earlier_settings": list(self._past),
            "history": list(self.history),
        }
        return {
            "learner": self.name,
            "rules": self.rules.content(),
            **self._about(),
            "weights": self.weights.tolist(),
            "training": training,
        }

    def _about(self) -> Content:
        """What the file says about the features."""
        return {}

    def _more(self) -> Content:
        """The further state of this learner; JSON values."""
        return {}

    def _restore_more(self, training: Content) -> None:
        """Restores the result of `_more`.  May raise KeyError, TypeError or ValueError for nonsense."""

    @classmethod
    def fresh(cls, seed: int, *, rules: Rules = STANDARD, labels: str | Path | None = None, **settings: Any) -> Self:
        """A learner that has learned nothing yet, with these settings (see Settings)."""
        learner = cls(seed, cls.settings_type(**settings), rules)
        learner._read(labels)
        return learner

    def _read(self, labels: str | Path | None) -> None:
        """Reads the labels to be taught by, if any.  Raises C4Error, see `c4.learning.lessons`."""
        self._lessons = None if labels is None else Lessons(labels, self.rules, self.seed)

    @classmethod
    def resume(
        cls,
        path: str | Path,
        *,
        seed: int | None = None,
        rules: Rules | None = None,
        labels: str | Path | None = None,
        **settings: Any,
    ) -> Self:
        """See `Learner.resume`."""
        content = models.read(path, cls.name, cls.number_of_weights)
        trained_on = models.rules_of(content, path)
        check_same_rules(path, rules, trained_on)
        with restoring(path):
            learner = cls._restore(content, trained_on)
        check_same_seed(path, seed, learner.seed)
        learner._change(replace(learner.settings, **settings))
        learner._read(labels)
        return learner

    @classmethod
    def _restore(cls, content: Content, rules: Rules) -> Self:
        training = content["training"]
        learner = cls(training["seed"], cls.settings_type(**training["settings"]), rules)
        learner.weights[:] = content["weights"]
        learner._random[0] = int(training["random_state"])
        learner._tally[:] = [training[key] for key in ("episodes", "won", "drawn", "lost")]
        learner._past, learner.history = list(training["earlier_settings"]), list(training["history"])
        if learner._tally.min() < 0 or learner._tally[0] != learner._tally[1:].sum():
            raise ValueError("its figures contradict each other")
        if any(type(line["episodes"]) is not int for line in learner.history):
            raise ValueError("its history has a line without episodes")
        learner._restore_more(training)
        return learner

    def _change(self, settings: Any) -> None:
        """Changes the settings from now on, if they differ."""
        if settings != self.settings:
            self._past.append({"until": self.episodes, **asdict(self.settings)})
            self.settings = settings
