"""Teaching mode in the window: asks before a move that gives the game away is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from c4.agents import HUMAN
from c4.errors import C4Error
from c4.game.position import Position
from c4.session.teacher import Teacher

if TYPE_CHECKING:
    from visualizer.app.window import Window


class Teaching:
    """`poll` is called while the window polls the session."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.teacher = Teacher()
        self._waiting: tuple[Position, int] | None = None
        self._looked: Position | None = None

    def switch(self) -> None:
        """Teaching mode on or off."""
        self.teacher.on = not self.teacher.on
        self._looked = None
        if self.teacher.on:
            self._window.say("teaching mode: it asks before you play a move that gives the game away")
        else:
            self._waiting = None
            self._window.playing.ask("")

    def play(self, column: int) -> None:
        """A person drops a disc into a column (from 0), which may be asked about first."""
        session = self._window.session
        if not session.humans_turn:
            self._window.attempt(session.play, column)
            return
        self._waiting = session.position, column
        self.poll()
        if self._waiting is not None:
            self._window.say(f"checking column {column + 1}...")

    def poll(self) -> None:
        """Goes on with what waits for exact values."""
        session = self._window.session
        position = session.position
        if position != self._looked:
            self._looked = position
            self._window.playing.ask("")
            if self.teacher.on and session.outcome is None and session.settings.seats[session.seat()] == HUMAN:
                self.teacher.look(position)
        if self._waiting is not None:
            self._judge(position, *self._waiting)

    def _judge(self, position: Position, asked: Position, column: int) -> None:
        if asked != position:
            self._waiting = None
            return
        try:
            objection = self.teacher.objection(position, column, self._window.names.players(None))
        except C4Error:  # a move that cannot be played: the session says why
            objection = ""
        if objection is None:
            return
        self._waiting = None
        if objection:
            self._window.playing.ask(objection, lambda: self.play(column))
        else:
            self._window.playing.ask("")
            self._window.attempt(self._window.session.play, column)
            if self.teacher.unchecked:
                self._window.say(f"column {column + 1} was played unchecked: the solver needs longer here")

    def close(self) -> None:
        """Ends the thread."""
        self.teacher.close()
