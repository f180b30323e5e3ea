"""The Compare window: two searches of one position as one tree or side by side, and a list of their differences."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from itertools import chain
from tkinter import ttk

from c4.agents.limits import Limits
from c4.agents.specification import Specification
from c4.errors import C4Error
from c4.game.columns import format_columns, parse_order
from c4.game.notation import place_in_words
from c4.game.position import Position
from c4.game.rules import Rules
from c4.session.plans import ALGORITHMS, PAIRS, Compared, Comparing, Plan, left_to_right
from c4.text import capitalised, pluralise
from c4.tree.row_words import line_text
from c4.tree.searchtree import PRUNED, SearchTree
from visualizer.board.app_window import AppWindow, WindowPane
from visualizer.board.picker import HEADINGS, AgentPicker
from visualizer.compare.compare_view import (
    SIDES,
    DifferencesView,
    Known,
    Result,
    RunView,
    differences_view,
    head_views,
    run_view,
    verdict,
)
from visualizer.compare.merged import first_folding, overlay_of
from visualizer.state.app import App
from visualizer.state.tree.glyphs import Sides, effort_text, not_recorded, way_text
from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.state import TreeState
from visualizer.tree.legend import Entry, Legend, entries_in_sight
from visualizer.tree.pane import Standalone, TreePane, max_name
from visualizer.ui.sizes import scale
from visualizer.ui.widgets import Anchor, ProgressBar, choice, list_rows, table, wrap

COLUMNS: tuple[tuple[str, int, Anchor], ...] = (
    ("Line", 120, "w"),
    ("What", 130, "w"),
    ("Value A", 80, "e"),
    ("Value B", 80, "e"),
    ("Nodes A", 90, "e"),
    ("Nodes B", 90, "e"),
    ("Saved by B", 100, "e"),
)
"""The columns of the list of differences: title, width in pixels, anchor."""


LEGEND_HEIGHT = 560
"""Height of trees and list, pixels at 100 %, from which the legend has two lines."""

ORDERS = ("middle first", "left to right")

MERGED = len(SIDES)
"""The number of the merged tree, after those of A and B."""

ONE_TREE = "One tree"
TWO_TREES = "Two trees"
"""How both searches can be shown."""


class PlanPicker:
    """A row of boxes for one search: an `AgentPicker` and its move order."""

    def __init__(self, parent: tk.Misc, row: int, name: str, on_refused: Callable[[str], object]) -> None:
        ttk.Label(parent, text=name, font="TkHeadingFont", width=2).grid(row=row, column=0)
        self.agent = AgentPicker(parent, row, on_refused, column=1, names=lambda: ALGORITHMS, timed=False)
        self.order = ttk.Combobox(parent, values=ORDERS, width=12)
        self.order.grid(row=row, column=4)

    def show(self, plan: Plan, rules: Rules) -> None:
        """Shows a plan for a board with these rules."""
        limits = Limits(depth=plan.depth, evaluator=plan.evaluator, model=plan.model)
        order = plan.move_order
        self.agent.set(Specification(plan.algorithm, limits))
        if order is None:
            self.order.set(ORDERS[0])
        elif order == left_to_right(rules):
            self.order.set(ORDERS[1])
        else:
            self.order.set(format_columns(order))

    def plan(self, rules: Rules) -> Plan:
        """The plan in the boxes.  Raises C4Error for input that makes no sense."""
        agent = self.agent.read()
        text = self.order.get().strip()
        if agent is None:
            raise C4Error("choose a search")
        order = None if text in ("", ORDERS[0]) else left_to_right(rules)
        if text not in ("", *ORDERS):
            order = parse_order(text, rules)
        return Plan(agent.name, agent.limits.evaluator, agent.limits.depth, order, agent.limits.model)


NOT_RECORDED = "This part was not recorded: compare smaller depths to see it."


class RunPane(WindowPane[RunView]):
    """The line with the button."""

    view = staticmethod(run_view)
    window: CompareWindow

    def draw(self, view: RunView, before: RunView | None) -> None:
        self.window.button.configure(text=view.button)
        self.window.progress.configure(text=view.message)
        self.window.share_bar.show(view.share)


class HeadsPane(WindowPane[tuple[str, str]]):
    """What stands above the trees."""

    view = staticmethod(head_views)
    window: CompareWindow

    def draw(self, view: tuple[str, str], before: tuple[str, str] | None) -> None:
        for head, text in zip(self.window.heads, view):
            head.configure(text=text)


class DifferencesPane(WindowPane[DifferencesView]):
    """The list of differences."""

    view = staticmethod(differences_view)
    window: CompareWindow

    def draw(self, view: DifferencesView, before: DifferencesView | None) -> None:
        differences = self.window.differences
        if before is None or view.lines is not before.lines:
            differences.show(view)
        differences.mark(view.selected)


class LayoutPane(WindowPane[bool]):
    """Shows the merged tree, or the two others side by side."""

    window: CompareWindow

    @staticmethod
    def view(merged: bool) -> bool:
        return merged

    def draw(self, view: bool, before: bool | None) -> None:
        self.window.arrangement.set(ONE_TREE if view else TWO_TREES)
        tree_of_a, tree_of_b, merged_tree = self.window.trees
        show_in_grid(tree_of_a, not view)
        show_in_grid(tree_of_b, not view)
        show_in_grid(merged_tree, view)


GHOST = Entry("only one of them searched it", ("dashed",))
"""What the legend says of the merged tree."""


class LegendPane(WindowPane[tuple[Entry, ...]]):
    """One legend for the trees that are shown, of what is in sight.  Where room is short, what only the simpler tree has
    is left out.
    """

    window: CompareWindow

    @staticmethod
    def view(trees: tuple[TreeState, ...], merged: bool) -> tuple[Entry, ...]:
        shown = trees[MERGED:] if merged else trees[:MERGED]
        explained = [explain(state) for state in shown if state.tree is not None]
        explained.sort(key=len, reverse=True)
        by_words = {entry.text: entry for entry in chain(*explained)}  # what both trees have is said once
        return tuple(by_words.values())

    def draw(self, view: tuple[Entry, ...], before: tuple[Entry, ...] | None) -> None:
        self.window.legend.show(view)


def explain(state: TreeState) -> tuple[Entry, ...]:
    """What there is to explain about what a tree shows."""
    assert state.tree is not None
    glyphs = [data for _, data in state.graph.nodes(data="data")]
    ghosts = (GHOST,) if any(data.ghost for data in glyphs) else ()
    return (*ghosts, *entries_in_sight(state.tree, glyphs, max_name(state)))


def show_in_grid(widget: tk.Widget, shown: bool) -> None:
    """Shows a widget in its place in the grid, or hides it."""
    if shown:
        widget.grid()
    else:
        widget.grid_remove()


class SidePane(TreePane):
    """One of the trees: of A (0), of B (1), or the merged one; headings above them name the searches."""

    def __init__(self, parent: tk.Misc, window: CompareWindow, side: int) -> None:
        super().__init__(parent, window.theme, window.models[side], window.acted)
        self._window = window
        self._side = side

    def show(self, state: object) -> None:
        """Shows one of the trees that the window knows."""
        super().show(Standalone(self._window.known.trees[self._side]))

    def header_of(self, tree: TreeState) -> str:
        """What the search counted, or where the subtree is that is shown."""
        if tree.view is None or tree.tree is None:
            return ""
        if tree.shows_subtree:
            return way_text(tree.tree, tree.view.top)
        if tree.overlay is not None:
            return ""
        return effort_text(tree.tree.nodes, tree.tree.pruned) + not_recorded(tree.tree)


class Differences(ttk.Frame):
    """The nodes in which two searches differ; `choose(row)` gets a row of the union of both trees."""

    def __init__(self, parent: tk.Misc, choose: Callable[[int], object]) -> None:
        super().__init__(parent)
        self._choose = choose
        self.summary = wrap(ttk.Label(self, padding=(6, 2), anchor="w", justify="left"))
        self.summary.pack(fill="x")
        frame, self.table = table(self, COLUMNS, 2, selectmode="browse")
        frame.pack(fill="both", expand=True)
        self.table.bind("<<TreeviewSelect>>", self._selected)

    def show(self, view: DifferencesView) -> None:
        """Lists the differences of a comparison."""
        self.summary.configure(text=view.summary)
        list_rows(self.table, [(str(line.row), line.cells) for line in view.lines])

    def mark(self, row: int | None) -> None:
        """Selects a row of the union if it is listed."""
        if self.table.exists(str(row)):
            self.table.selection_set(str(row))
            self.table.see(str(row))
        else:
            self.table.selection_set(())

    def _selected(self, event: tk.Event[tk.Misc]) -> None:
        for row in self.table.selection():
            self._choose(int(row))


class CompareWindow(AppWindow):
    """Compares two searches of a position that the app offers."""

    known: Known

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Compare two searches", "1180x780", (920, 560))
        self.known = Known()
        self.task = self.background("comparer", self._done, self.say, self._poll)
        self.work: Comparing | None = None
        self.models = tuple(TreeModel(self._not_recorded) for _ in self.known.trees)
        for model, state in zip(self.models, self.known.trees):
            model.show_nothing(state.empty)
        self._build()
        for key in ("<Return>", "<KP_Enter>"):
            self.bind(key, lambda _: self.start())
        rules = self.position().rules
        plans = first_pair(app.plan(), rules)
        for chooser, plan in zip(self.choosers, plans):
            chooser.show(plan, rules)
        self.acted()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        top = ttk.Frame(self, padding=(8, 6))
        top.pack(fill="x")
        self._build_choosers(top)
        line = ttk.Frame(self, padding=(8, 0))
        line.pack(fill="x")
        self.button = ttk.Button(line, text="Compare", width=8, command=self._start_or_stop)
        self.button.pack(side="left", padx=(0, 8))
        self.progress = ttk.Label(line, anchor="w")
        self.progress.pack(side="left", fill="x", expand=True)
        self.arrangement = tk.StringVar(self)
        for text in (TWO_TREES, ONE_TREE):
            button = ttk.Radiobutton(line, text=text, value=text, variable=self.arrangement, command=self._arranged)
            button.pack(side="right", padx=(8, 0))
        self.share_bar = ProgressBar(line)
        self.body = ttk.Panedwindow(self, orient="vertical")
        self.body.pack(fill="both", expand=True, padx=4, pady=(2, 4))
        self._build_trees()
        self.differences = Differences(self.body, self._line_chosen)
        self.body.add(self.differences, weight=2)
        self.body.bind("<Configure>", lambda event: self._resized(event.height))
        self.panes += [LayoutPane(self), RunPane(self), HeadsPane(self), *self.trees, LegendPane(self)]
        self.panes.append(DifferencesPane(self))

    def _build_choosers(self, top: ttk.Frame) -> None:
        left = ttk.Frame(top)
        left.pack(side="left")
        for column, heading in enumerate(("", *HEADINGS[:3], "Order")):
            ttk.Label(left, text=heading, style="Faint.TLabel").grid(row=0, column=column, sticky="w")
        self.choosers = tuple(PlanPicker(left, row, name, self.say) for row, name in enumerate(SIDES, start=1))
        pairs = [name.capitalize() if name[0] != "V" else name for name in PAIRS]
        self.pair = choice(left, pairs, 21, self._pair_chosen)
        self.pair.set("A pair of searches...")
        self.place = choice(left, self.app.positions(), 21)
        self.place.configure(postcommand=self._list_positions)
        for row, box in enumerate((self.pair, self.place), start=1):
            box.grid(row=row, column=5, padx=(8, 0))

    def _build_trees(self) -> None:
        pair = ttk.Frame(self.body)
        self.heads: list[ttk.Label] = []
        self.trees: list[SidePane] = []
        for side in range(len(SIDES)):
            head = wrap(ttk.Label(pair, padding=(6, 3), anchor="w", font="TkHeadingFont"))
            head.grid(row=0, column=side, sticky="ew")
            pane = SidePane(pair, self, side)
            pane.grid(row=1, column=side, sticky="nsew", padx=(0, 3) if side == 0 else (3, 0))
            pair.columnconfigure(side, weight=1, uniform="side")
            self.heads.append(head)
            self.trees.append(pane)
        both = SidePane(pair, self, MERGED)
        both.grid(row=1, columnspan=2, sticky="nsew")
        self.trees.append(both)
        pair.rowconfigure(1, weight=1)
        self.legend = Legend(pair, self.theme, self.trees[0].canvas.fonts["count"])
        self.legend.grid(row=2, columnspan=2, sticky="ew")
        self.body.add(pair, weight=3)

    def _resized(self, height: int) -> None:
        """Leaves the trees and the list some room also in a small window."""
        self.legend.limit(2 if height > LEGEND_HEIGHT * scale(self) else 1)
        self.body.sashpos(0, min(self.body.sashpos(0), height - self.differences.winfo_reqheight()))

    def escape(self) -> None:
        """Ends the searches, or else closes the window."""
        if self.task.busy:
            self.stop()
        else:
            self.destroy()

    # -- asking -------------------------------------------------------------------------------------------------------

    def position(self) -> Position:
        """The chosen position.  Raises C4Error while there is none to search."""
        return self.app.position(self.place.get())

    def say(self, text: str) -> None:
        """Shows a sentence beside the button."""
        self.know(message=capitalised(text))

    def _list_positions(self) -> None:
        self.place.configure(values=list(self.app.positions()))

    def _pair_chosen(self) -> None:
        self.start_pair(list(PAIRS)[self.pair.current()])

    def start_pair(self, name: str) -> None:
        """Compares a pair of searches, by its name in `c4.session.plans.PAIRS`, made from the current settings."""
        self._list_positions()
        try:
            rules = self.position().rules
        except C4Error as error:
            self.say(str(error))
            return
        for chooser, plan in zip(self.choosers, PAIRS[name](self.app.plan(), rules)):
            chooser.show(plan, rules)
        self.pair.current(list(PAIRS).index(name))
        self.start()

    def start(self) -> None:
        """Runs both searches, instead of what it compares now."""
        try:
            position = self.position()
            first, second = (chooser.plan(position.rules) for chooser in self.choosers)
        except C4Error as error:
            self.say(str(error))
            return
        self.work = Comparing(position, (first, second))
        self.task.start(self.work)

    def stop(self) -> None:
        """Ends the searches; the comparison shown stays."""
        self.task.stop()
        before = self.known.result is not None
        self.say("Stopped. Below is the previous comparison." if before else "Stopped before there was a result.")

    def _start_or_stop(self) -> None:
        if self.task.busy:
            self.stop()
        else:
            self.start()

    def _poll(self) -> None:
        """Shows how far the searches are."""
        if self.task.busy and self.work is not None:
            self.know(share=self.work.share(), message=how_far(self.work))
        else:
            self.know(share=None)

    # -- results ------------------------------------------------------------------------------------------------------

    @property
    def result(self) -> Result:
        """The comparison on screen.  There must be one."""
        assert self.known.result is not None, "nothing has been compared yet"
        return self.known.result

    def _done(self, compared: Compared | None) -> None:
        if compared is None:
            return
        for model, decision in zip(self.models, compared.decisions):
            tree = decision.tree
            if tree is not None:
                model.show(tree, sides=self._sides_of(tree))
        tree = compared.comparison.tree
        folding = first_folding(compared.comparison)
        self.models[MERGED].show(tree, sides=self._sides_of(tree), folding=folding, overlay=overlay_of(compared))
        message = capitalised(f"{place_in_words(compared.position)}: {verdict(compared)}")
        self.know(result=Result(compared), selected=None, message=message, trees=self._tree_states())

    def _sides_of(self, tree: SearchTree) -> Sides:
        """Word and colour of MAX's discs and of MIN's."""
        colours = self.app.sides()
        return colours[tree.maximizer], colours[1 - tree.maximizer]

    def _tree_states(self) -> tuple[TreeState, TreeState, TreeState]:
        a, b, both = self.models
        return a.state, b.state, both.state

    def _arranged(self) -> None:
        """One tree or two has been chosen."""
        self.know(merged=self.arrangement.get() == ONE_TREE)

    # -- one selection everywhere -------------------------------------------------------------------------------------

    def acted(self) -> None:
        """Something was done in one of the trees: a node that was chosen is selected everywhere."""
        for side, model in enumerate(self.models):
            chosen = model.state.chosen
            if chosen is not None:
                model.forget_chosen()
                self._select(self._row_of_union(side, chosen), leave=side)
        self.know(trees=self._tree_states())

    def _row_of_union(self, side: int, row: int) -> int:
        """The row of the union for a row of A's tree, of B's or of the merged one."""
        comparison = self.result.comparison
        if side == MERGED:
            return row
        rows = (comparison.of_a, comparison.of_b)[side]
        return int(rows[row])

    def _line_chosen(self, row: int) -> None:
        if row != self.known.selected:
            self.show_row(row, zoom=True)

    def _not_recorded(self, row: int) -> None:
        """What the record of one of the searches has left out is wanted."""
        self.say(NOT_RECORDED)

    def show_row(self, row: int, zoom: bool = False) -> None:
        """Selects a row of the union in the table and in all trees; a tree without it says so.  `zoom` fits what is
        about it.
        """
        self._select(row)
        self.know(trees=self._tree_states())
        if zoom:
            for pane in self.trees:
                pane.canvas.fit_subtree(row_above(pane.model))

    def _select(self, selected: int, leave: int | None = None) -> None:
        """Selects a row of the union, in all trees but the one to `leave` as it is."""
        comparison = self.result.comparison
        line = line_text(comparison.tree, selected)
        trees = (comparison.a, comparison.b)
        for side, tree in enumerate(trees):
            row, there = comparison.row_in(side, selected)
            if side != leave:
                self.models[side].select(row)
            self.models[side].say(about_path(line, SIDES[side], tree, row, there))
        if leave != MERGED:
            self.models[MERGED].select(selected)
        self.know(selected=selected)


def row_above(model: TreeModel) -> int:
    """The parent of the selected row; the root for the root."""
    row = model.selected or 0
    tree = model.state.tree
    return 0 if tree is None else max(int(tree.parent[row]), 0)


def about_path(line: str, side: str, tree: SearchTree, row: int, there: bool) -> str:
    """What is said about a path in a tree that does not have it, or has it pruned; "" otherwise."""
    if not there:
        return f"{line} is not in {side}'s tree; this is the nearest node above it"
    return f"{line} was pruned in {side}" if tree.kind[row] == PRUNED else ""


def how_far(work: Comparing) -> str:
    """The progress of a comparison in words."""
    if work.done == len(work.plans):
        return "Comparing the two trees"
    snapshot = work.progress()
    done = "" if snapshot is None else f": {pluralise(snapshot.nodes, 'node')}, {snapshot.seconds:.1f} s"
    return f"Searching {SIDES[work.done]}, {work.plans[work.done].words}{done}"


def first_pair(plan: Plan, rules: Rules) -> tuple[Plan, Plan]:
    """The first pair of plans that differ; the last pair if none does."""
    pairs = [make(plan, rules) for make in PAIRS.values()]
    return next((pair for pair in pairs if pair[0] != pair[1]), pairs[-1])
