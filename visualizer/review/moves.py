"""The moves of a review in two columns, with marks and what each leads to; a click goes there.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from visualizer.kit.scale import pixels
from visualizer.kit.theme import Theme


class Told(NamedTuple):
    """A move of the list: its column as people count, its mark, and what it leads to."""

    column: str
    mark: str = ""
    leads: str = ""


class ReviewedMoves(tk.Text):
    """`on_go(number)` is called when a move is clicked; 1 is the first.  Arrow keys go, too, when it has the focus."""

    def __init__(self, parent: tk.Misc, theme: Theme, on_go: Callable[[int], object]) -> None:
        super().__init__(parent, height=6, width=20, wrap="none", relief="flat", borderwidth=0, highlightthickness=1)
        self.configure(padx=6, pady=4, cursor="arrow", takefocus=True, font="TkDefaultFont", state="disabled")
        self._on_go = on_go
        self._shown: tuple[object, ...] = ()
        self._at, self._moves, self._first = 0, 0, 0
        self._tags: list[str] = []
        self.bind("<Configure>", lambda event: self._resized(event.width))
        for key, step in (("<Left>", -1), ("<Right>", 1), ("<Up>", -2), ("<Down>", 2)):
            self.bind(key, partial(self._step, step))
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.configure(
            background=theme.panel, foreground=theme.text, highlightbackground=theme.line, highlightcolor=theme.accent
        )
        self.tag_configure("faint", foreground=theme.faint)
        self.tag_configure("bad", foreground=theme.bad)
        self.tag_configure("here", background=theme.accent, foreground=theme.panel)

    def show(self, moves: Sequence[Told], at: int | None, first: int) -> None:
        """Shows the moves; `at` of them are on the board (None: none of this line), `first` is the ply of the first,
        0 where the line begins with the game.
        """
        shown = tuple(moves), at, first
        if shown == self._shown:
            return
        self._shown = shown
        self._at, self._moves, self._first = at or 0, len(moves), first
        top = self.yview()[0]
        self.configure(state="normal")
        self.delete("1.0", "end")
        for tag in self._tags:
            self.tag_delete(tag)
        self._tags = [f"move {number}" for number in range(1, len(moves) + 1)]
        if first % 2:
            self.insert("end", f"{first}.\t\t", "faint")
        for number, told in enumerate(moves, start=1):
            ply, tag = first + number - 1, f"move {number}"
            if ply % 2 == 0:
                self.insert("end", f"{ply + 1}.\t", "faint")
            self.insert("end", f" {told.column}", (tag, "here" if number == at else "plain"))
            if told.mark:
                self.insert("end", told.mark, (tag, "here" if number == at else "bad"))
            self.insert("end", f"  {told.leads}" if told.leads else "", (tag, "faint"))
            self.insert("end", "\n" if ply % 2 else "\t", "faint")
            self.tag_bind(tag, "<Button-1>", partial(self._clicked, number))
            self.tag_bind(tag, "<Enter>", lambda _: self.configure(cursor="hand2"))
            self.tag_bind(tag, "<Leave>", lambda _: self.configure(cursor="arrow"))
        self.configure(state="disabled")
        self.yview_moveto(top)
        if here := self.tag_ranges("here"):
            self.see(here[0])

    def _resized(self, width: int) -> None:
        first = pixels(self, 34)
        self.configure(tabs=(first, first + max(1, (width - first - 12) // 2)))  # rising, or Tk 9 refuses them

    def _clicked(self, number: int, event: object) -> None:
        self.focus_set()
        self._on_go(number)

    def _step(self, step: int, event: object) -> str:
        self._on_go(max(0, min(self._moves, self._at + step)))
        return "break"
