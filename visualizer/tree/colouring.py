"""Colours of the tree's glyphs by value or by disagreement, instead of by side.  Imports numpy and the tree's view.

Each function returns a painter for `TreePane.paint_nodes`.  A folded part has the colour of the strongest disagreement inside.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from c4.evaluators.base import Evaluator
from c4.tree.opinions import verdicts
from c4.tree.searchtree import PRUNED
from visualizer.kit.theme import Theme
from visualizer.tree.view import NODE

STRONGEST = "#cc79a7"
"""Okabe and Ito's reddish purple: a disagreement of 1 or more; none is the panel's colour."""

Painter = Callable[[object, object, Theme], None]


def mix(low: str, high: str, part: float) -> str:
    """A colour between two (#rrggbb): `part` 0 is the first, 1 the second."""
    part = min(max(part, 0.0), 1.0)
    ends = zip(*(tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5)) for colour in (low, high)))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in ends)


def by_value(evaluator: Evaluator) -> Painter:
    """Blue for MAX, orange for MIN, the stronger the better; `evaluator` is the one that judged the search's leaves."""

    def paint(graph, view, theme: Theme) -> None:
        for glyph in view.glyphs:
            if glyph.sort == NODE and view.tree.kind[glyph.row] != PRUNED:
                verdict = float(verdicts(view.tree.value[glyph.row], evaluator))
                graph.nodes[glyph.key]["tint"] = mix(
                    theme.panel, theme.good if verdict > 0 else theme.bad, abs(verdict)
                )

    return paint


def by_disagreement(disagreement: np.ndarray) -> Painter:
    """Purple where two opinions are apart, with how far (Δ.62) in place of the value; `disagreement` is one number a row, NaN where there is none."""
    known = np.nan_to_num(disagreement, nan=-1.0)

    def paint(graph, view, theme: Theme) -> None:
        tree = view.tree
        if len(known) != len(tree):  # a part has been opened since
            return
        for glyph in view.glyphs:
            node = graph.nodes[glyph.key]
            rows = glyph.hidden or ((glyph.row,) if view.is_folded(glyph.row) else ())
            most = max(
                (float(known[row : row + tree.size[row]].max()) for row in rows), default=float(known[glyph.row])
            )
            if most >= 0:
                node["tint"] = mix(theme.panel, STRONGEST, most)
            if glyph.sort == NODE and known[glyph.row] >= 0:
                node["value"] = f"Δ{known[glyph.row]:.2f}".replace("Δ0", "Δ") if known[glyph.row] >= 0.005 else ""

    return paint
