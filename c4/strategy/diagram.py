"""Diagrams: marks on empty squares that say what to play to the end of the game.

LEGEND and ORDER are the whole language.  The window, the terminal and docs/strategy.md print these words.  It is that of
WeakC4's steady-state diagrams (2024), with fork, the ban on squares below a loss, and the choice by column added.
"""

from __future__ import annotations

from typing import NamedTuple

from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.text import pluralise

MARKS = "!@o+=-"
"""The marks, the strongest first."""

PAIR = "@"
"""The mark that counts only while exactly one safe square has it."""

NO_MARK = "."
"""An empty square without a mark."""

DISCS = "XO"
"""A disc of the first player, and of the second."""

ORDER = (
    "A square is playable if a disc can land there now. It is safe if it is playable and the square directly above it "
    "would not complete a line of the other side. "
    "Complete a line. "
    "Otherwise block: if the other side would complete a line on a playable square, play that square; the diagram fails "
    "if there are two of them, or if the one is not safe. "
    "Otherwise play a safe square that makes two threats: after it, two playable squares would complete your lines, or a "
    "playable square and the square directly above it. "
    "Otherwise play a safe square with the first mark below that any safe square has. "
    "Otherwise play any safe square, marked or not; the diagram fails if there is none. "
    "Of several squares that fit, play the one nearest to the middle; of two equally near the left one, in a mirrored "
    "diagram the right one."
)
"""What comes before the marks, and how to choose among squares; `Diagram.rule` says it of one diagram."""

LEGEND = {
    "!": "Urgent: the first mark.",
    "@": "Pair: the second mark, which counts only while exactly one safe square has it.",
    "o": "Claimed: the third mark.",
    "+": "First choice: the fourth mark.",
    "=": "Second choice: the fifth mark.",
    "-": "Third choice: the sixth mark.",
    ".": "No mark: such a square is played only when no mark counts.",
    "X": "A disc of the first player.",
    "O": "A disc of the second player.",
}
"""A sentence for every character of a diagram."""

RULES = {
    "win": "It completes a line.",
    "block": "The other side would complete a line there.",
    "fork": "It makes two threats of which only one can be parried.",
    **{mark: LEGEND[mark] for mark in MARKS},
    ".": "No mark counts: of all safe squares, marked or not, the one nearest to the middle.",
}
"""A sentence for every rule that can decide a move."""


class Move(NamedTuple):
    """A column (from 0) and its rule: "win", "block", "fork", a mark, or "." for any square."""

    column: int
    rule: str


class Diagram(NamedTuple):
    """For each of MARKS the bitboard of its cells on the standard board.

    `right`: of two squares equally near to the middle the right one comes first.
    """

    cells: tuple[int, ...] = (0,) * len(MARKS)
    right: bool = False

    @property
    def order(self) -> tuple[int, ...]:
        """The columns, the nearest to the middle first."""
        return tuple(STANDARD.columns - 1 - column if self.right else column for column in STANDARD.centre_first)

    @property
    def rule(self) -> str:
        """ORDER, with the one of two equally near squares that this diagram plays."""
        return ORDER.replace("left one, in a mirrored diagram the right", "right" if self.right else "left")

    def mark(self, cell: int) -> str:
        """The mark of a cell (one bit)."""
        return next((mark for mark, cells in zip(MARKS, self.cells) if cells & cell), NO_MARK)

    def mirror(self) -> Diagram:
        """The diagram of the mirror image."""
        return Diagram(tuple(mirrored(cells) for cells in self.cells), not self.right)

    def character(self, position: Position, row: int, column: int) -> str:
        """What the picture over a position shows on a square: "X" or "O" for a disc, otherwise the mark."""
        owner = position.owner(row, column)
        if owner is not None:
            return DISCS[owner]
        return self.mark(1 << position.rules.cell(row, column))

    def rows(self, position: Position) -> list[str]:
        """The picture over a position, the top row first; see `character`."""
        columns = range(position.rules.columns)
        rows = reversed(range(position.rules.rows))
        return ["".join(self.character(position, row, column) for column in columns) for row in rows]


COLUMN = (1 << STANDARD.rows) - 1
"""The squares of the left column."""

EVEN_ROWS = sum(1 << STANDARD.cell(row, column) for column in range(STANDARD.columns) for row in (1, 3, 5))
"""The squares of rows 2, 4 and 6."""

CLAIMEVEN = Diagram((0, 0, EVEN_ROWS, 0, 0, 0))
"""The simplest diagram: claim all squares of rows 2, 4 and 6."""


def parse(rows: list[str], right: bool = False) -> Diagram:
    """The reverse of `Diagram.rows`; discs and "." have no mark.  Raises C4Error naming the place."""
    if len(rows) != STANDARD.rows:
        raise C4Error(f"the diagram has {pluralise(len(rows), 'row')}, the board {STANDARD.rows}")
    cells = dict.fromkeys(MARKS, 0)
    for number, text in enumerate(rows, start=1):
        if len(text) != STANDARD.columns:
            raise C4Error(
                f"row {number} of the diagram has {pluralise(len(text), 'square')}, the board"
                f" {pluralise(STANDARD.columns, 'column')}"
            )
        for column, character in enumerate(text):
            if character in cells:
                cells[character] |= 1 << STANDARD.cell(STANDARD.rows - number, column)
            elif character not in DISCS + NO_MARK:
                raise C4Error(
                    f"{character!r} at place {column + 1} of row {number} of the diagram is not a mark: use {MARKS} . X O"
                )
    return Diagram(tuple(cells.values()), right)


def mirrored(cells: int) -> int:
    """The mirror image of cells."""
    image = 0
    for column in range(STANDARD.columns):
        part = (cells >> (column * STANDARD.stride)) & COLUMN
        image |= part << ((STANDARD.columns - 1 - column) * STANDARD.stride)
    return image


def check_board(position: Position) -> None:
    """Raises C4Error unless a position is an unfinished game on the standard board."""
    if position.rules != STANDARD:
        raise C4Error(f"strategies are for the standard board (7 columns, 6 rows), not for {position.rules}")
    outcome = position.outcome()
    if outcome is not None:
        raise C4Error(f"the game is over in {position!r}: {outcome.reason}")


def completing(stones: int) -> int:
    """The cells, discs on them or not, that complete a line of the discs."""
    cells = (stones << 1) & (stones << 2) & (stones << 3)
    for shift in (STANDARD.stride - 1, STANDARD.stride, STANDARD.stride + 1):
        pairs = stones & (stones >> shift)  # each as its lower disc
        below_pair = pairs >> shift
        above_pair = pairs << (2 * shift)
        cells |= below_pair & ((stones >> (3 * shift)) | (stones << shift))
        cells |= above_pair & ((stones >> shift) | (stones << (3 * shift)))
    return cells & STANDARD.board


def decide(position: Position, diagram: Diagram) -> Move | None:
    """The move of the mover's diagram; None if every move loses at once.  Raises C4Error like `check_board`."""
    check_board(position)
    return decide_stones(position.mine, position.theirs, diagram)


def decide_stones(own: int, other: int, diagram: Diagram) -> Move | None:
    """`decide` for bitboards of an unfinished game, the side to move first."""
    occupied = own | other
    playable = (occupied + STANDARD.bottom) & STANDARD.board
    threatened = completing(other)
    safe = playable & ~(threatened >> 1)
    won = completing(own) & playable
    if won:
        return Move(_nearest(won, diagram.order), "win")
    blocks = threatened & playable
    if blocks:
        if blocks & safe and not _several(blocks):
            return Move(_nearest(blocks, diagram.order), "block")
        return None
    for column in diagram.order:
        cell = safe & STANDARD.column_mask(column)
        if cell and is_fork(own | cell, occupied | cell):
            return Move(column, "fork")
    for mark, marked in zip(MARKS, diagram.cells):
        cells = safe & marked
        if cells and not (mark == PAIR and _several(cells)):
            return Move(_nearest(cells, diagram.order), mark)
    if safe:
        return Move(_nearest(safe, diagram.order), NO_MARK)
    return None


def _several(cells: int) -> bool:
    """Whether these are two or more cells."""
    return cells.bit_count() > 1


def _nearest(cells: int, order: tuple[int, ...]) -> int:
    """The first column of an order that contains one of the cells."""
    return next(column for column in order if cells & STANDARD.column_mask(column))


def is_fork(own: int, occupied: int) -> bool:
    """Whether a side that has just moved has two wins that cannot both be parried."""
    wins = completing(own) & ~occupied
    playable_wins = wins & (occupied + STANDARD.bottom)
    stacked = (playable_wins << 1) & wins
    return _several(playable_wins) or stacked != 0
