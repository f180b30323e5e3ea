"""What explains a position, drawn over the discs of a board: lines of four, the disc of a mistake, the better moves."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from math import atan2, cos, pi, sin
from typing import NamedTuple

from c4.review.finish import Square
from visualizer.state.highlights import Highlights
from visualizer.ui.theme import ink_on

TAG = "highlight"
"""The tag of all that is drawn here."""

EDGE = "#ffffff"
DARK = "#111111"
"""The edges of every mark: one of them shows on any ground."""

WRONG = "#bd5200"
BETTER = "#004a80"
"""The colours of wrong and of better moves, which differ in grey too."""

WIDEST_LINE = 0.47
LINE_STEP = 0.09
"""How far the loop of the first line is from the middles of its discs, in cells, and by how much those of others are nearer."""

LOOP_STEPS = 12
"""The number of straight parts of half a circle."""

BADGE_PLACE = 0.3
"""How far the badge of a mistake is above and right of the middle of its disc, in cells."""


LOOP_WIDTHS = (0.11, 0.08, 0.045)
"""The widths of the dark edge of a line, of the light one in it, and of its colour, in cells."""

RING_RADII = (0.32, 0.3, 0.25)
"""The radii of the dark edge of a wanted square, of the light one, and of its colour, in cells."""

COMING_RADII = (0.34, 0.32, 0.29)
"""The same of the disc of a coming move."""


class Ground(NamedTuple):
    """Where to draw: the canvas, the middle of a cell in pixels by row and column, and the size of a cell in pixels."""

    widget: tk.Canvas
    centre: Callable[[int, int], tuple[float, float]]
    cell: float


def draw_highlights(ground: Ground, highlights: Highlights, colour: str, occupied: Callable[[Square], bool]) -> None:
    """Draws them with TAG; `colour` is that of the side whose lines they are, `occupied` says where there are discs."""
    ground.widget.delete(TAG)
    for number, line in enumerate(highlights.lines):
        _draw_line(ground, line, colour, WIDEST_LINE - number * LINE_STEP)
    coming = {square for square, _ in highlights.coming}
    wanted = {square for line in highlights.lines for square in line if not occupied(square)} - coming
    for square in wanted:
        _draw_wanted(ground, square, colour)
    for square, number in highlights.coming:
        if not occupied(square):
            _draw_coming(ground, square, number, colour)
    for square in highlights.better:
        if occupied(square) or square in wanted | coming:
            _draw_badge(ground, square, "✓", BETTER)
        else:
            _draw_better(ground, square)
    if highlights.wrong is not None:
        _draw_badge(ground, highlights.wrong, highlights.mark, WRONG)


def _draw_line(ground: Ground, line: tuple[Square, ...], colour: str, share: float) -> None:
    """Draws a loop around the discs of a line, with a dark edge and a light one that show on any ground.

    `share` is its distance from the middles of the squares, in cells: lines with common squares have different ones.
    """
    points = loop(ground.centre(*line[0]), ground.centre(*line[-1]), share * ground.cell)
    for width, ink in zip(LOOP_WIDTHS, (DARK, EDGE, colour)):
        pixels = max(2.0, width * ground.cell)
        ground.widget.create_line([*points, points[0]], fill=ink, width=pixels, joinstyle="round", tags=TAG)


def loop(start: tuple[float, float], end: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    """The points of a loop around two places: two half circles, and the straight lines between them."""
    along = atan2(end[1] - start[1], end[0] - start[0])
    turns = [pi * (step / LOOP_STEPS - 0.5) for step in range(LOOP_STEPS + 1)]
    ends = [(end, along), (start, along + pi)]
    return [(x + radius * cos(to + turn), y + radius * sin(to + turn)) for (x, y), to in ends for turn in turns]


def _draw_wanted(ground: Ground, square: Square, colour: str) -> None:
    """Draws an empty square on which a side would complete a line: a ring."""
    for share, ink in zip(RING_RADII, (DARK, EDGE, colour)):
        _draw_ring(ground, square, share, ink, max(3.0, 0.07 * ground.cell))


def _draw_coming(ground: Ground, square: Square, number: int, colour: str) -> None:
    """Draws the disc of a side's coming move, with the number of the move."""
    for share, ink in zip(COMING_RADII, (DARK, EDGE, colour)):
        ground.widget.create_oval(_box(ground, square, share), fill=ink, outline="", tags=TAG)
    style = ("TkDefaultFont", -max(11, int(0.36 * ground.cell)), "bold")
    ground.widget.create_text(ground.centre(*square), text=str(number), fill=ink_on(colour), font=style, tags=TAG)


def _draw_ring(ground: Ground, square: Square, share: float, ink: str, width: float) -> None:
    ground.widget.create_oval(_box(ground, square, share), outline=ink, width=width, tags=TAG)


def _draw_better(ground: Ground, square: Square) -> None:
    """Draws a better move: a disc with a tick."""
    ground.widget.create_oval(_box(ground, square, 0.39), fill=DARK, outline="", tags=TAG)
    ground.widget.create_oval(_box(ground, square, 0.36), fill=BETTER, outline=EDGE, width=3, tags=TAG)
    x, y = ground.centre(*square)
    arm = 0.16 * ground.cell
    tick = [(x - arm, y), (x - 0.25 * arm, y + 0.8 * arm), (x + 1.1 * arm, y - 0.8 * arm)]
    ground.widget.create_line(tick, fill=EDGE, width=max(3.0, 0.07 * ground.cell), capstyle="round", tags=TAG)


def _draw_badge(ground: Ground, square: Square, mark: str, ink: str) -> None:
    """Draws a ring around a disc, and a badge with a mark at it."""
    _draw_ring(ground, square, 0.42, DARK, max(5.0, 0.13 * ground.cell))
    _draw_ring(ground, square, 0.42, EDGE, max(3.0, 0.1 * ground.cell))
    _draw_ring(ground, square, 0.42, ink, max(2.0, 0.06 * ground.cell))
    x, y = ground.centre(*square)
    x += BADGE_PLACE * ground.cell
    y -= BADGE_PLACE * ground.cell
    radius = 0.2 * ground.cell
    box = (x - radius, y - radius, x + radius, y + radius)
    ground.widget.create_oval(box, fill=ink, outline=DARK, width=5, tags=TAG)
    ground.widget.create_oval(box, fill=ink, outline=EDGE, width=2, tags=TAG)
    style = ("TkDefaultFont", -max(9, int(1.1 * radius)), "bold")
    ground.widget.create_text(x, y, text=mark, fill=EDGE, font=style, tags=TAG)


def _box(ground: Ground, square: Square, share: float) -> tuple[float, float, float, float]:
    """The box of a circle around the middle of a square; `share` is its radius in cells."""
    x, y = ground.centre(*square)
    radius = share * ground.cell
    return x - radius, y - radius, x + radius, y + radius
