"""The window "Evaluator errors": mistakes about exact values by ply, and the worst positions."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from c4.agents.limits import Limits
from c4.arena.errors import Mistake, Study, agent_of, measure
from c4.arena.suites import NAMES, TITLES, open_suite
from c4.search.watch import Watch
from c4.text import capitalised
from visualizer.board.app_window import AppWindow, WindowPane
from visualizer.board.board import Board
from visualizer.board.picker import EvaluatorBox, EvaluatorChoice
from visualizer.state.app import App
from visualizer.training.evaluator_errors_view import (
    ALL_POSITIONS,
    Errors,
    ErrorsView,
    ErrorView,
    GroupsView,
    MeasuringView,
    chosen_error,
    error_view,
    errors_view,
    groups_view,
    measuring_view,
    summary,
)
from visualizer.ui.sizes import pixels
from visualizer.ui.widgets import Anchor, Flow, Tooltip, choice, list_rows, table, wrap

DEPTH_SMALLEST = 4
"""The depth of the tree that shows the error of an evaluator without search."""

DEPTHS = {"no search": 0, "depth 2": 2, "depth 4": 4, "depth 6": 6, "depth 8": 8}

SUITE = "d"
"""The suite at first."""

HELP = "Choose a group to list its mistakes. Enter or a double click opens one in the tree."

BOARD_WIDTH = 230
"""Pixels at 100 % that the board needs; with more height it is this share as wide as it is high."""
BOARD_SHARE = 0.95

GROUP_COLUMNS: tuple[tuple[str, int, Anchor], ...] = (
    ("Ply", 190, "w"),
    ("Positions", 70, "e"),
    ("Mistakes", 150, "e"),
    ("Wrong winner", 150, "e"),
)
MISTAKE_COLUMNS: tuple[tuple[str, int, Anchor], ...] = (
    ("Ply", 40, "e"),
    ("Plays", 48, "e"),
    ("Value", 60, "e"),
    ("Result", 120, "w"),
    ("Best", 48, "e"),
    ("Its result", 120, "w"),
)
NARROW_COLUMNS = (0, 1, 2, 4)
"""Columns of the mistakes that do not grow with the window."""


class EvaluatorErrorsWindow(AppWindow):
    """The errors of the evaluator that searches use, or of another."""

    known: Errors

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Evaluator errors", "980x640", (760, 520))
        settings = app.session.settings
        evaluator = EvaluatorChoice(settings.evaluator, settings.models.get(settings.evaluator))
        self.known = Errors(evaluator)
        self._progress = [0, 1]
        """What the thread has done, and of how much; each measurement has a list of its own."""
        self.task = self.background("errors", self._done, self.say, self._poll)
        self._build_choice(evaluator)
        self._build_groups()
        self._build_list()
        self.panes += [MeasuringPane(self), GroupsPane(self), MistakesPane(self), BoardPane(self)]
        self.start()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build_choice(self, evaluator: EvaluatorChoice) -> None:
        top = ttk.Frame(self, padding=(10, 8, 10, 0))
        top.pack(fill="x")
        row = Flow(top)
        row.pack(fill="x")
        self.chooser = EvaluatorBox(row, evaluator, self.start, self.say, width=18)
        self.depth = choice(row, DEPTHS, 9, self.start)
        with_suite = ttk.Frame(row)
        ttk.Label(with_suite, text="on").pack(side="left", padx=(4, 4))
        self.suite = choice(with_suite, TITLES.values(), 24, self.start)
        self.suite.pack(side="left")
        self.suite.current(list(TITLES).index(SUITE))
        Tooltip(self.suite, self._about_suite)
        self.button = ttk.Button(row, text="Measure", width=9, command=self.start_or_stop)
        for part in (self.chooser, self.depth, with_suite, self.button):
            row.add(part)
        self.message = wrap(ttk.Label(top, justify="left", padding=(0, 4)))
        self.message.pack(fill="x")
        self.bar = ttk.Progressbar(top, maximum=1.0)  # packed while it measures

    def _build_groups(self) -> None:
        panes = ttk.Frame(self, padding=(10, 4))
        panes.pack(fill="both", expand=True)
        frame, self.groups = table(panes, GROUP_COLUMNS, 5, selectmode="browse")
        frame.pack(fill="both", expand=True)
        self.groups.bind("<<TreeviewSelect>>", self._group_chosen)

    def _build_list(self) -> None:
        below = ttk.Frame(self, padding=(10, 4, 10, 8))
        below.pack(fill="both", expand=True)
        # Over the whole width: beside the board it would change the height, by which the board is as wide as it is.
        wrap(ttk.Label(below, text=HELP, style="Faint.TLabel")).pack(side="bottom", fill="x")
        lower = ttk.Frame(below)
        lower.pack(fill="both", expand=True)
        right = ttk.Frame(lower)
        right.pack(side="right", fill="both")
        right.pack_propagate(False)

        def resize(event: tk.Event[tk.Misc]) -> None:
            right.configure(width=max(pixels(self, BOARD_WIDTH), round(BOARD_SHARE * event.height)))

        lower.bind("<Configure>", resize)
        self.board = Board(right, self.theme)
        self.board.configure(takefocus=False)
        self.board.pack(fill="both", expand=True)
        left = ttk.Frame(lower)
        left.pack(side="left", fill="both", expand=True)
        head = ttk.Frame(left)
        head.pack(fill="x")
        self.listed = ttk.Label(head)
        self.listed.pack(side="left")
        self.button_open = ttk.Button(head, text="Open in the tree", command=self.open_selected)
        self.button_open.pack(side="right")
        frame, self.table = table(left, MISTAKE_COLUMNS, 5, selectmode="browse")
        frame.pack(fill="both", expand=True)
        for column in NARROW_COLUMNS:
            self.table.column(column, stretch=False)
        self.table.bind("<<TreeviewSelect>>", self._mistake_chosen)
        for event in ("<Return>", "<Double-Button-1>"):
            self.table.bind(event, self._opened)

    def escape(self) -> None:
        """Ends the measurement, or else closes the window."""
        if self.task.busy:
            self.task.stop()
        else:
            self.destroy()

    def say(self, text: str) -> None:
        """Shows a message above the groups."""
        self.know(message=text)

    # -- measuring ----------------------------------------------------------------------------------------------------

    @property
    def suite_name(self) -> str:
        """The name of the chosen suite."""
        return list(TITLES)[self.suite.current()]

    def _about_suite(self) -> str:
        return f"{capitalised(NAMES[self.suite_name])}."

    def start(self) -> None:
        """Asks the chosen evaluator in every position of the suite; drops an earlier measurement."""
        evaluator = self.chooser.choice
        depth = DEPTHS[self.depth.get()]
        suite = self.suite_name
        progress = [0, 1]
        self._progress = progress

        def work(watch: Watch) -> Study:
            agent = agent_of(evaluator.name, evaluator.model, depth)
            size = len(open_suite(suite))

            def report(done: int) -> None:
                progress[:] = [done, size]

            return measure(agent, suite, watch, report)

        self.know(evaluator=evaluator, depth=depth, message="asking for a move in every position...")
        self.task.start(work)

    def start_or_stop(self) -> None:
        """The button."""
        if self.task.busy:
            self.task.stop()
            self.say("stopped")
        else:
            self.start()

    def _poll(self) -> None:
        done, total = self._progress
        self.know(busy=self.task.busy, done=done, total=total)

    def _done(self, study: Study) -> None:
        self.know(study=study, group=ALL_POSITIONS, chosen=0, message=summary(study))

    # -- choosing -----------------------------------------------------------------------------------------------------

    def _group_chosen(self, event: object) -> None:
        selected = self.groups.selection()
        group = int(selected[0]) if selected else ALL_POSITIONS
        if group != self.known.group:
            self.know(group=group, chosen=0)

    def _mistake_chosen(self, event: object) -> None:
        selected = self.table.selection()
        self.know(chosen=int(selected[0]) if selected else None)

    @property
    def selected(self) -> Mistake | None:
        """The chosen mistake."""
        return chosen_error(self.known.study, self.known.group, self.known.chosen)

    def open_selected(self) -> None:
        """Shows the chosen position in the tree, searched by the evaluator that errs, with the exact values."""
        error = self.selected
        if error is None:
            return
        evaluator = self.known.evaluator
        depth = self.known.depth or DEPTH_SMALLEST
        limits = Limits(depth=depth, evaluator=evaluator.name, model=evaluator.model)
        self.app.demonstrate(error.position, "alphabeta", limits)
        self.master.winfo_toplevel().lift()

    def _opened(self, event: object) -> str:
        self.open_selected()
        return "break"


class MeasuringPane(WindowPane[MeasuringView]):
    """The message, the bar and the button."""

    view = staticmethod(measuring_view)
    window: EvaluatorErrorsWindow

    def draw(self, view: MeasuringView, before: MeasuringView | None) -> None:
        window = self.window
        window.message.configure(text=view.message)
        if view.share is None:
            window.button.configure(text="Measure")
            window.bar.pack_forget()
            return
        window.button.configure(text="Stop")
        window.bar.configure(value=view.share)
        window.bar.pack(fill="x")


class GroupsPane(WindowPane[GroupsView]):
    """The groups of positions."""

    view = staticmethod(groups_view)
    window: EvaluatorErrorsWindow

    def draw(self, view: GroupsView, before: GroupsView | None) -> None:
        groups = self.window.groups
        if before is None or view.rows != before.rows:
            list_rows(groups, numbered(view.rows))
        if view.rows:
            choose(groups, view.group)


class MistakesPane(WindowPane[ErrorsView]):
    """The mistakes of the chosen group."""

    view = staticmethod(errors_view)
    window: EvaluatorErrorsWindow

    def draw(self, view: ErrorsView, before: ErrorsView | None) -> None:
        window = self.window
        if before is None or (view.heading, view.rows) != (before.heading, before.rows):
            window.listed.configure(text=view.heading)
            list_rows(window.table, numbered(view.rows))
        choose(window.table, view.chosen)


class BoardPane(WindowPane["ErrorView | None"]):
    """The board of the chosen mistake; while none is chosen, that of the last one stays, and cannot be opened."""

    view = staticmethod(error_view)
    window: EvaluatorErrorsWindow

    def draw(self, view: ErrorView | None, before: ErrorView | None) -> None:
        window = self.window
        window.button_open.configure(state="disabled" if view is None else "normal")
        if view is None:
            return
        window.board.show_colours(view.colours)
        window.board.show(view.position, (0, 1))
        window.board.show_scores(view.scores, view.captions)


def numbered(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, tuple[str, ...]]]:
    """Rows of a list, which are named by their places."""
    return [(str(place), row) for place, row in enumerate(rows)]


def choose(listed: ttk.Treeview, place: int | None) -> None:
    """Selects a row of a list, unless it is selected."""
    wanted = () if place is None else (str(place),)
    if listed.selection() != wanted:
        listed.selection_set(wanted)
        listed.focus("" if place is None else str(place))
