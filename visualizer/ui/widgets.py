"""Widgets, bindings and tooltips that several windows use."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import ceil
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any, Literal, TypeVar

from c4.callbacks import ignore
from visualizer.ui.background import Debounce
from visualizer.ui.command import ALT
from visualizer.ui.digit_keys import CONTROL, SHIFT
from visualizer.ui.fonts import INDENT
from visualizer.ui.sizes import is_fitted, numbers, pixels, scale

Scrolled = TypeVar("Scrolled", tk.Text, ttk.Treeview)

Anchor = Literal["w", "e", "center"]


def table(
    parent: tk.Misc, columns: Iterable[tuple[str, int, Anchor]], height: int, **options: Any
) -> tuple[ttk.Frame, ttk.Treeview]:
    """A table with columns (title, width in pixels, anchor), `height` lines high, in a frame with a scrollbar.

    `options` are passed to the Treeview.
    """
    frame = ttk.Frame(parent)
    named_columns = [(str(place), *column) for place, column in enumerate(columns)]
    names = [name for name, *_ in named_columns]
    tree = ttk.Treeview(frame, columns=names, show="headings", height=height, **options)
    set_columns(tree, named_columns)
    scrolled(tree).pack(fill="both", expand=True)
    bar_below(tree)
    return frame, tree


def bar_below(part: Scrolled) -> None:
    """Gives a packed list or text a horizontal scroll bar that appears when needed."""
    bar = ttk.Scrollbar(part.master, orient="horizontal", command=part.xview)
    show = partial(_scrolled_across, part, bar)
    part.configure(xscrollcommand=show)


def scrolled(part: Scrolled) -> Scrolled:
    """Gives a list or text, packed alone in a frame, a vertical scroll bar that appears when needed."""
    bar = ttk.Scrollbar(part.master, orient="vertical", command=part.yview)
    show = partial(_scrolled_down, part, bar)
    part.configure(yscrollcommand=show)
    return part


def _scrolled_across(part: tk.Text | ttk.Treeview, bar: ttk.Scrollbar, first: str, last: str) -> None:
    """Moves a horizontal scroll bar, and shows it while something is hidden."""
    bar.set(float(first), float(last))
    if not _is_all(part.xview()):
        _show_bar(part, bar, "bottom", "x")
    elif not part.cget("yscrollcommand") or _may_go(part, bar, part.yview()):
        bar.pack_forget()


def _scrolled_down(part: tk.Text | ttk.Treeview, bar: ttk.Scrollbar, first: str, last: str) -> None:
    """Moves a vertical scroll bar, and shows it while something is hidden."""
    bar.set(float(first), float(last))
    if not _is_all(part.yview()):
        _show_bar(part, bar, "right", "y")
    elif not part.cget("xscrollcommand") or _may_go(part, bar, part.xview()):
        bar.pack_forget()


def _is_all(view: tuple[float, float]) -> bool:
    """Whether nothing is hidden in a direction, of which the shares between `view` are in sight."""
    first, last = view
    return first <= 0 and last >= 1


def _show_bar(part: tk.Widget, bar: ttk.Scrollbar, side: Literal["bottom", "right"], fill: Literal["x", "y"]) -> None:
    if not bar.winfo_manager() and part.winfo_manager() == "pack":
        bar.pack(before=part, side=side, fill=fill)


def _may_go(part: tk.Widget, bar: ttk.Scrollbar, other: tuple[float, float]) -> bool:
    """Whether a scroll bar that is not needed may be hidden, where there is one in the other direction, too.

    The other bar comes when something is hidden in its direction.  It would take room from this one, which would come
    back, and so on without end.  So this bar stays until the other one is there, or is not needed either.
    """
    bars = [slave for slave in part.master.pack_slaves() if isinstance(slave, ttk.Scrollbar) and slave is not bar]
    return bool(bars) or _is_all(other)


def choice(parent: tk.Misc, values: Iterable[str], width: int, chosen: Callable[[], object] = ignore) -> ttk.Combobox:
    """A box of `values`, with the first one selected; `chosen()` is called when you choose."""
    box = ttk.Combobox(parent, values=list(values), width=width, state="readonly")
    box.current(0)

    def take(event: object) -> None:
        box.selection_clear()
        chosen()

    box.bind("<<ComboboxSelected>>", take)
    return box


Label = TypeVar("Label", tk.Label, ttk.Label)


TEXT_WIDTH = 420
"""The width of text without another limit, pixels at 100 %."""


def wrap(label: Label, line: int = TEXT_WIDTH) -> Label:
    """Makes a label wrap its text at its own width, and at `line` pixels at 100 % until that is known."""

    def divide(event: tk.Event[tk.Misc]) -> None:
        if event.width == label.winfo_reqwidth():
            return  # it has the width that it requested: requesting another could go on without end
        width = event.width - _side_padding(label) - 6
        label.configure(wraplength=max(width, 80))

    label.configure(wraplength=pixels(label, line))
    label.bind("<Configure>", divide)
    return label


def _side_padding(label: tk.Label | ttk.Label) -> int:
    """The padding to the left and right of a label together."""
    if not isinstance(label, ttk.Label):
        return 2 * int(str(label["padx"]))
    padding = numbers(label, label.cget("padding"))  # one to four sizes, from the left clockwise
    if not padding:
        return 0
    left = padding[0]
    right = padding[2] if len(padding) > 2 else left
    return left + right


def on(widget: tk.Misc, event: str, *actions: Callable[[], object]) -> None:
    """Makes an event call these actions one after another, and nothing else."""

    def act(event: object) -> str:
        for action in actions:
            action()
        return "break"

    widget.bind(event, act)


def one_tab_stop(buttons: Sequence[ttk.Button] | Sequence[ttk.Frame]) -> None:
    """Lets Tab stop only at the first of some buttons; the left and right arrow keys go from one to the next.

    A frame that is pressed like a button is one, too.
    """

    def go(place: int, by: int) -> None:
        count = len(buttons)
        for step in range(1, count):
            button = buttons[(place + by * step) % count]
            if button.winfo_ismapped() and button.instate(["!disabled"]):
                button.focus_set()
                return

    for place, button in enumerate(buttons):
        button["takefocus"] = place == 0
        on(button, "<Left>", partial(go, place, -1))
        on(button, "<Right>", partial(go, place, 1))


def ring_for_keys(widget: tk.Canvas | tk.Text) -> None:
    """Shows the focus ring of a canvas or text while it has the keys, unless a click gave it the keys."""
    hidden = widget["highlightbackground"]
    style = ttk.Style(widget)

    def hide(event: object) -> None:
        widget.configure(highlightcolor=widget["highlightbackground"])

    def show_next_time(event: object) -> None:
        widget.configure(highlightcolor=style.lookup(".", "focuscolor", default=hidden))

    widget.bind("<Button-1>", hide, add="+")
    widget.bind("<FocusOut>", show_next_time, add="+")


def on_plain_key(widget: tk.Misc, key: str, action: Callable[[], object]) -> None:
    """Binds a key to an action; with Shift, Ctrl or Alt it belongs to a command of the window."""

    def act(event: tk.Event[tk.Misc]) -> str | None:
        if int(event.state) & (SHIFT | CONTROL | ALT):
            return None
        action()
        return "break"

    widget.bind(key, act)


def hear_first(widget: tk.Misc) -> tk.Frame:
    """A frame that is never shown, whose bindings hear of a widget's events before the widget, and end with it."""
    listener = tk.Frame(widget)
    widget.bindtags((str(listener), *widget.bindtags()))
    return listener


def on_written(widget: tk.Misc, variable: tk.Variable, action: Callable[[], object]) -> None:
    """Calls `action` whenever the variable changes, until the widget is destroyed.

    A trace that is never removed would hold the window in memory.
    """

    def written(*_: object) -> None:
        action()

    trace = variable.trace_add("write", written)

    def gone(event: tk.Event[tk.Misc]) -> None:
        if event.widget is widget:
            variable.trace_remove("write", trace)

    widget.bind("<Destroy>", gone, add="+")


def set_columns(tree: ttk.Treeview, shown: Iterable[tuple[str, str, int, Anchor]], wide: str = "") -> None:
    """Sets a list's columns (name, title, width in pixels, anchor); column `wide`, or all, take the remaining width."""
    for name, title, width, anchor in shown:
        title_width = tkfont.nametofont("TkDefaultFont", tree).measure(title) / scale(tree)
        smallest = max(30, round(title_width) + 16)
        stretch = name == wide or not wide
        tree.heading(name, text=title, anchor=anchor)
        tree.column(name, width=max(width, smallest), minwidth=smallest, anchor=anchor, stretch=stretch)


CELL_MARGIN = 12
"""Pixels at 100 % of a cell beside its text: Tk's padding and the gap to the next column."""

ARROW = 20
"""Pixels at 100 % of the arrow that opens a level."""


def list_rows(tree: ttk.Treeview, rows: Iterable[tuple[str, Sequence[object]]]) -> None:
    """Lists rows (name, or "" for none; texts) instead of those that are there, in columns that show all of each text."""
    tree.delete(*tree.get_children())
    for name, texts in rows:
        tree.insert("", "end", iid=name or None, values=list(texts))
    widen_columns(tree, tree.get_children())


def widen_columns(tree: ttk.Treeview, items: Iterable[str], font: str = "TkDefaultFont") -> None:
    """Makes the columns wide enough for the texts of some items; a scroll bar appears where there is no room for all.

    The items are siblings.
    """
    texts: dict[str, set[str]] = {}
    levels = 1
    for item in items:
        texts.setdefault("#0", set()).add(str(tree.item(item, "text")))
        for column in tree["columns"]:
            texts.setdefault(str(column), set()).add(str(tree.set(item, column)))
        levels = depth_of(tree, item)
    words = tkfont.nametofont(font, tree)
    margin = pixels(tree, CELL_MARGIN)
    shown_tree = "tree" in str(tree["show"])
    for column, written in texts.items():
        if column == "#0" and not shown_tree:
            continue
        before = pixels(tree, ARROW + levels * INDENT) if column == "#0" else 0
        needed = before + margin + max(words.measure(text) for text in written)
        _widen(tree, column, needed)
    _share_room(tree)


def depth_of(tree: ttk.Treeview, item: str) -> int:
    """The level of an item, from 1."""
    levels = 1
    while item := tree.parent(item):
        levels += 1
    return levels


def _widen(tree: ttk.Treeview, column: str, needed: int) -> None:
    """Makes a column at least `needed` pixels of the screen wide, now and when the list is resized."""
    factor = 1.0 if is_fitted(tree) else scale(tree)  # `fit` will multiply what it has not seen yet
    size = ceil(needed / factor)
    for option in ("minwidth", "width"):
        if size > int(tree.column(column, option)):
            tree.tk.call(str(tree), "column", column, f"-{option}", size)


def _share_room(tree: ttk.Treeview) -> None:
    """Gives the columns that stretch the room that is left, so that none is narrower or wider than it need be."""
    if not tree.winfo_ismapped():
        return
    columns = [str(column) for column in tree["columns"]]
    if "tree" in str(tree["show"]):
        columns.insert(0, "#0")
    least = {column: int(tree.column(column, "minwidth")) for column in columns}
    stretching = [column for column in columns if tree.column(column, "stretch")]
    fixed = sum(int(tree.column(column, "width")) for column in columns if column not in stretching)
    room = tree.winfo_width() - 2 * TABLE_BORDER - fixed - sum(least[column] for column in stretching)
    for column in stretching:
        tree.column(column, width=least[column] + max(0, room) // len(stretching))


TABLE_BORDER = 2
"""Pixels around the cells of a list."""


def show_or_hide(bar: tk.Widget, shown: bool, **options: Any) -> bool:
    """Packs or hides a bar; returns whether that changes anything."""
    if shown == bool(bar.winfo_manager()):
        return False
    if shown:
        bar.pack(**options)
    else:
        bar.pack_forget()
    return True


class FoldBar(ttk.Button):
    """One line that stands for a part of a window: pressed, it opens the part or folds it, by `switch()`.

    It shows the longest of several wordings that fits its width.
    """

    def __init__(self, parent: tk.Misc, switch: Callable[[], object]) -> None:
        super().__init__(parent, command=switch, style="Fold.TButton")
        self._wordings: tuple[str, ...] = ("",)
        self.bind("<Configure>", lambda event: self._fit(event.width))

    def show(self, opened: bool, *wordings: str) -> None:
        """Shows whether the part is open, and what is in it, the longest wording first."""
        mark = "▾" if opened else "▸"
        self._wordings = tuple(f"{mark} {wording}" for wording in wordings)
        self._fit(self.winfo_width())

    def _fit(self, width: int) -> None:
        words = tkfont.nametofont(str(ttk.Style(self).lookup("Fold.TButton", "font")), self)
        room = width - pixels(self, FOLD_PADDING)
        fitting = next((text for text in self._wordings if words.measure(text) <= room), self._wordings[-1])
        self.configure(text=fitting)


FOLD_PADDING = 14
"""Pixels at 100 % of a `FoldBar` beside its words."""

FLOW_GAP = 4
"""Pixels at 100 % between two widgets."""


class Flow(ttk.Frame):
    """Lays out its children in as many lines as they need."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, height=1)
        self._parts: list[tk.Widget] = []
        self._hidden: set[tk.Widget] = set()
        self.bind("<Configure>", self._resized)

    def add(self, part: tk.Widget) -> None:
        """Adds a child after the others."""
        self._parts.append(part)
        part.bind("<Configure>", self._resized, add="+")
        self._arrange()

    def show_part(self, part: tk.Widget, shown: bool) -> None:
        """Shows or hides a child."""
        if shown != (part not in self._hidden):
            self._hidden ^= {part}
            self._arrange()

    def _resized(self, event: object) -> None:
        self._arrange()

    def _arrange(self) -> None:
        """Places the children, and starts a new line where one does not fit."""
        width = max(self.winfo_width(), 1)
        gap = pixels(self, FLOW_GAP)
        x = 0
        y = 0
        line_height = 0
        for part in self._parts:
            if part in self._hidden:
                part.place_forget()
                continue
            part_width = part.winfo_reqwidth()
            if x > 0 and x + part_width > width:
                x = 0
                y += line_height + gap // 2
                line_height = 0
            part.place(x=x, y=y)
            x += part_width + gap
            line_height = max(line_height, part.winfo_reqheight())
        height = y + line_height
        if height != int(str(self.cget("height"))):
            self.configure(height=max(1, height))


LEAST_FILLED = 12
"""The smallest value of Tk's progress bar, per cent: up to 10 it looks like an empty box."""


class ProgressBar(ttk.Frame):
    """A bar with a percentage, at the right of its parent while the share of the work done is known."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, padding=(0, 2, 8, 2))
        self.text = ttk.Label(self, width=5, anchor="e")
        self.text.pack(side="right")
        self.bar = ttk.Progressbar(self, length=90, maximum=100)
        self.bar.pack(side="right", padx=(8, 4))

    def show(self, share: float | None) -> None:
        """Shows a share of the work from 0 to 1; None hides the bar."""
        if share is None:
            if self.winfo_manager():
                self.pack_forget()
            return
        text = f"{100 * share:.0f} %"
        if text != self.text["text"]:
            self.text.configure(text=text)
        self.bar.configure(value=LEAST_FILLED + (100 - LEAST_FILLED) * share)
        if not self.winfo_manager():  # before the text, which shrinks when the room is short
            self.pack(side="right", before=self.master.pack_slaves()[0])


TOOLTIP_DELAY_MS = 500
"""Milliseconds that the pointer rests before a tooltip appears."""


class Tooltip:
    """Shows `text()` below a widget, also a disabled one, while the pointer rests on it; "" shows nothing.

    Only a pointer that has moved opens it, not a widget that appears below the pointer.
    """

    def __init__(self, widget: tk.Misc, text: Callable[[], str]) -> None:
        self._widget = widget
        self._text = text
        self._delay = Debounce(widget, self.show)
        self._window: tk.Toplevel | None = None
        widget.bind("<Motion>", self._moved, add="+")
        for event in ("<Leave>", "<ButtonPress>", "<KeyPress>", "<Destroy>"):
            widget.bind(event, self._ended, add="+")

    def _moved(self, event: object) -> None:
        self._delay.after(TOOLTIP_DELAY_MS)

    def _ended(self, event: object) -> None:
        self.hide()

    def show(self) -> None:
        """Shows the text now."""
        widget = self._widget
        text = self._text()
        if not text or self._window is not None:
            return
        window = tk.Toplevel(widget)
        window.wm_overrideredirect(True)
        self._window = window
        label = ttk.Label(window, text=text, wraplength=400, justify="left", padding=(8, 4), relief="solid")
        label.pack()
        rightmost = widget.winfo_screenwidth() - label.winfo_reqwidth() - 4
        x = max(0, min(widget.winfo_rootx(), rightmost))
        y = widget.winfo_rooty() + widget.winfo_height() + 4
        window.wm_geometry(f"+{x}+{y}")

    def hide(self) -> None:
        """Hides the text."""
        self._delay.drop()
        if self._window is not None:
            self._window.destroy()
            self._window = None
