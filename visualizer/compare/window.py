"""The Compare window: two searches of one position side by side, and a list of their differences."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from itertools import chain
from tkinter import ttk

from c4.agents.limits import Limits
from c4.agents.specification import Specification
from c4.errors import C4Error
from c4.game.columns import format_columns, parse_order
from c4.game.notation import place_in_words
from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import value_text
from c4.session.plans import ALGORITHMS, PAIRS, Compared, Comparing, Plan, left_to_right
from c4.text import pluralise
from c4.tree.compare import ABSENT, BOTH, NEITHER, ONLY_A, ONLY_B, UNSURE, Comparison
from c4.tree.explain import line_text, row_text
from c4.tree.searchtree import PRUNED, SearchTree
from visualizer.board.picker import HEADINGS, AgentPicker
from visualizer.board.status import time_text
from visualizer.tree.glyphs import effort_text, not_recorded
from visualizer.tree.legend import Entry, Legend, entries
from visualizer.tree.model import TreeModel
from visualizer.tree.pane import TreePane
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.scale import scale
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import Anchor, ProgressBar, choice, sentence, table, wrap

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


def choice_text(compared: Compared, side: int) -> str:
    """What A (0) or B (1) chose: "column 4, value ≤3, 2,326 nodes, 1.2 ms"."""
    decision = compared.decisions[side]
    tree, value, column = decision.tree, decision.value, decision.column
    assert tree is not None, "searches that are compared have recorded their trees"
    column_text = "" if column is None else f"column {column + 1}, "
    value_words = "" if value is None else f"value {value_text(value, compared.position.ply, tree.scale)}, "
    last = "" if decision.nodes == tree.nodes else f" (last iteration {tree.nodes:,})"
    return f"{column_text}{value_words}{pluralise(decision.nodes, 'node')}{last}, {time_text(decision.seconds)}"


def verdict(compared: Compared) -> str:
    """Whether both chose the same column, and which one visited fewer nodes."""
    a, b = compared.decisions
    columns = ["-" if decision.column is None else str(decision.column + 1) for decision in (a, b)]
    if a.column == b.column:
        same = f"both choose column {columns[0]}"
    else:
        same = f"A chooses column {columns[0]}, B column {columns[1]}"
    if a.nodes == b.nodes:
        return f"{same}, with equally many nodes"
    less, more, fewer = ("B", a.nodes, b.nodes) if b.nodes < a.nodes else ("A", b.nodes, a.nodes)
    share = 100 * fewer / more
    return f"{same}; {less} needs {share:.{0 if share >= 10 else 1}f} % of {'A' if less == 'B' else 'B'}'s nodes"


def counts_text(compared: Compared) -> str:
    """How many nodes are in both trees, in one, and with values that contradict each other."""
    comparison = compared.comparison
    parts = [
        f"{pluralise(comparison.count(BOTH), 'node')} in both",
        f"{comparison.count(ONLY_A):,} only in A",
        f"{comparison.count(ONLY_B):,} only in B",
        f"{int(comparison.differs.sum()):,} with values that contradict each other",
    ]
    unsure = comparison.count(UNSURE)
    if unsure:
        parts.append(f"{unsure:,} not recorded in one")
    if comparison.a.evaluator != comparison.b.evaluator:
        parts.append("different units: values contradict each other when A and B see different sides ahead")
    return " · ".join(parts)


def values_text(comparison: Comparison, row: int) -> tuple[str, str]:
    """The values of a path in A and in B; "" where a search has none."""
    where = int(comparison.where[row])
    rows = ((comparison.a, comparison.row_a[row]), (comparison.b, comparison.row_b[row]))
    a, b = (row_text(tree, int(at)) if at >= 0 and where != NEITHER else "" for tree, at in rows)
    return a, b


def cells(comparison: Comparison, row: int) -> tuple[str, ...]:
    """A difference, by its row in the union of both trees, as the texts of COLUMNS."""
    a, b = values_text(comparison, row)
    what = {ONLY_A: "only in A", ONLY_B: "only in B"}.get(int(comparison.where[row]), "different value")
    return (
        line_text(comparison.tree, row),
        what,
        a or _lacking(comparison.row_a[row]),
        b or _lacking(comparison.row_b[row]),
        f"{int(comparison.nodes_a[row]):,}",
        f"{int(comparison.nodes_b[row]):,}",
        f"{int(comparison.saved[row]):,}".replace("-", "−"),
    )


def _lacking(row: int) -> str:
    """The text in place of a missing value."""
    return "-" if row == ABSENT else "pruned"


LISTED = 500
"""The most nodes in the list."""


class Differences(ttk.Frame):
    """The nodes in which two searches differ, the largest differences first; `on_choose(row)` gets a row of the union
    of both trees.
    """

    def __init__(self, parent: tk.Misc, on_choose: Callable[[int], object]) -> None:
        super().__init__(parent)
        self.summary = wrap(ttk.Label(self, padding=(6, 2), anchor="w", justify="left"))
        self.summary.pack(fill="x")
        frame, self.table = table(self, COLUMNS, 2, selectmode="browse")
        frame.pack(fill="both", expand=True)
        self.table.bind("<<TreeviewSelect>>", lambda _: [on_choose(int(row)) for row in self.table.selection()])

    def show(self, compared: Compared, row: int | None) -> None:
        """Lists the differences of a comparison; `row` is selected."""
        comparison, rows = compared.comparison, compared.comparison.divergences
        listed = f" · the {LISTED} largest differences" if len(rows) > LISTED else ""
        self.summary.configure(text=counts_text(compared) + listed)
        self.table.delete(*self.table.get_children())
        for each in rows[:LISTED].tolist():
            self.table.insert("", "end", iid=str(each), values=cells(comparison, each))
        self.mark(row)

    def mark(self, row: int | None) -> None:
        """Selects a row of the union if it is listed."""
        if self.table.exists(str(row)):
            self.table.selection_set(str(row))
            self.table.see(str(row))
        else:
            self.table.selection_set(())


LEGEND_HEIGHT = 560
"""Height of trees and list, pixels at 100 %, from which the legend has two lines."""

SIDES = ("A", "B")
EMPTY = "Choose two searches, or a pair from the list, and press Compare (Return)."


ORDERS = ("middle first", "left to right")


class PlanPicker:
    """A row of boxes for one search: an `AgentPicker` and its move order."""

    def __init__(self, parent: tk.Misc, row: int, name: str, on_refused: Callable[[str], object]) -> None:
        ttk.Label(parent, text=name, font="TkHeadingFont", width=2).grid(row=row, column=0)
        self.agent = AgentPicker(parent, row, on_refused, column=1, names=lambda: ALGORITHMS, timed=False)
        self.order = ttk.Combobox(parent, values=ORDERS, width=12)
        self.order.grid(row=row, column=4)

    def show(self, plan: Plan, rules: Rules) -> None:
        """Shows a plan for a board with these rules."""
        limits, order = Limits(depth=plan.depth, evaluator=plan.evaluator, model=plan.model), plan.move_order
        self.agent.set(Specification(plan.algorithm, limits))
        self.order.set(
            ORDERS[0] if order is None else ORDERS[1] if order == left_to_right(rules) else format_columns(order)
        )

    def plan(self, rules: Rules) -> Plan:
        """The plan in the boxes.  Raises C4Error for input that makes no sense."""
        agent, text = self.agent.agent(), self.order.get().strip()
        if agent is None:
            raise C4Error("choose a search")
        order = None if text in ("", ORDERS[0]) else left_to_right(rules)
        if text not in ("", *ORDERS):
            order = parse_order(text, rules)
        return Plan(agent.name, agent.limits.evaluator, agent.limits.depth, order, agent.limits.model)


class SideModel(TreeModel):
    """One of the two trees; a heading above it names the search."""

    has_legend = False

    def header(self) -> str:
        if self.view is None:
            return ""
        tree = self.view.tree
        return effort_text(tree.nodes, tree.pruned) + not_recorded(tree)


class CompareWindow(ToolWindow):
    """Compares two searches of a position that `context` offers."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Compare two searches", "1180x780", (860, 560))
        self.task = self.background("comparer", self._done, self._failed, self._look)
        self.work: Comparing | None = None
        self.compared: Compared | None = None
        self._path: int | None = None
        self._build(context.theme)
        for key in ("<Return>", "<KP_Enter>"):
            self.bind(key, lambda _: self.start())
        rules = self.position().rules
        pairs = (make(context.plan(), rules) for make in PAIRS.values())
        for chooser, plan in zip(self.choosers, next(pair for pair in pairs if pair[0] != pair[1])):
            chooser.show(plan, rules)
        self._look()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self, theme: Theme) -> None:
        top = ttk.Frame(self, padding=(8, 6))
        top.pack(fill="x")
        left = ttk.Frame(top)
        left.pack(side="left")
        for column, heading in enumerate(("", *HEADINGS[:3], "Order")):
            ttk.Label(left, text=heading, style="Faint.TLabel").grid(row=0, column=column, sticky="w")
        self.choosers = tuple(PlanPicker(left, row, name, self._failed) for row, name in enumerate(SIDES, start=1))
        pairs = [name.capitalize() if name[0] != "V" else name for name in PAIRS]
        self.pair = choice(left, pairs, 21, lambda: self.start_pair(list(PAIRS)[self.pair.current()]))
        self.pair.set("A pair of searches...")
        self.place = choice(left, self.context.positions(), 21)
        self.place.configure(postcommand=lambda: self.place.configure(values=list(self.context.positions())))
        for row, box in enumerate((self.pair, self.place), start=1):
            box.grid(row=row, column=5, padx=(8, 0))
        line = ttk.Frame(self, padding=(8, 0))
        line.pack(fill="x")
        self.button = ttk.Button(line, text="Compare", width=8, command=self._start_or_stop)
        self.button.pack(side="left", padx=(0, 8))
        self.progress = ttk.Label(line, anchor="w")
        self.progress.pack(side="left", fill="x", expand=True)
        self.share_bar = ProgressBar(line)

        self.body = ttk.Panedwindow(self, orient="vertical")
        self.body.pack(fill="both", expand=True, padx=4, pady=(2, 4))
        pair = ttk.Frame(self.body)
        self.heads, self.panes = [], []
        for side, name in enumerate(SIDES):
            head = wrap(ttk.Label(pair, padding=(6, 3), anchor="w", font="TkHeadingFont"))
            head.grid(row=0, column=side, sticky="ew")
            pane = TreePane(pair, theme, SideModel(partial(self._chosen, side), self._not_recorded))
            pane.model.show_nothing(f"The tree of {name} appears here.")
            pane.grid(row=1, column=side, sticky="nsew", padx=(0, 3) if side == 0 else (3, 0))
            pair.columnconfigure(side, weight=1, uniform="side")
            self.heads.append(head)
            self.panes.append(pane)
        pair.rowconfigure(1, weight=1)
        self.legend = Legend(pair, theme, self.panes[0].canvas.overlay.fonts["count"])
        self.legend.grid(row=2, columnspan=2, sticky="ew")
        self.body.add(pair, weight=3)

        self.differences = Differences(
            self.body, lambda row: self.show_path(row, zoom=True) if row != self._path else None
        )
        self.body.add(self.differences, weight=2)
        self.body.bind("<Configure>", lambda event: self._resized(event.height))

    def _resized(self, height: int) -> None:
        """Leaves the trees and the list some room also in a small window."""
        self.legend.limit(2 if height > LEGEND_HEIGHT * scale(self) else 1)
        self.body.sashpos(0, min(self.body.sashpos(0), height - self.differences.winfo_reqheight()))

    def escape(self) -> None:
        """Ends the searches, or else closes the window."""
        self.stop() if self.task.busy else self.destroy()

    # -- asking -------------------------------------------------------------------------------------------------------

    def position(self) -> Position:
        """The chosen position.  Raises C4Error while there is none to search."""
        return self.context.position(self.place.get())

    def start_pair(self, name: str) -> None:
        """Compares a pair of searches, by its name in `c4.session.plans.PAIRS`, made from the current settings."""
        self.place.configure(values=list(self.context.positions()))
        try:
            rules = self.position().rules
        except C4Error as error:
            self._failed(str(error))
            return
        for chooser, plan in zip(self.choosers, PAIRS[name](self.context.plan(), rules)):
            chooser.show(plan, rules)
        self.pair.current(list(PAIRS).index(name))
        self.start()

    def start(self) -> None:
        """Runs both searches, instead of what it compares now."""
        try:
            position = self.position()
            first, second = (chooser.plan(position.rules) for chooser in self.choosers)
        except C4Error as error:
            self._failed(str(error))
            return
        self.work = Comparing(position, (first, second))
        self.task.start(self.work)

    def stop(self) -> None:
        """Ends the searches; the comparison shown stays."""
        self.task.stop()
        self.progress.configure(
            text="Stopped. Below is the previous comparison." if self.compared else "Stopped before there was a result."
        )

    def _start_or_stop(self) -> None:
        if self.task.busy:
            self.stop()
        else:
            self.start()

    def _look(self) -> None:
        busy = self.task.busy
        self.button.configure(text="Stop" if busy else "Compare")
        self.share_bar.show(self.work.share() if busy and self.work is not None else None)
        if busy and self.work is not None:
            self.progress.configure(text=self._how_far(self.work))
        elif self.compared is None and not self.progress["text"]:
            self.progress.configure(text=EMPTY)

    @staticmethod
    def _how_far(work: Comparing) -> str:
        """The progress of a comparison in words."""
        if work.done == len(work.plans):
            return "Comparing the two trees"
        snapshot = work.progress()
        done = "" if snapshot is None else f": {pluralise(snapshot.nodes, 'node')}, {snapshot.seconds:.1f} s"
        return f"Searching {SIDES[work.done]}, {work.plans[work.done].words}{done}"

    def _failed(self, text: str) -> None:
        self.progress.configure(text=sentence(text))

    @property
    def shown_comparison(self) -> Compared:
        """The comparison on screen.  There must be one."""
        assert self.compared is not None, "nothing has been compared yet"
        return self.compared

    # -- results ------------------------------------------------------------------------------------------------------

    def _done(self, compared: Compared | None) -> None:
        if compared is None:
            return
        self.compared, self._path = compared, None
        explained: list[tuple[Entry, ...]] = []
        for side, name in enumerate(SIDES):
            text = f"{name}  {compared.plans[side].words}\n    {choice_text(compared, side)}"
            self.heads[side].configure(text=text)
            if (tree := compared.decisions[side].tree) is not None:
                pane, sides = self.panes[side], self.context.sides
                pane.model.sides = sides[tree.maximizer], sides[1 - tree.maximizer]
                pane.model.show(tree)
                explained.append(entries(tree, f"{pane.model.sides[0][0]} (MAX)"))
        explained.sort(key=len, reverse=True)  # where room is short, what the simpler tree adds is left out
        self.legend.show(tuple({entry[0]: entry for entry in chain(*explained)}.values()))
        self._show_results()

    def _show_results(self) -> None:
        """Shows summary, counts and table."""
        compared = self.shown_comparison
        self.progress.configure(text=sentence(f"{place_in_words(compared.position)}: {verdict(compared)}"))
        self.differences.show(compared, self._path)

    # -- one selection everywhere -------------------------------------------------------------------------------------

    def _chosen(self, side: int, row: int) -> None:
        """A node was chosen in one of the two trees."""
        comparison = self.shown_comparison.comparison
        self.show_path(int((comparison.of_a, comparison.of_b)[side][row]), leave=self.panes[side])

    def _not_recorded(self, row: int) -> None:
        """What the record of one of the searches has left out is wanted."""
        self.progress.configure(text="This part was not recorded: compare smaller depths to see it.")

    def show_path(self, path: int, leave: TreePane | None = None, zoom: bool = False) -> None:
        """Selects a path in the table and in both trees but `leave`; a tree without it says so."""
        comparison, self._path = self.shown_comparison.comparison, path
        line = line_text(comparison.tree, path)
        for side, pane in enumerate(self.panes):
            row, there = comparison.row_in(side, path)
            tree = (comparison.a, comparison.b)[side]
            if pane is not leave:
                self._show(pane, tree, row, zoom)
            if not there:
                pane.show_message(f"{line} is not in {SIDES[side]}'s tree; this is the nearest node above it")
            else:
                pane.show_message(f"{line} was pruned in {SIDES[side]}" if tree.kind[row] == PRUNED else "")
        self.differences.mark(path)

    @staticmethod
    def _show(pane: TreePane, tree: SearchTree, row: int, zoom: bool) -> None:
        pane.model.select(row)
        if zoom:
            above = int(tree.parent[row])
            pane.canvas.fit_subtree(above if above >= 0 else row)
