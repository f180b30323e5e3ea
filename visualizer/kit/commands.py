"""Commands: one table from which menus, buttons, keys and the help sheet are made.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from tkinter import ttk

MENUS = ("File", "Game", "View", "Search", "Tree", "Playback", "Compare", "Help")

EDITING = ("<Control-c>", "<Control-v>", "<Control-z>", "<Control-y>")
"""Keys that belong to the field while something is being typed."""


@dataclass(frozen=True)
class Command:
    """Something a person can do.

    name    for code and tests;  menu, label   where it stands;  key   as people read it ("Ctrl+N"), "" for none
    events  the Tk events that call it;  run   what it does;  enabled   whether it can be done now
    checked   for switches: whether it is on, otherwise None
    """

    name: str
    menu: str
    label: str
    run: Callable[[], None]
    key: str = ""
    events: tuple[str, ...] = ()
    enabled: Callable[[], bool] = lambda: True
    checked: Callable[[], bool] | None = None


def build_menus(root: tk.Tk, commands: Sequence[Command]) -> dict[str, tk.Menu]:
    """The menu bar; each menu asks again what is enabled whenever it is opened."""
    bar = tk.Menu(root, tearoff=False)
    menus = {}
    for title in MENUS:
        menu = tk.Menu(bar, tearoff=False)
        menu.configure(postcommand=lambda menu=menu, title=title: _fill(menu, [c for c in commands if c.menu == title]))
        _fill(menu, [c for c in commands if c.menu == title])
        bar.add_cascade(label=title, menu=menu, underline=0)
        menus[title] = menu
    root.configure(menu=bar)
    return menus


def _fill(menu: tk.Menu, commands: Iterable[Command]) -> None:
    menu.delete(0, "end")
    for command in commands:
        mark = "" if command.checked is None else "✓ " if command.checked() else "    "
        state = "normal" if command.enabled() else "disabled"
        menu.add_command(label=mark + command.label, accelerator=command.key, command=command.run, state=state)


def bind_keys(root: tk.Tk, commands: Sequence[Command], say: Callable[[str], None]) -> None:
    """Lets the keys call the commands: plain keys not while something is being typed; a command that cannot be done now says so."""
    for command in commands:
        for event in command.events:
            plain = event in EDITING or not any(
                modifier in event for modifier in ("Control", "Alt", "Escape", "F1", "F3", "F4")
            )
            root.bind(event, lambda _, command=command, plain=plain: _press(root, command, plain, say), add="+")


def _press(root: tk.Tk, command: Command, plain: bool, say: Callable[[str], None]) -> str | None:
    if plain and typing(root):
        return None
    if command.enabled():
        command.run()
    else:
        say(f"{command.label}: not possible now")
    return "break"


def typing(root: tk.Tk) -> bool:
    """Whether a key that is pressed now belongs to a field or to another window."""
    try:
        focus = root.focus_get()
    except KeyError:  # the list of a combobox, which tkinter does not know
        return True
    return focus is not None and (
        focus.winfo_toplevel() is not root
        or focus.winfo_class() in ("Entry", "TEntry", "Spinbox", "TSpinbox", "TCombobox")
    )


class KeySheet(tk.Toplevel):
    """A window with all keys, by menu."""

    def __init__(self, root: tk.Tk, commands: Sequence[Command]) -> None:
        super().__init__(root)
        self.title("Keys")
        self.transient(root)
        self.resizable(False, False)
        body = ttk.Frame(self, padding=16)
        body.pack()
        sheet = [("Board", [("1 ... 7", "Drop a stone into that column")])]
        sheet += [(title, [(c.key, c.label) for c in commands if c.menu == title and c.key]) for title in MENUS]
        sheet.append(
            (
                "In the tree",
                [
                    ("Arrows", "Walk: parent, best reply, siblings"),
                    ("Space", "Fold, unfold"),
                    ("P", "Pruned replies"),
                    ("+  -  0", "Zoom, fit"),
                    ("Ctrl+C", "Copy the node"),
                ],
            )
        )
        columns, lengths = [ttk.Frame(body) for _ in range(3)], [0, 0, 0]
        for number, column in enumerate(columns):
            column.grid(row=0, column=number, sticky="n")
        for title, rows in sheet:
            shortest = lengths.index(min(lengths))
            lengths[shortest] += len(rows) + 2
            block = ttk.Frame(columns[shortest], padding=(10, 6))
            block.pack(anchor="w")
            ttk.Label(block, text=title, font="TkHeadingFont").grid(row=0, column=0, columnspan=2, sticky="w")
            for row, (key, label) in enumerate(rows, start=1):
                ttk.Label(block, text=key).grid(row=row, column=0, sticky="w", padx=(0, 14))
                ttk.Label(block, text=label).grid(row=row, column=1, sticky="w")
        for key in ("<Escape>", "<Return>"):
            self.bind(key, lambda _: self.destroy())
        self.focus_set()
