"""The exact solver's compiled search: is the score at least `target`?

Scores are the field's (see `c4.solver.solver.Solution`), so with s discs on the board a win by the next disc is
worth (cells + 1 - s) // 2, and every question "at least `target`?" has a deadline: near it the number of plies left
gives the answer.
"""

from __future__ import annotations

from c4.kernels.atomic import load, prefetch, stack_words, store
from c4.kernels.board import MAX_COLUMNS, Board, geometry
from c4.kernels.jit import kernel, recursion
from c4.kernels.kinds import U, signed
from c4.kernels.lines import unanswerable, winning_cells
from c4.kernels.stop import stopped
from c4.kernels.words import bit_length, lowest, number_of
from c4.solver.keys import merged_key, plain_key
from c4.solver.lanes import keys_after, threats_after
from c4.solver.ordering import cell_of, credit, place_of, rank_moves, select_best
from c4.solver.proofs import UNKNOWN, static_bounds
from c4.solver.table import (
    LIMIT,
    MAX_EFFORT,
    MERGING,
    NODES,
    STOP,
    TABLE,
    bucket_of,
    code_of,
    lower_of,
    recall,
    remember,
    upper_of,
)

STOPPED = 99
"""What a search returns, from either side's view, if it was stopped or ran out of its budget; it is no value."""

BELOW_ALL = -UNKNOWN
"""Below every score."""

STANDARD_WORDS = 8
"""The words for the moves of a position on the standard board: one for each of seven columns, and one that fills up the
vector of eight words in `c4.solver.lanes`."""

OTHER_WORDS = MAX_COLUMNS
"""The words for the moves of a position on any other board."""

LEAF_CELLS = 10
"""With this many free cells or fewer the table is not consulted."""

LOOKUP_CELLS = 20
"""With more free cells than this, all children are looked up before one is searched (`look_up_children`)."""

LOOKUP_CELLS_MERGED = 17
"""The same if positions are merged."""


@kernel(inlined=True)
def find_children(
    mine: U,
    theirs: U,
    their_wins: U,
    moves: U,
    free: int,
    wins_after: int,
    codes: int,
    control: int,
    board: Board | None,
) -> None:
    """Writes the codes of the positions after all moves, and fetches their entries without waiting for them.

    A code has the same place in `codes` as the winning cells after the move in `wins_after`.  `wins_after`, `codes` and
    `control` are addresses of words (see `c4.kernels.atomic`).
    """
    table = signed(load(control, TABLE))
    merging = load(control, MERGING) != U(0)
    if merging and board is None:
        keys_after(mine, theirs, their_wins, moves, wins_after, codes)
    count = 0
    while moves:
        move = lowest(moves)
        moves ^= move
        place = number_of(move) // 7 if board is None else count
        count += 1
        if not merging:
            key = plain_key(theirs, mine | move)
        elif board is None:
            key = load(codes, place)
        else:
            key = merged_key(theirs, mine | move, their_wins & ~move, load(wins_after, place), board)
        code = code_of(key, free - 1, control, board)
        store(codes, place, code)
        prefetch(table, bucket_of(code, control))


@kernel(inlined=True)
def look_up_children(order: int, count: int, codes: int, target: int, control: int) -> tuple[int, int]:
    """Looks up the positions after the `count` moves in `order`, and takes out the moves that the table refutes.

    Returns how many moves are left, and the best value: at least `target` if a move that the table knows suffices,
    otherwise the upper bound of the moves taken out (BELOW_ALL if there are none).  For `order` and `codes` see
    `find_children`.
    """
    best = BELOW_ALL
    i = 0
    while i < count and best < target:
        known = recall(load(codes, place_of(signed(load(order, i)))), control)
        if known and -upper_of(known) >= target:
            best = -upper_of(known)
        elif known and -lower_of(known) < target:
            best = max(best, -lower_of(known))
            count -= 1
            store(order, i, load(order, count))
        else:
            i += 1
    return count, best


@kernel(inlined=True)
def find_threats(mine: U, theirs: U, playable: U, moves: U, wins_after: int, board: Board | None) -> bool:
    """Writes the winning cells of `mine` after each of its moves to `wins_after`, the address of so many words as
    STANDARD_WORDS or OTHER_WORDS says.  Returns whether a move wins: the opponent cannot answer its threats.

    On the standard board the place of the words is the move's column, otherwise the number of the move, from the lowest
    bit; if a move wins, the words may be unfinished.
    """
    if board is None:
        return threats_after(mine, theirs, playable, moves, wins_after)
    full = geometry(board).full
    occupied = mine | theirs
    count = 0
    while moves:
        move = lowest(moves)
        moves ^= move
        wins = winning_cells(mine | move, full ^ (occupied | move), board)
        if unanswerable(wins, (playable + move) & full):
            return True
        store(wins_after, count, wins)
        count += 1
    return False


search_again = recursion()


@kernel(again=search_again)
def search(  # noqa: C901 - a kernel
    mine: U, theirs: U, my_wins: U, their_wins: U, stones: int, target: int, code: U, control: int, board: Board | None
) -> int:
    """Whether the side to move scores at least `target`: a result >= target is a lower bound of its score, one below an
    upper bound.  STOPPED if the search did not end.

    The side to move must have no winning move, and a move that does not lose at once.  `my_wins` and `their_wins` are
    the winning cells of both sides, `code` is the position's in the table, or 0 if it has not been computed.
    """
    shape = geometry(board)
    cells = shape.cells
    occupied = mine | theirs
    playable = (occupied + shape.bottom) & shape.full
    # Forced replies are played at once, so that `mine`, `target` and all values below may be those of the other side:
    # `sign` is then -1, and makes a value one of the side that was asked about.
    sign = 1
    while True:
        store(control, NODES, load(control, NODES) + U(1))
        # The plies left: a win comes with the third disc from now at the earliest, a loss with the fourth.
        if cells - stones <= 2:
            return 0
        most = (cells - 1 - stones) >> 1
        least = -((cells - 2 - stones) >> 1)
        if least >= target:
            return sign * least
        if most < target:
            return sign * most
        forced = playable & their_wins
        if not forced:
            break
        # The only move: play it and continue as the other side.  Its score is the negative, so its question is the
        # reverse: one side scores at least t, or the other at least 1 - t.
        stones_after = mine | forced
        occupied |= forced
        playable = (occupied + shape.bottom) & shape.full
        wins = winning_cells(stones_after, shape.full ^ occupied, board)
        if unanswerable(wins, playable):
            return sign * most
        mine = theirs
        theirs = stones_after
        my_wins = their_wins & ~forced
        their_wins = wins
        stones += 1
        target = 1 - target
        sign = -sign
        code = U(0)

    low, high = static_bounds(mine, theirs, my_wins, their_wins, playable, stones, target, board)
    if low >= target:
        return sign * low
    if high < target:
        return sign * high

    # What does every move threaten?  If no move wins with the next disc, the one after that may be too late.
    moves = playable & ~(their_wins >> U(1))
    free = cells - stones
    if board is None:
        wins_after = stack_words(STANDARD_WORDS)
        order = stack_words(STANDARD_WORDS)
        codes = stack_words(STANDARD_WORDS)
    else:
        wins_after = stack_words(OTHER_WORDS)
        order = stack_words(OTHER_WORDS)
        codes = stack_words(OTHER_WORDS)
    if find_threats(mine, theirs, playable, moves, wins_after, board):
        return sign * most
    most_later = (free - 3) >> 1
    if most_later < target:
        return sign * most_later

    # What does the table know?
    tabled = free > LEAF_CELLS
    merging = load(control, MERGING) != U(0)
    nodes_before = U(0)
    if tabled:
        nodes_before = load(control, NODES)
        if load(control, STOP) or nodes_before >= load(control, LIMIT) or stopped():
            return STOPPED
        if code == U(0):
            key = merged_key(mine, theirs, my_wins, their_wins, board) if merging else plain_key(mine, theirs)
            code = code_of(key, free, control, board)
        known = recall(code, control)
        if known:
            if lower_of(known) >= target:
                return sign * lower_of(known)
            if upper_of(known) < target:
                return sign * upper_of(known)

    children_tabled = free - 1 > LEAF_CELLS
    if children_tabled:
        find_children(mine, theirs, their_wins, moves, free, wins_after, codes, control, board)
    best = BELOW_ALL
    count = rank_moves(moves, my_wins, their_wins, stones, tabled, wins_after, order, control, board)
    if children_tabled and free > (LOOKUP_CELLS_MERGED if merging else LOOKUP_CELLS):
        count, best = look_up_children(order, count, codes, target, control)
        if best >= target:
            return sign * best

    # Go through the moves, the best first.
    for i in range(count):
        word = select_best(order, i, count)
        move = U(1) << U(cell_of(word))
        wins = load(wins_after, place_of(word))
        child = load(codes, place_of(word)) if children_tabled else U(0)
        result = search_again(
            theirs, mine | move, their_wins & ~move, wins, stones + 1, 1 - target, child, control, board
        )
        if result == STOPPED:
            return STOPPED
        value = -result
        best = max(best, value)
        if value >= target:
            if tabled and i > 0:
                credit(order, i, stones, control)
            break

    if tabled:
        effort = min(bit_length(load(control, NODES) - nodes_before), MAX_EFFORT)
        if best >= target:
            remember(code, best, most, effort, control)
        else:
            remember(code, least, best, effort, control)
    return sign * best
