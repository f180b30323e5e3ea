"""The toolbar: buttons that run commands, with words beside their icons where there is room."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import Any, Literal, NamedTuple

from visualizer.ui.command import Commands
from visualizer.ui.pictures import icon
from visualizer.ui.sizes import pixels, scale
from visualizer.ui.theme import Theme, disabled
from visualizer.ui.widgets import Tooltip, one_tab_stop

ICON_SIZE = 18
"""Pixels across an icon at 100 %."""


def always(app: Any) -> bool:
    """The `shown` of a button that is always shown."""
    return True


class Tool(NamedTuple):
    """A button.

    words     its text
    says      its text now, called with the app, where that changes; None for `words`
    instead   icon, command and text that it shows while the command is impossible
    shown     whether it is shown now; called with the app
    """

    icon: str
    command: str
    words: str = ""
    says: Callable[[Any], str] | None = None
    instead: tuple[str, str, str] | None = None
    shown: Callable[[Any], bool] = always


class ToolView(NamedTuple):
    """A button as it is: icon, text, whether its command is possible, whether it is a switch that is on, whether it is shown."""

    icon: str
    words: str
    possible: bool
    on: bool
    shown: bool


WORDS_BESIDE: Literal["left"] = "left"
ICON_ALONE: Literal["image"] = "image"
"""What a button of the toolbar shows, as `compound` of ttk: its icon and its words, or its icon alone."""


class Toolbar(ttk.Frame):
    """Buttons for `tools` from left to right, at its right end; None is a gap.  `do(name)` runs a command by name."""

    scales_itself = True

    def __init__(
        self,
        parent: tk.Misc,
        commands: Commands,
        tools: Sequence[Tool | None],
        theme: Theme,
        do: Callable[[str], object],
    ) -> None:
        super().__init__(parent, height=1)
        self.pack_propagate(False)  # as wide as its parent
        self._commands = commands
        self._theme = theme
        self._do = do
        self.buttons: dict[str, ttk.Button] = {}
        """By the name of the command."""
        self._tools = {tool.command: tool for tool in tools if tool is not None}
        self._pictures: dict[tuple[str, int, str], tk.PhotoImage] = {}
        self._views: dict[str, ToolView] = {}
        self._places: list[tuple[str, ttk.Button, int]] = []
        """The command of each button, the button, and the gap before it, pixels at 100 %."""
        self._packed: list[str] = []
        """The commands of the buttons that are shown and fit."""
        gap = 0
        for tool in tools:
            if tool is None:
                gap = 12
                continue
            button = ttk.Button(self, style="Tool.TButton", command=partial(self._pressed, tool))
            self._places.append((tool.command, button, gap))
            gap = 0
            Tooltip(button, partial(self._tip, tool))
            self.buttons[tool.command] = button
        one_tab_stop(list(self.buttons.values()))
        self.bind("<Configure>", self._resized)
        self.set_theme(theme)

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        self._arrange(event.width)

    def _arrange(self, width: int) -> None:
        """Shows all buttons, without their words where there is no room for these, or as many as fit; all commands are in
        the menus.
        """
        unit = scale(self)
        wanted = [name for name in self.buttons if self._views[name].shown]
        for compound in (WORDS_BESIDE, ICON_ALONE):
            for button in self.buttons.values():
                button.configure(compound=compound)
            fitting = self._fitting(wanted, width)
            if fitting == wanted:
                break
        if fitting == self._packed:
            return
        self._packed = fitting
        for _, button, _ in self._places:
            button.pack_forget()
        for name, button, gap in reversed(self._places):
            if name in fitting:
                button.pack(side="right", padx=(round(gap * unit), round(2 * unit)))

    def _fitting(self, wanted: list[str], width: int) -> list[str]:
        """The first of the wanted buttons, as many as so many pixels have room for, as they look now."""
        unit = scale(self)
        room = float(width)
        fitting = []
        for name, button, gap in self._places:
            if name not in wanted:
                continue
            room -= button.winfo_reqwidth() + (gap + 2) * unit
            if room < 0:
                break
            fitting.append(name)
        return fitting

    def _current(self, tool: Tool) -> tuple[str, str, str]:
        """Its icon, command and text at the moment."""
        commands = self._commands
        instead = tool.instead
        if instead is not None:
            impossible = not commands.enabled(commands[tool.command])
            if impossible and commands.enabled(commands[instead[1]]):
                return instead
        words = tool.words if tool.says is None else tool.says(commands.app)
        return tool.icon, tool.command, words

    def _tip(self, tool: Tool) -> str:
        return self._commands[self._current(tool)[1]].description(self._commands.app)

    def _pressed(self, tool: Tool) -> None:
        self._do(self._current(tool)[1])

    def views(self) -> tuple[tuple[str, ToolView], ...]:
        """How every button should look now, by the name of its command."""
        views = []
        for name, tool in self._tools.items():
            picture, command, words = self._current(tool)
            entry = self._commands[command]
            possible = self._commands.enabled(entry)
            shown = tool.shown(self._commands.app)
            views.append((name, ToolView(picture, words, possible, self._commands.checked(entry), shown)))
        return tuple(views)

    def show(self, views: Sequence[tuple[str, ToolView]]) -> None:
        """Disables what is impossible, and shows which switches are on."""
        for name, view in views:
            if self._views.get(name) == view:
                continue
            self._views[name] = view
            button = self.buttons[name]
            drawn = self._picture(view.icon, view.possible)
            both: Any = (drawn, "disabled", drawn)  # or ttk stipples the picture of a disabled button
            button.configure(text=view.words, image=both)
            button.state(["!disabled" if view.possible else "disabled"])
            button.state(["selected" if view.on else "!selected"])
        self._arrange(self.winfo_width())

    def _picture(self, name: str, possible: bool) -> tk.PhotoImage:
        colour = self._theme.text if possible else disabled(self._theme)
        size = pixels(self, ICON_SIZE)
        key = (name, size, colour)
        if key not in self._pictures:
            self._pictures[key] = icon(self, name, size, colour)
        return self._pictures[key]

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours and sizes."""
        before = self._pictures  # until the buttons have others
        self._pictures = {}
        self._theme = theme
        self._views = {}
        self.show(self.views())
        before.clear()
        self._packed = []
        self.configure(height=max(button.winfo_reqheight() for button in self.buttons.values()))
        self._arrange(self.winfo_width())
