"""What Learn shows beside the board: everything that you can learn here, each with what it is for."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import Any

from visualizer.state.app import App
from visualizer.ui.command import Command, Commands
from visualizer.ui.pane import Pane
from visualizer.ui.scale import MEDIUM, font
from visualizer.ui.widgets import wrap

MENU = "Learn"
"""The menu whose commands are listed."""


class LearnPart:
    """Builds the widgets; `panes` show the state in them."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        self.app = app
        self.frame = ttk.Frame(parent, padding=(16, 12))
        ttk.Label(self.frame, text="More to learn", font=font(parent, MEDIUM, bold=True)).pack(anchor="w", pady=(0, 6))
        self.list = ttk.Frame(self.frame)
        self.list.pack(fill="x")
        self.list.columnconfigure(1, weight=1)
        self.buttons: dict[str, ttk.Button] = {}
        assert isinstance(app.commands, Commands), "the window has registered its commands"
        for command in app.commands:
            if command.menu == MENU and command.name != "lessons":
                self._add(command)
        self.panes: list[Pane[Any]] = []

    def _add(self, command: Command) -> None:
        """Adds a button for a command, and what it is for."""
        row = self.list.grid_size()[1]
        button = ttk.Button(self.list, text=command.title, command=partial(self.app.do, command.name))
        button.grid(row=row, column=0, sticky="ew", pady=4)
        about = wrap(ttk.Label(self.list, text=command.tip, style="Faint.TLabel", justify="left"))
        about.grid(row=row, column=1, sticky="ew", padx=(12, 0))
        self.buttons[command.name] = button
