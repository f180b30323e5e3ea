"""Teaching mode: to which moves it objects, in which words, and the thread that looks for objections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

from c4.game.columns import DIGITS, name_columns
from c4.game.picture import COLOUR_NAMES
from c4.game.position import Position
from c4.game.values import EXACT as EXACTLY
from c4.game.values import Value, exact_value, sign
from c4.review.hint import solver_ready
from c4.review.words import consequence
from c4.search.watch import Watch
from c4.session.worker import Worker

CHECK_TIMEOUT_SECONDS = 5.0
"""Seconds after which a move is played even if it has not been checked."""


class Teacher:
    """Objects while it is `on`.  Call all methods from one thread, the window's."""

    def __init__(self) -> None:
        self.on = False
        self.unchecked = ""
        """Why the last move that was asked about could not be checked; "" if it was."""
        self._worker: Worker[Any] = Worker("teacher")
        self._values: dict[int, Value] | None = None
        self._position: Position | None = None
        self._since = 0.0
        self._asked: tuple[Position, int] | None = None
        self._explained: tuple[Position, int] | None = None

    def look(self, position: Position) -> None:
        """Starts to compute the column values of a position in which a person is to move."""
        if position != self._position:
            self._position = position
            self._since = monotonic()
            self._values = None
            self._explained = None
            self._worker.ask(lambda watch: exact_values(position, watch))

    def objection(self, position: Position, column: int, colours: Sequence[str] = COLOUR_NAMES) -> str | None:
        """Why a move should be reconsidered; "" if there is no objection, None while it is being checked.

        A repeated move is accepted.  A reason is given where it is proved; `colours` names the first player and the second.
        """
        self.unchecked = ""
        if not self.on or not position.rules.solvable or self._asked == (position, column):
            return ""
        after = position.play(column)
        if after.outcome() is not None:
            return ""
        values = self._known(position)  # the worker is free once they are known, and is asked for the reason below
        if values is None:
            if not solver_ready():
                self.unchecked = "exact values are still being prepared"
            elif monotonic() - self._since >= CHECK_TIMEOUT_SECONDS:
                self.unchecked = "the solver needs longer here"
            return "" if self.unchecked else None
        said = warning(position, column, values)
        if not said:
            return ""
        if after.winning_columns():
            self._asked = position, column
            return said
        best = max(value.points for value in values.values())
        mine = values[column].points
        if self._explained != (position, column):
            self._explained = position, column
            self._worker.ask(lambda watch: consequence(position, column, sign(best), sign(mine), colours))
        if (future := self._worker.answer()) is None:
            return None
        self._asked = self._explained
        self._explained = None
        return f"{said} {future.result()}".strip()

    def _known(self, position: Position) -> dict[int, Value] | None:
        """The values of all columns, once they are known."""
        self.look(position)
        if self._values is None and (future := self._worker.answer()) is not None:
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
    values = {column: value for column, value in values_of.items() if value is not None and value.bound == EXACTLY}
    return values if len(values) == len(position.legal_columns()) else None


def warning(position: Position, column: int, values: Mapping[int, Value]) -> str:
    """What is wrong with a move by exact values, and what is better: "Column 5 loses; column 6 wins.".

    Empty if the move does not change the result, unless it loses at once where another column holds out.
    """
    best = max(value.points for value in values.values())
    mine = values[column].points
    replies = position.play(column).winning_columns()
    if sign(mine) == sign(best):
        longest = [other for other, value in sorted(values.items()) if value.points == best]
        if not replies or position.play(longest[0]).winning_columns():
            return ""
        held = "hold" if len(longest) > 1 else "holds"
        return f"Column {DIGITS[column]} loses at once to {name_columns(replies)}; {name_columns(longest)} {held} out longer."
    better = [other for other, value in sorted(values.items()) if sign(value.points) == sign(best)]
    result = "loses" if mine < 0 else "only draws"
    if replies:
        result = f"loses at once to {name_columns(replies)}"
    verb = {1: "win", 0: "draw"}[sign(best)]
    several = "" if len(better) > 1 else "s"
    return f"Column {DIGITS[column]} {result}; {name_columns(better)} {verb}{several}."
