"""An evaluator of my own: how good is a position for a side?

c4 check my_idea.py                          # does it do what an evaluator must, and how fast is it?
c4 search 4453 --evaluator my_idea.py        # search with it; also: c4 evaluate, c4 play
c4 match alphabeta:depth=3,evaluator=my_idea.py alphabeta:depth=3 --games 20        # is it better than V2?
"""

import c4


def evaluate(position: c4.Position, side: int) -> float:
    """A number; positive is good for `side` (0 began the game, 1 is the other).

    It is asked about the positions after the last move that the search looks at, in which nobody has won.  Useful:

        position.owner(row, column)     0, 1, or None for a free cell; row 0 is the bottom, column 0 the left
        position.height(column)         stones in a column
        position.to_move                whose turn it is
        position.stones[side]           a side's stones as the bits of a number
        position.rules.lines            all lines; line.mask has the bits of its cells
    """
    mine, theirs = position.stones[side], position.stones[1 - side]
    value = 0
    for line in position.rules.lines:
        own, other = (mine & line.mask).bit_count(), (theirs & line.mask).bit_count()
        if other == 0:
            value += own * own  # an open line is worth more, the more stones it has
        elif own == 0:
            value -= other * other
    return value
