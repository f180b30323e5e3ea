"""Quiet positions: forced replies are played before a learned evaluator is asked.

While the opponent threatens to win with the next disc, the reply is forced; a win for the side to move, and a
position where every reply lets the opponent win, are certain.
"""

from __future__ import annotations

import math
from abc import abstractmethod

import numpy as np

from c4.evaluators.base import Contribution, Evaluator
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Rules
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, signed
from c4.kernels.lines import replies_to, unanswerable, winning_cells
from c4.kernels.words import popcount
from c4.text import pluralise

SCALE = 100_000
"""Points of a won game."""

POINTS_OF_ONE = 90_000
"""Points of V = 1, which is never quite reached: below those of a certain win."""

CERTAIN_WIN = 95_000
"""Points of a win that the side to move can take: below those of one that a search has proved."""

QUIET, WINS, LOSES, FULL = range(4)
"""How forced replies end, for the side then to move: the evaluator decides; it wins with its next disc; every reply
lets the opponent win at once; the board is full."""


@kernel
def play_out(mover: U, other: U, board: Board) -> tuple[U, U, int]:
    """(discs of the side to move, of the other, QUIET or ...) after all forced replies, if the first line wins.

    A reply is forced while the opponent threatens to win with the next disc, unless the side to move wins first.
    """
    while True:
        occupied = mover | other
        free = free_cells(occupied, board)
        if free == U(0):
            return mover, other, FULL
        if winning_cells(mover, free, board) != U(0):
            return mover, other, WINS
        danger = winning_cells(other, board.full & ~occupied, board)
        if unanswerable(danger, free):
            return mover, other, LOSES
        forced, _ = replies_to(danger, free)
        if forced == U(0):
            return mover, other, QUIET
        after = mover | forced
        mover = other
        other = after


@kernel(inlined=True)
def certain_points(comes_to: int, quiet_mover: U, quiet_other: U, mover_began: bool) -> int:
    """The points of a certain end, for the side that was to move before the forced replies."""
    points = 0
    if comes_to == WINS:
        points = CERTAIN_WIN
    elif comes_to == LOSES:
        points = -CERTAIN_WIN
    quiet_mover_began = popcount(quiet_mover) >= popcount(quiet_other)
    return points if quiet_mover_began == mover_began else -points


@kernel
def points_of(total: int, value_steps: int) -> int:
    """A sum of weights, `value_steps` to a sum of 1, as points for the first player."""
    return signed(np.rint(POINTS_OF_ONE * math.tanh(total / value_steps)))


def after_replies(position: Position) -> tuple[Position, int]:
    """The position after the forced replies, and QUIET, WINS, LOSES or FULL.  When lines count, nothing is forced."""
    if position.rules.scoring != FIRST_LINE:
        return position, QUIET
    played_out = play_out(U(position.mine), U(position.theirs), board_of(position.rules))
    mover, other, comes_to = (int(part) for part in played_out)
    replies = (mover | other).bit_count() - position.ply
    to_move = (position.to_move + replies) % 2
    stones = (mover, other) if to_move == 0 else (other, mover)
    return Position(stones, to_move, position.rules, None), comes_to


def rows_of_replies(position: Position, quiet: Position, comes_to: int, missing: int) -> list[Contribution]:
    """What an explanation says of the replies from a position to the one in which it is quiet, or over: which they
    are; and, where the end is certain, why, which makes up for the `missing` points."""
    rules = position.rules
    rows = []
    replies = quiet.occupied ^ position.occupied
    if replies:
        replies_text = pluralise(replies.bit_count(), "forced reply", "forced replies")
        rows.append(Contribution(replies_text, replies.bit_count(), 0.0, 0, rules.places(replies), remark=True))
    if comes_to != QUIET:
        free = (quiet.occupied + rules.bottom) & rules.board
        winner = {WINS: quiet.mine, LOSES: quiet.theirs, FULL: 0}[comes_to]
        wins = int(winning_cells(U(winner), U(rules.board & ~quiet.occupied), board_of(rules)))
        shown = rules.places(wins & free if comes_to == WINS else wins)
        says = {WINS: "wins at once", LOSES: "every reply loses", FULL: "the board is full"}
        rows.append(Contribution(says[comes_to], 1.0, 1.0, missing, shown))
    return rows


class QuietEvaluator(Evaluator):
    """A learned evaluator of quiet positions, V = tanh(sum of weights); unit wins (100,000 points = +1).

    Mirror-symmetric.  Knows only the board it was trained on, with both scorings (though it was trained with the first
    line winning).  `value_steps` is how many steps of the sum, a whole number, make a sum of 1.
    """

    unit = "wins"
    suffix = ".npz"
    scale = SCALE
    limit = CERTAIN_WIN
    steps = (SCALE // 10, SCALE // 3, 2 * SCALE // 3)
    line_value = 10_000
    symmetric = True
    value_steps: int

    def require_board(self, rules: Rules) -> None:
        rules.require_still(f"the {self.label.removesuffix(' (learned)').lower()} evaluator")
        super().require_board(rules)

    @abstractmethod
    def parts(self, quiet: Position, mover: int) -> tuple[np.ndarray, list[Contribution]]:
        """What adds up before tanh, whole numbers for the first player, and a row for each, without its points.

        `mover` is 0 if the first player, who has more discs, or as many and the move, is to move, otherwise 1.
        """

    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        """The rows of `parts` for the board after the forced replies, and rows that say what these are.

        The points after tanh are divided in proportion to the parts, rounded so that they still add up.  Where the
        replies decide, a row that says why makes up the difference.
        """
        self.require_board(position.rules)
        side = position.to_move if side is None else side
        quiet, comes_to = after_replies(position)
        mover = 0 if quiet.mine.bit_count() >= quiet.theirs.bit_count() else 1
        sign = 1 if (side == quiet.to_move) == (mover == 0) else -1
        parts, rows = self.parts(quiet, mover)
        total = int(parts.sum())
        points = sign * int(points_of(total, self.value_steps))
        points_of_step = POINTS_OF_ONE / self.value_steps  # the slope of tanh at 0
        if total != 0:
            points_of_step = sign * points / total
        shares = np.rint(sign * parts * points_of_step).astype(np.int64)
        shares[np.argmax(np.abs(parts))] += points - shares.sum()
        value = points
        if comes_to == FULL:
            value = 0
        elif comes_to != QUIET:
            wins = (comes_to == WINS) == (quiet.to_move == side)
            value = CERTAIN_WIN if wins else -CERTAIN_WIN
        rows = [
            row._replace(weight=sign * row.weight, contribution=share)
            for row, share in zip(rows, shares.tolist(), strict=True)
        ]
        return rows + rows_of_replies(position, quiet, comes_to, value - points)
