"""The base class of all learners: the loop of training, and what the commands and the window use."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from c4 import interrupts
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, STANDARD, Rules
from c4.learning.settings import Settings
from c4.search.watch import Watch
from c4.text import check_seed, pluralise

if TYPE_CHECKING:  # imports numba
    from c4.evaluators.base import Evaluator

Opponent = Callable[[Position, int], int]
"""The opponent: (position, seed) -> column from 0; for the same seed the same column, if it can."""

FindOpponent = Callable[[str, int, str], Opponent]
"""(agent, depth, evaluator) -> an opponent.  Agents belong to a higher layer, so the caller of a run passes this in."""

Figures = dict[str, Any]
"""A learner's figures by name: numbers, lists of numbers, or groups of them; JSON values."""

Content = dict[str, Any]
"""The content of a model file, or a part of it; JSON values."""

TALLIES = ("won", "drawn", "lost")
"""Figures that count the games of all training; a report may show those of one run."""

WORDS = {"epsilon": "random moves", "against_random": "against random moves"}
"""The names of figures that several learners share, in words."""

START_ANEW = "name another file, or start anew with --fresh"


class Learner(ABC):
    """Something that learns by playing.

    Make one with `create` or `from_file`.  Episodes trained at once or in several calls of `train` give the same model.
    A new learner defines `make`, `read`, `write`, `episodes`, `play` and `figures`; the rest may stay as it is here.

    name, suffix   its name in the registry, and the ending of its model files
    settings_type  the class of its settings
    fixed          the names of the options, besides seed and board, that are fixed when a model is created
    tallied        the player whose games `won` and `lost` are
    features       the names of its weights, if they are few
    line_every     episodes per line of statistics
    words          the names of its figures in words, where they are not words already
    seed, rules    of its games
    settings       how it learns from now on
    history        its figures after 100, 200, 500, 1,000, 2,000, ... episodes, or as the learner says
    """

    name: ClassVar[str]
    suffix: ClassVar[str] = ".json"
    settings_type: ClassVar[type[Settings]]
    fixed: ClassVar[tuple[str, ...]] = ()
    tallied: ClassVar[str] = "the first player"
    features: ClassVar[tuple[str, ...]] = ()
    line_every: ClassVar[int] = 500
    words: ClassVar[Mapping[str, str]] = {}
    seed: int
    rules: Rules
    settings: Any
    watch = Watch()
    """Stops a `train` whose episodes take long; it then drops the unfinished episode."""

    def __init__(self, seed: int, settings: Settings | None, rules: Rules) -> None:
        """Raises C4Error for a seed out of range."""
        self.seed = check_seed(seed)
        self.rules = rules
        self.settings = settings or type(self).settings_type()
        self.history: list[Figures] = []
        self.earlier_settings: list[Figures] = []

    # -- creating and opening -----------------------------------------------------------------------------------------

    @classmethod
    def create(cls, seed: int, *, rules: Rules = STANDARD, start: str | Path | None = None, **options: Any) -> Self:
        """A new learner with these settings and `fixed` options.

        It begins with the weights of the file `start`, if one is given.  Raises C4Error for options out of range, a
        board it cannot learn on, or an unsuitable file.
        """
        fixed = {name: options.pop(name, None) for name in cls.fixed}
        return cls.make(index(seed), rules, cls.settings_type(**options), start, **fixed)

    @classmethod
    def from_file(
        cls, path: str | Path, *, seed: int | None = None, rules: Rules | None = None, **options: Any
    ) -> Self:
        """The learner of a model file, which continues as if training had never paused.

        Settings that differ from the file's apply from now on; the file remembers the earlier ones.  Raises C4Error
        when the file is not a model of this learner, lacks the state of its training, or was trained with another seed,
        board or `fixed` option.
        """
        seed = None if seed is None else index(seed)
        learner = cls.read(path, seed)
        fixed = {name: options.pop(name, None) for name in cls.fixed}
        learner.require_same(path, {"seed": seed, "rules": rules, **fixed})
        learner.change_settings(learner.settings.changed(**options))
        return learner

    @classmethod
    @abstractmethod
    def make(cls, seed: int, rules: Rules, settings: Any, start: str | Path | None, **fixed: Any) -> Self:
        """See `create`; a `fixed` option that was not given is None."""

    @classmethod
    @abstractmethod
    def read(cls, path: str | Path, seed: int | None) -> Self:
        """The learner of a model file, with the settings of the file; `seed` for a file that has none."""

    def fixed_value(self, name: str) -> Any:
        """The value of the seed, the board or a `fixed` option of this learner."""
        return getattr(self, name)

    def require_same(self, path: str | Path, given: Mapping[str, Any]) -> None:
        """Raises C4Error unless seed, board and `fixed` options that are given are those of this learner's file."""
        for name, value in given.items():
            if value is None:
                continue
            actual = self.fixed_value(name)
            if value == actual:
                continue
            if name == "rules":
                what = f"on {actual}, not on {value}"
            else:
                what = f"with {name} {in_words(actual)}, not {in_words(value)}"
            raise C4Error(f"{path} was trained {what}: {START_ANEW}")

    def change_settings(self, settings: Any) -> None:
        """Changes the settings from now on, if they differ."""
        if settings != self.settings:
            self.earlier_settings.append({"until": self.episodes, **self.settings.content()})
            self.settings = settings

    def find_opponent(self, find: FindOpponent) -> None:  # noqa: B027 - most need none
        """Finds its opponent before training; most learners play against themselves.  Raises C4Error."""

    # -- learning -----------------------------------------------------------------------------------------------------

    def train(self, episodes: int) -> None:
        """Trains that many more episodes; after Ctrl-C it has learned complete episodes only.

        Raises C4Error when learning has diverged.
        """
        end = self.episodes + episodes
        while self.episodes < end and not self.watch.stopped:
            interrupts.check()
            self.check()
            self.note()
            self.play(min(end, self.next_pause()) - self.episodes)
        self.check()
        self.note()

    @property
    @abstractmethod
    def episodes(self) -> int:
        """The episodes of all its training, earlier runs included."""

    @abstractmethod
    def play(self, episodes: int) -> None:
        """Plays that many more episodes and learns from them, or fewer after a stop."""

    def next_pause(self) -> int:
        """The number of episodes at which `play` must end next: a line of the history, for instance, is due."""
        return next_mark(self.episodes)

    def check(self) -> None:  # noqa: B027 - some cannot diverge
        """Raises C4Error when learning has diverged."""

    def note(self) -> None:  # noqa: B027 - some note while they play
        """Notes what is due after so many episodes, a line of the history above all.

        It is called before every change and before saving, so that no interruption can skip it.
        """

    def note_line(self, line: Callable[[], Figures]) -> bool:
        """Adds a line to the history, unless it has one for these episodes; whether it was added."""
        if self.history and self.history[-1]["episodes"] >= self.episodes:
            return False
        self.history.append(line())
        return True

    # -- what it tells ------------------------------------------------------------------------------------------------

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

    def closing_lines(self) -> list[str]:
        """The last lines of a run's statistics."""
        return []

    # -- saving -------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, quickly: bool = False) -> None:
        """Writes the model atomically, with everything needed to continue later.

        `quickly`: in a layout that saves time rather than space.  Raises C4Error when that fails.
        """
        self.note()
        self.write(path, quickly)

    @abstractmethod
    def write(self, path: str | Path, quickly: bool) -> None:
        """The work of `save`."""

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


def in_words(value: object) -> str:
    """The value of an option in a sentence."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def diverged(learner: Learner, what: str = "weights", advice: str = "a smaller learning rate") -> C4Error:
    """The error to raise when they have become too large."""
    games = pluralise(learner.episodes, "game")
    return C4Error(f"the {what} grew without limit after {games}: choose {advice}")


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


@contextmanager
def reading_training(path: str | Path) -> Iterator[None]:
    """A context for reading the state of training: anything missing or wrong becomes a C4Error naming the file."""
    try:
        yield
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise C4Error(
            f"{path} does not say how it was trained, so its training cannot be resumed ({error!r}): start anew with"
            " --fresh"
        ) from None


def require_first_line(learner: str, rules: Rules) -> None:
    """Raises C4Error unless the first line wins."""
    if rules.scoring != FIRST_LINE:
        raise C4Error(f"the {learner} learner plays by the rule {FIRST_LINE}, not {rules.scoring}")


def next_mark(episodes: int) -> int:
    """The first of 100, 200, 500, 1,000, 2,000, 5,000, ... that is larger."""
    decade: int = 10 ** max(2, int(math.log10(max(episodes, 1))))
    return next(mark for mark in (decade, 2 * decade, 5 * decade, 10 * decade, 20 * decade) if mark > episodes)
