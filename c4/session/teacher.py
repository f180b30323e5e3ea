"""Teacher: asks before a move that gives the game away, and gives hints in three steps.  Imports nothing heavy.

A thread computes the exact values of the position on the board while the person thinks.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from c4.game.position import Position
from c4.game.rules import C4Error, count
from c4.game.values import EXACT, WIN, Value, exact_value
from c4.review.rows import sign
from c4.review.words import consequence, naming, threatened
from c4.search.watch import Watch
from c4.session.worker import Worker

PATIENCE = 5.0
"""Seconds after which a move is played even if it has not been checked."""

STEPS = 3
"""The steps of a hint: what can be reached, where to look, the column."""


class Teacher:
    """`on` is teaching mode; hints are given without it, too.  All methods belong to one thread, the window's."""

    def __init__(self) -> None:
        self.on = False
        self.unchecked = False
        """Whether there was no time to check the last move that was asked about."""
        self._worker: Worker[dict[int, Value] | None] = Worker("teacher")
        self._values: dict[int, Value] | None = None
        self._position: Position | None = None
        self._since = 0.0
        self._step = 0
        self._asked: tuple[Position, int] | None = None

    def look(self, position: Position) -> None:
        """Starts to compute the column values of a position in which a person is to move."""
        if position != self._position:
            self._position, self._since, self._step, self._values = position, monotonic(), 0, None
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
        replies = threatened(after)
        if replies:
            return f"That lets the other side win at once with {naming(replies)}."
        said = (
            f"That loses in {plies(values[column], position)}."
            if mine < 0
            else "That gives the win away: it is only a draw."
        )
        return f"{said} {consequence(position, column, sign(best), sign(mine), colours)}".strip()

    def hint(self, position: Position) -> str | None:
        """The next step of the hint for a position, None while it is computed; after the last it starts over.

        Raises C4Error if there is no hint.
        """
        if not position.rules.solvable:
            raise C4Error("hints in steps are only given when the first line wins, on a board that does not turn")
        if position.outcome() is not None:
            raise C4Error("the game is over")
        values = self._known(position)
        if values is None:
            return None
        step, self._step = self._step, (self._step + 1) % STEPS
        return hint(values, position, step)

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
    from c4.truth.exact import stream_columns  # brings numba

    found = {
        news.column: exact_value(news.lower, news.upper, position) for news in stream_columns(position, watch=watch)
    }
    values = {column: value for column, value in found.items() if value is not None and value.bound == EXACT}
    return values if len(values) == len(position.legal_columns()) else None


def plies(value: Value, position: Position) -> int:
    """How many plies a decided game still takes."""
    return WIN - abs(value.points) - position.ply


def hint(values: dict[int, Value], position: Position, step: int) -> str:
    """A step of a hint (0, 1, 2): what can be reached, where to look, and the column."""
    best = max(values.values(), key=lambda value: value.points)
    columns = [column for column, value in values.items() if value.points == best.points]
    left = plies(best, position)
    if step == 0:
        if best.points > 0 and left == 1:
            return "Hint 1 of 3: you can win at once."
        if threatened(Position(position.stones, 1 - position.to_move, position.rules, None)):
            return "Hint 1 of 3: the other side threatens to win at once."
        if best.points == 0:
            return "Hint 1 of 3: with the right move this is a draw."
        far = count(left, "ply", "plies")
        return (
            f"Hint 1 of 3: {'you can win in' if best.points > 0 else 'this is lost, but you can hold out for'} {far}."
        )
    if step == 1:
        number = "one column is best" if len(columns) == 1 else f"{count(len(columns), 'column')} are best"
        return f"Hint 2 of 3: {number}. Look {part(columns[0], position.rules.columns)}."
    return f"Hint 3 of 3: play {naming(columns)}."


def part(column: int, columns: int) -> str:
    """Where a column is: on the left, in the middle, or on the right."""
    middle = (columns - 1) / 2
    return "in the middle" if abs(column - middle) <= 0.5 else "on the left" if column < middle else "on the right"
