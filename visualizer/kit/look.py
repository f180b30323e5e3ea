"""Look: what buttons, fields, lists and tabs are made of, in the colours of a theme and at any scale.  Imports tkinter.

A ttk theme of our own upon "clam": flat, with round corners, drawn by `surfaces`, so that it can be sharp at 75 and at
300 %, in high contrast, and on every system alike.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from contextlib import contextmanager
from tkinter import ttk
from typing import Any

from visualizer.kit import fonts, surfaces
from visualizer.kit.scale import scale
from visualizer.kit.theme import Theme, mixed

NAME = "c4"
IN_FORCE = "c4look"
"""Attribute of the root window: what the elements of the scale in force are called, and those of the one before."""

TILE = 48
"""Pixels of what lies between the corners of a picture; Tk repeats it, and few large ones are quicker than many."""

TELL = """
rename ttk::ThemeChanged c4tellall
proc ttk::ThemeChanged {} {c4tell $::c4told}
proc c4tell {widget} {
    event generate $widget <<ThemeChanged>>
    foreach child [winfo children $widget] {
        if {[winfo class $child] ne "Toplevel"} {c4tell $child}
    }
}
"""
"""Takes the place of what ttk calls when a style has changed, before it lays anything out."""

RADIUS = 5
"""Pixels of a round corner at 100 %."""

STATES: dict[str, dict[str, str]] = {
    "button": {"disabled": "off", "pressed": "pushed", "focus": "focus", "active": "over", "": "plain"},
    "tool": {
        "disabled": "clear", "selected focus": "on ring", "selected": "on", "pressed": "on", "focus": "ring",
        "active": "over", "": "clear",
    },
    "field": {"disabled": "off", "invalid": "wrong", "focus": "focus", "": "field"},
    "tab": {"selected focus": "tab focus", "selected": "tab", "active": "over", "": "clear"},
    "check": {
        "disabled selected": "check off", "disabled": "unchecked off", "selected focus": "check focus",
        "selected": "check", "focus": "unchecked focus", "active": "unchecked over", "": "unchecked",
    },
    "radio": {
        "disabled selected": "radio off", "disabled": "unpicked off", "selected focus": "radio focus",
        "selected": "radio", "focus": "unpicked focus", "active": "unpicked over", "": "unpicked",
    },
    "thumb": {"disabled": "clear thin", "pressed": "thumb down", "active": "thumb over", "": "thumb"},
    "slider": {"disabled": "slider off", "focus": "slider focus", "active": "slider over", "": "slider"},
    "downarrow": {"disabled": "down off", "": "down"},
    "spin.uparrow": {"disabled": "up off", "": "up"},
    "spin.downarrow": {"disabled": "little down off", "": "little down"},
}  # fmt: skip
"""Each part of a widget: which picture it shows in which state."""


def pictures(theme: Theme, factor: float) -> dict[str, bytes]:
    """All pictures by name, as base64 PNG."""
    radius, line = RADIUS * factor, max(1.0, round(factor))
    side, ring = 2 * round(radius + 2 * line) + 1, max(2.0, round(1.6 * factor))
    little = round(11 * factor)
    sign, thin, knob = round(17 * factor), 2 * round(3 * factor) + 1, 2 * round(7 * factor) + 1
    panel, text, accent, edge = theme.panel, theme.text, theme.accent, theme.edge
    over, down, tint = mixed(panel, text, 0.08), mixed(panel, text, 0.18), mixed(panel, accent, 0.25)
    off, faded = mixed(theme.window, text, 0.03), mixed(theme.window, text, 0.3)
    on_accent = theme.panel

    def box(side: int, radius: float, *look: Any, **more: Any) -> bytes:
        return surfaces.box(side, radius, theme.window, *look, **more)

    def face(fill: str, rim: str = "", thick: float = line) -> bytes:
        return box(side, radius, fill, rim, thick if rim else 0.0, wide=TILE)

    def signed(shape: float, fill: str, rim: str, mark: str = "", ink: str = "", thick: float = line) -> bytes:
        return box(sign, shape, fill, rim, thick, mark, ink)

    square, circle = 4 * factor, sign / 2
    made = {
        "plain": face(panel, theme.line),
        "over": face(over, theme.line),
        "pushed": face(down, edge),
        "off": face(off, theme.line),
        "on": face(tint, accent),
        "ring": face("", accent, ring),
        "on ring": face(tint, accent, ring),
        "focus": face(panel, accent, ring),
        "field": face(panel, edge),
        "wrong": face(panel, theme.bad, ring),
        "clear": face(""),
        "tab": face(panel, theme.line),
        "tab focus": face(panel, accent, ring),
        "clear thin": box(thin, thin / 2, "", wide=TILE),
        "thumb": box(thin, thin / 2, edge, wide=TILE),
        "thumb over": box(thin, thin / 2, theme.faint, wide=TILE),
        "thumb down": box(thin, thin / 2, accent, wide=TILE),
        "trough": box(thin, thin / 2, mixed(theme.window, text, 0.12), wide=TILE),
        "bar": box(thin, thin / 2, accent, wide=TILE),
        "slider": box(knob, knob / 2, panel, accent, 2 * line),
        "slider over": box(knob, knob / 2, over, accent, 2 * line),
        "slider focus": box(knob, knob / 2, tint, accent, 3 * line),
        "slider off": box(knob, knob / 2, off, theme.line, line),
    }
    for name, shape, mark in (("check", square, "check"), ("radio", circle, "dot")):
        un = {"check": "unchecked", "radio": "unpicked"}[name]
        made |= {
            name: signed(shape, accent, accent, mark, on_accent),
            f"{name} focus": signed(shape, accent, text, mark, on_accent, ring),
            f"{name} off": signed(shape, faded, faded, mark, theme.window),
            un: signed(shape, panel, edge),
            f"{un} over": signed(shape, over, edge),
            f"{un} focus": signed(shape, panel, accent, thick=ring),
            f"{un} off": signed(shape, off, theme.line),
        }
    for name, ink in (("", text), (" off", faded)):
        made[f"down{name}"] = box(sign, 0, "", "", 0, "down", ink)
        made |= {f"{way}{name}": box(little, 0, "", "", 0, way.split()[-1], ink) for way in ("up", "little down")}
    return made


def apply(theme: Theme, root: tk.Tk) -> None:
    """Gives all ttk widgets, menus and lists below a `tkinter.Tk` the look of a theme at the scale in force.

    Tk keeps the elements of every scale; there are pictures for the one in force and the one before, which windows have
    until they are told.
    """
    style, factor, call = ttk.Style(root), scale(root), root.tk.call
    if NAME not in style.theme_names():
        style.theme_create(NAME, parent="clam")
    if style.theme_use() != NAME:
        style.theme_use(NAME)
    own, (before, earlier) = f"{NAME}{round(100 * factor)}", getattr(root, IN_FORCE, ("", ""))
    made = pictures(theme, factor)
    if own != before:
        setattr(root, IN_FORCE, (own, before))
        if earlier not in ("", own):
            call("image", "delete", *(name_of(earlier, name) for name in made))
    for name, data in made.items():
        call("image", "create", "photo", name_of(own, name), "-data", data)
    if f"{own}.thumb" not in style.element_names():
        _make_elements(style, factor, own)
    if own != before:
        _lay_out(style, own)
    _colour(style, theme, factor)
    _colour_rest(root, theme)


@contextmanager
def told(top: tk.Tk | tk.Toplevel) -> Iterator[None]:
    """Within, until Tk has laid out everything, only the widgets of one window are told that styles have changed."""
    top.tk.call("set", "c4told", top)
    top.tk.eval(TELL)
    try:
        yield
        top.update_idletasks()
    finally:
        top.tk.eval("rename ttk::ThemeChanged {}; rename c4tellall ttk::ThemeChanged")


def tell(top: tk.Toplevel) -> None:
    """Tells the widgets of a window that styles have changed, within `told`."""
    top.tk.call("c4tell", top)


def configure(widget: tk.Misc, name: str, **options: Any) -> None:
    """Configures a style if that changes it: all widgets are laid out anew."""
    style = ttk.Style(widget)

    def said(value: Any) -> tuple[str, ...]:
        """As Tk compares: lists are tuples of it, or words of ours."""
        return tuple(map(str, value if isinstance(value, tuple) else widget.tk.splitlist(str(value))))

    if any(said(style.configure(name, option)) != said(value) for option, value in options.items()):
        style.configure(name, **options)


def name_of(own: str, picture: str) -> str:
    """What Tk calls a picture at a scale."""
    return f"{own}_{picture.replace(' ', '_')}"


def _make_elements(style: ttk.Style, factor: float, own: str) -> None:
    """The parts of a theme at a scale; Tk keeps them, so a look that comes again finds its own."""
    border, gap, small = round((RADIUS + 2) * factor), round(5 * factor), round(3 * factor)
    surface = {"border": border, "padding": 0, "width": 2 * border, "height": 2 * border, "sticky": "nswe"}
    bar = {"border": small, "width": 2 * small + 1, "height": 2 * small + 1, "sticky": "nswe"}
    sign = {"width": round(17 * factor) + gap, "sticky": "w"}
    options: dict[str, dict[str, Any]] = dict.fromkeys(("button", "tool", "tab"), surface)
    options |= {"field": surface | {"padding": (gap, small, small, small)}, "thumb": bar, "trough": bar, "pbar": bar}
    options |= {"check": sign, "radio": sign}
    for part, states in STATES.items():
        images = [(*state.split(), name_of(own, name)) for state, name in states.items() if state]
        usual = name_of(own, states[""])
        style.element_create(f"{own}.{part}", "image", usual, *images, **options.get(part, {"sticky": ""}))  # type: ignore[call-overload]
    for part, name in (("trough", "trough"), ("pbar", "bar")):
        style.element_create(f"{own}.{part}", "image", name_of(own, name), **options[part])


def _lay_out(style: ttk.Style, own: str) -> None:
    """Which parts widgets are made of."""

    def one(element: str, *children: Any, **options: Any) -> Any:
        options.setdefault("sticky", "nswe")
        return element, options | ({"children": list(children)} if children else {})

    label = one("Button.padding", one("Button.label"))
    style.layout("TButton", [one(f"{own}.button", label)])
    for name in ("Tool.TButton", "Toolbutton"):
        style.layout(name, [one(f"{own}.tool", one("Button.padding", one("Button.label")))])
    style.layout("TEntry", [one(f"{own}.field", one("Entry.padding", one("Entry.textarea")))])
    area = one("Combobox.padding", one("Combobox.textarea"), expand="1")
    style.layout("TCombobox", [one(f"{own}.field", one(f"{own}.downarrow", side="right", sticky="ns"), area)])
    arrows = one(
        "null",
        one(f"{own}.spin.uparrow", side="top", sticky="e"),
        one(f"{own}.spin.downarrow", side="bottom", sticky="e"),
        side="right",
        sticky="",
    )
    style.layout("TSpinbox", [one(f"{own}.field", arrows, one("Spinbox.padding", one("Spinbox.textarea")), side="top")])
    for kind, sign in (("Checkbutton", "check"), ("Radiobutton", "radio")):
        words = one(f"{kind}.label", side="left")
        style.layout(f"T{kind}", [one(f"{kind}.padding", one(f"{own}.{sign}", side="left", sticky=""), words)])
    style.layout("TNotebook.Tab", [one(f"{own}.tab", one("Notebook.padding", one("Notebook.label"), side="top"))])
    for way, sticky in (("Vertical", "ns"), ("Horizontal", "we")):
        thumb = one(f"{own}.thumb", expand="1")
        style.layout(f"{way}.TScrollbar", [one(f"{way}.Scrollbar.trough", thumb, sticky=sticky)])
        side = "left" if way == "Horizontal" else "bottom"
        style.layout(f"{way}.TProgressbar", [one(f"{own}.trough", one(f"{own}.pbar", side=side, sticky=sticky[::-1]))])
    style.layout("Horizontal.TScale", [one(f"{own}.trough", one(f"{own}.slider", side="left", sticky=""), sticky="we")])


def _colour(style: ttk.Style, theme: Theme, factor: float) -> None:
    """Colours, and room inside the widgets."""

    def px(*sizes: float) -> tuple[int, ...]:
        return tuple(round(size * factor) for size in sizes)

    text, faint, panel, window, accent = theme.text, theme.faint, theme.panel, theme.window, theme.accent
    style.configure(".", background=window, foreground=text, fieldbackground=panel, troughcolor=window)
    style.configure(".", bordercolor=theme.line, lightcolor=window, darkcolor=window, font="TkDefaultFont")
    style.configure(".", selectbackground=accent, selectforeground=panel, insertcolor=text, focuscolor=accent)
    style.configure(".", insertwidth=px(1)[0] or 1)
    style.map(".", foreground=[("disabled", faint)])
    style.configure("TButton", padding=px(9, 4), anchor="center", width="")
    style.configure("Tool.TButton", padding=px(6, 4))
    style.configure("Toolbutton", padding=px(8, 4), anchor="center")
    style.configure("Faint.TLabel", foreground=faint)
    style.configure("TEntry", padding=px(0, 1))
    style.map("TEntry", foreground=[("disabled", faint)], fieldbackground=[("disabled", window)])
    for field in ("TCombobox", "TSpinbox"):
        style.configure(field, padding=px(0, 1), arrowsize=px(12)[0])
        style.map(field, foreground=[("disabled", faint)], fieldbackground=[("readonly", panel)])
    style.map("TCombobox", selectbackground=[("readonly", panel)], selectforeground=[("readonly", text)])
    for button in ("TCheckbutton", "TRadiobutton"):
        style.configure(button, padding=px(2, 3))
    style.configure("TPanedwindow", background=window)
    style.configure("Sash", sashthickness=px(7)[0], gripcount=0, background=window, bordercolor=window)
    style.configure("TNotebook", background=window, bordercolor=theme.line, tabmargins=px(2, 2, 2, 0), padding=0)
    style.configure("TNotebook.Tab", padding=px(7, 3), foreground=faint, font="TkSmallCaptionFont")
    style.map("TNotebook.Tab", foreground=[("selected", text), ("active", text)])
    line = fonts.font(style.master, fonts.TEXT).metrics("linespace")
    style.configure("Treeview", indent=px(12)[0], background=panel, fieldbackground=panel, foreground=text)
    style.configure("Treeview", rowheight=line + px(6)[0], font="TkDefaultFont")
    style.map("Treeview", bordercolor=[("focus", accent)], lightcolor=[("focus", accent), ("", panel)])
    style.map("Treeview", background=[("selected", accent)], foreground=[("selected", panel)])
    style.configure("Treeview.Heading", background=window, foreground=text, relief="flat", padding=px(4, 3))
    style.configure("Treeview.Heading", font="TkDefaultFont")
    style.map("Treeview.Heading", background=[("active", theme.line)])
    style.configure("TScrollbar", troughcolor=window, background=window, arrowsize=px(10)[0], bordercolor=window)
    style.configure("TLabelframe", background=window, bordercolor=theme.line, padding=px(8, 6))
    style.configure("TLabelframe.Label", background=window, foreground=text, font="TkHeadingFont")


def _colour_rest(root: tk.Tk, theme: Theme) -> None:
    """What is not ttk: the window, menus, lists of boxes."""
    root.configure(background=theme.window)
    colours: dict[str, dict[str, object]] = {
        "*TCombobox*Listbox": {
            "background": theme.panel, "foreground": theme.text, "selectBackground": theme.accent,
            "selectForeground": theme.panel, "borderWidth": 0, "font": "TkDefaultFont",
        },
        "*Menu": {
            "background": theme.window, "foreground": theme.text, "activeBackground": theme.accent,
            "activeForeground": theme.panel, "borderWidth": 0, "activeBorderWidth": 0, "relief": "flat",
        },
        "*Toplevel": {"background": theme.window},
    }  # fmt: skip
    for pattern, options in colours.items():
        for option, value in options.items():
            root.option_add(f"{pattern}.{option}", value)
    _recolour(root, theme)


def _recolour(widget: tk.Misc, theme: Theme) -> None:
    """Menus and windows that are there already, and the lists of boxes that were opened."""
    for child in widget.winfo_children():
        if isinstance(child, tk.Menu):
            child.configure(background=theme.window, foreground=theme.text, disabledforeground=theme.faint)
            child.configure(activebackground=theme.accent, activeforeground=theme.panel, borderwidth=0)
            child.configure(activeborderwidth=0, relief="flat")
        elif isinstance(child, tk.Toplevel):
            child.configure(background=theme.window)
        elif isinstance(child, ttk.Combobox):
            popdown = f"{child}.popdown"
            if child.tk.getboolean(child.tk.call("winfo", "exists", popdown)):
                look = ("-background", theme.panel, "-foreground", theme.text, "-selectbackground", theme.accent)
                child.tk.call(f"{popdown}.f.l", "configure", *look, "-selectforeground", theme.panel)
        _recolour(child, theme)
