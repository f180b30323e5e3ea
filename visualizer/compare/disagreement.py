"""A list of the nodes where search and learned evaluator disagree most; a click selects the node.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font as tkfont
from tkinter import ttk
from typing import TYPE_CHECKING

from c4.evaluators import EVALUATORS, label_of
from c4.search.watch import Stopped, Watch
from c4.session.plans import learned_evaluators
from c4.session.session import Session
from c4.text import pluralise
from visualizer.ui.background import BackgroundTask
from visualizer.ui.widgets import Anchor, choice, sentence, table, wrap

if TYPE_CHECKING:
    import numpy as np

    from c4.tree.disagreement import Opinions  # these are loaded when they are needed first
    from c4.tree.searchtree import SearchTree

LISTED = 200
"""The most nodes listed."""

COLUMNS: tuple[tuple[str, int, Anchor], ...] = (
    ("Line", 44, "w"),
    ("Search", 42, "e"),
    ("Static", 40, "e"),
    ("Learned", 48, "e"),
    ("Δ", 30, "e"),
)

STYLE = "Small.Treeview"
"""A small font, as the column is narrow."""

BETWEEN = ("search and learned", "search and static", "static and learned")
"""The same as in `c4.tree.disagreement`, which is imported only when needed."""

EMPTY = "Play a move or press Hint to see where the search and the learned evaluator disagree most."


class DisagreementPane(ttk.Frame):
    """The nodes of the session's tree, sorted by how far two opinions of them differ.

    Call `ask` after the tree has changed and `show_selected` after a selection.

    on_select(row)  a node in the list was chosen
    on_change()     the opinions have changed: a tree coloured by disagreement must be repainted
    """

    def __init__(
        self,
        parent: tk.Misc,
        session: Session,
        on_select: Callable[[int], None],
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(parent, padding=(4, 6))
        self.session, self.on_select, self.on_change = session, on_select, on_change
        self.task: BackgroundTask[Opinions] = BackgroundTask(self, session.worker("opinions"), self._done, self._failed)
        self.opinions: Opinions | None = None
        """The `c4.tree.disagreement.Opinions` of the shown tree; None until they are computed."""
        self.wanted = False
        """Whether the opinions are needed even while the pane is hidden."""
        self._asked: tuple[SearchTree, str] | None = None
        self._chosen: int | None = None
        self._learned = learned_evaluators()
        self.learned = choice(self, [EVALUATORS[name].label for name in self._learned], 18, self.ask)
        self.between = choice(self, BETWEEN, 18, self._again)
        for box in (self.learned, self.between):
            box.pack(fill="x", pady=1)
        self.note = wrap(ttk.Label(self, justify="left", text=EMPTY))
        self.note.pack(fill="x", pady=(0, 4))
        small = tkfont.nametofont("TkDefaultFont", self).copy()
        small.configure(size=-10)
        self._font = small  # Tk drops a font when Python collects it
        ttk.Style(self).configure(STYLE, font=small, rowheight=small.metrics("linespace") + 4)
        ttk.Style(self).configure(f"{STYLE}.Heading", font=small)
        frame, self.table = table(self, COLUMNS, 6, style=STYLE, selectmode="browse")
        frame.pack(fill="both", expand=True)
        self.table.bind("<<TreeviewSelect>>", lambda _: self._row_chosen())
        self.bind("<Map>", lambda _: self.ask())

    # -- asking -------------------------------------------------------------------------------------------------------

    def want(self, wanted: bool) -> None:
        """Sets whether the opinions are kept up to date while the pane is hidden."""
        self.wanted = wanted
        self.ask()

    def ask(self) -> None:
        """Computes the opinions of the shown tree in the background, if they are wanted and missing."""
        search = self.session.shown_search
        tree = search.decision.tree if search is not None else None
        if search is None or tree is None:
            self.opinions = self._asked = None
            self._list()
            return
        if self.opinions is not None and self.opinions.tree is not tree:
            self.opinions = None
            self._list()
        between = self.between.get()
        name, model = self._learned[self.learned.current()], search.limits.model
        if (self._asked is not None and self._asked[0] is tree and self._asked[1] == name) or not (
            self.wanted or self.winfo_viewable()
        ):
            return
        self._asked, self.opinions = (tree, name), None

        def work(watch: Watch) -> Opinions:
            from c4 import evaluators
            from c4.tree.disagreement import gather

            def look() -> None:
                if watch.stopped:
                    raise Stopped

            used = tree.evaluator or name  # a tree of exact values has no evaluator of its own
            evaluators.check_name(used)
            own = evaluators.load(used, model if used == tree.evaluator and EVALUATORS[used].learned else None)
            learned = evaluators.load(name, model if name == tree.evaluator else None)
            opinions = gather(tree, own, learned, look)
            opinions.disagreement(between)  # cached here, so that the window need not compute it
            return opinions

        self.note.configure(text=f"Evaluating {pluralise(len(tree), 'node')}...")
        self.task.start(work)

    def _done(self, opinions: Opinions) -> None:
        self.opinions = opinions
        self._again()

    def _failed(self, text: str) -> None:
        self.note.configure(text=sentence(text))
        self.table.delete(*self.table.get_children())
        self.on_change()

    def _again(self) -> None:
        self._list()
        self.on_change()

    def show_selected(self, row: int) -> None:
        """Marks a row of the tree if it is in the list."""
        self._chosen = row
        self._mark()

    def _mark(self) -> None:
        name = str(self._chosen)
        if self._chosen is not None and self.table.exists(name) and self.table.selection() != (name,):
            self.table.selection_set(name)
            self.table.see(name)

    # -- the list -----------------------------------------------------------------------------------------------------

    def disagreement(self) -> np.ndarray | None:
        """float32, one number per row of the tree, NaN where there is none; None until the opinions are computed."""
        return None if self.opinions is None else self.opinions.disagreement(self.between.get())

    def _list(self) -> None:
        self.table.delete(*self.table.get_children())
        if self.opinions is None:
            self.note.configure(text=EMPTY)
            return
        import numpy as np

        from c4.tree.disagreement import strongest
        from c4.tree.explain import line_text, row_text
        from c4.tree.searchtree import HORIZON

        opinions, tree = self.opinions, self.opinions.tree
        apart = opinions.disagreement(self.between.get())
        apart = np.where(tree.kind == HORIZON, np.nan, apart)
        rows = strongest(apart, LISTED)
        for row in rows.tolist():
            static, taught = (
                opinions.own.in_words(int(opinions.static[row])),
                opinions.learned.in_words(int(opinions.taught[row])),
            )
            line = line_text(tree, row).replace("-", "")
            self.table.insert(
                "", "end", iid=str(row), values=(line, row_text(tree, row), static, taught, f"{apart[row]:.2f}")
            )
        many = int(np.count_nonzero(apart > 0))
        own = label_of(tree.evaluator or self._learned[self.learned.current()])
        self.note.configure(
            text=f"{pluralise(many, 'node')} with a difference, the largest first."
            f" Search and static values are by {own}, for MAX."
            " Δ is their difference on a scale from −1 (lost) to 1 (won)."
        )
        self._mark()

    def _row_chosen(self) -> None:
        chosen = self.table.selection()
        if chosen and int(chosen[0]) != self._chosen:
            self._chosen = int(chosen[0])
            self.on_select(self._chosen)
