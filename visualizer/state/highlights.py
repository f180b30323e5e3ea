"""What is drawn over the discs of a board to explain a position."""

from __future__ import annotations

from typing import NamedTuple

from c4.game.position import Position
from c4.review.finish import Square


class Numbered(NamedTuple):
    """A square on which a side is going to play with its move `number`, from 1."""

    square: Square
    number: int


class Highlights(NamedTuple):
    """What is drawn over the discs to explain a position.

    lines     lines of four, as squares, of the player `side`; empty squares on them that complete one have a ring
    coming    empty squares on the lines on which that side plays next, if these are its first moves and the end is near
    wrong     the disc of a mistake, and `mark` is its mark
    better    the squares of the moves that would have been better
    """

    lines: tuple[tuple[Square, ...], ...] = ()
    side: int = 0
    coming: tuple[Numbered, ...] = ()
    wrong: Square | None = None
    mark: str = ""
    better: tuple[Square, ...] = ()

    def possible_in(self, position: Position) -> Highlights:
        """The same without the lines on which the other side has a disc in a position: they cannot become a four."""
        theirs = position.stones[1 - self.side]
        cell = position.rules.cell
        free = tuple(line for line in self.lines if not any(theirs >> cell(*square) & 1 for square in line))
        return self._replace(lines=free)


NO_HIGHLIGHTS = Highlights()
