"""Playing: the half of the window in which one plays: board, move list, learned weights.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import NamedTuple

from c4.game.position import Position
from c4.game.rules import FIRST_LINE
from c4.session.events import Found
from visualizer.kit.host import Host
from visualizer.kit.theme import Theme
from visualizer.learn.learned import Learned
from visualizer.play.board import Board
from visualizer.play.column_values import ColumnValues, column_values
from visualizer.play.evaluators import Evaluators
from visualizer.play.findings import finding_behind
from visualizer.play.moves import MoveList
from visualizer.play.names import Names
from visualizer.play.status import Status, value_of
from visualizer.play.threat_marks import ThreatMark

MOVES_HEIGHT = 40
"""Pixels between the board and the learned weights that the move list needs at least."""


class Replayed(NamedTuple):
    """A position of a search that is played back: whose seat each player has, the column played last, and what it
    is.
    """

    position: Position
    seat_of: tuple[int, int]
    last: int | None
    caption: str


class Playing:
    """`on_column(column)` is called for a click on a column (from 0), `replayed()` tells what a playback shows, if one
    is open.
    """

    def __init__(
        self,
        parent: tk.Misc,
        host: Host,
        names: Names,
        evaluators: Evaluators,
        status: Status,
        on_column: Callable[[int], object],
        replayed: Callable[[], Replayed | None],
    ) -> None:
        self._host, self._names, self._evaluators, self._status = host, names, evaluators, status
        self._replayed = replayed
        self.show_scores = True
        self.show_heat = False
        self.show_threats = False
        self.newest: Found | None = None
        """The last search that ended, which may have led to the last move."""
        self._values = ColumnValues({}, ())
        self._node: tuple[Position, int, str] | None = None
        self._weighed: tuple[object, ...] = ()
        self._threatened: tuple[object, ...] = ()
        self._found_threats: tuple[tuple[ThreatMark, ...], str] = (), ""
        self._evaluator = ""
        self._ready = False
        self.frame = ttk.Frame(parent)
        self.board = Board(
            self.frame,
            host.theme,
            on_column,
            lambda: host.session.humans_turn and self._replayed() is None,
            self._back_to_values,
        )
        self.board.pack(fill="x")
        self.moves = MoveList(self.frame, host.theme, self._go_to)
        self.learned = Learned(self.frame, host.theme, evaluators.get, evaluators.label, self._paint_heat, host.session)
        self.learned.pack(side="bottom", fill="x", padx=4, pady=4)
        self.moves.pack(fill="both", expand=True)
        self.frame.bind("<Configure>", lambda event: self._share_height(event.width, event.height))

    def _share_height(self, width: int, height: int) -> None:
        """The board takes the room that the move list and the weights leave."""
        self.board.fit(width, height - MOVES_HEIGHT - self.learned.least_height)
        self.learned.fit(height - 2 * MOVES_HEIGHT - int(self.board["height"]))

    # -- what happened ------------------------------------------------------------------------------------------------

    def moved(self) -> None:
        """The board has changed: what was chosen in the tree is chosen no longer."""
        self._node = None

    def found(self, found: Found) -> None:
        """A search ended: what it reasoned from may lead to the next move."""
        self.newest, self._node = found, None

    def show_node(self, position: Position, side: int, whose: str) -> None:
        """A node of the tree was chosen: what was learned of it is shown until the board changes."""
        self._node = position, side, whose
        self._paint_weights()

    def loaded(self) -> None:
        """Evaluators can be asked now without keeping the window waiting."""
        self._ready = True

    # -- what is shown ------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[int, int]:
        """The seat, and so the colour, of player 0 and of player 1."""
        return self._host.session.seat(0), self._host.session.seat(1)

    def paint(self, drop: bool) -> None:
        """Shows everything as it is now; each part draws only what has changed.  `drop` lets the last stone fall."""
        session = self._host.session
        self.paint_board(drop)
        self.moves.show(session.game, self._values_behind())
        if session.settings.limits.evaluator != self._evaluator:
            self._evaluator = session.settings.limits.evaluator
            self.learned.choose(self._evaluator)
        self._paint_weights()

    def _values_behind(self) -> tuple[str, ...]:
        """The value that was seen before each move of the game, "" where there was none."""
        game, searches = self._host.session.game, self._host.session.searches
        before = game.start.moves or ()
        behind = (searches.behind((*before, *game.moves[:number])) for number in range(len(game.moves)))
        return tuple("" if found is None else value_of(found.decision, found.position.ply) for found in behind)

    def paint_board(self, drop: bool = False) -> None:
        """The game's position on the board, or while a search is played back the one it is looking at."""
        session, board, replayed = self._host.session, self.board, self._replayed()
        board.stones = self._names.colours
        if replayed is not None:
            board.show(replayed.position, replayed.seat_of, last=replayed.last)
            board.show_counts(replayed.caption)
            board.show_heat({})
            board.show_threats(())
            board.show_banner("")
            board.mark(None)
            return
        board.show(session.position, self.seats, last=session.game.last, drop=drop)
        found = session.newest
        hinted = found is not None and found.hint and session.age(found) == 0
        board.mark(found.decision.column if hinted and found is not None else None)
        board.show_banner(self._status.result())
        board.show_finding(finding_behind(self.newest, session.position))
        self._paint_heat()

    def _paint_heat(self) -> None:
        """What the cells add by the chosen learned evaluator, where that is to be seen; the line below the board."""
        if self._replayed() is not None:
            return
        session, name, counts = self._host.session, self.learned.name, self._status.line_counts()
        position = session.position
        heat = self._evaluators.shares(name, position) if self.show_heat and session.outcome is None else {}
        said = self._evaluators.in_words(name, position, position.to_move) if heat else None
        if said is not None:
            help = f"{said[0]}: {said[1]} for {self._names.mover()}; + helps, − hurts"
            counts = help + (f"   {counts}" if counts else "")
        marks, verdict = self._threats()
        self.board.show_counts("   ".join(text for text in (verdict, counts) if text))
        self.board.show_heat(heat)
        self.board.show_threats(marks)

    def _threats(self) -> tuple[tuple[ThreatMark, ...], str]:
        """The threats of the game's position for the board, and who profits from them, where they are to be seen."""
        session = self._host.session
        if not self.show_threats or session.outcome is not None or session.position.rules.scoring != FIRST_LINE:
            return (), ""
        key = session.position, self._names.colours, self.seats
        if key != self._threatened:
            from c4.strategy import threats  # brings numba

            found = threats.find(session.position)
            names = self._names.player(0), self._names.player(1)
            marks = tuple(
                ThreatMark(
                    threat.row,
                    threat.column,
                    self._names.colours[self.seats[threat.side]][1],
                    threat.state != threats.ABOVE,
                    "odd" if threat.odd else "even",
                    threat.side == 1,
                )
                for threat in found.threats
            )
            self._threatened, self._found_threats = key, (marks, threats.summary(found, names))
        return self._found_threats

    def _paint_weights(self) -> None:
        """Below the board: what was learned of the node that was chosen last, otherwise of the board."""
        if not self._ready:
            return
        session = self._host.session
        position = session.position
        shown = self._node or (position, position.to_move, f"{self._names.mover()}, on the board")
        key = (*shown, dict(session.settings.models), self.learned.name)
        if key != self._weighed:
            self._weighed = key
            self.learned.show(*shown)

    def paint_values(self) -> None:
        """The values over the columns, as they come in; the ghost stone."""
        if self._replayed() is not None:
            replaying = ("the board shows the playback: K ends it", "playback: K ends it")
            self._values = ColumnValues({}, replaying)
        elif not self.show_scores:
            self._values = ColumnValues({}, ("column values are hidden: V shows them",))
        else:
            self._values = column_values(self._host.session, self._names, self._evaluators)
        self.board.show_scores(self._values.scores, self._values.captions)
        self.board.refresh_ghost()

    def _back_to_values(self) -> None:
        """To the position that the column values are about."""
        session, source = self._host.session, self._values.source
        age = None if source is None else session.age(source)
        if age is not None:
            self._host.attempt(session.go_to, session.game.at - age)

    def _go_to(self, number: int) -> None:
        """To the position after a move of the game."""
        self._host.attempt(self._host.session.go_to, number)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        for part in (self.board, self.moves, self.learned):
            part.set_theme(theme)
