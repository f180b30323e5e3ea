"""Teaching: a person's move is asked about before it stands, and hints come in steps.  Imports the parts."""

from __future__ import annotations

from typing import Protocol

from c4.agents import HUMAN
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.session.teacher import Teacher
from visualizer.kit.host import Host
from visualizer.play.names import Names
from visualizer.shell.playing import Playing


class Around(Host, Protocol):
    """The window as teaching needs it."""

    playing: Playing
    names: Names


class Teaching:
    """One for each window; `poll` belongs to the window's."""

    def __init__(self, window: Around) -> None:
        self._window = window
        self.teacher = Teacher()
        self._waiting: tuple[Position, int] | None = None
        self._hinting: Position | None = None
        self._looked: Position | None = None

    def switch(self) -> None:
        """Teaching mode on or off."""
        self.teacher.on = not self.teacher.on
        self._looked = None
        if self.teacher.on:
            self._window.say("teaching mode: a move that gives the game away is questioned before it is played")
        else:
            self._waiting = None
            self._window.playing.ask("")

    def play(self, column: int) -> None:
        """A person drops a stone into a column (from 0), which may be asked about first."""
        session = self._window.session
        if not session.humans_turn:
            self._window.attempt(session.play, column)
            return
        self._waiting = session.position, column
        self.poll()
        if self._waiting is not None:
            self._window.say(f"checking column {column + 1}...")

    def hint(self) -> None:
        """The next step of a hint."""
        self._hinting = self._window.session.position
        self._window.say("working out a hint...")
        self.poll()

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
        if self._hinting is not None:
            try:
                said = self.teacher.hint(position) if position == self._hinting else ""
            except C4Error as error:
                said = str(error)
            if said is not None:
                self._hinting = None
                self._window.say(said or "the board has changed: ask again", seconds=10)

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
