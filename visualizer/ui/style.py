"""The style of ttk's widgets, menus and lists: ttk's "clam" theme in the colours of a theme, at any scale."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import ttk
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from visualizer.ui.fonts import INDENT, LARGE, MEDIUM, TEXT, font, use_fonts
from visualizer.ui.pictures import check_box
from visualizer.ui.sizes import fit, pixels
from visualizer.ui.theme import LIGHT, Theme, disabled, ink_on, mixed


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
    """Shows a widget and everything in it in a theme, by calling the method `set_theme` of those that have one."""
    if hasattr(widget, "set_theme"):
        widget.set_theme(theme)
    for child in list(widget.children.values()):
        if not isinstance(child, tk.Toplevel):
            set_theme(child, theme)


THEMES: WeakKeyDictionary[tk.Misc, Theme] = WeakKeyDictionary()
"""The theme in use, by the root window."""


def theme_of(widget: tk.Misc) -> Theme:
    """The theme in use in the program that a widget belongs to."""
    return THEMES.get(widget.nametowidget("."), LIGHT)


def apply(theme: Theme, root: tk.Tk) -> None:
    """Sets the colours and sizes of all ttk widgets, menus and lists below a root window."""
    THEMES[root] = theme
    style = ttk.Style(root)
    if style.theme_use() != "clam":
        style.theme_use("clam")
        _remove_arrows(style, "Vertical", "ns")
        _remove_arrows(style, "Horizontal", "we")
    _style_check_boxes(style, theme)
    _style_buttons(style, theme)
    _style_fields(style, theme)
    _style_lists(style, theme)
    _style_menus(root, theme)


def _remove_arrows(style: ttk.Style, direction: str, sticky: str) -> None:
    """Gives scroll bars a layout without arrows."""
    thumb = (f"{direction}.Scrollbar.thumb", {"expand": "1", "sticky": "nswe"})
    trough: Any = (f"{direction}.Scrollbar.trough", {"sticky": sticky, "children": [thumb]})
    style.layout(f"{direction}.TScrollbar", [trough])


def place_file_dialogs(root: tk.Tk) -> None:
    """Makes Tk's own file dialogs begin in your documents, without hidden files, as other systems' dialogs do."""
    if root.tk.call("tk", "windowingsystem") != "x11":
        return
    documents = Path.home() / "Documents"
    folder = documents if documents.is_dir() else Path.home()
    root.tk.call("auto_load", "::tk::dialog::file::")
    settings = {
        "showHiddenVar": 0,
        "showHiddenBtn": 1,
        "__tk_filedialog(selectPath)": str(folder),
        "__tk_filedialog(selectFile)": "",
    }
    for name, value in settings.items():
        root.tk.call("set", f"::tk::dialog::file::{name}", value)


def _px(style: ttk.Style, *sizes: float) -> tuple[int, ...]:
    return tuple(pixels(style.master, size) for size in sizes)


def _style_buttons(style: ttk.Style, theme: Theme) -> None:
    """Everything that you can press, and the options of all widgets."""
    _style_all(style, theme)
    _style_button(style, theme, "TButton", (5, 3))
    _style_button(style, theme, "Tool.TButton", (4, 3))
    _style_button(style, theme, "Toolbutton", (6, 3))
    _style_button(style, theme, "Tab.TButton", (9, 2))
    style.configure("Tab.TButton", font=font(style.master, MEDIUM))
    _style_button(style, theme, "Fold.TButton", (4, 2))
    style.configure("Fold.TButton", anchor="w", font="TkSmallCaptionFont")
    _style_primary(style, theme)
    _style_radio_buttons(style, theme)
    _style_cards(style, theme)
    _style_labels(style, theme)
    _style_notebooks(style, theme)


def _style_all(style: ttk.Style, theme: Theme) -> None:
    """The options of all widgets."""
    style.configure(
        ".",
        background=theme.window,
        foreground=theme.text,
        fieldbackground=theme.panel,
        troughcolor=theme.window,
        bordercolor=theme.line,
        lightcolor=theme.window,
        darkcolor=theme.window,
        font="TkDefaultFont",
        selectbackground=theme.accent,
        selectforeground=theme.panel,
        insertcolor=theme.text,
        insertwidth=max(1, *_px(style, 1)),
        focuscolor=theme.accent,
    )
    style.map(".", foreground=[("disabled", disabled(theme))], background=[("disabled", theme.window)])


def _under_pointer(theme: Theme) -> str:
    """The colour of a button under the pointer."""
    return mixed(theme.panel, theme.text, 0.08)


SWITCHES = ("Tool.TButton", "Tab.TButton")
"""The kinds of buttons that stay selected, without the edge of the focus."""


def _style_button(style: ttk.Style, theme: Theme, name: str, padding: tuple[int, int]) -> None:
    """A kind of button; those of a toolbar have no edge, and no colour of their own until they are pressed."""
    plain = name == "TButton"
    chosen = mixed(theme.panel, theme.accent, 0.25)
    pressed = mixed(theme.panel, theme.text, 0.18) if plain else chosen
    faces = [
        ("disabled", theme.window),
        ("pressed", pressed),
        ("selected", chosen),
        ("active", _under_pointer(theme)),
        ("", theme.panel if plain else theme.window),
    ]
    selected_edge = chosen if name in SWITCHES else theme.accent
    edges = [("focus", theme.accent), ("selected", selected_edge), ("", theme.line if plain else theme.window)]
    style.configure(name, padding=_px(style, *padding), anchor="center", relief="raised", width="")
    style.map(name, background=faces, bordercolor=edges, lightcolor=faces, darkcolor=faces)


def _style_primary(style: ttk.Style, theme: Theme) -> None:
    """The button that most people want."""
    name = "Primary.TButton"
    _style_button(style, theme, name, (8, 3))
    faces = [("pressed", mixed(theme.accent, theme.text, 0.3)), ("active", mixed(theme.accent, theme.text, 0.15))]
    faces.append(("", theme.accent))
    edges = [("focus", theme.text), ("", theme.accent)]
    style.configure(name, foreground=ink_on(theme.accent))
    style.map(name, background=faces, bordercolor=edges, lightcolor=faces, darkcolor=faces, foreground=[])


def _style_radio_buttons(style: ttk.Style, theme: Theme) -> None:
    style.configure("TCheckbutton", padding=_px(style, 2, 3))
    style.configure(
        "TRadiobutton",
        padding=_px(style, 2, 3),
        indicatorsize=_px(style, 13)[0],
        indicatorforeground=theme.panel,
        indicatormargin=(0, 0, *_px(style, 5, 0)),
    )
    marks = [
        ("disabled", theme.window),
        ("selected", theme.accent),
        ("active", _under_pointer(theme)),
        ("", theme.panel),
    ]
    edges = [("focus", theme.text), ("selected", theme.accent), ("", theme.edge)]
    style.map("TRadiobutton", indicatorbackground=marks, upperbordercolor=edges, lowerbordercolor=edges)
    style.map("TRadiobutton", background=[("", theme.window)])
    style.map("TCheckbutton", background=[("", theme.window)])


def _style_labels(style: ttk.Style, theme: Theme) -> None:
    """Labels, the popover and the borders between panes."""
    style.configure("Faint.TLabel", foreground=theme.faint)
    style.configure("Told.TLabel", font=font(style.master, MEDIUM))
    style.configure("Result.TLabel", font=font(style.master, LARGE, bold=True))
    style.configure("Good.TLabel", font=font(style.master, LARGE, bold=True), foreground=theme.good)
    style.configure("Bad.TLabel", font=font(style.master, LARGE, bold=True), foreground=theme.bad)
    style.configure("Popover.TFrame", relief="solid", borderwidth=1, bordercolor=theme.edge)
    style.configure("TPanedwindow", background=theme.window)
    style.configure(
        "Sash", sashthickness=_px(style, 7)[0], gripcount=0, background=theme.window, bordercolor=theme.window
    )


def _style_notebooks(style: ttk.Style, theme: Theme) -> None:
    style.configure(
        "TNotebook", background=theme.window, bordercolor=theme.line, tabmargins=_px(style, 2, 2, 2, 0), padding=0
    )
    style.configure("TNotebook.Tab", padding=_px(style, 7, 3), foreground=theme.faint, font="TkSmallCaptionFont")
    grounds = [("selected", theme.panel), ("active", _under_pointer(theme)), ("", theme.window)]
    top_edges = [("selected focus", theme.accent), ("selected", theme.panel), ("", theme.window)]
    style.map("TNotebook.Tab", foreground=[("selected", theme.text), ("active", theme.text)], padding=[])
    style.map("TNotebook.Tab", background=grounds, lightcolor=top_edges)


def _style_cards(style: ttk.Style, theme: Theme) -> None:
    """Cards that you can press: frames with an edge that shows the focus and the choice."""
    edges = [("focus", theme.accent), ("selected", theme.text), ("", theme.edge)]
    style.configure("Card.TFrame", background=theme.panel, relief="solid", borderwidth=_px(style, 2)[0])
    style.map("Card.TFrame", bordercolor=edges, lightcolor=edges, darkcolor=edges)
    for name, colour in (("Card", theme.text), ("CardFaint", theme.faint), ("Stars", theme.accent)):
        style.configure(f"{name}.TLabel", background=theme.panel, foreground=colour)


class BoxColours(NamedTuple):
    """The colours of a box; `mark` is that of its check mark, "" for none."""

    fill: str
    edge: str
    mark: str = ""


def _style_check_boxes(style: ttk.Style, theme: Theme) -> None:
    """Boxes with a check mark, as pictures: clam's own have a cross."""
    states = {
        "": BoxColours(theme.panel, theme.edge),
        "disabled selected": BoxColours(theme.window, theme.edge, disabled(theme)),
        "disabled": BoxColours(theme.window, theme.edge),
        "selected focus": BoxColours(theme.accent, theme.text, theme.panel),
        "selected": BoxColours(theme.accent, theme.accent, theme.panel),
        "focus": BoxColours(theme.panel, theme.text),
        "active": BoxColours(_under_pointer(theme), theme.edge),
    }
    size, gap = _px(style, 15, 5)
    call = style.master.tk.call
    images: list[object] = []
    for state, colours in states.items():
        name = f"check-{state.replace(' ', '-')}"
        picture = check_box(size, gap, colours.fill, colours.edge, colours.mark)
        call("image", "create", "photo", name, "-data", picture)  # replaces an image of this name wherever it is shown
        if state:
            images.append(state)
        images.append(name)
    if "Check.box" in style.element_names():
        return
    call("ttk::style", "element", "create", "Check.box", "image", images, "-sticky", "w")
    text = ("Checkbutton.label", {"sticky": "nswe"})
    label: Any = ("Checkbutton.focus", {"side": "left", "children": [text]})
    parts: Any = [("Check.box", {"side": "left"}), label]
    style.layout("TCheckbutton", [("Checkbutton.padding", {"sticky": "nswe", "children": parts})])


def _style_fields(style: ttk.Style, theme: Theme) -> None:
    """Text fields, boxes with choices, and bars."""
    _style_field(style, theme, "TEntry", 12)
    _style_field(style, theme, "TCombobox", 15)
    _style_field(style, theme, "TSpinbox", 12)
    style.map("TCombobox", selectbackground=[("readonly", theme.panel)], selectforeground=[("readonly", theme.text)])
    _style_scrollbars(style, theme)
    _style_scales(style, theme)


def _style_field(style: ttk.Style, theme: Theme, name: str, arrow: int) -> None:
    """A kind of field; `arrow` is the size of its arrow, pixels at 100 %."""
    edges = [("invalid", theme.bad), ("focus", theme.accent), ("", theme.edge)]
    grounds = [("disabled", theme.window), ("", theme.panel)]
    style.configure(name, padding=_px(style, 4, 3), arrowsize=_px(style, arrow)[0], arrowcolor=theme.text)
    style.map(
        name,
        foreground=[("disabled", disabled(theme))],
        fieldbackground=grounds,
        background=grounds,
        bordercolor=edges,
        lightcolor=[("focus", theme.accent), ("", theme.panel)],
        arrowcolor=[("disabled", disabled(theme))],
    )


def _style_scrollbars(style: ttk.Style, theme: Theme) -> None:
    style.configure(
        "TScrollbar", troughcolor=theme.window, bordercolor=theme.window, arrowsize=_px(style, 11)[0], gripcount=0
    )
    handle = [("disabled", theme.window), ("pressed", theme.accent), ("active", theme.faint), ("", theme.edge)]
    style.map("TScrollbar", background=handle, lightcolor=handle, darkcolor=handle)


def _style_scales(style: ttk.Style, theme: Theme) -> None:
    """Progress bars and sliders."""
    trough = mixed(theme.window, theme.text, 0.12)
    style.configure(
        "TProgressbar",
        troughcolor=trough,
        bordercolor=trough,
        thickness=_px(style, 8)[0],
        background=theme.accent,
        lightcolor=theme.accent,
        darkcolor=theme.accent,
    )
    style.configure("TScale", troughcolor=trough, bordercolor=theme.edge, background=theme.panel, gripcount=0)
    style.map("TScale", background=[("focus", theme.accent), ("active", theme.faint), ("", theme.edge)])


def _style_lists(style: ttk.Style, theme: Theme) -> None:
    line = font(style.master, TEXT).metrics("linespace")
    style.configure(
        "Treeview",
        indent=_px(style, INDENT)[0],
        rowheight=line + _px(style, 6)[0],
        background=theme.panel,
        fieldbackground=theme.panel,
        foreground=theme.text,
        font="TkDefaultFont",
    )
    style.map(
        "Treeview",
        bordercolor=[("focus", theme.accent)],
        lightcolor=[("focus", theme.accent), ("", theme.panel)],
        background=[("selected", theme.accent)],
        foreground=[("selected", theme.panel)],
    )
    style.configure(
        "Treeview.Heading",
        background=theme.window,
        foreground=theme.text,
        relief="flat",
        padding=_px(style, 4, 3),
        font="TkDefaultFont",
    )
    style.map("Treeview.Heading", background=[("active", theme.line)])


def _style_menus(root: tk.Tk, theme: Theme) -> None:
    """Widgets that are not ttk's: windows, menus and the lists of boxes, those that exist and those to come."""
    listed = {
        "background": theme.panel,
        "foreground": theme.text,
        "selectBackground": theme.accent,
        "selectForeground": theme.panel,
        "borderWidth": pixels(root, 4),
        "selectBorderWidth": pixels(root, 3),
        "activeStyle": "none",
    }
    menu = {
        "background": theme.window,
        "foreground": theme.text,
        "disabledForeground": disabled(theme),
        "borderWidth": 0,
        "activeBackground": theme.accent,
        "activeForeground": theme.panel,
        "activeBorderWidth": 0,
        "relief": "flat",
    }
    patterns: dict[str, dict[str, Any]] = {
        "*TCombobox*Listbox": listed | {"relief": "flat", "font": "TkDefaultFont"},
        "*Menu": menu,
        "*Toplevel": {"background": theme.window},
    }
    for pattern, options in patterns.items():
        for option, value in options.items():
            root.option_add(f"{pattern}.{option}", value)
    root.configure(background=theme.window)
    _recolour(root, theme.window, _lower(menu), _lower(listed))


def _lower(options: dict[str, Any]) -> dict[str, Any]:
    """Options of Tk's database of options by the names that widgets have for them."""
    return {option.lower(): value for option, value in options.items()}


def _recolour(widget: tk.Misc, window: str, menu: dict[str, Any], listed: dict[str, Any]) -> None:
    """Colours all windows, menus and lists of boxes in a widget."""
    for child in widget.children.values():
        if isinstance(child, tk.Menu):
            child.configure(**menu)
        elif isinstance(child, tk.Toplevel):
            child.configure(background=window)
        elif isinstance(child, ttk.Combobox):
            _recolour_list(child, listed)
        _recolour(child, window, menu, listed)


def _recolour_list(box: ttk.Combobox, listed: dict[str, Any]) -> None:
    """Colours the list of a box, if it has been open once."""
    popdown = f"{box}.popdown"
    if not box.tk.getboolean(box.tk.call("winfo", "exists", popdown)):
        return
    options: list[Any] = []
    for option, value in listed.items():
        options += (f"-{option}", value)
    box.tk.call(f"{popdown}.f.l", "configure", *options)
