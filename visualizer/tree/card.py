"""The card of one tree node: its board, packed state, window, value, evaluators and the reason for its value."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from c4.session.settings import Settings
from visualizer.board.board import NO_HEADER, Board
from visualizer.state.evaluators import Loaded
from visualizer.state.names import Names
from visualizer.state.preferences import Preferences
from visualizer.state.state import GameState, Shown
from visualizer.state.tree.card import CardView, card_view
from visualizer.ui.background import Debounce
from visualizer.ui.pane import Pane
from visualizer.ui.scale import Scrollable, font, packed_height, pixels
from visualizer.ui.theme import Theme, ink_on

if TYPE_CHECKING:
    from visualizer.state.tree.state import TreeState  # loads numpy, which the first paint does without

BOARD_SIZE = (126, 108)
"""Pixels of the board."""

MAX_LINES = 80
"""Of the paragraph.  A card no wider than a word would have one line for each letter, and an X server kills a program
that asks for a picture 32,768 pixels high."""

MIN_LINES = 5
"""Of the paragraph."""


def ignore(*_: object) -> None:
    """Does nothing."""


class Card(Pane[CardView], ttk.Frame):
    """Shows what the card says.  `choose(row)` is called for the row that set the bound."""

    reads = ("tree", "evaluators", "game", "settings", "preferences", "shown")

    def __init__(self, parent: tk.Misc, theme: Theme, choose: Callable[[int], object]) -> None:
        Pane.__init__(self)
        ttk.Frame.__init__(self, parent)
        self._choose = choose
        self._theme = theme
        self._resizing = Debounce(self, self._resize)
        self._why_width = 0
        top = ttk.Frame(self)
        top.pack(fill="x")
        self.board = Board(top, theme, ignore, ignore)
        self.board.configure(width=BOARD_SIZE[0], height=BOARD_SIZE[1], takefocus=False)
        self.board.header = NO_HEADER
        self._texts = ttk.Frame(top)
        self._texts.pack(side="left", fill="both", expand=True)
        self.title = ttk.Label(self._texts, font="TkHeadingFont", wraplength=150, justify="left")
        self.value = ttk.Label(self._texts, wraplength=150, justify="left")
        self.window = ttk.Label(self._texts, justify="left")
        for label in (self.title, self.value, self.window):
            label.pack(anchor="w")
        self.why = tk.Text(self, height=7, width=20, wrap="word", font="TkDefaultFont")
        self.why.pack(fill="x", pady=(4, 0))
        self.why.bind("<Configure>", lambda event: self._why_resized(event.width))
        self.bound_button = ttk.Button(self)
        self.evaluators = tk.Text(self, height=8, width=20, wrap="none", font=font(self, 11))
        self.bits = tk.Text(self, height=10, width=20, wrap="none", font=font(self, 10, fixed=True))
        for text in (self.why, self.evaluators, self.bits):
            text.configure(relief="flat", borderwidth=0, highlightthickness=0, padx=4, pady=4)
            text.configure(cursor="arrow", takefocus=False, state="disabled")
        self._scrollable = Scrollable(self)
        self._scrollable.body.configure(padding=(8, 4))
        self.bind("<Configure>", lambda event: self._wrap(event.width))
        self.set_theme(theme)
        self.draw(CardView(), None)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        self._wrap(self.winfo_width())
        for text in (self.why, self.evaluators, self.bits):
            text.configure(background=theme.window, foreground=theme.text)
        self.evaluators.tag_configure("faint", foreground=theme.faint)
        self.bits.tag_configure("pruned bit", background=theme.accent, foreground=ink_on(theme.accent))
        self.bits.tag_configure("faint", foreground=theme.faint)
        for label in (self.title, self.value, self.window):
            label.configure(foreground=theme.text)
        self.forget()

    def view(
        self,
        tree: TreeState | None,
        evaluators: Loaded,
        game: GameState,
        settings: Settings,
        preferences: Preferences,
        shown: Shown,
    ) -> CardView:
        """What the card says."""
        return card_view(tree, evaluators, Names.of(game, settings, preferences, shown))

    def waits(self) -> bool:
        """Whether another tab is in front."""
        return not self.winfo_ismapped()

    def draw(self, view: CardView, before: CardView | None) -> None:
        """Shows all that the card says."""
        self.title.configure(text=view.title)
        self.value.configure(text=view.value)
        self.window.configure(text=view.window)
        write(self.why, view.why)
        ground = self._theme.window if view.position is None else self._theme.panel
        for text in (self.why, self.evaluators, self.bits):
            text.configure(background=ground)
        self._draw_board(view)
        self._draw_bits(view)
        self._draw_evaluators(view)
        self.bound_button.pack_forget()
        if view.setter is not None:
            self.bound_button.configure(text=view.setter.label, command=partial(self._choose, view.setter.row))
            self.bound_button.pack(fill="x", pady=(4, 0), after=self.why)
        self._wrap(self.winfo_width())
        self._resizing.when_idle()

    def _draw_board(self, view: CardView) -> None:
        if view.position is None:
            self.board.pack_forget()
            return
        self.board.pack(side="left", padx=(0, 8), anchor="n", before=self._texts)
        first, second = view.colours
        self.board.show_colours((first, second))
        self.board.show(view.position, view.seats, view.last)

    def _draw_bits(self, view: CardView) -> None:
        """The packed state, its highest bit marked, with what its words mean."""
        if not view.bits:
            self.bits.pack_forget()
            return
        write(self.bits, f"{view.bits}\n{view.bits_note}")
        self.bits.configure(height=view.bits.count("\n") + 4)
        self.bits.tag_add("pruned bit", "2.0", "2.end")
        self.bits.tag_add("faint", "end - 3 lines", "end")
        self.bits.pack(fill="x", pady=(4, 0), after=self.why)

    def _draw_evaluators(self, view: CardView) -> None:
        """A table of what each evaluator says, and what one of them adds up."""
        lines = list(view.weights)
        if view.evaluators:
            lines = ["Without searching, for MAX:", *view.evaluators, *view.weights]
        if not lines:
            self.evaluators.pack_forget()
            return
        write(self.evaluators, "\n".join(lines))
        self.evaluators.tag_add("faint", "1.0", "1.end")
        self.evaluators.configure(height=len(lines))
        self.evaluators.pack(fill="x", pady=(4, 0), before=self.bits)

    # -- sizes --------------------------------------------------------------------------------------------------------

    def _wrap(self, width: int) -> None:
        """Gives a new width to the board and the texts."""
        board = max(pixels(self, 90), min(int(width * 0.42), pixels(self, 220)))
        if board != int(self.board["width"]):
            self.board.configure(width=board, height=round(board * 6 / 7))
        beside = board if self.board.winfo_manager() else 0
        for label in (self.title, self.value):
            label.configure(wraplength=max(80, width - beside - pixels(self, 34)))
        right = max(width * 0.5, pixels(self, 120))
        self.evaluators.configure(tabs=(right, "right", right + pixels(self, 10), "left"))
        self._resizing.when_idle()

    def _why_resized(self, width: int) -> None:
        if width != self._why_width:
            self._why_width = width
            self._resizing.when_idle()

    def _resize(self) -> None:
        """Gives the paragraph the lines it needs, and scrolls if the card is too low."""
        counted: Any = self.why.count("1.0", "end", "displaylines")
        lines = counted[0] if isinstance(counted, tuple) else counted  # a number from Python 3.13 on
        self.why.configure(height=min(max(MIN_LINES, lines or 0), MAX_LINES))
        self._scrollable.need(1, packed_height(self._scrollable.body))


def write(widget: tk.Text, text: str) -> None:
    """Replaces the text of a read-only widget."""
    widget.configure(state="normal")
    widget.delete("1.0", "end")
    widget.insert("1.0", text)
    widget.configure(state="disabled")
