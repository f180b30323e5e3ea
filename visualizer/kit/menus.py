"""Menus: the menu bar, made from the registry of commands.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal

from visualizer.kit.commands import INNER, MENUS, Command, Commands

ON, OFF = "✓ ", "    "
"""Before the label of a switch that is on, and before all others."""


def build_menus(root: tk.Tk, commands: Commands) -> dict[str, tk.Menu]:
    """Builds the menu bar; each menu is filled, with what is possible, whenever it is opened.  All menus by title,
    "View > Scale" for one in another.
    """
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
    """Fills a menu with its commands as they are now, and with the menus in it; each has a letter that runs it."""
    menu.delete(0, "end")
    entries = [(marked(label, command), label, command) for label, command in entries_of(commands, title)]
    letters = underlined([text for text, *_ in entries], [bool(command and command.keys) for *_, command in entries])
    for (text, label, command), letter in zip(entries, letters, strict=True):
        if command is None:
            menu.add_cascade(label=text, menu=menus[title + INNER + label], underline=letter)
        else:
            add(menu, text, command, letter)


def marked(label: str, command: Command | None) -> str:
    """A label as its menu shows it: behind a tick where it is a switch that is on."""
    return (ON if command is not None and command.checked is not None and command.checked() else OFF) + label


def entries_of(commands: Commands, title: str) -> list[tuple[str, Command | None]]:
    """The labels of a menu in their order, with their commands; None for a menu in it."""
    entries: list[tuple[str, Command | None]] = []
    for command in commands:
        inner = command.menu.removeprefix(title + INNER)
        if inner != command.menu and (inner, None) not in entries:
            entries.append((inner, None))
        if command.menu == title:
            entries.append((command.label, command))
    return entries


def underlined(labels: Sequence[str], keyed: Sequence[bool]) -> list[int]:
    """The place of each label's own letter: the first of a word that is free, else any; -1 where none is left.

    Commands with keys come last, as they can do without.
    """
    taken: set[str] = set()
    places = [-1] * len(labels)
    for number in sorted(range(len(labels)), key=keyed.__getitem__):
        label = labels[number]
        starts = [place for place in range(len(label)) if not place or label[place - 1] == " "]
        free = (place for place in (*starts, *range(len(label))) if label[place].isalnum())
        place = next((place for place in free if label[place].lower() not in taken), -1)
        if place >= 0:
            taken.add(label[place].lower())
            places[number] = place
    return places


def fill_with(menu: tk.Menu, commands: Sequence[Command]) -> None:
    """Fills a menu that stands alone with commands as they are now."""
    menu.delete(0, "end")
    letters = underlined([command.label for command in commands], [bool(command.keys) for command in commands])
    for command, letter in zip(commands, letters, strict=True):
        add(menu, command.label, command, letter)


def add(menu: tk.Menu, text: str, command: Command, letter: int) -> None:
    """Adds a command as it is now; the letter at that place of the text runs it."""
    if command.parted:
        menu.add_separator()
    state: Literal["normal", "disabled"] = "normal" if command.enabled() else "disabled"
    menu.add_command(label=text, accelerator=command.key, command=command.run, state=state, underline=letter)
