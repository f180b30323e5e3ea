"""How hard a puzzle is: the weakest level of our own arena that solves it.  Imports the agents.

A level answers each puzzle several times, with other random numbers; it solves a puzzle if most answers are right.
The level "nearly-perfect" is left out: it looks every answer up and slips by chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache

from c4 import agents
from c4.agents import LEVELS, Limits
from c4.agents.levels import Level
from c4.game.position import Position

PERFECT = "perfect"
"""The grade of puzzles that no other level solves."""

GRADES = (*(name for name in LEVELS if name not in ("random", "nearly-perfect", PERFECT)), PERFECT)
"""The levels, the weakest first."""

TRIES = 9
"""Answers of a level; when it has to play on to the end of the game, GAMES."""

GAMES = 3

Step = tuple[Position, int]
"""A position and the right column (from 0)."""


@cache
def _level(name: str) -> Level:
    level = agents.load(name)
    assert isinstance(level, Level), "the other agents look nothing ahead"
    return level


def _grade(solved: Callable[[Level], bool]) -> str:
    """The first level that solves it."""
    return next((name for name in GRADES[:-1] if solved(_level(name))), PERFECT)


def by_moves(steps: Sequence[Step]) -> str:
    """The grade of a puzzle in which a level has to play the right column at every step."""

    def solved(level: Level) -> bool:
        looks = [(position, *level.look(position), column) for position, column in steps]
        right = 0
        for number in range(TRIES):
            chance = random.Random(number)
            right += all(
                level.pick(position, known, lambda soon=soon: soon, chance)[0] == column  # type: ignore[misc]
                for position, known, soon, column in looks
            )
        return 2 * right > TRIES

    return _grade(solved)


def by_least(position: Position, column: int) -> str:
    """The grade of a puzzle in which a level has to find the losing column: the only one it values least."""

    def solved(level: Level) -> bool:
        known, _ = level.look(position)
        return [other for other in known if known[other] == min(known.values())] == [column]

    return _grade(solved)


def by_playing(position: Position, best: Callable[[Position], int]) -> str:
    """The grade of a position that the first player wins: a level has to win it against the replies of `best`."""

    def wins(level: Level, seed: int) -> bool:
        here = position
        while here.outcome() is None:
            column = best(here) if here.to_move else level.choose(here, Limits(seed=seed)).column
            assert column is not None
            here = here.play(column)
        outcome = here.outcome()
        return outcome is not None and outcome.winner == 0

    return _grade(lambda level: 2 * sum(wins(level, seed) for seed in range(GAMES)) > GAMES)
