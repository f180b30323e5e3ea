"""The practice tree on a Tk canvas: shapes, what was filled in, and whether it is right.

MAX is a square, MIN a circle, a leaf a diamond, without colours, as no game was played; right and wrong are a tick and a
cross, never colour alone.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from math import hypot

from c4.practice.trees import NodePath
from visualizer.practice.view import EMPTY_TREE, PLAYERS, NodeView, TreeView
from visualizer.ui.scale import font, scale
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import ring_for_keys

SIDE_MARGIN = 15
TOP = 50
VERTICAL_MARGINS = 96
"""Pixels at 100 % left and right of the tree, above the root, and above and below the tree together."""

RADIUS_SMALLEST = 8.0
RADIUS_LARGEST = 15.0
"""Pixels at 100 % of a node."""

SHARE_OF_GAP = 0.42
"""The radius of a node, as a share of the room of a leaf."""

WIDE_EDGES = 40
"""Pixels at 100 % between leaves from which labels are in the middle of their edges."""

WIDE_NODE = 75
"""Pixels at 100 % of a node's room from which its value has the large font."""

ROOM_FOR_MARK = 60
"""Pixels at 100 % between leaves from which the mark of a cut is beside its bar."""

REACH_OF_NODE = 6
REACH_OF_EDGE = 8
"""Pixels at 100 % around a node, and beside an edge, in which a click is about it."""

SMALL = 10
MEDIUM = 11
LARGE = 13
"""Sizes of fonts."""


class PracticeTree(tk.Canvas):
    """Draws a tree; `on_select(path)` is called for a click on a node, `on_cut(path)` for a click on the edge above
    one.
    """

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        on_select: Callable[[NodePath], object],
        on_cut: Callable[[NodePath], object],
    ) -> None:
        super().__init__(parent, width=640, height=360, takefocus=True, highlightthickness=2, borderwidth=0)
        self._on_select = on_select
        self._on_cut = on_cut
        self.theme = theme
        self.view: TreeView = EMPTY_TREE
        self.places: dict[NodePath, tuple[float, float]] = {}
        self._leaves: list[NodePath] = []
        self._staggered = False
        self._gap = 1.0
        self._radius = RADIUS_SMALLEST
        self._unit = 1.0  # pixels for one at 100 %
        self._fonts = {size: font(self, size, bold=size == LARGE) for size in (SMALL, MEDIUM, LARGE)}
        self.bind("<Configure>", self._resized)
        self.bind("<Button-1>", self._clicked)
        ring_for_keys(self)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.configure(background=theme.panel, highlightbackground=theme.line, highlightcolor=theme.accent)
        self.draw()

    def show(self, view: TreeView) -> None:
        """Shows a tree."""
        self.view = view
        self.draw()

    def _resized(self, event: object) -> None:
        self.draw()

    # -- drawing ------------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draws everything anew: a practice tree is small."""
        self.delete("all")
        if not self.view.nodes or self.winfo_width() < 50:
            return
        self._unit = scale(self)
        self._place()
        for path, node in self.view.nodes.items():
            if path:
                self._draw_edge(path, node)
        for path, node in self.view.nodes.items():
            self._draw_node(path, node)
        self._draw_plies()

    def _place(self) -> None:
        """Leaves side by side, every node above the middle of its children."""
        nodes = self.view.nodes
        unit = self._unit
        width = self.winfo_width()
        self._leaves = sorted(path for path, node in nodes.items() if not node.player)
        deepest = max(map(len, nodes))
        self._gap = (width - 2 * SIDE_MARGIN * unit) / len(self._leaves)
        row = (self.winfo_height() - VERTICAL_MARGINS * unit) / max(deepest, 1)
        x = {path: SIDE_MARGIN * unit + self._gap * (number + 0.5) for number, path in enumerate(self._leaves)}
        for path in reversed(list(nodes)):
            if path not in x:
                children = [x[child] for child in self._children(path)]
                x[path] = (children[0] + children[-1]) / 2
        self.places = {path: (x[path], TOP * unit + row * len(path)) for path in nodes}
        widest = max(self._fonts[LARGE].measure(nodes[path].number) for path in self._leaves)
        self._staggered = widest + 4 * unit > self._gap
        self._radius = max(RADIUS_SMALLEST * unit, min(RADIUS_LARGEST * unit, self._gap * SHARE_OF_GAP))

    def _children(self, path: NodePath) -> list[NodePath]:
        """The children of a node, from the left."""
        return [other for other in self.view.nodes if len(other) == len(path) + 1 and other[:-1] == path]

    def _on_ply(self, plies: int) -> list[NodePath]:
        """The nodes of a ply, from the left."""
        return sorted(path for path in self.view.nodes if len(path) == plies)

    def _width_of_node(self, path: NodePath) -> float:
        """Pixels that a node of this ply has for its text."""
        return (self.winfo_width() - 2 * SIDE_MARGIN * self._unit) / len(self._on_ply(len(path)))

    def _draw_plies(self) -> None:
        """Writes who is to move beside every ply."""
        plies = {self.places[path][1]: node.player for path, node in self.view.nodes.items() if node.player}
        for y, player in plies.items():
            self.create_text(10 * self._unit, y, text=player, angle=90, font=self._fonts[MEDIUM], fill=self.theme.faint)

    def _draw_edge(self, path: NodePath, node: NodeView) -> None:
        x0, y0 = self.places[path[:-1]]
        x1, y1 = self.places[path]
        unit = self._unit
        theme = self.theme
        self.create_line(x0, y0, x1, y1, fill=theme.faint, width=1.5 * unit, dash=(3, 3) if node.below_cut else ())
        wide = self._gap > WIDE_EDGES * unit  # where edges are close, labels are near their nodes
        along = 0.5 if wide else 0.8
        radius = (8 if wide else 6) * unit
        x = x0 + along * (x1 - x0)
        y = y0 + along * (y1 - y0)
        self.create_oval(x - radius, y - radius, x + radius, y + radius, fill=theme.panel, outline=theme.line)
        self.create_text(x, y, text=node.label, font=self._fonts[SMALL], fill=theme.text)
        if node.cut is not None:
            along = 0.78 if wide else 0.58
            self._draw_cut(node, x0 + along * (x1 - x0), y0 + along * (y1 - y0))

    def _draw_cut(self, node: NodeView, x: float, y: float) -> None:
        """Draws a bar across an edge, with a tick or a cross."""
        assert node.cut is not None
        unit = self._unit
        theme = self.theme
        half = min(9.0 * unit, 0.25 * self._gap)
        self.create_line(x - half, y, x + half, y, fill=theme.bad, width=4 * unit)
        mark = self.create_text(x, y - 2 * unit, text=node.cut.mark, anchor="s", font=self._fonts[LARGE])
        self.itemconfigure(mark, fill=theme.good if node.cut.right else theme.bad)
        if self._gap > ROOM_FOR_MARK * unit:
            self.coords(mark, x + half + 2 * unit, y)
            self.itemconfigure(mark, anchor="w")

    def _draw_node(self, path: NodePath, node: NodeView) -> None:
        x, y = self.places[path]
        r = self._radius
        if path == self.view.chosen:
            ring = r + 6 * self._unit
            self.create_oval(x - ring, y - ring, x + ring, y + ring, outline=self.theme.accent, width=3 * self._unit)
        if not node.player:
            shape = self.create_polygon(x, y - r, x + r, y, x, y + r, x - r, y, fill=self.theme.leaf)
            self._write_leaf(path, node)
        else:
            create = self.create_rectangle if node.player == PLAYERS[0] else self.create_oval
            shape = create(x - r, y - r, x + r, y + r, fill=self.theme.leaf)
            self._write_value(path, node)
            self._write_window(path, node)
        self.itemconfigure(shape, outline=self.theme.text, dash=(3, 2) if node.below_cut else ())

    def _write_leaf(self, path: NodePath, node: NodeView) -> None:
        """Writes a number below a leaf, every second one lower where there is little room."""
        x, y = self.places[path]
        below = y + self._radius + 3 * self._unit
        size = LARGE
        if self._staggered:
            size = MEDIUM
            below += 13 * self._unit * (self._leaves.index(path) % 2)
        self.create_text(x, below, text=node.number, anchor="n", font=self._fonts[size], fill=self.theme.text)

    def _write_value(self, path: NodePath, node: NodeView) -> None:
        """Writes the value that was filled in beside a node."""
        x, y = self.places[path]
        wide = self._width_of_node(path) > WIDE_NODE * self._unit
        text = "?"
        colour = self.theme.faint
        if node.value is not None:
            space = " " if wide else ""
            text = f"{node.value.text}{space}{node.value.mark}"
            colour = self.theme.text if node.value.right else self.theme.bad
        right = x + self._radius + 9 * self._unit
        size = LARGE if wide else MEDIUM
        self.create_text(right, y - 3 * self._unit, text=text, anchor="w", font=self._fonts[size], fill=colour)

    def _write_window(self, path: NodePath, node: NodeView) -> None:
        """Writes what was filled in for alpha and beta above a node."""
        texts = []
        for letter, answer in (("α", node.alpha), ("β", node.beta)):
            if answer is not None:
                texts.append(f"{letter} {answer.text} {answer.mark}")
        if not texts:
            return
        x, y = self.places[path]
        line = "   ".join(texts)
        fits = self._fonts[MEDIUM].measure(line) < self._width_of_node(path)
        item = self.create_text(x, y - self._radius - 9 * self._unit, text=line if fits else "\n".join(texts))
        self.itemconfigure(item, anchor="s", justify="center", font=self._fonts[MEDIUM], fill=self.theme.text)
        self.create_rectangle(self.bbox(item), fill=self.theme.panel, outline="")
        self.tag_raise(item)

    # -- pointing -----------------------------------------------------------------------------------------------------

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        if not self.places:
            return
        distances = {path: hypot(x - event.x, y - event.y) for path, (x, y) in self.places.items()}
        nearest = min(distances, key=lambda path: distances[path])
        if distances[nearest] <= self._radius + REACH_OF_NODE * self._unit:
            self._on_select(nearest)
            return
        for path in self.places:
            if path and self._distance(path, event.x, event.y) < REACH_OF_EDGE * self._unit:
                self._on_cut(path)
                return

    def _distance(self, path: NodePath, x: float, y: float) -> float:
        """Pixels from a point to the edge above a node."""
        x0, y0 = self.places[path[:-1]]
        x1, y1 = self.places[path]
        length = (x1 - x0) ** 2 + (y1 - y0) ** 2
        along = min(1.0, max(0.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length))
        return hypot(x0 + along * (x1 - x0) - x, y0 + along * (y1 - y0) - y)

    def walk(self, key: str) -> None:
        """Walks with an arrow key: parent, first child, neighbours on the ply."""
        path = self.view.chosen
        if key == "Up":
            if path:
                self._on_select(path[:-1])
            return
        if key == "Down":
            if self._children(path):
                self._on_select((*path, 0))
            return
        row = self._on_ply(len(path))
        place = row.index(path) + (1 if key == "Right" else -1)
        if 0 <= place < len(row):
            self._on_select(row[place])
