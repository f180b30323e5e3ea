"""What stands around the board: whose turn it is, the opponent, the moves, questions and buttons."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING, NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.game.columns import DIGITS
from c4.game.gametree import ROOT
from c4.review.finish import AT_ONCE
from c4.session.settings import Settings
from visualizer.board.board_panes import refutation
from visualizer.board.move_list import MoveList, MovesView
from visualizer.board.pace_bar import ComputersBar
from visualizer.board.settings_popover import Opponent
from visualizer.board.teaching_question import Question
from visualizer.board.value_graph import MISTAKES
from visualizer.board.values_source import ValuesBar
from visualizer.state.column_values import scores_shown_in
from visualizer.state.move_list import moves_of, values_before_moves
from visualizer.state.names import Names, as_object
from visualizer.state.opponents import Card, present_card
from visualizer.state.preferences import ANALYSE, PLAY, Preferences
from visualizer.state.sentences import last_moves, turn_or_result
from visualizer.state.state import Film, GameState, Hint, Invitation, Searches, Shown, Standing, Teaching
from visualizer.ui.pane import Pane

if TYPE_CHECKING:
    from visualizer.state.reviewed import Reviewed
    from visualizer.state.tree.state import TreeState  # loads numpy, which the first paint does without


class HeadlineView(NamedTuple):
    """The line between board and moves, and whether it is the result of the game."""

    text: str
    is_result: bool


class HeadlinePane(Pane[HeadlineView]):
    """Whose turn it is, or how the game ended; the hint that you asked for in Play; the caption of a film.

    In teaching mode it also says that this is on, where moves are checked.  It is empty while something else says it: during a playback of a
    search the line below the tree, and at the end of a game the large letters over a board without column values.
    """

    def __init__(self, label: ttk.Label) -> None:
        super().__init__()
        self.label = label

    @staticmethod
    def view(
        game: GameState,
        settings: Settings,
        preferences: Preferences,
        shown: Shown,
        tree: TreeState | None,
        teaching: Teaching,
        film: Film | None,
        hint: Hint,
    ) -> HeadlineView:
        if film is not None:
            return HeadlineView(film.scene.caption, False)
        if hint.words and shown.mode == PLAY:
            return HeadlineView(hint.words, False)
        names = Names.of(game, settings, preferences, shown)
        if tree is not None and tree.replaying:
            return HeadlineView("", False)
        ended = game.outcome is not None and not game.aside  # aside, the board shows a line that was not played
        if ended and not scores_shown_in(preferences, shown.mode):
            return HeadlineView("", True)  # an empty line of the same height
        text = turn_or_result(game, settings, names)
        if teaching.on and game.studied is None and game.humans_turn(settings):
            checking = teaching.checking
            doing = "teaching mode is on" if checking is None else f"checking column {checking + 1}..."
            text = f"{text}  ·  {doing}"
        return HeadlineView(text, ended)

    def draw(self, view: HeadlineView, before: HeadlineView | None) -> None:
        self.label.configure(text=view.text, style="Result.TLabel" if view.is_result else "Told.TLabel")


class LastMovesPane(Pane[str]):
    """The moves since your last turn, in a sentence."""

    def __init__(self, label: ttk.Label) -> None:
        super().__init__()
        self.label = label

    @staticmethod
    def view(game: GameState, settings: Settings, preferences: Preferences, shown: Shown) -> str:
        return last_moves(game, Names.of(game, settings, preferences, shown))

    def draw(self, view: str, before: str | None) -> None:
        self.label.configure(text=view)


MARKED = "? is a mistake: click it to see why."
"""Stands above the moves of a game that is over."""

TRIED = "or: another move that was tried; click it."
"""Stands above moves of which others were tried in the same place."""


class MovesPane(Pane[MovesView]):
    """The moves of the game, outside Play with the value of the search behind each; the mistakes of a game that is over
    are marked.

    While a film runs, the place in the game that it shows is marked.  Play and Analyse show the list; elsewhere it is
    hidden, and drawn all the same.
    """

    def __init__(self, moves: MoveList) -> None:
        super().__init__()
        self.moves = moves

    @staticmethod
    def view(
        game: GameState,
        settings: Settings,
        preferences: Preferences,
        shown: Shown,
        searches: Searches,
        review: Reviewed | None,
        film: Film | None,
    ) -> MovesView:
        names = Names.of(game, settings, preferences, shown)
        notes: tuple[str, ...] = ()
        if shown.mode != PLAY:
            notes = values_before_moves(game, searches, names)
        marks: tuple[str, ...] = ()
        decisive = None
        end = game.end
        if end is not None and end.outcome is not None and review is not None and review.is_of(game.game):
            marks = tuple(mark if mark in MISTAKES else "" for mark in review.curves().marks)
            if review.complete:
                explained = review.explained_move(end.outcome.winner)
                decisive = None if explained is None else review.number(explained)
        moves = moves_of(game, notes, marks)
        heading = ""
        if any(notes):
            heading = f"In grey: what each search found, for {names.viewer()}"
        elif any(marks):
            heading = MARKED
        elif any(move.others for move in moves):
            heading = TRIED
        comment = game.game.tree.nodes[ROOT].comment
        return MovesView(
            moves=moves,
            at=game.number_shown(film),
            first=game.game.start.ply,
            heading=heading,
            comment=comment,
            players=names.above_moves(),
            decisive=decisive,
        )

    def draw(self, view: MovesView, before: MovesView | None) -> None:
        self.moves.show(view)


class OpponentView(NamedTuple):
    """Who plays, and the card of the opponent.

    agents   how many agents there are: with a player of your own the lists are made anew
    card     the opponent, as the button shows it
    first    whether you can choose who moves first: until you have moved, so that the choice is never for later
    """

    settings: Settings
    seats: tuple[str, str]
    agents: int
    card: Card
    first: bool


class OpponentPane(Pane[OpponentView]):
    """The choice of the opponent and of the first move."""

    def __init__(self, opponent: Opponent) -> None:
        super().__init__()
        self.opponent = opponent

    @staticmethod
    def view(game: GameState, settings: Settings, preferences: Preferences, standing: Standing) -> OpponentView:
        first, second = preferences.colours
        card = present_card(settings, standing)
        can_choose = game.end is None and game.is_fresh(settings)
        return OpponentView(settings, (first[0], second[0]), len(AGENTS), card, can_choose)

    def draw(self, view: OpponentView, before: OpponentView | None) -> None:
        self.opponent.show(view.settings, view.seats, view.card, view.first)


class SourceView(NamedTuple):
    """Where column values come from.

    source   the source that is chosen; None for the search that is shown
    seats    the words for the colours of both seats
    viewer   the seat (0 or 1) for which values count
    fixed    whether that is the seat of the side that searched, and cannot be chosen
    """

    source: str | None
    seats: tuple[str, str]
    viewer: int
    fixed: bool


class ValuesBarPane(Pane[SourceView]):
    """The choice of where column values come from."""

    def __init__(self, bar: ValuesBar) -> None:
        super().__init__()
        self.bar = bar

    @staticmethod
    def view(game: GameState, settings: Settings, preferences: Preferences, shown: Shown) -> SourceView:
        names = Names.of(game, settings, preferences, shown)
        fixed = shown.mode == ANALYSE and shown.max_seat is not None
        return SourceView(preferences.source, names.seats(), names.view, fixed)

    def draw(self, view: SourceView, before: SourceView | None) -> None:
        self.bar.show(view.source, view.seats, view.viewer, view.fixed)


class ComputersView(NamedTuple):
    """Whether two computers play, whether they wait, and the least seconds of a move."""

    shown: bool
    paused: bool
    pace: float


class ComputersPane(Pane[ComputersView]):
    """The controls of a game between two computers."""

    def __init__(self, bar: ComputersBar) -> None:
        super().__init__()
        self.bar = bar

    @staticmethod
    def view(game: GameState, settings: Settings) -> ComputersView:
        return ComputersView(HUMAN not in settings.seats and game.outcome is None, game.paused, settings.pace)

    def draw(self, view: ComputersView, before: ComputersView | None) -> None:
        self.bar.show(view.shown, view.paused, view.pace)


class QuestionPane(Pane[tuple[str, ...]]):
    """The objection of teaching mode to a move, and how the other side would win; the longest wording first."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question

    @staticmethod
    def view(
        game: GameState, settings: Settings, preferences: Preferences, shown: Shown, teaching: Teaching
    ) -> tuple[str, ...]:
        if not teaching.objection:
            return ()
        finish = refutation(game, teaching)
        if finish is None or finish.kind == AT_ONCE:  # the objection says that already
            return (teaching.objection,)
        names = Names.of(game, settings, preferences, shown)
        winner = as_object(names.called(finish.side))
        loser = as_object(names.called(1 - finish.side))
        assert teaching.column is not None, "an objection is to a move"
        reason = f"Column {DIGITS[teaching.column]} lets {finish.words(winner, loser)}."
        return f"{teaching.objection} {reason}", teaching.objection

    def draw(self, view: tuple[str, ...], before: tuple[str, ...] | None) -> None:
        if view:
            self.question.ask(*view)
        else:
            self.question.hide()


class InvitationPane(Pane[Invitation | None]):
    """A command that is offered beside the board; at the end of a game its card needs the room."""

    def __init__(self, frame: tk.Widget, button: ttk.Button) -> None:
        super().__init__()
        self.frame = frame
        self.button = button

    @staticmethod
    def view(game: GameState, shown: Shown) -> Invitation | None:
        return shown.invitation if shown.mode == PLAY and game.end is None else None

    def draw(self, view: Invitation | None, before: Invitation | None) -> None:
        if view is None:
            self.frame.pack_forget()
            return
        self.button.configure(text=view.words)
        self.frame.pack(side="bottom", fill="x", padx=8, pady=8)
