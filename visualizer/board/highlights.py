"""What explains a position, drawn over the discs of a board: lines of four, the disc of a mistake, the better moves."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from c4.review.finish import Square
from visualizer.state.highlights import Highlights

TAG = "highlight"
"""The tag of all that is drawn here."""

EDGE = "#ffffff"
DARK = "#111111"
"""The edges of every mark: one of them shows on any ground."""

WRONG = "#bd5200"
BETTER = "#004a80"
"""The colours of wrong and of better moves, which differ in grey too."""

BADGE_PLACE = 0.3
"""How far the badge of a mistake is above and right of the middle of its disc, in cells."""


class Canvas(NamedTuple):
    """Where to draw: the canvas, the middle of a cell in pixels by row and column, and the size of a cell in pixels."""

    widget: tk.Canvas
    centre: Callable[[int, int], tuple[float, float]]
    cell: float


def draw_highlights(canvas: Canvas, highlights: Highlights, colour: str, occupied: Callable[[Square], bool]) -> None:
    """Draws them with TAG; `colour` is that of the side whose lines they are, `occupied` says where there are discs."""
    canvas.widget.delete(TAG)
    for line in highlights.lines:
        _draw_line(canvas, line, colour)
    for square in dict.fromkeys(square for line in highlights.lines for square in line):
        if not occupied(square):
            _draw_wanted(canvas, square, colour)
    for square in highlights.better:
        if occupied(square):
            _draw_badge(canvas, square, "✓", BETTER)
        else:
            _draw_better(canvas, square)
    if highlights.wrong is not None:
        _draw_badge(canvas, highlights.wrong, highlights.mark, WRONG)


def _draw_line(canvas: Canvas, line: tuple[Square, ...], colour: str) -> None:
    """Draws a line through the middles of its squares, with a dark edge and a light one that show on any ground."""
    for start, end in pairwise(line):
        places = [canvas.centre(*start), canvas.centre(*end)]
        for share, ink in ((0.2, DARK), (0.16, EDGE), (0.1, colour)):
            width = max(2.0, share * canvas.cell)
            item = canvas.widget.create_line(places, fill=ink, width=width, capstyle="round")
            canvas.widget.itemconfigure(item, tags=(TAG, f"{TAG}-{ink}"))
    for ink in (EDGE, colour):  # the edges of one part lie below the next part
        canvas.widget.tag_raise(f"{TAG}-{ink}")


def _draw_wanted(canvas: Canvas, square: Square, colour: str) -> None:
    """Draws an empty square that a side wants: a glowing ring."""
    for share, ink in ((0.42, DARK), (0.4, EDGE), (0.34, colour)):
        _draw_ring(canvas, square, share, ink, max(3.0, 0.08 * canvas.cell))


def _draw_ring(canvas: Canvas, square: Square, share: float, ink: str, width: float) -> None:
    canvas.widget.create_oval(_box(canvas, square, share), outline=ink, width=width, tags=TAG)


def _draw_better(canvas: Canvas, square: Square) -> None:
    """Draws a better move: a disc with a tick."""
    canvas.widget.create_oval(_box(canvas, square, 0.39), fill=DARK, outline="", tags=TAG)
    canvas.widget.create_oval(_box(canvas, square, 0.36), fill=BETTER, outline=EDGE, width=3, tags=TAG)
    x, y = canvas.centre(*square)
    arm = 0.16 * canvas.cell
    tick = [(x - arm, y), (x - 0.25 * arm, y + 0.8 * arm), (x + 1.1 * arm, y - 0.8 * arm)]
    canvas.widget.create_line(tick, fill=EDGE, width=max(3.0, 0.07 * canvas.cell), capstyle="round", tags=TAG)


def _draw_badge(canvas: Canvas, square: Square, mark: str, ink: str) -> None:
    """Draws a ring around a disc, and a badge with a mark at it."""
    _draw_ring(canvas, square, 0.42, DARK, max(5.0, 0.13 * canvas.cell))
    _draw_ring(canvas, square, 0.42, EDGE, max(3.0, 0.1 * canvas.cell))
    _draw_ring(canvas, square, 0.42, ink, max(2.0, 0.06 * canvas.cell))
    x, y = canvas.centre(*square)
    x += BADGE_PLACE * canvas.cell
    y -= BADGE_PLACE * canvas.cell
    radius = 0.2 * canvas.cell
    box = (x - radius, y - radius, x + radius, y + radius)
    canvas.widget.create_oval(box, fill=ink, outline=DARK, width=5, tags=TAG)
    canvas.widget.create_oval(box, fill=ink, outline=EDGE, width=2, tags=TAG)
    style = ("TkDefaultFont", -max(9, int(1.1 * radius)), "bold")
    canvas.widget.create_text(x, y, text=mark, fill=EDGE, font=style, tags=TAG)


def _box(canvas: Canvas, square: Square, share: float) -> tuple[float, float, float, float]:
    """The box of a circle around the middle of a square; `share` is its radius in cells."""
    x, y = canvas.centre(*square)
    radius = share * canvas.cell
    return x - radius, y - radius, x + radius, y + radius
