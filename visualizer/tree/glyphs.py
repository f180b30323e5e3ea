"""The shapes of the tree's glyphs: one path, size, colour and hatch a look.  Imports numpy and matplotlib's paths.

Everything differs by shape or hatch, not by colour alone.  Paths fit the square from -0.5 to 0.5, y upwards.
"""

from __future__ import annotations

from math import cos, log10, pi, sin
from typing import NamedTuple

import numpy as np
from matplotlib.path import Path

from visualizer.kit.theme import Theme


class Style(NamedTuple):
    """How a look is drawn.

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
    edge: str
    hatch: str | None
    dashed: bool
    grows: bool


def _polygon(*points: tuple[float, float]) -> Path:
    return Path([*points, points[0]], closed=True)


def _star(tips: int = 5, inner: float = 0.22) -> Path:
    radius = (0.55, inner)
    return _polygon(
        *((radius[i % 2] * sin(pi * i / tips), radius[i % 2] * cos(pi * i / tips)) for i in range(2 * tips))
    )


def _circle(sides: int = 48) -> Path:
    """Straight pieces: matplotlib works out the extent of curves anew at every drawing, for a millisecond."""
    return _polygon(*((0.5 * cos(2 * pi * i / sides), 0.5 * sin(2 * pi * i / sides)) for i in range(sides)))


def _rounded_triangle() -> Path:
    """A triangle whose base bulges: the folded subtree of a (round) MIN node."""
    base = [(0.5 - i / 8, -0.28 - 0.27 * sin(pi * i / 8)) for i in range(9)]
    return _polygon((0, 0.5), *base)


def _stack() -> Path:
    """Two sheets, one behind the other."""
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


_triangle = _polygon((0, 0.5), (0.5, -0.5), (-0.5, -0.5))
_box = _polygon((-0.46, 0.46), (0.46, 0.46), (0.46, -0.46), (-0.46, -0.46))
_diamond = _polygon((0, 0.5), (0.5, 0), (0, -0.5), (-0.5, 0))
_hexagon = _polygon(*((0.5 * cos(pi * i / 3), 0.5 * sin(pi * i / 3)) for i in range(6)))
_slanted = _polygon((-0.28, 0.4), (0.58, 0.4), (0.28, -0.4), (-0.58, -0.4))
_cross = _polygon(
    *((x, y) for x, y in ((-0.17, 0.5), (0.17, 0.5), (0.17, 0.17), (0.5, 0.17), (0.5, -0.17), (0.17, -0.17))),
    *((-x, -y) for x, y in ((-0.17, 0.5), (0.17, 0.5), (0.17, 0.17), (0.5, 0.17), (0.5, -0.17), (0.17, -0.17))),
)
_card = _polygon((-0.3, 0.5), (0.3, 0.5), (0.3, -0.5), (-0.3, -0.5))

STYLES = {
    "max": Style(_box, 14, "max_node", "text", None, False, False),
    "min": Style(_circle(), 15, "min_node", "text", None, False, False),
    "leaf": Style(_diamond, 11, "leaf", "text", None, False, False),
    "win": Style(_star(), 17, "terminal", "text", None, False, False),
    "full": Style(_hexagon, 13, "terminal", "text", None, False, False),
    "table": Style(_slanted, 14, "leaf", "text", None, False, False),
    "threat": Style(_cross, 15, "terminal", "text", None, False, False),
    "max folded": Style(_triangle, 9, "max_node", "text", None, False, True),
    "min folded": Style(_rounded_triangle(), 10, "min_node", "text", None, False, True),
    "rest": Style(_two_triangles(), 10, "leaf", "text", None, False, True),
    "left out": Style(_triangle, 9, "", "text", None, True, True),
    "stub": Style(_stack(), 15, "panel", "faint", "//////", False, False),
    "pruned": Style(_card, 14, "panel", "faint", "//////", False, False),
}

STYLES |= {
    f"{who} {look}": STYLES[look]._replace(fill=fill, hatch=hatch)
    for who, fill, hatch in (
        ("both", "leaf", None),
        ("only A", "only_a", "\\\\\\\\\\"),
        ("only B", "only_b", "/////"),
        ("unsure", "panel", "...."),
    )
    for look in ("max", "min", "leaf", "win", "max folded", "min folded", "rest")
}
"""Two searches laid over each other: what both have is plain, the rest hatched to the side of the search that has it.
"""

CUT = Style(_polygon((-0.5, 0.14), (0.5, 0.14), (0.5, -0.14), (-0.5, -0.14)), 11, "bad", "bad", None, False, False)
"""The bar across the line to what was cut off, or under a folded node that has pruned children."""

UPRIGHT = CUT._replace(path=Path(np.asarray(CUT.path.vertices)[:, ::-1]))
"""The same across a level line, as stacks have them."""

CHIP = Style(_circle(), 12.5, "panel", "line", None, False, False)
"""The bead on a line that carries its column."""

TURNED = CHIP._replace(path=_box)
"""The same, square, of a move after which the board turned."""


_corners = [(0.5 * sin(2 * pi * i / 5), 0.5 * cos(2 * pi * i / 5)) for i in range(6)]
DIFFERS = Style(Path(_corners, [Path.MOVETO, *[Path.LINETO] * 4, Path.CLOSEPOLY]), 24, "", "bad", None, False, False)
"""The pentagon round a node with two values that cannot both be true."""


def diameter(look: str, count: int) -> float:
    """Size of a glyph in points at zoom 1: triangles grow with the logarithm of the nodes searched in them."""
    style = STYLES[look]
    return style.size + (2.5 * log10(max(1, count)) if style.grows else 0.0)


def tip(look: str, count: int) -> float:
    """How much of that, from the top, is no more than a tip."""
    return 0.25 * diameter(look, count) if STYLES[look].grows or look.endswith(("leaf", "win")) else 0.0


def colour(theme: Theme, name: str) -> str:
    """A theme's colour by name, or the one that is named #rrggbb; an empty name is no colour."""
    return name if name.startswith("#") else str(getattr(theme, name)) if name else "none"


def mix(low: str, high: str, part: float) -> str:
    """A colour between two (#rrggbb): `part` 0 is the first, 1 the second."""
    part = min(max(part, 0.0), 1.0)
    ends = zip(*(tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5)) for colour in (low, high)))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in ends)
