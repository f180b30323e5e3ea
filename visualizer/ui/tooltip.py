"""Tooltips: what a widget does, and what the words in it mean."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from visualizer.ui import glossary
from visualizer.ui.background import Debounce

REST_MS = 500
"""Milliseconds that the pointer rests before a tooltip appears."""

HAS_TOOLTIP = "c4tooltip"
"""Attribute of a widget with a tooltip of its own."""

EXPLAINED = (
    "TLabel", "Label", "TButton", "TCheckbutton", "TRadiobutton", "TLabelframe", "TCombobox", "Treeview", "TNotebook",
    "Canvas", "Text",
)  # fmt: skip
"""The classes of widgets whose words `GlossaryTooltips` explains."""

SHAKE = 6
"""Pixels that the pointer may move while a tooltip stays."""


def _popup(widget: tk.Misc, text: str, x: int, y: int) -> tk.Toplevel:
    """A text at a point of the screen, moved left where there is no room."""
    window = tk.Toplevel(widget)
    window.wm_overrideredirect(True)
    label = ttk.Label(window, text=text, wraplength=400, justify="left", padding=(8, 4), relief="solid")
    label.pack()
    right = widget.winfo_screenwidth() - label.winfo_reqwidth() - 4
    window.wm_geometry(f"+{max(0, min(x, right))}+{y}")
    return window


class Tooltip:
    """Shows `text()` below a widget while the pointer rests on it, "" for nothing; also below disabled widgets."""

    def __init__(self, widget: tk.Misc, text: Callable[[], str]) -> None:
        self._widget, self._text = widget, text
        self._delay = Debounce(widget, self.show)
        self._window: tk.Toplevel | None = None
        setattr(widget, HAS_TOOLTIP, True)
        widget.bind("<Enter>", lambda _: self._delay.after(REST_MS), add="+")
        for event in ("<Leave>", "<ButtonPress>", "<KeyPress>", "<Destroy>"):
            widget.bind(event, lambda _: self.hide(), add="+")

    def show(self) -> None:
        """Shows the text now."""
        text, widget = self._text(), self._widget
        if text and self._window is None:
            self._window = _popup(widget, text, widget.winfo_rootx(), widget.winfo_rooty() + widget.winfo_height() + 4)

    def hide(self) -> None:
        """Hides the text."""
        self._delay.drop()
        if self._window is not None:
            self._window.destroy()
            self._window = None


class GlossaryTooltips:
    """Shows the glossary's entry for the word under the pointer, in all windows, unless a widget has a `Tooltip`."""

    def __init__(self, root: tk.Tk) -> None:
        self._delay = Debounce(root, self._show)
        self._window: tk.Toplevel | None = None
        self._event: tk.Event[tk.Misc] | None = None
        for kind in EXPLAINED:
            root.bind_class(kind, "<Motion>", self._moved, add="+")
            for event in ("<Leave>", "<ButtonPress>"):
                root.bind_class(kind, event, lambda _: self.hide(), add="+")
        root.bind_all("<KeyPress>", lambda _: self.hide(), add="+")  # a class with a key would take the focus by Tab

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        before = self._event
        if (
            self._window is not None
            and before is not None
            and max(abs(event.x_root - before.x_root), abs(event.y_root - before.y_root)) <= SHAKE
        ):
            return
        self.hide()
        self._event = event
        if isinstance(event.widget, tk.Misc) and not hasattr(event.widget, HAS_TOOLTIP):
            self._delay.after(REST_MS)

    def _show(self) -> None:
        event = self._event
        if event is not None and event.widget.winfo_exists():
            text = explanation_at(event.widget, event.x, event.y)
            if text:
                self._window = _popup(event.widget, text, event.x_root + 8, event.y_root + 18)

    def hide(self) -> None:
        """Hides the text."""
        self._delay.drop()
        if self._window is not None:
            self._window.destroy()
            self._window = None


def explanation_at(widget: tk.Misc, x: int, y: int) -> str:
    """The glossary's explanation of the words of a widget at a point; "" for none."""
    if isinstance(widget, tk.Text):
        return explain_word(widget, x, y)
    return glossary.explain(words_at(widget, x, y))


def words_at(widget: tk.Misc, x: int, y: int) -> str:
    """The text of a widget at a point."""
    if isinstance(widget, ttk.Treeview):
        if widget.identify_region(x, y) != "heading":
            return ""
        return str(widget.heading(widget.identify_column(x), "text"))
    if isinstance(widget, ttk.Notebook):
        tab = str(widget.tk.call(str(widget), "identify", "tab", x, y))
        return str(widget.tab(int(tab), "text")) if tab else ""
    if isinstance(widget, tk.Canvas):
        items = [
            item for item in widget.find_overlapping(x - 1, y - 1, x + 1, y + 1) if str(widget.type(item)) == "text"
        ]
        return str(widget.itemcget(items[-1], "text")) if items else ""
    if isinstance(widget, ttk.Combobox):
        return widget.get()
    return str(widget.cget("text"))


def explain_word(text: tk.Text, x: int, y: int) -> str:
    """Explains the word at a point of a text, alone or with its neighbour."""
    start, end = text.index(f"@{x},{y} wordstart"), text.index(f"@{x},{y} wordend")
    before, after = text.get(f"{start} - 2 chars wordstart", end), text.get(start, f"{end} + 1 chars wordend")
    for words in (before, after, text.get(start, end)):
        if glossary.find(words):
            return glossary.explain(words)
    return ""
