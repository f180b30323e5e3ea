"""Network: a learned value, one hidden layer over the discs and over the cells that complete a line.

    inputs    0 or 1: a disc of the first player on a cell, of the second; an empty cell that completes a line of the
              first, of the second; the side to move
    unit      clipped ReLU: the sum of the weights of its inputs, at least 0 and at most 1; on the board and on its
              mirror image
    V         tanh(bias + sum of both activations of every unit x what it adds, one number for each side to move)
              +1: the first player wins, -1: the second

As in the small networks of chess engines (Nasu's NNUE, 2018) weights are whole numbers in the search, and the sums of
the hidden layer follow the search from leaf to leaf: only the inputs that change are added or taken off
(see below).  Forced replies are played first (`c4.evaluators.quiet`).

A network of H hidden units is, for the search, one of 2 H lanes: every unit reads the board and its mirror image.
`Tables.numbers` and `Tables.memory` hold 32-bit numbers, two to a word, so that the processor adds eight at once:

    numbers   LANES; BIAS, one for each side to move, VALUE_STEPS to 1; from ROWS a row of lanes for each input,
              ACTIVATION_STEPS to 1; two rows with what a lane adds to the value, with the first player and with the
              second to move, OUTPUT_STEPS to 1
    memory    values seen (see `c4.evaluators.seen`); from HELD the inputs that the accumulator holds, PLANES words;
              from ACCUMULATOR the sum of every lane

An input is bit b of plane p, row PLANE * p + b.  Planes 0 and 1 are the discs of the first and of the second player, 2
and 3 the empty cells that complete a line of the first and of the second; plane 4 has two bits only, one for each side
to move.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from c4 import models
from c4.errors import C4Error
from c4.evaluators.base import Contribution, Page, Tables, on_board
from c4.evaluators.quiet import QUIET, QuietEvaluator, after_replies, certain_points, play_out, points_of
from c4.evaluators.seen import answer, is_new, question_of, remember
from c4.game.position import Position
from c4.game.rules import Rules, cells_of
from c4.kernels.board import Board, board_of
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U, signed
from c4.kernels.lines import winning_cells
from c4.kernels.words import lowest, number_of, popcount

PLANES = 5

PLANE = 64
"""The inputs of a plane of cells: one for each bit of a word."""

SIDE_INPUT = PLANE * (PLANES - 1)
"""The input of the first player to move; that of the second follows."""

INPUTS = SIDE_INPUT + 2
"""Rows of the first layer."""

# Layout of the numbers, in words of 64 bits; two numbers of 32 bits make one.

LANES = 0
BIAS = 1
ROWS = 4

FIRST_ROW = 2 * ROWS
"""The place of the first row among the numbers of 32 bits."""

# Weights are whole numbers: so many steps make 1.

ACTIVATION_STEPS = 512
"""Of the sum of a unit's inputs, which counts from 0 to 1."""

OUTPUT_STEPS = 1 << 13
"""Of what a unit adds to the value."""

VALUE_STEPS = ACTIVATION_STEPS * OUTPUT_STEPS
"""Of the value before tanh."""

# Layout of the memory, in words of 64 bits.

SEEN_BITS = 14
"""The values seen have 2**SEEN_BITS slots of two words each."""

HELD = 2 << SEEN_BITS

ACCUMULATOR = HELD + PLANES + 1

FIRST_SUM = 2 * ACCUMULATOR
"""The place of the first sum among the numbers of 32 bits."""


@kernel(inlined=True)
def inputs_of(first: U, second: U, first_moves: bool, board: Board) -> tuple[U, U, U, U, U]:
    """The planes of a board; `first` are the first player's discs."""
    empty = board.full & ~(first | second)
    return (
        first,
        second,
        winning_cells(first, empty, board),
        winning_cells(second, empty, board),
        U(1) if first_moves else U(2),
    )


@kernel
def follow(planes: tuple[U, U, U, U, U], numbers: Ints, memory: Ints) -> None:
    """Brings the accumulator from the inputs that it holds to these."""
    lanes = U(numbers[LANES])
    rows = numbers.view(np.int32)
    sums = memory.view(np.int32)
    start = U(FIRST_SUM)
    for plane in range(U(PLANES)):
        now = planes[signed(plane)]
        before = U(memory[U(HELD) + plane])
        memory[U(HELD) + plane] = signed(now)
        changed = before ^ now
        while changed != U(0):
            bit = lowest(changed)
            changed ^= bit
            row = U(FIRST_ROW) + (U(PLANE) * plane + U(number_of(bit))) * lanes
            if now & bit != U(0):
                for lane in range(lanes):
                    sums[start + lane] = np.int32(sums[start + lane] + rows[row + lane])
            else:
                for lane in range(lanes):
                    sums[start + lane] = np.int32(sums[start + lane] - rows[row + lane])


@kernel
def total_of(side: int, numbers: Ints, memory: Ints) -> int:
    """The value of the board that the accumulator holds, before tanh, VALUE_STEPS to 1; side 0: the first player is to
    move."""
    lanes = U(numbers[LANES])
    rows = numbers.view(np.int32)
    sums = memory.view(np.int32)
    start = U(FIRST_SUM)
    outer = U(FIRST_ROW) + (U(INPUTS) + U(side)) * lanes
    total = np.int32(0)
    for lane in range(lanes):
        active = min(max(sums[start + lane], np.int32(0)), np.int32(ACTIVATION_STEPS))
        total = np.int32(total + np.int32(active * rows[outer + lane]))
    return signed(signed(total) + numbers[BIAS + side])


@kernel
def quiet_total(mover: U, other: U, board: Board, tables: Tables) -> int:
    """`total_of` a quiet board, for the first player, who has more discs, or as many and the move."""
    if popcount(mover) >= popcount(other):
        follow(inputs_of(mover, other, True, board), tables.numbers, tables.memory)
        return total_of(0, tables.numbers, tables.memory)
    follow(inputs_of(other, mover, False, board), tables.numbers, tables.memory)
    return total_of(1, tables.numbers, tables.memory)


@kernel
def value_of(mover: U, other: U, board: Board, tables: Tables) -> int:
    """The value for the side to move in points, after the forced replies."""
    quiet_mover = mover
    quiet_other = other
    comes_to = QUIET
    if board.first_line == 1:
        quiet_mover, quiet_other, comes_to = play_out(mover, other, board)
    mover_began = popcount(mover) >= popcount(other)
    if comes_to == QUIET:
        points = points_of(quiet_total(quiet_mover, quiet_other, board, tables), VALUE_STEPS)
        return points if mover_began else -points
    return certain_points(comes_to, quiet_mover, quiet_other, mover_began)


@kernel(passed=True)
def evaluate_kernel(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """The value for the maximizer in points, cached or from `value_of`."""
    question = question_of(maximizer, minimizer, maximizer_moves, SEEN_BITS, board)
    if is_new(question, tables.memory):
        remember(question, value_of(question.mover, question.other, board, tables), tables.memory)
    return answer(question, maximizer_moves, tables.memory)


def cell_of_input(number: int) -> int:
    """The cell of an input that is not a side to move."""
    return number % PLANE


KINDS = ("first player's discs", "second player's discs", "first completes a line", "second completes a line")
"""The four planes in words."""


def inputs_on(position: Position) -> tuple[np.ndarray, int]:
    """(the inputs that are on, ascending, that of the side to move last; 0 if the first player is to move, otherwise 1).

    The side to move is the first player if it has as many discs as the other side, or more.
    """
    mover_began = position.mine.bit_count() >= position.theirs.bit_count()
    first = position.mine if mover_began else position.theirs
    second = position.theirs if mover_began else position.mine
    empty = U(position.rules.board & ~position.occupied)
    board = board_of(position.rules)
    first_wins = int(winning_cells(U(first), empty, board))
    second_wins = int(winning_cells(U(second), empty, board))
    on = []
    for plane, cells in enumerate((first, second, first_wins, second_wins)):
        on += [PLANE * plane + cell for cell in cells_of(cells)]
    to_move = 0 if mover_began else 1
    return np.array([*on, SIDE_INPUT + to_move]), to_move


@lru_cache(maxsize=8)
def mirrored_inputs(rules: Rules) -> np.ndarray:
    """int64[INPUTS]: for each input the one that takes its place on the mirror image."""
    mirrored_row = np.arange(INPUTS)
    for cell in cells_of(rules.board):
        row, column = rules.place(cell)
        image = rules.cell(row, rules.columns - 1 - column)
        for plane in range(PLANES - 1):
            mirrored_row[PLANE * plane + cell] = PLANE * plane + image
    return mirrored_row


MAX_WEIGHT = (1 << 15) - 1
"""Weights in the search are numbers of 16 bits."""

MAX_WEIGHT_SUM = (1 << 31) - (1 << 26)
"""The sum of all units is a number of 32 bits; the rest is for rounding."""

NAMED_CELLS = 4
"""Cells of a unit that an explanation names."""


def units_of(length: int) -> int:
    """How many units a network with so many weights has; 0 if there is no such network."""
    units, rest = divmod(length - 2, INPUTS + 2)
    return units if rest == 0 else 0


def can_hold(weights: np.ndarray) -> bool:
    """Whether the whole numbers of the search can hold these weights; False also if one is infinite or no number."""
    if not np.isfinite(weights).all():  # first: calculating with a signalling NaN warns
        return False
    size = INPUTS * units_of(weights.size)
    inner = np.abs(weights[:size])
    outer = np.abs(weights[size:-2]).reshape(2, -1)
    bias = np.abs(weights[-2:])
    lanes_of_unit = 2
    with np.errstate(over="ignore"):  # what is infinite then is too large, too
        inputs_fit = inner.max() * ACTIVATION_STEPS < MAX_WEIGHT
        units_fit = outer.max() * OUTPUT_STEPS < MAX_WEIGHT
        sum_fits = outer.sum(axis=1).max() * lanes_of_unit * VALUE_STEPS < MAX_WEIGHT_SUM
    return bool(inputs_fit and units_fit and sum_fits and bias.max() < MAX_WEIGHT)


class Network(QuietEvaluator):
    """The weights of a network.

    `weights` are float32, in rows of `units`: INPUTS rows with the weights of each input, then two rows with what each
    unit adds with the first and with the second player to move; then two biases.  Raises C4Error for weights that are too many, too few, or too
    large for the whole numbers of the search.
    """

    name = "network"
    label = "Network (learned)"
    value_steps = VALUE_STEPS
    pages_follow = True
    evaluate_kernel = staticmethod(evaluate_kernel)

    def __init__(self, weights: np.ndarray, rules: Rules, source: str = "given weights") -> None:
        self.rules = rules
        self.source = source
        self.units = units_of(weights.size)
        if not self.units or weights.ndim != 1:
            raise C4Error(f"{source}: {weights.size:,} weights are not those of a network with one hidden layer")
        if not can_hold(weights):
            raise C4Error(f"{source}: a weight is too large for the search, or not a number")
        size = INPUTS * self.units
        inner, outer, bias = np.split(weights.astype(np.float64), [size, size + 2 * self.units])
        self.inner = np.rint(inner * ACTIVATION_STEPS).astype(np.int64).reshape(INPUTS, self.units)
        self.outer = np.rint(outer * OUTPUT_STEPS).astype(np.int64).reshape(2, self.units)
        self.bias = np.rint(bias * VALUE_STEPS).astype(np.int64)
        mirror = mirrored_inputs(rules)
        inner_lanes = np.concatenate((self.inner, self.inner[mirror]), axis=1)  # [INPUTS, lanes]
        outer_lanes = np.concatenate((self.outer, self.outer), axis=1)  # [2, lanes]
        lanes = np.concatenate((inner_lanes, outer_lanes)).astype(np.int32)
        words = lanes.ravel().view(np.int64)  # two numbers of 32 bits to a word, see the top of this file
        self._numbers = np.concatenate((np.zeros(ROWS, dtype=np.int64), words))
        self._numbers[LANES] = 2 * self.units
        self._numbers[BIAS : BIAS + 2] = self.bias

    @classmethod
    def _read(cls, path: Path) -> Network:
        content, weights = read_model(path)
        return cls(weights, models.rules_of(content, path), path.name)

    def tables(self, rules: Rules) -> Tables:
        self.require_board(rules)
        return Tables(self._numbers, np.zeros(ACCUMULATOR + self.units, dtype=np.int64))

    def parts(self, quiet: Position, mover: int) -> tuple[np.ndarray, list[Contribution]]:
        """What each unit adds on the board and on its mirror image, with its activation and the cells that excite it or
        hold it back most; and the bias.  VALUE_STEPS to 1."""
        on, _ = inputs_on(quiet)
        mirror = mirrored_inputs(quiet.rules)
        on_board = self.inner[on].sum(axis=0)
        on_image = self.inner[mirror[on]].sum(axis=0)
        active = np.clip(on_board, 0, ACTIVATION_STEPS) + np.clip(on_image, 0, ACTIVATION_STEPS)
        parts = np.append(active * self.outer[mover], self.bias[mover])
        activations = (active / ACTIVATION_STEPS).tolist()
        weights = (self.outer[mover] / OUTPUT_STEPS).tolist()
        rows = [
            Contribution(f"unit {unit + 1}", activations[unit], weights[unit], 0, cells)
            for unit, cells in enumerate(self._strongest(on, quiet.rules))
        ]
        return parts, [*rows, Contribution("side to move", 1.0, float(self.bias[mover]) / VALUE_STEPS, 0)]

    def _strongest(self, on: np.ndarray, rules: Rules) -> list[tuple[tuple[int, int], ...]]:
        """For each unit the cells whose inputs weigh most in the sum of its two readings."""
        on = on[:-1]  # the last one is the side to move
        if not len(on):
            return [()] * self.units
        weight = np.abs(self.inner[on] + self.inner[mirrored_inputs(rules)[on]])
        best = np.argsort(-weight, axis=0, kind="stable")[:NAMED_CELLS]
        places = [rules.place(cell_of_input(number)) for number in on.tolist()]
        return [tuple(dict.fromkeys(places[row] for row in column)) for column in best.T.tolist()]

    def page_names(self) -> tuple[str, ...]:
        return network_page_names(self.units)

    def _page(self, name: str, position: Position | None) -> Page:
        quiet = Position(rules=self.rules) if position is None else after_replies(position)[0]
        inner = self.inner / ACTIVATION_STEPS
        outer = self.outer / OUTPUT_STEPS
        framed = quiet if fits(quiet.rules, self.rules) else None
        return network_page(name, inner, outer, framed, self.rules)


def fits(one: Rules, other: Rules) -> bool:
    """Whether a board has the cells and lines of another."""
    return (one.rows, one.columns, one.connect) == (other.rows, other.columns, other.connect)


# -- the model file ---------------------------------------------------------------------------------------------------


def read_model(path: str | Path, more: dict[str, tuple[str, int]] | None = None) -> tuple[dict[str, Any], np.ndarray]:
    """(content, weights float32) of a model file.  With `more` (see `c4.models.read_arrays`) the content has these
    arrays under "arrays".  Raises C4Error, one sentence, for any other file."""
    content, arrays = models.read_arrays(path, Network.name, {"weights": ("float32", 1), **(more or {})})
    Network(arrays["weights"], models.rules_of(content, path), str(path))
    return {**content, "arrays": arrays}, arrays["weights"]


def named_weights(evaluator: Network) -> dict[str, np.ndarray]:
    """The weights as tensors for other programs, float32: `inputs` (4, rows, columns, H), `side` (2, H), `output`
    (2, H), `bias` (2,); and `lines`, the cells of every line, int64 (n, connect), row * columns + column."""
    rules = evaluator.rules
    inner = evaluator.inner / ACTIVATION_STEPS
    cells = np.array([[rules.cell(row, column) for column in range(rules.columns)] for row in range(rules.rows)])
    inputs = np.stack([inner[PLANE * plane + cells] for plane in range(PLANES - 1)])
    lines = []
    for line in rules.lines:
        places = [rules.place(cell) for cell in line.cells]
        lines.append(sorted(row * rules.columns + column for row, column in places))
    return {
        "inputs": inputs.astype(np.float32),
        "side": inner[SIDE_INPUT:].astype(np.float32),
        "output": (evaluator.outer / OUTPUT_STEPS).astype(np.float32),
        "bias": (evaluator.bias / VALUE_STEPS).astype(np.float32),
        "lines": np.array(lines, dtype=np.int64),
    }


# -- the pages of weights ----------------------------------------------------------------------------------------------

UNITS_OF_PAGE = 24
"""Units on a page that shows several."""


def network_page_names(units: int) -> tuple[str, ...]:
    """The pages of a network: first those with several units, then one for each unit."""
    several = [f"units {part.start + 1} to {part.stop}" for part in units_of_pages(units)]
    single = [f"unit {unit + 1}" for unit in range(units)]
    return (*several, *single)


def units_of_pages(units: int) -> list[range]:
    """The units of each page that shows several."""
    return [range(start, min(units, start + UNITS_OF_PAGE)) for start in range(0, units, UNITS_OF_PAGE)]


def network_page(name: str, inner: np.ndarray, outer: np.ndarray, quiet: Position | None, rules: Rules) -> Page:
    """The page of this name: `inner` float64[INPUTS, units], what an input adds to a unit's sum; `outer`
    float64[2, units], what a unit adds to the value with either side to move; `quiet` the position whose inputs are
    framed."""
    units = inner.shape[1]
    place = network_page_names(units).index(name)
    parts = units_of_pages(units)
    if place < len(parts):
        return _several(name, parts[place], inner, outer, rules)
    return _one(name, place - len(parts), inner, outer, quiet, rules)


def _several(name: str, units: range, inner: np.ndarray, outer: np.ndarray, rules: Rules) -> Page:
    about = (
        "Each board is a hidden unit. A number says how much better for the first player, through this unit, the"
        " first player's disc is in that cell than the second's: blue better, orange worse. A unit reads the mirror"
        " image as well."
    )
    first_discs = inner[:PLANE]
    second_discs = inner[PLANE : 2 * PLANE]
    differences = (first_discs - second_discs) * outer.mean(axis=0)
    heats = (on_board(f"unit {unit + 1}", plane(differences[:, unit], rules), rules) for unit in units)
    return Page(name, about, tuple(heats))


def _one(name: str, unit: int, inner: np.ndarray, outer: np.ndarray, quiet: Position | None, rules: Rules) -> Page:
    about = (
        "What each input adds to the sum of this unit: a disc, or an empty cell that completes a line. Blue excites"
        " it, orange holds it back; the sum counts from 0 to 1. Bars: what the unit starts from, and what an activation"
        " of 1 adds to the value for the first player, before tanh. Framed: the inputs of the position, after forced"
        " replies."
    )
    on = set() if quiet is None else set(inputs_on(quiet)[0].tolist())
    heats = []
    for number, kind in enumerate(KINDS):
        first_input = PLANE * number
        heat = on_board(kind, plane(inner[first_input : first_input + PLANE, unit], rules), rules)
        cells = (rules.place(cell) for cell in cells_of(rules.board) if first_input + cell in on)
        marks = tuple((rules.rows - 1 - row, column) for row, column in cells)
        heats.append(replace(heat, marks=marks))
    start = inner[SIDE_INPUT:, unit]
    adds = outer[:, unit]
    bars = (
        ("starts at, first to move", float(start[0])),
        ("starts at, second to move", float(start[1])),
        ("adds, first to move", float(adds[0])),
        ("adds, second to move", float(adds[1])),
    )
    return Page(name, about, tuple(heats), bars)


def plane(values: np.ndarray, rules: Rules) -> np.ndarray:
    """float64[rows, columns] of the values of a plane, one for each bit of a word."""
    values_on_board = np.zeros((rules.rows, rules.columns))
    for cell in cells_of(rules.board):
        values_on_board[rules.place(cell)] = values[cell]
    return values_on_board
