"""The page that a notebook shows of a tree, also as a file: you walk through it by clicking, with no network and no library.

The page is `notebook.html` in this folder with one JSON object put in.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from c4.game.values import INFINITY, NO_BOUND, Value, number_text, value_text
from c4.pages import fill

TEMPLATE = Path(__file__).with_name("notebook.html")

PAGE_ROWS = 3000
"""Rows on a page, about: a notebook saves it."""

FRAME = "box-sizing:border-box;width:100%;height:430px;border:1px solid #ccc"


def framed_page(tree: Any, kinds: tuple[str, ...]) -> str:
    """The page of a `SearchTree` in a frame, so that its script sees nothing of the notebook."""
    page = escape(page_of(tree, kinds))
    return f'<iframe srcdoc="{page}" style="{FRAME}" sandbox="allow-scripts" title="search tree"></iframe>'


def page_of(tree: Any, kinds: tuple[str, ...], most: int = PAGE_ROWS) -> str:
    """The page: all rows of the upper plies, the principal variation and its siblings.

    Of each row the template gets a list: the number of its parent's entry (-1: none), its move, its kind, three texts
    (value, alpha, beta; empty without a value), the nodes searched in its subtree, how many rows of that are not shown,
    and 1 on the principal variation, otherwise 0.
    """
    per_ply = np.cumsum(np.bincount(tree.ply))
    last = max(1, int(np.searchsorted(per_ply, most, side="right")) - 1)
    best = np.isin(np.arange(len(tree)), tree.principal_variation())
    shown = np.flatnonzero((tree.ply <= last) | best | (best[tree.parent] & (tree.parent >= 0)))
    place = {row: number for number, row in enumerate(shown.tolist())}
    before = np.searchsorted(shown, np.arange(len(tree) + 1))  # shown rows before each row
    ends = shown + tree.size[shown]
    missing = (ends - shown) - (before[ends] - before[shown])
    root = tree.root
    rules = tree.root.rules
    entries = []
    for row, not_shown in zip(shown.tolist(), missing.tolist(), strict=True):
        texts = ["", "", ""]
        if tree.bound[row] != NO_BOUND:
            value = Value(int(tree.value[row]), int(tree.bound[row]))
            ends_of_window = (_end_text(int(end[row]), root.ply, tree.scale) for end in (tree.alpha, tree.beta))
            texts = [value_text(value, root.ply, tree.scale), *ends_of_window]
        above = place.get(int(tree.parent[row]), -1)
        move = int(tree.move[row])
        kind = int(tree.kind[row])
        entries.append([above, move, kind, *texts, tree.nodes_below(row), not_shown, int(best[row])])
    data = {
        "rows": entries,
        "kinds": kinds,
        "width": rules.columns,
        "height": rules.rows,
        "stones": [[root.owner(row, column) for row in range(root.height(column))] for column in range(rules.columns)],
        "side": root.to_move,
        "still": not rules.turn_every,
    }
    return fill(TEMPLATE, data=data)


def _end_text(points: int, stones: int, scale: int) -> str:
    """An end of a window."""
    if abs(points) >= INFINITY:
        return "∞" if points > 0 else "−∞"
    return number_text(points, stones, scale)
