"""Clocks, resigning and draw offers: every second is counted once, and nobody ends a game alone that takes two."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusal import refused

from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.session.game import AGREED, RESIGNED, TIME, Clock, Ended, Offers, accepts_draw, can_win, clock_text, outcome
from c4.session.settings import TimeControl, parse_control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("5", TimeControl(300.0)),
        ("5+3", TimeControl(300.0, None, 3.0)),
        ("0.5+0", TimeControl(30.0)),
        ("10/move", TimeControl(None, 10.0)),
        ("3+2 15/move", TimeControl(180.0, 15.0, 2.0)),
        ("none", TimeControl()),
        ("", TimeControl()),
    ],
)
def test_time_controls(text, control):
    """Minutes and increment, seconds a move, both or none, read and written."""
    assert parse_control(text) == control
    assert parse_control(str(control)) == control


@pytest.mark.parametrize(
    "text", ["five", "5+", "5+3+1", "-5", "0", "10/day", "5 6", "9999999", "3000", "nan", "1/move 2/move"]
)
def test_what_is_no_time_control(text):
    """One sentence for each."""
    refused(lambda: parse_control(text))


def test_what_cannot_be_a_control():
    """An increment needs a time for the game."""
    refused(lambda: TimeControl(None, 5.0, 3.0), "an increment is added to the time for the game")


def test_a_game_on_the_clock():
    """Time runs for one side at a time; a move adds the increment and turns the clock over."""
    clock = Clock.of(parse_control("5+3"))
    assert clock.remaining(0, 99.0) == 300
    clock = clock.started(0, 100.0)
    assert (clock.remaining(0, 110.0), clock.remaining(1, 110.0)) == (290, 300)
    clock = clock.moved(110.0)
    assert (clock.remaining(0, 130.0), clock.remaining(1, 130.0)) == (293, 280)
    clock = clock.paused(130.0)
    assert clock.remaining(1, 999.0) == 280
    assert clock.fallen(9999.0) is None
    clock = clock.resumed(1, 1000.0)
    assert clock.remaining(1, 1279.9) == pytest.approx(0.1)
    assert clock.fallen(1279.9) is None
    assert clock.fallen(1280.0) == 1
    assert clock.remaining(1, 5000.0) == 0


def test_time_for_each_move():
    """A time for the move begins anew with every move; a pause does not lengthen it."""
    clock = Clock.of(parse_control("10/move")).started(0, 0.0)
    assert clock.remaining(0, 4.0) == 6
    assert clock.remaining(1, 4.0) == 10
    clock = clock.paused(4.0).resumed(0, 50.0)
    assert clock.remaining(0, 51.0) == 5
    assert clock.fallen(56.0) == 0
    clock = clock.moved(51.0)
    assert (clock.remaining(0, 51.0), clock.remaining(1, 51.0)) == (10, 10)
    both = Clock.of(parse_control("0.1 10/move")).started(0, 0.0)
    assert both.remaining(0, 0.0) == 6
    assert Clock.of(parse_control("none")).started(0, 0.0).remaining(0, 1e9) == inf


@given(st.lists(st.tuples(st.sampled_from(["moved", "paused", "resumed"]), st.floats(0, 30)), max_size=40))
def test_every_second_is_counted_once(steps):
    """Whatever happens, the time both have used is the time that the clock ran."""
    clock, now, ran, moves = Clock.of(parse_control("60+2")).started(0, 0.0), 0.0, 0.0, 0
    side = 0
    for what, seconds in steps:
        ran += seconds if clock.running is not None else 0.0
        now += seconds
        if what == "moved" and clock.running is not None:
            clock, moves, side = clock.moved(now), moves + 1, 1 - side
        elif what == "paused":
            clock = clock.paused(now)
        elif what == "resumed":
            clock = clock.resumed(side, now)
        assert clock.running in (None, side)
    left = clock.remaining(0, now) + clock.remaining(1, now)
    assert left == pytest.approx(2 * 3600 + 2 * moves - ran)


def test_a_clock_as_it_is_shown():
    """Hours only where there are any, tenths in the last ten seconds, never more than there is."""
    shown = {3909.9: "1:05:09", 247.0: "4:07", 59.99: "0:59", 10.0: "0:10", 9.99: "9.9", 0.0: "0.0", inf: ""}
    assert {seconds: clock_text(seconds) for seconds in shown} == shown


def test_draw_offers():
    """An offer is accepted, declined, or declined by moving; one's own move lets it stand; two offers agree."""
    offer = Offers().offer(0)
    assert offer.offered == 0
    assert offer.accept(1).ended == Ended(None, AGREED)
    assert offer.decline(1) == Offers()
    assert offer.moved(0) == offer
    assert offer.moved(1) == Offers()
    assert offer.offer(1).ended == Ended(None, AGREED)
    refused(lambda: offer.offer(0), "a draw has been offered already")
    refused(lambda: offer.accept(0), "there is no draw offer to accept")
    refused(lambda: Offers().decline(1), "there is no draw offer to decline")


def test_resigning_and_time():
    """Who resigns or runs out of time has lost, and then nothing more happens; without any line left it is a draw."""
    start = Position.from_moves("4453")
    over = Offers().resign(0)
    assert over.ended == Ended(1, RESIGNED)
    assert over.ended.reason == "the other side resigned"
    assert outcome(start, over).winner == 1
    assert outcome(start, Offers()) is None
    late = Offers().out_of_time(1, start)
    assert (late.ended, late.ended.reason) == (Ended(0, TIME), "the other side's time is up")
    for act in (lambda: over.moved(1), lambda: over.offer(1), lambda: over.resign(1), lambda: late.accept(0)):
        refused(act, "the game is over")
    won = Position.from_moves("1212121")
    assert outcome(won, Offers().resign(0)).reason == "four in a row"


def test_who_can_still_win():
    """A side can win while a line is free of the other's stones; where lines are counted it always may."""
    assert can_win(Position(), 0)
    blocked = Position.from_grid("OXO/OXX/XOX", Rules(3, 3, 3))
    assert not can_win(blocked, 0)
    assert not can_win(blocked, 1)
    assert can_win(Position(rules=Rules(scoring=COUNT_LINES)), 1)
    assert Offers().out_of_time(0, blocked).ended == Ended(None, TIME)


def test_machines_and_draws():
    """A machine takes a draw unless it thinks that it is better."""
    assert accepts_draw(-3)
    assert accepts_draw(0)
    assert not accepts_draw(1)
    assert accepts_draw(1, scale=100)
    with pytest.raises(C4Error):
        Offers().resign(0).offer(1)
