"""Scale: how large everything is on this screen, 75 to 300 %, changed while the window is open.  Imports tkinter.

Every window is written in pixels of a usual screen at 100 %.  What is drawn multiplies them by `scale`; what Tk lays
out is multiplied by `fit`.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from visualizer.kit.rolling import Rolling

INCH = 96
"""Pixels of an inch at 100 %."""

SCALES = (75, 90, 100, 110, 125, 150, 175, 200, 250, 300)
"""Per cent."""

BASE = "c4scaling"
"""Tcl's variable for the screen's own scaling."""

FOLDED = "c4folded"
"""Attribute of a window: the size that it can do with, pixels at 100 %."""

ROLLING = "c4rolling"
"""Attribute of a window: how it shows a part of what stands in it."""

WRITTEN = "c4written"
"""Attribute of a widget: what stood in its options at 100 %, and what was made of it."""


def scale(widget: tk.Misc) -> float:
    """Pixels of this screen for one at 100 %, to the hundredth: a screen seldom says exactly what it has."""
    return round(widget.winfo_fpixels("1i") / INCH, 2)


def pixels(widget: tk.Misc, size: float) -> int:
    """A size at 100 % in pixels of this screen."""
    return round(size * scale(widget))


def set_scale(root: tk.Tk, percent: int) -> None:
    """Sets `scale` to a percentage of the screen's own; what is on screen follows once the look is applied."""
    tcl = root.tk
    if not tcl.getboolean(tcl.call("info", "exists", BASE)):
        tcl.call("set", BASE, max(float(tcl.call("tk", "scaling")), INCH / 72))
    tcl.call("tk", "scaling", float(tcl.call("set", BASE)) * percent / 100)


def fit(widget: tk.Misc, *but: tk.Misc) -> None:
    """Multiplies the room around and inside a widget and all in it `but` some, written for 100 %, by the scale.

    Called again after a change of the scale, or when widgets have come, it goes on from what was written.
    """
    _fit(widget, scale(widget), but)


def _fit(widget: tk.Misc, factor: float, but: tuple[tk.Misc, ...]) -> None:
    if widget in but or getattr(widget, "scales_itself", False):
        return
    written: dict[str, tuple[Any, Any]] | None = getattr(widget, WRITTEN, None)
    if written is None and factor == 1.0:
        pass  # it stands as it was written
    else:
        written = written or {}
        _fit_one(widget, factor, written)
        setattr(widget, WRITTEN, written)
    for child in widget.winfo_children():
        if not isinstance(child, tk.Menu):
            _fit(child, factor, but)
    if isinstance(widget, tk.Toplevel | tk.Tk) and written is not None:
        _roll(widget, written["minsize"][0], factor)


def _fit_one(widget: tk.Misc, factor: float, written: dict[str, tuple[Any, Any]]) -> None:
    def scaled(name: str, now: Any) -> Any:
        """What an option shall be: `now` is what was written, unless it is what was made of it the last time."""
        origin, made = written.get(name, (None, None))
        if now != made or origin is None:
            origin = now
        made = tuple(round(part * factor) for part in origin)
        written[name] = origin, made
        return made

    tcl, path = widget.tk, str(widget)
    manager = widget.winfo_manager()
    if manager in ("pack", "grid"):
        found = tcl.splitlist(tcl.call(manager, "info", path))
        info = dict(zip(found[::2], found[1::2]))
        for option in ("-padx", "-pady", "-ipadx", "-ipady"):
            now = numbers(widget, info[option])
            wanted = scaled(option, now)
            if wanted != now:
                tcl.call(manager, "configure", path, option, wanted)
    if isinstance(widget, ttk.Treeview):
        for column in ("#0", *widget["columns"]):
            for option in ("width", "minwidth"):
                now = (int(widget.column(column, option)),)
                before = written.get(f"{column} {option}", (None, now))[1]  # Tk itself stretches columns
                wanted = scaled(f"{column} {option}", before)
                if wanted != now:
                    widget.column(column, **{option: wanted[0]})
    options = ("padding",) if isinstance(widget, ttk.Widget) else ("padx", "pady")
    if isinstance(widget, ttk.Frame | ttk.Label | tk.Text):
        for option in options:
            now = numbers(widget, widget.cget(option))
            wanted = scaled(option, now)
            if wanted != now:
                tcl.call(path, "configure", f"-{option}", wanted)
    if isinstance(widget, tk.Toplevel | tk.Tk):
        now = widget.minsize() or (1, 1)
        most = widget.winfo_screenwidth(), widget.winfo_screenheight()
        wanted = scaled("minsize", now)
        widget.minsize(*(min(size, limit) for size, limit in zip(wanted, most)))
        written["minsize"] = written["minsize"][0], widget.minsize()


def folds_to(window: tk.Toplevel | tk.Tk, width: int, height: int) -> None:
    """Says that a window folds parts of itself, so that it can do with so little on a small screen."""
    setattr(window, FOLDED, (width, height))


def _roll(window: tk.Toplevel | tk.Tk, least: tuple[int, ...], factor: float) -> None:
    """Lets a window that needs more than the screen has show a part of what stands in it; `least` is its least size,
    pixels at 100 %.
    """
    if window.wm_overrideredirect():
        return
    least = getattr(window, FOLDED, least)
    wanted = tuple(round(size * factor) for size in least)
    most = window.winfo_screenwidth(), window.winfo_screenheight()
    rolling: Rolling | None = getattr(window, ROLLING, None)
    if rolling is None and not all(window.resizable()):
        window.update_idletasks()
        wanted = window.winfo_reqwidth(), window.winfo_reqheight()
    if rolling is None and (wanted[0] > most[0] or wanted[1] > most[1]):
        rolling = Rolling(window)
        setattr(window, ROLLING, rolling)
        if not all(window.resizable()):
            window.geometry(f"{min(wanted[0], most[0])}x{min(wanted[1], most[1])}")
    if rolling is not None:
        rolling.need(wanted[0], wanted[1])


def numbers(widget: tk.Misc, value: Any) -> tuple[int, ...]:
    """An option of pixels, such as "3 0" or "", as numbers."""
    parts = value if isinstance(value, tuple) else widget.tk.splitlist(str(value))
    return tuple(round(part if isinstance(part, int) else widget.winfo_fpixels(str(part))) for part in parts)


def packed_height(widget: tk.Misc) -> int:
    """Pixels that a widget with all that is packed in it needs from top to bottom, as Tk will find when it is idle."""
    slaves = widget.pack_slaves()
    if not slaves:
        return widget.winfo_reqheight()
    stacked = most = 0
    for slave in slaves:
        info = slave.pack_info()
        pads = info["pady"] if isinstance(info["pady"], tuple) else 2 * (info["pady"],)
        high = packed_height(slave) + sum(pads) + 2 * info["ipady"]
        most = max(most, stacked + high)
        stacked += high if info["side"] in ("top", "bottom") else 0
    padding = numbers(widget, widget.cget("padding")) or (0,)  # left, top, right, bottom, as many as are given
    above = padding[1 if len(padding) > 1 else 0]
    return most + above + (padding[3] if len(padding) > 3 else above)
