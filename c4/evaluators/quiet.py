"""Quiet positions: forced replies are played before a learned evaluator is asked.

While the opponent threatens to win with the next stone, the reply is forced; a win for the side to move, and a
position where every reply lets the opponent win, are certain.
"""

from __future__ import annotations

from c4.evaluators.base import Contribution
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Rules
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import U
from c4.kernels.lines import replies_to, unanswerable, winning_cells
from c4.text import pluralise

QUIET, WINS, LOSES, FULL = range(4)
"""How forced replies end, for the side then to move: the evaluator decides; it wins with its next stone; every reply
lets the opponent win at once; the board is full."""


@kernel
def play_out(mover: U, other: U, board: Board) -> tuple[U, U, int]:
    """(stones of the side to move, of the other, QUIET or ...) after all forced replies, if the first line wins.

    A reply is forced while the opponent threatens to win with the next stone, unless the side to move wins first.
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
        mover, other = other, mover | forced


def after_replies(position: Position) -> tuple[Position, int]:
    """The position after the forced replies, and QUIET, WINS, LOSES or FULL.  When lines count, nothing is forced."""
    if position.rules.scoring != FIRST_LINE:
        return position, QUIET
    mover, other, comes_to = (
        int(part) for part in play_out(U(position.mine), U(position.theirs), board_of(position.rules))
    )
    to_move = (position.to_move + (mover | other).bit_count() - position.ply) % 2
    return Position((mover, other) if to_move == 0 else (other, mover), to_move, position.rules, None), comes_to


def rows_of_replies(position: Position, quiet: Position, comes_to: int, missing: int) -> list[Contribution]:
    """What an explanation says of the replies from a position to the one in which it is quiet, or over: which they
    are; and, where the end is certain, why, which makes up for the `missing` points."""
    rules, rows = position.rules, []
    replies = quiet.occupied ^ position.occupied
    if replies:
        replies_text = pluralise(replies.bit_count(), "forced reply", "forced replies")
        rows.append(Contribution(replies_text, replies.bit_count(), 0.0, 0, cells_of(replies, rules), remark=True))
    if comes_to != QUIET:
        free = quiet.occupied + rules.bottom & rules.board
        winner = {WINS: quiet.mine, LOSES: quiet.theirs, FULL: 0}[comes_to]
        wins = int(winning_cells(U(winner), U(rules.board & ~quiet.occupied), board_of(rules)))
        shown = cells_of(wins & free if comes_to == WINS else wins, rules)
        says = {WINS: "wins at once", LOSES: "every reply loses", FULL: "the board is full"}
        rows.append(Contribution(says[comes_to], 1.0, 1.0, missing, shown))
    return rows


def cells_of(stones: int, rules: Rules) -> tuple[tuple[int, int], ...]:
    """The (row, column) of each stone."""
    return tuple(rules.place(cell) for cell in range(64) if stones >> cell & 1)
