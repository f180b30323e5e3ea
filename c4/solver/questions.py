"""Questions to the exact solver, compiled: which to ask, and asking one or all, of one position or many."""

from __future__ import annotations

import numpy as np

from c4.game.position import Position
from c4.kernels.atomic import load, store
from c4.kernels.board import Board, geometry
from c4.kernels.jit import kernel
from c4.kernels.kinds import Bytes, Ints, Ints2, U, Words2, address_of, signed
from c4.kernels.lines import has_line, unanswerable, winning_cells
from c4.kernels.words import popcount
from c4.solver.kernels import STOPPED, search
from c4.solver.table import CELLS, FIRST_HISTORY, HISTORY, LIMIT, NODES, STOP, Control, forget

UNLIMITED = 1 << 61
"""A number of questions, or of nodes, that is never reached."""

LOWER, UPPER, VISITED = range(3)
"""The places in a row of the results of `narrow`: the bounds, and the nodes visited."""

RESULTS = 3
"""The numbers of such a row."""

NEAR = 4
"""Scores up to this are near zero: once both bounds are, the sign is asked for."""


@kernel
def next_target(lower: int, upper: int, weak: bool, leading: bool) -> int:
    """The next question between two different bounds.

    While the score may be far from zero, halfway along the longer side (quick wins and losses are cheap
    to find or to rule out); then the sign, as "does the leader win?", for which the proofs are best;
    then the middle.  With `weak` the sign at once.  `leading` is whether the leader (`c4.solver.proofs`) is to move.

        lower, upper    question    which is
        -18, 18         9           halfway up
        -18, 4          -9          halfway down
        -4, 4           1 or 0      a win of the leader, who is to move or not
        -4, 0           0           a draw at least
        1, 4            2           better than the least
        -4, -1          -1          the best
        1, 18           10          the middle
    """
    if lower < 1 <= upper:
        if not weak and upper >= -lower and upper > NEAR:
            return (upper + 1) >> 1
        if not weak and -lower > NEAR:
            return -(-lower >> 1)
        return 1 if leading or lower == 0 else 0
    if lower < 0 <= upper:
        return 0
    if lower > 0 and upper <= NEAR:
        return lower + 1
    if upper < 0 and lower >= -NEAR:
        return upper
    return (lower + upper + 1) >> 1


@kernel(inlined=True)
def first_bounds(
    my_wins: U, their_wins: U, playable: U, plies: int, lowest: int, highest: int, cells: int
) -> tuple[int, int]:
    """(lower, upper): bounds of the mover's score in a position of `plies` discs, from a look at its winning cells.

    `lowest` and `highest` are bounds that are known already.
    """
    if my_wins & playable:
        wins_now = (cells + 1 - plies) >> 1
        return wins_now, wins_now
    if unanswerable(their_wins, playable):
        loses_at_once = -((cells - plies) >> 1)
        return loses_at_once, loses_at_once
    wins_later = (cells - 1 - plies) >> 1
    loses_later = -((cells - 2 - plies) >> 1)
    upper = max(lowest, min(highest, wins_later))
    lower = min(upper, max(lowest, loses_later))
    return lower, upper


@kernel
def narrow(
    stones: Words2,
    results: Ints2,
    lowest: int,
    highest: int,
    weak: bool,
    questions: int,
    budget: int,
    keep_table: bool,
    control: int,
    board: Board | None,
) -> int:
    """Tightens the bounds of positions in turn.  Returns how many it got through: all, unless a question ran out of its
    budget (its position does not count) or a stop came between two positions.

    stones      (n, 2): of the side to move, and of the other; no finished games
    results     (n, RESULTS): written
    lowest, highest     known bounds of all scores
    questions, budget   how many may be asked per position (`weak`: until the sign is known), and the nodes of each
    keep_table  whether the next position uses the same table and history

    It is the only kernel that contains `search`: every caller of that would have all its code compiled again.
    """
    shape = geometry(board)
    cells = shape.cells
    for i in range(len(stones)):
        mine = stones[i, 0]
        theirs = stones[i, 1]
        questions_left = questions
        nodes_before = load(control, NODES)
        occupied = mine | theirs
        plies = popcount(occupied)
        playable = (occupied + shape.bottom) & shape.full
        my_wins = winning_cells(mine, shape.full ^ occupied, board)
        their_wins = winning_cells(theirs, shape.full ^ occupied, board)
        lower, upper = first_bounds(my_wins, their_wins, playable, plies, lowest, highest, cells)
        if lower == upper:
            store(control, NODES, load(control, NODES) + U(1))
        answered = True
        while lower < upper and questions_left > 0 and not (weak and (lower > 0 or upper < 0)):
            leading = (cells - plies) & 1 == 0
            target = next_target(lower, upper, weak, leading)
            store(control, LIMIT, load(control, NODES) + U(budget))
            value = search(mine, theirs, my_wins, their_wins, plies, target, U(0), control, board)
            answered = value != STOPPED
            if not answered:
                break
            if value >= target:
                lower = value
            else:
                upper = value
            questions_left -= 1
        results[i, LOWER] = lower
        results[i, UPPER] = upper
        results[i, VISITED] = signed(load(control, NODES) - nodes_before)
        if not answered:
            return i
        if load(control, STOP):
            return i + 1
        if results[i, VISITED] > 1 and not keep_table:
            forget(control)
            for j in range(2 * CELLS):
                store(control, HISTORY + j, load(control, FIRST_HISTORY + j))
    return len(stones)


def ask(position: Position, target: int, budget: int, control: Control, board: Board | None) -> int | None:
    """Whether the side to move scores at least `target`: a result >= target is a lower bound, one below an upper bound.

    None if the budget of nodes was too small, or after a stop.  The game must not be over.
    """
    stones = np.array(((position.mine, position.theirs),), dtype=np.uint64)
    results = np.empty((1, RESULTS), dtype=np.int64)
    weak = False
    questions = 1
    keep_table = True
    address = address_of(control)
    if not narrow(stones, results, target - 1, target, weak, questions, budget, keep_table, address, board):
        return None
    lower = int(results[0, LOWER])
    upper = int(results[0, UPPER])
    return lower if lower >= target else upper


FIRST_COLUMN = ord("1")
"""The byte that stands for the first column."""

DIGITS = 9
"""How many columns have a digit: 1 to 9."""


@kernel
def first_over(stones: Words2, board: Board | None) -> int:
    """The index of the first position, (n, 2) discs, whose game is over, or -1."""
    shape = geometry(board)
    for i in range(len(stones)):
        if has_line(stones[i, 0], board) or has_line(stones[i, 1], board):
            return i
        if stones[i, 0] | stones[i, 1] == shape.full:
            return i
    return -1


@kernel
def read_moves(text: Bytes, ends: Ints, stones: Words2, board: Board) -> int:
    """Reads lines of `text`, each a game by the columns played, "4453", up to the places `ends` of their line breaks.

    Writes (the discs of the side to move, of the other) of each, and returns how many lines it has read: it stops at
    the first that is anything else, also an empty one, or a game that is over or cannot be.
    """
    start = 0
    for number in range(len(ends)):
        mine = U(0)
        theirs = U(0)
        for place in range(start, ends[number]):
            column = int(text[place]) - FIRST_COLUMN
            if column < 0 or column >= min(DIGITS, board.columns):
                return number
            cells = board.column[column]
            cell = ((mine | theirs) + (cells & board.bottom)) & cells
            if cell == U(0):
                return number
            moved = mine | cell
            mine = theirs
            theirs = moved
            if has_line(theirs, board):
                return number
        if start == ends[number] or (mine | theirs) == board.full:
            return number
        stones[number, 0] = mine
        stones[number, 1] = theirs
        start = ends[number] + 1
    return len(ends)
