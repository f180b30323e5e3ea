"""How a game ends: on the board, by resignation, by agreement or on time."""

from __future__ import annotations

from typing import NamedTuple

from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import Outcome

RESIGNED, TIME, AGREED = "resigned", "time", "agreed"
"""How, as game files write it (`c4.library.record.Record.ended`)."""


class Ended(NamedTuple):
    """`winner` is 0 (who began), 1, or None for a draw; `how` is one of RESIGNED, TIME, AGREED."""

    winner: int | None
    how: str

    @property
    def reason(self) -> str:
        """In words, after who wins: "the other side resigned", "a draw by agreement"."""
        if self.how == AGREED:
            return "a draw by agreement"
        if self.winner is None:
            return "time is up, and the other side could not win any more: a draw"
        return "the other side resigned" if self.how == RESIGNED else "the other side's time is up"


class Offers(NamedTuple):
    """What the two sides have said: `offered` is the side whose draw offer stands, `ended` how the game was ended.

    An offer stands until it is answered, or until the other side moves instead of answering.
    """

    offered: int | None = None
    ended: Ended | None = None

    def moved(self, side: int) -> Offers:
        """After a move of a side: it has declined the other's offer.  Raises C4Error when the game has ended."""
        self._require_going()
        return self._replace(offered=None) if self.offered == 1 - side else self

    def offer(self, side: int) -> Offers:
        """With a draw offered by a side; two offers agree.  Raises C4Error for a second offer, and after the end."""
        self._require_going()
        if self.offered == side:
            raise C4Error("a draw has been offered already: the other side may answer, or move")
        return self.accept(side) if self.offered == 1 - side else self._replace(offered=side)

    def accept(self, side: int) -> Offers:
        """A draw, agreed to by a side.  Raises C4Error when the other side has not offered one."""
        self._require_going()
        if self.offered != 1 - side:
            raise C4Error("there is no draw offer to accept")
        return Offers(None, Ended(None, AGREED))

    def decline(self, side: int) -> Offers:
        """Without the other side's offer.  Raises C4Error when there is none."""
        self._require_going()
        if self.offered != 1 - side:
            raise C4Error("there is no draw offer to decline")
        return self._replace(offered=None)

    def resign(self, side: int) -> Offers:
        """Lost by a side.  Raises C4Error when the game has ended."""
        self._require_going()
        return Offers(None, Ended(1 - side, RESIGNED))

    def out_of_time(self, side: int, position: Position) -> Offers:
        """Lost by a side whose time is over; a draw where the other side cannot complete a line any more."""
        self._require_going()
        return Offers(None, Ended(1 - side if can_win(position, 1 - side) else None, TIME))

    def _require_going(self) -> None:
        if self.ended is not None:
            raise C4Error(f"the game is over: {self.ended.reason}")


def can_win(position: Position, side: int) -> bool:
    """Whether a line is left in which the other side has no disc."""
    if not position.rules.solvable:
        return True
    return any(not line.mask & position.stones[1 - side] for line in position.rules.lines)


def outcome(position: Position, offers: Offers) -> Outcome | None:
    """How a game has ended, on the board or away from it; None while it goes on."""
    on_board = position.outcome()
    if on_board is not None or offers.ended is None:
        return on_board
    return Outcome(offers.ended.winner, (), offers.ended.reason)


def accepts_draw(value: float, scale: float = 1.0) -> bool:
    """Whether a agent takes a draw: when it does not think that it is better.

    `value` is what it thinks of the position for itself, in points of which `scale` make a unit.
    """
    return value <= 0.05 * scale
