"""The Measure window: where a recorded search spent its nodes, and how algorithms grow with depth.  Imports Tk and
matplotlib.
"""

from __future__ import annotations

import tkinter as tk
from collections import Counter
from tkinter import ttk

from c4.experiments.growth import MOST_NODES, Point, growth, series
from c4.game.notation import place_in_words
from c4.game.numbers import read_whole
from c4.game.rules import C4Error, count
from c4.search.watch import Watch
from c4.tree.profile import KINDS, Profile, profile
from c4.tree.searchtree import SearchTree
from visualizer.kit.chart import Chart
from visualizer.kit.errand import Errand
from visualizer.kit.host import Host, position_of
from visualizer.kit.plot import Bars, Line, Plot, columns
from visualizer.kit.theme import Theme, luminance
from visualizer.kit.widgets import sentence, table, wrap
from visualizer.play.share import ShareBar
from visualizer.tree.words import header

LOOKS = {
    "minimax": ("#d55e00", "s", "-"),
    "alpha-beta": ("#e69f00", "^", "--"),
    "alpha-beta ordered": ("#0072b2", "o", "-"),
    "engine": ("#009e73", "D", "-."),
}
"""Colour (Okabe and Ito), marker and line style of each search; no two share any of them."""

DARK_LOOKS = LOOKS | {"alpha-beta ordered": ("#56b4e9", "o", "-")}

NUMBERS = (("Nodes", "nodes"), ("Seconds of processor time", "seconds"))
"""What is drawn of a search: title, and attribute of `Point`."""

PLIES = [
    ("Ply", 36),
    ("Side", 46),
    ("Nodes", 78),
    *((kind.capitalize(), 76) for kind in KINDS),
    ("Pruned", 76),
    ("Searched per node", 124),
    ("Replies", 60),
    ("Minimum", 72),
]


def numbers(parent: tk.Misc, columns: list[tuple[str, int]], height: int) -> tuple[ttk.Frame, ttk.Treeview]:
    """A read-only table of numbers with columns (title, width)."""
    return table(parent, [(title, width, "e") for title, width in columns], height, selectmode="none")


class ProfilePane(ttk.Frame):
    """Where one recorded search spent its nodes, as plots and as a table."""

    def __init__(self, parent: tk.Misc, theme: Theme) -> None:
        super().__init__(parent, padding=4)
        self.theme = theme
        self.tree: SearchTree | None = None
        self.profile: Profile | None = None
        self.title = ttk.Label(self, font="TkHeadingFont", padding=(4, 2))
        self.title.pack(fill="x")
        self.summary = wrap(ttk.Label(self, justify="left", padding=(4, 0, 4, 4)))
        self.summary.pack(fill="x")
        frame, self.table = numbers(self, PLIES, 7)
        frame.pack(side="bottom", fill="x")
        self.chart = Chart(self)
        self.chart.widget.pack(fill="both", expand=True)

    def show(self, tree: SearchTree | None) -> None:
        """Measures a tree; None clears the pane."""
        self.tree = tree
        self.profile = None if tree is None else profile(tree)
        self.redraw()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.redraw()

    def redraw(self) -> None:
        self.table.delete(*self.table.get_children())
        if self.tree is None or self.profile is None:
            self.title.configure(text="No search yet")
            self.summary.configure(text="Play a move or press Hint in the main window to measure its search here.")
            self.chart.show(self.theme)
        else:
            self.title.configure(text=header(self.tree))
            self.summary.configure(text=summary(self.tree, self.profile))
            self._list(self.tree, self.profile)
            self.chart.show(self.theme, *plots(self.profile, self.theme))

    def _list(self, tree: SearchTree, found: Profile) -> None:
        root_is_max = tree.root.to_move == tree.maximizer
        for ply in found.plies:
            side = "MAX" if root_is_max == (ply.ply % 2 == 0) else "MIN"
            fractions = ("-" if number is None else f"{number:.2f}" for number in (ply.branching, ply.width))
            least = "-" if ply.least is None else f"{ply.least:,.0f}"
            counts = (f"{number:,}" for number in (ply.nodes, *ply.kinds, ply.pruned))
            self.table.insert("", "end", values=(ply.ply, side, *counts, *fractions, least))


def plots(found: Profile, theme: Theme) -> tuple[Plot, Plot, Plot]:
    """Nodes per ply, searched replies per node, and the replies that made the cutoffs."""
    cut = [ply for ply in found.plies if ply.pruned]
    least = [(ply.ply, ply.least) for ply in found.plies if ply.least is not None]
    below = [(ply.ply, ply.branching) for ply in found.plies if ply.branching is not None]
    opened = [(ply.ply + 1, ply.width) for ply in found.plies if ply.width is not None]
    plies, nodes = [ply.ply for ply in found.plies], [ply.nodes for ply in found.plies]
    pruned = Line([ply.ply for ply in cut], [ply.pruned for ply in cut], theme.bad, "pruned", ":", "x")
    return (
        Plot(
            "Nodes per ply",
            "ply",
            (
                Line(plies, nodes, theme.good, "searched", marker="o"),
                *((pruned,) if cut else ()),
                Line(*columns(least), theme.faint, "minimum", "--"),
            ),
            log=True,
        ),
        Plot(
            "Searched replies per node",
            "ply",
            (
                Line(*columns(below), theme.good, "searched", marker="o"),
                Line(*columns(opened), theme.faint, "all replies", "--"),
            ),
            zero=True,
        ),
        Plot(
            "Cutoffs by reply",
            "place of the reply in the move order",
            bars=Bars(found.cuts, theme.max_node),
            note="" if any(found.cuts) else "no cutoffs",
        ),
    )


def summary(tree: SearchTree, found: Profile) -> str:
    """The figures of a profile in sentences."""
    parts = []
    if found.branching is not None:
        parts.append(f"Effective branching factor {found.branching:.2f}.")
    if found.first_move_rate is not None:
        parts.append(
            f"The first reply tried made {100 * found.first_move_rate:.1f} % of {count(sum(found.cuts), 'cutoff')}."
        )
    if found.null_cuts:
        parts.append(f"Null moves made {found.null_cuts:,} more.")
    parts.append(f"{100 * found.pruned_share:.1f} % of all replies were pruned.")
    recorded = sum(ply.nodes for ply in found.plies)
    if tree.algorithm == "engine":
        parts.append(
            "Knuth and Moore's minimum does not hold for the engine, whose table and threats settle nodes without a"
            " search."
        )
    elif found.left_out:
        parts.append(f"These figures leave out {count(found.left_out, 'node')} that were not recorded.")
    else:
        if found.uniform:
            least = f"Alpha-beta needs at least {count(round(found.least), 'node')} here"
        else:
            nodes = count(round(found.least), "node")
            least = f"With equally many replies at all nodes of a ply, alpha-beta needs at least {nodes}"
        parts.append(f"{least} (Knuth and Moore, 1975); this search visited {recorded:,}.")
    return " ".join(parts)


class GrowthPane(ttk.Frame):
    """Nodes and time at depth 1, 2, ... for each algorithm, on the first position that `host` offers."""

    def __init__(self, parent: tk.Misc, host: Host) -> None:
        super().__init__(parent, padding=4)
        self.theme, self._host = host.theme, host
        self.points: list[Point] = []
        self._drawn = -1
        self.errand: Errand[None] = Errand(self, host.session.worker("growth"), self._done, self._failed, self._look)
        top = ttk.Frame(self)
        top.pack(fill="x", pady=(2, 4))
        ttk.Label(top, text="Up to depth").pack(side="left", padx=(4, 4))
        self.depth = ttk.Spinbox(top, from_=1, to=42, width=4)
        self.depth.set(8)
        self.depth.pack(side="left")
        self.button = ttk.Button(top, text="Measure", width=9, command=self._start_or_stop)
        self.button.pack(side="left", padx=8)
        self.progress = ttk.Label(top, anchor="w")
        self.progress.pack(side="left", fill="x", expand=True)
        self.share_bar, self._depth, self._wanted = ShareBar(top), 0, 0
        widths = {"minimax": 84, "alpha-beta ordered": 152, "engine": 76}
        frame, self.table = numbers(
            self,
            [("Depth", 48), *(column for name in LOOKS for column in ((name, widths.get(name, 88)), ("s", 58)))],
            8,
        )
        frame.pack(side="bottom", fill="x")
        self.chart = Chart(self)
        self.chart.widget.pack(fill="both", expand=True)
        self.redraw()

    def start(self) -> None:
        """Searches to every depth with every algorithm; stops a measurement that is running."""
        try:
            depth = read_whole("the depth", self.depth.get())
            position = position_of(self._host)
        except C4Error as error:
            self._failed(str(error))
            return
        plan = self._host.plan()
        points: list[Point] = []
        self.points, self._drawn, self._where = points, -1, place_in_words(position)
        plans = series(position.rules, plan.evaluator, plan.model)
        self._depth, self._wanted = depth, depth * len(plans)

        def work(watch: Watch) -> None:
            for point in growth(position, plans, depth, watch=watch):
                points.append(point)

        self.errand.start(work)

    def stop(self) -> None:
        """Ends the searches; the results so far stay."""
        self.errand.stop()
        self.progress.configure(text=f"Stopped after {count(len(self.points), 'search', 'searches')}.")

    def _start_or_stop(self) -> None:
        if self.errand.busy:
            self.stop()
        else:
            self.start()

    def _done(self, _: None) -> None:
        self.redraw()
        text = sentence(self._where)
        done = Counter(point.series for point in self.points)
        left_out = sorted(name for name in LOOKS if done[name] < self._depth)
        if left_out:
            text += f"; {', '.join(left_out)} stopped early, before searches of more than {MOST_NODES:,} nodes"
        self.progress.configure(text=text)

    def _failed(self, text: str) -> None:
        self.progress.configure(text=sentence(text))

    def _look(self) -> None:
        busy = self.errand.busy
        self.button.configure(text="Stop" if busy else "Measure")
        self.share_bar.show(len(self.points) / self._wanted if busy else None)
        if busy:
            last = f": {self.points[-1].series}, depth {self.points[-1].depth} done" if self.points else ""
            self.progress.configure(text=f"Searching{last}")
        if len(self.points) != self._drawn:
            self.redraw()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.redraw()

    def redraw(self) -> None:
        points = list(self.points)
        self._drawn = len(points)
        self.chart.show(self.theme, *(grown(points, title, number, self.theme) for title, number in NUMBERS))
        self.table.delete(*self.table.get_children())
        known = {(point.series, point.depth): point for point in points}
        for depth in range(1, max((point.depth for point in points), default=0) + 1):
            cells: list[str] = []
            for name in LOOKS:
                point = known.get((name, depth))
                cells += ("-", "-") if point is None else (f"{point.nodes:,}", f"{point.seconds:.4f}")
            self.table.insert("", "end", values=(depth, *cells))


def grown(points: list[Point], title: str, number: str, theme: Theme) -> Plot:
    """A number of every search over its depth."""
    looks = DARK_LOOKS if luminance(theme.panel) < 0.2 else LOOKS
    lines = []
    for name, (colour, marker, dash) in looks.items():
        mine = [(point.depth, getattr(point, number)) for point in points if point.series == name]
        if mine:
            lines.append(Line(*columns(mine), colour, name, dash, marker))
    return Plot(title, "depth", tuple(lines), log=True)


class MeasureWindow(tk.Toplevel):
    """Both panes as tabs: `refresh()` measures another tree when there is one."""

    def __init__(self, host: Host) -> None:
        super().__init__(host.root)
        self._host = host
        self.title("Measure")
        self.geometry("1080x680")
        self.minsize(860, 560)
        self.tabs = ttk.Notebook(self)
        self.tabs.enable_traversal()
        self.tabs.pack(fill="both", expand=True, padx=4, pady=4)
        self.profile = ProfilePane(self.tabs, host.theme)
        self.growth = GrowthPane(self.tabs, host)
        self.tabs.add(self.profile, text="This search")
        self.tabs.add(self.growth, text="Growth with depth")
        self.bind("<Escape>", lambda _: self.growth.stop() if self.growth.errand.busy else self.destroy())
        self.set_theme(host.theme)
        self.refresh()

    def refresh(self) -> None:
        """Measures the tree that is looked at, when that is another one by now."""
        found = self._host.session.found
        tree = None if found is None else found.decision.tree
        if tree is None or tree is not self.profile.tree:
            self.profile.show(tree)

    def set_theme(self, theme: Theme) -> None:
        self.configure(background=theme.window)
        self.profile.set_theme(theme)
        self.growth.set_theme(theme)
