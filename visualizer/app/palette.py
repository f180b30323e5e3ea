"""The command palette: every command with its keys, to search and run, and to give another key."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from tkinter import ttk

from visualizer.app.own_keys import KeysPane
from visualizer.board.app_window import AppWindow
from visualizer.state.app import App
from visualizer.ui.command import FIXED, INNER, Command, Commands, key_of
from visualizer.ui.sizes import pixels
from visualizer.ui.widgets import bar_below, on, on_written, scrolled, set_columns, widen_columns, wrap


def registry_of(app: App) -> Commands:
    """The registry of all commands of an app."""
    assert isinstance(app.commands, Commands), "the window has registered its commands"
    return app.commands


IN_THE_TREE = (
    ("Arrows", "Move to parent, best reply, siblings"),
    ("Space", "Fold, unfold"),
    ("+  -  0", "Zoom, fit"),
    ("Ctrl+C", "Copy the node"),
)
"""Keys of the tree pane while it has the focus."""

ON_THE_BOARD = (("← →", "Choose a column"), ("Space, Enter, ↓", "Drop a disc there"))
"""Keys of the board while it has the focus."""

EVERYWHERE = (("Tab, Shift+Tab", "To the next or previous part of the window"), ("Esc", "Out of a text field"))


class Palette(AppWindow):
    """Return runs the chosen command, arrows choose one, Escape closes; any command can be given another key."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Commands and keys", "620x520", (440, 300), dialog=True)
        self._commands = registry_of(app)
        body = ttk.Frame(self, padding=10)
        body.pack(fill="both", expand=True)
        self.text = tk.StringVar(self)
        self.field = ttk.Entry(body, textvariable=self.text, width=56)
        self.field.pack(fill="x")
        line = ttk.Frame(body)
        line.pack(side="bottom", fill="x", pady=(8, 0))
        self.button = ttk.Button(line, text="Run", command=self.run)
        self.button.pack(side="left")
        self.change = ttk.Button(line, text="Change key", command=self.ask_key)
        self.change.pack(side="left", padx=(8, 0))
        self.standard = ttk.Button(line, text="Standard key", command=self.take_standard_key)
        self.standard.pack(side="left", padx=(8, 0))
        ttk.Button(line, text="Close", command=self.destroy).pack(side="right")
        self.message = wrap(ttk.Label(body, anchor="w", style="Faint.TLabel", padding=(2, 6, 2, 0)))
        self.message.pack(side="bottom", fill="x")
        listed = ttk.Frame(body)
        listed.pack(fill="both", expand=True, pady=(8, 0))
        self.list = ttk.Treeview(listed, columns=("menu", "key"), height=14, selectmode="browse", takefocus=True)
        shown = (("#0", "Command", 290), ("menu", "Menu", 90), ("key", "Key", 170))
        set_columns(self.list, ((name, title, size, "w") for name, title, size in shown), "#0")
        scrolled(self.list).pack(fill="both", expand=True)
        bar_below(self.list)
        on_written(self, self.text, self.show)
        self.message.bind("<KeyPress>", self._key_pressed)
        self.message.bind("<FocusOut>", self._stop_asking)
        self.panes.append(KeysPane(self.show_keys))
        self.list.bind("<<TreeviewSelect>>", lambda _: self._describe())
        for widget in (self.field, self.list):
            on(widget, "<Return>", self.run)
            on(widget, "<KP_Enter>", self.run)
        on(self.list, "<Double-Button-1>", self.run)
        on(self.field, "<Down>", lambda: self._move(1))
        on(self.field, "<Up>", lambda: self._move(-1))
        self.show()
        root = parent
        x = root.winfo_rootx() + max(0, (root.winfo_width() - pixels(self, 620)) // 2)
        self.geometry(f"+{x}+{root.winfo_rooty() + pixels(self, 60)}")
        self.field.focus_set()

    def show(self) -> None:
        """Lists the commands that match the text; without a text also the fixed keys of board and tree."""
        chosen = self.chosen
        self.list.delete(*self.list.get_children())
        for command in self._commands.find(self.text.get()):
            tags = () if self._commands.enabled(command) else ("impossible",)
            values = (command.menu.partition(INNER)[0], ", ".join(command.keys))
            self.list.insert("", "end", iid=command.name, text=command.title, values=values, tags=tags)
        items = self.list.get_children()
        if not self.text.get().strip():
            for place, rows in (("Board", ON_THE_BOARD), ("Tree", IN_THE_TREE), ("Everywhere", EVERYWHERE)):
                for key, label in rows:
                    self.list.insert("", "end", text=label, values=(place, key))
        widen_columns(self.list, self.list.get_children())
        self.list.tag_configure("impossible", foreground=ttk.Style(self).lookup("Faint.TLabel", "foreground"))
        if items:
            self._choose(chosen.name if chosen is not None and chosen.name in items else items[0])
        else:
            self.message.configure(text="No command matches these words.")

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """Lists the commands with the keys that they have now."""
        self.show()

    @property
    def chosen(self) -> Command | None:
        """The command that Return runs."""
        item = next(iter(self.list.selection()), "")
        return next((command for command in self._commands if command.name == item), None)

    def _choose(self, item: str) -> None:
        self.list.selection_set(item)
        self.list.focus(item)
        self.list.see(item)

    def _move(self, by: int) -> None:
        items = self.list.get_children()
        selected = self.list.selection()
        if selected:
            self._choose(items[min(len(items) - 1, max(0, items.index(selected[0]) + by))])

    def _describe(self) -> None:
        command = self.chosen
        self.message.configure(text="" if command is None else command.description(self.app))
        possible = "disabled" if command is None else "!disabled"
        self.button.state([possible])
        self.change.state([possible])
        changed = command is not None and command.name in self.app.state.preferences.keys
        self.standard.state(["!disabled" if changed else "disabled"])

    def ask_key(self) -> None:
        """Waits for a new key for the chosen command: the message has the focus until one is pressed."""
        command = self.chosen
        if command is not None:
            self.message.focus_set()
            self.message.configure(text=f"Press the new key for {command.title}. Del takes its key away, Esc cancels.")

    def _stop_asking(self, event: object) -> None:
        self._describe()

    def _key_pressed(self, event: tk.Event[tk.Misc]) -> str:
        """Gives the key that was pressed to the chosen command."""
        key = key_of(event)
        command = self.chosen
        if not key or command is None:
            return "break"
        if key == "Del":
            self._give(command, "")
        elif key != "Esc" and key.split("+")[-1] in FIXED:
            self.message.configure(text=f"The window needs the key {key}. Press another one, or Esc.")
            return "break"
        elif key != "Esc":
            self._give(command, key)
        self.list.focus_set()
        return "break"

    def _give(self, command: Command, key: str) -> None:
        """Gives a command a key, which the command that had it loses."""
        own = {name: other for name, other in self.app.state.preferences.keys.items() if not key or other != key}
        self.app.prefer(keys={**own, command.name: key})

    def take_standard_key(self) -> None:
        """Gives the chosen command its standard keys again."""
        command = self.chosen
        if command is not None:
            own = dict(self.app.state.preferences.keys)
            own.pop(command.name, None)
            self.app.prefer(keys=own)

    def run(self) -> None:
        """Closes the window and runs the chosen command, or shows why it is impossible."""
        command = self.chosen
        if command is None:
            return
        reason = self._commands.blocked(command)
        if reason:
            self.message.configure(text=f"Not now: {reason}.")
            self.bell()
            return
        parent = self.master
        self.destroy()
        parent.focus_set()
        self.app.do(command.name)
