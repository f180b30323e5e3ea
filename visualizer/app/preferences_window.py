"""The window of the preferences: a choice for each menu of choices, a box for each switch."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import Any, NamedTuple

from visualizer.app.palette import registry_of
from visualizer.board.app_window import AppWindow
from visualizer.state.app import App
from visualizer.ui.command import INNER, Command
from visualizer.ui.pane import Pane
from visualizer.ui.widgets import Tooltip

GROUPS = ("View", "Game", "Search")
"""The menus whose choices and switches are offered, each under its name."""

STATES = ("analyse", "review", "lessons", "puzzles", "search settings")
"""Switches that are no preferences: they say what is open now."""


class PreferencesView(NamedTuple):
    """What is chosen in each menu (its place, None for nothing), and each switch: name, whether it is on, possible."""

    chosen: tuple[tuple[str, int | None], ...]
    switches: tuple[tuple[str, bool, bool], ...]


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
