"""KeySheet: all keys in one list, which can be searched and changed.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from visualizer.kit.commands import COLUMNS, MENUS, Command, Commands
from visualizer.kit.keys import key_of
from visualizer.kit.widgets import columns, on_written, wrap

IN_THE_TREE = (
    ("Arrows", "Move to parent, best reply, siblings"),
    ("Space", "Fold, unfold"),
    ("P", "Pruned replies"),
    ("+  -  0", "Zoom, fit"),
    ("Ctrl+C", "Copy the node"),
)
"""Keys of the tree pane, while it has the focus."""

ON_THE_BOARD = (("← →", "Choose a column"), ("Space, Enter, ↓", "Drop a stone there"))
"""Keys of the board, while it has the focus."""

EVERYWHERE = (("Tab, Shift+Tab", "To the next or previous part of the window"), ("Esc", "Out of a text field"))

HINT = "Choose a command and press Change, then its new key."


class KeySheet(tk.Toplevel):
    """Made from the registry of commands, grouped by menu; Escape closes it.

    Change waits for a key press and gives that key to the chosen command; Remove takes its keys, Reset gives all
    commands the keys they came with.
    """

    def __init__(self, root: tk.Tk, commands: Commands) -> None:
        super().__init__(root)
        self._commands = commands
        self._waiting: Command | None = None
        self.title("Keys")
        self.transient(root)
        self.minsize(420, 300)
        body = ttk.Frame(self, padding=12)
        body.pack(fill="both", expand=True)
        line = ttk.Frame(body)
        line.pack(fill="x", pady=(0, 8))
        ttk.Label(line, text="Find").pack(side="left", padx=(0, 8))
        self.text = tk.StringVar(self)
        self.field = ttk.Entry(line, textvariable=self.text)
        self.field.pack(side="left", fill="x", expand=True)
        buttons = ttk.Frame(body)
        buttons.pack(side="bottom", fill="x", pady=(8, 0))
        self.buttons: dict[str, ttk.Button] = {}
        actions: tuple[tuple[str, Callable[[], object]], ...] = (
            ("Change", self.change),
            ("Remove", self.remove),
            ("Reset all", self.reset),
        )
        for label, run in actions:
            self.buttons[label] = ttk.Button(buttons, text=label, command=run)
            self.buttons[label].pack(side="left", padx=(0, 6))
        ttk.Button(buttons, text="Close", command=self.destroy).pack(side="right")
        self.said = wrap(ttk.Label(body, text=HINT, anchor="w", style="Faint.TLabel", padding=(0, 8, 0, 0)))
        self.said.pack(side="bottom", fill="x")
        listed = ttk.Frame(body)
        listed.pack(fill="both", expand=True)
        self.list = ttk.Treeview(listed, columns=("key",), height=14, selectmode="browse", takefocus=True)
        columns(self.list, (("#0", "Command", 330, "w"), ("key", "Key", 170, "w")), "#0")
        bar = ttk.Scrollbar(listed, command=self.list.yview)
        self.list.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        self.list.pack(fill="both", expand=True)
        on_written(self, self.text, self.show)
        self.list.bind("<<TreeviewSelect>>", lambda _: self._enable())
        self.list.bind("<Double-Button-1>", lambda _: self.change())
        self.bind("<KeyPress>", self._pressed)
        self.show()
        self.field.focus_set()

    def show(self) -> None:
        """Lists the commands that fit the text, and where nothing is searched the keys of tree and board."""
        chosen = self.list.selection()
        self.list.delete(*self.list.get_children())
        found = self._commands.find(self.text.get())
        for menu in (*MENUS, COLUMNS):
            members = [command for command in self._commands.of(menu) if command in found]
            if members:
                self.list.insert("", "end", iid=f"menu {menu}", text=menu, open=True, tags="menu")
            for command in members:
                keys = ", ".join(command.keys)
                self.list.insert(f"menu {menu}", "end", iid=command.name, text=command.title, values=(keys,))
        if not self.text.get().strip():
            fixed = (("On the board", ON_THE_BOARD), ("In the tree", IN_THE_TREE), ("Everywhere", EVERYWHERE))
            for title, rows in fixed:
                self.list.insert("", "end", iid=f"menu {title}", text=title, open=True, tags="menu")
                for key, label in rows:
                    self.list.insert(f"menu {title}", "end", text=label, values=(key,))
        self.list.tag_configure("menu", font="TkHeadingFont")
        if chosen and self.list.exists(chosen[0]):
            self.list.selection_set(chosen[0])
            self.list.see(chosen[0])
        self._enable()

    @property
    def chosen(self) -> Command | None:
        """The command whose keys can be changed."""
        item = next(iter(self.list.selection()), "")
        return next((command for command in self._commands if command.name == item), None)

    def _enable(self) -> None:
        chosen = self.chosen
        self.buttons["Change"].state(["!disabled" if chosen is not None else "disabled"])
        self.buttons["Remove"].state(["!disabled" if chosen is not None and chosen.keys else "disabled"])

    def change(self) -> None:
        """Waits for the key that the chosen command shall have."""
        self._waiting = self.chosen
        if self._waiting is not None:
            self.said.configure(text=f'Press the key for "{self._waiting.title}"; Esc leaves it as it is.')
            self.focus_set()

    def remove(self) -> None:
        """Takes the keys of the chosen command."""
        if self.chosen is not None:
            self._commands.set_keys(self.chosen.name, ())
            self.show()

    def reset(self) -> None:
        """Gives all commands the keys they came with."""
        self._commands.reset_keys()
        self.said.configure(text="All commands have their default keys.")
        self.show()

    def _pressed(self, event: tk.Event[tk.Misc]) -> str | None:
        key, command = key_of(event), self._waiting
        if command is None:
            if key == "Esc":
                self.destroy()
            return None
        if not key:
            return "break"
        self._waiting = None
        refused = "" if key == "Esc" else self._commands.refused(command.name, key)
        if key == "Esc":
            self.said.configure(text=HINT)
        elif refused:
            self.said.configure(text=f"{refused}. Nothing has changed.")
            self.bell()
        else:
            self._commands.set_keys(command.name, (key, *command.keys[1:]))
            self.said.configure(text=f'"{command.title}" now has the key {key}.')
            self.show()
        return "break"
