"""The menu bar, made from the registry of commands."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal

from visualizer.ui.command import INNER, MENUS, Command, Commands

ON = "✓ "
"""Prefix of a switch that is on."""

OFF = "    "
"""Prefix of all other labels."""


def build_menus(root: tk.Tk, commands: Commands) -> dict[str, tk.Menu]:
    """Builds the menu bar, whose menus are filled when they open.  Returns them by title, inner ones as "View > Scale"."""
    bar = tk.Menu(root, tearoff=False)
    menus = {title: tk.Menu(bar, tearoff=False) for title in MENUS}
    for name in commands.menus():
        title, _, inner = name.partition(INNER)
        if inner:
            menus[name] = tk.Menu(menus[title], tearoff=False)
    for title, menu in menus.items():
        menu.configure(postcommand=partial(fill, menu, commands, title, menus))
        if title in MENUS:
            bar.add_cascade(label=title, menu=menu, underline=0)
    root.configure(menu=bar)
    return menus


def fill(menu: tk.Menu, commands: Commands, title: str, menus: Mapping[str, tk.Menu]) -> None:
    """Fills a menu with its commands as they are now and with its inner menus, each with an underlined letter."""
    menu.delete(0, "end")
    entries = entries_of(commands, title)
    texts: list[str] = []
    keyed: list[bool] = []
    for label, command in entries:
        is_on = command is not None and commands.checked(command)
        prefix = ON if is_on else OFF
        texts.append(prefix + label)
        keyed.append(command is not None and bool(command.keys))
    letters = underlined(texts, keyed)
    for (label, command), text, letter in zip(entries, texts, letters, strict=True):
        if command is None:
            menu.add_cascade(label=text, menu=menus[title + INNER + label], underline=letter)
        else:
            add(menu, commands, text, command, letter)


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
        place = _free_place(label, used)
        if place >= 0:
            used.add(label[place].lower())
            places[number] = place
    return places


def _free_place(label: str, used: set[str]) -> int:
    """The place of a letter of a label that is not used yet, the first letter of a word if possible; -1 for none."""
    starts = [place for place in range(len(label)) if place == 0 or label[place - 1] == " "]
    places: list[int] = [*starts, *range(len(label))]
    for place in places:
        letter = label[place]
        if letter.isalnum() and letter.lower() not in used:
            return place
    return -1


def fill_with(menu: tk.Menu, commands: Commands, names: Sequence[str]) -> None:
    """Fills a menu outside the menu bar with the commands of these names as they are now."""
    menu.delete(0, "end")
    entries = [commands[name] for name in names]
    labels = [command.label for command in entries]
    keyed = [bool(command.keys) for command in entries]
    letters = underlined(labels, keyed)
    for place, (command, letter) in enumerate(zip(entries, letters, strict=True)):
        if command.separated and place:
            menu.add_separator()
        add(menu, commands, command.label, command._replace(separated=False), letter)


def add(menu: tk.Menu, commands: Commands, text: str, command: Command, letter: int) -> None:
    """Adds a command as it is now, underlining the letter at a place of its text."""
    if command.separated:
        menu.add_separator()
    state: Literal["normal", "disabled"] = "normal" if commands.enabled(command) else "disabled"
    run = partial(commands.run, command.name)
    menu.add_command(label=text, accelerator=command.key, command=run, state=state, underline=letter)
