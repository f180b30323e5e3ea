"""The Measure window: where a recorded search spent its nodes, and how algorithms grow with depth."""

from __future__ import annotations

import tkinter as tk
from collections import Counter
from tkinter import ttk

from c4.errors import C4Error
from c4.game.notation import place_in_words
from c4.search.watch import Watch
from c4.session.plans import MOST_NODES, Point, growth, series
from c4.text import pluralise, read_positive_int
from c4.tree.profile import KINDS, Profile
from c4.tree.profile import profile as measure
from c4.tree.searchtree import SearchTree
from visualizer.tree.glyphs import header_text
from visualizer.ui.background import BackgroundTask
from visualizer.ui.chart import Bars, Chart, Line, Plot, columns
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.theme import Theme, luminance
from visualizer.ui.widgets import ProgressBar, sentence, table, wrap

STYLES = {
    "minimax": ("#d55e00", "s", "-"),
    "alpha-beta": ("#e69f00", "^", "--"),
    "alpha-beta ordered": ("#0072b2", "o", "-"),
    "engine": ("#009e73", "D", "-."),
}
"""Colour (Okabe and Ito), marker and line style of each search; no two share any of them."""

DARK_STYLES = STYLES | {"alpha-beta ordered": ("#56b4e9", "o", "-")}

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


class ProfilePane(ttk.Frame):
    """Where a recorded search spent its nodes, as plots and as a table."""

    def __init__(self, parent: tk.Misc, theme: Theme) -> None:
        super().__init__(parent, padding=4)
        self.theme = theme
        self.tree: SearchTree | None = None
        self.profile: Profile | None = None
        self.title = ttk.Label(self, font="TkHeadingFont", padding=(4, 2))
        self.title.pack(fill="x")
        self.summary = wrap(ttk.Label(self, justify="left", padding=(4, 0, 4, 4)))
        self.summary.pack(fill="x")
        frame, self.table = table(self, [(*column, "e") for column in PLIES], 7, selectmode="none")
        frame.pack(side="bottom", fill="x")
        self.chart = Chart(self)
        self.chart.widget.pack(fill="both", expand=True)

    def show(self, tree: SearchTree | None) -> None:
        """Measures a tree; None empties the pane."""
        self.tree = tree
        self.profile = None if tree is None else measure(tree)
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
            self.title.configure(text=header_text(self.tree))
            self.summary.configure(text=summary(self.tree, self.profile))
            self._list(self.tree, self.profile)
            self.chart.show(self.theme, *plots(self.profile, self.theme))

    def _list(self, tree: SearchTree, profile: Profile) -> None:
        root_is_max = tree.root.to_move == tree.maximizer
        for ply in profile.plies:
            side = "MAX" if root_is_max == (ply.ply % 2 == 0) else "MIN"
            fractions = ("-" if number is None else f"{number:.2f}" for number in (ply.branching, ply.width))
            least = "-" if ply.least is None else f"{ply.least:,.0f}"
            counts = (f"{number:,}" for number in (ply.nodes, *ply.kinds, ply.pruned))
            self.table.insert("", "end", values=(ply.ply, side, *counts, *fractions, least))


def plots(profile: Profile, theme: Theme) -> tuple[Plot, Plot, Plot]:
    """Nodes per ply, searched replies per node, and the replies that made the cutoffs."""
    cut = [ply for ply in profile.plies if ply.pruned]
    least = [(ply.ply, ply.least) for ply in profile.plies if ply.least is not None]
    below = [(ply.ply, ply.branching) for ply in profile.plies if ply.branching is not None]
    opened = [(ply.ply + 1, ply.width) for ply in profile.plies if ply.width is not None]
    plies, nodes = [ply.ply for ply in profile.plies], [ply.nodes for ply in profile.plies]
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
            bars=Bars(profile.cuts, theme.good),
            note="" if any(profile.cuts) else "no cutoffs",
        ),
    )


def summary(tree: SearchTree, profile: Profile) -> str:
    """The figures of a profile in sentences."""
    parts = []
    if profile.branching is not None:
        parts.append(f"Effective branching factor {profile.branching:.2f}.")
    if profile.first_move_rate is not None:
        parts.append(
            f"The first reply tried made {100 * profile.first_move_rate:.1f} % of {pluralise(sum(profile.cuts), 'cutoff')}."
        )
    if profile.null_cuts:
        parts.append(f"Null moves made {profile.null_cuts:,} more.")
    parts.append(f"{100 * profile.pruned_share:.1f} % of all replies were pruned.")
    recorded = sum(ply.nodes for ply in profile.plies)
    if tree.algorithm == "engine":
        parts.append(
            "Knuth and Moore's minimum does not hold for the engine, whose table and threats settle nodes without a"
            " search."
        )
    elif profile.left_out:
        parts.append(f"These figures leave out {pluralise(profile.left_out, 'node')} that were not recorded.")
    else:
        if profile.uniform:
            least = f"Alpha-beta needs at least {pluralise(round(profile.least), 'node')} here"
        else:
            nodes = pluralise(round(profile.least), "node")
            least = f"With equally many replies at all nodes of a ply, alpha-beta needs at least {nodes}"
        parts.append(f"{least} (Knuth and Moore, 1975); this search visited {recorded:,}.")
    return " ".join(parts)


class GrowthPane(ttk.Frame):
    """Nodes and time at depth 1, 2, ... for each algorithm, on the first position that `context` offers."""

    def __init__(self, parent: tk.Misc, context: Context) -> None:
        super().__init__(parent, padding=4)
        self.theme, self._context = context.theme, context
        self.points: list[Point] = []
        self._drawn = -1
        self.task: BackgroundTask[None] = BackgroundTask(
            self, context.session.worker("growth"), self._done, self._failed, self._look
        )
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
        self.share_bar, self._depth, self._wanted = ProgressBar(top), 0, 0
        self.chart = Chart(self)
        self.chart.widget.pack(fill="both", expand=True)
        self.redraw()

    def start(self) -> None:
        """Searches to every depth with every algorithm, instead of what it measures now."""
        try:
            depth = read_positive_int("the depth", self.depth.get())
            position = self._context.position()
        except C4Error as error:
            self._failed(str(error))
            return
        plan = self._context.plan()
        points: list[Point] = []
        self.points, self._drawn, self._where = points, -1, place_in_words(position)
        plans = series(position.rules, plan.evaluator, plan.model)
        self._depth, self._wanted = depth, depth * len(plans)

        def work(watch: Watch) -> None:
            points.extend(growth(position, plans, depth, watch=watch))

        self.task.start(work)

    def stop(self) -> None:
        """Ends the searches; the results so far stay."""
        self.task.stop()
        self.progress.configure(text=f"Stopped after {pluralise(len(self.points), 'search', 'searches')}.")

    def _start_or_stop(self) -> None:
        if self.task.busy:
            self.stop()
        else:
            self.start()

    def _done(self, _: None) -> None:
        self.redraw()
        text = sentence(self._where)
        done = Counter(point.series for point in self.points)
        left_out = sorted(name for name in STYLES if done[name] < self._depth)
        if left_out:
            text += f"; {', '.join(left_out)} stopped early, before searches of more than {MOST_NODES:,} nodes"
        self.progress.configure(text=text)

    def _failed(self, text: str) -> None:
        self.progress.configure(text=sentence(text))

    def _look(self) -> None:
        busy = self.task.busy
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
        self.chart.show(self.theme, *(growth_plot(points, title, number, self.theme) for title, number in NUMBERS))


def growth_plot(points: list[Point], title: str, number: str, theme: Theme) -> Plot:
    """Nodes or seconds of every search over its depth."""
    styles = DARK_STYLES if luminance(theme.panel) < 0.2 else STYLES
    lines = []
    for name, (colour, marker, dash) in styles.items():
        own = [(point.depth, getattr(point, number)) for point in points if point.series == name]
        if own:
            lines.append(Line(*columns(own), colour, name, dash, marker))
    return Plot(title, "depth", tuple(lines), log=True)


class MeasureWindow(ToolWindow):
    """Profile and growth as tabs; `refresh()` follows the tree on screen."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Measure", "1080x680", (860, 560))
        self.tabs = ttk.Notebook(self)
        self.tabs.enable_traversal()
        self.tabs.pack(fill="both", expand=True, padx=4, pady=4)
        self.profile = ProfilePane(self.tabs, context.theme)
        self.growth = GrowthPane(self.tabs, context)
        self.tabs.add(self.profile, text="This search")
        self.tabs.add(self.growth, text="Growth with depth")
        self.refresh()

    def escape(self) -> None:
        """Ends a measurement, or else closes the window."""
        self.growth.stop() if self.growth.task.busy else self.destroy()

    def grow(self) -> None:
        """Shows the growth with depth, and starts measuring it."""
        self.tabs.select(self.growth)
        self.growth.start()

    def refresh(self) -> None:
        """Measures the tree on screen if it is another one."""
        search = self.context.session.shown_search
        tree = None if search is None else search.decision.tree
        if tree is None or tree is not self.profile.tree:
            self.profile.show(tree)
