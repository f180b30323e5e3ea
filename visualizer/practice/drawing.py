"""The practice tree on a Tk canvas: shapes, what was filled in, and whether it is right.

MAX is a square, MIN a circle, a leaf a diamond, without colours, as no game was played; right and wrong are a tick and a
cross, never colour alone.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from math import hypot

from c4.practice.exercises import CUT, HIGH, LOW, VALUE, Exercise
from c4.practice.trees import Path
from visualizer.ui.scale import font, scale
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import ring_for_keys

MARKS = {True: "✓", False: "✗"}


class PracticeTree(tk.Canvas):
    """Draws an exercise; `on_select(path)` is called for a click on a node, `on_cut(path)` for a click on the edge
    above one.
    """

    def __init__(
        self, parent: tk.Misc, theme: Theme, on_select: Callable[[Path], object], on_cut: Callable[[Path], object]
    ) -> None:
        super().__init__(parent, width=640, height=360, takefocus=True, highlightthickness=2, borderwidth=0)
        self._on_select, self._on_cut = on_select, on_cut
        self.theme = theme
        self._exercise: Exercise | None = None
        self.chosen: Path = ()
        self.places: dict[Path, tuple[float, float]] = {}
        self._fonts = {size: font(self, size, bold=size == 13) for size in (10, 11, 13)}
        self._unit = 1.0  # pixels for one at 100 %
        self.bind("<Configure>", lambda _: self.draw())
        self.bind("<Button-1>", self._clicked)
        ring_for_keys(self)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.configure(background=theme.panel, highlightbackground=theme.line, highlightcolor=theme.accent)
        self.draw()

    @property
    def exercise(self) -> Exercise:
        """The exercise on screen."""
        assert self._exercise is not None, "the window always shows an exercise"
        return self._exercise

    def show(self, exercise: Exercise) -> None:
        """Shows another exercise; the root is chosen."""
        self._exercise, self.chosen = exercise, ()
        self.draw()

    # -- drawing ------------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Paints everything anew: a practice tree is small."""
        self.delete("all")
        if self._exercise is None or self.winfo_width() < 50:
            return
        self._unit = scale(self)
        self._place()
        for path in self.places:
            if path:
                self._edge(path)
        plies = dict[float, str]()
        for path, (_, y) in self.places.items():
            self._node(path)
            if (node := self.exercise.node(path)).children:
                plies[y] = ("MAX", "MIN")[node.to_move]
        for y, name in plies.items():
            self.create_text(10 * self._unit, y, text=name, angle=90, font=self._fonts[11], fill=self.theme.faint)

    def _place(self) -> None:
        """Leaves side by side, every node above the middle of its children."""
        exercise, paths = self.exercise, self.exercise.paths()
        leaves = sorted(path for path in paths if not exercise.node(path).children)
        width, height, unit = self.winfo_width(), self.winfo_height(), self._unit
        deepest = max(map(len, paths))
        gap = (width - 30 * unit) / len(leaves)
        row = (height - 96 * unit) / max(deepest, 1)
        x = {path: 15 * unit + gap * (number + 0.5) for number, path in enumerate(leaves)}
        for path in reversed(paths):
            if path not in x:
                children = [x[(*path, number)] for number in range(len(exercise.node(path).children))]
                x[path] = (children[0] + children[-1]) / 2
        self.places = {path: (x[path], 50 * unit + row * len(path)) for path in paths}
        self._leaves = leaves
        self._staggered = (
            max(self._fonts[13].measure(exercise.number(exercise.node(path).value)) for path in leaves) + 4 * unit > gap
        )
        self._gap, self._radius = gap, max(8.0 * unit, min(15.0 * unit, gap * 0.42))

    def _width_of_node(self, path: Path) -> float:
        """Pixels that a node of this ply has for its text."""
        return (self.winfo_width() - 30 * self._unit) / sum(1 for other in self.places if len(other) == len(path))

    def _edge(self, path: Path) -> None:
        (x0, y0), (x1, y1) = self.places[path[:-1]], self.places[path]
        theme, cut, unit = self.theme, self.exercise.entry(path, CUT), self._unit
        below_cut = any(self.exercise.marked(path[:end]) for end in range(1, len(path) + 1))
        self.create_line(x0, y0, x1, y1, fill=theme.faint, width=1.5 * unit, dash=(3, 3) if below_cut else ())
        bead, bar, radius = (
            (0.5, 0.78, 8 * unit) if self._gap > 40 * unit else (0.8, 0.58, 6 * unit)
        )  # where edges are close, labels are near their nodes
        x, y = x0 + bead * (x1 - x0), y0 + bead * (y1 - y0)
        self.create_oval(x - radius, y - radius, x + radius, y + radius, fill=theme.panel, outline=theme.line)
        self.create_text(x, y, text=self.exercise.node(path).label, font=self._fonts[10], fill=theme.text)
        if cut.text == "cut":
            x, y = x0 + bar * (x1 - x0), y0 + bar * (y1 - y0)
            half = min(9.0 * unit, 0.25 * self._gap)
            self.create_line(x - half, y, x + half, y, fill=theme.bad, width=4 * unit)
            mark = self.create_text(x, y - 2 * unit, text=MARKS[cut.right], anchor="s", font=self._fonts[13])
            self.itemconfigure(mark, fill=theme.good if cut.right else theme.bad)
            if self._gap > 60 * unit:  # the mark fits next to the bar
                self.coords(mark, x + half + 2 * unit, y)
                self.itemconfigure(mark, anchor="w")

    def _node(self, path: Path) -> None:
        (x, y), theme, exercise, r = self.places[path], self.theme, self.exercise, self._radius
        node, value, unit = exercise.node(path), self.exercise.entry(path, VALUE), self._unit
        below_cut = any(exercise.marked(path[:end]) for end in range(1, len(path) + 1))
        if path == self.chosen:
            ring = r + 6 * unit
            self.create_oval(x - ring, y - ring, x + ring, y + ring, outline=theme.accent, width=3 * unit)
        if not node.children:
            shape = self.create_polygon(x, y - r, x + r, y, x, y + r, x - r, y, fill=theme.leaf)
            below = y + r + 3 * unit + 13 * unit * (self._staggered and self._leaves.index(path) % 2)
            written = self._fonts[11 if self._staggered else 13]
            self.create_text(x, below, text=exercise.number(node.value), anchor="n", font=written, fill=theme.text)
        else:
            create = self.create_oval if node.to_move else self.create_rectangle
            shape = create(x - r, y - r, x + r, y + r, fill=theme.leaf)
            wide = self._width_of_node(path) > 75 * unit
            text = value.text + " " * wide + MARKS[value.right] if value.text else "?"
            colour = theme.faint if not value.text else theme.text if value.right else theme.bad
            right, written = x + r + 9 * unit, self._fonts[13 if wide else 11]
            self.create_text(right, y - 3 * unit, text=text, anchor="w", font=written, fill=colour)
            self._window(path, x, y - r - 9 * unit)
        self.itemconfigure(shape, outline=theme.text, dash=(3, 2) if below_cut else ())

    def _window(self, path: Path, x: float, y: float) -> None:
        """What was filled in for alpha and beta, above a node."""
        texts = [
            f"{letter} {given.text} {MARKS[given.right]}"
            for letter, given in (("α", self.exercise.entry(path, LOW)), ("β", self.exercise.entry(path, HIGH)))
            if given.text
        ]
        if not texts:
            return
        line = "   ".join(texts)
        text = line if self._fonts[11].measure(line) < self._width_of_node(path) else "\n".join(texts)
        item = self.create_text(
            x, y, text=text, anchor="s", justify="center", font=self._fonts[11], fill=self.theme.text
        )
        self.create_rectangle(self.bbox(item), fill=self.theme.panel, outline="")
        self.tag_raise(item)

    # -- pointing -----------------------------------------------------------------------------------------------------

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        if self._exercise is None:
            return
        near = {path: (x - event.x) ** 2 + (y - event.y) ** 2 for path, (x, y) in self.places.items()}
        path = min(near, key=lambda path: near[path])
        if near[path] <= (self._radius + 6 * self._unit) ** 2:
            self._on_select(path)
            return
        for path in self.places:
            if path and self._distance(path, event.x, event.y) < 8 * self._unit:
                self._on_cut(path)
                return

    def _distance(self, path: Path, x: float, y: float) -> float:
        """Pixels from a point to the edge above a node."""
        (x0, y0), (x1, y1) = self.places[path[:-1]], self.places[path]
        length = (x1 - x0) ** 2 + (y1 - y0) ** 2
        along = min(1.0, max(0.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length))
        return hypot(x0 + along * (x1 - x0) - x, y0 + along * (y1 - y0) - y)

    def walk(self, key: str) -> None:
        """Walks with an arrow key: parent, first child, neighbours on the ply."""
        path, row = self.chosen, [other for other in self.places if len(other) == len(self.chosen)]
        if key == "Up" and path:
            self._on_select(path[:-1])
        elif key == "Down" and self.exercise.node(path).children:
            self._on_select((*path, 0))
        elif key in ("Left", "Right"):
            row.sort()
            at = row.index(path) + (1 if key == "Right" else -1)
            if 0 <= at < len(row):
                self._on_select(row[at])
