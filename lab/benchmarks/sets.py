"""Positions with their exact scores: the published sets, and random ones like them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.game.values import WIN, exact_value
from c4.solver.solver import solve_many

FOLDER = Path(__file__).parents[1] / "positions"

SETS = ("end_easy", "middle_easy", "middle_medium", "begin_easy", "begin_medium", "begin_hard")
"""The published sets."""

EMPTY = "empty"
"""The name of the empty board: as a set of its own, and in the file of the set "opening"."""

DISCS = {"end_easy": range(29, 42), "middle_easy": range(15, 29)}
"""How many discs are on the board in the published sets of these names."""

PLIES_LEFT = range(2, 14)
"""How many plies perfect play goes on for in them."""


class Scored(NamedTuple):
    """A position and its exact score."""

    moves: str
    """The columns played, from 1; empty for the empty board."""

    score: int
    """For the side to move, as `c4.solver` counts: 1 is a win with the last disc."""


def read_set(name: str) -> list[Scored]:
    """The positions of a set, or the empty board alone (EMPTY)."""
    if name == EMPTY:
        return [Scored("", 1)]
    positions = []
    for line in (FOLDER / f"{name}.txt").read_text().splitlines():
        if line:
            moves, score = line.split()
            positions.append(Scored("" if moves == EMPTY else moves, int(score)))
    return positions


def positions_like(name: str, number: int, seed: int) -> list[Scored]:
    """So many different random positions by the rule of a published set (a key of DISCS)."""
    random = Random(seed)
    found = dict[str, int]()
    while len(found) < number:
        games = [random_game(random, random.choice(DISCS[name])) for _ in range(number)]
        unfinished = [moves for moves in games if moves is not None]
        positions = [Position.from_moves(moves) for moves in unfinished]
        for moves, position, solution in zip(unfinished, positions, solve_many(positions), strict=True):
            score = solution.score
            assert score is not None, "nobody stopped it"
            if last_ply(position, score) - position.ply in PLIES_LEFT:
                found[moves] = score
    return [Scored(moves, score) for moves, score in found.items()][:number]


def last_ply(position: Position, score: int) -> int:
    """How many discs are on the board at the end of perfect play from a position with this score."""
    if score == 0:
        return STANDARD.cells
    value = exact_value(score, score, position)
    assert value is not None, "a score makes a value"
    return WIN - abs(value.points)


def random_game(random: Random, discs: int) -> str | None:
    """The moves of a random game of so many discs; None if one side completes a line."""
    heights = [0] * STANDARD.columns
    stones = [0, 0]
    moves = ""
    for ply in range(discs):
        column = random.choice([column for column in range(STANDARD.columns) if heights[column] < STANDARD.rows])
        side = ply % 2
        stones[side] |= 1 << column * STANDARD.stride + heights[column]
        if STANDARD.has_line(stones[side]):
            return None
        heights[column] += 1
        moves += DIGITS[column]
    return moves
