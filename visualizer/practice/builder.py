"""Builder: the row of buttons with which a tree of one's own is built, and its undo.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import NamedTuple, Protocol

from c4.game.rules import C4Error
from c4.practice.building import Path, with_reply, with_value, without
from c4.practice.madeup import Made
from visualizer.kit.tooltip import Tooltip
from visualizer.kit.widgets import on


class Built(NamedTuple):
    """A tree and the node that is chosen in it."""

    root: Made
    path: Path


class Practice(Protocol):
    """What the builder works with."""

    def built(self) -> Built:
        """The tree on screen."""

    def take(self, built: Built) -> None:
        """Shows another tree as one's own."""

    def say(self, text: str) -> None:
        """Shows a sentence."""

    def step(self) -> None:
        """Lets the search take its next step."""


class Builder(ttk.Frame):
    """Buttons and keys; `tree` is the widget that has the keys."""

    def __init__(self, parent: tk.Misc, practice: Practice, tree: tk.Misc) -> None:
        super().__init__(parent, padding=(10, 0, 10, 6))
        self._practice = practice
        self._before: list[Built] = []
        for label, tip, keys, action in (
            ("Add reply", "Gives the chosen node one more reply (Insert, or a double click).", ("Insert",), self.add),
            ("Delete", "Takes the chosen node away, with all below it (Delete).", ("Delete",), self.delete),
            ("Undo", "Brings back the tree before the last change (Ctrl+Z).", ("Control-z",), self.undo),
            ("Step", "Shows the next thing that the search finds out (S).", ("s", "S"), practice.step),
        ):
            button = ttk.Button(self, text=label, command=action)
            button.pack(side="left", padx=(0, 6))
            Tooltip(button, lambda tip=tip: tip)  # type: ignore[misc]  # a default keeps each its own
            for key in keys:
                on(tree, f"<{key}>", action)
        on(tree, "<Double-Button-1>", self.add)
        ttk.Label(self, text="Build your own: choose a node, add replies, type values into leaves.").pack(side="left")

    def add(self) -> None:
        """The chosen node gets a reply, which is chosen then; of a leaf's two the first."""
        root, path = self._practice.built()
        node = root
        for number in path:
            node = node.play(number)
        self._change(lambda: Built(with_reply(root, path), (*path, len(node.children))))

    def delete(self) -> None:
        """The chosen node goes."""
        root, path = self._practice.built()
        self._change(lambda: Built(without(root, path), path[:-1]))

    def value(self, text: str) -> bool:
        """The chosen leaf gets a value; whether it was one."""
        root, path = self._practice.built()
        return self._change(lambda: Built(with_value(root, path, text), path))

    def undo(self) -> None:
        """Back to the tree before the last change."""
        if self._before:
            self._practice.take(self._before.pop())
        else:
            self._practice.say("there is nothing to undo")

    def _change(self, make: Callable[[], Built]) -> bool:
        before = self._practice.built()
        try:
            built = make()
        except C4Error as error:
            self._practice.say(str(error))
            return False
        self._before.append(before)
        self._practice.take(built)
        return True
