"""The changed game: a side wins only with some of its lines.  It decides whether these lines are why the side wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import local
from typing import NamedTuple

import numpy as np

from c4.game.position import Position
from c4.kernels.board import FOLLOW, FULL, free_cells
from c4.kernels.hashing import MULTIPLIER
from c4.kernels.jit import kernel, recursion
from c4.kernels.kinds import Ints, U, Words, signed
from c4.kernels.lines import replies_to, unanswerable, winning_cells
from c4.kernels.stop import stopped
from c4.kernels.words import lowest, number_of, popcount, several
from c4.solver.proofs import leader_cannot_win, odd_threat

UNKNOWN = -1
"""The result of a search that was not finished."""

FAILS = 0
"""The owner completes none of its lines in time."""

WINS = 1
"""The owner completes one of its lines."""

TABLE_BITS = 16
"""The table has 2**TABLE_BITS places."""

KEY_SHIFT = U(2)
"""In an entry of the table (see `Search.table`) the bits below the key."""

ENTRY_BITS = U(3)
"""A mask of STORED and the result."""

STORED = 2
"""The bit that distinguishes an entry from an empty place."""

ROW_BITS = U(0x3F)
"""The six cells of column 0."""


class Search(NamedTuple):
    """What a search knows.

    lines   masks of the lines that win for the owner
    table   the results so far.  An entry is the key of a position, shifted by KEY_SHIFT, and below it ENTRY_BITS: STORED
            and the result; 0 is an empty place.
    left    int64[1]: how many positions may still be visited
    """

    lines: Words
    table: Words
    left: Ints


class Hopes(NamedTuple):
    """What a position promises the owner.

    targets   the empty cells that complete one of its lines
    alive     whether it can still complete one of them
    certain   whether it completes one if it answers every move of the other side in the same column
    """

    targets: U
    alive: bool
    certain: bool


@kernel(inlined=True)
def hopes(own: U, other: U, leads: bool, lines: Words) -> Hopes:
    """The hopes of the owner; `leads`: whether the owner is the leader of `c4.solver.proofs`, the other side the follower."""
    occupied = own | other
    empty = FULL ^ occupied
    free = free_cells(occupied, None)
    sure = own | (empty & FOLLOW & ~free)  # with the answers in the same column
    most = own | empty
    if leads:  # the other side can answer in the same column, and gets the follow cells that are not playable now
        most = own | (empty & (~FOLLOW | free))
    targets = U(0)
    alive = False
    certain = False
    for line in lines:
        missing = line & ~own
        if line & other == U(0) and not several(missing):
            targets |= missing
        alive = alive or line & ~most == U(0)
        certain = certain or line & ~sure == U(0)
    return Hopes(targets, alive, certain)


@kernel(inlined=True)
def static_result(own: U, other: U, owner_moves: bool, search: Search) -> tuple[int, U]:
    """(the result of a position as far as it is plain without a search, UNKNOWN otherwise; the moves to search)."""
    occupied = own | other
    free = free_cells(occupied, None)
    leader_moves = popcount(occupied) & 1 == 0
    leads = owner_moves == leader_moves
    owner = hopes(own, other, leads, search.lines)
    if not owner.alive or free == U(0):
        return FAILS, free
    theirs = winning_cells(other, FULL ^ occupied, None)
    wins = theirs
    danger = owner.targets
    if owner_moves:
        wins = owner.targets
        danger = theirs
    mover_wins = WINS if owner_moves else FAILS
    if wins & free != U(0):
        return mover_wins, free
    if unanswerable(danger, free):
        return WINS - mover_wins, free
    if leads:
        if owner.targets != U(0) and odd_threat(own, other, owner.targets, free, None) > 0:
            return WINS, free
    elif owner.certain and leader_cannot_win(other, own, free, None):
        return WINS, free
    _, moves = replies_to(danger, free)
    return UNKNOWN, moves


@kernel(inlined=True)
def most_promising(moves: U, own: U, other: U, lines: Words) -> U:
    """The move through the most of the owner's lines, those with many of its discs counting more."""
    best = U(0)
    most = -1
    while moves != U(0):
        cell = lowest(moves)
        moves ^= cell
        through = 0
        for line in lines:
            if line & cell != U(0) and line & other == U(0):
                through += 1 + popcount(line & own)
        if through > most:
            best = cell
            most = through
    return best


visit_again = recursion()


@kernel(again=visit_again)
def visit(own: U, other: U, owner_moves: bool, search: Search) -> int:
    """Whether the owner completes one of the lines before the other side completes any: WINS, FAILS or UNKNOWN."""
    result, moves = static_result(own, other, owner_moves, search)
    if result != UNKNOWN:
        return result
    key = (own + (own | other)) << KEY_SHIFT
    place = (key * MULTIPLIER) >> U(64 - TABLE_BITS)
    entry = search.table[place]
    if entry & ~ENTRY_BITS == key and entry != U(0):
        return WINS if entry & U(WINS) != U(0) else FAILS
    if search.left[0] <= 0 or stopped():
        return UNKNOWN
    search.left[0] -= 1
    not_better = FAILS if owner_moves else WINS  # for the side to move
    result = not_better
    while moves != U(0) and result == not_better:
        cell = most_promising(moves, own, other, search.lines)
        moves ^= cell
        if owner_moves:
            result = visit_again(own | cell, other, False, search)
        else:
            result = visit_again(own, other | cell, True, search)
    if result != UNKNOWN:
        search.table[place] = key | U(STORED | result)
    return result


find_forced_line_again = recursion()


@kernel(again=find_forced_line_again)
def find_forced_line(own: U, other: U, length: int, ply: int, line: Ints, left: Ints) -> int:
    """Writes a forced line to `line` (columns) from `ply` on.  Returns how many plies it has, 0 if there is none.

    Every move of the side to move, at most `length`, threatens to win, and every reply is the only one that does not
    lose at once.  It ends with two threats or a win.  `left`, int64[1], is how many moves may still be tried.
    """
    occupied = own | other
    free = free_cells(occupied, None)
    won = winning_cells(own, free, None)
    if won != U(0):
        line[ply] = number_of(lowest(won)) // 7
        return ply + 1
    must = winning_cells(other, free, None)
    moves = must if must != U(0) else free
    for column in (3, 2, 4, 1, 5, 0, 6):
        cell = moves & (ROW_BITS << U(7 * column))
        left[0] -= 1
        if cell == U(0) or several(must) or left[0] < 0:
            continue
        free_then = free_cells(occupied | cell, None)
        threats = winning_cells(own | cell, free_then, None)
        if threats == U(0) or winning_cells(other, free_then, None) != U(0):
            continue
        line[ply] = column
        if several(threats):
            return ply + 1
        if length > 1:
            line[ply + 1] = number_of(threats) // 7
            plies = find_forced_line_again(own | cell, other | threats, length - 1, ply + 2, line, left)
            if plies > 0:
                return signed(plies)
    return 0


_memory = local()


@dataclass
class Budget:
    """How many positions several searches may still visit together."""

    positions: int


def wins_with(position: Position, side: int, lines: Sequence[int], most: int, budget: Budget | None = None) -> int:
    """Whether a side wins if only these lines (masks of the standard board) win for it, and all lines for the other.

    WINS or FAILS; UNKNOWN if that takes more than `most` positions, or more than the budget has.  The positions visited
    are subtracted from the budget.
    """
    if not hasattr(_memory, "table"):
        _memory.table = np.zeros(1 << TABLE_BITS, np.uint64)
    _memory.table.fill(0)
    allowed = most if budget is None else min(most, budget.positions)
    search = Search(np.array(lines, np.uint64), _memory.table, np.array([allowed]))
    own = position.stones[side]
    other = position.stones[1 - side]
    result = visit(U(own), U(other), position.to_move == side, search)
    if budget is not None:
        budget.positions -= allowed - int(search.left[0])
    return int(result)
