"""The question of teaching mode: whether to take a bad move back."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from visualizer.ui.sizes import pixels

MARGIN = 8
"""Pixels at 100 % at the sides of the text, and right of the buttons."""


class Question(ttk.Frame):
    """Asks whether to play a bad move; it is hidden until then, and covers what is below the board.

    Text and buttons share a row: in a low window there is no room for two rows below the column numbers.
    `on_again()` is called when you try another move, `on_anyway()` when you play the move anyway.
    """

    def __init__(
        self, parent: tk.Misc, board: tk.Widget, on_again: Callable[[], object], on_anyway: Callable[[], object]
    ) -> None:
        super().__init__(parent)
        self._board = board
        self._wordings: tuple[str, ...] = ()
        self._row = ttk.Frame(self)
        self._row.pack(side="right", padx=(0, MARGIN))
        self.text = ttk.Label(self, justify="left")
        self.text.pack(side="left", fill="x", expand=True, padx=MARGIN)
        self.buttons: dict[str, ttk.Button] = {}
        self._add("Take it back", on_again)
        self._add("Play it", on_anyway)
        board.bind("<Configure>", self._moved, add="+")

    def _add(self, label: str, action: Callable[[], object]) -> None:
        """Adds a button."""
        button = ttk.Button(self._row, text=label, command=action)
        button.pack(side="left", padx=(0, 4))
        self.buttons[label] = button

    @property
    def asking(self) -> bool:
        """Whether it is visible."""
        return bool(self.winfo_manager())

    def ask(self, *wordings: str) -> None:
        """Asks; says what is wrong with the move in the first wording that has room, or in the last one."""
        self._wordings = wordings
        self._place()
        self.lift()

    def _place(self) -> None:
        """Places it below the column numbers; where it has no room there, at the lower edge of the window."""
        board = self._board
        width = board.winfo_width()
        left = board.winfo_rootx() - self.master.winfo_rootx()
        below = board.winfo_rooty() - self.master.winfo_rooty() + board.winfo_height()
        room = self.master.winfo_height() - below
        margins = 3 * pixels(self, MARGIN)
        self.text.configure(wraplength=max(width - self._row.winfo_reqwidth() - margins, 1))
        height = self._row.winfo_reqheight()
        for wording in self._wordings:
            self.text.configure(text=wording)
            height = max(self._row.winfo_reqheight(), self.text.winfo_reqheight())
            if height <= room:
                break
        self.place(x=left, y=below + min(0, room - height), width=width)

    def _moved(self, event: object) -> None:
        """The board has another size."""
        if self.asking:
            self._place()

    def hide(self) -> None:
        """Hides the question."""
        self.place_forget()
