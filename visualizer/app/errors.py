"""The list of unexpected errors: what any thread logs as an error, and the window that shows it."""

from __future__ import annotations

import logging
import tkinter as tk
from queue import SimpleQueue
from tkinter import ttk

from c4.errors import LOG, start_logging
from visualizer.board.app_window import AppWindow
from visualizer.state.app import App
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import scrolled, wrap

MAX_LISTED_ERRORS = 20
"""Errors whose details are listed."""


class ErrorLog(logging.Handler):
    """Collects errors that any thread logs until `end`; the Tk thread calls `take`."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.queue: SimpleQueue[tuple[str, str]] = SimpleQueue()
        start_logging()
        LOG.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Adds an error: its message, and all of it with the traceback."""
        self.queue.put((record.getMessage(), self.format(record)))

    def take(self) -> list[tuple[str, str]]:
        """The errors since the last call, each as (message, details)."""
        return [self.queue.get() for _ in range(self.queue.qsize())]

    def end(self) -> None:
        """Collects no more."""
        LOG.removeHandler(self)


class ErrorWindow(AppWindow):
    """Lists errors, each with its details to copy, while the program goes on; Escape closes it."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Unexpected error", "640x380", (360, 220), dialog=True)
        self._details: list[str] = []
        body = ttk.Frame(self, padding=14)
        body.pack(fill="both", expand=True)
        self.summary = wrap(ttk.Label(body, anchor="w", justify="left"))
        self.summary.pack(fill="x", pady=(0, 8))
        buttons = ttk.Frame(body)
        buttons.pack(side="bottom", fill="x", pady=(10, 0))
        self.copy_button = ttk.Button(buttons, text="Copy details", command=self.copy)
        self.copy_button.pack(side="left")
        ttk.Button(buttons, text="Continue", command=self.destroy).pack(side="right")
        shown = ttk.Frame(body)
        shown.pack(fill="both", expand=True)
        self.text = tk.Text(shown, wrap="none", font="TkFixedFont", relief="flat", padx=8, pady=6, state="disabled")
        self.text.configure(highlightthickness=1)
        scrolled(self.text).pack(fill="both", expand=True)
        self.set_theme(self.theme)
        self.copy_button.focus_set()

    def add(self, name: str, details: str) -> None:
        """Shows one more error: what it is called, and its traceback."""
        self._details = [*self._details, details][-MAX_LISTED_ERRORS:]
        more = "" if len(self._details) == 1 else f" {len(self._details)} errors so far."
        self.summary.configure(
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
        self.text.configure(background=theme.panel, foreground=theme.text, highlightbackground=theme.line)
