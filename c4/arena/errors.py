"""Anatomy of errors: where an evaluator is wrong about positions whose exact scores are known.

    study = measure("greedy:evaluator=windows", "d")
    study.groups(), study.worst(10)

A *mistake* is a move that worsens the result.  A position is *misjudged* when one side wins with best play and the
value is in favour of the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from c4 import evaluators
from c4.agents.specification import parse_agent
from c4.arena.ratings import Share, wilson
from c4.arena.suites import FULL, Suite, open_suite
from c4.callbacks import ignore
from c4.game.notation import format_position
from c4.game.rules import STANDARD
from c4.game.values import EXACT, plies_to_end
from c4.search.watch import Stopped, Watch
from c4.text import pluralise

UNKNOWN = np.iinfo(np.int64).min
"""The entry in `points` of a column whose value is not known exactly, or which is full."""

# -- asking an evaluator ----------------------------------------------------------------------------------------------


def agent_of(evaluator: str, model: str | None, depth: int) -> str:
    """The agent that plays by an evaluator: without search for depth 0, otherwise by alpha-beta of that depth.

    Raises C4Error if it cannot be loaded.
    """
    name = "greedy:" if depth == 0 else f"alphabeta:depth={depth},"
    text = f"{name}evaluator={evaluator}"
    if model:
        text += f",model={model}"
    agent = parse_agent(text)
    agent.load()
    return str(agent)


# -- groups of positions ----------------------------------------------------------------------------------------------

BAND = 4
"""Plies of a group."""


@lru_cache(maxsize=4)
def bands(known: Suite) -> tuple[tuple[str, ...], np.ndarray]:
    """The groups of a suite by ply, none of them empty: their names ("6 to 9"), and each position's group, int (n,)."""
    plies = np.array([position.ply for position in known.positions])
    starts, group = np.unique(plies - (plies - plies.min()) % BAND, return_inverse=True)
    return tuple(f"{start} to {start + BAND - 1}" for start in starts), group


# -- what comes of it -------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A group of positions: how many, the share of mistakes, and of misjudged ones among those that are not drawn."""

    name: str
    positions: int
    mistakes: Share
    misjudged: Share


class Mistake(NamedTuple):
    """A move that worsens the result.

    It has the position's place in the suite, its text, the column played and the best ones (from 0), the points
    of the column played (None: not known), and the exact scores by column.
    """

    place: int
    position: str
    ply: int
    played: int
    best: tuple[int, ...]
    points: int | None
    scores: dict[int, int]


@dataclass(frozen=True, eq=False)
class Study:
    """What an agent does in every position of a suite.

    columns     the columns it plays, int64 (n,), from 0
    points      the values of columns for the side to move, int64 (n, 7); UNKNOWN for one that it does not know exactly
    scale       points a unit, of its evaluator
    """

    agent: str
    suite: Suite
    columns: np.ndarray
    points: np.ndarray
    scale: int

    def __len__(self) -> int:
        return len(self.columns)

    @cached_property
    def mistake(self) -> np.ndarray:
        """bool (n,): whether the move worsens the result."""
        classes = self.suite.classes
        is_worse: np.ndarray = classes[np.arange(len(self)), self.columns] < classes.max(axis=1)
        return is_worse

    @cached_property
    def misjudged(self) -> np.ndarray:
        """bool (n,): whether the value of the position is in favour of the side that loses."""
        values = self.points[np.arange(len(self)), self.columns]
        are_opposed: np.ndarray = np.sign(values) * self.suite.classes.max(axis=1) < 0
        return are_opposed

    @cached_property
    def decided(self) -> np.ndarray:
        """bool (n,): whether one side wins with best play."""
        has_winner: np.ndarray = self.suite.classes.max(axis=1) != 0
        return has_winner

    def row(self, name: str, which: np.ndarray) -> Row:
        """The figures of the positions `which`, bool (n,)."""
        decided = which & self.decided
        positions = int(which.sum())
        return Row(
            name=name,
            positions=positions,
            mistakes=wilson(int(self.mistake[which].sum()), positions),
            misjudged=wilson(int(self.misjudged[decided].sum()), int(decided.sum())),
        )

    def overall(self) -> Row:
        """The figures of all positions."""
        return self.row("all", np.ones(len(self), dtype=bool))

    def groups(self) -> list[Row]:
        """The figures of each group, see `bands`."""
        names, group = bands(self.suite)
        return [self.row(name, group == number) for number, name in enumerate(names)]

    def worst(self, most: int, which: np.ndarray | None = None) -> list[Mistake]:
        """The worst mistakes among the positions `which`: wins made losses first, then by the value promised."""
        is_meant = self.mistake if which is None else self.mistake & which
        places = np.flatnonzero(is_meant).tolist()
        classes = self.suite.classes
        lost = classes.max(axis=1) - classes[np.arange(len(self)), self.columns]
        points = self.points[np.arange(len(self)), self.columns]

        def worst_first(place: int) -> tuple[int, int, int]:
            return -int(lost[place]), -int(points[place]), place

        return [self.error(place) for place in sorted(places, key=worst_first)[:most]]

    def error(self, place: int) -> Mistake:
        """The move in the position at that place of the suite."""
        suite = self.suite
        played = int(self.columns[place])
        position = suite.positions[place]
        points = int(self.points[place, played])
        scores = {column: int(score) for column, score in enumerate(suite.scores[place]) if score != FULL}
        best = max(scores.values())
        return Mistake(
            place=place,
            position=format_position(position),
            ply=position.ply,
            played=played,
            best=tuple(column for column, score in scores.items() if score == best),
            points=None if points == UNKNOWN else points,
            scores=scores,
        )


def measure(agent: str, suite: str, watch: Watch | None = None, report: Callable[[int], object] = ignore) -> Study:
    """What an agent does in the positions of a suite; `report(positions so far)` is called after each.

    Raises C4Error if the agent cannot be loaded, and Stopped once the watch is stopped.
    """
    specification = parse_agent(agent)
    known = open_suite(suite)
    player = specification.load()
    limits = specification.limits
    columns = np.zeros(len(known), dtype=np.int64)
    points = np.full((len(known), STANDARD.columns), UNKNOWN, dtype=np.int64)
    for place, position in enumerate(known.positions):
        decision = player.choose(position, watch)
        if decision.column is None or (watch is not None and watch.stopped):
            raise Stopped
        columns[place] = decision.column
        for column, value in decision.columns.items():
            if value.bound == EXACT:
                points[place, column] = value.points
        report(place + 1)
    scale = evaluators.load(limits.evaluator, limits.model).scale
    return Study(agent, known, columns, points, scale)


def ends(error: Mistake, column: int) -> str:
    """What becomes of a column with best play: "wins in 21 plies", "draws"."""
    score = error.scores[column]
    if score == 0:
        return "draws"
    plies = pluralise(plies_to_end(score, STANDARD.cells - error.ply), "ply", "plies")
    return f"wins in {plies}" if score > 0 else f"loses in {plies}"
