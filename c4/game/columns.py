"""Columns as text: 1 to 9, then a, b, c ... on wider boards, as the public Connect 4 solvers write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from c4.errors import C4Error
from c4.game.rules import Rules
from c4.text import join_words

DIGITS = "123456789abcdefghijklmnopqrstuvw"


def format_columns(columns: Iterable[int]) -> str:
    """Columns (from 0) as a move string; the reverse of `Position.from_moves`."""
    return "".join(DIGITS[column] for column in columns)


def square(row: int, column: int) -> str:
    """A square as people write it, the column a letter, the row from 1: "c3"."""
    return f"{'abcdefghijklmnopqrstuvwxyzABCDEF'[column]}{row + 1}"


def name_columns(columns: Sequence[int]) -> str:
    """Columns (from 0) as a sentence names them: "column 3", "columns 3 and 5", "columns 2, 3 and 5"."""
    names = [DIGITS[column] for column in columns]
    return f"column {names[0]}" if len(names) == 1 else f"columns {join_words(names)}"


def full_column(column: int) -> str:
    """What is said when a disc is dropped into a column (from 0) that is full."""
    return f"column {column + 1} is full"


def parse_order(text: str | None, rules: Rules) -> tuple[int, ...] | None:
    """The columns (from 0) of a move order, "4352617"; None for None.  Raises C4Error naming a wrong character."""
    if text is None:
        return None
    for place, character in enumerate(text, start=1):
        if not 0 <= DIGITS.find(character) < rules.columns:
            raise C4Error(f"{character!r} at place {place} of the order {text!r} is not a column")
    return tuple(DIGITS.index(character) for character in text)
