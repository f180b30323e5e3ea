"""The bar above the tree that finds nodes."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import NamedTuple

from c4.tree.query import EXAMPLE
from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.state import TreeState
from visualizer.ui.pane import Pane
from visualizer.ui.widgets import on

HELP = f"find nodes: {EXAMPLE}; path 4453; under 44 pruned; not exact or leaf"


class FindView(NamedTuple):
    """What the bar says beside what you type: "12 of 340", "340 found", "nothing found", "?" where it makes no sense."""

    place: str


class FindBar(Pane[FindView], ttk.Frame):
    """Finds rows by a query; hidden until `open`.  Return and Shift+Return go to the next match and the previous one,
    Escape closes.

    `say(text)` shows a sentence of help, `acted()` is called after each action, `leave()` when it is closed.
    """

    def __init__(
        self,
        parent: tk.Misc,
        model: TreeModel,
        say: Callable[[str], object],
        acted: Callable[[], object],
        leave: Callable[[], object],
    ) -> None:
        Pane.__init__(self)
        ttk.Frame.__init__(self, parent, padding=(6, 3))
        self.model = model
        self._say = say
        self._acted = acted
        self._leave = leave
        ttk.Label(self, text="Find").pack(side="left")
        self.text = tk.StringVar(self)
        for label, action in (("✕", self.close), ("▶", self.next), ("◀", self.previous)):
            ttk.Button(self, text=label, width=2, command=action).pack(side="right", padx=(2, 0))
        self.dims = tk.BooleanVar(self)
        ttk.Checkbutton(self, text="Dim others", variable=self.dims, command=self._dim).pack(side="right", padx=4)
        self.result = ttk.Label(self, anchor="e")
        self.result.pack(side="right")
        self.entry = ttk.Entry(self, textvariable=self.text, width=12)
        self.entry.pack(side="left", fill="x", expand=True, padx=6)
        for event, action in (
            ("<Return>", self.next),
            ("<KP_Enter>", self.next),
            ("<Shift-Return>", self.previous),
            ("<Escape>", self.close),
        ):
            on(self.entry, event, action)

    def view(self, tree: TreeState) -> FindView:
        """What the bar says about a tree."""
        return FindView(tree.found_place())

    def waits(self) -> bool:
        """While the bar is closed, as it is until there is a tree."""
        return not self.is_open

    def draw(self, view: FindView, before: FindView | None) -> None:
        """Shows which match is selected."""
        self.result.configure(text=view.place)

    @property
    def is_open(self) -> bool:
        """Whether the bar is on screen."""
        return bool(self.winfo_manager())

    def open(self) -> None:
        """Shows the bar, with the last query selected so that typing replaces it."""
        if not self.is_open:
            self.pack(fill="x", before=self.master.pack_slaves()[0])
        self.entry.focus_set()
        self.entry.selection_range(0, "end")
        self.entry.icursor("end")
        self._say(HELP)
        self._acted()

    def close(self) -> None:
        """Hides the bar and focuses the tree."""
        self.pack_forget()
        self.model.end_find()
        self._leave()
        self._acted()

    def next(self) -> None:
        """Selects the first match after the selected node; after the last, the first."""
        self.model.find_next(self.text.get(), True, self.dims.get())
        self._acted()

    def previous(self) -> None:
        """Selects the last match before the selected node; before the first, the last."""
        self.model.find_next(self.text.get(), False, self.dims.get())
        self._acted()

    def _dim(self) -> None:
        self.model.dim_others(self.text.get(), self.dims.get())
        self._acted()
