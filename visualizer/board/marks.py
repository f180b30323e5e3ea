"""Marks over the discs of a board: threats, and what each cell adds to an evaluator's value."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from c4.game.position import Position

LEAST_SHARE = 0.03
"""Shares smaller than this part of the largest one are not drawn."""

HELPS = "#0072b2"
"""The colour of shares that help a side."""

HURTS = "#d55e00"
"""The colour of shares that hurt a side."""


LARGEST_HEAT_CELLS = 0.27
"""The radius of the largest share, in cells."""

THREAT_CELLS = 0.36
SECOND_THREAT_CELLS = 0.27
"""The radius of a threat of the first player and of the second, in cells."""

SQUARE_TO_CIRCLE = 0.84
"""Half the side of a square with as much area as a circle, as a share of its radius."""


def draw_heat(
    canvas: tk.Canvas,
    shares: Mapping[tuple[int, int], float],
    centre: Callable[[int, int], tuple[float, float]],
    cell: float,
) -> None:
    """Draws the shares (points by (row, column)) with the tag "heat".

    `centre` gives the middle of a cell, `cell` is its size in pixels.
    """
    canvas.delete("heat")
    largest = max((abs(share) for share in shares.values()), default=0)
    if largest == 0:
        return
    for (row, column), share in shares.items():
        if abs(share) < LEAST_SHARE * largest:
            continue
        x, y = centre(row, column)
        radius = max(3.0, cell * LARGEST_HEAT_CELLS * sqrt(abs(share) / largest))
        _draw_share(canvas, x, y, radius, helps=share > 0, edge=max(1, cell / 40))


def _draw_share(canvas: tk.Canvas, x: float, y: float, radius: float, helps: bool, edge: float) -> None:
    """Draws a circle, with a plus or minus sign if there is room for one."""
    box = (x - radius, y - radius, x + radius, y + radius)
    colour = HELPS if helps else HURTS
    canvas.create_oval(*box, fill=colour, outline="#ffffff", width=edge, tags="heat")
    if radius < 5:
        return
    arm = radius * 0.55
    thickness = max(1, radius / 5)
    canvas.create_line(x - arm, y, x + arm, y, fill="#ffffff", width=thickness, tags="heat")
    if helps:
        canvas.create_line(x, y - arm, x, y + arm, fill="#ffffff", width=thickness, tags="heat")


class ThreatMark(NamedTuple):
    """A threat for drawing.

    row, column   its square, from 0
    colour        the colour of its side
    counts        whether it counts
    parity        "odd" or "even"
    second        whether it is the second player's: its ring is smaller, so that a square that both want shows two
    """

    row: int
    column: int
    colour: str
    counts: bool
    parity: str
    second: bool


def draw_threats(
    canvas: tk.Canvas,
    marks: Sequence[ThreatMark],
    centre: Callable[[int, int], tuple[float, float]],
    cell: float,
    ink: str,
) -> None:
    """Draws the marks with the tag "threat".

    `centre` gives the middle of a cell, `cell` its size in pixels, `ink` is the colour of words on empty cells.
    """
    canvas.delete("threat")
    for mark in marks:
        x, y = centre(mark.row, mark.column)
        _draw_threat(canvas, mark, x, y, cell, ink)


def _draw_threat(canvas: tk.Canvas, mark: ThreatMark, x: float, y: float, cell: float, ink: str) -> None:
    """Draws a glowing outline: a circle if the square is odd, a square if it is even, dashed if it does not count.

    The second player's is smaller.  If there is room, it says "odd" or "even" in the colour `ink`.
    """
    radius = cell * (SECOND_THREAT_CELLS if mark.second else THREAT_CELLS)
    draw = canvas.create_oval
    if mark.parity == "even":
        draw = canvas.create_rectangle
        radius *= SQUARE_TO_CIRCLE
    box = (x - radius, y - radius, x + radius, y + radius)
    thickness = max(2.0, cell / 14)
    dash = () if mark.counts else (3, 3)
    for share, halo in ((3.2, "#111111"), (2.4, "#ffffff")):  # a light halo with a dark edge shows on any ground
        draw(*box, outline=halo, width=share * thickness, tags="threat")
    draw(*box, outline=mark.colour, width=thickness, dash=dash, tags="threat")

    if cell >= 28:
        size = max(9, int(cell * 0.2))
        style = ("TkDefaultFont", -size, "bold")
        canvas.create_text(x, y, text=mark.parity, font=style, fill=ink, tags="threat")


@lru_cache(4)
def marked_threats(
    position: Position, names: tuple[str, str], colours: tuple[str, str]
) -> tuple[tuple[ThreatMark, ...], str]:
    """The threats of a position as marks, and a sentence about who profits from them.

    `names` and `colours` are those of both sides, the first player's first.
    """
    from c4.strategy import threats  # loads numba

    def mark(threat: threats.Threat) -> ThreatMark:
        return ThreatMark(
            row=threat.row,
            column=threat.column,
            colour=colours[threat.side],
            counts=threat.role != threats.ABOVE,
            parity="odd" if threat.odd else "even",
            second=threat.side == 1,
        )

    search = threats.find(position)
    marks = tuple(mark(threat) for threat in search.threats)
    return marks, threats.summary(search, names)
