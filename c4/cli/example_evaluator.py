"""An evaluator of my own: how good is a position for a side?

c4 check my_idea.py                          # does it do what an evaluator must, and how fast is it?
c4 search 4453 --evaluator my_idea.py        # search with it; also: c4 evaluate, c4 play
c4 match alphabeta:depth=3,evaluator=my_idea.py alphabeta:depth=3 --games 20        # is it better than V2?

In the window: File > Load evaluator or player...; whenever this file is saved, the search starts again with it.
"""

import c4


def evaluate(position: c4.Position, side: int) -> float:
    """A number; positive is good for `side` (0 is the first player, 1 the second).

    It is asked about the positions after the last move that the search looks at, in which no side has won.  Useful:

        position.owner(row, column)     0, 1, or None for a free cell; row 0 is the bottom, column 0 the left
        position.height(column)         discs in a column
        position.to_move                whose turn it is
        position.stones[side]           a side's discs as the bits of a number
        position.rules.lines            all lines; line.mask has the bits of its cells, line.cells their places
    """
    mine = position.stones[side]
    theirs = position.stones[1 - side]
    value = 0
    for line in position.rules.lines:
        own = (mine & line.mask).bit_count()
        other = (theirs & line.mask).bit_count()
        if other == 0:
            value += own * own  # an open line is worth more, the more discs it has
        elif own == 0:
            value -= other * other
    return value


# FASTER.  Searches run evaluate_bits instead, if there is one: the same value from the discs alone, as two numbers
# (bit 7 * column + row is a cell).  It is compiled, so it can use numbers, arrays and loops; `c4 check` sees whether
# both forms agree.  A third argument, if you add it, says whether `own` is to move.  Take the "# " away to use it:
#
# import numpy
#
# LINES = numpy.array([line.mask for line in c4.Rules().lines])
#
#
# def evaluate_bits(own, other):
#     value = 0
#     for line in LINES:
#         mine, theirs = (own & line).bit_count(), (other & line).bit_count()
#         if theirs == 0:
#             value += mine * mine
#         elif mine == 0:
#             value -= theirs * theirs
#     return value


# EXPLAINED.  From rows of (feature, value, weight, cells) the window draws what each cell adds, and lists the reasons.
# The values times their weights add up to what evaluate returns; a row may do without cells:
#
# def explain(position, side):
#     rows = []
#     for owner, sign in ((side, 1), (1 - side, -1)):
#         for line in position.rules.lines:
#             discs = (position.stones[owner] & line.mask).bit_count()
#             if discs and not position.stones[1 - owner] & line.mask:
#                 rows.append((f"open line with {discs}", sign, discs * discs, line.cells))
#     return rows
