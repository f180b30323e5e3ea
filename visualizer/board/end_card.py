"""The card beside the board when a game is over: the result, how well both played, the decisive mistake, what next."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import NamedTuple

from c4.session.settings import Settings
from visualizer.board.value_graph import BARS, Graph, GraphOfGame
from visualizer.state.app import App
from visualizer.state.end_card import BACK_TO_END, BAD, GOOD, PLAIN, Ending, Figure, ending_of
from visualizer.state.film import STOP_FILM
from visualizer.state.names import Names
from visualizer.state.preferences import PLAY, Preferences
from visualizer.state.reviewed import Reviewed, marks_explained
from visualizer.state.state import Film, GameState, Progress, Shown, Standing
from visualizer.ui.background import Debounce
from visualizer.ui.fonts import LARGE, MEDIUM, TEXT, font
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import pixels
from visualizer.ui.style import theme_of
from visualizer.ui.widgets import Flow, Tooltip, wrap

FIGURES = 3
"""The most figures in a row."""

GRAPH_HEIGHT = 92
"""Pixels at 100 % of the graph."""

ROOM_FOR_MOVES = 90
"""Pixels at 100 % below the card in which mistakes can be clicked."""

GAP = 6
"""Pixels below each part."""

REASON_LINES = 5
"""The lines that are kept free for the reason, so that nothing below it moves when another move is clicked."""

FIGURE_WIDTH = 84
"""Pixels at 100 % in which the words below a figure are wrapped at first."""


class EndCard(ttk.Frame):
    """Shows the end of a game, and runs commands by its buttons."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(parent, padding=(8, 4))
        self.app = app
        self._ending: Ending | None = None
        self._with_graph = True
        self._reason_height = 0
        theme = theme_of(parent)
        self.title = wrap(ttk.Label(self, font=font(self, MEDIUM, bold=True), justify="left"))
        self.figures = ttk.Frame(self)
        self.numbers: list[ttk.Label] = []
        self.words: list[ttk.Label] = []
        self._build_figures()
        self.graph = Graph(self, theme, app.game.go_to)
        self.progress = wrap(ttk.Label(self, style="Faint.TLabel", justify="left"))
        self.bar = ttk.Progressbar(self, maximum=1.0)
        self.told = ttk.Frame(self)
        self.told.pack_propagate(False)
        self.reason = wrap(ttk.Label(self.told, justify="left"))
        self.reason.pack(fill="x")
        self.film_row = Flow(self)
        self.film = ttk.Button(self.film_row, command=partial(app.do, "turning point"))
        self.way_back = ttk.Button(self.film_row, text=BACK_TO_END, command=app.game.go_to_end)
        self.film_row.add(self.film)
        self.film_row.add(self.way_back)
        self.buttons = Flow(self)
        self.again = self._button("", "rematch", "Primary.TButton")
        self.review = self._button("Review", "review") if app.offers("review") else None
        self.level = self._button("", "other level")
        self.fits = wrap(ttk.Label(self, style="Faint.TLabel", justify="left"))
        Tooltip(self.again, lambda: "" if self._ending is None else self._ending.again_tip)
        Tooltip(self.level, lambda: "" if self._ending is None else self._ending.level_tip)
        for part in (self.figures, *self.words):
            Tooltip(part, marks_explained)
        Tooltip(self.graph, lambda: f"{BARS} {marks_explained()}")
        fit_soon = Debounce(self, self.fit)
        self.bind("<Configure>", lambda _: fit_soon.when_idle())  # shown again, or its words wrap otherwise

    def _build_figures(self) -> None:
        """Builds the numbers and the words below them."""
        for column in range(FIGURES):
            number = ttk.Label(self.figures, font=font(self, LARGE, bold=True))
            number.grid(row=0, column=column, sticky="w")
            words = wrap(ttk.Label(self.figures, style="Faint.TLabel", justify="left"), FIGURE_WIDTH)
            words.grid(row=1, column=column, sticky="new")
            self.figures.columnconfigure(column, weight=1, uniform="figures")
            self.numbers.append(number)
            self.words.append(words)

    def _button(self, label: str, command: str, style: str = "TButton") -> ttk.Button:
        button = ttk.Button(self.buttons, text=label, style=style, command=partial(self.app.do, command))
        self.buttons.add(button)
        return button

    def show(self, ending: Ending, graph: GraphOfGame, keeps_height: bool) -> None:
        """Shows an ending.  With `keeps_height` the buttons below a reason stay where those of the longest reason were."""
        if not keeps_height:
            self._reason_height = 0
        self.title.configure(text=ending.title)
        self._show_figures(ending.figures)
        self.graph.configure(height=pixels(self, GRAPH_HEIGHT))  # the scale may have changed
        self.graph.show(graph)
        self.progress.configure(text=ending.progress)
        self.bar.configure(value=ending.share or 0.0)
        self.reason.configure(text=ending.reason)
        self.film.configure(text=ending.film)
        self.film_row.show_part(self.film, bool(ending.film))
        self.film_row.show_part(self.way_back, ending.way_back)
        self.again.configure(text=ending.again)
        self.level.configure(text=ending.level)
        self.buttons.show_part(self.level, bool(ending.level))
        self.fits.configure(text=ending.fits)
        self._pack(ending)
        self.fit()

    def fit(self) -> None:
        """Divides the room: first the buttons and the list of moves, then free lines for a longer reason, then the graph."""
        if self._ending is None or not self.winfo_manager():
            return
        self.update_idletasks()
        needed = self._height(self._ending, with_graph=False)
        room = self.master.winfo_height() - self.winfo_y() - pixels(self, ROOM_FOR_MOVES) - needed

        free_lines = max(0, self._kept_for_reason() - self.reason.winfo_reqheight())
        if free_lines > room:
            free_lines = 0
        self.told.configure(height=self.reason.winfo_reqheight() + free_lines)

        with_graph = self.graph.winfo_reqheight() + GAP <= room - free_lines
        if with_graph != self._with_graph:
            self._with_graph = with_graph
            self._pack(self._ending)

    def _kept_for_reason(self) -> int:
        """The height that is kept for the reason: some lines, or those of the longest reason of this game so far."""
        lines = REASON_LINES * font(self, TEXT).metrics("linespace")
        self._reason_height = max(self._reason_height, lines, self.reason.winfo_reqheight())
        return self._reason_height

    def _height(self, ending: Ending, with_graph: bool) -> int:
        """The height of the card without free lines."""
        parts = [part for part in self._wanted(ending, with_graph) if part is not self.told]
        if ending.reason:
            parts.append(self.reason)
        return sum(part.winfo_reqheight() + GAP for part in parts)

    def _show_figures(self, figures: tuple[Figure, ...]) -> None:
        theme = theme_of(self)
        tones = {GOOD: theme.good, BAD: theme.bad, PLAIN: theme.text}
        for place, (number, words) in enumerate(zip(self.numbers, self.words)):
            figure = figures[place] if place < len(figures) else Figure("", "")
            number.configure(text=figure.number, foreground=tones[figure.tone])
            words.configure(text=figure.words)

    def _wanted(self, ending: Ending, with_graph: bool) -> list[tk.Widget]:
        """The parts that have something to say, in their order."""
        shown: list[tuple[tk.Widget, bool]] = [
            (self.title, True),
            (self.figures, bool(ending.figures)),
            (self.graph, with_graph and ending.curves.moves > 0),
            (self.progress, bool(ending.progress)),
            (self.bar, ending.share is not None),
            (self.told, bool(ending.reason)),
            (self.film_row, bool(ending.film) or ending.way_back),
            (self.buttons, True),
            (self.fits, bool(ending.fits)),
        ]
        return [part for part, wanted in shown if wanted]

    def _pack(self, ending: Ending) -> None:
        """Places these parts."""
        self._ending = ending
        wanted = self._wanted(ending, self._with_graph)
        if wanted == self.pack_slaves():
            return
        for part in self.pack_slaves():
            part.pack_forget()
        for part in wanted:
            part.pack(fill="x", pady=(0, GAP))


class EndView(NamedTuple):
    """What the card shows, and the identity of the game that it is about (see `Game`)."""

    ending: Ending
    graph: GraphOfGame
    game: object


class EndPane(Pane[EndView | None]):
    """The end of the game, once the last disc has landed.

    None while the card is away: `PlayLayout` places it and takes it away, by the same `has_ended`.
    """

    def __init__(self, card: EndCard) -> None:
        super().__init__()
        self.card = card

    @staticmethod
    def view(
        game: GameState,
        settings: Settings,
        preferences: Preferences,
        shown: Shown,
        progress: Progress,
        standing: Standing,
        review: Reviewed | None,
        film: Film | None,
    ) -> EndView | None:
        if not has_ended(game, shown, progress):
            return None
        names = Names.of(game, settings, preferences, shown)
        ending = ending_of(game, settings, names, standing, review)
        if ending is None:
            return None
        if film is not None:
            ending = ending._replace(film=STOP_FILM, way_back=False)
        graph = GraphOfGame(
            curves=ending.curves,
            at=game.number_shown(film),
            names=names.players(),
            colours=names.player_colours(),
            starter=game.starter,
            decisive=ending.decisive,
        )
        return EndView(ending, graph, game.game.identity)

    def draw(self, view: EndView | None, before: EndView | None) -> None:
        if view is not None:
            same_game = before is not None and before.game is view.game
            self.card.show(view.ending, view.graph, keeps_height=same_game)


def has_ended(game: GameState, shown: Shown, progress: Progress) -> bool:
    """Whether the card is shown: in Play, when the last disc has landed, and while you look at the moves of that game.

    A copy that is studied, as in a lesson, has no card.
    """
    over = game.end is not None and game.studied is None
    return shown.mode == PLAY and over and not progress.falling
