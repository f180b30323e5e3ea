"""V2: weighs open lines by how soon they can be completed.  It is "V2 (more aware)" of reference system 4 (R4-14 to
R4-18 in docs/reference-systems.md).

Every line is directed (first cell first: see `c4.game.rules.Line`).  It is *built* if every cell is occupied or the next
free one of its column, *nearly built* if all but one are.  The owner of discs gets:

    first cell owned, no foreign disc
        complete            COMPLETE
        one disc short      ONE_SHORT_BUILT if built, else ONE_SHORT
        two discs short     TWO_SHORT_BUILT if built, else TWO_SHORT
    first cell empty, last owned, no foreign disc; not upright
        one disc short      the same
        two discs short     TWO_SHORT_BUILT if built; diagonally TWO_SHORT if nearly built
    first cell owned, one disc short, the missing one foreign
                            -BLOCKED
"""

from __future__ import annotations

from c4.evaluators.base import Tables
from c4.evaluators.v1 import LOW_LEFT, LOW_RIGHT, UPRIGHT, LineEvaluator
from c4.game.position import Position
from c4.game.rules import Line
from c4.kernels.board import Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import U
from c4.kernels.lines import at_least, shift_of
from c4.kernels.words import popcount

COMPLETE = 40
ONE_SHORT_BUILT = 17
ONE_SHORT = 15
TWO_SHORT_BUILT = 4
TWO_SHORT = 2
BLOCKED = 13
"""The points of lines, see the top of this file."""


@kernel
def side_total(own: U, other: U, unbuilt_1: U, unbuilt_2: U, direction: int, board: Board) -> int:
    """The owner's points in all lines of one direction, all at once, see `c4.evaluators.v1.side_total`.

    `unbuilt_1` are the lines with one cell or more that is neither occupied nor the next of its column.
    """
    connect = board.connect
    lines = board.starts[direction]
    shift = shift_of(direction, board.stride)
    span = shift * U(connect - 1)
    lacks_1, lacks_2, lacks_3, _ = at_least(~own & board.full, shift, connect)
    foreign_1, foreign_2, _, _ = at_least(other, shift, connect)
    first = own
    last = own >> span
    if direction == LOW_RIGHT:  # its first cell is the highest bit
        first = own >> span
        last = own
    from_first = lines & first & ~foreign_1
    from_last = U(0)
    if direction != UPRIGHT:
        from_last = lines & ~first & last & ~foreign_1
    open_lines = from_first | from_last
    one_short = lacks_1 & ~lacks_2
    two_short = lacks_2 & ~lacks_3
    total = COMPLETE * popcount(open_lines & ~lacks_1)
    total += ONE_SHORT_BUILT * popcount(open_lines & one_short & ~unbuilt_1)
    total += ONE_SHORT * popcount(open_lines & one_short & unbuilt_1)
    total += TWO_SHORT_BUILT * popcount(open_lines & two_short & ~unbuilt_1)
    total += TWO_SHORT * popcount(from_first & two_short & unbuilt_1)
    if direction in (LOW_LEFT, LOW_RIGHT):
        total += TWO_SHORT * popcount(from_last & two_short & unbuilt_1 & ~unbuilt_2)
    return total - BLOCKED * popcount(lines & first & one_short & foreign_1 & ~foreign_2)


@kernel(passed=True)
def evaluate_kernel(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """V2 for the maximizer, all lines of a direction at once."""
    occupied = maximizer | minimizer
    unreachable = board.full & ~(occupied | (occupied + board.bottom))
    total = 0
    for direction in range(4):
        unbuilt_1, unbuilt_2, _, _ = at_least(unreachable, shift_of(direction, board.stride), board.connect)
        total += side_total(maximizer, minimizer, unbuilt_1, unbuilt_2, direction, board)
        total -= side_total(minimizer, maximizer, unbuilt_1, unbuilt_2, direction, board)
    return total


class V2(LineEvaluator):
    """The evaluator of this module; unit points."""

    name = "v2"
    label = "V2"
    limit = 64 * 4 * COMPLETE
    steps = (6, 25, 60)
    line_value = COMPLETE
    evaluate_kernel = staticmethod(evaluate_kernel)

    def line_points(self, line: Line, discs: int, foreign: int, position: Position, own: int) -> int:
        direction = line.direction
        short = position.rules.connect - discs
        first_owned = own >> line.cells[0] & 1
        last_owned = own >> line.cells[-1] & 1
        if first_owned and foreign == 1 and short == 1:
            return -BLOCKED
        if foreign or not (first_owned or (last_owned and direction != "V")):
            return 0
        if short == 0:
            return COMPLETE
        unbuilt = self._unbuilt(line, position)
        if short == 1:
            return ONE_SHORT if unbuilt else ONE_SHORT_BUILT
        if short == 2:
            if unbuilt == 0:
                return TWO_SHORT_BUILT
            if first_owned or (unbuilt == 1 and direction in "RL"):
                return TWO_SHORT
        return 0

    @staticmethod
    def _unbuilt(line: Line, position: Position) -> int:
        """The cells of a line that are neither occupied nor playable now."""
        rules = position.rules
        reachable = position.occupied | ((position.occupied + rules.bottom) & rules.board)
        return rules.connect - (reachable & line.mask).bit_count()

    def line_words(self, line: Line, discs: int, foreign: int, position: Position) -> str:
        if foreign:
            return "in a line, blocked by one disc"
        if discs == position.rules.connect:
            return "in a line, complete"
        return f"in a line, {'not built yet' if self._unbuilt(line, position) else 'can be filled now'}"
