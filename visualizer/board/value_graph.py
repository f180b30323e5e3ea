"""The value graph of a game: exact values as bars with other curves over them, in a window."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Literal, NamedTuple

from c4.evaluators import label_of
from c4.session.settings import Settings
from visualizer.state.compiling import compiled_parts
from visualizer.state.names import Names
from visualizer.state.preferences import WITH_PART, Preferences
from visualizer.state.reviewed import LEARNED, Curves, Reviewed
from visualizer.state.state import Film, GameState, Progress, Shown
from visualizer.ui.background import Debounce
from visualizer.ui.fonts import SMALL, font
from visualizer.ui.pane import Pane
from visualizer.ui.theme import RED_AND_YELLOW, Theme, ink_on
from visualizer.ui.widgets import ring_for_keys

GRAPH_MARGIN = 16
"""Pixels above and below the bars, for the marks."""

BAR_SHARE = 0.72
"""The width of a bar as a share of the room for a move."""

LEAST_WAITING = 110
"""Pixels next to the bars that the text about missing values needs."""

BADGE_MARGIN = 3
"""Pixels left and right of the mark of the decisive mistake."""

MISTAKES = ("?", "??")
"""The marks that are drawn."""

SIDE = "side"
"""The tag of the words that say what the bars mean."""

SEARCH_DASH = (4, 3)
"""The dashes of the curve of the search."""


class GraphOfGame(NamedTuple):
    """What the graph of a game shows.

    at        how many moves are on the board
    names     of the players, the first player's first
    colours   of their discs
    starter   the seat of the first player
    decisive  the number of the decisive mistake; None for none
    """

    curves: Curves
    at: int
    names: tuple[str, str]
    colours: tuple[str, str]
    starter: int = 0
    decisive: int | None = None

    def by_seats(self) -> GraphOfGame:
        """The same with the first seat first, which is always at the top."""
        if not self.starter:
            return self
        return self._replace(curves=self.curves.turned(), names=self.names[::-1], colours=self.colours[::-1], starter=0)


NO_GAME = GraphOfGame(
    Curves(0),
    0,
    names=(RED_AND_YELLOW[0][0], RED_AND_YELLOW[1][0]),
    colours=(RED_AND_YELLOW[0][1], RED_AND_YELLOW[1][1]),
)
"""Before the first game."""


class Graph(tk.Canvas):
    """Draws the values of a game.

    `on_go(number)` is called when you click or drag to a moment: 0 is the start, 1 the first move.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, on_go: Callable[[int], object]) -> None:
        super().__init__(parent, height=150, highlightthickness=1, takefocus=True, cursor="hand2")
        self._on_go = on_go
        self._shown = NO_GAME
        self._theme = theme
        self._small = font(self, SMALL)
        self._bold = font(self, SMALL, bold=True)
        self._drawing = Debounce(self, self._draw)
        self._bind_input()
        self.set_theme(theme)

    def _bind_input(self) -> None:
        """Binds the pointer and the keys."""
        self.bind("<Button-1>", self._pressed)
        self.bind("<B1-Motion>", self._pressed)
        ring_for_keys(self)
        self.bind("<Configure>", lambda _: self._drawing.when_idle())
        self.bind("<Left>", lambda _: self._step(-1))
        self.bind("<Right>", lambda _: self._step(1))
        self.bind("<Home>", lambda _: self._go(0))
        self.bind("<End>", lambda _: self._go(self._shown.curves.moves))

    def show(self, graph: GraphOfGame) -> None:
        """Shows the curves of a game, the current place, and the decisive mistake if there is one."""
        shown = graph.by_seats()
        if shown != self._shown:
            self._shown = shown
            self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        self.configure(background=theme.panel, highlightbackground=theme.line, highlightcolor=theme.accent)
        self._draw()

    def centre(self, number: int) -> tuple[int, int]:
        """The pixel in the middle of a moment."""
        return round(self._x(number)), self.winfo_height() // 2

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _x(self, number: float) -> float:
        return (number + 0.5) * self.winfo_width() / (self._shown.curves.moves + 1)

    def _y(self, height: float) -> float:
        middle = self.winfo_height() / 2
        return middle - height * (middle - GRAPH_MARGIN)

    def _draw(self) -> None:
        self.delete("all")
        if self.winfo_width() <= 1:
            return
        if not self._shown.curves.moves:
            self._draw_empty()
            return

        self._draw_place()
        self._draw_decisive_line()
        self._draw_side(self._shown.names[0], 2, "nw")
        self._draw_side(self._shown.names[1], self.winfo_height() - 2, "sw")
        for number, value in enumerate(self._shown.curves.exact, start=1):
            self._draw_bar(number, value)
        self._draw_marks()
        self._draw_waiting()

        learned = list(enumerate(self._shown.curves.learned, start=1))
        searched = [(number, value) for number, value in enumerate(self._shown.curves.searched) if value is not None]
        self._draw_curve(learned, self._theme.accent, ())
        self._draw_curve(searched, self._theme.text, SEARCH_DASH)
        self.tag_raise("mark")

        self._draw_decisive_words()
        self.tag_raise(SIDE)

    def _draw_empty(self) -> None:
        """Writes what the graph will show."""
        text = "Who wins with best play, after each move"
        width = self.winfo_width()
        height = self.winfo_height()
        self.create_text(width / 2, height / 2, text=text, fill=self._theme.faint, font=self._small, width=width - 8)

    def _draw_place(self) -> None:
        """Draws a frame around the current place, and the line of a draw."""
        width = self.winfo_width()
        height = self.winfo_height()
        half_step = width / (self._shown.curves.moves + 1) / 2
        here = self._x(self._shown.at)
        left = max(here - half_step, 1)  # both edges stay visible
        right = min(here + half_step, width - 2)

        self.create_rectangle(left, 0, right, height, fill=self._theme.window, outline=self._theme.accent)
        self.create_line(0, height / 2, width, height / 2, fill=self._theme.line)

    def _draw_bar(self, number: int, value: float) -> None:
        """Draws the exact value after a move; a draw is a flat bar."""
        half_bar = BAR_SHARE / 2 * self.winfo_width() / (self._shown.curves.moves + 1)
        middle = self.winfo_height() / 2
        x = self._x(number)
        top = self._y(value)
        bottom = middle
        colour = self._shown.colours[0] if value > 0 else self._shown.colours[1]
        if value == 0:
            top -= 2
            bottom += 2
            colour = self._theme.faint
        self.create_rectangle(x - half_bar, top, x + half_bar, bottom, fill=colour, outline=self._theme.edge)

    def _draw_marks(self) -> None:
        """Draws the mark of the decisive mistake; where none is known, those of all mistakes."""
        for number, (value, mark) in enumerate(zip(self._shown.curves.exact, self._shown.curves.marks), start=1):
            is_drawn = number == self._shown.decisive if self._shown.decisive is not None else mark in MISTAKES
            if is_drawn:
                self._draw_mark(number, value, mark)

    def _draw_mark(self, number: int, value: float, mark: str) -> None:
        """Draws the mark of a bad move beyond the end of its bar; that of the decisive mistake stands out."""
        ink = self._theme.bad
        half_line = self._bold.metrics("linespace") / 2
        end = self._y(value)
        if value > 0:
            y = max(end - half_line, half_line)
        else:
            y = min(end + half_line, self.winfo_height() - half_line)
        item = self.create_text(self._x(number), y, text=mark, fill=ink, font=self._bold, tags="mark")
        if number == self._shown.decisive:  # its line passes behind the mark
            self.itemconfigure(item, fill=ink_on(ink))
            left, top, right, bottom = self.bbox(item)
            badge = (left - BADGE_MARGIN, top, right + BADGE_MARGIN, bottom)
            self.create_rectangle(badge, fill=ink, outline="", tags="mark")
            self.tag_raise(item)

    def _draw_waiting(self) -> None:
        """Writes what the missing values wait for, next to the bars."""
        width = self.winfo_width()
        known = self._x(len(self._shown.curves.exact) + 0.5) if self._shown.curves.exact else 0.0
        if not self._shown.curves.waiting or width - known < LEAST_WAITING:
            return
        x = (known + width) / 2
        y = self.winfo_height() / 2 + 2
        item = self.create_text(x, y, text=self._shown.curves.waiting, anchor="n")
        self.itemconfigure(item, fill=self._theme.faint, font=self._small, width=width - known - 8, justify="center")
        self.create_rectangle(self.bbox(item), fill=self._theme.panel, outline="")
        self.tag_raise(item)

    def _draw_decisive_line(self) -> None:
        """Marks the decisive mistake: a dashed line."""
        if self._shown.decisive is None:
            return
        x = self._x(self._shown.decisive)
        self.create_line(x, 0, x, self.winfo_height(), fill=self._theme.accent, width=2, dash=SEARCH_DASH)

    def _draw_decisive_words(self) -> None:
        """Names the move beside the line, where there is room."""
        if self._shown.decisive is None:
            return
        at_top = self._shown.curves.exact[self._shown.decisive - 1] < 0  # the mark is at the other end
        y = 2 if at_top else self.winfo_height() - 2
        words_end = self._small.measure(is_winning(self._shown.names[0 if at_top else 1])) + 12
        x = self._x(self._shown.decisive)
        vertical = "n" if at_top else "s"
        if x > self.winfo_width() / 2:
            x -= 5
            horizontal = "e"
        else:
            x = max(x + 5, words_end)
            horizontal = "w"
        item = self.create_text(x, y, text=f"move {self._shown.decisive}", fill=self._theme.accent, font=self._bold)
        self.itemconfigure(item, anchor=vertical + horizontal)

    def _draw_side(self, name: str, y: int, anchor: Literal["nw", "sw"]) -> None:
        """Says what a bar on this side means; no line passes through the words."""
        words = is_winning(name)
        item = self.create_text(4, y, text=words, fill=self._theme.faint, font=self._small, anchor=anchor, tags=SIDE)
        ground = self.create_rectangle(self.bbox(item), fill=self._theme.panel, outline="")
        self.tag_lower(ground, item)

    def _draw_curve(self, points: list[tuple[int, float]], colour: str, dash: tuple[int, ...]) -> None:
        """Draws a curve through points (number, value); one point is a dot."""
        places = [(self._x(number), self._y(value)) for number, value in points]
        if len(places) > 1:
            self.create_line(*places, fill=colour, width=2, dash=dash)
        elif places:
            x, y = places[0]
            self.create_oval(x - 2, y - 2, x + 2, y + 2, fill=colour, outline=colour)

    # -- pointer and keys -----------------------------------------------------------------------------------------

    def _pressed(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        moments = self._shown.curves.moves + 1
        self._go(int(event.x * moments / max(1, self.winfo_width())))

    def _step(self, step: int) -> str:
        self._go(self._shown.at + step)
        return "break"

    def _go(self, number: int) -> None:
        number = max(0, min(self._shown.curves.moves, number))
        if number != self._shown.at:
            self._on_go(number)


def is_winning(name: str) -> str:
    """What a bar on the side of a player means."""
    return f"{name} is winning"


BARS = "Bars show who wins with best play; a taller bar wins sooner."
"""What the bars are."""


def legend(reviewed: Reviewed | None) -> str:
    """What the bars and curves of a game are; "" without a review."""
    if reviewed is None:
        return ""
    sentences = [BARS]
    if reviewed.learned:
        sentences.append(f"Line: the learned evaluator {label_of(LEARNED)}.")
    if any(value is not None for value in reviewed.searched):
        sentences.append("Dashes: the search that chose the move.")
    return " ".join(sentences)


class GraphView(NamedTuple):
    """The value graph.

    shown     whether it is switched on, and the board can be solved
    legend    what its marks are
    """

    shown: bool
    graph: GraphOfGame
    legend: str


class GraphPane(Pane[GraphView]):
    """The value graph of the game on the board, which is reviewed as it goes on."""

    def __init__(self, graph: Graph, label: ttk.Label) -> None:
        super().__init__()
        self.graph = graph
        self.label = label

    @staticmethod
    def view(
        game: GameState,
        settings: Settings,
        preferences: Preferences,
        shown: Shown,
        progress: Progress,
        review: Reviewed | None,
        film: Film | None,
    ) -> GraphView:
        names = Names.of(game, settings, preferences, shown)
        wanted = preferences.graph and shown.mode not in WITH_PART and game.position.rules.solvable
        graph = GraphOfGame(
            curves=curves_of(game, progress, review),
            at=game.number_shown(film),
            names=names.players(),
            colours=names.player_colours(),
            starter=game.starter,
        )
        return GraphView(shown=wanted, graph=graph, legend=legend(review))

    def draw(self, view: GraphView, before: GraphView | None) -> None:
        if not view.shown:
            return
        self.label.configure(text=view.legend)
        self.graph.show(view.graph)


def curves_of(game: GameState, progress: Progress, review: Reviewed | None) -> Curves:
    """The curves of the game on the board, and what its exact values wait for."""
    shown = game.game if game.studied is None else game.studied
    moves = len(shown.moves)
    ours = review is not None and review.is_of(shown)
    curves = review.curves() if review is not None and ours else Curves(moves)
    known = len(curves.exact)
    if known >= moves:
        return curves
    waiting = f"Working out who wins after move {known + 1} of {moves}..."
    if progress.loading and not progress.can_solve:
        waiting = "Preparing the solver..."
    elif progress.preparing_solver is not None:
        waiting = f"Compiling the solver at the first start: {compiled_parts(progress.preparing_solver)}..."
    elif review is not None and ours and review.failure:
        waiting = review.failure
    return curves._replace(waiting=waiting)
