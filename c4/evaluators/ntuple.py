"""N-tuple: a learned value, the sum of 300 table entries that the board selects (Thill, Koch, Konen, PPSN 2012).

    V = tanh(sum of the selected weights)     +1: the first player wins, -1: the second; see `c4.evaluators.tuples`

The search needs whole numbers.  Weights are rounded to 1 / FINE, so that every order of addition gives the same sum.
A value is 0.9 V in points, 100,000 per win: always below a certain win, which counts 0.95, and that below a proved one.

The tables hold values of quiet positions: forced replies are played first (`c4.evaluators.quiet`).  Imports numpy,
numba and `c4.models`.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from c4 import models
from c4.compiled.board import Board, board_of
from c4.compiled.hashing import MULTIPLIER
from c4.compiled.jit import kernel
from c4.compiled.kinds import Ints, U, signed
from c4.compiled.words import lowest, number_of, popcount
from c4.evaluators import ntuple_pages
from c4.evaluators.base import Contribution, Evaluator, Tables
from c4.evaluators.pages import Page
from c4.evaluators.quiet import LOSES, QUIET, WINS, after_replies, play_out, rows_of_replies
from c4.evaluators.tuples import Tuples, from_planes
from c4.game.position import Position
from c4.game.rules import C4Error, Rules

UNIT = 1 << 21
"""A weight of 1 as the whole number in a model file."""

FINE = 1 << 13
"""A weight of 1 in the evaluator: sums stay exact in 32-bit floats, which hold whole numbers below 2**24."""

SCALE = 100_000
TOP, WON = 90_000, 95_000
"""Points of V = 1, and of a win that the side to move can take."""

READINGS, CHANGES, SIZE, STARTS = range(4)
"""Layout of the numbers: how many readings, changes, and weights for one side to move; then where each cell's changes
start (65); then the changes for a stone of the first player and, CHANGES further on, of the second: step * 2**16 +
reading."""

SEEN = 1 << 15
"""How many values the memory caches: the search meets many positions again."""

LAST, FIRST, SECOND, SIDE, SUM, HELD = (2 * SEEN + place for place in range(6))
"""Layout of the memory after the cached values (key and points for the side to move): the stone played last; the board
that the memory holds, and its side to move as the place of its weights, -1 for none; the sum of its weights; then for
each reading weight * 2**32 + place on that board, and room for the places on another.  One word holds what belongs
together: views of arrays cost more here."""

LOW, PLACE = U(0xFFFF), U(0xFFFFFFFF)
SEEN_SHIFT = U(64 - 15)


@kernel(passed=True)
def update_kernel(cell: int, maximizer: bool, sign: int, tables: Tables) -> None:
    """Remembers the stone played last.  Siblings share the board before it, so the memory holds only that board."""
    if sign > 0:
        tables.memory[LAST] = cell


@kernel
def move_stones(before: U, after: U, player: U, numbers: Ints, memory: Ints) -> None:
    """Changes the places from one set of a player's stones to another."""
    changed = before ^ after
    while changed != U(0):
        bit = lowest(changed)
        changed ^= bit
        cell = U(STARTS) + U(number_of(bit))
        offset = U(STARTS + 65) + player * U(numbers[CHANGES])
        for i in range(U(numbers[cell]) + offset, U(numbers[cell + U(1)]) + offset):
            change = U(numbers[i])
            amount = signed(change >> U(16))
            memory[U(HELD) + (change & LOW)] += amount if after & bit != U(0) else -amount


@kernel
def hold(began: U, second: U, side: int, tables: Tables) -> None:
    """Changes the memory to another board, stone by stone, and to a side to move."""
    numbers, weights, memory = tables.numbers, tables.weights, tables.memory
    move_stones(U(memory[FIRST]), began, U(0), numbers, memory)
    move_stones(U(memory[SECOND]), second, U(1), numbers, memory)
    memory[FIRST], memory[SECOND], memory[SIDE] = signed(began), signed(second), side
    total = 0
    for i in range(U(HELD), U(HELD) + U(numbers[READINGS])):
        place = U(memory[i]) & PLACE
        weight = signed(weights[U(side) + place])
        memory[i] = signed((U(weight) << U(32)) | place)
        total += weight
    memory[SUM] = total


@kernel
def points_of(total: int) -> int:
    """A sum of weights as points for the first player."""
    return signed(np.rint(TOP * math.tanh(total / FINE)))


@kernel
def sum_apart(began: U, second: U, side: int, tables: Tables) -> int:
    """The sum of weights of a board with a few more stones than the memory's; leaves the memory as it was."""
    numbers, weights, memory = tables.numbers, tables.weights, tables.memory
    readings = U(numbers[READINGS])
    apart = U(HELD) + readings
    for i in range(readings):
        memory[apart + i] = memory[U(HELD) + i] & signed(PLACE)
    for player in range(2):
        stones = (began ^ U(memory[FIRST])) if player == 0 else (second ^ U(memory[SECOND]))
        while stones != U(0):
            bit = lowest(stones)
            stones ^= bit
            cell = U(STARTS) + U(number_of(bit))
            offset = U(STARTS + 65) + U(player) * U(numbers[CHANGES])
            for i in range(U(numbers[cell]) + offset, U(numbers[cell + U(1)]) + offset):
                change = U(numbers[i])
                memory[apart + (change & LOW)] += signed(change >> U(16))
    total = np.float32(0)
    for i in range(apart, apart + readings):
        total += weights[U(side) + U(memory[i])]
    return signed(total)


@kernel
def value_of(mover: U, other: U, board: Board, tables: Tables) -> int:
    """The value for the side to move in points.

    The first player has more stones, or as many and the move.  The memory holds the board before the last stone, or is
    changed to it; the last stone's changes are added here.
    """
    numbers, weights, memory = tables.numbers, tables.weights, tables.memory
    mover_began = popcount(mover) >= popcount(other)
    quiet_mover, quiet_other = mover, other
    if board.first_line == 1:
        quiet_mover, quiet_other, comes_to = play_out(mover, other, board)
        if comes_to != QUIET:
            points = WON if comes_to == WINS else -WON if comes_to == LOSES else 0
            return points if (popcount(quiet_mover) >= popcount(quiet_other)) == mover_began else -points
    began, second = (mover, other) if mover_began else (other, mover)
    side = 0 if mover_began else numbers[SIZE]
    last, player = U(memory[LAST]), U(2)
    bit = U(1) << last
    if began & bit != U(0):
        player = U(0)
        began ^= bit
    elif second & bit != U(0):
        player = U(1)
        second ^= bit
    if U(memory[FIRST]) != began or U(memory[SECOND]) != second or memory[SIDE] != side:
        hold(began, second, side, tables)
    if quiet_mover | quiet_other != mover | other:
        if popcount(quiet_mover) >= popcount(quiet_other):
            points = points_of(sum_apart(quiet_mover, quiet_other, 0, tables))
        else:
            points = points_of(sum_apart(quiet_other, quiet_mover, numbers[SIZE], tables))
        return points if mover_began else -points
    total = memory[SUM]
    if player < U(2):
        offset = U(STARTS + 65) + player * U(numbers[CHANGES])
        more = np.float32(0)
        for i in range(U(numbers[U(STARTS) + last]) + offset, U(numbers[U(STARTS + 1) + last]) + offset):
            change = U(numbers[i])
            held = memory[U(HELD) + (change & LOW)]
            more += weights[U(side) + (U(held) & PLACE) + (change >> U(16))]
            total -= held >> 32
        total += signed(more)
    points = points_of(total)
    return points if mover_began else -points


@kernel(passed=True)
def evaluate_kernel(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """The value for the maximizer in points, cached or from `value_of`."""
    mover, other = (maximizer, minimizer) if maximizer_moves else (minimizer, maximizer)
    memory = tables.memory
    key = mover | ((maximizer | minimizer) + board.bottom)
    slot = U(2) * ((key * MULTIPLIER) >> SEEN_SHIFT)
    if U(memory[slot]) != key:
        memory[slot] = signed(key)
        memory[slot + U(1)] = value_of(mover, other, board, tables)
    points = signed(memory[slot + U(1)])
    return points if maximizer_moves else -points


class NTuple(Evaluator):
    """A set of tuples and the weights of their tables; unit wins (100,000 points = +1); mirror-symmetric.

    `weights` are int32[2 * tuples.size], in steps of 1 / UNIT.  Raises C4Error for weights that
    32-bit sums cannot hold.  Knows only the board it was trained on, with both scorings (though
    it was trained with the first line winning).
    """

    name = "ntuple"
    label = "N-tuple (learned)"
    unit = "wins"
    scale = SCALE
    limit = WON
    steps = (SCALE // 10, SCALE // 3, 2 * SCALE // 3)
    line_value = 10_000
    symmetric = True
    pages_follow = True
    evaluate_kernel = staticmethod(evaluate_kernel)
    update_kernel = staticmethod(update_kernel)

    def __init__(self, tuples: Tuples, weights: np.ndarray, source: str = "given weights") -> None:
        """`source`: where the weights come from, for people."""
        self.tuples, self.source = tuples, source
        if weights.shape != (2 * tuples.size,):
            raise C4Error(f"{source}: {weights.size:,} weights, these tuples have {2 * tuples.size:,}")
        self.weights = np.rint(weights * (FINE / UNIT)).astype(np.float32)
        largest = np.maximum.reduceat(
            np.abs(self.weights), np.concatenate((tuples.offsets[:-1], tuples.offsets[:-1] + tuples.size))
        )
        if not 2 * largest.sum() < 1 << 24:
            raise C4Error(f"{source}: weights this large ({np.abs(weights).max() / UNIT:.3g}) would make sums inexact")
        places = tuples.places()
        changes = [(step.astype(np.int64) << 16) + places.reading for step in np.split(places.step, 2)]
        head = [tuples.readings, len(places.reading), tuples.size]
        self._numbers, self._start = np.concatenate((head, places.first, *changes)).astype(np.int64), places.start

    @classmethod
    def from_model(cls, path: str | Path | None = None) -> NTuple:
        """The evaluator of a model file, by default the built-in one; cached while the file is unchanged.

        Raises C4Error for an unusable file.
        """
        path = models.default_path(cls.name, ".npz") if path is None else Path(path)
        try:
            stat = path.stat()
        except OSError:
            return cls(*read_model(path)[1:], path.name)  # says what is wrong
        return _kept(path.resolve(), stat.st_mtime_ns, stat.st_size)

    def _check(self, rules: Rules) -> None:
        mine = self.tuples.rules
        rules.require_still("the n-tuple evaluator")
        if (rules.rows, rules.columns, rules.connect) != (mine.rows, mine.columns, mine.connect):
            raise C4Error(f"{self.source} was trained on {mine}: it knows nothing of {rules}")

    def tables(self, rules: Rules) -> Tables:
        self._check(rules)
        memory = np.zeros(HELD + 2 * self.tuples.readings, dtype=np.int64)
        memory[SIDE] = -1
        memory[HELD : HELD + self.tuples.readings] = self._start
        return Tables(self._numbers, memory, self.weights)

    def evaluate(self, position: Position, side: int | None = None) -> int:
        """The value of `evaluate_kernel`, from an empty memory."""
        side = position.to_move if side is None else side
        mine, theirs = np.uint64(position.stones[side]), np.uint64(position.stones[1 - side])
        return int(
            evaluate_kernel(
                mine, theirs, position.to_move == side, board_of(position.rules), self.tables(position.rules)
            )
        )

    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        """A row for each reading with its weight and cells, on the board after the forced replies; a row lists these.

        Weights add up before tanh; the points after it are divided in proportion to the weights, rounded so that they
        still add up.  Where the tables do not decide, a row that says why makes up the difference.
        """
        self._check(position.rules)
        side = position.to_move if side is None else side
        value = self.evaluate(position, side)
        quiet, comes_to = after_replies(position)
        mover, other = quiet.mine, quiet.theirs
        mover_began = mover.bit_count() >= other.bit_count()
        began = quiet.to_move if mover_began else 1 - quiet.to_move
        sign = 1 if side == began else -1
        at = self.tuples.at((mover, other) if mover_began else (other, mover))
        picked = sign * self.weights[at + (0 if mover_began else self.tuples.size)].astype(np.float64)
        total = picked.sum()
        points = sign * int(points_of(sign * total))
        shares = np.rint(picked * (points / total if total else TOP / FINE)).astype(np.int64)
        shares[np.argmax(np.abs(picked))] += points - shares.sum()
        rows = [
            Contribution(self._named(reading), 1.0, float(weight) / FINE, int(share), self._cells(reading))
            for reading, (weight, share) in enumerate(zip(picked, shares, strict=True))
        ]
        rows += rows_of_replies(position, quiet, comes_to, value - points)
        return rows

    def page_names(self) -> tuple[str, ...]:
        return ntuple_pages.names(self.tuples)

    def _page(self, name: str, position: Position | None) -> Page:
        quiet = None if position is None else after_replies(position)[0]
        return ntuple_pages.page(self.tuples, self.weights, 1 / FINE, name, quiet)

    def _named(self, reading: int) -> str:
        return f"tuple {reading // 2 + 1}{' mirrored' if reading % 2 else ''}"

    def _cells(self, reading: int) -> tuple[tuple[int, int], ...]:
        return tuple(self.tuples.rules.place(cell) for cell in self.tuples.reading_cells(reading))


@lru_cache(maxsize=2)
def _kept(path: Path, changed: int, size: int) -> NTuple:
    return NTuple(*read_model(path)[1:], path.name)


# -- the model file ---------------------------------------------------------------------------------------------------

ARRAYS = {"cells": ("uint8", 2), "planes": ("uint8", 2)}
"""Arrays of a model file: the cells of each tuple as bit numbers; and the weights, packed by `to_planes`."""


def read_model(
    path: str | Path, more: dict[str, tuple[str, int]] | None = None
) -> tuple[dict[str, Any], Tuples, np.ndarray]:
    """(content, tuples, weights as int32 in steps of 1 / UNIT) of a model file.

    With `more` (see `c4.models.read_arrays`) the content has these arrays under "arrays".
    Raises C4Error, one sentence, for any other file.
    """
    content, arrays = models.read_arrays(path, NTuple.name, {**ARRAYS, **(more or {})})
    rules = models.rules_of(content, path)
    try:
        tuples = Tuples(rules, arrays["cells"].tolist())
    except C4Error as error:
        raise C4Error(f"{path} does not fit its board: {error}") from None
    if arrays["planes"].shape != (4, 2 * tuples.size):
        found = arrays["planes"].shape[1] if len(arrays["planes"]) == 4 else 0
        raise C4Error(f"{path} holds {found:,} weights: its tuples have {2 * tuples.size:,}")
    return {**content, "arrays": arrays}, tuples, from_planes(arrays["planes"])
