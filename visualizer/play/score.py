"""Score: an entry of the row of values over the board.  No tkinter."""

from __future__ import annotations

from typing import NamedTuple

from c4.game.values import LOWER, UPPER, Value
from c4.session.events import Found


class Score(NamedTuple):
    """The entry of a column: its text ("≤3"), whether it is the best, whether its position is an earlier one, its
    sign, what it says in words, and best play from it on (columns from 0, this one first).
    """

    text: str
    best: bool = False
    stale: bool = False
    sign: int = 0
    said: str = ""
    line: tuple[int, ...] = ()


class ColumnValues(NamedTuple):
    """The row: a score for each column (from 0) that has one, and captions from long to short.

    `source` is the search if it was about an earlier position.
    """

    scores: dict[int, Score]
    captions: tuple[str, ...]
    source: Found | None = None


def sign(value: Value) -> int:
    """+1 for a value that is certainly good for its side, -1 for a bad one, 0 if it is 0 or the bound leaves it
    open.
    """
    if value.points > 0 and value.bound != UPPER:
        return 1
    if value.points < 0 and value.bound != LOWER:
        return -1
    return 0
