"""Columns as text: 1 to 9, then a, b, c ... on wider boards, as the public Connect 4 solvers write them.

Plain Python.
"""

from __future__ import annotations

from collections.abc import Iterable

from c4.game.rules import C4Error, Rules

DIGITS = "123456789abcdefghijklmnopqrstuvw"


def format_columns(columns: Iterable[int]) -> str:
    """Columns (from 0) as a move string; the reverse of `Position.from_moves`."""
    return "".join(DIGITS[column] for column in columns)


def parse_order(text: str | None, rules: Rules) -> tuple[int, ...] | None:
    """The columns (from 0) of a move order, "4352617"; None for None.  Raises C4Error naming a wrong character."""
    if text is None:
        return None
    for place, character in enumerate(text, start=1):
        if not 0 <= DIGITS.find(character) < rules.columns:
            raise C4Error(f"{character!r} at place {place} of the order {text!r} is not a column")
    return tuple(DIGITS.index(character) for character in text)
