"""Positions in which Monte-Carlo tree search walks into a trap that alpha-beta sees.

A trap is one strong reply among many weak ones.  Random games mostly play a weak one, so the move that runs into the
trap looks good until the search has visited the strong reply often.  Alpha-beta looks at every reply once.
"""

from __future__ import annotations

from typing import NamedTuple

from c4.game.position import Position


class Trap(NamedTuple):
    """A position (a move string), and what there is to see in it; columns are from 0.

    right       the columns that keep the result
    lure        the column that plain UCT likes
    line        what refutes it: best play from the lure to the end
    depth       the plies of alpha-beta that see the refutation
    about       the explanation, in a few sentences
    """

    moves: str
    right: tuple[int, ...]
    lure: int
    line: str
    depth: int
    about: str

    @property
    def position(self) -> Position:
        """The position in which the trap is set."""
        return Position.from_moves(self.moves)


TRAPS = (
    Trap(
        "25474454244",
        right=(0,),
        lure=4,
        line="5331",
        depth=4,
        about=(
            "Only column 1 wins, and every other column loses. Column 5 adds another disc in the middle, which random"
            " games like. But then the first player drops a disc into column 3 and threatens in column 1 and in column 3;"
            " only one of the two can be met. Alpha-beta sees that at depth 4, and plays column 1."
        ),
    ),
    Trap(
        "5444552425455",
        right=(0, 3, 5, 6),
        lure=1,
        line="224333",
        depth=6,
        about=(
            "Column 1 wins, and so do 4, 6 and 7. Column 2 would be as good, were it not for a single reply, 2, after which"
            " every move loses; each of the other five replies loses for the first player. Random games play that reply once"
            " in six, so column 2 looks best by far. Alpha-beta sees at depth 6 that it loses."
        ),
    ),
    Trap(
        "43435217365",
        right=(3,),
        lure=5,
        line="644545",
        depth=6,
        about=(
            "Only column 4 holds the draw. Column 6 looks good in random games: to punish it at once the first player has to"
            " find two moves in a row, 4 (or 5) and then 5, where each of the six other columns would even lose. Random"
            " games seldom find both. Alpha-beta does at depth 6."
        ),
    ),
)
"""The positions, the shortest trap first."""
