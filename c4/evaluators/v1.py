"""V1: counts discs in open lines, anchored at one end.  It is "V1 (faster)" of reference system 4 (R4-10 to R4-13 and
R4-18 in docs/reference-systems.md).

For every directed line (first cell first: see `c4.game.rules.Line`), k = connect:

    first cell owned, no foreign disc, at most two cells missing   + number of own discs (k, k-1, k-2)
    across only: first cell empty, all others owned                 + (k-1)
    first cell owned, k-1 own discs, one foreign                   - 1 to the owner of the k-1
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import lru_cache

from c4.evaluators.base import NO_NUMBERS, Contribution, Evaluator, Tables
from c4.game.position import Position
from c4.game.rules import Line, Rules
from c4.kernels.board import Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import U
from c4.kernels.lines import at_least, shift_of
from c4.kernels.words import popcount


@lru_cache(maxsize=4096)
def lines_begun(own: int, rules: Rules) -> tuple[tuple[Line, int], ...]:
    """The lines of which an owner has at least one cell and all but two, with the number of cells; cached, because a
    search meets them again and again.
    """
    least = max(1, rules.connect - 2)
    number_by_line = ((line, (own & line.mask).bit_count()) for line in rules.lines)
    return tuple((line, number) for line, number in number_by_line if number >= least)


UPRIGHT, ACROSS, LOW_LEFT, LOW_RIGHT = range(4)
"""The directions of `c4.kernels.board.DIRECTIONS`: the first cell of a line is the lowest, the left one, the low left
one, the low right one."""


@kernel
def side_total(own: U, other: U, direction: int, board: Board) -> int:
    """The owner's points in all lines of one direction, all at once: words have a bit for the lowest cell of each line.

    `lacks_1` are the lines that lack one of the owner's discs or more, `foreign_1` those with one of the other side's
    or more.
    """
    connect = board.connect
    lines = board.starts[direction]
    shift = shift_of(direction, board.stride)
    span = shift * U(connect - 1)
    lacks_1, lacks_2, lacks_3, _ = at_least(~own & board.full, shift, connect)
    foreign_1, foreign_2, _, _ = at_least(other, shift, connect)
    first = own >> span if direction == LOW_RIGHT else own
    anchored = lines & first
    open_lines = anchored & ~foreign_1
    one_short = lacks_1 & ~lacks_2
    two_short = lacks_2 & ~lacks_3
    total = connect * popcount(open_lines & ~lacks_1)
    total += (connect - 1) * popcount(open_lines & one_short)
    total += (connect - 2) * popcount(open_lines & two_short)
    if direction == ACROSS:
        total += (connect - 1) * popcount(lines & ~first & ~foreign_1 & one_short)
    return total - popcount(anchored & foreign_1 & ~foreign_2 & one_short)


@kernel(passed=True)
def evaluate_kernel(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """V1 for the maximizer, all lines of a direction at once."""
    total = 0
    for direction in range(4):
        total += side_total(maximizer, minimizer, direction, board) - side_total(minimizer, maximizer, direction, board)
    return total


class LineEvaluator(Evaluator):
    """An evaluator that adds up points for single lines; colour-antisymmetric; not mirror-symmetric.

    For other lengths k of a line "two" means k-2 and "three" k-1.
    """

    unit = "points"
    kernel_free = True

    @abstractmethod
    def line_points(self, line: Line, discs: int, foreign: int, position: Position, own: int) -> int:
        """The points of a line for the owner of the discs `own`, who has so many in it, the opponent `foreign`."""

    @abstractmethod
    def line_words(self, line: Line, discs: int, foreign: int, position: Position) -> str:
        """The state of a line with points, in words."""

    def _lines(self, position: Position, side: int | None) -> Iterator[tuple[int, int, Line, int, int]]:
        """Every line with points: (1 or -1 as it is the side's own, points, line, own discs, foreign ones)."""
        side = position.to_move if side is None else side
        for owner, sign in ((side, 1), (1 - side, -1)):
            own = position.stones[owner]
            other = position.stones[1 - owner]
            for line, discs in lines_begun(own, position.rules):
                foreign = (other & line.mask).bit_count()
                points = self.line_points(line, discs, foreign, position, own) if foreign < 2 else 0
                if points:
                    yield sign, points, line, discs, foreign

    def evaluate(self, position: Position, side: int | None = None) -> int:
        return sum(sign * points for sign, points, *_ in self._lines(position, side))

    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        rows = []
        for sign, points, line, discs, foreign in self._lines(position, side):
            whose = "own" if sign == 1 else "opponent's"
            what = f"{whose} {discs} {self.line_words(line, discs, foreign, position)}"
            cells = tuple(position.rules.place(cell) for cell in line.cells)
            rows.append(Contribution(what, sign, points, sign * points, cells))
        return rows

    def tables(self, rules: Rules) -> Tables:
        return Tables(NO_NUMBERS, NO_NUMBERS)


class V1(LineEvaluator):
    """The evaluator of this module; unit points."""

    name = "v1"
    label = "V1"
    limit = 64 * 64
    steps = (2, 6, 12)
    line_value = 4
    evaluate_kernel = staticmethod(evaluate_kernel)

    def line_points(self, line: Line, discs: int, foreign: int, position: Position, own: int) -> int:
        first_owned = own >> line.cells[0] & 1
        one_short = discs == position.rules.connect - 1
        if foreign == 0 and (first_owned or (line.direction == "H" and one_short)):
            return discs
        if foreign == 1 and first_owned and one_short:
            return -1
        return 0

    def line_words(self, line: Line, discs: int, foreign: int, position: Position) -> str:
        if foreign:
            return "blocked by one disc"
        first_owned = position.owner(*position.rules.place(line.cells[0])) is not None
        return "in an open line" if first_owned else "across, first cell open"
