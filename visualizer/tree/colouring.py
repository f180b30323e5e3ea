"""Colours of the tree's glyphs by value or by disagreement, instead of by side.  Imports numpy and the tree's facts.

Each function returns a dress for `TreePane.paint_nodes`.  A folded part has the colour of the strongest disagreement
inside.
"""

from __future__ import annotations

import numpy as np

from c4.evaluators.base import Evaluator
from c4.tree.opinions import verdicts
from c4.tree.searchtree import PRUNED
from visualizer.tree.facts import Dress, Facts
from visualizer.tree.view import NODE, Glyph, TreeView

STRONGEST = "#cc79a7"
"""Okabe and Ito's reddish purple: a disagreement of 1 or more."""


def by_value(evaluator: Evaluator) -> Dress:
    """Blue for MAX, orange for MIN, the stronger the better; `evaluator` is the one that judged the search's leaves."""

    def dress(view: TreeView, glyph: Glyph, facts: Facts) -> Facts:
        if glyph.sort != NODE or view.tree.kind[glyph.row] == PRUNED:
            return facts
        verdict = float(verdicts(view.tree.value[glyph.row], evaluator))
        return facts._replace(tint=("good" if verdict > 0 else "bad", abs(verdict)))

    return dress


def by_disagreement(disagreement: np.ndarray) -> Dress:
    """Purple where two opinions are apart, with how far (Δ.62) in place of the value.

    `disagreement` is one number a row, NaN where there is none.
    """
    known = np.nan_to_num(disagreement, nan=-1.0)

    def dress(view: TreeView, glyph: Glyph, facts: Facts) -> Facts:
        tree, row = view.tree, glyph.row
        if len(known) != len(tree):  # a part has been opened since
            return facts
        rows = glyph.hidden or ((row,) if view.is_folded(row) else ())
        most = max((float(known[part : part + tree.size[part]].max()) for part in rows), default=float(known[row]))
        if most >= 0:
            facts = facts._replace(tint=(STRONGEST, most))
        if glyph.sort == NODE and known[row] >= 0:
            apart = f"Δ{known[row]:.2f}".replace("Δ0", "Δ") if known[row] >= 0.005 else ""
            facts = facts._replace(value=apart)
        return facts

    return dress
