"""Fonts and sizes, from 75 to 300 %, and scroll bars for windows that are larger than the screen."""

from __future__ import annotations

import sys
import tkinter as tk
from functools import lru_cache, partial
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any, Literal

USE_WHEEL = ("Text", "Treeview", "Listbox", "Canvas", "TCombobox", "TSpinbox")
"""Classes of widgets that handle the wheel themselves."""


class Scrollable:
    """Scroll bars for a window or frame that is smaller than its contents need; `need` sets how much that is."""

    def __init__(self, top: tk.Tk | tk.Toplevel | tk.Widget) -> None:
        self._top = top
        self._need: tuple[int, int] = (1, 1)
        self._at = [0, 0]
        self.body = ttk.Frame(top)
        self.body.lower()
        self._bars = [
            ttk.Scrollbar(top, orient="horizontal", command=partial(self._scroll, 0)),
            ttk.Scrollbar(top, orient="vertical", command=partial(self._scroll, 1)),
        ]
        self._grows = isinstance(top, tk.Tk | tk.Toplevel) and not all(top.resizable())
        for slave in (*top.pack_slaves(), *top.grid_slaves()):
            slave.bind("<Configure>", lambda _: self._place() if self._grows else None, add="+")
        for slave in top.pack_slaves():
            packed: dict[str, Any] = {**slave.pack_info(), "in": self.body}
            slave.pack(**packed)
        for slave in top.grid_slaves():
            gridded: dict[str, Any] = {**slave.grid_info(), "in": self.body}
            slave.grid(**gridded)
        top.bind("<Configure>", lambda event: self._place() if event.widget is top else None, add="+")
        top.bind("<FocusIn>", self._focused, add="+")
        for event, notches in (("<Button-4>", -1), ("<Button-5>", 1)):
            top.bind(event, partial(self._wheel, notches), add="+")
        top.bind("<MouseWheel>", lambda event: self._wheel(-1 if event.delta > 0 else 1, event), add="+")

    def need(self, width: int, height: int) -> None:
        """Sets the least size of the contents in pixels."""
        self._need = width, height
        self._place()

    @property
    def scrolls(self) -> bool:
        """Whether part of the contents is hidden."""
        return any(bar.winfo_manager() for bar in self._bars)

    def _place(self) -> None:
        """Places the body, and the bars where part of it is hidden."""
        if self._grows:  # a dialog that cannot be resized needs its requested size
            self._need = self.body.winfo_reqwidth(), self.body.winfo_reqheight()
        sizes = self._top.winfo_width(), self._top.winfo_height()
        thick = self._bars[1].winfo_reqwidth()
        across = sizes[0] < self._need[0]
        down = sizes[1] - thick * across < self._need[1]
        across = across or sizes[0] - thick * down < self._need[0]
        visible = sizes[0] - thick * down, sizes[1] - thick * across
        total = [max(need, room) for need, room in zip(self._need, visible)]
        self._at = [max(0, min(at, all - room)) for at, all, room in zip(self._at, total, visible)]
        self.body.place(x=-self._at[0], y=-self._at[1], width=total[0], height=total[1])
        for bar, shown, side in zip(self._bars, (across, down), (0, 1)):
            if not shown:
                bar.place_forget()
                continue
            bar.set(self._at[side] / total[side], (self._at[side] + visible[side]) / total[side])
            if side == 0:
                bar.place(x=0, rely=1.0, anchor="sw", width=visible[0])
            else:
                bar.place(relx=1.0, y=0, anchor="ne", height=visible[1])
            tk.Misc.lift(bar)
        self._visible, self._total = visible, total

    def _scroll(self, side: int, how: Literal["moveto", "scroll"], amount: str, unit: str = "") -> None:
        """Handles a scroll bar's command."""
        if how == "moveto":
            self._at[side] = round(float(amount) * self._total[side])
        else:
            self._at[side] += round(int(amount) * self._visible[side] * (0.9 if unit == "pages" else 0.1))
        self._place()

    def _wheel(self, notches: int, event: tk.Event[tk.Misc]) -> None:
        if self._bars[1].winfo_manager() and event.widget.winfo_class() not in USE_WHEEL:
            self._scroll(1, "scroll", str(notches))

    def _focused(self, event: tk.Event[tk.Misc]) -> None:
        """Scrolls to the widget that has the focus."""
        widget = event.widget
        if not self.scrolls or not isinstance(widget, tk.Misc) or widget is self._top:
            return
        corner = widget.winfo_rootx() - self._top.winfo_rootx(), widget.winfo_rooty() - self._top.winfo_rooty()
        size = widget.winfo_width(), widget.winfo_height()
        for side in (0, 1):
            beyond = corner[side] + size[side] - self._visible[side]
            if beyond > 0:
                self._at[side] += beyond
            if corner[side] - max(beyond, 0) < 0:
                self._at[side] += corner[side] - max(beyond, 0)
        self._place()


INCH = 96
"""Pixels of an inch at 100 %."""

BASE = "c4scaling"
"""Tcl's variable for the screen's own scaling."""

MOST = 0.9
"""The height of the screen that a window can have: its frame and menu bar need room, too."""

WRITTEN = "c4written"
"""Attribute of a widget: its sizes at 100 %, by option."""

SMALLEST = "c4smallest"
"""Attribute of a window: the smallest usable size, pixels at 100 %."""

SCROLLABLE = "c4scrollable"
"""Attribute of a window: its `Scrollable`, once it did not fit on the screen."""


def scale(widget: tk.Misc) -> float:
    """Pixels of this screen for one at 100 %, to the hundredth: screens report their resolution inexactly."""
    return round(widget.winfo_fpixels("1i") / INCH, 2)


def pixels(widget: tk.Misc, size: float) -> int:
    """A size at 100 % in pixels of this screen."""
    return round(size * scale(widget))


def set_scale(root: tk.Tk, percent: int) -> None:
    """Sets `scale` to a percentage of the screen's own; `visualizer.ui.style.apply` and `fit` apply it."""
    tcl = root.tk
    if not tcl.getboolean(tcl.call("info", "exists", BASE)):
        tcl.call("set", BASE, max(float(tcl.call("tk", "scaling")), INCH / 72))
    tcl.call("tk", "scaling", float(tcl.call("set", BASE)) * percent / 100)


def fit(widget: tk.Misc) -> None:
    """Multiplies padding, column widths and least sizes, written for 100 %, of a widget and all in it by the scale.

    Call it again when the scale has changed or widgets have been added.
    """
    if getattr(widget, "scales_itself", False):
        return
    factor = scale(widget)
    if factor != 1 or hasattr(widget, WRITTEN):
        _fit_one(widget, factor)
    for child in list(widget.children.values()):
        if not isinstance(child, tk.Menu | tk.Toplevel):
            fit(child)
    if isinstance(widget, tk.Toplevel | tk.Tk):
        _scroll_if_large(widget)


def _fit_one(widget: tk.Misc, factor: float) -> None:
    """Multiplies everything about one widget that is written in pixels."""
    written: dict[str, tuple[float, ...]] = getattr(widget, WRITTEN, {})
    setattr(widget, WRITTEN, written)
    changed = written.get("factor") != (factor,)
    written["factor"] = (factor,)

    def scaled(option: str, now: tuple[float, ...]) -> tuple[int, ...]:
        return tuple(round(part * factor) for part in written.setdefault(option, now))

    tcl, path, manager = widget.tk, str(widget), widget.winfo_manager()
    if manager in ("pack", "grid"):
        info = tcl.splitlist(tcl.call(manager, "info", path))
        for option, now in zip(info[::2], info[1::2]):
            if option in ("-padx", "-pady", "-ipadx", "-ipady"):
                tcl.call(manager, "configure", path, option, scaled(option, numbers(widget, now)))
    if isinstance(widget, ttk.Frame | ttk.Label):
        tcl.call(path, "configure", "-padding", scaled("padding", numbers(widget, widget.cget("padding"))))
    elif isinstance(widget, tk.Text):
        for option in ("padx", "pady"):
            tcl.call(path, "configure", f"-{option}", scaled(option, numbers(widget, widget.cget(option))))
    elif isinstance(widget, ttk.Treeview) and changed:
        for column in ("#0", *widget["columns"]):
            for option in ("width", "minwidth"):
                (size,) = scaled(f"{column} {option}", (widget.column(column, option),))
                tcl.call(path, "column", column, f"-{option}", size)
    elif isinstance(widget, tk.Toplevel | tk.Tk):
        wide, high = scaled("minsize", widget.minsize() or (1, 1))
        most = largest(widget)
        widget.minsize(min(wide, most[0]), min(high, most[1]))


def largest(widget: tk.Misc) -> tuple[int, int]:
    """The width and height in pixels that a window can have on this screen."""
    return widget.winfo_screenwidth(), round(MOST * widget.winfo_screenheight())


def set_smallest(window: tk.Toplevel | tk.Tk, width: int, height: int) -> None:
    """Says that a window hides parts of itself on a small screen, and how small it can become at 100 %."""
    setattr(window, SMALLEST, (width, height))


def _scroll_if_large(window: tk.Toplevel | tk.Tk) -> None:
    """Gives a window that needs more room than the screen has scroll bars."""
    if window.wm_overrideredirect():
        return
    most = largest(window)
    fixed = not all(window.resizable())
    scrollable: Scrollable | None = getattr(window, SCROLLABLE, None)
    if fixed and scrollable is None:
        window.update_idletasks()
        wanted = window.winfo_reqwidth(), window.winfo_reqheight()
    else:
        least = getattr(window, WRITTEN, {}).get("minsize", window.minsize() or (1, 1))
        width, height = getattr(window, SMALLEST, least)
        wanted = pixels(window, width), pixels(window, height)
    if scrollable is None and (wanted[0] > most[0] or wanted[1] > most[1]):
        scrollable = Scrollable(window)
        setattr(window, SCROLLABLE, scrollable)
        if fixed:
            window.geometry(f"{min(wanted[0], most[0])}x{min(wanted[1], most[1])}")
    if scrollable is not None:
        scrollable.need(wanted[0], wanted[1])


def numbers(widget: tk.Misc, value: Any) -> tuple[int, ...]:
    """An option of pixels, such as "3 0" or "", as numbers."""
    parts = value if isinstance(value, tuple) else widget.tk.splitlist(str(value))
    return tuple(round(part if isinstance(part, int) else widget.winfo_fpixels(str(part))) for part in parts)


def packed_height(widget: tk.Misc) -> int:
    """The height in pixels that a widget with all that is packed in it requests once Tk is idle."""
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


FAMILIES = {
    "win32": ("Segoe UI Variable Text", "Segoe UI", "Tahoma"),
    "darwin": (".AppleSystemUIFont", "SF Pro Text", "Helvetica Neue", "Lucida Grande"),
    "linux": ("Inter", "Adwaita Sans", "Cantarell", "Ubuntu", "Noto Sans", "Open Sans", "Roboto", "DejaVu Sans"),
}
"""The typefaces for text by system; the first one installed is used.  All have the signs ≤ ≥ − α β."""

FIXED = {
    "win32": ("Cascadia Mono", "Consolas", "Courier New"),
    "darwin": ("SF Mono", "Menlo", "Monaco"),
    "linux": ("JetBrains Mono", "Adwaita Mono", "Ubuntu Mono", "Noto Sans Mono", "DejaVu Sans Mono"),
}
"""The same for fixed-width text."""

LARGE, MEDIUM, TEXT, SMALL = 20, 15, 13, 11
"""The sizes of text: results, headings, everything else, and captions, pixels at 100 %."""

NAMED: dict[str, tuple[float, bool]] = {
    "TkDefaultFont": (TEXT, False),
    "TkTextFont": (TEXT, False),
    "TkMenuFont": (TEXT, False),
    "TkIconFont": (TEXT, False),
    "TkHeadingFont": (TEXT, True),
    "TkCaptionFont": (MEDIUM, True),
    "TkSmallCaptionFont": (SMALL, False),
    "TkTooltipFont": (TEXT, False),
    "TkFixedFont": (TEXT, False),
}
"""Tk's own fonts: size and whether bold."""

PREFIX = "c4 "
"""Prefix of the names of fonts that `font` makes."""


@lru_cache(maxsize=8)
def first_installed(wanted: tuple[str, ...], installed: frozenset[str], otherwise: str) -> str:
    """The first of the typefaces that is installed."""
    return next((name for name in wanted if name in installed), otherwise)


def use_fonts(root: tk.Misc) -> None:
    """Sets the typeface of this system and the sizes of the scale in force for all named fonts."""
    system = sys.platform if sys.platform in FAMILIES else "linux"
    factor, call = scale(root), root.tk.call
    named = set(tkfont.names(root))
    if "c4family" not in named:  # once: listing all typefaces is slow
        installed = frozenset(tkfont.families(root))
        usual = [tkfont.nametofont(name, root).actual("family") for name in ("TkDefaultFont", "TkFixedFont")]
        call("font", "create", "c4family", "-family", first_installed(FAMILIES[system], installed, usual[0]))
        call("font", "create", "c4fixed", "-family", first_installed(FIXED[system], installed, usual[1]))
    text, fixed = (call("font", "actual", name, "-family") for name in ("c4family", "c4fixed"))
    for name in named:
        size, bold = NAMED.get(name, (0, False))
        if name.startswith(PREFIX):
            size, bold = float(name.split()[1]), "bold" in name
        if size:
            family = fixed if name == "TkFixedFont" or name.endswith("fixed") else text
            weight = "bold" if bold else "normal"
            options = "-family", family, "-size", -max(1, round(size * factor)), "-weight", weight
            if tuple(call("font", "configure", name, option) for option in options[::2]) != options[1::2]:
                call("font", "configure", name, *options)  # lays out every widget again


def font(widget: tk.Misc, size: float, bold: bool = False, fixed: bool = False) -> tkfont.Font:
    """The shared font of a size in pixels at 100 %."""
    name = f"{PREFIX}{size:g}{' bold' if bold else ''}{' fixed' if fixed else ''}"
    call = widget.tk.call
    if name not in tkfont.names(widget):
        family = tkfont.nametofont("TkFixedFont" if fixed else "TkDefaultFont", widget).actual("family")
        weight = "bold" if bold else "normal"
        pixels = -max(1, round(size * scale(widget)))
        call("font", "create", name, "-family", family, "-size", pixels, "-weight", weight)
    return tkfont.Font(widget, name=name, exists=True)


def font_of(widget: tk.Misc, pixels: int) -> tkfont.Font:
    """The shared font of a size in pixels of this screen, whatever the scale."""
    name = f"c4pixels {pixels}"
    if name not in tkfont.names(widget):
        family = tkfont.nametofont("TkDefaultFont", widget).actual("family")
        widget.tk.call("font", "create", name, "-family", family, "-size", -pixels)
    return tkfont.Font(widget, name=name, exists=True)
