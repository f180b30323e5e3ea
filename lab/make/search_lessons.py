"""Finds the leaves that mislead a search: those to learn from when its move gives the result away.

A search of a model chooses by the values of the leaves at the ends of its best lines.  Where its choice is wrong, and
every move in both lines keeps the result of the move before it, the two leaves are in the wrong order.  Where a move in
a line is a mistake, the search went wrong there first, and that decision is examined instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from c4 import evaluators
from c4.evaluators.base import Evaluate, Evaluator, Tables
from c4.evaluators.quiet import POINTS_OF_ONE
from c4.exact import labels
from c4.game.rules import STANDARD
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U, Words2, signed
from c4.kernels.lines import replies_to, winning_cells
from lab.make.files import smallest_codes
from lab.make.label_positions import WIN, column_from_middle, look
from lab.make.labels import as_began, solve

Stones = tuple[int, int]
"""The discs (side to move, other)."""

NO_LEAF: Stones = (0, 0)
"""The leaf of a line that ends with the game."""

EXACT_MARGIN = 100.0
"""A margin, in sums before tanh, with which every column gets its exact value."""


class Choice(NamedTuple):
    """Positions that one decision leads to, and the side that decides: 1 for the first player, -1 for the second."""

    side: int
    alternatives: tuple[Stones, ...]


class Option(NamedTuple):
    """A move: the position after it, its value in points for the side that moves, and the leaf of its best line."""

    after: Stones
    value: int
    leaf: Stones


# -- results ----------------------------------------------------------------------------------------------------------


class Results:
    """Results of positions under perfect play: from labels, or solved, each once."""

    def __init__(self, path: str) -> None:
        """Raises C4Error for a file that is not one of labels."""
        known = labels.read(path)
        self._codes = known.code
        self._values = known.value
        self.solved: dict[int, int] = {}

    def of_codes(self, codes: np.ndarray) -> np.ndarray:
        """int8 (n,): the results for the first player of positions with these codes."""
        places = np.searchsorted(self._codes, codes).clip(max=len(self._codes) - 1)
        there = self._codes[places] == codes
        values: np.ndarray = np.where(there, self._values[places], 0).astype(np.int8)
        others = codes[~there].tolist()
        new = np.array(sorted(set(others) - self.solved.keys()), dtype=np.uint64)
        if len(new):
            self.solved.update(zip(new.tolist(), solve(new).tolist()))
        values[~there] = [self.solved[code] for code in others]
        return values

    def of(self, positions: Iterable[Stones]) -> list[int]:
        """The results of positions for the first player."""
        stones = np.array(list(positions), dtype=np.uint64)
        return [int(value) for value in self.of_codes(smallest_codes(*as_began(stones)))]


@lru_cache(maxsize=1)
def shared_results(path: str) -> Results:
    """The results that this process remembers."""
    return Results(path)


# -- searches ---------------------------------------------------------------------------------------------------------


@kernel
def lowered(points: int, margin: float) -> int:
    """The value that lies below another one by `margin`, in sums before tanh."""
    if points >= POINTS_OF_ONE:
        return points - 1
    if points <= -POINTS_OF_ONE or margin >= EXACT_MARGIN:
        return -WIN
    return signed(math.floor(POINTS_OF_ONE * math.tanh(math.atanh(points / POINTS_OF_ONE) - margin)))


@kernel(allocates=True)
def search_columns(
    mover: U,
    other: U,
    depth: int,
    margin: float,
    after: Words2,
    leaves: Words2,
    values: Ints,
    board: Board,
    tables: Tables,
    evaluate: Evaluate,
) -> int:
    """Searches every move that does not lose at once; returns how many there are, 0 also if the side to move wins.

    Fills for each the discs (side to move, other) after it, those of the leaf of its best line, and its value in points
    for the side that moves.  A value more than `margin` below the best one may be too high.
    """
    occupied = mover | other
    free = free_cells(occupied, board)
    if free == U(0) or winning_cells(mover, free, board) != U(0):
        return 0
    _, candidates = replies_to(winning_cells(other, board.full & ~occupied, board), free)
    line = np.zeros((64, 2), dtype=np.uint64)
    best = -WIN
    number = 0
    for i in range(board.columns):
        column = column_from_middle(i, board.columns)
        cell = candidates & board.column[column]
        if cell == U(0):
            continue
        low = lowered(best, margin)
        value = -look(other, mover | cell, depth - 1, -WIN, -low, 0, line, board, tables, evaluate)
        after[number, 0] = other
        after[number, 1] = mover | cell
        leaves[number, 0] = line[0, 0]
        leaves[number, 1] = line[0, 1]
        values[number] = value
        best = max(best, value)
        number += 1
    return number


class Examiner:
    """Searches with a model, and compares what it chooses with the exact results."""

    def __init__(self, evaluator: Evaluator, results: Results, margin: float) -> None:
        """A right move must be ahead of every wrong one by `margin`, in sums before tanh."""
        self._results = results
        self._margin = margin
        self._evaluate = evaluator.evaluate_kernel
        self._tables = evaluator.tables(STANDARD)
        self._after, self._leaves = (np.zeros((STANDARD.columns, 2), dtype=np.uint64) for _ in range(2))
        self._values = np.zeros(STANDARD.columns, dtype=np.int64)

    def options(self, position: Stones, depth: int, margin: float = EXACT_MARGIN) -> list[Option]:
        """The moves that do not lose at once, the middle first; none if the side to move wins at once."""
        number = search_columns(
            U(position[0]),
            U(position[1]),
            depth,
            margin,
            self._after,
            self._leaves,
            self._values,
            board_of(STANDARD),
            self._tables,
            self._evaluate,
        )
        after, leaves, values = (array[:number].tolist() for array in (self._after, self._leaves, self._values))
        return [
            Option((mine, theirs), value, (leaf_mine, leaf_theirs))
            for (mine, theirs), value, (leaf_mine, leaf_theirs) in zip(after, values, leaves)
        ]

    def misleading(self, position: Stones, depth: int) -> list[Choice]:
        """The pairs of leaves in the wrong order because of which a search of this depth goes wrong; none if it does
        not."""
        options = self.options(position, depth, self._margin)
        if len(options) < 2:
            return []
        side = side_of(position)
        kept = [side * result for result in self._results.of(option.after for option in options)]
        if min(kept) == max(kept):
            return []
        pair = worst_and_best(options, kept)
        if pair[0].value <= lowered(pair[1].value, self._margin):
            return []
        options = self.options(position, depth)
        wrong, right = worst_and_best(options, kept)
        deeper = [choice for option in (wrong, right) for choice in self._mistakes_in_line(option.after, depth - 1)]
        if deeper:
            return deeper
        leaves = wrong.leaf, right.leaf
        if NO_LEAF in leaves:
            return []
        return [Choice(side, leaves)]

    def _mistakes_in_line(self, position: Stones, depth: int) -> list[Choice]:
        """What misleads the first decision in the best line from a position that gives the result away."""
        (result,) = self._results.of([position])
        while depth > 0:
            options = self.options(position, depth)
            if not options:
                return []
            best = max(options, key=value_of)
            if self._results.of([best.after]) != [result]:
                return self.misleading(position, depth)
            position = best.after
            depth = depth - 1
        return []


def value_of(option: Option) -> int:
    """The value of an option."""
    return option.value


def worst_and_best(options: list[Option], kept: list[int]) -> tuple[Option, Option]:
    """(the wrong option of the highest value, the right one of the highest value); `kept` are the options' results."""
    best = max(kept)
    wrong = max((option for option, result in zip(options, kept) if result < best), key=value_of)
    right = max((option for option, result in zip(options, kept) if result == best), key=value_of)
    return wrong, right


def side_of(position: Stones) -> int:
    """1 if the first player is to move, -1 if the second."""
    return 1 if position[0].bit_count() == position[1].bit_count() else -1


# -- jobs -------------------------------------------------------------------------------------------------------------


class Examined(NamedTuple):
    """What searches of some positions gave.

    wrong       by depth, how many went wrong
    positions   where one did
    misleading  the pairs of leaves because of which they did
    solved      results for the first player that had to be solved, by code
    """

    wrong: dict[int, int]
    positions: set[Stones]
    misleading: set[Choice]
    solved: dict[int, int]


def examine_searches(
    model: str, path: str, margin: float, positions: list[Stones], depths: tuple[int, ...], solved: dict[int, int]
) -> Examined:
    """A job: searches positions with a model of the evaluator `taught`, and compares with the labels at `path` and with
    what was solved before."""
    results = shared_results(path)
    results.solved.update(solved)
    known = set(results.solved)
    examiner = Examiner(evaluators.load("taught", model), results, margin)
    examined = Examined(dict.fromkeys(depths, 0), set(), set(), {})
    for position in positions:
        for depth in depths:
            misleading = examiner.misleading(position, depth)
            if misleading:
                examined.wrong[depth] += 1
                examined.positions.add(position)
                examined.misleading.update(misleading)
    examined.solved.update({code: results.solved[code] for code in results.solved.keys() - known})
    return examined
