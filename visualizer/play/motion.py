"""What moves on the board: a stone that falls, and a turn, in which the stone falls, the board turns, and all stones
fall.  Plain Python; no Tk.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import NamedTuple

from c4.game.position import Position
from c4.game.rules import count

FALL, ROTATION, SETTLING = 0.16, 0.45, 0.2
"""Seconds of each part."""


class Fall(NamedTuple):
    """A stone on its way down: the `position` in which it lies, its `column`, and since when it falls (seconds of
    `perf_counter`).
    """

    position: Position
    column: int
    since: float

    @property
    def row(self) -> int:
        """Where it will lie."""
        return self.position.height(self.column) - 1

    def moves(self, row: int, column: int) -> bool:
        """Whether it is the stone of this cell that moves."""
        return (row, column) == (self.row, self.column)

    def over(self, now: float) -> bool:
        """Whether the stone has landed by now (a time in seconds)."""
        return now - self.since >= FALL

    def stones(self, now: float) -> Iterator[tuple[int, float, float]]:
        """The stone at this moment, see `Turn.stones`."""
        rules, share = self.position.rules, min(1.0, (now - self.since) / FALL)
        height = rules.rows - (rules.rows - self.row) * share * share
        yield 1 - self.position.to_move, self.column - (rules.columns - 1) / 2, (rules.rows - 1) / 2 - height


class Turn(NamedTuple):
    """The turn that a move brought: the position `before` the move, its `column`, and since when it is shown (seconds
    of `perf_counter`).
    """

    before: Position
    column: int
    since: float

    def moves(self, row: int, column: int) -> bool:
        """All stones move."""
        return True

    def over(self, now: float) -> bool:
        """Whether the turn has ended by now (a time in seconds)."""
        return now - self.since >= FALL + ROTATION + SETTLING

    def stones(self, now: float) -> Iterator[tuple[int, float, float]]:
        """Every stone at this moment: its player, and its place from the middle of the board, cells right and down."""
        position, rules = self.before, self.before.rules
        fall, rotation, settling = self._shares(now)
        middle = (rules.rows - 1) / 2
        cell = 1 << rules.cell(position.height(self.column), self.column)
        mine, theirs = position.mine | cell, position.theirs
        for row in range(rules.rows):
            landed = 0
            for column in reversed(range(rules.columns)):
                here = 1 << rules.cell(row, column)
                if not (mine | theirs) & here:
                    continue
                player = position.to_move if mine & here else 1 - position.to_move
                x, y = column - middle, middle - row
                if here == cell:
                    y -= (1 - fall) * (rules.rows - row)
                angle = rotation * pi / 2
                turned_x, turned_y = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
                turned_y += settling * (middle - landed - turned_y)
                landed += 1
                yield player, turned_x, turned_y

    def _shares(self, now: float) -> tuple[float, float, float]:
        """How far each part has come, from 0 to 1."""
        found, start = [], self.since
        for seconds in (FALL, ROTATION, SETTLING):
            share = min(1.0, max(0.0, (now - start) / seconds))
            found.append(share * share * (3 - 2 * share))
            start += seconds
        return found[0], found[1], found[2]


def motion_to(position: Position, last: int, since: float) -> Fall | Turn:
    """What is to be seen when a move into `last` led to a position."""
    before = position_before(position)
    return Turn(before, last, since) if before is not None and before.turns(last) else Fall(position, last, since)


def position_before(position: Position) -> Position | None:
    """The position before the last move of a board that turns; None where that is not known, or another board."""
    if not position.rules.turn_every or not position.moves:
        return None
    before = Position(rules=position.rules)
    for column in position.moves[:-1]:
        before = before.play(column)
    return before


def last_cell(position: Position, last: int) -> tuple[int, int] | None:
    """Where the stone lies that was played last, into the column `last`: (row, column), also after a turn."""
    before = position_before(position)
    if before is None or not before.turns(last):
        height = position.height(last)
        return (height - 1, last) if height else None
    return before.landing(last)


def next_turn(position: Position) -> str:
    """When the board turns next, in words; "" where it never does again."""
    left = position.rules.turns >> position.ply + 1
    if not left or position.outcome() is not None:
        return ""
    stones = (left & -left).bit_length()
    return "the board turns after this move" if stones == 1 else f"the board turns in {count(stones, 'move')}"
