"""V2: weighs open lines by how soon they can be completed ("V2 (more aware)" of reference system 4, R4-14 to R4-18).

For every directed line (first cell first: see `c4.game.rules.Line`), k = connect, *built* = every cell is occupied or
the next free one of its column, *nearly built* = all but one are:

    first cell owned, no foreign disc              k own 40 | k-1 own 17 if built, else 15 | k-2 own 4 if built, else 2
    first empty, last owned, no foreign, H R L only k-1 own 17 if built, else 15 | k-2 own 4 if built
                                                    (R, L: 2 if nearly built)
    first cell owned, k-1 own, one foreign          -13 to the owner of the k-1
"""

from __future__ import annotations

from c4.evaluators.base import Tables
from c4.evaluators.v1 import LineEvaluator
from c4.game.position import Position
from c4.game.rules import Line
from c4.kernels.board import Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import U
from c4.kernels.lines import at_least, shift_of
from c4.kernels.words import popcount


@kernel
def side_total(own: U, other: U, unbuilt1: U, unbuilt2: U, direction: int, board: Board) -> int:
    """The owner's points in all lines of one direction."""
    connect = board.connect
    lines = board.starts[direction]
    shift = shift_of(direction, board.stride)
    span = shift * U(connect - 1)
    missing1, missing2, missing3, _ = at_least(~own & board.full, shift, connect)
    foreign1, foreign2, _, _ = at_least(other, shift, connect)
    first, last = (own >> span, own) if direction == 3 else (own, own >> span)
    anchored = lines & first
    from_end = lines & ~first & last & ~foreign1 if direction != 0 else U(0)
    scoring = (anchored & ~foreign1) | from_end
    short1 = missing1 & ~missing2
    short2 = missing2 & ~missing3
    total = 40 * popcount(scoring & ~missing1)
    total += 17 * popcount(scoring & short1 & ~unbuilt1) + 15 * popcount(scoring & short1 & unbuilt1)
    total += 4 * popcount(scoring & short2 & ~unbuilt1) + 2 * popcount(anchored & ~foreign1 & short2 & unbuilt1)
    if direction >= 2:
        total += 2 * popcount(from_end & short2 & unbuilt1 & ~unbuilt2)
    return total - 13 * popcount(anchored & short1 & foreign1 & ~foreign2)


@kernel(passed=True)
def evaluate_kernel(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """V2 for the maximizer, all lines of a direction at once."""
    occupied = maximizer | minimizer
    unreachable = board.full & ~(occupied | (occupied + board.bottom))
    total = 0
    for direction in range(4):
        unbuilt1, unbuilt2, _, _ = at_least(unreachable, shift_of(direction, board.stride), board.connect)
        total += side_total(maximizer, minimizer, unbuilt1, unbuilt2, direction, board)
        total -= side_total(minimizer, maximizer, unbuilt1, unbuilt2, direction, board)
    return total


class V2(LineEvaluator):
    """R4-14 to R4-17 exactly; unit points."""

    name = "v2"
    label = "V2"
    limit = 64 * 4 * 40
    steps = (6, 25, 60)
    line_value = 40
    evaluate_kernel = staticmethod(evaluate_kernel)

    def line_points(self, line: Line, n: int, o: int, position: Position, own: int) -> int:
        connect = position.rules.connect
        direction = line.direction
        first_owned = own >> line.cells[0] & 1
        last_owned = own >> line.cells[-1] & 1
        if first_owned and o == 1 and n == connect - 1:
            return -13
        if o or not (first_owned or (last_owned and direction != "V")):
            return 0
        if n == connect:
            return 40
        unbuilt = self._unbuilt(line, position)
        if n == connect - 1:
            return 15 if unbuilt else 17
        if n == connect - 2 and n > 0:
            if first_owned:
                return 2 if unbuilt else 4
            if unbuilt == 0:
                return 4
            if unbuilt == 1 and direction in "RL":
                return 2
        return 0

    @staticmethod
    def _unbuilt(line: Line, position: Position) -> int:
        """The cells of a line that are neither occupied nor playable now."""
        rules = position.rules
        reachable = position.occupied | ((position.occupied + rules.bottom) & rules.board)
        return rules.connect - (reachable & line.mask).bit_count()

    def line_words(self, line: Line, n: int, o: int, position: Position) -> str:
        if o:
            return "in a line, blocked by one disc"
        if n == position.rules.connect:
            return "in a line, complete"
        return f"in a line, {'not built yet' if self._unbuilt(line, position) else 'can be filled now'}"
