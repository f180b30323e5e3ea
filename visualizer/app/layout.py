"""How each mode of the window arranges its parts."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from tkinter import ttk
from typing import Any, NamedTuple

from visualizer.board.play_part import PlayPart
from visualizer.state.app import App
from visualizer.state.open_lesson import Reading
from visualizer.state.preferences import ANALYSE, LEARN, PLAY, PUZZLES, REVIEW, WITH_PART, Preferences, shows_board
from visualizer.state.state import Shown
from visualizer.tree.search_pane import SearchPane
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import fit, scale

BOARD_WIDTH = 418
TREE_WIDTH = 300
CARD_WIDTH = 290
"""The least width of a part of Analyse, pixels at 100 %; without room for all, the tree becomes a tab beside the card,
and without room for the board beside these, so does the board.
"""

BELOW_BOARD = 190
"""Pixels at 100 % of what stands below the board in Analyse besides the best lines."""

REVIEW_WIDTH = 540
REVIEW_BOARD_WIDTH = 360
"""Pixels at 100 % that the lists of a review need, and that its board has at least."""


LESSON_SHARE = 0.5
"""The share of the width that Learn gives to its text."""


LESSON_WIDTH = 380
"""The width of a lesson beside a tree, pixels at 100 %."""


REVIEW_BOARD_SHARE = 0.45
MAX_REVIEW_BOARD_SHARE = 0.5
"""The share of the width that the board takes beside a review where there is room, and that which it takes at most."""

MIN_CARD_WIDTH = 270
MAX_CARD_WIDTH = 460
"""The width of the card beside a tree at least, and from which on it gets no wider; pixels at 100 %."""

CARD_SHARE = 0.24
MAX_CARD_SHARE = 0.34
"""The share of the width that the card takes, and that which it takes at most where its least width is more."""

BOARD_SHARE = 0.4
"""The share of what the card leaves that the board takes at most."""


class Arrangement(NamedTuple):
    """The mode, where sashes were dragged, as a share of the width, and whether a lesson is read."""

    mode: str
    sashes: Mapping[str, float]
    lesson: bool = False


class Room(NamedTuple):
    """What a window has room for: the board, and the tree beside the card; otherwise the tree is a tab with it."""

    board: bool = True
    tree_is_tab: bool = False


class Layout(Pane[Arrangement]):
    """Arranges the parts of a mode that have room; `make_part(mode)` makes what a feature shows beside the board."""

    def __init__(
        self, app: App, split: ttk.Panedwindow, play: PlayPart, search: SearchPane, make_part: Callable[[str], Any]
    ) -> None:
        super().__init__()
        self._app = app
        self._split = split
        self._play = play
        self._search = search
        self._make_part = make_part
        self._made: dict[str, Any] = {}
        self._width = 0
        self._room = Room()
        split.add(play.frame, weight=4)
        split.bind("<Configure>", self._resized)
        for name, panes in (("outer", split), ("inner", search.sides)):
            panes.bind("<ButtonRelease-1>", partial(self._dragged, name, panes), add="+")

    @staticmethod
    def view(shown: Shown, preferences: Preferences, lesson: Reading | None) -> Arrangement:
        return Arrangement(shown.mode, preferences.sashes, lesson is not None)

    def draw(self, view: Arrangement, before: Arrangement | None) -> None:
        if before is not None and (before.mode, before.lesson) == (view.mode, view.lesson):
            return  # a sash was dragged: it is where it is
        self._play.board.hold(True)
        self._arrange(view)
        self._play.board.hold(False)

    def _arrange(self, view: Arrangement) -> None:
        """Shows the parts of the mode that have room."""
        search = self._search
        self._room = self._room_in_analyse(view) if view.mode == ANALYSE else Room()
        with_board, tabbed = self._room
        board = self._play.frame
        board_tabbed = view.mode == ANALYSE and not with_board
        if board_tabbed and str(board) in self._split.panes():
            self._split.forget(board)
        search.tab_board(board, board_tabbed)
        search.tab_tree(tabbed)
        inner: list[tuple[tk.Widget, int]] = [(search.middle, 1), (search.tabs, 0)]
        outer: list[tuple[tk.Widget, int]] = []
        if view.mode == LEARN or view.lesson:
            outer.append((self.part(LEARN).frame, 0 if view.mode == ANALYSE else 5))
        if with_board and shows_board(view.mode, view.lesson):
            outer.append((board, 4))
        if view.mode == ANALYSE:
            outer.append((search, 5))
        elif view.mode in (REVIEW, PUZZLES):
            outer.append((self.part(view.mode).frame, 5))
        for part in (*arrange_panes(search.sides, inner[tabbed:]), *arrange_panes(self._split, outer)):
            fit(part)  # what has come since the scale was chosen
        self._split.update_idletasks()
        self._width = 0
        self._place_sashes(view, self._split.winfo_width())

    def part(self, mode: str) -> Any:
        """What a feature shows beside the board in a mode."""
        if mode not in self._made:
            self._made[mode] = self._make_part(mode)
        return self._made[mode]

    def _room_in_analyse(self, view: Arrangement) -> Room:
        """What Analyse has room for."""
        room = self._split.winfo_width() / scale(self._split)
        if view.lesson:
            room -= LESSON_WIDTH
        with_board = room >= BOARD_WIDTH + TREE_WIDTH
        tree_is_tab = not with_board or room < BOARD_WIDTH + TREE_WIDTH + CARD_WIDTH
        return Room(with_board, tree_is_tab)

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._split and self.drawn is not None:
            self._place_sashes(self.drawn, event.width)

    def _place_sashes(self, view: Arrangement, width: int) -> None:
        """Divides a new width: a good third for the board, what the card needs, and the rest for the tree."""
        if width == self._width or view.mode == PLAY:
            return
        self._width = width
        unit = scale(self._split)
        if view.mode == LEARN and view.lesson:
            self._split.sashpos(0, int(view.sashes.get(LEARN, LESSON_SHARE) * width))
        if view.mode in (LEARN, PUZZLES):
            return
        if view.mode == REVIEW:
            share = view.sashes.get(REVIEW, board_in_review(width, unit) / width)
            self._split.sashpos(0, int(share * width))
            return
        if self._room_in_analyse(view) != self._room:
            self._arrange(view)
            return
        self._place_sashes_in_analyse(view, width, unit)

    def _place_sashes_in_analyse(self, view: Arrangement, width: int, unit: float) -> None:
        outer = self._split
        inner = self._search.sides
        card = card_width(width, self._search.tabs_width(), unit)
        if view.lesson:
            self._place_lesson(unit)
        elif len(outer.panes()) == 2:
            board = self._play.board.width_in(outer.winfo_height() - round(BELOW_BOARD * unit))
            left = view.sashes.get("outer", min((width - card) * BOARD_SHARE, board) / width) * width
            outer.sashpos(0, int(max(left, BOARD_WIDTH * unit)))
        if len(inner.panes()) != 2:
            return
        if "inner" in view.sashes:
            outer.update_idletasks()
            inner.sashpos(0, int(view.sashes["inner"] * inner.winfo_width()))
        else:  # it stays as wide when the inner parts get their width
            inner.sashpos(0, inner.winfo_width() - card)

    def _place_lesson(self, unit: float) -> None:
        """Places the sashes beside a lesson: its text has a fixed width, and the board, if there is room, its least."""
        outer = self._split
        if len(outer.panes()) == 3:
            outer.sashpos(1, int((LESSON_WIDTH + BOARD_WIDTH) * unit))
        outer.sashpos(0, int(LESSON_WIDTH * unit))

    def _dragged(self, name: str, panes: ttk.Panedwindow, event: tk.Event[tk.Misc]) -> None:
        """Remembers where somebody has put a sash."""
        mode = self._app.state.shown.mode
        reading = self._app.lessons.reading is not None
        if mode != PLAY and not reading and len(panes.panes()) == 2 and panes.winfo_width() > 1:
            key = mode if mode in WITH_PART else name
            share = panes.sashpos(0) / panes.winfo_width()
            self._app.prefer(sashes={**self._app.state.preferences.sashes, key: share})


def board_in_review(width: int, unit: float) -> float:
    """The width of the board beside a review, in pixels: what the review leaves, within limits."""
    usual = REVIEW_BOARD_WIDTH * unit
    share = width * REVIEW_BOARD_SHARE
    left_over = min(width * MAX_REVIEW_BOARD_SHARE, width - REVIEW_WIDTH * unit)
    return min(max(min(usual, share), left_over), max(usual, share))


def card_width(width: int, tabs: int, unit: float) -> int:
    """The width of the card beside a tree, in pixels; `tabs` is what the words of its tabs need."""
    wanted = max(MIN_CARD_WIDTH * unit, tabs, min(MAX_CARD_WIDTH * unit, width * CARD_SHARE))
    return int(min(wanted, max(width * MAX_CARD_SHARE, tabs)))


def arrange_panes(panes: ttk.Panedwindow, wanted: Sequence[tuple[tk.Widget, int]]) -> list[tk.Widget]:
    """Gives a paned window these parts (widget, weight), in this order, and no others; returns those that are new."""
    new = []
    names = [str(part) for part, _ in wanted]
    for name in panes.panes():
        if name not in names:
            panes.forget(name)
    for place, (part, weight) in enumerate(wanted):
        shown = panes.panes()
        if str(part) in shown:
            continue
        new.append(part)
        if place < len(shown):
            panes.insert(place, part, weight=weight)
        else:
            panes.add(part, weight=weight)
    return new
