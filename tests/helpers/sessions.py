"""Waiting for a session."""

import time

from patience import LONG

from c4.session.session import Session


def settle(session: Session, until=lambda events: False, seconds: float = LONG) -> list:
    """Polls until nobody thinks any more (or `until` says so); returns what happened."""
    events = session.poll()
    end = time.monotonic() + seconds
    while (session.thinking or session.loading or session.expanding) and not until(events):
        assert time.monotonic() < end, "the session never came to rest"
        time.sleep(0.002)
        events += session.poll()
    return events + session.poll()


def play(session: Session, *columns: int) -> None:
    """A person plays these columns; after each everybody comes to rest."""
    for column in columns:
        session.play(column)
        settle(session)
