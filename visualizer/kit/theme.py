"""Colours of the window, light and dark.  Imports nothing but the standard library, and tkinter only where it paints.

The colours are Okabe and Ito's (2008), which stay apart under every common colour-blindness; whatever a colour says is
also said by a shape, a hatch or a word.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tkinter as tk


@dataclass(frozen=True)
class Theme:
    """All colours of one look."""

    name: str
    window: str  # behind everything
    panel: str  # lists, cards, the tree
    line: str  # borders and rules
    text: str
    faint: str  # text that is stale or of less weight
    accent: str  # selection and focus
    board: str  # the board's face
    hole: str  # an empty cell
    good: str  # values that favour the searching side
    bad: str  # values against it
    exact: str  # principal variation
    max_node: str
    min_node: str
    leaf: str
    terminal: str
    pruned: str
    only_a: str  # of two searches laid over each other: what only the first has
    only_b: str


LIGHT = Theme(
    name="light",
    window="#f3f4f6",
    panel="#ffffff",
    line="#c5cad3",
    text="#1b2330",
    faint="#6b7482",
    accent="#0072b2",
    board="#2b4c7e",
    hole="#e8ecf2",
    good="#0072b2",
    bad="#d55e00",
    exact="#111827",
    max_node="#9fd0ee",
    min_node="#f6c77d",
    leaf="#d7dce4",
    terminal="#f0e442",
    pruned="#b9c0cb",
    only_a="#8fd3bd",
    only_b="#e8bcd6",
)

DARK = Theme(
    name="dark",
    window="#1b2027",
    panel="#232a33",
    line="#46505e",
    text="#e8ecf2",
    faint="#9aa4b2",
    accent="#56b4e9",
    board="#27446f",
    hole="#141920",
    good="#56b4e9",
    bad="#e69f00",
    exact="#f5f7fa",
    max_node="#2f6f9c",
    min_node="#a5701d",
    leaf="#5a6573",
    terminal="#b5aa1f",
    pruned="#55606e",
    only_a="#23735b",
    only_b="#8f4d78",
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}

STONES = {
    "red and yellow": (("Red", "#d1382c"), ("Yellow", "#f2c230")),
    "blue and orange": (("Blue", "#0072b2"), ("Orange", "#e69f00")),
    "black and white": (("Black", "#20242b"), ("White", "#f4f4f0")),
}
"""Pairs of stone colours by name: (word, colour) of the first seat and of the second.  The first seat's stones carry a
ring, the second's a dot.
"""


def faded(theme: Theme) -> Theme:
    """The theme of what is no longer current: every colour is half way to that of the panels."""

    def fade(colour: str) -> str:
        return "#" + "".join(
            f"{(int(colour[i : i + 2], 16) + int(theme.panel[i : i + 2], 16)) // 2:02x}" for i in (1, 3, 5)
        )

    colours = {field.name: fade(getattr(theme, field.name)) for field in fields(theme) if field.name != "name"}
    return replace(theme, **colours | {"window": theme.window, "panel": theme.panel})


def ink_on(colour: str) -> str:
    """Black or white, whichever stands out more from a colour "#rrggbb" (relative luminance as in WCAG)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    luminance = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear))
    return "#111111" if (luminance + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"


def apply(theme: Theme, root: tk.Tk) -> None:
    """Gives all ttk widgets, menus and lists below a `tkinter.Tk` the colours of a theme."""
    from tkinter import ttk

    style = ttk.Style(root)
    root.configure(background=theme.window)
    style.configure(
        ".", background=theme.window, foreground=theme.text, fieldbackground=theme.panel, troughcolor=theme.window
    )
    style.configure(".", bordercolor=theme.line, lightcolor=theme.window, darkcolor=theme.window)
    style.configure("TButton", background=theme.panel, padding=(6, 2))
    style.configure("Tool.TButton", padding=(5, 2), width=0)
    style.map(
        "TButton",
        background=[("disabled", theme.window), ("active", theme.line)],
        foreground=[("disabled", theme.faint)],
    )
    for box in ("TCombobox", "TSpinbox"):
        style.configure(box, arrowcolor=theme.text, background=theme.panel, insertcolor=theme.text)
        style.map(
            box,
            fieldbackground=[("readonly", theme.panel)],
            foreground=[("disabled", theme.faint), ("readonly", theme.text)],
            background=[("readonly", theme.panel)],
        )
    style.configure("Faint.TLabel", foreground=theme.faint)
    for button in ("TCheckbutton", "TRadiobutton"):
        style.map(button, background=[("", theme.window)], foreground=[("disabled", theme.faint)])
        style.configure(
            button, indicatorbackground=theme.panel, indicatorforeground=theme.text, focuscolor=theme.accent
        )
        style.map(
            button, indicatorbackground=[("disabled", theme.window), ("selected", theme.accent), ("", theme.panel)]
        )
    style.configure("TButton", focuscolor=theme.accent)
    for field in ("TEntry", "TCombobox", "TSpinbox", "TButton", "Treeview"):
        style.map(
            field,
            bordercolor=[("focus", theme.accent)],
            lightcolor=[("focus", theme.accent)],
            darkcolor=[("focus", theme.accent)],
        )
    style.map("TEntry", fieldbackground=[("disabled", theme.window)], foreground=[("disabled", theme.faint)])
    style.configure("TEntry", insertcolor=theme.text, selectbackground=theme.accent, selectforeground=theme.panel)
    style.configure("TProgressbar", background=theme.accent, troughcolor=theme.panel)
    style.configure("TPanedwindow", background=theme.line)
    style.configure("TScrollbar", background=theme.line, arrowcolor=theme.text)
    style.map("TScrollbar", background=[("disabled", theme.window), ("active", theme.faint)])
    style.configure("TNotebook", background=theme.window, tabmargins=(4, 4, 4, 0))
    style.configure(
        "TNotebook.Tab",
        background=theme.window,
        foreground=theme.faint,
        padding=(3, 3),
        font=("TkDefaultFont", 8),
        focuscolor=theme.accent,
    )
    style.map("TNotebook.Tab", background=[("selected", theme.panel)], foreground=[("selected", theme.text)])
    style.configure("Treeview", indent=12, background=theme.panel, fieldbackground=theme.panel, foreground=theme.text)
    style.map("Treeview", background=[("selected", theme.accent)], foreground=[("selected", theme.panel)])
    style.configure("Treeview.Heading", background=theme.window, foreground=theme.text)
    for pattern, option, colour in (
        ("*TCombobox*Listbox", "background", theme.panel),
        ("*TCombobox*Listbox", "foreground", theme.text),
        ("*Menu", "background", theme.window),
        ("*Menu", "foreground", theme.text),
        ("*Menu", "activeBackground", theme.accent),
        ("*Menu", "activeForeground", theme.panel),
    ):
        root.option_add(f"{pattern}.{option}", colour)
    _recolour_menus(root, theme)


def _recolour_menus(widget: tk.Misc, theme: Theme) -> None:
    from tkinter import Menu

    for child in widget.winfo_children():
        if isinstance(child, Menu):
            child.configure(background=theme.window, foreground=theme.text, borderwidth=0)
            child.configure(activebackground=theme.accent, activeforeground=theme.panel)
            _recolour_menus(child, theme)
