"""The menu bar and the toolbar, made from the registry of commands."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from tkinter import ttk
from typing import Any, Literal, NamedTuple

from visualizer.ui.command import INNER, MENUS, Command, Commands
from visualizer.ui.pictures import icon
from visualizer.ui.scale import pixels, scale
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import Tooltip

ON, OFF = "✓ ", "    "
"""Prefix of a switch that is on, and of all other labels."""


def build_menus(root: tk.Tk, commands: Commands) -> dict[str, tk.Menu]:
    """Builds the menu bar, whose menus are filled when they open.  Returns them by title, inner ones as "View > Scale"."""
    bar = tk.Menu(root, tearoff=False)
    menus = {title: tk.Menu(bar, tearoff=False) for title in MENUS}
    for command in commands:
        title, _, inner = command.menu.partition(INNER)
        if inner and command.menu not in menus:
            menus[command.menu] = tk.Menu(menus[title], tearoff=False)
    for title, menu in menus.items():
        menu.configure(postcommand=partial(fill, menu, commands, title, menus))
        if title in MENUS:
            bar.add_cascade(label=title, menu=menu, underline=0)
    root.configure(menu=bar)
    return menus


def fill(menu: tk.Menu, commands: Commands, title: str, menus: Mapping[str, tk.Menu]) -> None:
    """Fills a menu with its commands as they are now and with its inner menus, each with an underlined letter."""
    menu.delete(0, "end")
    entries = [(marked(label, command), label, command) for label, command in entries_of(commands, title)]
    letters = underlined([text for text, *_ in entries], [bool(command and command.keys) for *_, command in entries])
    for (text, label, command), letter in zip(entries, letters, strict=True):
        if command is None:
            menu.add_cascade(label=text, menu=menus[title + INNER + label], underline=letter)
        else:
            add(menu, text, command, letter)


def marked(label: str, command: Command | None) -> str:
    """A label as its menu shows it, with a tick for a switch that is on."""
    return (ON if command is not None and command.checked is not None and command.checked() else OFF) + label


def entries_of(commands: Commands, title: str) -> list[tuple[str, Command | None]]:
    """The labels of a menu in their order, with their commands; None for an inner menu."""
    entries: list[tuple[str, Command | None]] = []
    for command in commands:
        inner = command.menu.removeprefix(title + INNER)
        if inner != command.menu and (inner, None) not in entries:
            entries.append((inner, None))
        if command.menu == title:
            entries.append((command.label, command))
    return entries


def underlined(labels: Sequence[str], keyed: Sequence[bool]) -> list[int]:
    """The place of the underlined letter of each label: the first letter of a word if possible; -1 where none is free.

    Commands with keys come last: they need a letter least.
    """
    used: set[str] = set()
    places = [-1] * len(labels)
    for number in sorted(range(len(labels)), key=keyed.__getitem__):
        label = labels[number]
        starts = [place for place in range(len(label)) if not place or label[place - 1] == " "]
        free = (place for place in (*starts, *range(len(label))) if label[place].isalnum())
        place = next((place for place in free if label[place].lower() not in used), -1)
        if place >= 0:
            used.add(label[place].lower())
            places[number] = place
    return places


def fill_with(menu: tk.Menu, commands: Sequence[Command]) -> None:
    """Fills a menu outside the menu bar with commands as they are now."""
    menu.delete(0, "end")
    letters = underlined([command.label for command in commands], [bool(command.keys) for command in commands])
    for command, letter in zip(commands, letters, strict=True):
        add(menu, command.label, command, letter)


def add(menu: tk.Menu, text: str, command: Command, letter: int) -> None:
    """Adds a command as it is now, underlining the letter at a place of its text."""
    if command.separated:
        menu.add_separator()
    state: Literal["normal", "disabled"] = "normal" if command.enabled() else "disabled"
    menu.add_command(label=text, accelerator=command.key, command=command.run, state=state, underline=letter)


ICON = 18
"""Pixels across an icon at 100 %."""


class Tool(NamedTuple):
    """A button: its icon, its command, a text, and (icon, command, text) to show instead while the command is
    impossible.
    """

    icon: str
    command: str
    words: str = ""
    instead: tuple[str, str, str] | None = None


class Toolbar(ttk.Frame):
    """`tools` from left to right, None for a gap; `say(sentence)` shows why a command is impossible."""

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
        self.pack_propagate(False)  # as wide as its parent
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
        """Shows as many buttons as fit; all commands are in the menus."""
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
        self.refresh()

    def _current(self, tool: Tool) -> tuple[str, str, str]:
        """Its icon, command and text at the moment."""
        instead = tool.instead
        if instead is not None and self._commands[tool.command].blocked() and self._commands[instead[1]].enabled():
            return instead
        return tool.icon, tool.command, tool.words

    def _tip(self, tool: Tool) -> str:
        return self._commands[self._current(tool)[1]].description()

    def _pressed(self, tool: Tool) -> None:
        self._commands.run(self._current(tool)[1], self._say)
        self.refresh()

    def _visible(self) -> Iterator[tuple[str, Tool]]:
        return (
            (name, tool) for name, tool in self._tools.items() if self.buttons[name].winfo_manager() or not self._shown
        )

    def refresh(self) -> None:
        """Disables what is impossible now, and shows which switches are on."""
        for name, tool in self._visible():
            picture, command, words = self._current(tool)
            entry = self._commands[command]
            possible, on = entry.enabled(), entry.checked is not None and entry.checked()
            shown = (picture, words, possible, on)
            if shown == self._shown.get(name):
                continue
            self._shown[name] = shown
            button = self.buttons[name]
            drawn = self._picture(picture, possible)
            both: Any = (drawn, "disabled", drawn)  # or ttk stipples the picture of a disabled button
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
