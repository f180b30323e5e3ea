"""Hover: the glossary's sentence for the word that the pointer rests on, in every window.  Imports tkinter.

Widgets with a tooltip of their own keep that.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from visualizer.kit import glossary
from visualizer.kit.tooltip import REST_MS, TIPPED

CLASSES = (
    "TLabel", "Label", "TButton", "TCheckbutton", "TRadiobutton", "TLabelframe", "TCombobox", "Treeview", "TNotebook",
    "Canvas", "Text",
)  # fmt: skip
"""The classes of widgets whose words are explained."""

SHAKE = 6
"""Pixels that the pointer may move while the sentence stays."""


class Hover:
    """One for all windows of a root."""

    def __init__(self, root: tk.Tk) -> None:
        self._root = root
        self._waiting: str | None = None
        self._window: tk.Toplevel | None = None
        self._at = (0, 0)
        for kind in CLASSES:
            root.bind_class(kind, "<Motion>", self._moved, add="+")
            for event in ("<Leave>", "<ButtonPress>"):
                root.bind_class(kind, event, lambda _: self.hide(), add="+")
        root.bind_all("<KeyPress>", lambda _: self.hide(), add="+")  # a class with a key would take the focus by Tab

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        if self._window is not None and max(abs(event.x_root - self._at[0]), abs(event.y_root - self._at[1])) <= SHAKE:
            return
        self.hide()
        widget, x, y = event.widget, event.x, event.y
        self._at = event.x_root, event.y_root
        if isinstance(widget, tk.Misc) and not hasattr(widget, TIPPED):
            self._waiting = self._root.after(REST_MS, lambda: self._show(widget, x, y))

    def _show(self, widget: tk.Misc, x: int, y: int) -> None:
        self._waiting = None
        if not widget.winfo_exists():
            return
        said = told_at(widget, x, y)
        if not said:
            return
        self._window = tk.Toplevel(widget)
        self._window.wm_overrideredirect(True)
        label = ttk.Label(self._window, text=said, wraplength=420, justify="left", padding=(8, 4), relief="solid")
        label.pack()
        right = widget.winfo_screenwidth() - label.winfo_reqwidth() - 4
        self._window.wm_geometry(f"+{max(0, min(self._at[0] + 8, right))}+{self._at[1] + 18}")

    def hide(self) -> None:
        """Takes the sentence away."""
        if self._waiting is not None:
            self._root.after_cancel(self._waiting)
            self._waiting = None
        if self._window is not None:
            self._window.destroy()
            self._window = None


def told_at(widget: tk.Misc, x: int, y: int) -> str:
    """What is said about the words of a widget at a point; "" where they are not in the glossary."""
    if isinstance(widget, tk.Text):
        return about_word(widget, x, y)
    return glossary.explain(words_at(widget, x, y))


def words_at(widget: tk.Misc, x: int, y: int) -> str:
    """What is written in a widget at a point."""
    if isinstance(widget, ttk.Treeview):
        if widget.identify_region(x, y) != "heading":
            return ""
        return str(widget.heading(widget.identify_column(x), "text"))
    if isinstance(widget, ttk.Notebook):
        tab = str(widget.tk.call(str(widget), "identify", "tab", x, y))
        return str(widget.tab(int(tab), "text")) if tab else ""
    if isinstance(widget, tk.Canvas):
        found = [
            item for item in widget.find_overlapping(x - 1, y - 1, x + 1, y + 1) if str(widget.type(item)) == "text"
        ]
        return str(widget.itemcget(found[-1], "text")) if found else ""
    if isinstance(widget, ttk.Combobox):
        return widget.get()
    return str(widget.cget("text"))


def about_word(text: tk.Text, x: int, y: int) -> str:
    """The same of the word at a point of a text, alone or with the one before or after it."""
    start, end = text.index(f"@{x},{y} wordstart"), text.index(f"@{x},{y} wordend")
    before, after = text.get(f"{start} - 2 chars wordstart", end), text.get(start, f"{end} + 1 chars wordend")
    for words in (before, after, text.get(start, end)):
        if glossary.find(words):
            return glossary.explain(words)
    return ""
