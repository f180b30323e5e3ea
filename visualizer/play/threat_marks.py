"""Threats on the board: a ring in the colour of the side, its parity inside.  Imports tkinter.

A full ring counts; a dashed one lies above another threat, and counts only once that is played.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from c4.game.position import Position


class ThreatMark(NamedTuple):
    """A threat for drawing: its square (row and column from 0), the colour of its side, whether it counts, "odd" or
    "even".

    `second` says that it is the second player's: its ring is drawn inside, so that a square both want shows two.
    """

    row: int
    column: int
    colour: str
    counts: bool
    parity: str
    second: bool


def draw_threats(
    canvas: tk.Canvas, marks: Sequence[ThreatMark], centre: Callable[[int, int], tuple[float, float]], cell: float
) -> None:
    """Draws the marks with the tag "threat"; `centre` gives the middle of a cell, `cell` its size in pixels."""
    canvas.delete("threat")
    for mark in marks:
        x, y = centre(mark.row, mark.column)
        radius = cell * (0.27 if mark.second else 0.36)
        box = (x - radius, y - radius, x + radius, y + radius)
        dash = () if mark.counts else (3, 3)
        canvas.create_oval(*box, outline="#111111", width=max(4, cell / 11), tags="threat")
        canvas.create_oval(*box, outline=mark.colour, width=max(2, cell / 16), dash=dash, tags="threat")
        if cell >= 28:
            size = -max(9, int(cell * 0.2))
            text = canvas.create_text(x, y, text=mark.parity, font=("TkDefaultFont", size), tags="threat")
            canvas.itemconfigure(text, fill=mark.colour)


@lru_cache(4)
def marked_threats(
    position: Position, names: tuple[str, str], colours: tuple[str, str]
) -> tuple[tuple[ThreatMark, ...], str]:
    """The threats of a position as marks, and who profits from them in words; both sides' names and stones'
    colours, the first player's first.
    """
    from c4.strategy import threats  # brings numba

    found = threats.find(position)
    marks = tuple(
        ThreatMark(
            threat.row,
            threat.column,
            colours[threat.side],
            threat.state != threats.ABOVE,
            "odd" if threat.odd else "even",
            threat.side == 1,
        )
        for threat in found.threats
    )
    return marks, threats.summary(found, names)
