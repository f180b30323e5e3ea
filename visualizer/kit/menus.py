"""Menus: the menu bar, made from the registry of commands.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from functools import partial

from visualizer.kit.commands import MENUS, Command, Commands

ON, OFF = "✓ ", "    "
"""Before the label of a switch."""


def build_menus(root: tk.Tk, commands: Commands) -> dict[str, tk.Menu]:
    """Builds the menu bar; each menu looks what is possible whenever it is opened."""
    bar = tk.Menu(root, tearoff=False)
    menus = {}
    for title in MENUS:
        menu = tk.Menu(bar, tearoff=False)
        menu.configure(postcommand=partial(_refill, menu, commands, title))
        fill(menu, commands.of(title))
        bar.add_cascade(label=title, menu=menu, underline=0)
        menus[title] = menu
    root.configure(menu=bar)
    return menus


def _refill(menu: tk.Menu, commands: Commands, title: str) -> None:
    fill(menu, commands.of(title))


def fill(menu: tk.Menu, commands: Iterable[Command]) -> None:
    """Fills a menu with commands as they are now."""
    menu.delete(0, "end")
    for command in commands:
        if command.parted:
            menu.add_separator()
        mark = "" if command.checked is None else ON if command.checked() else OFF
        state = "normal" if command.enabled() else "disabled"
        menu.add_command(label=mark + command.label, accelerator=command.key, command=command.run, state=state)  # type: ignore[arg-type]
