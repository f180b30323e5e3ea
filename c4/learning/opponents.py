"""Compiled opponents and rules of thumb for learning: wins, blocks, open twos, minimax, and the Trainer.

The first line wins; a set of moves is a word with a bit for each cell where a disc would land.  The rules of thumb and
minimax are those of reference system 0 (R0-5, R0-13), the Trainer is that of system 1 (R1-8); docs/reference-systems.md
has both in full, and says where this program differs.
"""

from __future__ import annotations

from c4.kernels.board import Board, free_cells
from c4.kernels.jit import kernel, recursion
from c4.kernels.kinds import U, Words, signed
from c4.kernels.lines import shift_of, winning_cells
from c4.kernels.splitmix import below
from c4.kernels.stop import stopped
from c4.kernels.turning import played, turn_is_due
from c4.kernels.words import lowest, popcount


@kernel
def open_twos(own: U, other: U, free: U, board: Board) -> U:
    """The cells of `free` where a disc of `own` makes a row of exactly two with both ends empty.

    Both ends lie on the board; they need not be playable.  If lines are not of
    length four, the row is two short of a line.
    """
    connect = board.connect
    empty = board.full & ~(own | other)
    cells = U(0)
    for direction in range(4):
        shift = shift_of(direction, board.stride)
        if shift * U(max(connect - 1, 1)) > U(63):
            continue
        for place in range(connect - 2):  # the new disc is number `place` of its row, from the lowest
            run = free
            for i in range(1, place + 1):
                run &= own << (shift * U(i))
            for i in range(1, connect - 2 - place):
                run &= own >> (shift * U(i))
            run &= empty << (shift * U(place + 1))
            run &= empty >> (shift * U(connect - 2 - place))
            cells |= run
    return cells


WON = 1000
"""The value of a won game, less the plies to its end."""


best_again = recursion()


@kernel(again=best_again)
def best_value(own: U, other: U, depth: int, plies: int, alpha: int, beta: int, board: Board) -> int:
    """The fail-soft minimax value of `depth` plies for the side to move `own`; the board must not be full.

    A win is worth WON - plies, counted from the root, which lies `plies` plies back.
    """
    free = free_cells(own | other, board)
    if winning_cells(own, free, board) != U(0):
        return WON - (plies + 1)
    if depth == 1 or (own | other | lowest(free)) == board.full:
        return 0
    if stopped():
        return 0
    best = -signed(WON)
    beta = min(beta, WON - (plies + 3))  # there is no win before that
    while free and best < beta:
        move = lowest(free)
        free ^= move
        if depth > 2:
            value = -best_again(other, own | move, depth - 1, plies + 1, -beta, -max(alpha, best), board)
        else:  # the last ply needs no call
            value = signed(0)
            if winning_cells(other, free_cells(own | other | move, board), board) != U(0):
                value = plies + 2 - WON
        best = max(best, value)
    return best


turning_again = recursion()


@kernel(again=turning_again)
def turning_value(own: U, other: U, depth: int, plies: int, alpha: int, board: Board) -> int:
    """`best_value` on a board that turns, with no window but that what is no more than `alpha` does not matter."""
    free = free_cells(own | other, board)
    best = -signed(WON)
    while free:
        cell = lowest(free)
        free ^= cell
        after, others, result, decided = played(own, other, cell, board)
        value = result * (WON - (plies + 1))
        if not decided and depth > 1 and after | others != board.full:
            value = -turning_again(others, after, depth - 1, plies + 1, best, board)
        best = max(best, value)
        if -best <= alpha:
            break
    return best


@kernel
def turning_minimax(own: U, other: U, depth: int, board: Board) -> tuple[int, U]:
    """`minimax` on a board that turns: a turn can win and lose."""
    free = free_cells(own | other, board)
    best = -signed(WON)
    best_moves = U(0)
    while free:
        cell = lowest(free)
        free ^= cell
        after, others, result, decided = played(own, other, cell, board)
        value = result * signed(WON - 1)
        if not decided and depth > 1 and after | others != board.full:
            value = -turning_value(others, after, depth - 1, 1, best - 1, board)
        if value > best:
            best = value
            best_moves = cell
        elif value == best:
            best_moves |= cell
    return best, best_moves


@kernel
def minimax(own: U, other: U, depth: int, board: Board) -> tuple[int, U]:
    """(minimax value of a depth from 1 for the side to move `own`, all moves with it); the board must not be full.

    The value is WON - plies for a win, plies - WON for a loss, and 0 if nothing is decided within the depth.
    Reference system 0 adds own minus opponent's discs, at its depth of 3 the same number at every leaf but a win; it did
    not prefer wins, let alone early ones.
    """
    if board.turns != U(0):
        return turning_minimax(own, other, depth, board)
    free = free_cells(own | other, board)
    winning = winning_cells(own, free, board)
    if winning != U(0):
        return WON - 1, winning
    if depth == 1 or (own | other | lowest(free)) == board.full:
        return 0, free
    best = -signed(WON)
    best_moves = U(0)
    while free:
        move = lowest(free)
        free ^= move
        value = -best_value(other, own | move, depth - 1, 1, -signed(WON), 1 - best, board)
        if value > best:
            best = value
            best_moves = move
        elif value == best:
            best_moves |= move
    return best, best_moves


WIN_NOW, BLOCK, OPEN_TWO, VALUE = range(4)
"""The rules of thumb, in their order: complete a line; block one of the opponent's; stop the opponent's open two; then
play by value."""


@kernel
def candidates_of(own: U, other: U, free: U, tactics: bool, board: Board) -> tuple[int, U]:
    """(rule, moves): the moves of `free` named by the first rule of thumb that applies, or all of them with VALUE.

    Without `tactics` only WIN_NOW applies.  If a rule names several moves, their values decide; in reference system 0
    it was the lowest column.
    """
    moves = winning_cells(own, free, board)
    if moves != U(0):
        return WIN_NOW, moves
    if tactics:
        moves = winning_cells(other, free, board)
        if moves != U(0):
            return BLOCK, moves
        moves = open_twos(other, own, free, board)
        if moves != U(0):
            return OPEN_TWO, moves
    return VALUE, free


@kernel(inlined=True)
def best_candidates(best: U, board: Board) -> U:
    """Of equally good moves those in the middle column, if any."""
    middle = best & board.middle
    return middle if middle != U(0) else best


@kernel(inlined=True)
def turns_next(own: U, other: U, board: Board) -> bool:
    """Whether the board turns after the next disc: the rules of thumb speak of the board as it lies."""
    return turn_is_due(popcount(own | other) + 1, board)


# -- the Trainer of reference system 1 --------------------------------------------------------------------------------
#
# It usually completes its own open rows and columns: it looks for connect - 1 own discs, vertical with a free cell
# above, or horizontal with a free cell at the left end, or else at the right.  Rows are scanned from the top down (a
# vertical run belongs to the row of its top disc).  Of each row the first hit from the left counts, and the last row
# with a hit decides.  Its column gets the weight FAVOUR, all others 1.  The Trainer does not block, sees no diagonals and no gaps,
# and ignores whether a free cell can be reached.

FAVOUR = 7
"""The weight of the column that the Trainer prefers."""

WORD_BITS = 64


@kernel(inlined=True)
def has(discs: U, cell: int) -> bool:
    """Whether a cell, which may lie outside the word, holds one of the discs."""
    return 0 <= cell < WORD_BITS and ((discs >> U(cell)) & U(1)) == U(1)


@kernel(inlined=True)
def run_length(discs: U, cell: int, step: int, most: int) -> int:
    """The discs in a row from a cell on, in steps of `step` bits, at most `most`."""
    length = 0
    while length < most and has(discs, cell):
        length += 1
        cell += step
    return length


@kernel
def favoured(own: U, other: U, board: Board) -> int:
    """The column (from 0) that the Trainer with the discs `own` prefers, -1 if none."""
    stride = signed(board.stride)
    short = board.connect - 1
    free = board.full & ~(own | other)
    column_of_hit = -1
    for row in range(stride - 2, -1, -1):
        for column in range(board.columns):
            cell = row + column * stride
            hit = -1
            if has(free, cell + 1) and run_length(own, cell, -1, short) == short:
                hit = column
            elif run_length(own, cell, stride, short) == short:
                if has(free, cell - stride):
                    hit = column - 1
                elif has(free, cell + short * stride):
                    hit = column + short
            if hit >= 0:
                column_of_hit = hit
                break
    return column_of_hit


@kernel(inlined=True)
def weight_of(column: int, best: int, playable: U, board: Board) -> int:
    """FAVOUR for the preferred column, 1 for others, 0 for a full one."""
    if playable & board.column[column] == U(0):
        return 0
    return FAVOUR if column == best else 1


@kernel
def trainer_choice(own: U, other: U, board: Board, random: Words) -> int:
    """The column the Trainer plays, drawn by weight among the columns that are not full; there must be one."""
    playable = free_cells(own | other, board)
    best = favoured(own, other, board)
    total = 0
    for column in range(board.columns):
        total += weight_of(column, best, playable, board)
    left = below(random, total)
    for column in range(board.columns):
        left -= weight_of(column, best, playable, board)
        if left < 0:
            return column
    return -1
