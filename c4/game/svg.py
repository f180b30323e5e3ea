"""A board as an SVG picture, for notebooks: stones, the last move, a value over each column.  Plain Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from c4.game.rules import Rules

CELL, HEAD = 36, 26
FACE, HOLE, STONES, RIM = "#2b4c7e", "#e8ecf2", ("#d55e00", "#f0e442"), "#1b2330"


class Shown(Protocol):
    """What is drawn of a `c4.game.position.Position`."""

    @property
    def rules(self) -> Rules: ...

    @property
    def moves(self) -> tuple[int, ...] | None: ...

    def owner(self, row: int, column: int) -> int | None: ...

    def height(self, column: int) -> int: ...


def board(position: Shown, values: Mapping[int, str] | None = None, marked: int | None = None) -> str:
    """The picture: the first player's stones are dark orange, the second's yellow and ringed.

    `values` are texts over columns (from 0), of which `marked` is the chosen one.  The last stone has a dot.
    """
    from html import escape

    rules = position.rules
    width, height = CELL * rules.columns, CELL * rules.rows
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + 2 * HEAD}" '
        f'viewBox="0 {-HEAD} {width} {height + 2 * HEAD}" '
        'font-family="sans-serif" font-size="13" text-anchor="middle">',
        f"<title>{escape(repr(position))}</title>",
        f'<rect width="{width}" height="{height}" rx="6" fill="{FACE}"/>',
    ]
    last = None
    if position.moves and not rules.turn_every:
        last = position.height(position.moves[-1]) - 1, position.moves[-1]
    for column in range(rules.columns):
        x = CELL * column + CELL / 2
        for row in range(rules.rows):
            y, owner = height - CELL * row - CELL / 2, position.owner(row, column)
            ring = f' stroke="{RIM}" stroke-width="2"' if owner == 1 else ""
            fill = HOLE if owner is None else STONES[owner]
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{CELL * 0.41:.3g}" fill="{fill}"{ring}/>')
            if (row, column) == last:
                parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="4" fill="{RIM}"/>')
        parts.append(f'<text x="{x:g}" y="{height + 18}" fill="gray">{column + 1}</text>')
        if values and column in values:
            look = 'fill="#0072b2" font-weight="bold"' if column == marked else 'fill="gray"'
            size = ' font-size="11"' if len(values[column]) > 3 else ""  # its neighbours may be as long
            parts.append(f'<text x="{x:g}" y="-8" {look}{size}>{escape(values[column])}</text>')
    return "".join(parts) + "</svg>"
