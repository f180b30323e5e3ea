"""N-tuple: a learned value, the sum of 300 table entries that the board selects (Thill, Koch, Konen, PPSN 2012).

    V = tanh(sum of the selected weights)     +1: the first player wins, -1: the second

The search needs whole numbers.  Weights are rounded to steps, VALUE_STEPS to 1, so that every order of addition gives the
same sum.
A value is 0.9 V in points, 100,000 per win: always below a certain win, which counts 0.95, and that below a proved one.

The tables hold values of quiet positions: forced replies are played first (`c4.evaluators.quiet`).

A cell is in one of four states: empty and out of reach, empty and reachable, a disc of the first player, a disc of
the second (Thill, Koch, Konen, PPSN 2012).  Gravity allows about one in twelve of the 4^8 combinations of an 8-tuple,
so the place in the table is not a number in base 4.  A tuple is cut into *runs* of vertically adjacent cells, and each
run has a field of bits, one wider than its cells:

    0                          its lowest cell is out of reach
    1 b_n ... b_1 (binary)     n discs, b_i whether the i-th from below is the second player's; the next cell is
                               reachable

A disc always adds the same to its field, 2^j at height j in the run and twice that for the second player, so a place
in a table is a sum over discs.  Every tuple is read twice with the same weights, on the board and on its mirror
image: `readings` 2t and 2t + 1 belong to tuple t.  It has two tables, one for each side to move.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4 import models
from c4.errors import C4Error
from c4.evaluators.base import Contribution, Page, Tables, on_board
from c4.evaluators.quiet import QUIET, QuietEvaluator, certain_points, play_out, points_of
from c4.evaluators.seen import answer, is_new, question_of, remember
from c4.game.position import Position
from c4.game.rules import Rules, cells_of
from c4.kernels.board import Board, board_of
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U, Words32, signed
from c4.kernels.words import lowest, number_of, popcount

MAX_WEIGHTS = 1 << 25
"""The most weights of all tuples for one side to move: training needs eight bytes for each."""


class Run(NamedTuple):
    """Vertically adjacent cells of a tuple, from below, and the lowest bit of their field."""

    cells: tuple[int, ...]
    shift: int

    @property
    def bits(self) -> int:
        """The width of the field."""
        return len(self.cells) + 1


class Change(NamedTuple):
    """What a disc on a cell changes: the place of one `reading`, by so much for a disc of the first player, or of the
    second.
    """

    reading: int
    by_first: int
    by_second: int


class Places(NamedTuple):
    """How discs become places, for compiled code.

    start    uint32[readings]     places on the empty board
    first    uint32[65]           a disc on cell c makes the changes first[c] to first[c + 1] - 1
    reading  uint32[changes]      which reading changes
    step     uint32[2 * changes]  by how much, for a disc of the first player and, `changes` further on, of the second
    """

    start: Words32
    first: Words32
    reading: Words32
    step: Words32


class Tuples:
    """A set of n-tuples on a board: `cells` holds a sorted tuple of bit numbers for each.

    `size` is the number of weights for one side to move.  Those of tuple t lie from offsets[t] up to offsets[t + 1];
    those for the second side to move follow `size` further on.
    Raises C4Error for cells that are not on the board, or more weights than MAX_WEIGHTS.
    """

    def __init__(self, rules: Rules, cells: Iterable[Iterable[int]]) -> None:
        self.rules = rules
        self.cells = tuple(tuple(sorted(tuple_cells)) for tuple_cells in cells)
        for tuple_cells in self.cells:
            are_cells = all(0 <= cell < 64 and rules.board >> cell & 1 for cell in tuple_cells)
            if not tuple_cells or len(set(tuple_cells)) != len(tuple_cells) or not are_cells:
                raise C4Error(f"{tuple_cells} is not a tuple of cells of the board {rules}")
        self.fields = [fields(tuple_cells, rules) for tuple_cells in self.cells]
        widths = [sum(run.bits for run in runs) for runs in self.fields]
        sizes = [1 << width for width in widths]
        if sum(sizes) > MAX_WEIGHTS:
            raise C4Error(f"these tuples have more than {MAX_WEIGHTS:,} weights: use shorter or fewer ones")
        self.offsets = np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))
        self.size = int(self.offsets[-1])
        self._places: Places | None = None

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def readings(self) -> int:
        return 2 * len(self.cells)

    def reading_cells(self, reading: int) -> tuple[int, ...]:
        """The cells of a reading: the tuple's, or their mirror images."""
        return self._cells_read(reading, self.cells[reading // 2])

    def _cells_read(self, reading: int, cells: tuple[int, ...]) -> tuple[int, ...]:
        """Cells of a tuple as a reading has them: the odd ones read the mirror image."""
        if reading % 2 == 0:
            return cells
        return tuple(mirrored(cell, self.rules) for cell in cells)

    def places(self) -> Places:
        """The arrays with which kernels compute places."""
        start = np.zeros(self.readings, dtype=np.uint32)
        changes: list[list[Change]] = [[] for _ in range(64)]  # by cell
        for reading in range(self.readings):
            start[reading] = self.offsets[reading // 2]
            for run in self.fields[reading // 2]:
                cells = self._cells_read(reading, run.cells)
                reachable = 1 << run.shift  # the leading 1 of an empty field
                if self.rules.bottom >> cells[0] & 1:
                    start[reading] += reachable
                else:  # a disc below makes the run reachable, of whichever player
                    changes[cells[0] - 1].append(Change(reading, reachable, reachable))
                for height, cell in enumerate(cells):
                    step = 1 << run.shift + height
                    changes[cell].append(Change(reading, step, 2 * step))
        counts = [len(of_cell) for of_cell in changes]
        first = np.concatenate(([0], np.cumsum(counts))).astype(np.uint32)
        rows = np.array([change for of_cell in changes for change in of_cell], dtype=np.uint32).reshape(-1, 3)
        readings = rows[:, 0].copy()
        steps = np.concatenate((rows[:, 1], rows[:, 2]))
        return Places(start, first, readings, steps)

    def at(self, stones: tuple[int, int]) -> np.ndarray:
        """The places of a board, int64[readings], from the first and second player's discs, whoever is to move."""
        if self._places is None:
            self._places = self.places()
        places = self._places
        at = places.start.astype(np.int64)
        steps_of_players = np.split(places.step.astype(np.int64), 2)
        for discs, steps in zip(stones, steps_of_players):
            for cell in cells_of(discs):
                changes = slice(places.first[cell], places.first[cell + 1])
                np.add.at(at, places.reading[changes], steps[changes])
        return at


def mirrored(cell: int, rules: Rules) -> int:
    """The mirror image of a cell."""
    row, column = rules.place(cell)
    return rules.cell(row, rules.columns - 1 - column)


def fields(cells: tuple[int, ...], rules: Rules) -> list[Run]:
    """The runs of a sorted tuple (cells from below), each with the lowest bit of its field."""
    runs: list[list[int]] = []
    for cell in cells:
        if runs and cell == runs[-1][-1] + 1 and rules.place(cell)[0] > 0:
            runs[-1].append(cell)
        else:
            runs.append([cell])
    fields: list[Run] = []
    shift = 0
    for run in runs:
        fields.append(Run(tuple(run), shift))
        shift += fields[-1].bits
    return fields


def random_walks(number: int, length: int, seed: int, rules: Rules) -> Tuples:
    """`number` different tuples, each the first `length` different cells of a random walk, also diagonally.

    Mirror images count as the same tuple.  On a small board there may be fewer.
    Raises C4Error when there is none of this length, or for numbers out of range.
    """
    if not 1 <= number <= 1000 or not 2 <= length <= 10:
        raise C4Error(f"tuples are 1 to 1,000 of 2 to 10 cells, not {number} of {length}")
    if length > rules.cells:
        raise C4Error(f"a tuple of {length} cells does not fit the board {rules}")
    chance = random.Random(f"n-tuples {seed}")
    walks: dict[tuple[int, ...], None] = {}
    for _ in range(50 * number):
        cells = _random_walk(length, chance, rules)
        image = tuple(sorted(mirrored(cell, rules) for cell in cells))
        if cells not in walks and image not in walks:
            walks[cells] = None
            if len(walks) == number:
                break
    return Tuples(rules, walks)


def _random_walk(length: int, chance: random.Random, rules: Rules) -> tuple[int, ...]:
    """The first so many different cells of a random walk, sorted."""
    row = chance.randrange(rules.rows)
    column = chance.randrange(rules.columns)
    cells = {rules.cell(row, column)}
    while len(cells) < length:
        near = []
        for r in (row - 1, row, row + 1):
            for c in (column - 1, column, column + 1):
                if (r, c) != (row, column) and 0 <= r < rules.rows and 0 <= c < rules.columns:
                    near.append((r, c))
        row, column = chance.choice(near)
        cells.add(rules.cell(row, column))
    return tuple(sorted(cells))


def to_planes(weights: np.ndarray) -> np.ndarray:
    """int32[n] as uint8[4, n], which compresses well: sign in the lowest bit, then all lowest bytes, and so on."""
    folded = ((weights << 1) ^ (weights >> 31)).astype("<u4")
    return np.ascontiguousarray(folded.view(np.uint8).reshape(-1, 4).T)


def from_planes(planes: np.ndarray) -> np.ndarray:
    """The reverse of `to_planes`."""
    folded = np.ascontiguousarray(planes.T).view("<u4").ravel()
    return ((folded >> 1).astype(np.int32)) ^ -(folded & 1).astype(np.int32)


FILE_STEPS = 1 << 21
"""How many steps make a weight of 1 in a model file and in training."""

VALUE_STEPS = 1 << 13
"""How many steps make a weight of 1 in the evaluator: sums stay exact in 32-bit floats, see EXACT_SUM."""

EXACT_SUM = 1 << 24
"""Below this 32-bit floats hold every whole number."""

# Layout of `Tables.numbers`, int64.

READING_COUNT = 0
"""How many readings there are."""

CHANGE_COUNT = 1
"""How many changes there are, for a disc of one player."""

TABLE_SIZE = 2
"""How many weights there are for one side to move."""

CHANGE_STARTS = 3
"""Where each cell's changes start, counted from CHANGE_LIST; 65 numbers, so that the last cell's changes end somewhere."""

CHANGE_LIST = CHANGE_STARTS + 65
"""The changes for discs of the first player, then the same for discs of the second: see `packed_changes`."""

# Layout of `Tables.memory`, int64.  All is packed into one array because array views are slow in numba.

SEEN_BITS = 15
"""The values seen (see `c4.evaluators.seen`) come first: 2**SEEN_BITS slots of two numbers each."""

LAST_CELL = 2 << SEEN_BITS
"""The cell of the disc played last."""

HELD_FIRST = LAST_CELL + 1
"""The discs of the first player on the board that the memory holds."""

HELD_SECOND = LAST_CELL + 2
"""The discs of the second player."""

HELD_SIDE = LAST_CELL + 3
"""The side to move there, as the place where its weights begin; NO_SIDE at first."""

HELD_SUM = LAST_CELL + 4
"""The sum of the weights of that board."""

HELD_READINGS = LAST_CELL + 5
"""For each reading its weight and its place on that board, see `packed_reading`; then room for the places on another
board."""

NO_SIDE = -1

NO_PLAYER = U(2)
"""Stands for a player where there is no last disc."""

LOW_16 = U(0xFFFF)
LOW_32 = U(0xFFFFFFFF)


def packed_changes(readings: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """Changes as numbers, int64: the step above 16 bits, the reading in these."""
    packed: np.ndarray = (steps.astype(np.int64) << 16) + readings
    return packed


@kernel(inlined=True)
def reading_in(change: U) -> U:
    """The reading of a packed change."""
    return change & LOW_16


@kernel(inlined=True)
def step_in(change: U) -> U:
    """What a packed change adds to the place of its reading."""
    return change >> U(16)


@kernel(inlined=True)
def packed_reading(weight: int, place: U) -> int:
    """A weight above 32 bits, its place in these."""
    return signed((U(weight) << U(32)) | place)


@kernel(inlined=True)
def place_in(reading: int) -> U:
    """The place of a packed reading."""
    return U(reading) & LOW_32


@kernel(inlined=True)
def weight_in(reading: int) -> int:
    """The weight of a packed reading."""
    return reading >> 32


@kernel(passed=True)
def update_kernel(cell: int, maximizer: bool, sign: int, tables: Tables) -> None:
    """Remembers the disc played last.  The memory holds the board before it, which the siblings share."""
    if sign > 0:
        tables.memory[LAST_CELL] = cell


@kernel(inlined=True)
def changes_of(cell: U, player: U, numbers: Ints) -> tuple[U, U]:
    """Where the changes of a player's disc on a cell begin and end in the numbers."""
    changes_of_player = U(CHANGE_LIST) + player * U(numbers[CHANGE_COUNT])
    start = U(CHANGE_STARTS) + cell
    return changes_of_player + U(numbers[start]), changes_of_player + U(numbers[start + U(1)])


@kernel
def move_stones(before: U, after: U, player: U, at: U, numbers: Ints, memory: Ints) -> None:
    """Changes the places in the memory from `at` on, from one set of a player's discs to another."""
    changed = before ^ after
    while changed != U(0):
        bit = lowest(changed)
        changed ^= bit
        begin, end = changes_of(U(number_of(bit)), player, numbers)
        for i in range(begin, end):
            change = U(numbers[i])
            step = signed(step_in(change))
            memory[at + reading_in(change)] += step if after & bit != U(0) else -step


@kernel
def hold(first: U, second: U, side: int, tables: Tables) -> None:
    """Changes the memory to another board, disc by disc, and to a side to move."""
    numbers = tables.numbers
    weights = tables.weights
    memory = tables.memory
    move_stones(U(memory[HELD_FIRST]), first, U(0), U(HELD_READINGS), numbers, memory)
    move_stones(U(memory[HELD_SECOND]), second, U(1), U(HELD_READINGS), numbers, memory)
    memory[HELD_FIRST] = signed(first)
    memory[HELD_SECOND] = signed(second)
    memory[HELD_SIDE] = side
    total = 0
    for i in range(U(HELD_READINGS), U(HELD_READINGS) + U(numbers[READING_COUNT])):
        place = place_in(memory[i])
        weight = signed(weights[U(side) + place])
        memory[i] = packed_reading(weight, place)
        total += weight
    memory[HELD_SUM] = total


@kernel
def sum_apart(first: U, second: U, side: int, tables: Tables) -> int:
    """The sum of weights of a board with a few more discs than the memory's; leaves the memory as it was."""
    numbers = tables.numbers
    weights = tables.weights
    memory = tables.memory
    readings = U(numbers[READING_COUNT])
    apart = U(HELD_READINGS) + readings
    for i in range(readings):
        memory[apart + i] = signed(place_in(memory[U(HELD_READINGS) + i]))
    move_stones(U(memory[HELD_FIRST]), first, U(0), apart, numbers, memory)
    move_stones(U(memory[HELD_SECOND]), second, U(1), apart, numbers, memory)
    total = np.float32(0)
    for i in range(apart, apart + readings):
        total += weights[U(side) + U(memory[i])]
    return signed(total)


@kernel(inlined=True)
def hold_before_last(first: U, second: U, side: int, tables: Tables) -> U:
    """Lets the memory hold a board without the disc played last; returns whose disc that is, NO_PLAYER if there is none."""
    memory = tables.memory
    player = NO_PLAYER
    bit = U(1) << U(memory[LAST_CELL])
    if first & bit != U(0):
        player = U(0)
        first ^= bit
    elif second & bit != U(0):
        player = U(1)
        second ^= bit
    if U(memory[HELD_FIRST]) != first or U(memory[HELD_SECOND]) != second or memory[HELD_SIDE] != side:
        hold(first, second, side, tables)
    return player


@kernel(inlined=True)
def gain_of_last(player: U, side: int, tables: Tables) -> int:
    """By how much the last disc, of this player, changes the sum of the board that the memory holds."""
    numbers = tables.numbers
    memory = tables.memory
    taken_off = 0
    added = np.float32(0)
    begin, end = changes_of(U(memory[LAST_CELL]), player, numbers)
    for i in range(begin, end):
        change = U(numbers[i])
        held = memory[U(HELD_READINGS) + reading_in(change)]
        added += tables.weights[U(side) + place_in(held) + step_in(change)]
        taken_off += weight_in(held)
    return signed(added) - taken_off


@kernel
def value_of(mover: U, other: U, board: Board, tables: Tables) -> int:
    """The value for the side to move in points.

    The first of the two tables is that of the player who began.  That is the side to move if it has as many discs as
    the other side, or more, as it may have in a position that was set up.
    """
    size = tables.numbers[TABLE_SIZE]
    mover_began = popcount(mover) >= popcount(other)
    quiet_mover = mover
    quiet_other = other
    if board.first_line == 1:
        quiet_mover, quiet_other, comes_to = play_out(mover, other, board)
        if comes_to != QUIET:
            return certain_points(comes_to, quiet_mover, quiet_other, mover_began)
    side = 0 if mover_began else size
    if mover_began:
        player = hold_before_last(mover, other, side, tables)
    else:
        player = hold_before_last(other, mover, side, tables)
    if quiet_mover | quiet_other == mover | other:  # most often: the last disc is all that differs
        total = signed(tables.memory[HELD_SUM])
        if player != NO_PLAYER:
            total += gain_of_last(player, side, tables)
    elif popcount(quiet_mover) >= popcount(quiet_other):
        total = sum_apart(quiet_mover, quiet_other, 0, tables)
    else:
        total = sum_apart(quiet_other, quiet_mover, size, tables)
    points = points_of(total, VALUE_STEPS)
    return points if mover_began else -points


@kernel(passed=True)
def evaluate_kernel(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """The value for the maximizer in points, cached or from `value_of`."""
    question = question_of(maximizer, minimizer, maximizer_moves, SEEN_BITS, board)
    if is_new(question, tables.memory):
        remember(question, value_of(question.mover, question.other, board, tables), tables.memory)
    return answer(question, maximizer_moves, tables.memory)


class NTuple(QuietEvaluator):
    """A set of tuples and the weights of their tables.

    `weights` are int32[2 * tuples.size], FILE_STEPS to 1.  Raises C4Error for weights that 32-bit sums cannot hold.
    """

    name = "ntuple"
    label = "N-tuple (learned)"
    value_steps = VALUE_STEPS
    evaluate_kernel = staticmethod(evaluate_kernel)
    update_kernel = staticmethod(update_kernel)

    def __init__(self, tuples: Tuples, weights: np.ndarray, source: str = "given weights") -> None:
        self.tuples = tuples
        self.rules = tuples.rules
        self.source = source
        if weights.shape != (2 * tuples.size,):
            raise C4Error(f"{source}: {weights.size:,} weights, these tuples have {2 * tuples.size:,}")
        self.weights = np.rint(weights * (VALUE_STEPS / FILE_STEPS)).astype(np.float32)
        starts = tuples.offsets[:-1]  # of the tables, for the first side to move and then for the second
        largest = np.maximum.reduceat(np.abs(self.weights), np.concatenate((starts, starts + tuples.size)))
        if not 2 * largest.sum() < EXACT_SUM:
            raise C4Error(
                f"{source}: weights this large ({np.abs(weights).max() / FILE_STEPS:.3g}) would make sums inexact"
            )
        places = tuples.places()
        changes = [packed_changes(places.reading, steps) for steps in np.split(places.step, 2)]
        head = [tuples.readings, len(places.reading), tuples.size]
        self._numbers = np.concatenate((head, places.first, *changes)).astype(np.int64)
        self._start = places.start

    @classmethod
    def _read(cls, path: Path) -> NTuple:
        _, tuples, weights = read_model(path)
        return cls(tuples, weights, path.name)

    def tables(self, rules: Rules) -> Tables:
        self.require_board(rules)
        memory = np.zeros(HELD_READINGS + 2 * self.tuples.readings, dtype=np.int64)
        memory[HELD_SIDE] = NO_SIDE
        memory[HELD_READINGS : HELD_READINGS + self.tuples.readings] = self._start
        return Tables(self._numbers, memory, self.weights)

    def evaluate(self, position: Position, side: int | None = None) -> int:
        """The value of `evaluate_kernel`, from an empty memory."""
        side = position.to_move if side is None else side
        mine = np.uint64(position.stones[side])
        theirs = np.uint64(position.stones[1 - side])
        board = board_of(position.rules)
        return int(evaluate_kernel(mine, theirs, position.to_move == side, board, self.tables(position.rules)))

    def parts(self, quiet: Position, mover: int) -> tuple[np.ndarray, list[Contribution]]:
        """The weights of all readings, each with its cells."""
        stones = (quiet.mine, quiet.theirs) if mover == 0 else (quiet.theirs, quiet.mine)
        picked = self.weights[self.tuples.at(stones) + mover * self.tuples.size].astype(np.float64)
        place = self.tuples.rules.place
        rows = []
        for reading, weight in enumerate(picked.tolist()):
            image = " mirrored" if reading % 2 else ""
            name = f"tuple {reading // 2 + 1}{image}"
            cells = tuple(place(cell) for cell in self.tuples.reading_cells(reading))
            rows.append(Contribution(name, 1.0, weight / VALUE_STEPS, 0, cells))
        return picked, rows

    def page_names(self) -> tuple[str, ...]:
        return MOVERS

    def _page(self, name: str, position: Position | None) -> Page:
        side = MOVERS.index(name)
        rules = self.tuples.rules
        means, counts = cell_means(self.tuples, self.weights)
        heats = (
            on_board(STATES[state], means[side, state] / VALUE_STEPS, rules, counts[side, state])
            for state in (FIRST, SECOND, FREE, OUT)
        )
        about = (
            "The mean weight, before tanh, of all table entries with a disc of the first or the second player on the"
            " cell, or with the cell empty and reachable, or out of reach. Tuples are read on the board and on its"
            " mirror image. Entries of 0, hardly ever met, are left out. Blue is good for the first player."
        )
        return Page(name, about, tuple(heats), count_name="entries")


# -- the model file ---------------------------------------------------------------------------------------------------

ARRAYS = {"cells": ("uint8", 2), "planes": ("uint8", 2)}
"""Arrays of a model file: the cells of each tuple as bit numbers; and the weights, packed by `to_planes`."""


def read_model(
    path: str | Path, more: dict[str, tuple[str, int]] | None = None, learner: str = "ntuple"
) -> tuple[dict[str, Any], Tuples, np.ndarray]:
    """(content, tuples, weights as int32, FILE_STEPS to 1) of a model file of this learner.

    With `more` (see `c4.models.read_arrays`) the content has these arrays under "arrays".
    Raises C4Error, one sentence, for any other file.
    """
    content, arrays = models.read_arrays(path, learner, {**ARRAYS, **(more or {})})
    rules = models.rules_of(content, path)
    try:
        tuples = Tuples(rules, arrays["cells"].tolist())
    except C4Error as error:
        raise C4Error(f"{path} does not fit its board: {error}") from None
    if arrays["planes"].shape != (4, 2 * tuples.size):
        found = arrays["planes"].shape[1] if len(arrays["planes"]) == 4 else 0
        raise C4Error(f"{path} holds {found:,} weights: its tuples have {2 * tuples.size:,}")
    return {**content, "arrays": arrays}, tuples, from_planes(arrays["planes"])


# -- the pages of weights ---------------------------------------------------------------------------------------------

OUT, FREE, FIRST, SECOND = range(4)
STATES = ("out of reach", "reachable", "first player", "second player")
"""The states of a cell: empty and out of reach; empty and reachable; a disc of the first player; of the second."""

MOVERS = ("first to move", "second to move")


def run_states(length: int) -> np.ndarray:
    """int8[2 ** (length + 1), length]: the states of a run's cells, from below, for each number in its field (see
    the top of this file)."""
    states = np.full((2 << length, length), OUT, dtype=np.int8)
    for number in range(1, 2 << length):
        discs = number.bit_length() - 1
        for height in range(min(discs + 1, length)):
            states[number, height] = FREE if height == discs else FIRST + (number >> height & 1)
    return states


def cell_means(tuples: Tuples, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(mean weight, number of entries) by side to move, state, row and column: float64 and int64[2, 4, rows, columns].

    The mean is over all entries of all tuples and their mirror images that are not 0 and have the cell in this state;
    NaN where there is none.
    """
    rules = tuples.rules
    # A layer is a number for every entry.  Two have the weights, of the first and of the second side to move; two more
    # have 1 for each weight that is not 0.  `sums` is [layer, state, row, column].
    sums = np.zeros((4, 4, rules.rows, rules.columns))
    tables = weights.reshape(2, tuples.size)
    in_state = {}  # by the length of a run, [number in its field, cell, state]: 1 where the cell is in that state
    for length in range(1, rules.rows + 1):
        in_state[length] = np.eye(4)[run_states(length)]
    for number, runs in enumerate(tuples.fields):
        own_weights = tables[:, tuples.offsets[number] : tuples.offsets[number + 1]].astype(np.float64)
        layers = np.concatenate((own_weights, own_weights != 0))
        for run in runs:
            by_number = layers.reshape(4, -1, 1 << run.bits, 1 << run.shift).sum(axis=(1, 3))  # [layer, number]
            by_cell = np.einsum("ln,ncs->lsc", by_number, in_state[len(run.cells)])  # [layer, state, cell]
            for place, cell in enumerate(run.cells):
                row, column = rules.place(cell)
                sums[:, :, row, column] += by_cell[:, :, place]
                sums[:, :, row, rules.columns - 1 - column] += by_cell[:, :, place]
    counts = np.rint(sums[2:]).astype(np.int64)
    return np.where(counts > 0, sums[:2] / np.maximum(counts, 1), np.nan), counts
