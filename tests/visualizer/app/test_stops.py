"""Stop, in every state in which the window is at work: its threads come to rest.  The long script times it."""

import pytest

from c4.game.rules import STANDARD
from lab.attack import closing


@pytest.mark.slow
def test_stop_reaches_every_state(drive, tmp_path, monkeypatch):
    """Searches, trainings and matches that would go on for hours, an import, a review: after Stop their threads end."""
    monkeypatch.setattr(closing, "IMPORTED_GAMES", 200)
    monkeypatch.setenv("C4_DATA", str(tmp_path))
    driver = drive(ready=True)
    for state, prepare in closing.STATES.items():
        driver.session.set(rules=STANDARD, seats=("human", "human"), depth=4)
        driver.session.set_up("empty")
        hand = closing.Prepared(state, driver.window, tmp_path)
        begin, stop = prepare(hand)
        begin()
        running = hand.at_work()
        stop()
        hand.until(lambda running=running: all(future.done() for future in running))
        driver.close_beside()
        assert not driver.window.errors, state
