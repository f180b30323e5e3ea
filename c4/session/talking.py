"""Talking: what a person says instead of moving: resigning, draw offers; and what a machine answers.  Plain Python."""

from __future__ import annotations

from c4.agents import HUMAN
from c4.game.rules import C4Error
from c4.session.ending import accepts_draw
from c4.session.session import Session


def person(session: Session) -> int:
    """The player (0 or 1) a person speaks for: the only one there is, otherwise the side to move."""
    seats = [session.settings.seats[session.seat(player)] for player in (0, 1)]
    return seats.index(HUMAN) if seats.count(HUMAN) == 1 else session.position.to_move


def resign(session: Session) -> None:
    """The person resigns.  Raises C4Error when the game is over."""
    require_going(session)
    session.end(session.game.talks.resign(person(session)))


def offer_draw(session: Session) -> str:
    """The person offers a draw, or accepts the one that was offered.  What came of it, in words.

    A machine answers at once: it accepts unless its last search saw it ahead, or there was none.
    Raises C4Error when the game is over, or for a second offer.
    """
    require_going(session)
    talks, side = session.game.talks, person(session)
    if talks.offered == side and session.settings.seats.count(HUMAN) == 2:
        side = 1 - side  # two people at one board: the other one answers
    talks = talks.offer(side)
    if talks.ended is None and session.settings.seats[session.seat(1 - side)] != HUMAN:
        talks = talks.accept(1 - side) if content(session, 1 - side) else talks.decline(1 - side)
    session.end(talks)
    if talks.ended is not None:
        return "agreed: a draw"
    return "the draw is declined" if talks.offered is None else "a draw is offered: offer one too to accept it, or move"


def content(session: Session, player: int) -> bool:
    """Whether a machine takes a draw, by the last value that was seen on the way to the board."""
    found = session.newest
    if found is None or found.decision.value is None:
        return False
    points = found.decision.value.points
    return accepts_draw(points if found.position.to_move == player else -points, found.decision.scale)


def require_going(session: Session) -> None:
    """Raises C4Error when the game is over."""
    if session.outcome is not None:
        raise C4Error(f"the game is over: {session.outcome.reason}")
