"""A page to walk through a tree by clicking, for notebooks: no network, no library.  Imports numpy.

The page is `walk.html` beside this file with one JSON object put in.  `visualizer.tree.export.page` makes the page that
draws and explains; this one lists.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from c4.game.position import Position
from c4.game.values import INFINITY, NO_BOUND, Value, number_text, value_text

TEMPLATE = Path(__file__).with_name("walk.html")

MOST = 3000
"""Rows on a page, about: a notebook keeps it."""


def page(
    root: Position,
    rows: np.ndarray,
    searched: np.ndarray,
    principal: Sequence[int],
    kinds: Sequence[str],
    scale: int,
    most: int = MOST,
) -> str:
    """The page of a tree's rows: all of its upper plies, and everything beside the principal variation.

    `searched` are the nodes in the subtree of each row; `principal` the rows of best play.
    """
    ply, parent = rows["ply"], rows["parent"]
    together = np.cumsum(np.bincount(ply))
    last = max(1, int(np.searchsorted(together, most, side="right")) - 1)
    best = np.isin(np.arange(len(rows)), principal)
    kept = np.flatnonzero((ply <= last) | best | (best[parent] & (parent >= 0)))
    place = {row: number for number, row in enumerate(kept.tolist())}
    inside = np.cumsum(np.bincount(kept, minlength=len(rows)))
    ends = kept + rows["size"][kept]
    shown = inside[ends - 1] - inside[kept]
    known = zip(
        kept.tolist(), rows[kept].tolist(), searched[kept].tolist(), (ends - kept - 1 - shown).tolist(), strict=True
    )
    names, stones = rows.dtype.names or (), root.ply
    entries = []
    for row, fields, nodes, missing in known:
        one = dict(zip(names, fields))
        value = value_text(Value(one["value"], one["bound"]), stones, scale)
        alpha, beta = (_end(one[name], stones, scale) for name in ("alpha", "beta"))
        texts = (value, alpha, beta) if one["bound"] != NO_BOUND else ("", "", "")
        above = place.get(one["parent"], -1)
        entries.append([above, one["move"], one["kind"], *texts, nodes, missing, int(best[row])])
    rules = root.rules
    columns = [[root.owner(row, column) for row in range(root.height(column))] for column in range(rules.columns)]
    data: dict[str, Any] = {"rows": entries, "kinds": list(kinds), "width": rules.columns, "height": rules.rows}
    data |= {"stones": columns, "side": root.to_move, "still": not rules.turn_every}
    return TEMPLATE.read_text(encoding="utf-8").replace("/*DATA*/", json.dumps(data, separators=(",", ":")))


def framed(text: str) -> str:
    """A page inside another one, such as a notebook: its script sees nothing of what is around it."""
    style = "box-sizing:border-box;width:100%;height:430px;border:1px solid #ccc"
    looks = f'style="{style}" sandbox="allow-scripts" title="search tree"'
    return f'<iframe srcdoc="{escape(text)}" {looks}></iframe>'


def _end(points: int, stones: int, scale: int) -> str:
    """An end of a window."""
    return ("∞" if points > 0 else "−∞") if abs(points) >= INFINITY else number_text(points, stones, scale)
