"""The key of a position in the table, the same for positions in which the same lines matter.

A disc is *dead* if no line that can still be completed depends on it.  Two positions with discs on the same cells that
differ only in the colours of dead discs have the same score.  So the key is not made of the position, but of the same
position with every dead disc of the opponent changed into one of the side to move.

**Which lines matter.**  A line matters to a side if it contains no disc of the other side, if all its free cells can be
reached, and if none of its free cells wins for the side already (then the game ends there at the latest) unless it is
the last one.  The cells above a cell that wins for both sides cannot be reached, as whoever comes to the cell first
takes it; likewise above two cells, one on top of the other, that both win for the same side.

**Which discs may change.**  Call the side to move M, its opponent O.  A disc of O is needed in two kinds of lines: those
that matter to O (it helps), and those in which it is the only one of O and that would matter to M without it (it
blocks).  Let R be the discs of O that are needed.  Of the others, those change which leave a disc of R in every line that
would matter to M without any disc of O.  Then no line that matters to O contains a changed disc, and no line begins to
matter to M: the lines that matter, and thus the score, are the same before and after.
"""

from __future__ import annotations

from c4.kernels.board import Board, geometry
from c4.kernels.jit import kernel
from c4.kernels.kinds import U
from c4.kernels.lines import FAR


def key_from_lines(mine: U, theirs: U, my_wins: U, their_wins: U, full: U, stride: U) -> U:
    """The key of a position: discs and winning cells of the side to move, and of its opponent.

    It has no branches and calls nothing, so `c4.solver.lanes` can apply it to eight positions at once.  A line is
    named by its first cell, and its cells lie `shift` apart: two pairs, `double` apart.  Therefore, with
    `pair = word | (word >> shift)`, `pair | (pair >> double)` are the lines with any of their cells in `word`; the same
    with `&` are those with all of them.
    """
    empty = full ^ (mine | theirs)
    ends = (my_wins & their_wins) | (my_wins & (my_wins << U(1))) | (their_wins & (their_wins << U(1)))
    above = (ends << U(1)) & full
    above = above | ((above << U(1)) & full)
    unreachable = above | ((above << U(2)) & full & (full << U(1)))

    needed = empty ^ empty  # no cell, as a word or as eight
    for shift in (U(1), stride - U(1), stride, stride + U(1)):
        double = shift + shift
        all_of_pair = full & (full >> shift)
        lines = all_of_pair & (all_of_pair >> double)
        pair = empty | (empty >> shift)
        lines = lines & (pair | (pair >> double))
        pair = unreachable | (unreachable >> shift)
        lines = lines & ~(pair | (pair >> double))

        pair = mine | (mine >> shift)
        any_mine = pair | (pair >> double)
        pair = my_wins | (my_wins >> shift)
        any_of_my_wins = pair | (pair >> double)
        pair = their_wins | (their_wins >> shift)
        any_of_their_wins = pair | (pair >> double)
        pair = theirs | (theirs >> shift)
        full_pair = theirs & (theirs >> shift)
        in_both_pairs = pair & (pair >> double)
        two_theirs = full_pair | (full_pair >> double) | in_both_pairs
        three_theirs = in_both_pairs & (full_pair | (full_pair >> double))

        helps = ~any_mine & (three_theirs | ~any_of_their_wins)
        blocks = ~two_theirs & ~any_of_my_wins
        lines = lines & (helps | blocks)
        pair = lines | (lines << shift)
        needed = needed | pair | (pair << double)

    witnesses = theirs & needed
    for shift in (U(1), stride - U(1), stride, stride + U(1)):
        double = shift + shift
        all_of_pair = full & (full >> shift)
        lines = all_of_pair & (all_of_pair >> double)
        pair = empty | (empty >> shift)
        lines = lines & (pair | (pair >> double))
        pair = unreachable | (unreachable >> shift)
        lines = lines & ~(pair | (pair >> double))
        pair = my_wins | (my_wins >> shift)
        lines = lines & ~(pair | (pair >> double))
        pair = witnesses | (witnesses >> shift)
        lines = lines & ~(pair | (pair >> double))
        pair = lines | (lines << shift)
        needed = needed | pair | (pair << double)

    return (mine | (theirs & ~needed)) + (full ^ empty)


_merge = kernel(inlined=True)(key_from_lines)


@kernel(inlined=True)
def plain_key(mine: U, theirs: U) -> U:
    """The key of this position alone."""
    return mine + (mine | theirs)


@kernel(inlined=True)
def merged_key(mine: U, theirs: U, my_wins: U, their_wins: U, board: Board | None) -> U:
    """The key of all positions in which the same lines matter as in this one; with lines of other lengths than four,
    of this position alone.
    """
    shape = geometry(board)
    if shape.connect != 4 or shape.stride > FAR:
        return plain_key(mine, theirs)
    return _merge(mine, theirs, my_wins, their_wins, shape.full, shape.stride)
