"""What cannot be read in a window: text wider or higher than its room, parts outside their parents or over another."""

import tkinter as tk
from collections.abc import Iterator
from itertools import combinations
from tkinter import font as tkfont
from tkinter import ttk

SLACK = 1
"""Pixels by which rounding may differ."""

CELL_PADDING = 8
"""Pixels at the sides of a cell that Tk leaves free."""

WORDS = (ttk.Label, tk.Label, ttk.Button, ttk.Checkbutton, ttk.Radiobutton)
"""Widgets that need all the room they ask for."""


def clipped(top: tk.Misc) -> list[str]:
    """A sentence for each fault in the mapped widgets of one window, none where all can be read."""
    return [fault for widget in mapped(top) for fault in faults(widget)]


def mapped(widget: tk.Misc) -> Iterator[tk.Misc]:
    """The widgets of one window that are on screen, itself first; other windows are left out."""
    yield widget
    for child in widget.winfo_children():
        if not isinstance(child, tk.Toplevel | tk.Menu) and child.winfo_ismapped():
            yield from mapped(child)


def faults(widget: tk.Misc) -> Iterator[str]:  # noqa: C901 - a list of checks
    """What is wrong with one widget."""
    width = widget.winfo_width()
    height = widget.winfo_height()
    name = named(widget)
    if isinstance(widget, WORDS) and (str(widget.cget("text")) or str(widget.cget("image"))):
        wanted = widget.winfo_reqwidth(), widget.winfo_reqheight()
        if wanted[0] > width + SLACK or wanted[1] > height + SLACK:
            yield f"{name} needs {wanted[0]}x{wanted[1]} and has {width}x{height}"
    if isinstance(widget, ttk.Combobox | ttk.Spinbox):
        text = widget.get()
        needs = font_of(widget).measure(text)
        room = width - (height if isinstance(widget, ttk.Combobox) else height * 0.7)
        if needs > room:
            yield f"{name} shows {text!r} in {room:.0f} of {needs} pixels"
        if widget.winfo_reqheight() > height + SLACK:
            yield f"{name} is {height} high and needs {widget.winfo_reqheight()}"
    if isinstance(widget, ttk.Notebook):
        yield from tab_faults(widget, name)
    if isinstance(widget, ttk.Treeview):
        yield from table_faults(widget, name)
    if isinstance(widget, tk.Text) and not widget.cget("yscrollcommand") and widget.yview() != (0.0, 1.0):
        yield f"{name} hides lines and has no scroll bar"
    if isinstance(widget, tk.Canvas) and not widget.cget("scrollregion") and not elsewhere(widget):
        yield from canvas_faults(widget, name)
    parent = widget.master
    if parent is not None and not isinstance(widget, tk.Tk | tk.Toplevel) and not isinstance(parent, tk.Canvas):
        x = widget.winfo_x()
        y = widget.winfo_y()
        manager = widget.winfo_manager()
        inside = manager in ("pack", "grid") and container(widget, manager) == str(parent)
        if inside and (
            x < -SLACK or y < -SLACK
            or x + width > parent.winfo_width() + SLACK or y + height > parent.winfo_height() + SLACK
        ):  # fmt: skip
            yield f"{name} at {x},{y} of {width}x{height} is not in {parent.winfo_width()}x{parent.winfo_height()}"
        if (width <= 1 or height <= 1) and not isinstance(widget, tk.Canvas):
            yield f"{name} has no room at all"
    children = [
        child
        for child in widget.winfo_children()
        if not isinstance(child, tk.Toplevel | tk.Menu)
        and child.winfo_ismapped()
        and child.winfo_manager() in ("pack", "grid", "panedwindow")
    ]
    for one, other in combinations(children, 2):
        if overlap(one, other):
            yield f"{named(one)} and {named(other)} overlap"


def container(widget: tk.Misc, manager: str) -> str:
    """The path of the widget in which another is packed or gridded; not its parent in a window that rolls."""
    result = widget.tk.splitlist(widget.tk.call(manager, "info", str(widget)))
    return str(result[result.index("-in") + 1])


def elsewhere(canvas: tk.Canvas) -> bool:
    """Whether a canvas has a test of its own: a tree, and its overview."""
    return type(canvas.master).__name__ == "TreePane"


def overlap(one: tk.Misc, other: tk.Misc) -> bool:
    """Whether two widgets of one parent stand on each other."""
    wide = min(one.winfo_x() + one.winfo_width(), other.winfo_x() + other.winfo_width())
    high = min(one.winfo_y() + one.winfo_height(), other.winfo_y() + other.winfo_height())
    return wide - max(one.winfo_x(), other.winfo_x()) > SLACK and high - max(one.winfo_y(), other.winfo_y()) > SLACK


def tab_faults(book: ttk.Notebook, name: str) -> Iterator[str]:
    """Tabs that Tk has squeezed."""
    style = ttk.Style(book)
    words = tkfont.nametofont(str(style.lookup("TNotebook.Tab", "font")), book)
    padding = sum(int(str(part)) for part in book.tk.splitlist(style.lookup("TNotebook.Tab", "padding"))[:1]) * 2
    texts = [str(book.tab(tab, "text")) for tab in book.tabs()]
    needs = sum(words.measure(text) + padding for text in texts)
    if needs > book.winfo_width() + SLACK:
        yield f"{name} has {book.winfo_width()} for tabs of {needs}: {', '.join(texts)}"


def table_faults(listed: ttk.Treeview, name: str) -> Iterator[str]:
    """Headings that are cut, and columns beyond the edge with no bar to reach them."""
    columns = [str(column) for column in listed["displaycolumns"]]
    columns = [str(column) for column in listed["columns"]] if columns == ["#all"] else columns
    shown = [str(part) for part in listed.tk.splitlist(listed["show"])]
    if "tree" in shown:
        columns.insert(0, "#0")
    words = font_of(listed)
    if "headings" in shown:
        for column in columns:
            text = str(listed.heading(column, "text"))
            room = int(listed.column(column, "width"))
            if words.measure(text) > room:
                yield f"{name}: the heading {text!r} needs {words.measure(text)} and has {room}"
    yield from cell_faults(listed, columns, name)
    needs = sum(int(listed.column(column, "width")) for column in columns)
    if needs > listed.winfo_width() + SLACK and not listed.cget("xscrollcommand"):
        yield f"{name}: columns of {needs} in {listed.winfo_width()}, no bar"


def cell_faults(listed: ttk.Treeview, columns: list[str], name: str) -> Iterator[str]:
    """Texts that are wider than their column."""
    words = font_of(listed)
    for item in listed.get_children():
        for column in columns:
            text = str(listed.item(item, "text")) if column == "#0" else str(listed.set(item, column))
            room = int(listed.column(column, "width")) - CELL_PADDING
            if words.measure(text) > room:
                yield f"{name}: {text!r} needs {words.measure(text)} and has {room}"


def canvas_faults(canvas: tk.Canvas, name: str) -> Iterator[str]:
    """Written words that go over the edge."""
    width = canvas.winfo_width()
    height = canvas.winfo_height()
    for item in canvas.find_all():
        if canvas.type(item) == "text" and canvas.itemcget(item, "text") and canvas.itemcget(item, "state") != "hidden":
            left, upper, right, lower = canvas.bbox(item)
            if left < -2 or upper < -2 or right > width + 2 or lower > height + 2:
                yield f"{name}: {canvas.itemcget(item, 'text')!r} at {left},{upper},{right},{lower} of {width}x{height}"


def font_of(widget: tk.Misc) -> tkfont.Font:
    """The font of a ttk widget."""
    result = str(widget.cget("font")) if "font" in widget.keys() else ""  # noqa: SIM118 (a widget is no dict)
    return (
        tkfont.nametofont(result or "TkDefaultFont", widget) if not result.startswith("{") else tkfont.Font(font=result)
    )


def named(widget: tk.Misc) -> str:
    """A widget for people: what it is and what it says."""
    text = ""
    if "text" in widget.keys():  # noqa: SIM118
        text = f" {str(widget.cget('text'))[:40]!r}"
    owner = type(widget.master).__name__ if widget.master is not None else ""
    return f"{owner}.{type(widget).__name__}{text}"
