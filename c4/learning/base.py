"""The base class of all learners, which the training loop, the commands and the window use.  Plain Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from c4.game.position import Position
from c4.game.rules import C4Error, Rules
from c4.search.watch import Watch

if TYPE_CHECKING:  # a lower floor, which brings numba
    from c4.evaluators.base import Evaluator

Opponent = Callable[[Position, int], int]
"""The opponent: (position, seed) -> column from 0; for the same seed the same column, if it can."""

FindOpponent = Callable[[str, int, str], Opponent]
"""(agent, depth, evaluator) -> an opponent.  Agents lie on a higher floor, so the caller of a run passes this in."""

Figures = dict[str, Any]
"""A learner's figures by name: numbers, lists of numbers, or groups of them; JSON values."""

Content = dict[str, Any]
"""The content of a model file, or a part of it; JSON values."""

TALLIES = ("won", "drawn", "lost")
"""Figures that count the games of all training; a report may show those of one run."""

WORDS = {"epsilon": "random moves", "against_random": "against random moves"}
"""The names of figures that several learners share, in words."""


class Learner(ABC):
    """Something that learns by playing.  Episodes trained at once or in several calls of `train` give the same model.

    name, suffix   its name in the registry, and the ending of its model files
    tallied        the player whose games `won` and `lost` are
    features       the names of its weights, if they are few
    line_every     episodes per line of statistics
    words          the names of its figures in words, where they are not words already
    seed, rules    of its games
    """

    name: ClassVar[str]
    suffix: ClassVar[str] = ".json"
    tallied: ClassVar[str] = "the first player"
    features: ClassVar[tuple[str, ...]] = ()
    line_every: ClassVar[int] = 500
    words: ClassVar[Mapping[str, str]] = {}
    seed: int
    rules: Rules
    watch = Watch()
    """Ends `train` early when it is stopped, for a learner whose episodes take long; what was not whole is not
    learned."""

    # -- making one ---------------------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def fresh(cls, *seed: Any, **given: Any) -> Self:
        """fresh(seed, rules=..., start=..., **settings): a new learner, or one starting from an author's file `start`.

        Raises C4Error for settings out of range, a board it cannot learn on, or an unsuitable file.
        """

    @classmethod
    @abstractmethod
    def resume(cls, *path: Any, **given: Any) -> Self:
        """resume(path, seed=..., rules=..., **settings): the learner of a file, as if training had never paused.

        Settings that differ from the file's apply from now on; the file remembers the earlier ones. Raises C4Error when
        the file is not a model of this learner, lacks the state of its training, or contradicts a value that cannot
        change.
        """

    def meet(self, find: FindOpponent) -> None:  # noqa: B027 - most need none
        """Finds its opponent, before training; most learners play against themselves.  Raises C4Error."""

    # -- learning -----------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def episodes(self) -> int:
        """The episodes of all its training, earlier runs included."""

    @abstractmethod
    def train(self, episodes: int) -> None:
        """Trains that many more episodes; after Ctrl-C it has learned whole episodes only.

        Raises C4Error when learning has diverged.
        """

    @abstractmethod
    def figures(self) -> Figures:
        """Its current figures, `episodes` among them; see TALLIES."""

    def row(self, before: Figures) -> Figures:
        """A line of statistics: figures by their names in words; `before` are those of the previous line."""
        now = self.figures()
        since = {name: number - before[name] for name, number in tallies(now).items()}
        return since | numbers(self.in_words(now))

    def in_words(self, figures: Figures) -> Figures:
        """Figures by their names in words."""
        words = {**WORDS, **self.words}
        return {words.get(name, name.replace("_", " ")): value for name, value in figures.items()}

    def evaluator(self) -> Evaluator | None:
        """The evaluator with the current weights, None if it learns no weights; not to be called during `train`.

        Raises C4Error when the evaluator refuses the weights.
        """
        return None

    def measure(self, games: int) -> dict[str, dict[str, list[int]]]:
        """{opponent: {seat: [won, drawn, lost]}} of `games` games per seat; empty if it does not measure itself."""
        return {}

    def closing(self) -> list[str]:
        """The last lines of a run's statistics."""
        return []

    # -- keeping ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def save(self, path: str | Path, *, quickly: bool = False) -> None:
        """Writes the model atomically, with everything needed to continue later.

        `quickly`: in a layout that saves time rather than space.  Raises C4Error when that fails.
        """

    @property
    def save_seconds(self) -> float:
        """About how long `save` takes if not done quickly; 0 if both take the same."""
        return 0.0

    @property
    def best(self) -> int | None:
        """The episodes of its best model so far, if it measures itself; see `c4.models.best_path`."""
        return None

    def save_best(self, path: str | Path) -> None:
        """Writes the best model so far, like `save`."""
        raise C4Error(f"the {self.name} learner does not measure itself")

    def export(self, path: str | Path, **how: Any) -> str:
        """Writes the format of its author's program; returns a sentence that says so.  Raises C4Error."""
        raise C4Error(f"the {self.name} learner has no file format but its own")


def tallies(figures: Figures) -> Figures:
    """The games won, drawn and lost among the figures, if any."""
    return {name: figures[name] for name in TALLIES if name in figures}


def numbers(figures: Figures) -> Figures:
    """The figures that are single numbers, without episodes and tallies."""
    return {
        name: value
        for name, value in figures.items()
        if type(value) in (int, float) and name not in ("episodes", *TALLIES)
    }
