"""Widgets, bindings and tooltips that several windows use."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Iterable
from functools import partial
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any, Literal, TypeVar

from visualizer.ui.background import Debounce
from visualizer.ui.command import ALT, CONTROL, SHIFT
from visualizer.ui.scale import numbers, pixels, scale

Scrolled = TypeVar("Scrolled", tk.Text, ttk.Treeview)

Anchor = Literal["w", "e", "center"]


def sentence(text: str) -> str:
    """A text with a capital at its beginning, unless it begins with a name such as a file's."""
    return text[:1].upper() + text[1:] if re.match(r"[a-z]+(-[a-z]+)?[ ,:]", text) else text


def table(
    parent: tk.Misc, columns: Iterable[tuple[str, int, Anchor]], height: int, **options: Any
) -> tuple[ttk.Frame, ttk.Treeview]:
    """A table with columns (title, width in pixels, anchor), `height` lines high, in a frame with a scrollbar.

    `options` are passed to the Treeview.
    """
    frame, shown = ttk.Frame(parent), [(str(place), *column) for place, column in enumerate(columns)]
    tree = ttk.Treeview(frame, columns=[name for name, *_ in shown], show="headings", height=height, **options)
    set_columns(tree, shown)
    scrolled(tree).pack(fill="both", expand=True)
    bar_below(tree)
    return frame, tree


def bar_below(listed: Scrolled) -> None:
    """Gives a packed list or text a horizontal scroll bar that appears when needed."""
    bar = ttk.Scrollbar(listed.master, orient="horizontal", command=listed.xview)
    listed.configure(xscrollcommand=partial(_scrolled_to, listed, bar, {"side": "bottom", "fill": "x"}))


def scrolled(text: Scrolled) -> Scrolled:
    """Gives a list or text, packed alone in a frame, a vertical scroll bar that appears when needed."""
    bar = ttk.Scrollbar(text.master, command=text.yview)
    text.configure(yscrollcommand=partial(_scrolled_to, text, bar, {"side": "right", "fill": "y"}))
    return text


def _scrolled_to(part: tk.Widget, bar: ttk.Scrollbar, place: dict[str, Any], first: float, last: float) -> None:
    """Moves a scroll bar, and shows it while something is hidden."""
    bar.set(first, last)
    if float(first) <= 0 and float(last) >= 1:
        bar.pack_forget()
    elif not bar.winfo_manager() and part.winfo_manager() == "pack":
        bar.pack(before=part, **place)


def choice(
    parent: tk.Misc, values: Iterable[str], width: int, chosen: Callable[[], object] = lambda: None
) -> ttk.Combobox:
    """A box that offers `values`, with the first one selected; `chosen()` is called for a choice."""
    box = ttk.Combobox(parent, values=list(values), width=width, state="readonly")
    box.current(0)

    def take(event: object) -> None:
        box.selection_clear()
        chosen()

    box.bind("<<ComboboxSelected>>", take)
    return box


Label = TypeVar("Label", tk.Label, ttk.Label)


LINE = 420
"""Pixels at 100 % of a line of text without another limit."""


def wrap(label: Label, line: int = LINE) -> Label:
    """Makes a label wrap its text at its own width; until that is known at `line` pixels at 100 %."""

    def divide(event: tk.Event[tk.Misc]) -> None:
        if event.width == label.winfo_reqwidth():
            return  # it has the width it requested: requesting another could go on without end
        sides = numbers(label, label.cget("padding")) if isinstance(label, ttk.Label) else 2 * (label["padx"],)
        inside = sum(int(str(sides[at])) for at in (0, 2 if len(sides) > 2 else 0)) if sides else 0
        label.configure(wraplength=max(event.width - inside - 6, 80))

    label.configure(wraplength=pixels(label, line))
    label.bind("<Configure>", divide)
    return label


def on(widget: tk.Misc, event: str, *actions: Callable[[], object]) -> None:
    """Makes an event call these actions one after another, and nothing else."""

    def act(event: object) -> str:
        for action in actions:
            action()
        return "break"

    widget.bind(event, act)


def ring_for_keys(widget: tk.Canvas | tk.Text) -> None:
    """Shows the focus ring of a canvas or text while it has the keys, but not when a click gave it them."""

    def ring(colour: str) -> None:
        widget.configure(highlightcolor=colour)

    widget.bind("<Button-1>", lambda _: ring(widget["highlightbackground"]), add="+")
    style, rest = ttk.Style(widget), widget["highlightbackground"]
    widget.bind("<FocusOut>", lambda _: ring(style.lookup(".", "focuscolor", default=rest)), add="+")


def on_plain_key(widget: tk.Misc, key: str, action: Callable[[], object]) -> None:
    """Binds a key to an action; with Shift, Ctrl or Alt it belongs to a command of the window."""

    def act(event: tk.Event[tk.Misc]) -> str | None:
        if int(event.state) & (SHIFT | CONTROL | ALT):
            return None
        action()
        return "break"

    widget.bind(key, act)


def on_written(widget: tk.Misc, variable: tk.Variable, action: Callable[[], object]) -> None:
    """Calls `action` whenever the variable changes, until the widget is gone: a trace would keep its window alive."""
    trace = variable.trace_add("write", lambda *_: action())

    def gone(event: tk.Event[tk.Misc]) -> None:
        if event.widget is widget:
            variable.trace_remove("write", trace)

    widget.bind("<Destroy>", gone, add="+")


def set_columns(tree: ttk.Treeview, shown: Iterable[tuple[str, str, int, Anchor]], wide: str = "") -> None:
    """Sets a list's columns (name, title, width in pixels, anchor); column `wide`, or all, take the remaining width."""
    for name, title, width, anchor in shown:
        tree.heading(name, text=title, anchor=anchor)
        least = max(30, round(tkfont.nametofont("TkDefaultFont", tree).measure(title) / scale(tree)) + 16)
        tree.column(name, width=max(width, least), minwidth=least, anchor=anchor, stretch=name == wide or not wide)


GAP = 4
"""Pixels at 100 % between two widgets."""


class Flow(ttk.Frame):
    """Lays out its children in lines, as many as they need."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, height=1)
        self._parts: list[tk.Widget] = []
        self.bind("<Configure>", lambda event: self._arrange())

    def add(self, part: tk.Widget) -> None:
        """Adds a child after the others."""
        self._parts.append(part)
        part.bind("<Configure>", lambda event: self._arrange(), add="+")
        self._arrange()

    def _arrange(self) -> None:
        """Starts a new line where a child does not fit."""
        width, gap = max(self.winfo_width(), 1), pixels(self, GAP)
        x, y, high = 0, 0, 0
        for part in self._parts:
            wide, tall = part.winfo_reqwidth(), part.winfo_reqheight()
            if x and x + wide > width:
                x, y, high = 0, y + high + gap // 2, 0
            part.place(x=x, y=y)
            x, high = x + wide + gap, max(high, tall)
        if y + high != int(str(self.cget("height"))):
            self.configure(height=max(1, y + high))


LEAST_FILLED = 12
"""Per cent of Tk's progress bar at which something is filled: up to a tenth it looks like an empty box."""


class ProgressBar(ttk.Frame):
    """A bar with a percentage, packed at the right of its parent while the share of the work done is known."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, padding=(0, 2, 8, 2))
        self.text = ttk.Label(self, width=5, anchor="e")
        self.text.pack(side="right")
        self.bar = ttk.Progressbar(self, length=90, maximum=100)
        self.bar.pack(side="right", padx=(8, 4))

    def show(self, share: float | None) -> None:
        """Shows a share, or nothing."""
        if share is None:
            if self.winfo_manager():
                self.pack_forget()
            return
        text = f"{100 * share:.0f} %"
        if text != self.text["text"]:
            self.text.configure(text=text)
        self.bar.configure(value=LEAST_FILLED + (100 - LEAST_FILLED) * share)
        if not self.winfo_manager():  # before the words, which give way
            self.pack(side="right", before=self.master.pack_slaves()[0])


REST_MS = 500
"""Milliseconds that the pointer rests before a tooltip appears."""


class Tooltip:
    """Shows `text()` below a widget while the pointer rests on it, "" for nothing; also below disabled widgets."""

    def __init__(self, widget: tk.Misc, text: Callable[[], str]) -> None:
        self._widget, self._text = widget, text
        self._delay = Debounce(widget, self.show)
        self._window: tk.Toplevel | None = None
        widget.bind("<Enter>", lambda _: self._delay.after(REST_MS), add="+")
        for event in ("<Leave>", "<ButtonPress>", "<KeyPress>", "<Destroy>"):
            widget.bind(event, lambda _: self.hide(), add="+")

    def show(self) -> None:
        """Shows the text now."""
        text, widget = self._text(), self._widget
        if not text or self._window is not None:
            return
        window = self._window = tk.Toplevel(widget)
        window.wm_overrideredirect(True)
        label = ttk.Label(window, text=text, wraplength=400, justify="left", padding=(8, 4), relief="solid")
        label.pack()
        right = widget.winfo_screenwidth() - label.winfo_reqwidth() - 4
        below = widget.winfo_rooty() + widget.winfo_height() + 4
        window.wm_geometry(f"+{max(0, min(widget.winfo_rootx(), right))}+{below}")

    def hide(self) -> None:
        """Hides the text."""
        self._delay.drop()
        if self._window is not None:
            self._window.destroy()
            self._window = None
