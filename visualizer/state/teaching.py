"""Teaching mode: objects to a move that gives the game away before it is played."""

from __future__ import annotations

from dataclasses import replace

from c4.agents import HUMAN
from c4.callbacks import ignore
from c4.errors import C4Error
from c4.game.position import Position
from c4.search.watch import Watch
from c4.session.teacher import Teacher
from visualizer.state.core import Core
from visualizer.state.sentences import HELP_COUNTS
from visualizer.state.state import Teaching as TeachingState


class Teaching:
    """Checks moves by exact values, in a thread, and puts objections into the state."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._teacher = Teacher()
        self._waiting: tuple[Position, int] | None = None
        self._position: Position | None = None
        self._refutation = core.task("refutation", self._refuted, ignore)

    @property
    def on(self) -> bool:
        """Whether moves are checked."""
        return self._core.state.teaching.on

    def switch(self) -> None:
        """Teaching mode on or off."""
        on = not self.on
        self._teacher.on = on
        self._position = None
        self._waiting = None
        self._core.change(teaching=TeachingState(on=on))
        if on:
            self._core.say(f"teaching mode: it asks before you play a move that gives the game away. {HELP_COUNTS}")

    def play(self, column: int) -> None:
        """A person drops a disc into a column (from 0), which may be objected to first."""
        session = self._core.session
        if not session.humans_turn or session.studying:
            self._core.attempt(session.play, column)
            return
        self._waiting = (session.position, column)
        self.poll()
        if self._waiting is not None:
            self._set(checking=column)

    def play_anyway(self) -> None:
        """Plays the move that was objected to."""
        column = self._core.state.teaching.column
        if column is not None:
            self.play(column)

    def withdraw(self) -> None:
        """You try another move: the objection goes."""
        calm = TeachingState(on=self.on)
        if self._core.state.teaching != calm:
            self._core.change(teaching=calm)

    def board_changed(self) -> None:
        """An objection goes with the position that it is about; where a person is to move, the moves are looked at."""
        session = self._core.session
        position = session.position
        if position == self._position:
            return
        self._position = position
        self.withdraw()
        if self.on and session.outcome is None and session.settings.seats[session.seat()] == HUMAN:
            self._teacher.look(position)

    def poll(self) -> None:
        """Goes on with what waits for exact values."""
        self.board_changed()
        if self._waiting is not None:
            self._judge(self._core.session.position, *self._waiting)

    def _judge(self, position: Position, asked: Position, column: int) -> None:
        if asked != position:
            self._waiting = None
            return
        objection: str | None = ""
        if self.on:
            try:
                objection = self._teacher.objection(position, column, self._core.names().players())
            except C4Error:  # a move that cannot be played: the session says why
                objection = ""
        if objection is None:
            return
        self._waiting = None
        if objection:
            self._set(objection=objection, column=column, line=(), checking=None)
            self._refute(position, column)
            return
        self.withdraw()
        self._core.attempt(self._core.session.play, column)
        if self.on and self._teacher.unchecked:
            self._core.say(f"column {column + 1} was played unchecked: {self._teacher.unchecked}")

    def _refute(self, position: Position, column: int) -> None:
        """Starts to look for the line that refutes a move."""
        after = position.play(column)

        def work(watch: Watch) -> tuple[Position, int, tuple[int, ...]]:
            from c4.exact.scores import principal_variation  # brings numba

            return position, column, principal_variation(after, watch=watch)

        self._refutation.start(work)

    def _refuted(self, found: tuple[Position, int, tuple[int, ...]]) -> None:
        position, column, line = found
        teaching = self._core.state.teaching
        if position == self._position and teaching.objection and teaching.column == column:
            self._set(line=line)

    def _set(self, **changes: object) -> None:
        self._core.change(teaching=replace(self._core.state.teaching, **changes))  # type: ignore[arg-type]

    def close(self) -> None:
        """Ends the thread."""
        self._teacher.close()
