"""The Measure window: where a recorded search spent its nodes, and how algorithms grow with depth."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from c4.errors import C4Error
from c4.game.notation import place_in_words
from c4.search.watch import Watch
from c4.session.plans import Point, growth, series
from c4.text import pluralise, read_positive_int
from visualizer.board.app_window import AppWindow, Follower, WindowPane
from visualizer.compare.measure_view import (
    PLY_COLUMNS,
    GrowthView,
    Measuring,
    ProfileView,
    TreeOf,
    growth_plots,
    growth_view,
    measure,
    profile_plots,
    profile_view,
)
from visualizer.state.app import App
from visualizer.ui.chart import Chart
from visualizer.ui.widgets import ProgressBar, list_rows, table, wrap

DEPTH = 8
DEPTH_LARGEST = 42
"""The depth in the field at first, and the largest that it offers."""


class MeasureWindow(AppWindow):
    """Profile and growth as tabs; the profile is that of the tree on screen."""

    known: Measuring

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Measure", "1080x680", (860, 560))
        self.known = Measuring()
        self._points: list[Point] = []
        """The searches so far; each measurement has a list of its own, to which its thread adds."""
        self.task = self.background("growth", self._poll, self._failed, self._poll)
        self.tabs = ttk.Notebook(self)
        self.tabs.enable_traversal()
        self.tabs.pack(fill="both", expand=True, padx=4, pady=4)
        self._build_profile()
        self._build_growth()
        self.panes += [TreeFollower(self._tree_shown), ProfilePane(self), GrowthPane(self)]
        self.show_known()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_profile(self) -> None:
        self.profile = ttk.Frame(self.tabs, padding=4)
        self.tabs.add(self.profile, text="This search")
        self.title_line = ttk.Label(self.profile, font="TkHeadingFont", padding=(4, 2))
        self.title_line.pack(fill="x")
        self.summary = wrap(ttk.Label(self.profile, justify="left", padding=(4, 0, 4, 4)))
        self.summary.pack(fill="x")
        frame, self.plies = table(self.profile, PLY_COLUMNS, 7, selectmode="none")
        frame.pack(side="bottom", fill="x")
        self.profile_chart = Chart(self.profile)
        self.profile_chart.widget.pack(fill="both", expand=True)

    def _build_growth(self) -> None:
        self.growth = ttk.Frame(self.tabs, padding=4)
        self.tabs.add(self.growth, text="Growth with depth")
        top = ttk.Frame(self.growth)
        top.pack(fill="x", pady=(2, 4))
        ttk.Label(top, text="Up to depth").pack(side="left", padx=(4, 4))
        self.depth = ttk.Spinbox(top, from_=1, to=DEPTH_LARGEST, width=4)
        self.depth.set(DEPTH)
        self.depth.pack(side="left")
        self.button = ttk.Button(top, text="Measure", width=9, command=self.start_or_stop)
        self.button.pack(side="left", padx=8)
        self.progress = ttk.Label(top, anchor="w")
        self.progress.pack(side="left", fill="x", expand=True)
        self.share_bar = ProgressBar(top)
        self.growth_chart = Chart(self.growth)
        self.growth_chart.widget.pack(fill="both", expand=True)

    # -- what you can do ----------------------------------------------------------------------------------------------

    def escape(self) -> None:
        """Ends a measurement, or else closes the window."""
        if self.task.busy:
            self.stop()
        else:
            self.destroy()

    def show_profile(self) -> None:
        """Shows where the search on screen spent its nodes."""
        self.tabs.select(self.profile)

    def grow(self) -> None:
        """Shows the growth with depth, and starts measuring it."""
        self.tabs.select(self.growth)
        self.start()

    def start(self) -> None:
        """Searches to every depth with every algorithm, instead of what it measures now."""
        try:
            depth = read_positive_int("the depth", self.depth.get())
            position = self.app.position()
        except C4Error as error:
            self._failed(str(error))
            return
        plan = self.app.plan()
        plans = series(position.rules, plan.evaluator, plan.model)
        points: list[Point] = []
        self._points = points

        def work(watch: Watch) -> None:
            points.extend(growth(position, plans, depth, watch=watch))

        self.know(where=place_in_words(position), depth=depth, wanted=depth * len(plans), message="")
        self.task.start(work)

    def stop(self) -> None:
        """Ends the searches; the results so far stay."""
        self.task.stop()
        self.know(message=f"Stopped after {pluralise(len(self._points), 'search', 'searches')}.")

    def start_or_stop(self) -> None:
        """The button."""
        if self.task.busy:
            self.stop()
        else:
            self.start()

    def _tree_shown(self, shown: TreeOf) -> None:
        self.know(measured=measure(shown.tree))

    def _failed(self, text: str) -> None:
        self.know(message=text)

    def _poll(self, nothing: None = None) -> None:
        self.know(busy=self.task.busy, points=tuple(self._points))


class TreeFollower(Follower[TreeOf]):
    """Follows the tree that is shown."""

    view = staticmethod(TreeOf)


class ProfilePane(WindowPane[ProfileView]):
    """Where the search that is shown spent its nodes."""

    view = staticmethod(profile_view)
    window: MeasureWindow

    def draw(self, view: ProfileView, before: ProfileView | None) -> None:
        window = self.window
        window.title_line.configure(text=view.title)
        window.summary.configure(text=view.summary)
        list_rows(window.plies, [("", row) for row in view.rows])
        plots = () if view.measured is None else profile_plots(view.measured.profile, window.theme)
        window.profile_chart.show(window.theme, *plots)


class GrowthPane(WindowPane[GrowthView]):
    """How searches grow with depth."""

    view = staticmethod(growth_view)
    window: MeasureWindow

    def draw(self, view: GrowthView, before: GrowthView | None) -> None:
        window = self.window
        window.button.configure(text=view.button)
        window.progress.configure(text=view.text)
        window.share_bar.show(view.share)
        if before is None or view.points != before.points:
            window.growth_chart.show(window.theme, *growth_plots(view.points, window.theme))
