"""How ttk's widgets, menus and lists look: ttk's "clam" theme in the colours of a theme, at any scale."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import ttk
from typing import Any

from visualizer.ui.pictures import check_box
from visualizer.ui.scale import LARGE, MEDIUM, TEXT, fit, font, pixels, use_fonts
from visualizer.ui.theme import Theme, mixed


def restyle(root: tk.Tk, theme: Theme) -> None:
    """Shows all windows in a theme at the scale in force."""
    use_fonts(root)
    apply(theme, root)
    fit(root)
    for window in (root, *root.winfo_children()):
        if isinstance(window, tk.Tk | tk.Toplevel):
            set_theme(window, theme)
            fit(window)


def set_theme(widget: tk.Misc, theme: Theme) -> None:
    """Shows a widget and all in it in a theme: calls the method `set_theme` of those that have one."""
    if hasattr(widget, "set_theme"):
        widget.set_theme(theme)
    for child in list(widget.children.values()):
        if not isinstance(child, tk.Toplevel):
            set_theme(child, theme)


def apply(theme: Theme, root: tk.Tk) -> None:
    """Sets the colours and sizes of all ttk widgets, menus and lists below a root window."""
    style = ttk.Style(root)
    if style.theme_use() != "clam":
        style.theme_use("clam")
        for way, sticky in (("Vertical", "ns"), ("Horizontal", "we")):  # scroll bars without arrows
            thumb = (f"{way}.Scrollbar.thumb", {"expand": "1", "sticky": "nswe"})
            trough: Any = (f"{way}.Scrollbar.trough", {"sticky": sticky, "children": [thumb]})
            style.layout(f"{way}.TScrollbar", [trough])
    _style_check_boxes(style, theme)
    _style_buttons(style, theme)
    _style_fields(style, theme)
    _style_lists(style, theme)
    _style_menus(root, theme)


def place_file_dialogs(root: tk.Tk) -> None:
    """Lets Tk's own file dialogs begin in your documents, without hidden files; other systems' dialogs do so anyway."""
    if root.tk.call("tk", "windowingsystem") == "x11":
        documents = Path.home() / "Documents"
        folder = documents if documents.is_dir() else Path.home()
        root.tk.call("auto_load", "::tk::dialog::file::")
        begin = ("__tk_filedialog(selectPath)", str(folder)), ("__tk_filedialog(selectFile)", "")
        for name, value in (("showHiddenVar", 0), ("showHiddenBtn", 1), *begin):
            root.tk.call("set", f"::tk::dialog::file::{name}", value)


def _px(style: ttk.Style, *sizes: float) -> tuple[int, ...]:
    return tuple(pixels(style.master, size) for size in sizes)


def _style_buttons(style: ttk.Style, theme: Theme) -> None:
    """Everything that can be pressed, and what applies to all widgets."""
    text, faint, panel, window, accent = theme.text, theme.faint, theme.panel, theme.window, theme.accent
    style.configure(".", background=window, foreground=text, fieldbackground=panel, troughcolor=window)
    style.configure(".", bordercolor=theme.line, lightcolor=window, darkcolor=window, font="TkDefaultFont")
    style.configure(".", selectbackground=accent, selectforeground=panel, insertcolor=text, focuscolor=accent)
    style.configure(".", insertwidth=max(1, *_px(style, 1)))
    style.map(".", foreground=[("disabled", faint)], background=[("disabled", window)])
    over, pressed, chosen = mixed(panel, text, 0.08), mixed(panel, text, 0.18), mixed(panel, accent, 0.25)
    for name, rest, padding in (
        ("TButton", panel, (5, 3)), ("Tool.TButton", window, (4, 3)), ("Toolbutton", window, (6, 3)),
    ):  # fmt: skip
        faces = [("disabled", window), ("pressed", pressed if name == "TButton" else chosen)]
        faces += [("selected", chosen), ("active", over), ("", rest)]
        edges = [("focus", accent), ("selected", accent), ("", theme.line if name == "TButton" else window)]
        style.configure(name, padding=_px(style, *padding), anchor="center", relief="raised", width="")
        style.map(name, background=faces, bordercolor=edges, lightcolor=faces, darkcolor=faces)
    style.configure("Low.TButton", padding=_px(style, 5, 1))
    style.configure("TCheckbutton", padding=_px(style, 2, 3))
    style.configure(
        "TRadiobutton", padding=_px(style, 2, 3), indicatorsize=_px(style, 13)[0], indicatorforeground=panel
    )
    style.configure("TRadiobutton", indicatormargin=(0, 0, *_px(style, 5, 0)))
    marks = [("disabled", window), ("selected", accent), ("active", over), ("", panel)]
    edges = [("focus", text), ("selected", accent), ("", theme.edge)]
    style.map("TRadiobutton", indicatorbackground=marks, upperbordercolor=edges, lowerbordercolor=edges)
    for name in ("TCheckbutton", "TRadiobutton"):
        style.map(name, background=[("", window)])
    style.configure("Faint.TLabel", foreground=faint)
    style.configure("Told.TLabel", font=font(style.master, MEDIUM))
    style.configure("Result.TLabel", font=font(style.master, LARGE, bold=True))
    style.configure("Popover.TFrame", relief="solid", borderwidth=1, bordercolor=theme.edge)
    style.configure("TPanedwindow", background=window)
    style.configure("Sash", sashthickness=_px(style, 7)[0], gripcount=0, background=window, bordercolor=window)
    style.configure(
        "TNotebook", background=window, bordercolor=theme.line, tabmargins=_px(style, 2, 2, 2, 0), padding=0
    )
    style.configure("TNotebook.Tab", padding=_px(style, 7, 3), foreground=faint, font="TkSmallCaptionFont")
    style.map("TNotebook.Tab", foreground=[("selected", text), ("active", text)], padding=[])
    style.map("TNotebook.Tab", background=[("selected", panel), ("active", over), ("", window)])
    style.map("TNotebook.Tab", lightcolor=[("selected focus", accent), ("selected", panel), ("", window)])


def _style_check_boxes(style: ttk.Style, theme: Theme) -> None:
    """Boxes with a check mark, as pictures: clam's own have a cross."""
    window, panel, accent, edge = theme.window, theme.panel, theme.accent, theme.edge
    looks = {
        "": (panel, edge),
        "disabled selected": (window, edge, theme.faint),
        "disabled": (window, edge),
        "selected focus": (accent, theme.text, panel),
        "selected": (accent, accent, panel),
        "focus": (panel, theme.text),
        "active": (mixed(panel, theme.text, 0.08), edge),
    }
    size, gap = _px(style, 15, 5)
    call, names = style.master.tk.call, {state: f"check-{state.replace(' ', '-')}" for state in looks}
    for state, colours in looks.items():  # an image of the same name is replaced wherever it is shown
        call("image", "create", "photo", names[state], "-data", check_box(size, gap, *colours))
    if "Check.box" not in style.element_names():
        images = [part for state, name in names.items() for part in ([state, name] if state else [name])]
        call("ttk::style", "element", "create", "Check.box", "image", images, "-sticky", "w")
        label: Any = ("Checkbutton.focus", {"side": "left", "children": [("Checkbutton.label", {"sticky": "nswe"})]})
        parts: Any = [("Check.box", {"side": "left"}), label]
        style.layout("TCheckbutton", [("Checkbutton.padding", {"sticky": "nswe", "children": parts})])


def _style_fields(style: ttk.Style, theme: Theme) -> None:
    """Text fields, boxes to choose from, and bars."""
    panel, window, accent = theme.panel, theme.window, theme.accent
    edges = [("invalid", theme.bad), ("focus", accent), ("", theme.edge)]
    grounds = [("disabled", window), ("", panel)]
    for name, arrow in (("TEntry", 12), ("TCombobox", 15), ("TSpinbox", 12)):
        style.configure(name, padding=_px(style, 4, 3), arrowsize=_px(style, arrow)[0], arrowcolor=theme.text)
        style.map(name, foreground=[("disabled", theme.faint)], fieldbackground=grounds, background=grounds)
        style.map(name, bordercolor=edges, lightcolor=[("focus", accent), ("", panel)])
        style.map(name, arrowcolor=[("disabled", theme.faint)])
    style.map("TCombobox", selectbackground=[("readonly", panel)], selectforeground=[("readonly", theme.text)])
    handle = [("disabled", window), ("pressed", accent), ("active", theme.faint), ("", theme.edge)]
    width = _px(style, 11)[0]
    style.configure("TScrollbar", troughcolor=window, bordercolor=window, arrowsize=width, gripcount=0)
    style.map("TScrollbar", background=handle, lightcolor=handle, darkcolor=handle)
    trough = mixed(window, theme.text, 0.12)
    style.configure("TProgressbar", troughcolor=trough, bordercolor=trough, thickness=_px(style, 8)[0])
    style.configure("TProgressbar", background=accent, lightcolor=accent, darkcolor=accent)
    style.configure("TScale", troughcolor=trough, bordercolor=theme.edge, background=panel, gripcount=0)
    style.map("TScale", background=[("focus", accent), ("active", theme.faint), ("", theme.edge)])


def _style_lists(style: ttk.Style, theme: Theme) -> None:
    text, panel, window, accent = theme.text, theme.panel, theme.window, theme.accent
    line = font(style.master, TEXT).metrics("linespace")
    style.configure("Treeview", indent=_px(style, 12)[0], background=panel, fieldbackground=panel, foreground=text)
    style.configure("Treeview", rowheight=line + _px(style, 6)[0], font="TkDefaultFont")
    style.map("Treeview", bordercolor=[("focus", accent)], lightcolor=[("focus", accent), ("", panel)])
    style.map("Treeview", background=[("selected", accent)], foreground=[("selected", panel)])
    style.configure("Treeview.Heading", background=window, foreground=text, relief="flat", padding=_px(style, 4, 3))
    style.configure("Treeview.Heading", font="TkDefaultFont")
    style.map("Treeview.Heading", background=[("active", theme.line)])


def _style_menus(root: tk.Tk, theme: Theme) -> None:
    """What is not ttk: windows, menus and the lists of boxes, those of today and those to come."""
    text, panel, window, accent = theme.text, theme.panel, theme.window, theme.accent
    listed: dict[str, Any] = {
        "background": panel, "foreground": text, "selectBackground": accent, "selectForeground": panel,
        "borderWidth": pixels(root, 4), "selectBorderWidth": pixels(root, 3), "activeStyle": "none",
    }  # fmt: skip
    menu: dict[str, Any] = {
        "background": window, "foreground": text, "disabledForeground": theme.faint, "borderWidth": 0,
        "activeBackground": accent, "activeForeground": panel, "activeBorderWidth": 0, "relief": "flat",
    }  # fmt: skip
    patterns: dict[str, dict[str, Any]] = {
        "*TCombobox*Listbox": listed | {"relief": "flat", "font": "TkDefaultFont"},
        "*Menu": menu,
        "*Toplevel": {"background": window},
    }
    for pattern, options in patterns.items():
        for option, value in options.items():
            root.option_add(f"{pattern}.{option}", value)
    root.configure(background=window)

    def recolour(widget: tk.Misc) -> None:
        for child in widget.children.values():
            if isinstance(child, tk.Menu):
                child.configure(**{option.lower(): value for option, value in menu.items()})
            elif isinstance(child, tk.Toplevel):
                child.configure(background=window)
            elif isinstance(child, ttk.Combobox):
                popdown = f"{child}.popdown"
                if child.tk.getboolean(child.tk.call("winfo", "exists", popdown)):
                    options = [part for option, value in listed.items() for part in (f"-{option.lower()}", value)]
                    child.tk.call(f"{popdown}.f.l", "configure", *options)
            recolour(child)

    recolour(root)
