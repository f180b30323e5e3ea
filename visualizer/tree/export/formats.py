"""A tree as a file: pictures, graphs, rows, a page.  Imports matplotlib, networkx and the tree modules; no Tk, so
that a worker can do it.

export("tree.svg", tree, view, ...) writes the format that the name ends with, whole or not at all.
"""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import matplotlib
import networkx as nx
import numpy as np

from c4.files import write_bytes
from c4.game.rules import C4Error
from c4.tree import csvfile, jsonfile, treefile
from c4.tree.describe import SIDES
from c4.tree.searchtree import SearchTree
from c4.tree.treefile import Bookmark
from visualizer.kit.theme import LIGHT, Theme
from visualizer.tree.export.page import page
from visualizer.tree.export.picture import picture
from visualizer.tree.export.whole import what_is_shown, whole
from visualizer.tree.graph import build
from visualizer.tree.layout import layout
from visualizer.tree.lens import LEGIBLE, NATURAL, Lens
from visualizer.tree.view import Key, TreeView
from visualizer.tree.words import header

matplotlib.rcParams["svg.hashsalt"] = "c4"  # names inside an SVG are the same every time

FORMATS = {
    ".png": "PNG picture",
    ".svg": "SVG drawing",
    ".pdf": "PDF drawing",
    ".html": "HTML page that steps through the search",
    ".npz": "Tree file, opens again in this window",
    ".json": "JSON for other programs",
    ".json.gz": "the same, gzipped",
    ".csv": "CSV of all rows",
    ".graphml": "GraphML graph",
    ".dot": "DOT graph (Graphviz)",
}
"""Endings and what they are."""

RECORD = (".npz", ".json", ".json.gz", ".csv")
"""Formats that always hold the whole record."""

MOST = {".png": 4000, ".svg": 4000, ".pdf": 4000, ".html": 1500, ".graphml": 20_000, ".dot": 20_000}
"""Glyphs of "the whole tree" at most; what is beyond stays folded, and the file says so."""

WIDEST = 14_000
"""Points a picture is wide or high at most."""

MOST_DOTS = 16_000
"""Pixels a PNG is wide or high at most: larger ones hold up the window while they are drawn, and few programs show
them.
"""


class Stopped(Exception):
    """The person has stopped the export."""


@dataclass(frozen=True)
class Wanted:
    """What is to be written besides the tree itself.

    view        what is on screen: `view.folding`; None for the whole tree
    lens, size  where the picture stands in a pane of so many points; None to fit it
    """

    view: TreeView | None = None
    lens: Lens | None = None
    size: tuple[float, float] = (1000, 700)
    theme: Theme = LIGHT
    caption: str = ""
    names: tuple[str, str] = SIDES
    bookmarks: list[Bookmark] = field(default_factory=list)


def ending(path: str | Path) -> str:
    """The format a file's name asks for.  Raises C4Error that lists them."""
    name = Path(path).name.lower()
    found = next((end for end in sorted(FORMATS, key=len, reverse=True) if name.endswith(end) and name != end), None)
    if found is None:
        raise C4Error(
            f"{Path(path).name or 'an empty name'!r} does not say which format: let it end with {', '.join(FORMATS)}"
        )
    return found


def export(
    path: str | Path, tree: SearchTree, wanted: Wanted, progress: Callable[[float], None] = lambda part: None
) -> str:
    """Writes the file and returns in words what is in it.

    `progress` is told the part that is done and may raise to stop.  Raises C4Error for an unknown ending or a folder
    that cannot be written.
    """
    kind = ending(path)
    progress(0.0)
    if kind in RECORD:
        if kind == ".npz":
            data = treefile.encode(tree, wanted.bookmarks)
            progress(0.95)
            write_bytes(path, data)
        else:
            (csvfile if kind == ".csv" else jsonfile).write(path, tree, progress)
        return f"{len(tree):,} rows"
    view = whole(tree, MOST[kind]) if wanted.view is None else wanted.view
    shown = what_is_shown(view)
    progress(0.1)
    data = _contents(kind, view, wanted, shown, progress)
    progress(0.95)
    write_bytes(path, data)
    return shown


def _contents(kind: str, view: TreeView, wanted: Wanted, shown: str, progress: Callable[[float], None]) -> bytes:
    """The bytes of a file that shows a view."""
    if kind == ".html":
        return page(view, wanted.names, wanted.caption, shown, progress).encode()
    if kind in (".graphml", ".dot"):
        graph = plain(view)
        graph.graph.update(search=header(view.tree), shown=shown)
        progress(0.5)
        return (dot(graph) if kind == ".dot" else graphml(graph)).encode()
    return drawn(view, kind, wanted, f"{header(view.tree, wanted.caption)}\n{shown}", progress)


def drawn(
    view: TreeView, kind: str, wanted: Wanted, caption: str, progress: Callable[[float], None] = lambda part: None
) -> bytes:
    """A picture's bytes; what is on screen as it is there, a whole tree as large as its words ask for."""
    size, lens = wanted.size, wanted.lens
    if wanted.view is None:
        placed = layout(build(view))
        size = (
            min(max((placed.right - placed.left) * LEGIBLE[0] * (1.5 if view.tree.scale != 1 else 1.0), 900), WIDEST),
            min((placed.bottom - placed.top) * 1.3 * NATURAL[1] + 8, WIDEST),
        )
        lens = None
    progress(0.3)
    figure = picture(view, wanted.theme, *size, lens=lens, caption=caption)
    progress(0.7)
    if kind == ".png":
        figure.set_dpi(min(144.0, 72.0 * MOST_DOTS / max(size)))
        canvas: Any = figure.canvas
        canvas.draw()
        return png(np.asarray(canvas.buffer_rgba())[:, :, :3])
    data = io.BytesIO()
    figure.savefig(
        data,
        format=kind[1:],
        facecolor=figure.get_facecolor(),
        metadata={"Date" if kind == ".svg" else "CreationDate": None},
    )
    return data.getvalue()


def png(pixels: np.ndarray) -> bytes:
    """A PNG file of pixels, uint8 (height, width, 3).  By way of zlib, which lets other threads run; Pillow does
    not.
    """

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    height, width, _ = pixels.shape
    lines = np.zeros((height, 1 + 3 * width), dtype=np.uint8)  # each line begins with 0: unfiltered
    lines[:, 1:] = pixels.reshape(height, -1)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(lines.tobytes(), 6))
        + chunk(b"IEND", b"")
    )


def plain(view: TreeView) -> nx.DiGraph:
    """The glyphs as a graph whose attributes every graph program reads: those of `SearchTree.graph`, and what is shown.

    `value` is in words, as on screen, and `points` the number; a state is text, because many programs end at 63 bits.
    """
    graph, tree = build(view), view.tree
    fields = tree.graph(key for key in graph if isinstance(key, int)).nodes
    for key, node in graph.nodes(data=True):
        shown = node.pop("facts")
        path = "".join(
            "0" if column < 0 else str(column + 1) if column < 9 else f"({column + 1})"
            for column in tree.path(shown.row)
        )
        if isinstance(key, int):
            node |= fields[key]
            node |= {"row": key, "state": str(node["state"]), "points": node["value"]}
            node["side"] = "MAX" if node.pop("is_max") else "MIN"
        node |= {name: getattr(shown, name) for name in ("ply", "look", "value", "nodes", "folded", "cut", "principal")}
        node["path"] = path
        for name in [name for name, value in node.items() if value is None]:
            del node[name]  # neither format has a word for nothing
        for _, _, edge in graph.in_edges(key, data=True):
            edge |= {"column": shown.column, "principal": shown.principal, "pruned": shown.pruned}
    return nx.relabel_nodes(graph, _name)


def _name(key: Key) -> str:
    return f"n{key}" if isinstance(key, int) else f"{key[0]}{key[1]}"


def graphml(graph: nx.DiGraph) -> str:
    """GraphML, as networkx writes it."""
    return "\n".join(nx.generate_graphml(graph)) + "\n"


SHAPES = {
    "max": "box", "min": "ellipse", "leaf": "diamond", "win": "star", "full": "hexagon", "table": "parallelogram",
    "threat": "pentagon",
    "pruned": "note", "stub": "folder", "max folded": "triangle", "min folded": "triangle", "rest": "triangle",
    "left out": "invtriangle",
}  # fmt: skip
"""Graphviz shapes of the looks."""


def dot(graph: nx.DiGraph) -> str:
    """DOT for Graphviz: shapes as in the window, columns on the edges, pruned edges dashed, best play thick."""
    lines = [
        "digraph tree {",
        f"  label={json.dumps(graph.graph['search'] + ' | ' + graph.graph['shown'], ensure_ascii=False)};",
        "  ordering=out;",
    ]
    for name, node in graph.nodes(data=True):
        words = node["value"] or (f"{node['nodes']} pruned" if node["look"] == "stub" else "")
        if node["folded"] or node["look"] in ("rest", "left out"):
            words = f"{words} ({node['nodes']:,})".strip()
        style = (
            ' style="dashed"'
            if node["look"] in ("pruned", "stub", "left out")
            else ' penwidth="2"'
            if node["principal"]
            else ""
        )
        lines.append(f'  {name} [label={json.dumps(words, ensure_ascii=False)} shape="{SHAPES[node["look"]]}"{style}];')
    for parent, child, edge in graph.edges(data=True):
        label = f' label="{edge["column"]}"' if edge["column"] else ""
        style = ' style="dashed"' if edge["pruned"] else ' penwidth="3"' if edge["principal"] else ""
        lines.append(f"  {parent} -> {child} [{(label + style).strip()}];")
    return "\n".join([*lines, "}"]) + "\n"
