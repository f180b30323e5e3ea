"""A board as an SVG picture, for notebooks and pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

CELL = 36
"""Width and height of a cell, in pixels."""

HEAD = 26
"""Height of the texts above and below the board, in pixels."""

BOARD_COLOUR = "#2b4c7e"
HOLE_COLOUR = "#e8ecf2"
RIM_COLOUR = "#1b2330"
"""Of the ring of the second player's discs, and of the dot on the last disc."""

COLOUR_NAMES = ("Red", "Yellow")
"""What the sides are called where nobody says otherwise."""

DISC_COLOURS = ("#d55e00", "#f0e442")
"""Of the first and the second player."""


def board_svg(
    title: str,
    owners: Sequence[Sequence[int | None]],
    last: tuple[int, int] | None = None,
    values: Mapping[int, str] | None = None,
    marked: int | None = None,
    plies: Mapping[tuple[int, int], int] | None = None,
) -> str:
    """The picture of a board: the first player's discs are dark orange, the second's yellow and ringed.

    `owners` are the rows from the bottom: of each cell the owner of its disc, 0 or 1, or None.  The disc at `last`
    (row, column) has a dot.  `values` are texts over columns (from 0), of which `marked` is the chosen one.  With
    `plies`, by row and column, each of these discs carries its ply as "data-disc" and lies on a hole of its own.
    """
    columns = len(owners[0])
    width = CELL * columns
    height = CELL * len(owners)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + 2 * HEAD}" '
        f'viewBox="0 {-HEAD} {width} {height + 2 * HEAD}" '
        'font-family="sans-serif" font-size="13" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="6" fill="{BOARD_COLOUR}"/>',
    ]
    for column in range(columns):
        x = CELL * column + CELL / 2
        for row, cells in enumerate(owners):
            y = height - CELL * row - CELL / 2
            owner = cells[column]
            circle = f'<circle cx="{x:g}" cy="{y:g}" r="{CELL * 0.41:.3g}"'
            if owner is None or plies is not None:
                parts.append(f'{circle} fill="{HOLE_COLOUR}"/>')
            if owner is not None:
                ring = f' stroke="{RIM_COLOUR}" stroke-width="2"' if owner == 1 else ""
                ply = f' data-disc="{plies[row, column]}"' if plies and (row, column) in plies else ""
                parts.append(f'{circle} fill="{DISC_COLOURS[owner]}"{ring}{ply}/>')
            if (row, column) == last:
                parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="{RIM_COLOUR}"/>')
        parts.append(f'<text x="{x:g}" y="{height + 18}" fill="gray">{column + 1}</text>')
        if values and column in values:
            look = 'fill="#0072b2" font-weight="bold"' if column == marked else 'fill="gray"'
            size = ' font-size="11"' if len(values[column]) > 3 else ""  # its neighbours may be as long
            parts.append(f'<text x="{x:g}" y="-8" {look}{size}>{escape(values[column])}</text>')
    return "".join(parts) + "</svg>"
