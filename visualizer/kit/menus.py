"""Menus: the menu bar, made from the registry of commands.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from functools import partial
from typing import Literal

from visualizer.kit.commands import INNER, MENUS, Command, Commands

ON, OFF = "✓ ", "    "
"""Before the label of a switch."""


def build_menus(root: tk.Tk, commands: Commands) -> dict[str, tk.Menu]:
    """Builds the menu bar; each menu looks what is possible whenever it is opened.  All menus by title, "View > Scale"
    for one in another.
    """
    bar = tk.Menu(root, tearoff=False)
    menus = {title: tk.Menu(bar, tearoff=False) for title in MENUS}
    for command in commands:
        title, _, inner = command.menu.partition(INNER)
        if inner and command.menu not in menus:
            menus[command.menu] = tk.Menu(menus[title], tearoff=False)
    for title, menu in menus.items():
        menu.configure(postcommand=partial(fill, menu, commands, title, menus))
        fill(menu, commands, title, menus)
        if title in MENUS:
            bar.add_cascade(label=title, menu=menu, underline=0)
    root.configure(menu=bar)
    return menus


def fill(menu: tk.Menu, commands: Commands, title: str, menus: Mapping[str, tk.Menu]) -> None:
    """Fills a menu with its commands as they are now, and with the menus in it."""
    menu.delete(0, "end")
    placed = set()
    for command in commands:
        if command.menu.startswith(title + INNER) and command.menu not in placed:
            placed.add(command.menu)
            menu.add_cascade(label=OFF + command.menu.partition(INNER)[2], menu=menus[command.menu])
        if command.menu == title:
            add(menu, command)


def add(menu: tk.Menu, command: Command) -> None:
    """Adds a command as it is now."""
    if command.parted:
        menu.add_separator()
    mark = "" if command.checked is None else ON if command.checked() else OFF
    state: Literal["normal", "disabled"] = "normal" if command.enabled() else "disabled"
    menu.add_command(label=mark + command.label, accelerator=command.key, command=command.run, state=state)
