"""The card of one tree node: its board, packed state, window, value, evaluators and the reason for its value."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING, Any, NamedTuple

from c4.callbacks import ignore
from c4.game.rules import STANDARD
from c4.session.settings import Settings
from visualizer.board.board import Board
from visualizer.board.surface import NO_HEADER
from visualizer.state.evaluators import Loaded
from visualizer.state.names import Names
from visualizer.state.preferences import EVALUATOR_TABLE, PACKED, Preferences
from visualizer.state.state import GameState, Shown, WeightsState
from visualizer.state.tree.card import CardView, card_view
from visualizer.tree.weights_drawing import PageCanvas
from visualizer.ui.background import Debounce
from visualizer.ui.fonts import font
from visualizer.ui.pane import Pane
from visualizer.ui.scrollable import Scrollable
from visualizer.ui.sizes import packed_height, pixels
from visualizer.ui.theme import Theme, ink_on
from visualizer.ui.widgets import FoldBar

if TYPE_CHECKING:
    from visualizer.state.tree.state import TreeState  # loads numpy, which the first paint does without

BOARD_SIZE = (126, 108)
"""Pixels of the board."""

MAX_LINES = 80
"""Of the paragraph.  A card no wider than a word would have one line for each letter, and an X server kills a program
that asks for a picture 32,768 pixels high."""

MIN_LINES = 3
"""Of the paragraph."""

PART_HEIGHT = 21
"""Pixels at 100 % of a part of a learned evaluator's value, and of their title."""


class CardPaneView(NamedTuple):
    """What the card says, and whether the table of evaluators and the packed state are open."""

    card: CardView = CardView()
    table_open: bool = False
    packed_open: bool = False


class Card(Pane[CardPaneView], ttk.Frame):
    """Shows what the card says.

    choose(row)   called for the row that set the bound
    switch(part)  called to open or fold one of the parts PACKED and EVALUATOR_TABLE
    """

    def __init__(
        self, parent: tk.Misc, theme: Theme, choose: Callable[[int], object], switch: Callable[[str], object]
    ) -> None:
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
        self.parts = PageCanvas(self, theme, pixels(self, 5 * PART_HEIGHT))
        self.evaluators_line = FoldBar(self, partial(switch, EVALUATOR_TABLE))
        self.packed_line = FoldBar(self, partial(switch, PACKED))
        self.evaluators = tk.Text(self, height=8, width=20, wrap="none", font=font(self, 11))
        self.bits = tk.Text(self, height=10, width=20, wrap="none", font=font(self, 10, fixed=True))
        for text in (self.why, self.evaluators, self.bits):
            text.configure(relief="flat", borderwidth=0, highlightthickness=0, padx=4, pady=4)
            text.configure(cursor="arrow", takefocus=False, state="disabled")
        self._scrollable = Scrollable(self)
        self._scrollable.body.configure(padding=(8, 4))
        self.bind("<Configure>", lambda event: self._wrap(event.width))
        self.set_theme(theme)
        self.draw(CardPaneView(), None)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        self._wrap(self.winfo_width())
        for text in (self.why, self.evaluators, self.bits):
            text.configure(background=theme.window, foreground=theme.text)
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
        weights: WeightsState,
    ) -> CardPaneView:
        """What the card says."""
        names = Names.of(game, settings, preferences, shown)
        table_open = preferences.is_unfolded(EVALUATOR_TABLE)
        return CardPaneView(
            card_view(tree, evaluators, names, weights.name, with_table=table_open),
            table_open,
            preferences.is_unfolded(PACKED),
        )

    def waits(self) -> bool:
        """Whether another tab is in front."""
        return not self.winfo_ismapped()

    def draw(self, view: CardPaneView, before: CardPaneView | None) -> None:
        """Shows all that the card says."""
        self._draw_card(view.card)
        self._draw_evaluators(view.card, view.table_open)
        self._draw_bits(view.card, view.packed_open)
        self._wrap(self.winfo_width())
        self._resizing.when_idle()

    def _draw_card(self, view: CardView) -> None:
        """Shows all but what can be folded."""
        self.title.configure(text=view.title)
        self.value.configure(text=view.value)
        self.window.configure(text=view.window)
        write(self.why, view.why)
        ground = self._theme.window if view.position is None else self._theme.panel
        for text in (self.why, self.evaluators, self.bits):
            text.configure(background=ground)
        self._draw_board(view)
        self._draw_parts(view)
        self.bound_button.pack_forget()
        if view.setter is not None:
            self.bound_button.configure(text=view.setter.label, command=partial(self._choose, view.setter.row))
            self.bound_button.pack(fill="x", pady=(4, 0), after=self.why)

    def _draw_board(self, view: CardView) -> None:
        if view.position is None:
            self.board.pack_forget()
            return
        self.board.pack(side="left", padx=(0, 8), anchor="n", before=self._texts)
        first, second = view.colours
        self.board.show_colours((first, second))
        self.board.show(view.position, view.seats, view.last)

    def _draw_parts(self, view: CardView) -> None:
        """The largest parts of what a learned evaluator says, as bars."""
        self.parts.pack_forget()
        if not view.parts_title:
            return
        rules = STANDARD if view.position is None else view.position.rules
        self.parts.show_rows(view.parts_title, (), list(view.parts), (rules.rows, rules.columns))
        self.parts.configure(height=pixels(self, PART_HEIGHT * (len(view.parts) + 1) + 6))
        self.parts.pack(in_=self._scrollable.body, fill="x", pady=(4, 0))

    def _draw_evaluators(self, view: CardView, opened: bool) -> None:
        """What the search's evaluator says, and opened, a table of what each evaluator says."""
        self.evaluators_line.pack_forget()
        self.evaluators.pack_forget()
        if not view.has_table:
            return
        self.evaluators_line.show(opened, view.own_value)
        self.evaluators_line.pack(in_=self._scrollable.body, fill="x", pady=(4, 0))
        if not opened:
            return
        write(self.evaluators, "\n".join(view.evaluators))
        self.evaluators.configure(height=len(view.evaluators))
        self.evaluators.pack(in_=self._scrollable.body, fill="x")

    def _draw_bits(self, view: CardView, opened: bool) -> None:
        """The packed state in a line; opened, its bits, the highest marked, with what their words mean."""
        self.packed_line.pack_forget()
        self.bits.pack_forget()
        if not view.bits:
            return
        self.packed_line.show(opened, *view.packed)
        self.packed_line.pack(in_=self._scrollable.body, fill="x", pady=(4, 0))
        if not opened:
            return
        write(self.bits, f"{view.bits}\n{view.bits_note}")
        self.bits.configure(height=view.bits.count("\n") + 4)
        self.bits.tag_add("pruned bit", "2.0", "2.end")
        self.bits.tag_add("faint", "end - 3 lines", "end")
        self.bits.pack(in_=self._scrollable.body, fill="x")

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
