"""The practice tree, drawn as any search tree (see `visualizer.tree.drawing`): what was filled in, and whether it is right.

Discs have no player's colour, as no game was played; right and wrong are a tick and a cross.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import hypot
from tkinter import ttk

import networkx as nx

from c4.practice.exercise_trees import NodePath
from visualizer.practice.exercises_view import EMPTY_TREE, PLAYERS, NodeView, TreeView
from visualizer.state.tree.annotations import Annotations
from visualizer.state.tree.view import CIRCLE, SQUARE, GlyphData
from visualizer.tree.camera import Camera
from visualizer.tree.canvas import FigureCanvas
from visualizer.tree.drawing import compose
from visualizer.tree.layout import Layout, layout
from visualizer.tree.paper import Style
from visualizer.tree.primitives import EMPTY_FIGURE, Figure, Line, Spot
from visualizer.tree.viewport import LANE, MARGIN, READABLE_ZOOM, Viewport, fit, zoom_to_fill
from visualizer.tree.widths import Measure, Wording, space_of
from visualizer.ui.theme import Theme

UNKNOWN = "?"
"""In place of what was not filled in."""

ROOM_FOR_ANSWER = "00 ✓"
"""What an inner node has room for, so that an answer moves nothing."""

REACH_OF_EDGE = 8
"""Pixels at 100 % beside an edge in which a click is about it."""


class PracticeTree(ttk.Frame):
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
        super().__init__(parent)
        self._on_select = on_select
        self._on_cut = on_cut
        self.view: TreeView = EMPTY_TREE
        self.canvas = FigureCanvas(self, theme, self._compose)
        self.widget = self.canvas.widget
        self.widget.configure(width=640, height=360)
        self.widget.pack(fill="both", expand=True)
        self.widget.bind("<Button-1>", self._clicked, add="+")
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.canvas.set_theme(theme)
        self.canvas.refresh()

    def show(self, view: TreeView) -> None:
        """Shows a tree."""
        self.view = view
        self.canvas.refresh()

    def _compose(self) -> Figure:
        if not self.view.nodes:
            return EMPTY_FIGURE
        canvas = self.canvas
        return practice_figure(self.view, canvas.size, canvas.theme, canvas.measure, canvas.pixels_per_point)

    # -- pointing -----------------------------------------------------------------------------------------------------

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        self.widget.focus_set()
        paths = list(self.view.nodes)
        key = self.canvas.hit(event.x, event.y)
        if isinstance(key, int):
            self._on_select(paths[key])
            return
        edges = [line for line in self.canvas.figure.lines if line.name == "edge"]
        for edge in edges:
            near = distance(edge, event.x, event.y) < REACH_OF_EDGE * self.canvas.pixels_per_point
            if near and isinstance(edge.key, int):
                self._on_cut(paths[edge.key])
                return

    def walk(self, key: str) -> None:
        """Walks with an arrow key: parent, first child, neighbours on the ply."""
        nodes = self.view.nodes
        path = self.view.chosen
        if key == "Up":
            if path:
                self._on_select(path[:-1])
            return
        if key == "Down":
            if (*path, 0) in nodes:
                self._on_select((*path, 0))
            return
        row = sorted(other for other in nodes if len(other) == len(path))
        place = row.index(path) + (1 if key == "Right" else -1)
        if 0 <= place < len(row):
            self._on_select(row[place])


def practice_figure(
    view: TreeView, size: tuple[int, int], theme: Theme, measure: Measure, pixels_per_point: float
) -> Figure:
    """The figure of a tree in so many pixels across and down, with the chosen node in sight.

    The key of a node is its place in `view.nodes`.
    """
    graph = practice_graph(view)
    placed, wording = practice_layout(graph, size, measure, pixels_per_point)
    camera = Camera(measure, pixels_per_point)
    camera.show(size, placed, readable_viewport(placed, size, pixels_per_point))
    chosen = list(view.nodes).index(view.chosen)
    camera.bring_into_sight([chosen])
    neutral = ("MAX", theme.faint), ("MIN", theme.faint)
    style = Style(theme, measure, neutral, pixels_per_point, wording)
    root_player = view.nodes[()].player

    def ply_name(ply: int) -> str:
        return player_on(root_player, ply)

    return compose(graph, placed, camera.viewport, size, style, Annotations(ringed=chosen), ply_name)


def practice_layout(
    graph: nx.DiGraph, size: tuple[int, int], measure: Measure, pixels_per_point: float
) -> tuple[Layout, Wording]:
    """The layout of a tree in so many pixels across and down, and how much is written in and below its nodes."""
    width = size[0] / pixels_per_point - 2 * MARGIN - LANE
    wording = Wording.FULL
    narrow = layout(graph, space_of(measure, wording), apart=False)
    if narrow.narrowest_width > width:
        wording = Wording.LEAST
        narrow = layout(graph, space_of(measure, wording), apart=False)
    zoom = max(zoom_to_fill(narrow, *size, pixels_per_point), READABLE_ZOOM)
    return layout(graph, space_of(measure, wording, zoom), width / zoom, apart=zoom >= 1), wording


def readable_viewport(placed: Layout, size: tuple[int, int], pixels_per_point: float) -> Viewport:
    """The viewport that shows all of a layout; one about the root where words could not be read then."""
    viewport = fit(placed, *size, pixels_per_point)
    unit = READABLE_ZOOM * pixels_per_point
    if viewport.unit >= unit:
        return viewport
    root = placed.at[0][0]
    return replace(viewport, unit=unit, left=(size[0] + LANE * pixels_per_point) / 2 - root * unit)


def practice_graph(view: TreeView) -> nx.DiGraph:
    """The tree with what its nodes show (see `visualizer.state.tree.glyphs.build_graph`)."""
    graph = nx.DiGraph()
    numbers = {path: number for number, path in enumerate(view.nodes)}
    root_player = view.nodes[()].player
    for path, node in view.nodes.items():
        graph.add_node(numbers[path], data=node_data(numbers[path], len(path), node, root_player))
        if path:
            graph.add_edge(numbers[path[:-1]], numbers[path])
    return graph


def node_data(number: int, ply: int, node: NodeView, root_player: str) -> GlyphData:
    """What a node shows."""
    maximizes = player_on(root_player, ply) == PLAYERS[0]
    cut = node.cut
    return GlyphData(
        number,
        ply,
        SQUARE if maximizes else CIRCLE,
        by_max=not maximizes,
        value=value_text(node),
        reserve=ROOM_FOR_ANSWER if node.player else "",
        note="" if cut is None else f"pruned {cut.mark}",
        column=node.label,
        window=window_text(node),
        ghost=node.below_cut,
        cut_off=cut is not None,
    )


def player_on(root_player: str, ply: int) -> str:
    """Who moves on a ply, "MAX" or "MIN"; on the last one who would."""
    return PLAYERS[(PLAYERS.index(root_player) + ply) % len(PLAYERS)]


def value_text(node: NodeView) -> str:
    """The number of a leaf; of another node what was filled in."""
    if not node.player:
        return node.number
    return UNKNOWN if node.value is None else f"{node.value.text} {node.value.mark}"


def window_text(node: NodeView) -> str:
    """What was filled in for alpha and beta: "[3 ✓, ?]"; "" for neither."""
    if node.alpha is None and node.beta is None:
        return ""
    ends = [UNKNOWN if answer is None else f"{answer.text} {answer.mark}" for answer in (node.alpha, node.beta)]
    return f"[{', '.join(ends)}]"


def distance(line: Line, x: float, y: float) -> float:
    """Pixels from a point to a line."""
    return min(distance_to_segment((x, y), begin, end) for begin, end in pairwise(line.points.tolist()))


def distance_to_segment(spot: Spot, begin: Spot, end: Spot) -> float:
    """Pixels from a point to the nearest one between two others."""
    across = end[0] - begin[0]
    down = end[1] - begin[1]
    squared_length = across**2 + down**2
    share = 0.0
    if squared_length:
        projection = (spot[0] - begin[0]) * across + (spot[1] - begin[1]) * down
        share = min(1.0, max(0.0, projection / squared_length))
    return hypot(begin[0] + share * across - spot[0], begin[1] + share * down - spot[1])
