"""The windows of the menus File and Help: preferences, all commands with their keys, and the glossary."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from functools import partial
from tkinter import ttk
from typing import Any, NamedTuple

from visualizer.app.own_keys import KeysPane
from visualizer.board.app_window import AppWindow
from visualizer.state.app import App
from visualizer.ui.command import FIXED, INNER, Command, Commands, key_of
from visualizer.ui.glossary import groups
from visualizer.ui.pane import Pane
from visualizer.ui.scale import pixels
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import Tooltip, bar_below, on, on_written, scrolled, set_columns, widen_columns, wrap

GROUPS = ("View", "Game", "Search")
"""The menus whose choices and switches are offered, each under its name."""

STATES = ("analyse", "review", "lessons", "puzzles", "search settings")
"""Switches that are no preferences: they say what is open now."""


class PreferencesView(NamedTuple):
    """What is chosen in each menu (its place, None for nothing), and each switch: name, whether it is on, possible."""

    chosen: tuple[tuple[str, int | None], ...]
    switches: tuple[tuple[str, bool, bool], ...]


def registry_of(app: App) -> Commands:
    """The registry of all commands of an app."""
    assert isinstance(app.commands, Commands), "the window has registered its commands"
    return app.commands


class PreferencesWindow(AppWindow):
    """A choice for each menu of choices, a box for each switch; what is chosen holds at once."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Preferences")
        self._commands = registry_of(app)
        body = ttk.Frame(self, padding=16)
        body.pack(fill="both", expand=True)
        self.boxes: dict[str, ttk.Combobox] = {}
        self.switches: dict[str, ttk.Checkbutton] = {}
        self._on: dict[str, tk.BooleanVar] = {}
        self._choices: dict[str, list[Command]] = {}
        for command in self._commands:
            if INNER in command.menu and command.checked is not None:
                self._choices.setdefault(command.menu, []).append(command)
        for group in GROUPS:
            ttk.Label(body, text=group, font="TkHeadingFont").pack(anchor="w", pady=(0, 4))
            part = ttk.Frame(body)
            part.pack(fill="x", padx=(12, 0), pady=(0, 12))
            self._add_choices(part, group)
            self._add_switches(part, group)
        buttons = ttk.Frame(body)
        buttons.pack(fill="x")
        ttk.Button(buttons, text="Keys...", command=partial(app.do, "keys")).pack(side="left")
        ttk.Button(buttons, text="Close", command=self.destroy).pack(side="right")
        self.panes.append(PreferencesPane(self))

    def _add_choices(self, part: ttk.Frame, group: str) -> None:
        for menu, offered in self._choices.items():
            main, _, name = menu.partition(INNER)
            if main == group:
                row = part.grid_size()[1]
                ttk.Label(part, text=name).grid(row=row, column=0, sticky="w", pady=3, padx=(0, 18))
                self.boxes[menu] = box = ttk.Combobox(part, state="readonly", width=24)
                box.configure(values=[command.label for command in offered])
                box.bind("<<ComboboxSelected>>", partial(self._chosen, menu))
                box.grid(row=row, column=1, sticky="w", pady=3)

    def _add_switches(self, part: ttk.Frame, group: str) -> None:
        listed = [command for command in self._commands if command.menu == group and command.checked is not None]
        first = part.grid_size()[1]
        for place, command in enumerate(command for command in listed if command.name not in STATES):
            self._on[command.name] = on = tk.BooleanVar(self)
            switch = ttk.Checkbutton(part, text=command.title, variable=on, command=partial(self._switch, command))
            switch.grid(row=first + place // 2, column=place % 2, sticky="w", padx=(0, 18))
            Tooltip(switch, partial(command.description, self.app))
            self.switches[command.name] = switch

    def states(self) -> PreferencesView:
        """What is chosen in each menu, and how each switch is."""
        chosen = []
        for menu, offered in self._choices.items():
            at = [place for place, command in enumerate(offered) if self._commands.checked(command)]
            chosen.append((menu, at[0] if at else None))
        switches = []
        for name in self.switches:
            command = self._commands[name]
            switches.append((name, self._commands.checked(command), self._commands.enabled(command)))
        return PreferencesView(tuple(chosen), tuple(switches))

    def show_states(self, view: PreferencesView) -> None:
        """Shows them."""
        for menu, place in view.chosen:
            if place is not None:
                self.boxes[menu].current(place)
        for name, switched_on, enabled in view.switches:
            self._on[name].set(switched_on)
            self.switches[name].state(["!disabled" if enabled else "disabled"])

    def _chosen(self, menu: str, event: object) -> None:
        box = self.boxes[menu]
        box.selection_clear()
        self.app.do(self._choices[menu][box.current()].name)

    def _switch(self, command: Command) -> None:
        self.app.do(command.name)
        self.show_states(self.states())  # the box has switched itself, even if the command was impossible


class PreferencesPane(Pane[PreferencesView]):
    """What is chosen and switched on; commands say this themselves, as for the toolbar."""

    reads = ("game", "settings", "preferences", "shown", "teaching")

    def __init__(self, window: PreferencesWindow) -> None:
        super().__init__()
        self.window = window

    def view(self, *parts: Any) -> PreferencesView:
        return self.window.states()

    def draw(self, view: PreferencesView, before: PreferencesView | None) -> None:
        self.window.show_states(view)


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


HOW_TO_READ = """Every node is a position that the search visited. Plies go from top to bottom; replies stand \
from left to right in the order of the search. MAX is the side that searches, MIN the opponent. All values are for MAX.

3 is exactly what minimax finds. ≤3 (at most 3) and ≥3 (at least 3) are bounds: searching on could not change \
the result. W5 is a game that MAX wins on ply 5, L6 one that it loses on ply 6.

The thick blue line is the principal variation, best play by both sides. A triangle stands for everything that is \
folded below a node, and is hatched where replies were pruned in it: click the node to unfold it. Hatched purple sheets \
are pruned replies, never searched; the card of their parent says why."""

READING = "How to read the tree"
WORDS = "words"
"""The parts of the window."""


class GlossaryWindow(AppWindow):
    """The glossary to read and search."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Glossary", "620x640", (420, 320))
        line = ttk.Frame(self, padding=(12, 10, 12, 6))
        line.pack(fill="x")
        ttk.Label(line, text="Find").pack(side="left", padx=(0, 8))
        self.field = ttk.Entry(line)
        self.field.pack(side="left", fill="x", expand=True)
        self.field.bind("<KeyRelease>", lambda _: self.show())
        body = ttk.Frame(self, padding=(12, 0, 12, 12))
        body.pack(fill="both", expand=True)
        self.text = tk.Text(body, wrap="word", relief="flat", padx=10, pady=8, font="TkDefaultFont", state="disabled")
        scrolled(self.text).pack(side="left", fill="both", expand=True)
        self.set_theme(self.theme)
        self.show()
        self.field.focus_set()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.text.configure(background=theme.panel, foreground=theme.text)
        self.text.tag_configure("group", font="TkHeadingFont", foreground=theme.faint, spacing1=12, spacing3=4)
        self.text.tag_configure("word", font="TkHeadingFont")
        self.text.tag_configure("meaning", lmargin1=16, lmargin2=16, spacing3=6)

    def show(self) -> None:
        """Shows the terms that contain the text in the field."""
        wanted = self.field.get().strip().lower()
        self.text.configure(state="normal")
        self.text.delete("1.0", "end")
        if not wanted:
            self.text.insert("end", f"{READING}\n", "group", f"{HOW_TO_READ}\n", "meaning")
        self.text.mark_set(WORDS, "end - 1 chars")
        self.text.mark_gravity(WORDS, "left")
        for title, terms in groups().items():
            shown = [t for t in terms if any(wanted in part.lower() for part in (t.name, *t.also, t.meaning))]
            if shown:
                self.text.insert("end", f"{title}\n", "group")
            for term in shown:
                self.text.insert("end", f"{term.name}\n", "word", f"{term.meaning}\n", "meaning")
        self.text.configure(state="disabled")

    def go(self, part: str) -> None:
        """Scrolls to a part."""
        self.text.yview(WORDS if part == WORDS else "1.0")
