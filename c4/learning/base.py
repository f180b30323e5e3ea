"""What every learner is: the base class that the training loop, the commands and the window know.  Plain Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from c4.game.position import Position
from c4.game.rules import C4Error, Rules

if TYPE_CHECKING:  # a lower floor, which brings numba
    from c4.evaluators.base import Evaluator

Opponent = Callable[[Position, int], int]
"""Who sits opposite: (position, seed) -> column from 0; the same for the same seed, as far as it can."""

FindOpponent = Callable[[str, int, str], Opponent]
"""(agent, depth, evaluator) -> an opponent.  The agents stand above the learners, so whoever drives a run hands this
in."""

Figures = dict[str, Any]
"""What a person wants to see of a learner by name: numbers, lists of numbers, or groups of them; JSON values."""

Content = dict[str, Any]
"""What a model file holds, or a part of it; JSON values."""

TALLIES = ("won", "drawn", "lost")
"""Figures that count games over all training; a report may show those of one run."""

WORDS = {"epsilon": "random moves", "against_random": "against random moves"}
"""Figures that several learners have, in words."""


class Learner(ABC):
    """Something that learns by playing.  Its state is whole after every `train`, so how episodes are cut into steps
    changes nothing.

    name, suffix   as in the registry, and of its model files
    tallied        whose games `won` and `lost` are
    features       what its weights are called, where they are few
    line_every     episodes from one line of statistics to the next
    words          its figures in words, where their names are not words already
    seed, rules    what its games are made of
    """

    name: ClassVar[str]
    suffix: ClassVar[str] = ".json"
    tallied: ClassVar[str] = "who began"
    features: ClassVar[tuple[str, ...]] = ()
    line_every: ClassVar[int] = 500
    words: ClassVar[Mapping[str, str]] = {}
    seed: int
    rules: Rules

    # -- making one ---------------------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def fresh(cls, *seed: Any, **given: Any) -> Self:
        """fresh(seed, rules=..., start=..., **settings): one that has learned nothing, or begins with an author's
        file `start`.

        Raises C4Error for settings out of range, a board it cannot learn on, or a file that is none.
        """

    @classmethod
    @abstractmethod
    def resume(cls, *path: Any, **given: Any) -> Self:
        """resume(path, seed=..., rules=..., **settings): the one that left this file; trained on, it is bit for bit
        what it would have become without the pause.

        Settings that differ from the file's hold from now on; the file remembers the earlier ones.  Raises C4Error
        when the file is no such model, does not say how it was trained, or contradicts what is given and cannot be
        changed.
        """

    def meet(self, find: FindOpponent) -> None:  # noqa: B027 - most need none
        """Is told before it trains how an opponent is found; most learners play against themselves.  Raises C4Error."""

    # -- learning -----------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def episodes(self) -> int:
        """Episodes it has trained in all, also before this run."""

    @abstractmethod
    def train(self, episodes: int) -> None:
        """Trains that many episodes more; interrupted by Ctrl-C it has learned whole ones only.

        Raises C4Error when learning has gone astray.
        """

    @abstractmethod
    def figures(self) -> Figures:
        """How it stands, `episodes` among them; see TALLIES."""

    def row(self, before: Figures) -> Figures:
        """A line of statistics: figures by their names in words; `before` are the figures when the last line was
        written."""
        now = self.figures()
        since = {name: number - before[name] for name, number in tallies(now).items()}
        return since | numbers(self.in_words(now))

    def in_words(self, figures: Figures) -> Figures:
        """Figures by their names in words."""
        words = {**WORDS, **self.words}
        return {words.get(name, name.replace("_", " ")): value for name, value in figures.items()}

    def evaluator(self) -> Evaluator | None:
        """What it has learned so far as an evaluator, None where it learns no weights; not to be asked for while it
        learns.

        Raises C4Error when the evaluator refuses it.
        """
        return None

    def measure(self, games: int) -> dict[str, dict[str, list[int]]]:
        """{opponent: {seat: [won, drawn, lost]}} of so many games a seat as it stands now; nothing where it does not
        measure itself."""
        return {}

    def closing(self) -> list[str]:
        """Lines that end the statistics of a run."""
        return []

    # -- keeping ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def save(self, path: str | Path, *, quickly: bool = False) -> None:
        """Writes the model, whole or not at all, with all that is needed to go on later.

        `quickly`: the time it takes matters more than its size.  Raises C4Error when it cannot.
        """

    @property
    def save_seconds(self) -> float:
        """About how long `save` takes unless it is quick; where both take the same, 0."""
        return 0.0

    @property
    def best(self) -> int | None:
        """Episodes behind its best model so far, where it measures itself; that model is kept apart
        (`c4.models.best_path`)."""
        return None

    def save_best(self, path: str | Path) -> None:
        """Writes the best model so far, as `save` does."""
        raise C4Error(f"the {self.name} learner does not measure itself")

    def export(self, path: str | Path, **how: Any) -> str:
        """Writes what it has learned as its author's program keeps it; a sentence that says what was written.  Raises
        C4Error."""
        raise C4Error(f"the {self.name} learner has no file format but its own")


def tallies(figures: Figures) -> Figures:
    """The games won, drawn and lost among the figures, where they are."""
    return {name: figures[name] for name in TALLIES if name in figures}


def numbers(figures: Figures) -> Figures:
    """The figures that are single numbers, without episodes and tallies."""
    return {
        name: value
        for name, value in figures.items()
        if type(value) in (int, float) and name not in ("episodes", *TALLIES)
    }
