"""What a feature adds to the window: commands, windows, and what a mode shows beside the board.

A feature is a folder with a module `feature` that holds a `FEATURE`.  Nothing imports it.  The list of features names
it, and without its line in that list the window works all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import NamedTuple

from visualizer.ui.command import Command


class Feature(NamedTuple):
    """What a feature registers.

    commands   with their places in the menus (see `Command.after`)
    windows    by the name under which `App.open` opens them: "module:class", made with the app and its parent
    parts      by mode: "module:class" of what the mode shows beside the board, made in the same way
    """

    commands: tuple[Command, ...] = ()
    windows: Mapping[str, str] = {}
    parts: Mapping[str, str] = {}


def load_features(modules: Iterable[str]) -> Feature:
    """All features of some modules together."""
    commands: tuple[Command, ...] = ()
    windows: dict[str, str] = {}
    parts: dict[str, str] = {}
    for module in modules:
        feature: Feature = import_module(module).FEATURE
        commands += feature.commands
        windows |= feature.windows
        parts |= feature.parts
    return Feature(commands, windows, parts)


def in_menu_order(base: Iterable[Command], more: Iterable[Command]) -> list[Command]:
    """Commands with others put after those that they name; without such a name they come last."""
    ordered = list(base)
    for command in more:
        names = [one.name for one in ordered]
        place = names.index(command.after) + 1 if command.after in names else len(ordered)
        ordered.insert(place, command)
    return ordered


def load_class(name: str) -> type:
    """The class that "module:class" names."""
    module, _, found = name.partition(":")
    kind: type = getattr(import_module(module), found)
    return kind
