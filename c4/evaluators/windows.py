"""Windows: a learned linear value of nine features, own minus opponent's.  It is that of reference system 3 (R3-5 to
R3-9 in docs/reference-systems.md).

    V = w . (features of the own side - features of the opponent)          +1 = a win at the end, -1 = a loss
    bias | centre | my1 my2 my3 | opp1 opp2 opp3 | win now

A *window* here is a line; my_k counts those with exactly k own discs, no foreign one and an empty cell.  The search
needs whole numbers: V is in points, 10,000 per unit, and weights are rounded to whole points per count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from c4 import models
from c4.errors import C4Error
from c4.evaluators.base import NO_NUMBERS, Contribution, Evaluator, Page, Tables
from c4.game.position import Position
from c4.game.rules import Rules, cells_of
from c4.kernels.board import Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, signed
from c4.kernels.lines import at_least, has_line, shift_of
from c4.kernels.words import popcount

FEATURES = ("bias", "centre", "my1", "my2", "my3", "opp1", "opp2", "opp3", "win now")
"""Their names in a model's file."""

LABELS = ("bias", "centre", "my ones", "my twos", "my threes", "their ones", "their twos", "their threes", "win now")
"""Their names in the window."""

SCALE = 10_000
"""Points of a value of 1."""


def feature_units(rules: Rules) -> tuple[float, ...]:
    """The divisor of each feature: 1 bias, 6 centre cells, 69 lines, 1 win on the standard board."""
    lines = len(rules.lines)
    centre = rules.middle.bit_count()
    return (1.0, centre, lines, lines, lines, lines, lines, lines, 1.0)


def counts(position: Position, side: int) -> tuple[int, ...]:
    """The nine features of a side before they are divided by `feature_units`."""
    rules = position.rules
    own = position.stones[side]
    other = position.stones[1 - side]
    own_lines = [0] * (rules.connect + 1)  # by the number of own discs, without a disc of the other side
    other_lines = [0] * (rules.connect + 1)
    for line in rules.lines:
        own_discs = (own & line.mask).bit_count()
        other_discs = (other & line.mask).bit_count()
        if other_discs == 0:
            own_lines[own_discs] += 1
        if own_discs == 0:
            other_lines[other_discs] += 1
    for lines in (own_lines, other_lines):  # a complete line is no open one
        lines[rules.connect :] = [0] * 4
    centre = (own & rules.middle).bit_count()
    return (1, centre, *own_lines[1:4], *other_lines[1:4], int(rules.has_line(own)))


def features(position: Position, side: int) -> tuple[float, ...]:
    """The nine features of a side."""
    return tuple(
        number / unit for number, unit in zip(counts(position, side), feature_units(position.rules), strict=True)
    )


class OpenLines(NamedTuple):
    """How many lines have exactly 1, 2, 3 own discs, none of the other side, and an empty cell."""

    ones: int
    twos: int
    threes: int


@kernel
def open_lines_of(own: U, other: U, board: Board) -> OpenLines:
    """The open lines of a side."""
    connect = board.connect
    ones = 0
    twos = 0
    threes = 0
    for direction in range(4):
        shift = shift_of(direction, board.stride)
        one, two, three, four = at_least(own, shift, connect)
        foreign, _, _, _ = at_least(other, shift, connect)
        open_lines = board.starts[direction] & ~foreign
        ones += popcount(open_lines & one & ~two)
        if connect > 2:
            twos += popcount(open_lines & two & ~three)
        if connect > 3:
            threes += popcount(open_lines & three & ~four)
    return OpenLines(ones, twos, threes)


CENTRE, ONES, TWOS, THREES, WIN_NOW = range(5)
"""Layout of `Tables.numbers`: the points of one more of each than the other side has."""


@kernel(passed=True)
def evaluate_kernel(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """The value for the maximizer in points."""
    numbers = tables.numbers
    ours = open_lines_of(maximizer, minimizer, board)
    theirs = open_lines_of(minimizer, maximizer, board)
    total = numbers[CENTRE] * (popcount(maximizer & board.middle) - popcount(minimizer & board.middle))
    total += numbers[ONES] * (ours.ones - theirs.ones)
    total += numbers[TWOS] * (ours.twos - theirs.twos)
    total += numbers[THREES] * (ours.threes - theirs.threes)
    if has_line(maximizer, board):
        total += numbers[WIN_NOW]
    if has_line(minimizer, board):
        total -= numbers[WIN_NOW]
    return signed(total)


class Windows(Evaluator):
    """The evaluator of this module; unit wins (10,000 points = +1); colour-antisymmetric and mirror-symmetric.

    Raises C4Error for weights so large that the search could take a value for a won game.
    """

    name = "windows"
    label = "Windows (learned)"
    unit = "wins"
    scale = SCALE
    limit = 900_000
    steps = (SCALE // 10, SCALE // 3, 2 * SCALE // 3)
    line_value = SCALE
    symmetric = True
    evaluate_kernel = staticmethod(evaluate_kernel)

    def __init__(self, weights: Iterable[float], source: str = "given weights") -> None:
        """`weights`: nine numbers in the order of FEATURES; `source`: where they come from, for messages."""
        self.weights = tuple(float(weight) for weight in weights)
        self.source = source
        if len(self.weights) != len(FEATURES):
            raise C4Error(f"{source}: {len(self.weights)} weights, the windows evaluator has {len(FEATURES)}")
        if not SCALE * sum(map(abs, self.weights)) <= self.limit:
            raise C4Error(
                f"{source}: weights this large ({max(self.weights, key=abs):.3g}) would make a value pass for a won"
                " game in the search"
            )

    @classmethod
    def _read(cls, path: Path) -> Windows:
        """The evaluator of a model file, or of a `model.json` of reference system 3."""
        return cls(models.read(path, cls.name, len(FEATURES), accept_foreign=True)["weights"], path.name)

    def points(self, rules: Rules) -> tuple[int, ...]:
        """The points that one count of each feature adds, rounded."""
        return tuple(
            round(SCALE * weight / unit) for weight, unit in zip(self.weights, feature_units(rules), strict=True)
        )

    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        side = position.to_move if side is None else side
        mine = counts(position, side)
        theirs = counts(position, 1 - side)
        rows = zip(
            LABELS, mine, theirs, feature_units(position.rules), self.weights, self.points(position.rules), strict=True
        )
        contributions = []
        for name, own, other, unit, weight, points in rows:
            difference = own - other
            contributions.append(Contribution(name, difference / unit, weight, points * difference))
        return contributions

    def shares(self, position: Position, side: int | None = None) -> dict[tuple[int, int], float]:
        """The points of each line spread evenly over its cells, and those of each disc in the middle column."""
        side = position.to_move if side is None else side
        rules = position.rules
        _, centre, my1, my2, my3, opp1, opp2, opp3, win = self.points(rules)
        per_line = (0, my1 - opp1, my2 - opp2, my3 - opp3)
        shares: dict[tuple[int, int], float] = {}

        def add(cells: Collection[int], points: float) -> None:
            for cell in cells:
                shares[rules.place(cell)] = shares.get(rules.place(cell), 0.0) + points / len(cells)

        for owner, sign in ((side, 1), (1 - side, -1)):
            own = position.stones[owner]
            other = position.stones[1 - owner]
            complete = [line for line in rules.lines if own & line.mask == line.mask]
            for line in rules.lines:
                discs = (own & line.mask).bit_count()
                if not other & line.mask and 0 < discs < min(rules.connect, 4):
                    add(line.cells, sign * per_line[discs])
            for line in complete:
                add(line.cells, sign * win / len(complete))
            for cell in cells_of(own & rules.middle):
                add((cell,), sign * centre)
        return shares

    def page_names(self) -> tuple[str, ...]:
        return ("nine weights",)

    def _page(self, name: str, position: Position | None) -> Page:
        about = "What one unit of each feature adds to the value. A feature is your count minus your opponent's."
        return Page(name, about, bars=tuple(zip(LABELS, self.weights, strict=True)))

    def tables(self, rules: Rules) -> Tables:
        _, centre, my1, my2, my3, opp1, opp2, opp3, win = self.points(rules)
        numbers = np.array([centre, my1 - opp1, my2 - opp2, my3 - opp3, win], dtype=np.int64)
        return Tables(numbers, NO_NUMBERS)
