"""TD-lambda: a learned linear value of 87 features, those of reference system 0 (R0-2 and R0-3 in
docs/reference-systems.md).

    0 to 41     7 x row + column: an own disc there      84    own discs in the middle column / 6
    42 to 83    the same for the opponent's discs        85    own threats / 69      86    the opponent's / 69

A *threat* is a line, in any of the four directions, with at least one disc of a side and none of the other.
V = w . x is learned for afterstates, so features are those seen by the player who moved last, and a position is worth
-V to the side to move.  Values are whole points, 10,000 per unit; weights are rounded to whole points per count.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from c4 import models, storage
from c4.errors import C4Error
from c4.evaluators.base import Contribution, Evaluator, Page, Tables, on_board
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules, cells_of
from c4.kernels.board import Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, signed
from c4.kernels.lines import at_least, shift_of
from c4.kernels.words import popcount

SCALE = 10_000
"""Points of a value of 1."""

VALUE_LIMIT = 900_000
"""The most points of a value: below those of a won game."""

# Layout of `Tables.numbers`: points of an own disc on each of 64 cells, of one of the opponent's, of threats.

OWN_CELLS = 0
OTHER_CELLS = 64
OWN_THREAT = 128
OTHER_THREAT = 129
NUMBERS = 130

AS_MAXIMIZER, AS_MINIMIZER = range(2)
"""Layout of `Tables.memory`: the points of all discs, as the maximizer sees them and as the minimizer does."""


def number_of_features(rules: Rules) -> int:
    """87 on the standard board."""
    return 2 * rules.cells + 3


def units(rules: Rules) -> tuple[int, int]:
    """The divisors of discs in the middle and of threats: 6 cells and 69 lines on the standard board."""
    return rules.middle.bit_count(), len(rules.lines)


def place_of(cell: int, rules: Rules) -> int:
    """The index of a cell (a bit number) among the features of one side: 7 x row + column."""
    row, column = rules.place(cell)
    return rules.columns * row + column


def threats_of(own: int, other: int, rules: Rules) -> int:
    """Lines with a disc of `own` and none of `other`."""
    return sum(1 for line in rules.lines if own & line.mask and not other & line.mask)


def features(position: Position, side: int) -> list[float]:
    """The 87 features as `side` sees them, in their order."""
    rules = position.rules
    half = position.rules.cells
    own = position.stones[side]
    other = position.stones[1 - side]
    middle, lines = units(rules)
    own_cells = [0.0] * half
    for cell in cells_of(own):
        own_cells[place_of(cell, rules)] = 1.0
    other_cells = [0.0] * half
    for cell in cells_of(other):
        other_cells[place_of(cell, rules)] = 1.0
    centre = (own & rules.middle).bit_count() / middle
    own_threats = threats_of(own, other, rules) / lines
    other_threats = threats_of(other, own, rules) / lines
    return [*own_cells, *other_cells, centre, own_threats, other_threats]


@kernel
def threats(own: U, other: U, board: Board) -> int:
    """The compiled twin of `threats_of`."""
    total = 0
    for direction in range(4):
        shift = shift_of(direction, board.stride)
        mine, _, _, _ = at_least(own, shift, board.connect)
        theirs, _, _, _ = at_least(other, shift, board.connect)
        total += popcount(board.starts[direction] & mine & ~theirs)
    return total


@kernel(passed=True)
def evaluate_kernel(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """The value in points, of the afterstate as the player who moved last sees it."""
    mine = threats(maximizer, minimizer, board)
    theirs = threats(minimizer, maximizer, board)
    numbers = tables.numbers
    memory = tables.memory
    if maximizer_moves:
        return -signed(memory[AS_MINIMIZER] + numbers[OWN_THREAT] * theirs + numbers[OTHER_THREAT] * mine)
    return signed(memory[AS_MAXIMIZER] + numbers[OWN_THREAT] * mine + numbers[OTHER_THREAT] * theirs)


@kernel(passed=True)
def update_kernel(cell: int, maximizer: bool, sign: int, tables: Tables) -> None:
    """Adds a disc to the points in the memory, or takes it off."""
    numbers = tables.numbers
    memory = tables.memory
    own = numbers[OWN_CELLS + cell]
    other = numbers[OTHER_CELLS + cell]
    memory[AS_MAXIMIZER] += sign * (own if maximizer else other)
    memory[AS_MINIMIZER] += sign * (other if maximizer else own)


class TDLambda(Evaluator):
    """The evaluator of this module; unit wins (10,000 points = +1); colour-antisymmetric; not mirror-symmetric.

    Knows only boards of the size it was trained on.  Raises C4Error for weights so large that the search could take a
    value for a won game.
    """

    name = "td-lambda"
    label = "TD-lambda (learned)"
    unit = "wins"
    scale = SCALE
    limit = VALUE_LIMIT
    steps = (SCALE // 10, SCALE // 3, 2 * SCALE // 3)
    line_value = SCALE
    evaluate_kernel = staticmethod(evaluate_kernel)
    update_kernel = staticmethod(update_kernel)

    def __init__(self, weights: Iterable[float], rules: Rules = STANDARD, source: str = "given weights") -> None:
        """`weights`: one per feature, 87 on the standard board; `source`: where they come from, for messages."""
        self.weights = tuple(float(weight) for weight in weights)
        self.rules = rules
        self.source = source
        half = rules.cells
        expected = number_of_features(rules)
        if len(self.weights) != expected:
            raise C4Error(f"{source}: {len(self.weights)} weights, the td-lambda evaluator has {expected} on {rules}")
        cells = zip(self.weights[:half], self.weights[half : 2 * half], strict=True)
        most_of_cells = sum(max(abs(own), abs(other)) for own, other in cells)
        most_of_rest = sum(map(abs, self.weights[2 * half :]))
        most_by_rounding = 3 * half + 200
        if not SCALE * (most_of_cells + most_of_rest) + most_by_rounding <= VALUE_LIMIT:
            raise C4Error(
                f"{source}: weights this large ({max(self.weights, key=abs):.3g}) would make a value pass for a won"
                " game in the search"
            )

    @classmethod
    def _read(cls, path: Path) -> TDLambda:
        """The evaluator of a model file or of a `.npy` file of 87 weights."""
        if path.suffix == ".npy":
            return cls(read_npy(path), STANDARD, path.name)
        content = models.read(path, cls.name, number_of_features)
        return cls(content["weights"], models.rules_of(content, path), path.name)

    def points(self) -> tuple[list[int], list[int], tuple[int, int, int]]:
        """(points of own discs, of the opponent's, (of a disc in the middle, an own threat, an opponent's))."""
        half = self.rules.cells
        middle, lines = units(self.rules)
        cells = [round(SCALE * weight) for weight in self.weights[: 2 * half]]
        in_the_middle, own, other = self.weights[2 * half :]
        rest = (round(SCALE * in_the_middle / middle), round(SCALE * own / lines), round(SCALE * other / lines))
        return cells[:half], cells[half:], rest

    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        """A row for every feature; those of `side` are called own.  Weights are those for the player who moved last."""
        self.require_board(position.rules)
        side = position.to_move if side is None else side
        rules = position.rules
        eyes = 1 - position.to_move
        sign = 1 if side == eyes else -1
        half = rules.cells
        own_cells, other_cells, (middle, own_threat, other_threat) = self.points()
        rows = []
        for owner, points, offset in ((eyes, own_cells, 0), (1 - eyes, other_cells, half)):
            whose = "own" if owner == side else "opponent's"
            for place, number in enumerate(points):
                row, column = divmod(place, rules.columns)
                there = position.stones[owner] >> rules.cell(row, column) & 1
                weight = sign * self.weights[offset + place]
                rows.append(
                    Contribution(f"{whose} disc", float(there), weight, sign * number * there, ((row, column),))
                )
        own = position.stones[eyes]
        other = position.stones[1 - eyes]
        in_the_middle = (own & rules.middle).bit_count()
        own_threats = threats_of(own, other, rules)
        other_threats = threats_of(other, own, rules)
        middle_unit, threat_unit = units(rules)
        middle_weight, own_weight, other_weight = (sign * weight for weight in self.weights[2 * half :])
        mine = "own" if side == eyes else "opponent's"
        theirs = "opponent's" if side == eyes else "own"
        middle_cells = rules.places(rules.middle)
        return [
            *rows,
            Contribution(
                f"{mine} discs in the middle",
                in_the_middle / middle_unit,
                middle_weight,
                sign * middle * in_the_middle,
                middle_cells,
            ),
            Contribution(f"{mine} threats", own_threats / threat_unit, own_weight, sign * own_threat * own_threats),
            Contribution(
                f"{theirs} threats", other_threats / threat_unit, other_weight, sign * other_threat * other_threats
            ),
        ]

    def page_names(self) -> tuple[str, ...]:
        return ("cells and threats",)

    def _page(self, name: str, position: Position | None) -> Page:
        rules = self.rules
        half = self.rules.cells
        weights = np.array(self.weights)
        boards = (
            on_board(title, weights[start : start + half].reshape(rules.rows, rules.columns), rules)
            for title, start in (("own disc", 0), ("opponent's disc", half))
        )
        bars = zip(("own middle", "own threats", "other threats"), self.weights[2 * half :], strict=True)
        about = (
            "What a disc on each square adds for the player who just moved. Bars: the weights of the other features."
        )
        return Page(name, about, tuple(boards), tuple(bars))

    def tables(self, rules: Rules) -> Tables:
        self.require_board(rules)
        own_cells, other_cells, (middle, own_threat, other_threat) = self.points()
        numbers = np.zeros(NUMBERS, dtype=np.int64)
        for cell in cells_of(rules.board):
            in_the_middle = rules.middle >> cell & 1
            numbers[OWN_CELLS + cell] = own_cells[place_of(cell, rules)] + middle * in_the_middle
            numbers[OTHER_CELLS + cell] = other_cells[place_of(cell, rules)]
        numbers[OWN_THREAT] = own_threat
        numbers[OTHER_THREAT] = other_threat
        return Tables(numbers, np.zeros(2, dtype=np.int64))


# -- weights in the format of reference system 0 ----------------------------------------------------------------------


THEIR_UNIT = 50
"""The divisor of threats in reference system 0; this program divides by the number of lines."""


def read_npy(path: str | Path) -> np.ndarray:
    """float64[87] from a `.npy` file of reference system 0, rescaled to our features; nothing in it is executed.

    Raises C4Error saying what was expected and found.
    """
    expected = number_of_features(STANDARD)
    try:
        with warnings.catch_warnings(action="ignore"), storage.open_regular(path) as file:  # np.load closes none
            content = np.load(file, allow_pickle=False)
    except FileNotFoundError:
        raise C4Error(f"there is no weights file {path}") from None
    except OSError as error:
        raise C4Error(f"the weights file {path} cannot be read: {error.strerror or error}") from None
    except Exception:  # numpy raises many kinds for other files, truncated ones, and pickles
        raise C4Error(
            f"{path} is not a weights file: {expected} numbers saved by numpy were expected, without pickled objects"
        ) from None
    if not isinstance(content, np.ndarray) or content.shape != (expected,) or content.dtype.kind != "f":
        what = f"{content.dtype} of shape {content.shape}" if isinstance(content, np.ndarray) else "an archive"
        raise C4Error(f"{path} holds {what}: floating-point numbers of shape ({expected},) were expected")
    with np.errstate(all="ignore"):
        weights: np.ndarray = content.astype(np.float64)
        weights[-2:] *= len(STANDARD.lines) / THEIR_UNIT
    if not np.isfinite(weights).all():
        raise C4Error(f"{path} holds a weight that is not a finite number, or too large")
    return weights


def write_npy(path: str | Path, weights: np.ndarray) -> None:
    """Writes 87 weights, rescaled to those of reference system 0, atomically.  Raises C4Error when that fails."""
    content = io.BytesIO()
    theirs = np.array(weights, dtype=np.float64)
    theirs[-2:] /= len(STANDARD.lines) / THEIR_UNIT
    np.save(content, theirs, allow_pickle=False)
    storage.write_bytes(path, content.getvalue())
