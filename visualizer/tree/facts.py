"""What a glyph shows: its look, its value, how many nodes it stands for, the column on its line.  Imports the view;
no Tk.

`facts(view, glyph)` gives them as a plain record, which the graph carries, the layout places and the drawing draws.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from c4.game.values import WIN_FLOOR
from c4.tree.explain import row_text, turned_before
from c4.tree.searchtree import HORIZON, TABLE, TERMINAL, THREAT
from visualizer.tree.view import NODE, REST, Glyph, TreeView

LOOKS = (
    "max",
    "min",
    "leaf",
    "win",
    "full",
    "table",
    "threat",
    "pruned",
    "stub",
    "max folded",
    "min folded",
    "rest",
    "left out",
)
"""How a glyph looks: MAX and MIN nodes, horizon leaf, game won or lost, game over without a line, answered from the
table, decided by threats, pruned node, several pruned nodes, folded subtrees, several folded siblings, children left
out by the row budget.
"""


class Facts(NamedTuple):
    """What there is to draw of a glyph.

    row         its row; of a rest or stub the parent's
    ply         moves from the root of the search
    look        one of LOOKS, or of another kind of tree's looks (see `visualizer.tree.glyphs`)
    principal   whether it belongs to the principal variation
    folded      whether it is a node that hides its children
    cut         whether some of its replies were pruned
    aside       whether it hangs from a node of which only the best reply is shown
    value       as text; "" for none
    nodes       how many nodes it stands for; of a stub, how many pruned ones
    counted     wordings of what stands under it, the fullest first; () for nothing
    column      on the line to it, from 1; 0 for none
    turned      whether the board turned after that move
    best        its best child, above which it stands; None for leaves and folded nodes
    tint        a colour (of the theme by name, or #rrggbb) and how much of it, from 0 to 1, instead of its look's own;
                None for that
    unseen      whether it is not drawn, though it has its place: a playback has not come to it yet
    differs     whether two searches contradict each other here (see `visualizer.compare.merged`)
    """

    row: int
    ply: int
    look: str
    principal: bool = False
    folded: bool = False
    cut: bool = False
    aside: bool = False
    value: str = ""
    nodes: int = 1
    counted: tuple[str, ...] = ()
    column: int = 0
    turned: bool = False
    best: int | None = None
    tint: tuple[str, float] | None = None
    unseen: bool = False
    differs: bool = False

    @property
    def pruned(self) -> bool:
        """Whether it was never searched: the line to it is cut."""
        return self.look in ("pruned", "stub")


Dress = Callable[[TreeView, Glyph, Facts], Facts]
"""Gives a glyph other facts than its own: other colours, other words."""


def facts(view: TreeView, glyph: Glyph) -> Facts:
    """What a glyph of a plain search shows."""
    tree, row = view.tree, glyph.row
    node = glyph.sort == NODE
    folded = node and view.is_folded(row)
    look = _look(view, glyph, folded)
    count = view.count(glyph)
    counted: tuple[str, ...] = ()
    if look == "stub":
        counted = (f"{count:,} pruned", f"{count:,}")
    elif folded or look in ("rest", "left out"):
        counted = (f"{count:,}",)
    return Facts(
        row,
        int(tree.ply[row]) + (not node),
        look,
        principal=node and row in view.principal_variation,
        folded=folded,
        cut=node and view.is_cut(row),
        aside=glyph.aside,
        value=row_text(tree, row) if node else "",
        nodes=count,
        counted=counted,
        column=int(tree.move[row]) + 1 if node and glyph.parent is not None else 0,
        turned=node and turned_before(tree, row),
        best=view.best_child(row) if node and not folded else None,
    )


def _look(view: TreeView, glyph: Glyph, folded: bool) -> str:
    if glyph.sort != NODE:
        return "rest" if glyph.sort == REST else "stub"
    tree, row = view.tree, glyph.row
    if view.is_pruned(row):
        return "pruned"
    if view.is_left_out(row):
        return "left out"
    kind = int(tree.kind[row])
    if kind == HORIZON:
        return "leaf"
    if kind == TERMINAL:
        return "win" if abs(int(tree.value[row])) >= WIN_FLOOR else "full"
    if kind in (TABLE, THREAT):
        return "table" if kind == TABLE else "threat"
    return ("max" if tree.is_max(row) else "min") + (" folded" if folded else "")
