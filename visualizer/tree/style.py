"""The shape, size, colour and hatch of every glyph of the tree, and the sizes of its words.

Glyphs differ by shape or hatch, never by colour alone.  Paths fit the square from -0.5 to 0.5, y upwards.  Colours are
names of fields of `visualizer.ui.theme.Theme`.
"""

from __future__ import annotations

from math import cos, log10, pi, sin
from typing import NamedTuple

import numpy as np
from matplotlib.path import Path

from visualizer.ui.theme import Theme


class Style(NamedTuple):
    """How a glyph is drawn.

    path    the outline
    size    diameter in points at zoom 1
    fill, edge  names of theme colours; an empty fill is hollow
    hatch   matplotlib's hatch, or None
    dashed  whether the outline is dashed
    grows   whether the size grows with the number of nodes
    """

    path: Path
    size: float
    fill: str
    edge: str = "text"
    hatch: str | None = None
    dashed: bool = False
    grows: bool = False


def _polygon(*points: tuple[float, float]) -> Path:
    return Path([*points, points[0]], closed=True)


def _regular(sides: int, turn: float = 0.0) -> Path:
    """A regular polygon.  With 48 sides it is a circle, which matplotlib draws faster than curves."""
    angles = (2 * pi * i / sides + turn for i in range(sides))
    return _polygon(*((0.5 * cos(angle), 0.5 * sin(angle)) for angle in angles))


def _star(tips: int = 5, inner: float = 0.22) -> Path:
    radius = (0.55, inner)
    return _polygon(
        *((radius[i % 2] * sin(pi * i / tips), radius[i % 2] * cos(pi * i / tips)) for i in range(2 * tips))
    )


def _rounded_triangle() -> Path:
    """A triangle whose base bulges: the folded subtree of a (round) MIN node."""
    base = [(0.5 - i / 8, -0.28 - 0.27 * sin(pi * i / 8)) for i in range(9)]
    return _polygon((0, 0.5), *base)


def _two_sheets() -> Path:
    """Two sheets, one behind the other: several pruned replies."""
    front = [(-0.5, 0.22), (0.34, 0.22), (0.34, -0.42), (-0.5, -0.42), (-0.5, 0.22)]
    behind = [(-0.34, 0.22), (-0.34, 0.38), (0.5, 0.38), (0.5, -0.26), (0.34, -0.26)]
    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY, Path.MOVETO, *[Path.LINETO] * 4]
    return Path(front + behind, codes)


def _two_triangles() -> Path:
    """Two triangles side by side: several folded siblings."""
    one = [(-0.22, 0.45), (0.12, -0.45), (-0.56, -0.45)]
    other = [(0.22, 0.45), (0.56, -0.45), (0.12, -0.45), (-0.04, -0.02)]
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY, Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY]
    return Path([*one, one[0], *other, other[0]], codes)


_arm = ((-0.17, 0.5), (0.17, 0.5), (0.17, 0.17), (0.5, 0.17), (0.5, -0.17), (0.17, -0.17))
_cross = _polygon(*_arm, *((-x, -y) for x, y in _arm))
_box = _polygon((-0.46, 0.46), (0.46, 0.46), (0.46, -0.46), (-0.46, -0.46))
_triangle = _polygon((0, 0.5), (0.5, -0.5), (-0.5, -0.5))
_slanted_box = _polygon((-0.28, 0.4), (0.58, 0.4), (0.28, -0.4), (-0.58, -0.4))
_narrow_box = _polygon((-0.3, 0.5), (0.3, 0.5), (0.3, -0.5), (-0.3, -0.5))
_bar = _polygon((-0.5, 0.14), (0.5, 0.14), (0.5, -0.14), (-0.5, -0.14))
_circle = _regular(48)

SEARCH_STYLES = {
    "max": Style(_box, 14, "max_node"),
    "min": Style(_circle, 15, "min_node"),
    "leaf": Style(_regular(4), 11, "leaf"),
    "win": Style(_star(), 17, "terminal"),
    "full": Style(_regular(6), 13, "terminal"),
    "table": Style(_slanted_box, 14, "leaf"),
    "threat": Style(_cross, 15, "terminal"),
    "max folded": Style(_triangle, 9, "max_node", grows=True),
    "min folded": Style(_rounded_triangle(), 10, "min_node", grows=True),
    "rest": Style(_two_triangles(), 10, "leaf", grows=True),
    "left out": Style(_triangle, 9, "", dashed=True, grows=True),
    "stub": Style(_two_sheets(), 15, "panel", "faint", "//////"),
    "pruned": Style(_narrow_box, 14, "panel", "faint", "//////"),
}
"""The glyphs of one search: MAX and MIN nodes, horizon nodes, games won or lost, games drawn, nodes answered from the
table, nodes decided by threats, folded subtrees, several folded siblings, children left out by the row budget, several
pruned replies, one pruned reply.
"""

COMPARE_STYLES = {
    f"{who} {name}": SEARCH_STYLES[name]._replace(fill=fill, hatch=hatch)
    for who, fill, hatch in (
        ("both", "leaf", None),
        ("only A", "only_a", "\\\\\\\\\\"),
        ("only B", "only_b", "/////"),
        ("unsure", "panel", "...."),
    )
    for name in ("max", "min", "leaf", "win", "max folded", "min folded", "rest")
}
"""Two searches laid over each other: common nodes are plain, the others hatched to the side of their search."""

STYLES = SEARCH_STYLES | COMPARE_STYLES

CUTOFF = Style(_bar, 11, "bad", "bad")
"""The bar across the line to pruned replies."""

CUTOFF_IN_STACK = CUTOFF._replace(path=Path(np.asarray(_bar.vertices)[:, ::-1]))
"""The same across a horizontal line, as stacks have them."""

CUTOFF_INSIDE = CUTOFF._replace(path=Path(np.asarray(_bar.vertices) * (0.9, 0.55) - (0, 0.68)))
"""The bar under a folded node that has pruned children."""

BEAD = Style(_circle, 12.5, "panel", "line")
"""The bead on a line that carries its column."""

DIFFERS = Style(_regular(5, pi / 2), 24, "", "bad")
"""The pentagon around a node with two values that cannot both be true."""

FONTS = {
    "value": (11, False),
    "principal": (12, True),
    "count": (9.5, False),
    "column": (10, True),
    "principal column": (10, True),
}
"""Size in points, and whether bold, of the labels by their style."""


def diameter(style: str, count: int) -> float:
    """Size of a glyph in points at zoom 1: triangles grow with the logarithm of the nodes searched in them."""
    return STYLES[style].size + (2.5 * log10(max(1, count)) if STYLES[style].grows else 0.0)


def tip_height(style: str, count: int) -> float:
    """How much of that, from the top, is only a tip, which a column's bead may cover."""
    return 0.25 * diameter(style, count) if STYLES[style].grows or style.endswith(("leaf", "win")) else 0.0


def colour(theme: Theme, name: str) -> str:
    """A theme's colour by name; "#rrggbb" stays as it is, "" is no colour."""
    return name if name.startswith("#") else str(getattr(theme, name)) if name else "none"


def label_colour(theme: Theme, style: str) -> str:
    """The colour of a label by its style."""
    colours = {"principal": theme.exact, "count": theme.faint, "principal column": theme.panel}
    return colours.get(style, theme.text)


def mix(low: str, high: str, part: float) -> str:
    """A colour between two (#rrggbb): `part` 0 is the first, 1 the second."""
    part = min(max(part, 0.0), 1.0)
    ends = zip(*(tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5)) for colour in (low, high)))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in ends)
