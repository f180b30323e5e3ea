"""Teaching mode: objects to moves that give the game away, by exact values that a thread computes meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from c4.game.columns import name_columns
from c4.game.position import Position
from c4.game.values import EXACT, WIN, Value, exact_value
from c4.review.rows import sign
from c4.review.words import consequence, winning_columns
from c4.search.watch import Watch
from c4.session.worker import Worker

PATIENCE = 5.0
"""Seconds after which a move is played even if it has not been checked."""


class Teacher:
    """Objects while it is `on`.  Call all methods from one thread, the window's."""

    def __init__(self) -> None:
        self.on = False
        self.unchecked = False
        """Whether there was no time to check the last move that was asked about."""
        self._worker: Worker[dict[int, Value] | None] = Worker("teacher")
        self._values: dict[int, Value] | None = None
        self._position: Position | None = None
        self._since = 0.0
        self._asked: tuple[Position, int] | None = None

    def look(self, position: Position) -> None:
        """Starts to compute the column values of a position in which a person is to move."""
        if position != self._position:
            self._position, self._since, self._values = position, monotonic(), None
            self._worker.ask(lambda watch: exact_values(position, watch))

    def objection(self, position: Position, column: int, colours: Sequence[str] = ("Red", "Yellow")) -> str | None:
        """Why a move should be reconsidered; "" if there is no objection, None while it is being checked.

        A repeated move is accepted.  A reason is given where it is proved; `colours` names who began, and the other.
        """
        self.unchecked = False
        if not self.on or not position.rules.solvable or self._asked == (position, column):
            return ""
        after = position.play(column)
        if after.outcome() is not None:
            return ""
        values = self._known(position)
        if values is None:
            self.unchecked = monotonic() - self._since >= PATIENCE
            return "" if self.unchecked else None
        best, mine = max(value.points for value in values.values()), values[column].points
        if sign(best) == sign(mine):
            return ""
        self._asked = position, column
        replies = winning_columns(after)
        if replies:
            return f"That lets the other side win at once with {name_columns(replies)}."
        said = (
            f"That loses in {plies(values[column], position)}."
            if mine < 0
            else "That gives the win away: it is only a draw."
        )
        return f"{said} {consequence(position, column, sign(best), sign(mine), colours)}".strip()

    def _known(self, position: Position) -> dict[int, Value] | None:
        """The values of all columns, once they are known."""
        self.look(position)
        if (future := self._worker.answer()) is not None:
            self._values = future.result()
        return self._values

    def close(self) -> None:
        """Ends the thread."""
        self._worker.close()


def exact_values(position: Position, watch: Watch) -> dict[int, Value] | None:
    """The exact value of every column; None after a stop."""
    from c4.exact.scores import stream_columns  # brings numba

    values_of = {
        news.column: exact_value(news.lower, news.upper, position) for news in stream_columns(position, watch=watch)
    }
    values = {column: value for column, value in values_of.items() if value is not None and value.bound == EXACT}
    return values if len(values) == len(position.legal_columns()) else None


def plies(value: Value, position: Position) -> int:
    """How many plies a decided game still takes."""
    return WIN - abs(value.points) - position.ply
