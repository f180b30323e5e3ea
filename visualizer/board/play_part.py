"""The half of the window in which you play: the board, and the widgets around it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk
from typing import Any, NamedTuple

from visualizer.board.board import Board
from visualizer.board.board_panes import BoardPane, MarksPane
from visualizer.board.end_card import EndCard, EndPane, has_ended
from visualizer.board.game_panes import (
    ComputersPane,
    HeadlinePane,
    InvitationPane,
    LastMovesPane,
    MovesPane,
    OpponentPane,
    QuestionPane,
    ValuesBarPane,
)
from visualizer.board.move_list import MoveList
from visualizer.board.pace_bar import ComputersBar
from visualizer.board.settings_popover import Opponent
from visualizer.board.teaching_question import Question
from visualizer.board.value_graph import Graph, GraphPane
from visualizer.board.values_source import ValuesBar
from visualizer.state.app import App
from visualizer.state.column_values import scores_shown_in
from visualizer.state.open_lesson import Reading
from visualizer.state.preferences import ANALYSE, LEARN, MOVES, PLAY, WITH_PART, Preferences
from visualizer.state.state import Film, GameState, Progress, Shown
from visualizer.ui.fonts import LARGE, font
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import pixels, scale
from visualizer.ui.style import theme_of
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import FoldBar, Tooltip, hear_first, scrolled, wrap

GRAPH_HEIGHT = {PLAY: 140, ANALYSE: 108}
"""Pixels at 100 % that the value graph and its legend take, by mode; in Play at least."""

GRAPH_HEIGHT_LARGEST = 220
"""Pixels at 100 % that they take at most in Play."""

HEIGHT_FOR_GRAPH = 640
"""Pixels at 100 % of a pane's height from which Analyse has room for the value graph."""

MOVES_HEIGHT = 84
"""Pixels at 100 % that the move list below the board needs at least."""

MOVES_HEIGHT_SMALLEST = 34
MOVES_HEIGHT_WITH_HEADER = 60
"""Pixels at 100 % below which the move list is hidden, and below which it has no header."""

BOARD_WIDTH_SMALLEST = 388
"""The width of the board, pixels at 100 %, down to which other widgets can shrink it."""

WIDE = 1.5
"""The width of the pane in its heights from which Analyse has the words beside the board, and not below it."""

SIDE_WIDTH_SMALLEST = 300
SIDE_WIDTH_LARGEST = 420
"""Width of the panel beside the board, pixels at 100 %."""


def graph_tip() -> str:
    """What you can do with the value graph."""
    return "Click or drag to go there. View > Value graph hides it."


class PlayPart:
    """Builds the board and the widgets around it; `panes` show the state."""

    def __init__(self, parent: tk.Misc, app: App) -> None:
        theme = theme_of(parent)
        self.app = app
        self.frame = ttk.Frame(parent)
        self.stage = ttk.Frame(self.frame)
        self.side = ttk.Frame(self.frame)
        self.side.pack_propagate(False)  # the layout sets its size
        self._build_stage(theme)
        self._build_side(theme)
        self.layout = PlayLayout(self)
        self.panes: list[Pane[Any]] = [
            BoardPane(self.board),
            MarksPane(self.board),
            HeadlinePane(self.headline),
            ValuesBarPane(self.values_bar),
            OpponentPane(self.opponent),
            LastMovesPane(self.last_moves),
            MovesPane(self.moves),
            EndPane(self.end_card),
            ComputersPane(self.computers),
            QuestionPane(self.question),
            self.layout,
            GraphPane(self.value_graph, self.graph_legend),
            InvitationPane(self.invitation, self.invited),
        ]

    def _build_stage(self, theme: Theme) -> None:
        """Builds the board, and the widgets above and below it."""
        app = self.app
        self.board = Board(self.stage, theme, app.game.play, app.views.back_to_values)
        self.board.pack(fill="x")
        hear_first(self.board).bind("<Button-1>", self._board_pressed)

        self.values_bar = ValuesBar(self.stage, app.views.choose_source, app.views.choose_view)
        self.headline = wrap(ttk.Label(self.stage, style="Told.TLabel", anchor="center", justify="center"))
        self.headline.pack(fill="x", pady=(2, 6))
        self.measured = ttk.Label(self.stage, style="Told.TLabel")
        """Never shown: it tells how high a headline is."""

        self.computers = ComputersBar(self.stage, self._do, self._choose_pace)
        self.question = Question(self.frame, self.board, app.teaching.withdraw, app.teaching.play_anyway)

    def _build_side(self, theme: Theme) -> None:
        """Builds the panel next to the board."""
        self.opponent = Opponent(self.side, self._choose_opponent, self.app.search.change)
        self.rule = ttk.Separator(self.side)
        self.last_moves = wrap(ttk.Label(self.side, anchor="nw", justify="left", padding=(8, 6)))
        self.end_card = EndCard(self.app, self.side)
        self._build_graph(theme)
        self._build_invitation()
        self._build_moves(theme)

    def _build_graph(self, theme: Theme) -> None:
        """Builds the value graph with its legend."""
        self.graph = ttk.Frame(self.side)
        self.graph.pack_propagate(False)

        self.value_graph = Graph(self.graph, theme, self.app.game.go_to)
        Tooltip(self.value_graph, graph_tip)

        self.graph_legend = wrap(ttk.Label(self.graph, style="Faint.TLabel"))
        self.graph_legend.pack(side="bottom", fill="x")
        self.value_graph.pack(fill="both", expand=True)

    def _build_invitation(self) -> None:
        """Builds the button that invites you to a feature, and the button that hides it."""
        self.invitation = ttk.Frame(self.side)

        close = ttk.Button(self.invitation, text="✕", command=self.app.views.decline_invitation)
        close.pack(side="right")

        self.invited = ttk.Button(self.invitation, command=self._accept)
        self.invited.pack(side="left", fill="x", expand=True)

    def _build_moves(self, theme: Theme) -> None:
        """Builds the list of moves."""
        game = self.app.game
        self.moves_line = FoldBar(self.side, self._switch_moves)
        self.listed = ttk.Frame(self.side)
        self.listed.bind("<Configure>", self._listed_resized)
        self.rows = ttk.Frame(self.listed)
        self.moves = MoveList(self.rows, theme, game.go_to, game.go_to_node)
        self.moves.header.pack(side="top", fill="x")
        scrolled(self.moves).pack(side="left", fill="both", expand=True)

    def _listed_resized(self, event: tk.Event[tk.Misc]) -> None:
        """Leaves the header out where there is no room for it and two rows, and the list where there is none for a row."""
        if event.height >= pixels(self.frame, MOVES_HEIGHT_SMALLEST):
            self.rows.pack(fill="both", expand=True)
        else:
            self.rows.pack_forget()
        header = self.moves.header
        if event.height < pixels(self.frame, MOVES_HEIGHT_WITH_HEADER):
            header.pack_forget()
        elif not header.winfo_manager():
            header.pack(side="top", fill="x", before=self.moves)

    def _board_pressed(self, event: tk.Event[tk.Misc]) -> str | None:
        """Answers with the square under the pointer, while a lesson asks for one."""
        square = self.board.square_at(event.x, event.y)
        if square is None or not self.app.lessons.asks_for_square:
            return None
        self.app.lessons.answer_square(square)
        return "break"

    def _switch_moves(self) -> None:
        self.app.views.switch_part(MOVES)

    def _do(self, command: str) -> None:
        self.app.do(command)

    def _choose_opponent(self) -> None:
        self.app.do("opponents")

    def _choose_pace(self, seconds: float) -> None:
        self.app.search.change(pace=seconds)

    def _accept(self) -> None:
        invitation = self.app.state.shown.invitation
        self.app.views.dismiss_invitation()
        if invitation is not None:  # keys can still press a hidden button
            self.app.do(invitation.command)


def in_a_line(moves: Sequence[int]) -> tuple[str, ...]:
    """The moves of a game (columns from 0) in a line: all of them, or the last ones; the longest wording first."""
    if not moves:
        return ("Moves: none yet",)
    columns = [str(column + 1) for column in moves]
    wordings = [f"Moves {' '.join(columns)}"]
    for last in (24, 12, 6):
        if len(moves) > last:
            wordings.append(f"Moves … {' '.join(columns[-last:])}")
    return tuple(wordings)


class LayoutView(NamedTuple):
    """The facts that decide where the parts are.

    over       whether the card about the end of the game is shown
    graph      whether the value graph is wanted, where it has room
    moves      whether the move list is open in Analyse
    moves_in_a_line   the moves of the game, in place of the list, the longest wording first
    scores     whether the board has values over its columns
    columns, rows   of the board
    captions   the headlines of a film
    """

    mode: str
    over: bool
    graph: bool
    moves: bool
    moves_in_a_line: tuple[str, ...]
    scores: bool
    columns: int
    rows: int
    captions: tuple[str, ...] = ()

    @property
    def arrangement(self) -> tuple[str, bool, bool, bool]:
        """The facts that decide which parts there are, and in what order."""
        return self.mode, self.over, self.graph, self.moves


class PlayLayout(Pane[LayoutView]):
    """Places the parts for a mode, and divides the room: the board gets the room that the others leave."""

    def __init__(self, part: PlayPart) -> None:
        super().__init__()
        self.part = part
        part.frame.bind("<Configure>", self._resized)
        part.side.bind("<Configure>", self._side_resized)
        for bar in (part.values_bar, part.computers):
            bar.bind("<Configure>", self._share_again, add="+")
            bar.bind("<Unmap>", self._share_again, add="+")

    @staticmethod
    def view(
        game: GameState,
        preferences: Preferences,
        shown: Shown,
        progress: Progress,
        lesson: Reading | None,
        film: Film | None,
    ) -> LayoutView:
        rules = game.position.rules
        over = has_ended(game, shown, progress)
        mode = shown.mode if lesson is None else LEARN  # beside a lesson the board is alone
        graph = preferences.graph and rules.solvable and mode not in WITH_PART and not over
        scores = scores_shown_in(preferences, shown.mode)
        opened = preferences.is_unfolded(MOVES)
        return LayoutView(
            mode=mode,
            over=over,
            graph=graph,
            moves=opened,
            moves_in_a_line=in_a_line(game.game.tree.moves()),
            scores=scores,
            columns=rules.columns,
            rows=rules.rows,
            captions=() if film is None else film.captions,
        )

    def draw(self, view: LayoutView, before: LayoutView | None) -> None:
        self.part.moves_line.show(view.moves, *view.moves_in_a_line)
        if before is None or view.arrangement != before.arrangement:
            self._arrange(view)
        self._share(view)

    def _arrange(self, view: LayoutView) -> None:
        part = self.part
        play = view.mode == PLAY
        part.stage.grid(row=0, column=0, sticky="new")
        if play:
            part.side.grid(row=0, column=1, sticky="nsew")
        else:
            part.side.grid(row=1, column=0, sticky="nsew")
        part.frame.rowconfigure(0, weight=1 if play else 0)
        part.frame.rowconfigure(1, weight=0 if play else 1)
        part.frame.columnconfigure(0, weight=1)

        self._unpack()
        if play:
            part.opponent.pack(fill="x", padx=8, pady=6)
            part.rule.pack(fill="x", padx=8)
            if view.over:
                part.end_card.pack(fill="x")
            else:
                part.last_moves.pack(fill="x")
        elif view.mode == ANALYSE:
            part.values_bar.pack(fill="x", before=part.headline)

        if self._graph_fits(view):
            height = pixels(part.frame, GRAPH_HEIGHT[view.mode])
            part.graph.configure(height=height)
            part.graph.pack(fill="x", padx=8, pady=4)
        self._list_moves(view)

    def _unpack(self) -> None:
        """Hides every part that a mode can be without."""
        part = self.part
        part.opponent.pack_forget()
        part.rule.pack_forget()
        part.last_moves.pack_forget()
        part.end_card.pack_forget()
        part.graph.pack_forget()
        part.moves_line.pack_forget()
        part.listed.pack_forget()
        part.values_bar.pack_forget()

    def _graph_fits(self, view: LayoutView) -> bool:
        high = self.part.frame.winfo_height() >= pixels(self.part.frame, HEIGHT_FOR_GRAPH)
        return view.graph and (view.mode == PLAY or high)

    def _list_moves(self, view: LayoutView) -> None:
        """Shows the moves, and in Analyse the line that folds them, where there is room; the review has a list of its own."""
        part = self.part
        room = part.side.winfo_height()
        if part.graph.winfo_manager():
            room -= part.graph.winfo_reqheight()
        line = part.moves_line.winfo_reqheight()
        if view.mode == ANALYSE and room >= line:
            part.moves_line.pack(fill="x", padx=4)
            room -= line
        else:
            part.moves_line.pack_forget()
        fits = room >= pixels(part.frame, MOVES_HEIGHT_SMALLEST)
        if view.mode == PLAY or (view.mode == ANALYSE and fits and view.moves):
            part.listed.pack(fill="both", expand=True)
        else:
            part.listed.pack_forget()

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        """Divides the room again; the graph may fit now, or no longer."""
        view = self.drawn
        if view is None:
            return
        if self._graph_fits(view) != bool(self.part.graph.winfo_manager()):
            self._arrange(view)
        self._share(view)

    def _side_resized(self, event: tk.Event[tk.Misc]) -> None:
        if self.drawn is not None:
            self._list_moves(self.drawn)
            self.part.end_card.fit()

    def _share_again(self, event: tk.Event[tk.Misc]) -> None:
        if self.drawn is not None:
            self._share(self.drawn)

    def _share(self, view: LayoutView) -> None:
        """Divides the room between the board and the widgets around it."""
        part = self.part
        width = part.frame.winfo_width()
        if width <= 1:
            return
        height = part.frame.winfo_height() - self._headline_height(view.captions)
        if part.computers.winfo_manager():
            height -= part.computers.winfo_reqheight()
        low = view.mode == ANALYSE and width > WIDE * part.frame.winfo_height()
        self._put_words_beside(low)
        if view.mode == PLAY:
            self._share_across(width, height)
            return
        part.side.configure(width=1)
        if low:
            self._share_beside()
        elif view.mode in WITH_PART:
            part.board.fit(width, height)
        else:
            self._share_down(view, width, height)

    def _headline_height(self, captions: tuple[str, ...]) -> int:
        """The height of the headline, at least that of a result and of every caption of a film, so that the board keeps
        its size when another one appears.
        """
        frame = self.part.frame
        unit = scale(frame)
        line = font(frame, LARGE, bold=True).metrics("linespace")
        heights = [self.part.headline.winfo_reqheight(), line + round(4 * unit)]
        measured = self.part.measured
        for caption in captions:
            measured.configure(text=caption, wraplength=str(self.part.headline["wraplength"]))
            heights.append(measured.winfo_reqheight())
        return max(heights) + round(8 * unit)

    def _share_across(self, width: int, height: int) -> None:
        """Divides the room in Play, where the panel is next to the board."""
        part = self.part
        unit = scale(part.frame)
        side = int(max(SIDE_WIDTH_SMALLEST * unit, min(SIDE_WIDTH_LARGEST * unit, width * 0.26)))
        part.side.configure(width=side)
        quarter = part.frame.winfo_height() / 4
        graph = max(GRAPH_HEIGHT[PLAY] * unit, min(GRAPH_HEIGHT_LARGEST * unit, quarter))
        part.graph.configure(height=round(graph))
        part.board.fit(width - side, height)

    def _put_words_beside(self, beside: bool) -> None:
        """Puts the words of the stage beside the board, or below it again."""
        board = self.part.board
        if beside != (str(board.pack_info()["side"]) == "left"):
            board.pack(side="left" if beside else "top", fill="none" if beside else "x")

    def _share_beside(self) -> None:
        """Gives the board the height of a low pane, and the words what is left of its width."""
        part = self.part
        height = part.frame.winfo_height() - part.moves_line.winfo_reqheight()
        width = round(part.board.width_in(height))
        if width != int(part.board["width"]):
            part.board.configure(width=width)
        part.board.fit(width, height)

    def _share_down(self, view: LayoutView, width: int, height: int) -> None:
        """Divides the room in Analyse, where the panel is below the board."""
        part = self.part
        unit = scale(part.frame)
        if self._graph_fits(view):
            height -= round((GRAPH_HEIGHT[ANALYSE] + 8) * unit)
        height -= part.values_bar.winfo_reqheight()
        smallest = min(height, part.board.height_at(BOARD_WIDTH_SMALLEST * unit))  # the moves shrink before the board
        without_moves = height - part.moves_line.winfo_reqheight()
        if view.moves:
            without_moves -= round(MOVES_HEIGHT * unit)
        part.board.fit(width, max(without_moves, smallest))
