"""The exact solver's compiled search: is the score at least `target`?

Scores are the field's (see `c4.solver.solver.Solution`), so with s discs on the board a win by the next disc is
worth (cells + 1 - s) // 2, and every question "at least `target`?" has a deadline: near it the number of plies left
gives the answer.
"""

from __future__ import annotations

from c4.kernels.atomic import load, prefetch, stack_words, store
from c4.kernels.board import Board, geometry
from c4.kernels.jit import kernel, recursion
from c4.kernels.kinds import U, signed
from c4.kernels.lines import unanswerable, winning_cells
from c4.kernels.stop import stopped
from c4.kernels.words import lowest
from c4.solver.keys import merged_key, plain_key
from c4.solver.lanes import keys_after, threats_after
from c4.solver.ordering import cell_of, credit, place_of, rank_moves, select_best
from c4.solver.proofs import static_bounds
from c4.solver.table import LIMIT, MERGING, NODES, STOP, TABLE, bucket_of, code_of, lower_of, recall, remember, upper_of

STOPPED = 99
"""What a search returns (or its negative) if it was stopped or ran out of its budget; it is no value."""

LEAVES = 10
"""With this many free cells or fewer the table is not consulted."""

UPPER_PLIES = 20
"""With more free cells than this, all children are looked up before one is searched ..."""

UPPER_MERGED = 17
"""... and with more than this, if positions are merged."""


@kernel(inlined=True)
def find_children(
    mine: U,
    theirs: U,
    their_wins: U,
    moves: U,
    free: int,
    count: int,
    wins_after: int,
    order: int,
    codes: int,
    control: int,
    board: Board | None,
) -> None:
    """Writes the codes of the positions after the moves in `order`, and fetches their entries without waiting for them.

    A code has the same place in `codes` as the winning cells after the move in `wins_after`.
    """
    table = signed(load(control, TABLE))
    merging = load(control, MERGING) != U(0)
    if merging and board is None:
        keys_after(mine, theirs, their_wins, moves, wins_after, codes)
    for i in range(count):
        word = signed(load(order, i))
        place = place_of(word)
        move = U(1) << U(cell_of(word))
        if not merging:
            key = plain_key(theirs, mine | move)
        elif board is None:
            key = load(codes, place)
        else:
            key = merged_key(theirs, mine | move, their_wins & ~move, load(wins_after, place), board)
        code = code_of(key, free - 1, control, board)
        store(codes, place, code)
        prefetch(table, bucket_of(code, control))


search_again = recursion()


@kernel(again=search_again)
def search(  # noqa: C901 - a kernel
    mine: U, theirs: U, my_wins: U, their_wins: U, stones: int, target: int, code: U, control: int, board: Board | None
) -> int:
    """Whether the side to move scores at least `target`: a result >= target is a lower bound of its score, one below an
    upper bound.

    The side to move must have no winning move, and a move that does not lose at once.  `my_wins` and `their_wins` are
    the winning cells of both sides, `code` is the position's in the table, or 0 if it has not been computed.  After
    `stop` the result is meaningless.
    """
    m = geometry(board)
    cells = m.cells
    sign = 1
    occupied = mine | theirs
    playable = (occupied + m.bottom) & m.full
    forced = U(0)
    while True:
        store(control, NODES, load(control, NODES) + U(1))
        # The plies left: a win or a loss comes with the second disc from now at the earliest.
        if cells - stones <= 2:
            return 0
        soonest = (cells - 1 - stones) >> 1
        latest = -((cells - 2 - stones) >> 1)
        if latest >= target:
            return sign * latest
        if soonest < target:
            return sign * soonest
        forced = playable & their_wins
        if not forced:
            break
        # The only move: play it and continue as the other side.
        stones_after = mine | forced
        occupied |= forced
        playable = (occupied + m.bottom) & m.full
        wins = winning_cells(stones_after, m.full ^ occupied, board)
        if unanswerable(wins, playable):
            return sign * soonest
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
        wins_after = stack_words(8)
        order = stack_words(8)
        codes = stack_words(8)
        if threats_after(mine, theirs, playable, moves, wins_after):
            return sign * soonest
    else:
        wins_after = stack_words(32)
        order = stack_words(32)
        codes = stack_words(32)
        rest = moves
        count = 0
        while rest:
            move = lowest(rest)
            rest ^= move
            wins = winning_cells(mine | move, m.full ^ (occupied | move), board)
            if unanswerable(wins, (playable + move) & m.full):
                return sign * soonest
            store(wins_after, count, wins)
            count += 1
    best = (free - 3) >> 1
    if best < target:
        return sign * best

    tabled = free > LEAVES
    merging = load(control, MERGING) != U(0)
    before = U(0)
    if tabled:
        before = load(control, NODES)
        if load(control, STOP) or before >= load(control, LIMIT) or stopped():
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

    count = rank_moves(moves, my_wins, their_wins, stones, tabled, wins_after, order, control, board)
    children_tabled = free - 1 > LEAVES
    if children_tabled:
        find_children(mine, theirs, their_wins, moves, free, count, wins_after, order, codes, control, board)
        if free > (UPPER_MERGED if merging else UPPER_PLIES):
            for i in range(count):
                known = recall(load(codes, place_of(signed(load(order, i)))), control)
                if known and -upper_of(known) >= target:
                    return sign * -upper_of(known)

    # Go through the moves, the best first.
    best = -STOPPED
    for i in range(count):
        word = select_best(order, i, count)
        move = U(1) << U(cell_of(word))
        wins = load(wins_after, place_of(word))
        child = load(codes, place_of(word)) if children_tabled else U(0)
        value = -search_again(
            theirs, mine | move, their_wins & ~move, wins, stones + 1, 1 - target, child, control, board
        )
        if value == -STOPPED:
            return STOPPED
        best = max(best, value)
        if value >= target:
            if tabled and i > 0:
                credit(order, i, stones, control)
            break

    if tabled:
        spent = load(control, NODES) - before
        effort = 0
        while spent:
            spent = spent >> U(1)
            effort += 1
        effort = min(effort, 31)
        if best >= target:
            remember(code, best, soonest, effort, control)
        else:
            remember(code, latest, best, effort, control)
    return sign * best
