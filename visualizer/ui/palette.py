"""The window that lists all commands: find and run one, or change its keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from visualizer.ui.commands import INNER, Command, key_of
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.scale import pixels
from visualizer.ui.widgets import columns, on, on_written, wrap

IN_THE_TREE = (
    ("Arrows", "Move to parent, best reply, siblings"),
    ("Space", "Fold, unfold"),
    ("P", "Pruned replies"),
    ("+  -  0", "Zoom, fit"),
    ("Ctrl+C", "Copy the node"),
)
"""Keys of the tree pane while it has the focus."""

ON_THE_BOARD = (("← →", "Choose a column"), ("Space, Enter, ↓", "Drop a disc there"))
"""Keys of the board while it has the focus."""

EVERYWHERE = (("Tab, Shift+Tab", "To the next or previous part of the window"), ("Esc", "Out of a text field"))


class Palette(ToolWindow):
    """Return runs the chosen command, arrows choose one, Escape closes."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Commands and keys", "620x520", (440, 300), dialog=True)
        self._commands = context.commands
        self._changing: Command | None = None
        body = ttk.Frame(self, padding=10)
        body.pack(fill="both", expand=True)
        self.text = tk.StringVar(self)
        self.field = ttk.Entry(body, textvariable=self.text, width=56)
        self.field.pack(fill="x")
        line = ttk.Frame(body)
        line.pack(side="bottom", fill="x", pady=(8, 0))
        self.buttons: dict[str, ttk.Button] = {}
        actions: tuple[tuple[str, Callable[[], object]], ...] = (
            ("Run", self.run), ("Change key", self.change), ("Remove keys", self.remove), ("Reset all keys", self.reset),
        )  # fmt: skip
        for label, action in actions:
            self.buttons[label] = ttk.Button(line, text=label, command=action)
            self.buttons[label].pack(side="left", padx=(0, 6))
        ttk.Button(line, text="Close", command=self.destroy).pack(side="right")
        self.message = wrap(ttk.Label(body, anchor="w", style="Faint.TLabel", padding=(2, 6, 2, 0)))
        self.message.pack(side="bottom", fill="x")
        listed = ttk.Frame(body)
        listed.pack(fill="both", expand=True, pady=(8, 0))
        self.list = ttk.Treeview(listed, columns=("menu", "key"), height=14, selectmode="browse", takefocus=True)
        shown = (("#0", "Command", 290), ("menu", "Menu", 90), ("key", "Key", 130))
        columns(self.list, ((name, title, size, "w") for name, title, size in shown), "#0")
        bar = ttk.Scrollbar(listed, command=self.list.yview)
        self.list.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        self.list.pack(fill="both", expand=True)
        on_written(self, self.text, self.show)
        self.list.bind("<<TreeviewSelect>>", lambda _: self._describe())
        for widget in (self.field, self.list):
            on(widget, "<Return>", self.run)
            on(widget, "<KP_Enter>", self.run)
        on(self.list, "<Double-Button-1>", self.run)
        on(self.field, "<Down>", lambda: self._move(1))
        on(self.field, "<Up>", lambda: self._move(-1))
        self.bind("<KeyPress>", self._pressed)
        self.show()
        root = context.root
        x = root.winfo_rootx() + max(0, (root.winfo_width() - pixels(self, 620)) // 2)
        self.geometry(f"+{x}+{root.winfo_rooty() + pixels(self, 60)}")
        self.field.focus_set()

    def show(self) -> None:
        """Lists the commands that match the text; without a text also the fixed keys of board and tree."""
        chosen = self.chosen
        self.list.delete(*self.list.get_children())
        for command in self._commands.find(self.text.get()):
            tags = () if command.enabled() else ("impossible",)
            values = (command.menu.partition(INNER)[0], ", ".join(command.keys))
            self.list.insert("", "end", iid=command.name, text=command.title, values=values, tags=tags)
        items = self.list.get_children()
        if not self.text.get().strip():
            for place, rows in (("Board", ON_THE_BOARD), ("Tree", IN_THE_TREE), ("Everywhere", EVERYWHERE)):
                for key, label in rows:
                    self.list.insert("", "end", text=label, values=(place, key))
        self.list.tag_configure("impossible", foreground=ttk.Style(self).lookup("Faint.TLabel", "foreground"))
        if items:
            self._choose(chosen.name if chosen is not None and chosen.name in items else items[0])
        else:
            self.message.configure(text="No command matches these words.")

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
        items, selected = self.list.get_children(), self.list.selection()
        if selected:
            self._choose(items[min(len(items) - 1, max(0, items.index(selected[0]) + by))])

    def _describe(self) -> None:
        command = self.chosen
        self.message.configure(text="" if command is None else command.description())
        for name in ("Run", "Change key", "Remove keys"):
            self.buttons[name].state(["disabled" if command is None else "!disabled"])

    def run(self) -> None:
        """Closes the window and runs the chosen command, or shows why it is impossible."""
        command = self.chosen
        if command is None:
            return
        reason = command.blocked()
        if reason:
            self.message.configure(text=f"Not now: {reason}.")
            self.bell()
            return
        self.destroy()
        self.context.root.focus_set()
        self.context.do(command.name)

    # -- keys ---------------------------------------------------------------------------------------------------------

    def change(self) -> None:
        """Waits for the new key of the chosen command."""
        self._changing = self.chosen
        if self._changing is not None:
            self.message.configure(text=f'Press the key for "{self._changing.title}"; Esc cancels.')
            self.focus_set()

    def remove(self) -> None:
        """Removes the keys of the chosen command."""
        if self.chosen is not None:
            self._commands.set_keys(self.chosen.name, ())
            self.show()

    def reset(self) -> None:
        """Restores all default keys."""
        self._commands.reset_keys()
        self.show()

    def _pressed(self, event: tk.Event[tk.Misc]) -> str | None:
        key, command = key_of(event), self._changing
        if command is None:
            return None
        if key == "Esc":
            self._changing = None
            self._describe()
        elif key:
            self._changing, refusal = None, self._commands.refusal(command.name, key)
            if refusal:
                self.message.configure(text=f"{refusal}.")
            else:
                self._commands.set_keys(command.name, (key, *command.keys[1:]))
                self.show()
        return "break"
