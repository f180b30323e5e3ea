"""How a line of best play comes to its end, for people: which squares win, and why nobody can stop them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from c4.game.columns import name_columns
from c4.game.position import Position
from c4.text import pluralise

AT_ONCE = "at once"
TWO = "two threats"
STACKED = "stacked"
ZUGZWANG = "zugzwang"
"""The side to move completes a line; it threatens to in two columns; it threatens to twice in one column, one square
above the other; the other side has to play below its square.
"""

Square = tuple[int, int]
"""Row and column, from 0."""


class Finish(NamedTuple):
    """The end of a line of play that a side wins.

    kind      how it comes about, one of those above
    side      the player (0 or 1) who wins
    squares   the squares with which that side completes a line; the game needs only one of them
    lines     the squares of one line through each of these
    moves     after how many moves of the line the squares are there to be seen
    """

    kind: str
    side: int
    squares: tuple[Square, ...]
    lines: tuple[tuple[Square, ...], ...]
    moves: int

    def words(self, winner: str, loser: str, own_moves: int = 0) -> str:
        """What happens, to be read after "it lets": "Amateur make two threats at once: columns 2 and 6".

        Threats that are far away are announced by the number of the winner's moves to the end, `own_moves`.
        """
        makes = f"win in {pluralise(own_moves, 'move')} by" if own_moves else "make"
        columns = name_columns(sorted({column for _, column in self.squares}))
        if self.kind == AT_ONCE:
            return f"{winner} win at once in {columns}"
        if self.kind == TWO:
            return f"{winner} {makes} two threats at once: {columns}"
        if self.kind == STACKED:
            return f"{winner} {makes} two threats in {columns}, one above the other"
        return f"{winner} keep a winning square in {columns}: in the end {loser} must play below it"


def finish_of(position: Position, columns: Sequence[int]) -> Finish | None:
    """How a game goes on from a position to its end (columns from 0); None unless somebody wins with a line.

    Raises C4Error for a move that cannot be played.
    """
    positions = [position]
    for column in columns:
        positions.append(positions[-1].play(column))
    outcome = positions[-1].outcome()
    if outcome is None or outcome.winner is None or len(positions) < 2:
        return None
    side = outcome.winner
    last = positions[-2]
    square = (last.height(columns[-1]), columns[-1])
    if len(positions) == 2:
        return _finish(AT_ONCE, last, side, winning_squares(last, side), 0)
    before = positions[-3]
    threats = winning_squares(before, side)
    moves = len(columns) - 2
    if len(threats) > 1:
        return _finish(TWO, before, side, two_threats(threats, square), moves)
    if threats:
        row, column = threats[0]
        return _finish(STACKED, before, side, ((row, column), (row + 1, column)), moves)
    return _finish(ZUGZWANG, before, side, (square,), moves)


def winning_squares(position: Position, side: int) -> tuple[Square, ...]:
    """The squares on which a side would complete a line now, whosever turn it is."""
    return tuple((position.height(column), column) for column in position.completing_columns(side))


def two_threats(threats: tuple[Square, ...], played: Square) -> tuple[Square, ...]:
    """Two of the threats, in their order: the one that was played, if it is among them, and the first of the others."""
    others = [threat for threat in threats if threat != played]
    shown = [played, *others][:2] if played in threats else others[:2]
    return tuple(threat for threat in threats if threat in shown)


def _finish(kind: str, position: Position, side: int, squares: tuple[Square, ...], moves: int) -> Finish:
    """The finish with one line through each square, of the discs of a position."""
    lines = [line_through(position, side, square) for square in squares]
    known = tuple(line for line in lines if line)
    return Finish(kind, side, squares, known, moves)


def line_through(position: Position, side: int, square: Square) -> tuple[Square, ...]:
    """The squares of a line that a side completes with one more disc; none if there is no such line."""
    rules = position.rules
    cell = 1 << rules.cell(*square)
    own = position.stones[side] | cell
    for line in rules.lines:
        if line.mask & cell and not line.mask & ~own:
            return tuple(rules.place(cell) for cell in line.cells)
    return ()
