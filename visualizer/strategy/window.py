"""The strategy window: what each first move leads to, and how that is forced without calculating, move by move.

You choose the other side's replies by clicking the board; the strategy answers and names the rule it followed.
"""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from types import MappingProxyType

from c4.agents import HUMAN
from c4.errors import C4Error
from c4.game.notation import format_packed, format_position
from c4.game.rules import STANDARD
from c4.review.finish import Square
from c4.search.watch import Watch
from c4.strategy.answers import Walk, meaning
from c4.strategy.diagram import check_board
from c4.strategy.diagram_search import DiagramResult, find_diagram
from c4.strategy.strategies import CERTIFICATES, Strategy, load
from visualizer.board.app_window import AppWindow, WindowPane
from visualizer.board.board import Board, follows
from visualizer.board.diagram import DiagramMarks
from visualizer.state.app import App
from visualizer.strategy.opening import OpeningPicture
from visualizer.strategy.view import (
    HERE,
    OPENING,
    SEARCH_SECONDS,
    OpeningView,
    Study,
    StudyView,
    found_strategy,
    opening_view,
    study_view,
    walked,
)
from visualizer.ui.fonts import font
from visualizer.ui.sizes import pixels
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import choice, wrap

SIDE_WIDTH = 400
LEGEND_WIDTH = 350
"""Pixels at 100 % of the texts beside the board, and of a mark's meaning."""

CAPTION = "Below each first move: who can force what, and how many answers it takes."

Shipped = tuple[Strategy, dict[str, int]]
"""A strategy, and the sizes of all that ship."""


class StrategyWindow(AppWindow):
    """What each first move leads to, or a diagram for the position on the board."""

    known: Study

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Why perfect play wins", "1040x760", (860, 640))
        self.known = Study()
        self._loading = self.background("strategy", self._loaded, self._failed, self._poll)
        self._searching = self.background("diagram", self._found, self._failed, self._poll)
        self._random = random.Random(1)
        self._build()
        self.set_theme(self.theme)
        self._bind_keys()
        self.panes += [OpeningPane(self), StudyPane(self)]
        self.choose(OPENING)

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        top = ttk.Frame(self, padding=(12, 10, 12, 4))
        top.pack(fill="x")
        ttk.Label(top, text="Strategy for").pack(side="left")
        self.source = choice(top, (OPENING, HERE), 26, self._source_chosen)
        self.source.pack(side="left", padx=8)
        caption = wrap(ttk.Label(top, text=CAPTION, style="Faint.TLabel", anchor="e", justify="right"))
        caption.pack(side="right", fill="x", expand=True)
        self.stop_button = ttk.Button(top, text="Stop", command=self.stop)
        self.opening = OpeningPicture(self, self.theme, self.choose_move)
        self.opening.pack(fill="x", padx=12)
        self.goal = wrap(ttk.Label(self, padding=(12, 0), font="TkHeadingFont"))
        self.goal.pack(fill="x")
        middle = ttk.Frame(self, padding=(12, 6, 12, 6))
        middle.pack(fill="both", expand=True)
        self.board = Board(middle, self.theme, self.reply)
        self.board.show_square_names(True)
        self.marks = DiagramMarks(self.board, self._explain)
        self.board.pack(side="left", fill="both", expand=True)
        self._side = ttk.Frame(middle, padding=(14, 0, 0, 0))
        self._side.pack(side="right", fill="y")
        self._side.pack_propagate(False)
        self._build_side(self._side)

    def _build_side(self, side: ttk.Frame) -> None:
        buttons = ttk.Frame(side)
        buttons.pack(fill="x", pady=(0, 10))
        actions: dict[str, Callable[[], object]] = {
            "Start": self.restart,
            "Back": self.back,
            "Any reply": self.any_reply,
            "Play from here": self.play_from_here,
        }
        for text, action in actions.items():
            ttk.Button(buttons, text=text, width=len(text), command=action).pack(side="left", padx=(0, 6))
        self.moves = wrap(ttk.Label(side, style="Faint.TLabel"))
        self.moves.pack(fill="x")
        self.reason = wrap(ttk.Label(side, font="TkHeadingFont", justify="left"))
        self.reason.pack(fill="x", pady=(6, 6))
        self.note = wrap(ttk.Label(side, justify="left"))
        self.note.pack(fill="x")
        self.legend = Legend(side)
        self.hover = wrap(ttk.Label(side, justify="left", style="Faint.TLabel"))
        self.hover.pack(fill="x")

    def _bind_keys(self) -> None:
        keys: dict[str, Callable[[], object]] = {"Backspace": self.back, "Home": self.restart, "Space": self.any_reply}
        for column in range(STANDARD.columns):
            keys[str(column + 1)] = partial(self.reply, column)
        self.bind_actions(keys)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        super().set_theme(theme)
        self._side.configure(width=pixels(self, SIDE_WIDTH))

    # -- what it is about ---------------------------------------------------------------------------------------------

    def choose_move(self, column: int, name: str) -> None:
        """Shows a shipped strategy after a first move (column from 0)."""
        self.know(chosen=(column, name))
        self.choose(OPENING)

    def _source_chosen(self) -> None:
        self.choose(self.source.get())

    def choose(self, source: str) -> None:
        """Shows the strategy for the chosen first move, or looks for a diagram for the position on the board."""
        position = self.app.session.position if source == HERE else None
        self.know(source=source, position=position, result=None, strategy=None, replies=(), problem="", failure="")
        if position is None:
            self._read(self.known.chosen[1])
            return
        self._loading.stop()
        try:
            check_board(position)
        except C4Error as error:
            self._failed(str(error))
            return

        def work(watch: Watch) -> DiagramResult:
            return find_diagram(position, SEARCH_SECONDS, stopped=lambda: watch.stopped)

        self._searching.start(work)

    def _read(self, name: str) -> None:
        def work(watch: Watch) -> Shipped:
            sizes = {one: load(one).size().owner for one in CERTIFICATES}
            return load(name), sizes

        self._searching.stop()
        self._loading.start(work)

    def stop(self) -> None:
        """Ends looking for a diagram; what that has found is shown."""
        self._searching.worker.watch.stop()

    def _loaded(self, shipped: Shipped) -> None:
        strategy, sizes = shipped
        self.know(strategy=strategy, sizes=MappingProxyType(sizes))

    def _found(self, result: DiagramResult) -> None:
        position = self.known.position
        if position is not None:
            self.know(result=result, strategy=found_strategy(position, result))

    def _failed(self, text: str) -> None:
        self.know(failure=text)

    def _poll(self) -> None:
        self.know(working=self._loading.busy or self._searching.busy)

    # -- walking ------------------------------------------------------------------------------------------------------

    @property
    def walk(self) -> Walk | None:
        """The line of play; None while there is no strategy."""
        return self.known.walk()

    def reply(self, column: int) -> None:
        """Plays a reply of the other side and the strategy's answer."""
        known = self.known
        if known.strategy is None:
            return
        replies = (*known.replies, column)
        try:
            walked(known.strategy, known.source, known.chosen, replies)
        except (C4Error, ValueError) as error:
            self.know(problem=str(error))
        else:
            self.know(replies=replies, problem="")

    def any_reply(self) -> None:
        """Plays a random reply."""
        walk = self.walk
        if walk is not None and walk.outcome is None:
            self.reply(self._random.choice(list(walk.position.legal_columns())))

    def back(self) -> None:
        """Undoes the last reply."""
        self.know(replies=self.known.replies[:-1], problem="")

    def restart(self) -> None:
        """Goes back to where the strategy begins."""
        self.know(replies=(), problem="")

    def play_from_here(self) -> None:
        """Sets up the position reached on the main board; a strategy for a first move is your opponent there."""
        walk = self.walk
        if walk is None:
            return
        app = self.app
        position = walk.position
        if self.known.source == OPENING:
            owner_seat = (walk.strategy.owner + app.session.settings.starter) % 2
            seats = ("strategy", HUMAN) if owner_seat == 0 else (HUMAN, "strategy")
            app.attempt(app.session.set, seats=seats)
        recorded = position.moves is not None and len(position.moves) == position.ply
        app.attempt(app.session.set_up, format_position(position) if recorded else format_packed(position))
        main = self.master.winfo_toplevel()
        main.lift()
        main.focus_force()

    def _explain(self, square: Square | None) -> None:
        """Says what the mark under the pointer means."""
        diagram = self.marks.diagram
        text = ""
        if diagram is not None and square is not None:
            text = meaning(diagram, self.board.position, *square)
        self.hover.configure(text=text)


class OpeningPane(WindowPane[OpeningView]):
    """The picture of the first moves."""

    view = staticmethod(opening_view)
    window: StrategyWindow

    def draw(self, view: OpeningView, before: OpeningView | None) -> None:
        self.window.opening.show(view)


class StudyPane(WindowPane[StudyView]):
    """A strategy and the line of play."""

    view = staticmethod(study_view)
    window: StrategyWindow

    def draw(self, view: StudyView, before: StudyView | None) -> None:
        window = self.window
        window.source.set(view.source)
        window.goal.configure(text=view.goal)
        if view.stoppable:
            window.stop_button.pack(side="left")
        else:
            window.stop_button.pack_forget()
        window.board.show_colours(view.sides)
        window.board.show(view.position, (0, 1), view.last, drop=goes_on(view, before))
        window.board.allow_play(view.playable)
        window.marks.show(view.diagram)
        window.moves.configure(text=view.moves)
        window.reason.configure(text=view.reason)
        window.note.configure(text=view.note)
        if before is None or view.legend != before.legend:
            window.legend.show(view.legend, window.note)


def goes_on(view: StudyView, before: StudyView | None) -> bool:
    """Whether a move has been made since the view before."""
    if before is None or view.steps <= before.steps or not before.steps:
        return False
    return follows(view.position, before.position)


class Legend(ttk.Frame):
    """The marks of a diagram, each with its sentence; without a diagram it takes no room."""

    def show(self, rows: Sequence[tuple[str, str]], below: tk.Widget) -> None:
        """Shows marks and their meanings, below another widget."""
        for part in self.winfo_children():
            part.destroy()
        if not rows:
            self.pack_forget()
            return
        for row, (mark, says) in enumerate(rows):
            ttk.Label(self, text=mark, font=font(self, 14, bold=True)).grid(row=row, column=0, sticky="n", padx=(0, 10))
            words = ttk.Label(self, text=says, wraplength=pixels(self, LEGEND_WIDTH), justify="left")
            words.grid(row=row, column=1, sticky="w", pady=1)
        self.pack(fill="x", pady=8, after=below)
