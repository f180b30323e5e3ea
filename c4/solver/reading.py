"""Move strings read as bitboards, many at once.  Imports numba."""

from __future__ import annotations

from c4.compiled.board import Board
from c4.compiled.jit import kernel
from c4.compiled.kinds import Bytes, Ints, U, Words2
from c4.compiled.lines import has_line


@kernel
def read_moves(text: Bytes, ends: Ints, stones: Words2, board: Board) -> int:
    """Reads lines of `text`, each a game by the columns played, "4453", up to the places `ends` of their line breaks.

    Writes (the stones of the side to move, of the other) of each, and returns how many lines it has read: it stops at
    the first that is anything else, also an empty one, or a game that is over or cannot be.
    """
    start = 0
    for number in range(len(ends)):
        mine, theirs = U(0), U(0)
        for place in range(start, ends[number]):
            column = int(text[place]) - 49
            if column < 0 or column > 8 or column >= board.columns:
                return number
            cells = board.column[column]
            cell = ((mine | theirs) + (cells & board.bottom)) & cells
            if cell == U(0):
                return number
            mine, theirs = theirs, mine | cell
            if has_line(theirs, board):
                return number
        if start == ends[number] or (mine | theirs) == board.full:
            return number
        stones[number, 0], stones[number, 1] = mine, theirs
        start = ends[number] + 1
    return len(ends)
