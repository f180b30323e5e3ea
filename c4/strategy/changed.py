"""The changed game: a side wins only with some of its lines.  It decides whether these lines are why the side wins."""

from __future__ import annotations

from collections.abc import Sequence
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

BITS = 16
"""The table has 2**BITS places."""


class Search(NamedTuple):
    """The lines that win for the owner, the results so far, and in `left` the positions that may still be visited."""

    lines: Words
    table: Words
    left: Ints


visit_again = recursion()


@kernel(again=visit_again)
def visit(own: U, other: U, owner_moves: bool, search: Search) -> int:  # noqa: C901 - a kernel
    """Whether the owner completes one of the lines before the other side completes any of its own; 1, 0 or UNKNOWN."""
    occupied = own | other
    empty = FULL ^ occupied
    free = free_cells(occupied, None)
    leads = (popcount(occupied) & 1 == 0) == owner_moves
    sure = own | (empty & FOLLOW & ~free)
    most = own | (empty & (~FOLLOW | free)) if leads else own | empty
    targets = U(0)
    alive = False
    certain = False
    for line in search.lines:
        missing = line & ~own
        if line & other == U(0) and not several(missing):
            targets |= missing
        alive = alive or line & ~most == U(0)
        certain = certain or line & ~sure == U(0)
    if not alive or free == U(0):
        return 0
    theirs = winning_cells(other, empty, None)
    danger = theirs if owner_moves else targets
    if (targets if owner_moves else theirs) & free != U(0):
        return 1 if owner_moves else 0
    if unanswerable(danger, free):
        return 0 if owner_moves else 1
    if leads:
        if targets != U(0) and odd_threat(own, other, targets, free, None) > 0:
            return 1
    elif certain and leader_cannot_win(other, own, free, None):
        return 1
    key = (own + occupied) << U(2)
    place = (key * MULTIPLIER) >> U(64 - BITS)
    entry = search.table[place]
    if entry & ~U(3) == key and entry != U(0):
        return 1 if entry & U(1) != U(0) else 0
    if search.left[0] <= 0 or stopped():
        return UNKNOWN
    search.left[0] -= 1
    _, moves = replies_to(danger, free)
    result = 0 if owner_moves else 1
    while moves != U(0) and result == (0 if owner_moves else 1):
        best = U(0)
        most_lines = -1
        rest = moves
        while rest != U(0):
            cell = lowest(rest)
            rest ^= cell
            through = 0
            for line in search.lines:
                if line & cell != U(0) and line & other == U(0):
                    through += 1 + popcount(line & own)
            if through > most_lines:
                best = cell
                most_lines = through
        moves ^= best
        if owner_moves:
            result = visit_again(own | best, other, False, search)
        else:
            result = visit_again(own, other | best, True, search)
    if result != UNKNOWN:
        search.table[place] = key | U(2 + result)
    return result


forced_again = recursion()


@kernel(again=forced_again)
def forced(own: U, other: U, length: int, ply: int, line: Ints, left: Ints) -> int:
    """The plies of a line in which every move of the side to move, at most `length`, threatens to win, and every reply
    is the only one that does not lose at once.  It ends with two threats or a win and is written to `line` from `ply`
    on; 0 if there is none."""
    occupied = own | other
    free = free_cells(occupied, None)
    won = winning_cells(own, free, None)
    if won != U(0):
        line[ply] = number_of(lowest(won)) // 7
        return ply + 1
    must = winning_cells(other, free, None)
    for column in (3, 2, 4, 1, 5, 0, 6):
        cell = (must if must != U(0) else free) & (U(0x3F) << U(7 * column))
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
            plies = forced_again(own | cell, other | threats, length - 1, ply + 2, line, left)
            if plies > 0:
                return signed(plies)
    return 0


_memory = local()


def wins_with(
    position: Position, side: int, lines: Sequence[int], most: int, left: list[int] | None = None
) -> bool | None:
    """Whether a side wins if only these lines (masks of the standard board) win for it, and all lines for the other.

    None if that takes more than `most` positions, or more than are `left`, from which they are subtracted.
    """
    if not hasattr(_memory, "table"):
        _memory.table = np.zeros(1 << BITS, np.uint64)
    _memory.table.fill(0)
    allowed = most if left is None else min(most, left[0])
    search = Search(np.array(lines, np.uint64), _memory.table, np.array([allowed]))
    own = position.stones[side]
    other = position.stones[1 - side]
    result = visit(U(own), U(other), position.to_move == side, search)
    if left is not None:
        left[0] -= allowed - int(search.left[0])
    return None if result == UNKNOWN else result == 1
