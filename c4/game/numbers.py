"""Whole numbers as people give them: a depth, a number of nodes.  Plain Python."""

from __future__ import annotations

from c4.game.rules import C4Error


def whole(name: str, number: object) -> int:
    """The number, an int from 1.  Raises C4Error: "the depth must be a whole number from 1, not 2.5"."""
    if type(number) is not int or number < 1:
        raise C4Error(f"{name} must be a whole number from 1, not {number!r}")
    return number


def read_whole(name: str, text: str) -> int:
    """The number that was typed.  Raises C4Error as `whole` does."""
    text = text.strip()
    return whole(name, int(text) if text.isascii() and text.isdigit() else text)
