"""Toolbar: buttons with icons for the commands one needs most, made from the registry.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import Any, NamedTuple

from visualizer.kit.commands import Commands
from visualizer.kit.icons import icon
from visualizer.kit.scale import pixels, scale
from visualizer.kit.theme import Theme
from visualizer.kit.tooltip import Tooltip

ICON = 18
"""Pixels across an icon at 100 %."""


class Tool(NamedTuple):
    """A button: its icon, the command it runs, what is written beside the icon, and a command that takes its place
    while the first is impossible: (icon, command, words).
    """

    icon: str
    command: str
    words: str = ""
    instead: tuple[str, str, str] | None = None


class Toolbar(ttk.Frame):
    """`tools` from left to right, None for a gap; `say(sentence)` tells why a command is impossible now."""

    scales_itself = True

    def __init__(
        self,
        parent: tk.Misc,
        commands: Commands,
        tools: Sequence[Tool | None],
        theme: Theme,
        say: Callable[[str], object],
    ) -> None:
        super().__init__(parent, height=1)
        self.pack_propagate(False)  # it is as wide as there is room
        self._commands, self._theme, self._say = commands, theme, say
        self.buttons: dict[str, ttk.Button] = {}
        """By the name of the command."""
        self._tools = {tool.command: tool for tool in tools if tool is not None}
        self._pictures: dict[tuple[str, int, str], tk.PhotoImage] = {}
        self._shown: dict[str, tuple[str, str, bool, bool]] = {}
        self._places: list[tuple[ttk.Button, int]] = []
        """Each button and the gap before it, pixels at 100 %."""
        self._fits = -1
        gap = 0
        for tool in tools:
            if tool is None:
                gap = 12
                continue
            button = ttk.Button(self, style="Tool.TButton", compound="left", command=partial(self._pressed, tool))
            self._places.append((button, gap))
            gap = 0
            Tooltip(button, partial(self._tip, tool))
            self.buttons[tool.command] = button
        self.bind("<Configure>", lambda event: self._arrange(event.width))
        self.set_theme(theme)

    def _arrange(self, width: int) -> None:
        """Shows as many buttons as have room; the others are in the menus."""
        unit, room, fits = scale(self), float(width), 0
        for button, gap in self._places:
            room -= button.winfo_reqwidth() + (gap + 2) * unit
            if room < 0:
                break
            fits += 1
        if fits == self._fits:
            return
        self._fits = fits
        for number, (button, gap) in enumerate(self._places):
            if number < fits:
                button.pack(side="left", padx=(round(gap * unit), round(2 * unit)))
            else:
                button.pack_forget()

    def _face(self, tool: Tool) -> tuple[str, str, str]:
        """Its icon, command and words at the moment."""
        instead = tool.instead
        if instead is not None and self._commands[tool.command].blocked() and self._commands[instead[1]].enabled():
            return instead
        return tool.icon, tool.command, tool.words

    def _tip(self, tool: Tool) -> str:
        return self._commands[self._face(tool)[1]].told()

    def _pressed(self, tool: Tool) -> None:
        self._commands.run(self._face(tool)[1], self._say)
        self.refresh()

    def refresh(self) -> None:
        """Greys what is impossible now, and shows which switches are on."""
        for name, tool in self._tools.items():
            picture, command, words = self._face(tool)
            found = self._commands[command]
            possible, on = found.enabled(), found.checked is not None and found.checked()
            shown = (picture, words, possible, on)
            if shown == self._shown.get(name):
                continue
            self._shown[name] = shown
            button = self.buttons[name]
            drawn = self._picture(picture, possible)
            both: Any = (drawn, "disabled", drawn)  # otherwise ttk dots the picture of a disabled button
            button.configure(text=words, image=both)
            button.state(["!disabled" if possible else "disabled", "pressed" if on else "!pressed"])

    def _picture(self, name: str, possible: bool) -> tk.PhotoImage:
        colour = self._theme.text if possible else self._theme.faint
        size = pixels(self, ICON)
        key = name, size, colour
        if key not in self._pictures:
            self._pictures[key] = icon(self, name, size, colour)
        return self._pictures[key]

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours and sizes."""
        before, self._pictures = self._pictures, {}  # until the buttons have others
        self._theme, self._shown = theme, {}
        self.refresh()
        before.clear()
        self._fits = -1
        self.configure(height=max(button.winfo_reqheight() for button in self.buttons.values()))
        self._arrange(self.winfo_width())
