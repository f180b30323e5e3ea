"""Marks over the discs of a board: threats, and what each cell adds to an evaluator's value."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from c4.game.position import Position

LEAST = 0.03
"""Shares below this part of the greatest are not drawn."""


def draw_heat(
    canvas: tk.Canvas,
    shares: Mapping[tuple[int, int], float],
    centre: Callable[[int, int], tuple[float, float]],
    cell: float,
) -> None:
    """Draws the shares (points by (row, column)) with the tag "heat"; `centre` gives the middle of a cell, `cell` its
    size in pixels.
    """
    canvas.delete("heat")
    most = max((abs(share) for share in shares.values()), default=0)
    for (row, column), share in shares.items():
        if most == 0 or abs(share) < LEAST * most:
            continue
        x, y = centre(row, column)
        radius = max(3.0, cell * 0.27 * sqrt(abs(share) / most))
        colour = "#0072b2" if share > 0 else "#d55e00"
        box, edge = (x - radius, y - radius, x + radius, y + radius), max(1, cell / 40)
        canvas.create_oval(*box, fill=colour, outline="#ffffff", width=edge, tags="heat")
        if radius >= 5:
            arm = radius * 0.55
            canvas.create_line(x - arm, y, x + arm, y, fill="#ffffff", width=max(1, radius / 5), tags="heat")
            if share > 0:
                canvas.create_line(x, y - arm, x, y + arm, fill="#ffffff", width=max(1, radius / 5), tags="heat")


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
    """The threats of a position as marks, and who benefits from them in words; both sides' names and disc
    colours, the first player's first.
    """
    from c4.strategy import threats  # brings numba

    search = threats.find(position)

    def mark(threat: threats.Threat) -> ThreatMark:
        counts, parity = threat.state != threats.ABOVE, "odd" if threat.odd else "even"
        return ThreatMark(threat.row, threat.column, colours[threat.side], counts, parity, threat.side == 1)

    return tuple(mark(threat) for threat in search.threats), threats.summary(search, names)
