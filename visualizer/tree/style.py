"""The shape, size, colour and hatch of every glyph of the tree, and the sizes of its words.

A node is the disc that was played, with its column.  Glyphs differ by shape or hatch, never by colour alone.  Paths fit
the square from -0.5 to 0.5, y upwards.  Colours are names of fields of `visualizer.ui.theme.Theme`.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from matplotlib.path import Path

from visualizer.ui.theme import Theme


class Style(NamedTuple):
    """How a glyph is drawn.

    path    the outline
    size    diameter in points at zoom 1
    fill, edge  names of theme colours; DISC is that of the disc that was played, an empty fill is hollow
    hatch   matplotlib's hatch, or None
    dashed  whether the outline is dashed
    """

    path: Path
    size: float
    fill: str
    edge: str = "text"
    hatch: str | None = None
    dashed: bool = False


DISC = "disc"


def _polygon(*points: tuple[float, float]) -> Path:
    return Path([*points, points[0]], closed=True)


def _regular(sides: int) -> Path:
    """A regular polygon.  With 48 sides it is a circle, which matplotlib draws faster than curves."""
    angles = (2 * pi * i / sides for i in range(sides))
    return _polygon(*((0.5 * cos(angle), 0.5 * sin(angle)) for angle in angles))


def _star(tips: int = 5, inner: float = 0.33) -> Path:
    radius = (0.55, inner)
    return _polygon(
        *((radius[i % 2] * sin(pi * i / tips), radius[i % 2] * cos(pi * i / tips)) for i in range(2 * tips))
    )


def _two_sheets() -> Path:
    """Two sheets, one behind the other: several pruned replies."""
    front = [(-0.5, 0.22), (0.34, 0.22), (0.34, -0.42), (-0.5, -0.42), (-0.5, 0.22)]
    behind = [(-0.34, 0.22), (-0.34, 0.38), (0.5, 0.38), (0.5, -0.26), (0.34, -0.26)]
    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY, Path.MOVETO, *[Path.LINETO] * 4]
    return Path(front + behind, codes)


_arm = ((-0.25, 0.5), (0.25, 0.5), (0.25, 0.25), (0.5, 0.25), (0.5, -0.25), (0.25, -0.25))
_circle = _regular(48)

STYLES = {
    "root": Style(_polygon((-0.5, 0.28), (0.5, 0.28), (0.5, -0.28), (-0.5, -0.28)), 42, "leaf"),
    "node": Style(_circle, 22, DISC),
    "leaf": Style(_regular(4), 27, DISC),
    "win": Style(_star(), 30, DISC),
    "full": Style(_regular(6), 23, DISC),
    "table": Style(_polygon((-0.28, 0.4), (0.58, 0.4), (0.28, -0.4), (-0.58, -0.4)), 24, DISC),
    "threat": Style(_polygon(*_arm, *((-x, -y) for x, y in _arm)), 23, DISC),
    "left out": Style(_circle, 22, "", dashed=True),
    "rest": Style(_regular(8), 22, "leaf", "faint"),
    "unvisited": Style(_circle, 15, "panel", "faint", hatch="...."),
    "untried": Style(_polygon((-0.5, -0.35), (0.5, -0.35), (0.0, 0.5)), 20, "panel", "faint", dashed=True),
    "stub": Style(_two_sheets(), 24, "panel", "bad", "//////"),
    "pruned": Style(_polygon((-0.36, 0.5), (0.36, 0.5), (0.36, -0.5), (-0.36, -0.5)), 22, "panel", "bad", "//////"),
}
"""The glyphs of one search: the root, searched nodes, horizon nodes, games won or lost, games drawn, nodes answered from
the table, nodes decided by threats, children left out by the row budget, several folded siblings, a reply and
several replies that simulations have not visited, several pruned replies, one pruned reply.
"""

CUTOFF = Style(_polygon((-0.5, 0.14), (0.5, 0.14), (0.5, -0.14), (-0.5, -0.14)), 12, "bad", "bad")
"""The bar across the line to pruned replies."""


def skirt(digits: int, cut: bool) -> Style:
    """The base of a node that hides its replies, larger for numbers of nodes with more digits; `cut` where some of them
    were pruned.
    """
    size, ink = min(digits, MOST_DIGITS), "bad" if cut else "faint"
    wide, low = 0.2 + 0.05 * size, -0.6 - 0.026 * size
    return Style(_polygon((-0.2, -0.5), (0.2, -0.5), (wide, low), (-wide, low)), 22, ink, ink)


MOST_DIGITS = 7
"""The digits of the number of nodes from which a base does not grow any more: it is as wide as its place."""

FONTS = {"value": (11, False), "principal": (12, True), "count": (11, False), "column": (12, True)}
"""Size in points at zoom 1, and whether bold, of the labels by their style; they grow with the zoom, and never shrink."""

LINE = 14.0
"""Height of a line of text at zoom 1, in points."""


def font_size(style: str, zoom: float) -> int:
    """The size in points of a label's text at a zoom."""
    growth = max(zoom, 1.0) ** (0.6 if style == "count" else 1.0)
    return int(FONTS[style][0] * growth)


def colour(theme: Theme, name: str) -> str:
    """A theme's colour by name; "#rrggbb" stays as it is, "" is no colour."""
    return name if name.startswith("#") else str(getattr(theme, name)) if name else "none"


def label_colour(theme: Theme, style: str) -> str:
    """The colour of a label by its style."""
    return {"principal": theme.exact, "count": theme.faint}.get(style, theme.text)
