"""A self-contained HTML page that steps through a tree: drawing, windows, values and the story of every node.

Imports the tree modules.

The page is `page.html` beside this file with one JSON object put in: no network, no library, works from a memory stick.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from pathlib import Path

from matplotlib.path import Path as Outline

from c4.tree.describe import SIDES, describe
from c4.tree.explain import line_text, row_text, window_text
from c4.tree.searchtree import PRUNED
from visualizer.kit.theme import DARK, LIGHT
from visualizer.tree.facts import LOOKS
from visualizer.tree.glyphs import STYLES, diameter
from visualizer.tree.graph import build
from visualizer.tree.layout import layout
from visualizer.tree.view import TreeView
from visualizer.tree.words import describe as describe_glyph
from visualizer.tree.words import header

TEMPLATE = Path(__file__).with_name("page.html")

COLOURS = (
    "window",
    "panel",
    "line",
    "text",
    "faint",
    "accent",
    "board",
    "hole",
    "bad",
    "exact",
    "max_node",
    "min_node",
    "leaf",
    "terminal",
)


def page(
    view: TreeView,
    names: tuple[str, str] = SIDES,
    caption: str = "",
    shown: str = "",
    progress: Callable[[float], None] = lambda part: None,
) -> str:
    """The page as text: every glyph of a view, in the order of the search; `shown` says what is folded."""
    tree, graph = view.tree, build(view)
    placed = layout(graph)
    numbers = {glyph.key: number for number, glyph in enumerate(view.glyphs)}
    nodes: list[dict[str, object]] = []
    for number, glyph in enumerate(view.glyphs):
        if number % 50 == 0:
            progress(0.1 + 0.8 * number / len(view.glyphs))
        facts, (x, y) = graph.nodes[glyph.key]["facts"], placed.at[glyph.key]
        node: dict[str, object] = {
            "x": round(x, 3),
            "y": round(y, 3),
            "up": -1 if glyph.parent is None else numbers[glyph.parent],
            "look": facts.look,
            "size": round(diameter(facts.look, facts.nodes), 1),
            "value": facts.value,
            "column": facts.column,
            "best": facts.principal,
            "aside": facts.aside,
            "count": facts.nodes if facts.folded or not isinstance(glyph.key, int) else 0,
        }
        if isinstance(glyph.key, int) and tree.kind[glyph.key] != PRUNED:
            alpha, beta = window_text(tree, glyph.key)
            node |= {"alpha": alpha, "beta": beta, "side": "MAX" if tree.is_max(glyph.key) else "MIN"}
        position = tree.position(glyph.row)
        node |= {
            "path": line_text(tree, glyph.row),
            "grid": position.grid().split("\n"),
            "story": describe(tree, glyph.row, names)
            if isinstance(glyph.key, int)
            else describe_glyph(view, glyph).replace(" (click to see)", "") + ".",
        }
        nodes.append(node)
    content: dict[str, object] = {
        "title": header(tree, caption),
        "shown": shown,
        "value": row_text(tree, 0),
        "box": [placed.left, placed.top, placed.right, placed.bottom],
        "nodes": nodes,
        "events": events(view),
        "shapes": {
            look: {"d": svg_path(style.path), "fill": style.fill, "hatch": bool(style.hatch), "dashed": style.dashed}
            for look in LOOKS
            if (style := STYLES[look])
        },
        "colours": {theme.name: {name: getattr(theme, name) for name in COLOURS} for theme in (LIGHT, DARK)},
    }
    data = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return (
        TEMPLATE.read_text(encoding="utf-8")
        .replace("{{title}}", escape(str(content["title"])))
        .replace("{{data}}", data)
    )


def events(view: TreeView) -> list[list[int]]:
    """The search over what is shown, in its order: [number of the glyph, 0] it is entered, [number, 1] it returns."""
    found: list[list[int]] = []
    open_ones: list[int] = []
    numbers = {glyph.key: number for number, glyph in enumerate(view.glyphs)}
    for number, glyph in enumerate(view.glyphs):
        above = -1 if glyph.parent is None else numbers[glyph.parent]
        while open_ones and open_ones[-1] != above:
            found.append([open_ones.pop(), 1])
        found.append([number, 0])
        open_ones.append(number)
    return found + [[number, 1] for number in reversed(open_ones)]


def svg_path(path: Outline) -> str:
    """An outline as SVG writes it, y downwards."""
    words = []
    for points, code in path.iter_segments(curves=True, simplify=False):
        letter = {
            Outline.MOVETO: "M",
            Outline.LINETO: "L",
            Outline.CURVE3: "Q",
            Outline.CURVE4: "C",
            Outline.CLOSEPOLY: "Z",
        }[code]
        numbers = (
            [] if letter == "Z" else [f"{-value if i % 2 else value:.3f}" for i, value in enumerate(points.tolist())]
        )
        words.append(letter + " ".join(numbers))
    return "".join(words)
