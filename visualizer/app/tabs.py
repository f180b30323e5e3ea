"""The tabs at the top of the window: one for each mode."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk

from visualizer.state.open_lesson import Reading
from visualizer.state.preferences import ANALYSE, LEARN, PLAY, PUZZLES, REVIEW
from visualizer.state.state import Shown
from visualizer.ui.pane import Pane
from visualizer.ui.widgets import Tooltip, one_tab_stop

LABELS = {PLAY: "Play", ANALYSE: "Analyse", REVIEW: "Review", PUZZLES: "Puzzles", LEARN: "Learn"}
"""The label of each tab, by its mode, from left to right."""


COMMANDS = {ANALYSE: "analyse", REVIEW: "review", PUZZLES: "puzzles", LEARN: "lessons"}
"""The command that does what a tab does, for its tip."""


class Tabs(ttk.Frame):
    """A button for each tab, of which that of the mode on screen is selected.

    actions   what a tab does, by its name in LABELS; a tab without an action is left out
    tip       what a tab is for
    """

    def __init__(self, parent: tk.Misc, actions: Mapping[str, Callable[[], object]], tip: Callable[[str], str]) -> None:
        super().__init__(parent)
        self.buttons: dict[str, ttk.Button] = {}
        for name, label in LABELS.items():
            if name in actions:
                button = ttk.Button(self, text=label, style="Tab.TButton", command=actions[name])
                button.pack(side="left", padx=1)
                Tooltip(button, partial(tip, name))
                self.buttons[name] = button
        one_tab_stop(list(self.buttons.values()))

    def show(self, mode: str) -> None:
        """Selects the tab of a mode."""
        for name, button in self.buttons.items():
            button.state(["selected" if name == mode else "!selected"])  # ttk takes "pressed" away after a click


class TabsPane(Pane[str]):
    """Which mode is on screen; while a lesson is read, that is Learn."""

    def __init__(self, tabs: Tabs) -> None:
        super().__init__()
        self.tabs = tabs

    @staticmethod
    def view(shown: Shown, lesson: Reading | None) -> str:
        return shown.mode if lesson is None else LEARN

    def draw(self, view: str, before: str | None) -> None:
        self.tabs.show(view)
