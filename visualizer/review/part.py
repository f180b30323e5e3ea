"""What Review shows beside the board: graph, moves, mistakes, a sentence, and lines to play through on the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import Any

from visualizer.board.move_list import MoveList, MovesView
from visualizer.board.value_graph import Graph
from visualizer.review.view import BACK, BACKWARDS, BETTER, FOLLOWS, FORWARDS, Mistakes, ReviewView, Words, review_view
from visualizer.state.app import App
from visualizer.state.end_card import SHOW_MISTAKE
from visualizer.state.reviewed import marks_explained
from visualizer.state.state import BOTH, MINE, THEIRS
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import scale
from visualizer.ui.style import theme_of
from visualizer.ui.widgets import Anchor, Flow, ProgressBar, Tooltip, list_rows, scrolled, table, wrap

NARROW = 560
"""Pixels at 100 % of both lists below which the moves are listed without what they lead to."""

HEIGHT_FOR_LEGEND = 540
"""Pixels at 100 % of the whole below which the lists need the room of the legend."""

GRAPH_HEIGHT_LOW = 64
GRAPH_HEIGHT_SMALLEST = 110
GRAPH_HEIGHT_LARGEST = 240
GRAPH_SHARE = 0.24
"""Pixels at 100 % of the value graph, the least of it without the legend and with it, and its share of the height."""

MISTAKE_COLUMNS: tuple[tuple[str, int, Anchor], ...] = (("Move", 100, "w"), ("Cost", 84, "w"), ("Better", 84, "w"))
"""Title, width in pixels at 100 %, and anchor."""


class ReviewPart:
    """Builds the widgets; `panes` show the state in them."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        self.app = app
        self.frame = ttk.Frame(parent, padding=(8, 4))
        self._build_top()
        self.summary = wrap(ttk.Label(self.frame, justify="left"))
        self.summary.pack(fill="x", pady=(2, 4))
        self._build_whose()
        self.graph = Graph(self.frame, theme_of(parent), app.review.go)
        self.graph.pack(fill="x")
        self.legend = wrap(ttk.Label(self.frame, style="Faint.TLabel", justify="left"))
        self.legend.pack(fill="x", pady=(2, 4))
        bottom = ttk.Frame(self.frame)
        bottom.pack(side="bottom", fill="x")
        self._build_buttons(bottom)
        self.explanation = wrap(ttk.Label(bottom, justify="left", anchor="nw"))
        self.explanation.pack(side="bottom", fill="x", pady=4)
        self._build_lists()
        Tooltip(self.mistakes, marks_explained)
        Tooltip(self.graph, marks_explained)
        self.pane = ReviewPane(self)
        self.panes: list[Pane[Any]] = [self.pane]

    def _build_top(self) -> None:
        top = ttk.Frame(self.frame)
        top.pack(fill="x")
        ttk.Button(top, text="Close the review", command=partial(self.app.do, "review")).pack(side="right")
        export = ttk.Button(top, text="Export...", command=partial(self.app.do, "export review"), width=8)
        export.pack(side="right", padx=4)
        self.progress = wrap(ttk.Label(top, style="Faint.TLabel", justify="left"))
        self.progress.pack(side="left", fill="x", expand=True)
        self.share_bar = ProgressBar(top)

    def _build_whose(self) -> None:
        """Builds the choice of whose mistakes are listed."""
        row = Flow(self.frame)
        row.pack(fill="x")
        row.add(ttk.Label(row, text="Click a mistake to see why:"))
        self.whose = tk.StringVar(self.frame)
        self.whose_buttons: dict[str, ttk.Radiobutton] = {}
        for whose in (MINE, THEIRS, BOTH):
            button = ttk.Radiobutton(row, value=whose, variable=self.whose, command=self._whose_chosen)
            row.add(button)
            self.whose_buttons[whose] = button

    def _whose_chosen(self) -> None:
        self.app.review.choose_whose(self.whose.get())

    def _build_buttons(self, bottom: ttk.Frame) -> None:
        review = self.app.review
        actions: dict[str, Callable[[], object]] = {
            BACKWARDS: partial(review.next_mistake, -1),
            FORWARDS: partial(review.next_mistake, 1),
            FOLLOWS: review.try_refutation,
            BETTER: review.try_better_move,
            SHOW_MISTAKE: self.app.film.switch,
            BACK: review.back,
        }
        row = Flow(bottom)
        row.pack(side="bottom", fill="x", pady=(2, 0))
        self.button_row = row
        self.buttons: dict[str, ttk.Button] = {}
        for label, action in actions.items():
            button = ttk.Button(row, text=label, command=action)
            row.add(button)
            self.buttons[label] = button

    def _build_lists(self) -> None:
        """Builds the list of moves, and beside it that of mistakes."""
        self.lists = ttk.Frame(self.frame)
        self.lists.pack(fill="both", expand=True)
        self.lists.rowconfigure(0, weight=1)
        left = ttk.Frame(self.lists)
        left.grid(row=0, column=0, sticky="nsew", padx=(0, 6))
        self.moves = MoveList(left, theme_of(self.frame), self.app.review.go)
        self.moves.configure(height=6, width=20, wrap="none")
        self.moves.header.pack(side="top", fill="x")
        scrolled(self.moves).pack(side="left", fill="both", expand=True)
        frame, self.mistakes = table(self.lists, MISTAKE_COLUMNS, 4, selectmode="browse")
        frame.grid(row=0, column=1, sticky="nsew")
        self.mistakes.bind("<<TreeviewSelect>>", self._mistake_chosen)

    def _mistake_chosen(self, event: tk.Event[tk.Misc]) -> None:
        """Goes to the mistake that was chosen in the list, unless it was chosen by drawing it."""
        reviewed = self.app.state.review
        drawn = self.pane.drawn
        chosen = self.mistakes.selection()
        if reviewed is None or drawn is None or not chosen:
            return
        ply = int(chosen[0])
        if ply != drawn.mistakes.chosen:
            self.app.review.go(reviewed.number_of(ply))


class ReviewPane(Pane[ReviewView | None]):
    """Draws a review."""

    view = staticmethod(review_view)

    def __init__(self, part: ReviewPart) -> None:
        super().__init__()
        self.part = part
        part.lists.bind("<Configure>", self._resized)

    def draw(self, view: ReviewView | None, before: ReviewView | None) -> None:
        """Draws the parts that have changed; buttons and choices, which cost next to nothing, each time."""
        if view is None:
            return
        if before is None or view.words != before.words:
            self._draw_words(view.words)
        if before is None or view.graph != before.graph:
            self.part.graph.show(view.graph)
        if before is None or view.moves != before.moves:
            self._draw_moves(view.moves)
        if before is None or view.mistakes != before.mistakes:
            self._draw_mistakes(view.mistakes, None if before is None else before.mistakes)
        self.part.whose.set(view.whose.chosen)
        for whose, label in view.whose.labels:
            self.part.whose_buttons[whose].configure(text=label)
        for label, button in self.part.buttons.items():
            button.configure(state="normal" if label in view.possible else "disabled")
        self.part.buttons[SHOW_MISTAKE].configure(text=view.film)
        self._show_way_back(BACK in view.possible)

    def _show_way_back(self, shown: bool) -> None:
        """Shows the way back to the game in the place of the film, which is about moves of the game."""
        part = self.part
        shown_button = part.buttons[BACK if shown else SHOW_MISTAKE]
        hidden = part.buttons[SHOW_MISTAKE if shown else BACK]
        focused = part.frame.focus_get() is hidden
        part.button_row.show_part(hidden, False)
        part.button_row.show_part(shown_button, True)
        if focused:
            shown_button.focus_set()

    def _draw_words(self, words: Words) -> None:
        part = self.part
        part.progress.configure(text=words.progress)
        part.share_bar.show(words.share)
        part.summary.configure(text=words.summary)
        part.legend.configure(text=words.legend)
        part.explanation.configure(text=words.explanation)

    def _draw_moves(self, moves: MovesView) -> None:
        if self._narrow:
            moves = moves._replace(moves=tuple(move._replace(note="") for move in moves.moves))
        self.part.moves.show(moves)

    def _draw_mistakes(self, mistakes: Mistakes, before: Mistakes | None) -> None:
        tree = self.part.mistakes
        if before is None or mistakes.rows != before.rows:
            list_rows(tree, [(str(row.ply), (row.move, row.cost, row.better)) for row in mistakes.rows])
        tree.selection_set([] if mistakes.chosen is None else [str(mistakes.chosen)])

    @property
    def _narrow(self) -> bool:
        """Whether the moves have no room for what they lead to."""
        return self.part.lists.winfo_width() < NARROW * scale(self.part.lists)

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        """Divides the width between the lists, and the height."""
        part = self.part
        unit = scale(part.lists)
        part.lists.columnconfigure(0, weight=2 if self._narrow else 3, uniform="lists")
        part.lists.columnconfigure(1, weight=3, uniform="lists")
        high = part.frame.winfo_height() >= HEIGHT_FOR_LEGEND * unit
        self._show_legend(high)
        smallest = GRAPH_HEIGHT_SMALLEST if high else GRAPH_HEIGHT_LOW
        height = min(GRAPH_HEIGHT_LARGEST * unit, part.frame.winfo_height() * GRAPH_SHARE)
        part.graph.configure(height=int(max(smallest * unit, height)))
        if self.drawn is not None:
            self._draw_moves(self.drawn.moves)

    def _show_legend(self, shown: bool) -> None:
        """Shows or hides what the marks and numbers are."""
        legend = self.part.legend
        if shown and not legend.winfo_manager():
            legend.pack(fill="x", pady=(2, 4), after=self.part.graph)
        elif not shown:
            legend.pack_forget()
