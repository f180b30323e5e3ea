"""Replayed: what the board shows while a search is played back.  Plain Python."""

from __future__ import annotations

from typing import NamedTuple

from c4.game.position import Position


class Replayed(NamedTuple):
    """A position of a search that is played back: whose seat each player has, the column played last, and what it
    is.
    """

    position: Position
    seat_of: tuple[int, int]
    last: int | None
    caption: str
