"""Sizes at the scale in force: padding, columns, and the smallest sizes of windows."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from visualizer.ui.geometry import OUTSIDE_HEIGHT
from visualizer.ui.scrollable import Scrollable

INCH = 96
"""Pixels of an inch at 100 %."""

ABOUT_USUAL = 1.15
"""A screen that reports at most this times the usual resolution has the usual one: its pixels are the unit of all sizes."""

SCREEN_SCALING = "c4scaling"
"""Tcl's variable for the screen's own scaling."""

SCREEN_SHARE = 0.9
"""The share of the screen's height that a window can have: its frame and menu bar need room, too."""

SIZES = "c4sizes"
"""Attribute of a widget: its sizes at 100 %, by option."""

SMALLEST_SIZE = "c4smallest"
"""Attribute of a window: the smallest usable size, pixels at 100 %."""

SCROLLABLE = "c4scrollable"
"""Attribute of a window that did not fit on the screen: its `Scrollable`."""


def scale(widget: tk.Misc) -> float:
    """Pixels of this screen for one at 100 %, to the hundredth: screens report their resolution inexactly."""
    return round(widget.winfo_fpixels("1i") / INCH, 2)


def pixels(widget: tk.Misc, size: float) -> int:
    """A size at 100 % in pixels of this screen."""
    return round(size * scale(widget))


def set_scale(root: tk.Tk, percent: int) -> None:
    """Sets `scale` to a percentage of the screen's own; `visualizer.ui.style.apply` and `fit` apply it."""
    tcl = root.tk
    if not tcl.getboolean(tcl.call("info", "exists", SCREEN_SCALING)):
        reported = float(tcl.call("tk", "scaling"))
        usual = INCH / 72
        tcl.call("set", SCREEN_SCALING, reported if reported > usual * ABOUT_USUAL else usual)
    usual = float(tcl.call("set", SCREEN_SCALING))
    tcl.call("tk", "scaling", usual * percent / 100)


def fit(widget: tk.Misc) -> None:
    """Multiplies padding, column widths and smallest sizes of a widget and everything in it by the scale.

    They are written for 100 %.  Call it again after a change of the scale, or when you have added widgets.
    """
    if getattr(widget, "scales_itself", False):
        return
    factor = scale(widget)
    if factor != 1 or hasattr(widget, SIZES):
        _fit_one(widget, factor)
    for child in list(widget.children.values()):
        if not isinstance(child, tk.Menu | tk.Toplevel):
            fit(child)
    if isinstance(widget, tk.Toplevel | tk.Tk):
        _scroll_if_large(widget)


def is_fitted(widget: tk.Misc) -> bool:
    """Whether the sizes of a widget are those of the scale in force."""
    factor = scale(widget)
    return factor == 1 or getattr(widget, SIZES, {}).get("factor") == (factor,)


def _fit_one(widget: tk.Misc, factor: float) -> None:
    """Multiplies all sizes of one widget that are written in pixels."""
    sizes = Sizes(widget, factor)
    if widget.winfo_manager() in ("pack", "grid"):
        _fit_place(widget, sizes)
    if isinstance(widget, ttk.Frame | ttk.Label):
        sizes.fit_option("padding")
    elif isinstance(widget, tk.Text):
        sizes.fit_option("padx")
        sizes.fit_option("pady")
    elif isinstance(widget, ttk.Treeview) and sizes.changed:
        _fit_columns(widget, sizes)
    elif isinstance(widget, tk.Toplevel | tk.Tk):
        wide, high = sizes.scaled("minsize", widget.minsize() or (1, 1))
        widest, highest = largest(widget)
        widget.minsize(min(wide, widest), min(high, highest))


class Sizes:
    """The sizes of a widget at 100 %, which are read once and stored in the widget."""

    def __init__(self, widget: tk.Misc, factor: float) -> None:
        self.widget = widget
        self.factor = factor
        self._sizes: dict[str, tuple[float, ...]] = getattr(widget, SIZES, {})
        setattr(widget, SIZES, self._sizes)
        self.changed = self._sizes.get("factor") != (factor,)
        self._sizes["factor"] = (factor,)

    def scaled(self, option: str, now: tuple[float, ...]) -> tuple[int, ...]:
        """The sizes of an option in pixels of this screen; `now` are its sizes if they have not been read before."""
        at_100 = self._sizes.setdefault(option, now)
        return tuple(round(size * self.factor) for size in at_100)

    def fit_option(self, option: str) -> None:
        """Sets an option of the widget."""
        size = self.scaled(option, numbers(self.widget, self.widget.cget(option)))
        self.widget.tk.call(str(self.widget), "configure", f"-{option}", size)


def _fit_place(widget: tk.Misc, sizes: Sizes) -> None:
    """Sets the padding around a widget."""
    tcl = widget.tk
    path = str(widget)
    manager = widget.winfo_manager()
    info = tcl.splitlist(tcl.call(manager, "info", path))
    for option, now in zip(info[::2], info[1::2]):
        if option in ("-padx", "-pady", "-ipadx", "-ipady"):
            padding = sizes.scaled(option, numbers(widget, now))
            tcl.call(manager, "configure", path, option, padding)


def _fit_columns(tree: ttk.Treeview, sizes: Sizes) -> None:
    """Sets the widths of a list's columns."""
    for column in ("#0", *tree["columns"]):
        for option in ("width", "minwidth"):
            (size,) = sizes.scaled(f"{column} {option}", (tree.column(column, option),))
            tree.tk.call(str(tree), "column", column, f"-{option}", size)


def largest(widget: tk.Misc) -> tuple[int, int]:
    """The width and height in pixels that a window can have on this screen."""
    height = widget.winfo_screenheight()
    return widget.winfo_screenwidth(), min(round(SCREEN_SHARE * height), height - OUTSIDE_HEIGHT)


def set_smallest(window: tk.Toplevel | tk.Tk, width: int, height: int) -> None:
    """Sets the smallest size at 100 % of a window that hides parts of itself on a small screen."""
    setattr(window, SMALLEST_SIZE, (width, height))


def _scroll_if_large(window: tk.Toplevel | tk.Tk) -> None:
    """Gives a window that needs more room than the screen has scroll bars."""
    if window.wm_overrideredirect():
        return
    widest, highest = largest(window)
    fixed = not all(window.resizable())
    scrollable: Scrollable | None = getattr(window, SCROLLABLE, None)
    if fixed and scrollable is None:
        window.update_idletasks()
        width = window.winfo_reqwidth()
        height = window.winfo_reqheight()
    else:
        usual = getattr(window, SIZES, {}).get("minsize", window.minsize() or (1, 1))
        smallest = getattr(window, SMALLEST_SIZE, usual)
        width = pixels(window, smallest[0])
        height = pixels(window, smallest[1])
    if scrollable is None and (width > widest or height > highest):
        scrollable = Scrollable(window)
        setattr(window, SCROLLABLE, scrollable)
        if fixed:
            window.geometry(f"{min(width, widest)}x{min(height, highest)}")
    if scrollable is not None:
        scrollable.need(width, height)


def numbers(widget: tk.Misc, value: Any) -> tuple[int, ...]:
    """An option of pixels, such as "3 0" or "", as numbers."""
    parts = value if isinstance(value, tuple) else widget.tk.splitlist(str(value))
    sizes = (part if isinstance(part, int) else widget.winfo_fpixels(str(part)) for part in parts)
    return tuple(round(size) for size in sizes)


def packed_height(widget: tk.Misc) -> int:
    """The height in pixels that a widget with all that is packed in it requests once Tk is idle."""
    slaves = widget.pack_slaves()
    if not slaves:
        return widget.winfo_reqheight()
    stacked = 0
    needed = 0
    for slave in slaves:
        info = slave.pack_info()
        pady = info["pady"]
        outside = sum(pady) if isinstance(pady, tuple) else 2 * pady
        height = packed_height(slave) + outside + 2 * info["ipady"]
        needed = max(needed, stacked + height)
        if info["side"] in ("top", "bottom"):
            stacked += height
    above, below = _padding(widget)
    return above + needed + below


def _padding(widget: tk.Misc) -> tuple[int, int]:
    """The padding at the top and at the bottom of a widget; Tk gives one to four sizes, from the left clockwise."""
    padding = numbers(widget, widget.cget("padding")) or (0,)
    above = padding[1] if len(padding) > 1 else padding[0]
    below = padding[3] if len(padding) > 3 else above
    return above, below
