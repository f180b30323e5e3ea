"""Fonts: the typeface of this system and one scale of sizes, shared by all windows.  Imports tkinter.

Sizes are pixels at 100 %: 10 and 11 for what stands in pictures, 13 for text, 16 and 20 for what counts most.  All
fonts are Tk's named ones, so everything written in them follows a change of the scale.
"""

from __future__ import annotations

import sys
import tkinter as tk
from functools import lru_cache
from tkinter import font as tkfont

from visualizer.kit.scale import scale

FAMILIES = {
    "win32": ("Segoe UI Variable Text", "Segoe UI", "Tahoma"),
    "darwin": (".AppleSystemUIFont", "SF Pro Text", "Helvetica Neue", "Lucida Grande"),
    "linux": ("Inter", "Adwaita Sans", "Cantarell", "Ubuntu", "Noto Sans", "Open Sans", "Roboto", "DejaVu Sans"),
}
"""The typefaces for text by system, the first that is installed is used.  All have the signs ≤ ≥ − α β."""

FIXED = {
    "win32": ("Cascadia Mono", "Consolas", "Courier New"),
    "darwin": ("SF Mono", "Menlo", "Monaco"),
    "linux": ("JetBrains Mono", "Adwaita Mono", "Ubuntu Mono", "Noto Sans Mono", "DejaVu Sans Mono"),
}
"""The same for letters of one width."""

TEXT = 13
"""The size of text."""

NAMED: dict[str, tuple[float, bool]] = {
    "TkDefaultFont": (TEXT, False),
    "TkTextFont": (TEXT, False),
    "TkMenuFont": (TEXT, False),
    "TkIconFont": (TEXT, False),
    "TkHeadingFont": (TEXT, True),
    "TkCaptionFont": (16, True),
    "TkSmallCaptionFont": (11, False),
    "TkTooltipFont": (12, False),
    "TkFixedFont": (12, False),
}
"""Tk's own fonts: size and whether bold."""

OURS = "c4 "
"""What the names of the other fonts begin with."""


@lru_cache(maxsize=8)
def chosen(wanted: tuple[str, ...], installed: frozenset[str], otherwise: str) -> str:
    """The first of the typefaces that is installed."""
    return next((name for name in wanted if name in installed), otherwise)


def use(root: tk.Misc) -> None:
    """Gives all fonts the typeface of this system and the sizes of the scale in force."""
    system = sys.platform if sys.platform in FAMILIES else "linux"
    factor, call = scale(root), root.tk.call
    named = set(tkfont.names(root))
    if "c4family" not in named:  # asked once: listing all typefaces takes a while
        installed = frozenset(tkfont.families(root))
        usual = [tkfont.nametofont(name, root).actual("family") for name in ("TkDefaultFont", "TkFixedFont")]
        call("font", "create", "c4family", "-family", chosen(FAMILIES[system], installed, usual[0]))
        call("font", "create", "c4fixed", "-family", chosen(FIXED[system], installed, usual[1]))
    text, fixed = (call("font", "actual", name, "-family") for name in ("c4family", "c4fixed"))
    for name in named:
        size, bold = NAMED.get(name, (0, False))
        if name.startswith(OURS):
            size, bold = float(name.split()[1]), "bold" in name
        if size:
            family = fixed if name == "TkFixedFont" or name.endswith("fixed") else text
            look = ("-family", family, "-size", -max(1, round(size * factor)), "-weight", "bold" if bold else "normal")
            if tuple(call("font", "configure", name, option) for option in look[::2]) != look[1::2]:
                call("font", "configure", name, *look)  # lays out every widget anew


def font(widget: tk.Misc, size: float, bold: bool = False, fixed: bool = False) -> tkfont.Font:
    """The font of a size in pixels at 100 %, with letters of one width if they are to be; the same one whenever it is
    asked for.
    """
    name = f"{OURS}{size:g}{' bold' if bold else ''}{' fixed' if fixed else ''}"
    call = widget.tk.call
    if name not in tkfont.names(widget):
        family = tkfont.nametofont("TkFixedFont" if fixed else "TkDefaultFont", widget).actual("family")
        weight = "bold" if bold else "normal"
        pixels = -max(1, round(size * scale(widget)))
        call("font", "create", name, "-family", family, "-size", pixels, "-weight", weight)
    return tkfont.Font(widget, name=name, exists=True)


def font_of(widget: tk.Misc, pixels: int) -> tkfont.Font:
    """The font of so many pixels of this screen, which stays as it is at any scale."""
    name = f"c4pixels {pixels}"
    if name not in tkfont.names(widget):
        family = tkfont.nametofont("TkDefaultFont", widget).actual("family")
        widget.tk.call("font", "create", name, "-family", family, "-size", -pixels)
    return tkfont.Font(widget, name=name, exists=True)
