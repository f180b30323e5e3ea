"""The Compare window: two searches of one position side by side, merged, and as a list of divergences.  Imports the
tree pane.
"""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import filedialog, ttk
from typing import TYPE_CHECKING

from c4.experiments.plans import PAIRS, Compared, Comparing
from c4.files import write_text
from c4.game.notation import place_in_words
from c4.game.position import Position
from c4.game.rules import C4Error, count
from c4.tree.explain import line_text
from c4.tree.searchtree import PRUNED, SearchTree
from visualizer.compare.differences import Differences
from visualizer.compare.merged import MergedPane
from visualizer.compare.plan_chooser import PlanChooser
from visualizer.compare.verdict import choice_text, verdict
from visualizer.kit.errand import Errand
from visualizer.kit.host import Host, position_of
from visualizer.kit.later import Later
from visualizer.kit.steps import Steps
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import choice, sentence, wrap
from visualizer.play.share import ShareBar
from visualizer.tree.pane import TreePane
from visualizer.tree.view import TreeView
from visualizer.tree.words import Account

if TYPE_CHECKING:
    from c4.experiments.growing import Grown

CATCH_UP_MS = 50
"""The delay after which a tree on a tab that comes to the front has its size."""

SIDES = ("A", "B")
EMPTY = "Choose two searches, or a pair from the list, and press Compare (Return)."


class SideAccount(Account):
    """Tells of one of the two trees; a heading above it names the search, and the merged tree has the legend."""

    explained = False

    def header(self, view: TreeView, caption: str) -> str:
        tree = view.tree
        return f"{count(tree.recorded, 'node')} recorded, {tree.pruned:,} pruned, {tree.total_left_out:,} left out"


class CompareWindow(tk.Toplevel):
    """`host` offers the positions that can be searched, the first of them by default, and the search that is set."""

    def __init__(self, host: Host) -> None:
        super().__init__(host.root)
        self.title("Compare two searches")
        self.geometry("1180x780")
        self.minsize(860, 560)
        self._host = host
        session = host.session
        self.errand: Errand[Compared | None] = Errand(
            self, session.worker("comparer"), self._done, self._failed, self._look
        )
        self.grower: Errand[Grown | None] = Errand(self, session.worker("comparison grower"), self._grown, self._failed)
        self.steps = Steps(self)
        self.work: Comparing | None = None
        self.found: Compared | None = None
        self._path: int | None = None
        self._zoom = False
        self._behind: list[TreePane] = []
        self._build(host.theme)
        self.set_theme(host.theme)
        for key in ("<Return>", "<KP_Enter>"):
            self.bind(key, lambda _: self.start())
        self.bind("<Escape>", lambda _: self.stop() if self.errand.busy else self.destroy())
        plan_now = host.plan()
        for chooser in self.choosers:
            chooser.show(plan_now, self.position().rules)
        self._look()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self, theme: Theme) -> None:
        top = ttk.Frame(self, padding=(8, 6))
        top.pack(fill="x")
        left, right = ttk.Frame(top), ttk.Frame(top)
        left.pack(side="left", anchor="n")
        right.pack(side="left", anchor="n", fill="x", expand=True, padx=(14, 0))
        self.choosers = tuple(PlanChooser(left, name) for name in SIDES)
        for chooser in self.choosers:
            chooser.pack(anchor="w", pady=1)
        pairs = [name.capitalize() if name[0] != "V" else name for name in PAIRS]
        self.pair = choice(right, pairs, 23, lambda: self.start_pair(list(PAIRS)[self.pair.current()]))
        self.pair.set("A pair of searches...")
        self.pair.pack(anchor="w", pady=(1, 4))
        self.place = choice(right, self._host.positions(), 23)
        self.place.configure(postcommand=lambda: self.place.configure(values=list(self._host.positions())))
        self.place.pack(anchor="w")
        line = ttk.Frame(self, padding=(8, 0))
        line.pack(fill="x")
        self.button = ttk.Button(line, text="Compare", width=8, command=self._start_or_stop)
        self.button.pack(side="left", padx=(0, 8))
        self.progress = ttk.Label(line, anchor="w")
        self.export_button = ttk.Button(line, text="Export...", width=9, command=self.ask_export, state="disabled")
        self.export_button.pack(side="right", padx=(8, 0))
        self.progress.pack(side="left", fill="x", expand=True)
        self.share_bar = ShareBar(line)

        self.body = ttk.Panedwindow(self, orient="vertical")
        self.body.pack(fill="both", expand=True, padx=4, pady=(2, 4))
        self.views = ttk.Notebook(self.body)
        self.views.enable_traversal()
        beside = ttk.Frame(self.views)
        self.heads, self.panes = [], []
        for side, name in enumerate(SIDES):
            head = wrap(ttk.Label(beside, padding=(6, 3), anchor="w", font="TkHeadingFont"))
            head.grid(row=0, column=side, sticky="ew")
            pane = TreePane(
                beside,
                theme,
                on_select=partial(self._chosen, side),
                on_open=partial(self._wanted, side),
                account=SideAccount(),
            )
            pane.show_nothing(f"The tree of {name} appears here.")
            pane.grid(row=1, column=side, sticky="nsew", padx=(0, 3) if side == 0 else (3, 0))
            beside.columnconfigure(side, weight=1, uniform="side")
            self.heads.append(head)
            self.panes.append(pane)
        beside.rowconfigure(1, weight=1)
        self.views.add(beside, text="Side by side")
        self.merged = MergedPane(self.views, theme, on_select=self._chosen_path, on_open=self.grow)
        self.merged.show_nothing("Both trees as one appear here.")
        self.views.add(self.merged, text="Merged")
        catching_up = Later(self.views, self._catch_up)
        self.views.bind("<<NotebookTabChanged>>", lambda _: catching_up.after(CATCH_UP_MS))
        self.body.add(self.views, weight=3)

        self.differences = Differences(self.body, self._row_chosen)
        self.body.add(self.differences, weight=2)

    def set_theme(self, theme: Theme) -> None:
        self.configure(background=theme.window)
        for pane in (*self.panes, self.merged):
            pane.set_theme(theme)

    # -- asking -------------------------------------------------------------------------------------------------------

    def position(self) -> Position:
        """The chosen position.  Raises C4Error while there is none to search."""
        return position_of(self._host, self.place.get())

    def start_pair(self, name: str) -> None:
        """Compares a pair of searches, by its name in `c4.experiments.plans.PAIRS`, made from the current settings."""
        self.place.configure(values=list(self._host.positions()))
        try:
            rules = self.position().rules
        except C4Error as error:
            self._failed(str(error))
            return
        for chooser, plan in zip(self.choosers, PAIRS[name](self._host.plan(), rules)):
            chooser.show(plan, rules)
        self.pair.current(list(PAIRS).index(name))
        self.start()

    def start(self) -> None:
        """Runs both searches; stops a comparison that is running."""
        try:
            position = self.position()
            first, second = (chooser.plan(position.rules) for chooser in self.choosers)
        except C4Error as error:
            self._failed(str(error))
            return
        self.work = Comparing(position, (first, second))
        self.errand.start(self.work)

    def stop(self) -> None:
        """Ends the searches; the comparison shown stays."""
        self.errand.stop()
        self.progress.configure(
            text="Stopped. Below is the previous comparison." if self.found else "Stopped before there was a result."
        )

    def _start_or_stop(self) -> None:
        if self.errand.busy:
            self.stop()
        else:
            self.start()

    def _look(self) -> None:
        busy = self.errand.busy
        self.button.configure(text="Stop" if busy else "Compare")
        self.share_bar.show(self.work.share() if busy and self.work is not None else None)
        if busy and self.work is not None:
            self.progress.configure(text=self._how_far(self.work))
        elif self.found is None and not self.progress["text"]:
            self.progress.configure(text=EMPTY)

    @staticmethod
    def _how_far(work: Comparing) -> str:
        """What is going on."""
        if work.done == len(work.plans):
            return "Merging the two trees"
        snapshot = work.progress()
        done = "" if snapshot is None else f": {count(snapshot.nodes, 'node')}, {snapshot.seconds:.1f} s"
        return f"Searching {SIDES[work.done]}, {work.plans[work.done].words}{done}"

    def _failed(self, text: str) -> None:
        self.progress.configure(text=sentence(text))

    @property
    def shown_comparison(self) -> Compared:
        """The comparison on screen, for what can only be asked of one."""
        assert self.found is not None, "nothing has been compared yet"
        return self.found

    # -- what was found -----------------------------------------------------------------------------------------------

    def _done(self, found: Compared | None) -> None:
        if found is None:
            return
        self.found, self._path = found, None
        caption = f"A {found.plans[0].words}   |   B {found.plans[1].words}"
        self.steps.do(
            partial(self._fill, found, 0),
            partial(self._fill, found, 1),
            partial(self.merged.compare, found.comparison, caption),
            self._tell,
        )

    def _fill(self, found: Compared, side: int) -> None:
        """Shows one of the two trees."""
        tree = found.decisions[side].tree
        self.heads[side].configure(text=f"{SIDES[side]}  {found.plans[side].words}\n    {choice_text(found, side)}")
        if tree is not None:
            self.panes[side].show(tree)

    @property
    def busy(self) -> bool:
        """Whether it searches, or its trees are still being drawn."""
        return self.errand.busy or self.steps.busy or self.differences.busy

    def _tell(self) -> None:
        """Shows verdict, counts and table."""
        found = self.shown_comparison
        self.progress.configure(text=sentence(f"{place_in_words(found.position)}: {verdict(found)}"))
        self.export_button.configure(state="normal")
        self.differences.show(found, self._path)

    def ask_export(self) -> None:
        """Asks for a file and writes the comparison as a page."""
        path = filedialog.asksaveasfilename(
            parent=self, title="Export the comparison", defaultextension=".html", filetypes=[("Web page", "*.html")]
        )
        if path:
            self.export(path)

    def export(self, path: str) -> None:
        """Writes the comparison as one page: both searches, their trees, and what differs."""
        from visualizer.compare.page import page

        try:
            write_text(path, page(self.shown_comparison))
        except C4Error as error:
            self._failed(str(error))
        else:
            self.progress.configure(text=f"Wrote {path}")

    # -- one selection everywhere -------------------------------------------------------------------------------------

    def _chosen(self, side: int, row: int) -> None:
        """A node was chosen in one of the two trees."""
        self.show_path(self._path_of(side, row), leave=self.panes[side])

    def _wanted(self, side: int, row: int) -> None:
        """What was left out below a node of one of the two trees is wanted."""
        self.grow(self._path_of(side, row))

    def _path_of(self, side: int, row: int) -> int:
        """The row in the merged tree of a row of A or B."""
        comparison = self.shown_comparison.comparison
        return int((comparison.of_a, comparison.of_b)[side][row])

    def _chosen_path(self, path: int) -> None:
        """A node was chosen in the merged tree."""
        self.show_path(path, leave=self.merged)

    def _row_chosen(self, row: int) -> None:
        """A divergence was chosen in the table: both trees zoom to it."""
        if row != self._path:
            self.show_path(row, zoom=True)

    def show_path(self, path: int, leave: TreePane | None = None, zoom: bool = False) -> None:
        """Selects a path in all trees and in the table; a tree without it says so.  `leave` is the pane where it was
        chosen.
        """
        if self.steps.busy:
            return  # some of them still show what was compared before
        comparison, self._path, self._zoom = self.shown_comparison.comparison, path, zoom
        line = line_text(comparison.tree, path)
        self._behind = [
            pane for pane in (*self.panes, self.merged) if not pane.winfo_viewable()
        ]  # updated when they come to the front
        for side, pane in enumerate(self.panes):
            row, there = comparison.row_in(side, path)
            tree = (comparison.a, comparison.b)[side]
            if pane is not leave and pane not in self._behind:
                self._show(pane, tree, row, zoom)
            if not there:
                pane.say(f"{line} is not in {SIDES[side]}'s tree; this is the nearest node above it")
            else:
                pane.say(f"{line} was pruned in {SIDES[side]}" if tree.kind[row] == PRUNED else "")
        if self.merged is not leave and self.merged not in self._behind:
            self._show(self.merged, comparison.tree, path, zoom)
        self.differences.mark(path)

    def _catch_up(self) -> None:
        """Selects the current path in trees that have come to the front."""
        self.update_idletasks()
        if self._path is not None and any(pane.winfo_viewable() for pane in self._behind):
            self.show_path(self._path, zoom=self._zoom)

    @staticmethod
    def _show(pane: TreePane, tree: SearchTree, row: int, zoom: bool) -> None:
        pane.select(row)
        if zoom:
            above = int(tree.parent[row])
            pane.fit_subtree(above if above >= 0 else row)

    # -- what was left out --------------------------------------------------------------------------------------------

    def grow(self, path: int) -> None:
        """Searches a left-out part again, in both trees if both left it out, and merges the trees again."""
        from c4.experiments.growing import grow

        found = self.shown_comparison
        self.progress.configure(text="Searching this part again with the same window...")
        self.grower.start(lambda watch: grow(found, path, watch))

    def _grown(self, grown: Grown | None) -> None:
        if grown is None or grown.before is not self.found:
            return
        self.found = grown.now
        path = next(self._path_of(side, row) for side, row in enumerate(grown.rows) if row is not None)
        for pane, row, grafted in zip(self.panes, grown.rows, grown.grafts):
            if grafted is not None and row is not None:
                pane.opened(grafted, row)
        self.merged.grow(grown.now.comparison, grown.moved, path)
        self._path = None if self._path is None else int(grown.moved[self._path])
        self._tell()
        self.show_path(path)
