"""Outlines the part of the window that the page of a lesson points at."""

from __future__ import annotations

import tkinter as tk
from typing import NamedTuple

from visualizer.app.tour import Outline
from visualizer.board.play_part import PlayPart
from visualizer.state.open_lesson import Reading
from visualizer.state.state import Shown
from visualizer.tree.search_pane import SearchPane
from visualizer.ui.pane import Pane
from visualizer.ui.style import theme_of


class Pointed(NamedTuple):
    """The part that is outlined, "" for none; the page that does so, and whether its picture is there."""

    part: str
    page: int
    mode: str
    pictured: bool


class PointerPane(Pane[Pointed]):
    """Brings the part to the front and outlines it."""

    def __init__(self, root: tk.Tk, play: PlayPart, search: SearchPane) -> None:
        super().__init__()
        self._play = play
        self._search = search
        self.outline = Outline(root)

    @staticmethod
    def view(lesson: Reading | None, shown: Shown, tree: object) -> Pointed:
        if lesson is None:
            return Pointed("", 0, shown.mode, False)
        return Pointed(lesson.page.point, lesson.at, shown.mode, lesson.facts is not None and tree is not None)

    def draw(self, view: Pointed, before: Pointed | None) -> None:
        """Outlines the part, if it is there."""
        if view.pictured and view.part == "card":
            self._search.show_card()
        elif view.pictured:
            self._search.show_tree()
        widget = self._widgets().get(view.part) if view.pictured else None
        self.outline.show(widget, theme_of(self._play.board).accent)

    def _widgets(self) -> dict[str, tk.Misc]:
        """The parts that there are now."""
        search = self._search
        parts: dict[str, tk.Misc] = {"board": self._play.board, "card": search.card, "search": search.analysis_bar}
        if search.tree is not None:
            parts["tree"] = search.tree.canvas.widget
            parts["playback"] = search.tree.bar
        return parts
