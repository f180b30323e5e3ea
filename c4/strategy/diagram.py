"""Diagrams: marks on empty squares that say what to play for the rest of the game.  Plain Python; imports nothing but the rules.

The owner of a diagram, whenever it is his move, takes the first of these that there is:

    win       a square that completes a line
    block     the square with which the other side would complete one
    fork      a square after which he has two wins of which the other side can parry only one: two that can be
              played, or one that can be played and one right above it
    !         an urgent square
    @         a pair square, if just one of them can be played (of two he gets one in any case: he waits)
    o         a claimed square: taken as soon as the other side has played below it
    + = -     three more classes, in this order
    any       any square

Marks count only on squares that can be played, and never right below a square that completes a line of the other
side.  Of several squares of a class it is the one nearest to the middle; of two equally near the left one, or the right one in
a diagram that says so (a mirror image has to).  The language is that of WeakC4's steady-state diagrams (2024) with fork,
the ban on squares below a loss, and the choice by column added.
"""

from __future__ import annotations

from typing import NamedTuple

from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error

MARKS = "!@o+=-"
"""The marks, the strongest first."""

NONE = "."
"""An empty square without a mark."""

LEGEND = {
    "!": "Urgent: played as soon as it can be.",
    "@": "Pair: played when just one of the squares marked so can be played.",
    "o": "Claimed: taken as soon as the other side has played below it.",
    "+": "First choice: played when nothing above can be.",
    "=": "Second choice: played when nothing above can be.",
    "-": "Third choice: played when nothing above can be.",
    ".": "No mark: played only when nothing else can be.",
    "X": "A stone of the side that began.",
    "O": "A stone of the other side.",
}
"""A sentence for every character of a diagram."""

RULES = {
    "win": "It completes a line.",
    "block": "The other side would complete a line there.",
    "fork": "It makes two threats of which only one can be parried.",
    **{mark: LEGEND[mark] for mark in MARKS},
    ".": "No mark can be played: any square that does not lose at once, the nearest to the middle.",
}
"""A sentence for every rule that can decide a move."""


class Move(NamedTuple):
    """A column (from 0) and the rule that asked for it: "win", "block", "fork", a mark, or "." for any square."""

    column: int
    rule: str


class Diagram(NamedTuple):
    """For each of MARKS the bitboard of its cells, on the standard board; a cell in none of them has no mark.

    `right`: of two squares equally near to the middle the right one comes first.
    """

    cells: tuple[int, ...] = (0,) * len(MARKS)
    right: bool = False

    @property
    def order(self) -> tuple[int, ...]:
        """The columns, the nearest to the middle first."""
        return tuple(STANDARD.columns - 1 - column if self.right else column for column in STANDARD.centre_first)

    def mark(self, cell: int) -> str:
        """The mark of a cell (one bit)."""
        return next((mark for mark, cells in zip(MARKS, self.cells) if cells & cell), NONE)

    def mirror(self) -> Diagram:
        """The diagram of the mirror image."""
        return Diagram(tuple(mirrored(cells) for cells in self.cells), not self.right)

    def rows(self, position: Position) -> list[str]:
        """The picture over a position: rows from the top, X and O for stones, else the mark."""
        rules = position.rules
        return [
            "".join(
                {0: "X", 1: "O"}.get(position.owner(row, column), self.mark(1 << rules.cell(row, column)))  # type: ignore[arg-type]
                for column in range(rules.columns)
            )
            for row in reversed(range(rules.rows))
        ]


def parse(rows: list[str], right: bool = False) -> Diagram:
    """The diagram of a picture, the reverse of `Diagram.rows`; stones and "." have no mark.  Raises C4Error that names the place."""
    if len(rows) != STANDARD.rows:
        raise C4Error(f"the diagram has {len(rows)} rows, the board {STANDARD.rows}")
    cells = dict.fromkeys(MARKS, 0)
    for number, text in enumerate(rows, start=1):
        if len(text) != STANDARD.columns:
            raise C4Error(f"row {number} of the diagram has {len(text)} squares, the board {STANDARD.columns} columns")
        for column, character in enumerate(text):
            if character in cells:
                cells[character] |= 1 << STANDARD.cell(STANDARD.rows - number, column)
            elif character not in "XO.":
                raise C4Error(
                    f"{character!r} at place {column + 1} of row {number} of the diagram is no mark: use {MARKS} . X O"
                )
    return Diagram(tuple(cells.values()), right)


def mirrored(cells: int) -> int:
    """Cells seen in a mirror."""
    stride, columns = STANDARD.stride, STANDARD.columns
    return sum(
        (cells >> column * stride & (1 << STANDARD.rows) - 1) << (columns - 1 - column) * stride
        for column in range(columns)
    )


def check_board(position: Position) -> None:
    """Raises C4Error unless a position is of the standard board and goes on."""
    if position.rules != STANDARD:
        raise C4Error(f"strategies are for the standard board (7 columns, 6 rows), not for {position.rules}")
    outcome = position.outcome()
    if outcome is not None:
        raise C4Error(f"the game is over in {position!r}: {outcome.reason}")


def wins(stones: int, cells: dict[int, int]) -> list[int]:
    """The columns whose cell completes a line of the stones."""
    return [column for column, cell in cells.items() if STANDARD.has_line(stones | cell)]


def playable(occupied: int, order: tuple[int, ...] = STANDARD.centre_first) -> dict[int, int]:
    """For each column that is not full, in that order, the cell a stone falls to."""
    free = occupied + STANDARD.bottom & STANDARD.board
    return {column: cell for column in order if (cell := free & STANDARD.column_mask(column))}


def decide(position: Position, diagram: Diagram) -> Move | None:
    """What a diagram of the side to move asks for; None when every move loses at once.  Raises C4Error as `check_board` does."""
    check_board(position)
    own, other = position.mine, position.theirs
    cells = playable(own | other, diagram.order)
    won = wins(own, cells)
    if won:
        return Move(won[0], "win")
    forced = wins(other, cells)
    safe = {
        column: cell
        for column, cell in cells.items()
        if not (cell << 1 & STANDARD.board and STANDARD.has_line(other | cell << 1))
    }
    if forced:
        return Move(forced[0], "block") if len(forced) == 1 and forced[0] in safe else None
    for column in sorted(safe):
        if is_fork(own, other, safe[column]):
            return Move(column, "fork")
    for mark, marked in zip(MARKS, diagram.cells):
        columns = [column for column, cell in safe.items() if cell & marked]
        if columns and (mark != "@" or len(columns) == 1):
            return Move(columns[0], mark)
    return Move(next(iter(safe)), ".") if safe else None


def is_fork(own: int, other: int, cell: int) -> bool:
    """Whether a stone there makes two wins that cannot both be parried."""
    own |= cell
    cells = playable(own | other)
    now = wins(own, cells)
    return len(now) > 1 or any(
        cells[column] << 1 & STANDARD.board and STANDARD.has_line(own | cells[column] << 1) for column in now
    )
