"""Palette: every command by its words, to type, choose and run.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from visualizer.kit.commands import INNER, Command, Commands
from visualizer.kit.scale import pixels
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import columns, on, on_written, wrap


class Palette(tk.Toplevel):
    """Return runs the chosen command, arrows choose, Escape closes; `say(sentence)` tells why one is impossible."""

    def __init__(self, root: tk.Tk, commands: Commands, say: Callable[[str], object]) -> None:
        super().__init__(root)
        self._commands, self._say = commands, say
        self._found: list[Command] = []
        self.title("Commands")
        self.transient(root)
        self.minsize(360, 240)
        body = ttk.Frame(self, padding=10)
        body.pack(fill="both", expand=True)
        self.text = tk.StringVar(self)
        self.field = ttk.Entry(body, textvariable=self.text, width=56)
        self.field.pack(fill="x")
        self.about = wrap(ttk.Label(body, anchor="w", style="Faint.TLabel", padding=(2, 6, 2, 0)))
        self.about.pack(side="bottom", fill="x")
        listed = ttk.Frame(body)
        listed.pack(fill="both", expand=True, pady=(8, 0))
        self.list = ttk.Treeview(listed, columns=("menu", "key"), height=12, selectmode="browse", takefocus=True)
        shown = (("#0", "Command", 290), ("menu", "Menu", 90), ("key", "Key", 110))
        columns(self.list, ((name, title, size, "w") for name, title, size in shown), "#0")
        bar = ttk.Scrollbar(listed, command=self.list.yview)
        self.list.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        self.list.pack(fill="both", expand=True)
        on_written(self, self.text, self.show)
        self.list.bind("<<TreeviewSelect>>", lambda _: self._tell())
        for widget in (self.field, self.list):
            on(widget, "<Return>", self.run)
            on(widget, "<KP_Enter>", self.run)
        on(self.list, "<Double-Button-1>", self.run)
        on(self.field, "<Down>", lambda: self._move(1))
        on(self.field, "<Up>", lambda: self._move(-1))
        self.bind("<Escape>", lambda _: self.destroy())
        self.show()
        x = root.winfo_rootx() + max(0, (root.winfo_width() - self.winfo_reqwidth()) // 2)
        self.geometry(f"+{x}+{root.winfo_rooty() + pixels(self, 60)}")
        self.field.focus_set()

    def show(self) -> None:
        """Lists the commands that fit the text; what is impossible now is faint."""
        self._found = self._commands.find(self.text.get())
        self.list.delete(*self.list.get_children())
        for number, command in enumerate(self._found):
            tags = () if command.enabled() else ("blocked",)
            values = (command.menu.partition(INNER)[0], ", ".join(command.keys))
            self.list.insert("", "end", iid=str(number), text=command.title, values=values, tags=tags)
        self._tint(ttk.Style(self).lookup("Faint.TLabel", "foreground"))
        if self._found:
            self._choose(0)
        else:
            self.about.configure(text="No command matches these words.")

    def _tint(self, faint: str) -> None:
        self.list.tag_configure("blocked", foreground=faint)

    def set_theme(self, theme: Theme) -> None:
        """Changes the colour of what is impossible now."""
        self._tint(theme.faint)

    @property
    def chosen(self) -> Command | None:
        """The command that Return runs."""
        selection = self.list.selection()
        return self._found[int(selection[0])] if selection else None

    def _choose(self, number: int) -> None:
        item = str(number)
        self.list.selection_set(item)
        self.list.focus(item)
        self.list.see(item)

    def _move(self, by: int) -> None:
        selection = self.list.selection()
        if selection:
            self._choose(min(len(self._found) - 1, max(0, int(selection[0]) + by)))

    def _tell(self) -> None:
        command = self.chosen
        if command is not None:
            self.about.configure(text=command.told())

    def run(self) -> None:
        """Closes the palette and runs the chosen command, or says here why it is impossible."""
        command = self.chosen
        if command is None:
            return
        reason = command.blocked()
        if reason:
            self.about.configure(text=f"Not now: {reason}.")
            self.bell()
            return
        master = self.master
        self.destroy()
        if master is not None:
            master.focus_set()
        self._commands.run(command.name, self._say)
