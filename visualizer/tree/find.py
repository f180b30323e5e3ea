"""FindBar: the strip above the tree in which rows are looked for in words.  Imports tkinter and c4.tree.query."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

import numpy as np

from c4.game.rules import C4Error
from c4.tree.query import EXAMPLE, parse
from visualizer.kit.later import Later
from visualizer.kit.widgets import on, on_written
from visualizer.tree.companion import Companion
from visualizer.tree.protocol import Pane

PAUSE = 250
"""Milliseconds without a key after which what was typed is counted."""


class FindBar(Companion, ttk.Frame):
    """Hidden until `open`.  Return and Shift+Return go to the next hit and the one before; Escape closes.

    `go(row)` shows a row, `say` a sentence of help.
    """

    def __init__(self, pane: Pane, go: Callable[[int], None], say: Callable[[str], None] = lambda text: None) -> None:
        super().__init__(pane.master, padding=(6, 3))
        self.pane, self._go, self._tell = pane, go, say
        self.hits = np.zeros(0, dtype=np.int64)
        self._asked: str | None = None  # what the hits are the answer to
        self._typing = Later(self, self._count)
        ttk.Label(self, text="Find").pack(side="left")
        self.text = tk.StringVar(self)
        for label, action in (("✕", self.close), ("▶", self.next), ("◀", self.previous)):
            ttk.Button(self, text=label, width=2, command=action).pack(side="right", padx=(2, 0))
        self.said = ttk.Label(self, anchor="e")
        self.said.pack(side="right")
        self.entry = ttk.Entry(self, textvariable=self.text, width=12)
        self.entry.pack(side="left", fill="x", expand=True, padx=6)
        for event, action in (
            ("<Return>", self.next),
            ("<KP_Enter>", self.next),
            ("<Shift-Return>", self.previous),
            ("<Escape>", self.close),
        ):
            on(self.entry, event, action)
        on_written(self, self.text, self._typed)
        pane.companions.append(self)

    # -- opening and closing ------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the bar is on screen."""
        return bool(self.winfo_manager())

    def open(self) -> None:
        """Shows the bar, the last query marked so that typing replaces it."""
        if not self.is_open:
            self.pack(fill="x", before=self.master.pack_slaves()[0])
        self.entry.focus_set()
        self.entry.selection_range(0, "end")
        self.entry.icursor("end")
        self._say()
        self._tell(f"find nodes in words: {EXAMPLE}; path 4453; under 44 pruned; not exact or leaf")

    def close(self) -> None:
        """Hides the bar; the keys go to the tree again."""
        self.pack_forget()
        self.pane.say("")
        self.pane.widget.focus_set()

    # -- finding ------------------------------------------------------------------------------------------------------

    def look(self) -> bool:
        """Finds what was typed; whether it was understood.  What is wrong stands in the tree's header."""
        self._typing.drop()
        if self.pane.view is None:
            return False
        try:
            self.hits = parse(self.text.get()).rows(self.pane.view.tree)
        except C4Error as error:
            self.hits, self._asked = np.zeros(0, dtype=np.int64), None
            self.said.configure(text="?")
            self.pane.say(str(error))
            return False
        self._asked = self.text.get()
        self.pane.say("")
        self._say()
        return True

    def next(self) -> None:
        """To the first hit after the selected node; after the last, to the first."""
        self._step(forward=True)

    def previous(self) -> None:
        """To the last hit before the selected node; before the first, to the last."""
        self._step(forward=False)

    def _step(self, forward: bool) -> None:
        fresh = self._asked != self.text.get()
        if fresh and not self.look():
            return
        if not len(self.hits):
            self._say()
            return
        at = -1 if self.pane.selected is None else self.pane.selected
        if forward:
            place = int(np.searchsorted(self.hits, at, side="left" if fresh else "right"))
        else:
            place = int(np.searchsorted(self.hits, at, side="left")) - 1
        self._go(int(self.hits[place % len(self.hits)]))

    # -- what is said -------------------------------------------------------------------------------------------------

    def _typed(self) -> None:
        self._typing.drop()
        if self.text.get() != self._asked:
            self._typing.after(PAUSE)

    def _count(self) -> None:
        """Counts while a query is being typed; an unfinished one is no mistake yet."""
        if self.pane.view is None:
            return
        try:
            found = len(parse(self.text.get()).rows(self.pane.view.tree))
        except C4Error:
            self.said.configure(text="…" if self.text.get().strip() else "")
        else:
            self.said.configure(text=f"{found:,} found")

    def _say(self) -> None:
        """ "12 of 340", or how many there are when the selected node is none of them."""
        if self._asked is None:
            self.said.configure(text="")
            return
        found, row = len(self.hits), self.pane.selected
        place = int(np.searchsorted(self.hits, row)) if row is not None else found
        on = place < found and self.hits[place] == row
        self.said.configure(
            text=f"{place + 1:,} of {found:,}" if on else f"{found:,} found" if found else "nothing found"
        )

    # -- companion ----------------------------------------------------------------------------------------------------

    def shown(self) -> None:
        self._asked = None

    def grown(self) -> None:
        self._asked = None

    def selected(self) -> None:
        if self.is_open:
            self._say()
