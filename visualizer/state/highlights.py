"""What is drawn over the discs of a board to explain a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from c4.game.position import Position
from c4.review.finish import NEAR_MOVES, Finish, Square


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


def highlights_of_finish(finish: Finish, position: Position, columns: Sequence[int]) -> Highlights:
    """How a side wins by a line of play from a position (columns from 0)."""
    on_lines = {square for line in finish.lines for square in line}
    own_moves = 0
    coming = []
    for column in columns[: finish.moves]:
        if position.to_move == finish.side:
            own_moves += 1
            square = (position.height(column), column)
            if square in on_lines:
                coming.append(Numbered(square, own_moves))
        position = position.play(column)
    numbers = [number for _, number in coming]
    all_from_the_first = numbers == list(range(1, len(numbers) + 1))
    if own_moves > NEAR_MOVES or not all_from_the_first:
        coming = []
    return Highlights(finish.lines, finish.side, tuple(coming))
