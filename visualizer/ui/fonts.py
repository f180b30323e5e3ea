"""Fonts: typefaces by system, and sizes at the scale in force."""

from __future__ import annotations

import sys
import tkinter as tk
from functools import lru_cache
from tkinter import font as tkfont

from visualizer.ui.sizes import scale

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
