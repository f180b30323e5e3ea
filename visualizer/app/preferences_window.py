"""What can be set and is kept, in one place, made from the commands."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from visualizer.ui.commands import INNER, Command
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.tooltip import Tooltip

SWITCHES = ("View", "Game", "Search")
"""The menus whose switches are offered."""


class PreferencesWindow(ToolWindow):
    """A choice for each menu of choices, a box for each switch; what is chosen holds at once."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Preferences")
        body = ttk.Frame(self, padding=16)
        body.pack(fill="both", expand=True)
        self.boxes: dict[str, ttk.Combobox] = {}
        self.switches: dict[str, ttk.Checkbutton] = {}
        self._on: dict[str, tk.BooleanVar] = {}
        self._choices: dict[str, list[Command]] = {}
        for command in context.commands:
            if INNER in command.menu and command.checked is not None:
                self._choices.setdefault(command.menu, []).append(command)
        row = 0
        for menu, offered in self._choices.items():
            ttk.Label(body, text=menu.partition(INNER)[2]).grid(row=row, column=0, sticky="w", pady=3, padx=(0, 16))
            box = ttk.Combobox(body, state="readonly", width=24, values=[command.label for command in offered])
            box.bind("<<ComboboxSelected>>", partial(self._chosen, menu))
            box.grid(row=row, column=1, sticky="ew", pady=3)
            self.boxes[menu] = box
            row += 1
        columns = ttk.Frame(body)
        columns.grid(row=row, column=0, columnspan=2, sticky="w", pady=(10, 4))
        listed = [command for command in context.commands if command.checked is not None and command.menu in SWITCHES]
        for place, command in enumerate(listed):
            self._on[command.name] = tk.BooleanVar(self)
            switch = ttk.Checkbutton(
                columns, text=command.title, variable=self._on[command.name], command=partial(self._switch, command)
            )
            switch.grid(row=place // 2, column=place % 2, sticky="w", padx=(0, 18))
            Tooltip(switch, command.description)
            self.switches[command.name] = switch
        buttons = ttk.Frame(body)
        buttons.grid(row=row + 1, column=0, columnspan=2, sticky="ew", pady=(12, 0))
        ttk.Button(buttons, text="Keys...", command=partial(context.do, "keys")).pack(side="left")
        ttk.Button(buttons, text="Close", command=self.destroy).pack(side="right")
        self.refresh()

    def refresh(self) -> None:
        """Shows everything as it is now."""
        for menu, offered in self._choices.items():
            at = [place for place, command in enumerate(offered) if command.checked is not None and command.checked()]
            if at:
                self.boxes[menu].current(at[0])
        for name, switch in self.switches.items():
            command = self.context.commands[name]
            self._on[name].set(command.checked is not None and command.checked())
            switch.state(["!disabled" if command.enabled() else "disabled"])

    def _chosen(self, menu: str, event: object) -> None:
        box = self.boxes[menu]
        box.selection_clear()
        self.context.do(self._choices[menu][box.current()].name)

    def _switch(self, command: Command) -> None:
        self.context.do(command.name)
        self.refresh()
