"""Fonts and sizes at a scale from 75 to 300 %, and scroll bars for windows that are larger than the screen."""

from __future__ import annotations

import sys
import tkinter as tk
from functools import lru_cache, partial
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any, Literal

from visualizer.ui.geometry import OUTSIDE_HEIGHT
from visualizer.ui.wheel import Steps, bind_wheel

USE_WHEEL = ("Text", "Treeview", "Listbox", "Canvas")
"""Classes of widgets that handle the wheel themselves."""


class Scrollable:
    """Scroll bars for a window or frame that can be smaller than its contents; `need` sets the size of the contents."""

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
            slave.bind("<Configure>", self._contents_resized, add="+")
        self._move_contents()
        top.bind("<Configure>", self._resized, add="+")
        top.bind("<FocusIn>", self._focused, add="+")
        self._steps = Steps()
        bind_wheel(top, self._turned)

    def _move_contents(self) -> None:
        """Moves everything in the window into the body."""
        for slave in self._top.pack_slaves():
            packed: dict[str, Any] = {**slave.pack_info(), "in": self.body}
            slave.pack(**packed)
        for slave in self._top.grid_slaves():
            gridded: dict[str, Any] = {**slave.grid_info(), "in": self.body}
            slave.grid(**gridded)

    def _contents_resized(self, event: object) -> None:
        if self._grows:
            self._place()

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._top:
            self._place()

    def need(self, width: int, height: int) -> None:
        """Sets the smallest size of the contents in pixels."""
        self._need = (width, height)
        self._place()

    @property
    def scrolls(self) -> bool:
        """Whether part of the contents is hidden."""
        return any(bar.winfo_manager() for bar in self._bars)

    def _place(self) -> None:
        """Places the body, and the bars for the directions in which part of it is hidden."""
        if self._grows:  # a dialog that cannot be resized needs its requested size
            self._need = (self.body.winfo_reqwidth(), self.body.winfo_reqheight())
        across, down = self._hidden()
        thickness = self._bars[1].winfo_reqwidth()
        width = self._top.winfo_width() - (thickness if down else 0)
        height = self._top.winfo_height() - (thickness if across else 0)
        self._visible = (width, height)
        self._total = [max(self._need[0], width), max(self._need[1], height)]
        for side in (0, 1):
            furthest = self._total[side] - self._visible[side]
            self._at[side] = max(0, min(self._at[side], furthest))
        self.body.place(x=-self._at[0], y=-self._at[1], width=self._total[0], height=self._total[1])
        self._place_bar(0, across)
        self._place_bar(1, down)

    def _hidden(self) -> tuple[bool, bool]:
        """Whether part of the contents is hidden across, and down; each bar takes room from the other direction."""
        width = self._top.winfo_width()
        height = self._top.winfo_height()
        thickness = self._bars[1].winfo_reqwidth()
        across = width < self._need[0]
        if across:
            height -= thickness
        down = height < self._need[1]
        if down:
            width -= thickness
        return width < self._need[0], down

    def _place_bar(self, side: int, shown: bool) -> None:
        """Shows or hides the bar across (0) or down (1)."""
        bar = self._bars[side]
        if not shown:
            bar.place_forget()
            return
        first = self._at[side]
        last = first + self._visible[side]
        bar.set(first / self._total[side], last / self._total[side])
        if side == 0:
            bar.place(x=0, rely=1.0, anchor="sw", width=self._visible[0])
        else:
            bar.place(relx=1.0, y=0, anchor="ne", height=self._visible[1])
        tk.Misc.lift(bar)

    def _scroll(self, side: int, how: Literal["moveto", "scroll"], amount: str, unit: str = "") -> None:
        """Handles a scroll bar's command."""
        if how == "moveto":
            self._at[side] = round(float(amount) * self._total[side])
        else:
            share = 0.9 if unit == "pages" else 0.1
            self._at[side] += round(int(amount) * self._visible[side] * share)
        self._place()

    def _turned(self, notches: float, event: tk.Event[tk.Misc]) -> None:
        steps = -self._steps.add(notches)
        if steps and self._bars[1].winfo_manager() and event.widget.winfo_class() not in USE_WHEEL:
            self._scroll(1, "scroll", str(steps))

    def _focused(self, event: tk.Event[tk.Misc]) -> None:
        """Scrolls to the widget that has the focus."""
        widget = event.widget
        if not self.scrolls or not isinstance(widget, tk.Misc) or widget is self._top:
            return
        x = widget.winfo_rootx() - self._top.winfo_rootx()
        y = widget.winfo_rooty() - self._top.winfo_rooty()
        self._scroll_to(0, x, x + widget.winfo_width())
        self._scroll_to(1, y, y + widget.winfo_height())
        self._place()

    def _scroll_to(self, side: int, start: int, end: int) -> None:
        """Scrolls so that everything from `start` to `end` is visible, or at least `start`."""
        beyond = max(0, end - self._visible[side])
        self._at[side] += beyond
        start -= beyond
        if start < 0:
            self._at[side] += start


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


FAMILIES = {
    "win32": ("Segoe UI Variable Text", "Segoe UI", "Tahoma"),
    "darwin": (".AppleSystemUIFont", "SF Pro Text", "Helvetica Neue", "Lucida Grande"),
    "linux": ("Inter", "Adwaita Sans", "Cantarell", "Ubuntu", "Noto Sans", "Open Sans", "Roboto", "DejaVu Sans"),
}
"""The typefaces for text by system; the first one installed is used.  All have the signs ≤ ≥ − α β."""

FIXED_FAMILIES = {
    "win32": ("Cascadia Mono", "Consolas", "Courier New"),
    "darwin": ("SF Mono", "Menlo", "Monaco"),
    "linux": ("JetBrains Mono", "Adwaita Mono", "Ubuntu Mono", "Noto Sans Mono", "DejaVu Sans Mono"),
}
"""The same for fixed-width text."""

LARGE = 20
MEDIUM = 15
TEXT = 13
SMALL = 12
"""The sizes of text: results, headings, everything else, and captions, pixels at 100 %."""

INDENT = 12
"""Pixels at 100 % by which each level of a list that is a tree is indented."""

TK_FONTS: dict[str, tuple[float, bool]] = {
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

FONT_PREFIX = "c4 "
"""Prefix of the names of fonts that `font` makes."""


@lru_cache(maxsize=8)
def first_installed(wanted: tuple[str, ...], installed: frozenset[str], otherwise: str) -> str:
    """The first of the typefaces that is installed."""
    return next((name for name in wanted if name in installed), otherwise)


def use_fonts(root: tk.Misc) -> None:
    """Sets the typeface of this system and the sizes of the scale in force for all named fonts."""
    call = root.tk.call
    factor = scale(root)
    names = set(tkfont.names(root))
    if "c4family" not in names:  # once: listing all typefaces is slow
        _choose_families(root)
    text = call("font", "actual", "c4family", "-family")
    fixed = call("font", "actual", "c4fixed", "-family")
    for name in names:
        size, bold = _size_of(name)
        if not size:
            continue
        is_fixed = name == "TkFixedFont" or name.endswith("fixed")
        options = {
            "-family": fixed if is_fixed else text,
            "-size": -max(1, round(size * factor)),
            "-weight": "bold" if bold else "normal",
        }
        if any(call("font", "configure", name, option) != value for option, value in options.items()):
            pairs = [part for option in options.items() for part in option]
            call("font", "configure", name, *pairs)  # lays out every widget again


def _choose_families(root: tk.Misc) -> None:
    """Makes the fonts "c4family" and "c4fixed" in the typefaces of this system."""
    system = sys.platform if sys.platform in FAMILIES else "linux"
    installed = frozenset(tkfont.families(root))
    chosen = (("c4family", FAMILIES, "TkDefaultFont"), ("c4fixed", FIXED_FAMILIES, "TkFixedFont"))
    for name, families, usual in chosen:
        otherwise = tkfont.nametofont(usual, root).actual("family")
        root.tk.call("font", "create", name, "-family", first_installed(families[system], installed, otherwise))


def _size_of(name: str) -> tuple[float, bool]:
    """The size of a named font at 100 %, and whether it is bold; 0 for a font that is not ours."""
    if name.startswith(FONT_PREFIX):
        return float(name.split()[1]), "bold" in name
    return TK_FONTS.get(name, (0, False))


def font(widget: tk.Misc, size: float, bold: bool = False, fixed: bool = False, italic: bool = False) -> tkfont.Font:
    """The shared font of a size in pixels at 100 %."""
    name = f"{FONT_PREFIX}{size:g}"
    if bold:
        name += " bold"
    if fixed:
        name += " fixed"
    if italic:
        name += " italic"
    if name not in tkfont.names(widget):
        family = tkfont.nametofont("TkFixedFont" if fixed else "TkDefaultFont", widget).actual("family")
        weight = "bold" if bold else "normal"
        height = max(1, round(size * scale(widget)))
        slant = "italic" if italic else "roman"
        _create_font(widget, name, "-family", family, "-size", -height, "-weight", weight, "-slant", slant)
    return tkfont.Font(widget, name=name, exists=True)


def font_of(widget: tk.Misc, pixels: int) -> tkfont.Font:
    """The shared font of a size in pixels of this screen, which the scale does not change."""
    name = f"c4pixels {pixels}"
    if name not in tkfont.names(widget):
        family = tkfont.nametofont("TkDefaultFont", widget).actual("family")
        _create_font(widget, name, "-family", family, "-size", -pixels)
    return tkfont.Font(widget, name=name, exists=True)


OPEN_FONTS = ".c4fonts"
"""The canvas, never shown, that has a text in each font of ours."""


def _create_font(widget: tk.Misc, name: str, *options: object) -> None:
    """Creates a named font, and keeps it open.

    Tk opens a font that no widget uses for each text that is measured in it, which takes 250 times as long.
    """
    call = widget.tk.call
    call("font", "create", name, *options)
    if not widget.getboolean(call("winfo", "exists", OPEN_FONTS)):
        call("canvas", OPEN_FONTS)
    call(OPEN_FONTS, "create", "text", 0, 0, "-font", name)
