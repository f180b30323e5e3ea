"""Finds the leaves that decide a search: those to learn from where its move gives the result away, or nearly does.

A search of a model chooses by the values of the leaves at the ends of its best lines.  If its move is wrong and the two
leaves, its own and that of the best right move, have different results, then their values are in the wrong order, and
they are what has to be learned.  Otherwise a move within one of the lines is wrong: the search of that position went
wrong first, and is examined instead.  Leaves that are in the right order, but close together, are a *guard*: the next
correction must not exchange them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from c4.engine.deepening import search
from c4.evaluators.base import Evaluate, Evaluator, Tables
from c4.evaluators.quiet import POINTS_OF_ONE
from c4.exact import labels
from c4.exact.book import book_for
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U, Words2, signed
from c4.kernels.lines import replies_to, winning_cells
from c4.search.decision import Decision as Played
from lab.make.label_chunks import codes_of_stones, play_forced_replies, solve
from lab.make.label_positions import MAX_SEARCH_PLIES, WIN_VALUE, column_from_middle, look

Discs = tuple[int, int]
"""The discs (side to move, other)."""

NO_LEAF: Discs = (0, 0)
"""The leaf of a line that ends with the game."""

GUARDED_MARGIN = 0.4
"""Values less apart are close together: guards keep their order.

In sums before tanh: a model adds up what its parts say, and its value in points is POINTS_OF_ONE * tanh(sum).
"""

EXACT_MARGIN = 100.0
"""A margin, in sums before tanh, with which every column gets its exact value."""


class Pair(NamedTuple):
    """Two leaves of different results, for the side that decides between them: 1 the first player, -1 the second."""

    side: int
    better: Discs
    worse: Discs


class Option(NamedTuple):
    """A move: the position after it, its value in points for the side that moves, and the leaf of its best line."""

    after: Discs
    value: int
    leaf: Discs


class Decision(NamedTuple):
    """What a search chose.

    after       the position after its move; if that gives the result away, after the best move that does not
    is_mistake  whether it gives the result away
    pairs       the leaves to learn from
    """

    after: Discs
    is_mistake: bool
    pairs: tuple[Pair, ...]


# -- results ----------------------------------------------------------------------------------------------------------


class Results:
    """Results of positions under perfect play: from the book, from labels, or solved, each once."""

    def __init__(self, path: str) -> None:
        """Raises C4Error for a file that is not one of labels."""
        known = labels.read(path)
        self._codes = known.code
        self._values = known.value
        self._book = book_for(STANDARD)
        self._found: dict[Discs, int] = {}

    def of(self, position: Discs) -> int:
        """The result of a position for the first player."""
        if position not in self._found:
            self._found[position] = self._find(position)
        return self._found[position]

    def _find(self, position: Discs) -> int:
        """The result of a position that has not been asked for."""
        if self._book is not None:
            score = self._book.score(Position.from_stones(*position))
            if score is not None:
                return int(np.sign(score)) * side_of(position)
        settled, _ = play_forced_replies(np.array([position], dtype=np.uint64))
        code = codes_of_stones(settled)
        place = int(np.searchsorted(self._codes, code[0]))
        if place < len(self._codes) and self._codes[place] == code[0]:
            return int(self._values[place])
        return int(solve(code)[0])


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
        return -WIN_VALUE
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
    line = np.zeros((MAX_SEARCH_PLIES, 2), dtype=np.uint64)
    best = -WIN_VALUE
    number = 0
    for i in range(board.columns):
        column = column_from_middle(i, board.columns)
        cell = candidates & board.column[column]
        if cell == U(0):
            continue
        low = lowered(best, margin)
        value = -look(other, mover | cell, depth - 1, -WIN_VALUE, -low, 0, line, board, tables, evaluate)
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

    def __init__(self, evaluator: Evaluator, results: Results) -> None:
        self._results = results
        self._evaluator = evaluator
        self._evaluate = evaluator.evaluate_kernel
        self._tables = evaluator.tables(STANDARD)
        self._after = np.zeros((STANDARD.columns, 2), dtype=np.uint64)
        self._leaves = np.zeros((STANDARD.columns, 2), dtype=np.uint64)
        self._values = np.zeros(STANDARD.columns, dtype=np.int64)

    def decide(self, position: Discs, depth: int) -> Decision | None:
        """What a search of this depth chooses; None if the side to move wins at once, or loses with every move."""
        options = self._options(position, depth, GUARDED_MARGIN)
        if not options:
            return None
        wanted = self._results.of(position)
        is_mistake = self._results.of(options[0].after) != wanted
        if is_mistake:
            # Now every value is exact, so that the first option that keeps the result is the best of those that do.
            options = self._options(position, depth, EXACT_MARGIN)
        right = next(option for option in options if self._results.of(option.after) == wanted)
        pairs = self._pairs(side_of(position), right, options, depth)
        return Decision(right.after, is_mistake, tuple(pairs))

    def _options(self, position: Discs, depth: int, margin: float) -> list[Option]:
        """The moves that do not lose at once, the best first, equal ones by their distance from the middle; none if the
        side to move wins at once."""
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
        options = []
        for place in range(number):
            after = stones_in(self._after[place])
            options.append(Option(after, int(self._values[place]), stones_in(self._leaves[place])))
        options.sort(key=value_of, reverse=True)
        return options

    def _pairs(self, side: int, right: Option, options: list[Option], depth: int) -> Iterator[Pair]:
        """What to learn from the best move that keeps the result, and from each wrong one that is valued higher, or less
        than GUARDED_MARGIN below it.  `options` are in the order of their values, the best first.
        """
        wanted = self._results.of(right.after)
        enough = lowered(right.value, GUARDED_MARGIN)
        for option in options:
            if option.value <= enough:
                return
            if self._results.of(option.after) != wanted:
                yield from self._pairs_between(side, right, option, depth)

    def _pairs_between(self, side: int, right: Option, wrong: Option, depth: int) -> Iterator[Pair]:
        """The leaves of a right and of a wrong move, if the result of the right one is better.

        If it is not, and the wrong move is valued as high, a move within one of the two lines is wrong: the leaves of the
        first mistake of each line.
        """
        if self._is_better(side, right.leaf, wrong.leaf):
            yield Pair(side, right.leaf, wrong.leaf)
        elif wrong.value >= right.value:
            for option in (right, wrong):
                yield from self._pairs_in_line(option.after, depth - 1)

    def _is_better(self, side: int, leaf: Discs, other: Discs) -> bool:
        """Whether the result of a leaf is better for a side than that of another one."""
        if NO_LEAF in (leaf, other):
            return False
        return side * self._results.of(leaf) > side * self._results.of(other)

    def _pairs_in_line(self, position: Discs, depth: int) -> tuple[Pair, ...]:
        """The pairs of leaves of the first mistake in the best line from a position; none if there is no mistake."""
        while depth > 0:
            decision = self.decide(position, depth)
            if decision is None:
                break
            if decision.is_mistake:
                return decision.pairs
            position = decision.after
            depth -= 1
        return ()


class EngineExaminer(Examiner):
    """Searches with a model in the engine, whose extensions and table lead to other leaves than a search of fixed depth.

    It finds mistakes, and no guards: of the moves that it does not choose, the engine knows only bounds.
    """

    def decide(self, position: Discs, depth: int) -> Decision | None:
        """What the engine chooses after an iteration of this depth; None as in `Examiner.decide`."""
        if depth == 1:  # there is nothing to extend
            return super().decide(position, depth)
        options = self._options(position, 1, EXACT_MARGIN)
        if not options:
            return None
        decision = search(Position.from_stones(*position), self._evaluator, depth=depth)
        chosen = self._option_of(position, decision)
        wanted = self._results.of(position)
        if self._results.of(chosen.after) == wanted:
            return Decision(chosen.after, False, ())
        rights = [
            self._searched(option.after, depth - 1) for option in options if self._results.of(option.after) == wanted
        ]
        right = max(rights, key=value_of)
        pairs = self._pairs_between(side_of(position), right, chosen, depth)
        return Decision(right.after, True, tuple(pairs))

    def _searched(self, after: Discs, depth: int) -> Option:
        """The move that led to a position, searched to a depth behind it."""
        decision = search(Position.from_stones(*after), self._evaluator, depth=depth)
        assert decision.value is not None
        return Option(after, -decision.value.points, leaf_of(after, decision.principal_variation))

    def _option_of(self, position: Discs, decision: Played) -> Option:
        """The move that the engine chose."""
        assert decision.value is not None
        line = decision.principal_variation
        after = Position.from_stones(*position).play(line[0])
        return Option((after.mine, after.theirs), decision.value.points, leaf_of(position, line))


def leaf_of(position: Discs, line: tuple[int, ...]) -> Discs:
    """The position after some columns; NO_LEAF if the game is over there."""
    leaf = Position.from_stones(*position)
    for column in line:
        leaf = leaf.play(column)
    return NO_LEAF if leaf.outcome() is not None else (leaf.mine, leaf.theirs)


class Search(NamedTuple):
    """A search of a model: `examiner` is one of EXAMINERS."""

    examiner: str
    depth: int


EXAMINERS = {"alphabeta": Examiner, "engine": EngineExaminer}
"""What examines the decisions of each search."""


def stones_in(row: np.ndarray) -> Discs:
    """The discs in a row of two words."""
    return int(row[0]), int(row[1])


def value_of(option: Option) -> int:
    """The value of an option."""
    return option.value


def side_of(position: Discs) -> int:
    """1 if the first player is to move, -1 if the second."""
    return 1 if position[0].bit_count() == position[1].bit_count() else -1
