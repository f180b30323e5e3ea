"""Whole numbers as people give them: a depth, a number of nodes.  Plain Python."""

from __future__ import annotations

from c4.game.rules import C4Error

LONGEST = 4_000
"""Digits of a number that is read."""


def whole(name: str, number: object) -> int:
    """The number, an int from 1.  Raises C4Error: "the depth must be a whole number from 1, not 2.5"."""
    if type(number) is not int or number < 1:
        raise C4Error(f"{name} must be a whole number from 1, not {number!r}")
    return number


def read_whole(name: str, text: str) -> int:
    """The number that was typed.  Raises C4Error as `whole` does."""
    text = text.strip()
    number = read_digits(text)
    return whole(name, text if number is None else number)


def read_digits(text: str) -> int | None:
    """The number of ASCII digits alone; None for any other text, and for so many digits that Python reads none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST else None
