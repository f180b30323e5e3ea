"""Trouble: the dialog for an unexpected error, with details to copy.  Imports tkinter.

The program goes on; there is one such dialog, and further errors are added to it.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from visualizer.kit.scale import pixels
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import wrap

MOST = 20
"""Errors whose details are kept."""


class Trouble(tk.Toplevel):
    """A dialog that lists errors, each with its details; Escape closes it."""

    def __init__(self, root: tk.Tk, theme: Theme) -> None:
        super().__init__(root)
        self.title("Something went wrong")
        self.transient(root)
        self.geometry(f"{pixels(self, 640)}x{pixels(self, 380)}")
        self.minsize(360, 220)
        self._details: list[str] = []
        body = ttk.Frame(self, padding=14)
        body.pack(fill="both", expand=True)
        self.said = wrap(ttk.Label(body, anchor="w", justify="left"))
        self.said.pack(fill="x", pady=(0, 8))
        buttons = ttk.Frame(body)
        buttons.pack(side="bottom", fill="x", pady=(10, 0))
        self.copy_button = ttk.Button(buttons, text="Copy details", command=self.copy)
        self.copy_button.pack(side="left")
        ttk.Button(buttons, text="Go on", command=self.destroy).pack(side="right")
        shown = ttk.Frame(body)
        shown.pack(fill="both", expand=True)
        bar = ttk.Scrollbar(shown)
        bar.pack(side="right", fill="y")
        self.text = tk.Text(shown, wrap="none", font="TkFixedFont", relief="flat", padx=8, pady=6, state="disabled")
        self.text.configure(yscrollcommand=bar.set, highlightthickness=1)
        bar.configure(command=self.text.yview)
        self.text.pack(fill="both", expand=True)
        self.bind("<Escape>", lambda _: self.destroy())
        self.set_theme(theme)
        self.copy_button.focus_set()

    def add(self, name: str, details: str) -> None:
        """Shows one more error: what it is called, and its traceback."""
        self._details = [*self._details, details][-MOST:]
        more = "" if len(self._details) == 1 else f" There have been {len(self._details)}."
        self.said.configure(
            text=f"An unexpected error: {name}.{more} The game goes on. Please copy the details into a report."
        )
        self.text.configure(state="normal")
        self.text.insert("end", details + "\n")
        self.text.see("end")
        self.text.configure(state="disabled")

    def copy(self) -> None:
        """Puts all details on the clipboard."""
        self.clipboard_clear()
        self.clipboard_append("\n".join(self._details))
        self.copy_button.configure(text="Copied")

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.configure(background=theme.window)
        self.text.configure(background=theme.panel, foreground=theme.text, highlightbackground=theme.line)
