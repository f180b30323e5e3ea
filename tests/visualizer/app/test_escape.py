"""Escape closes what was opened last, whatever it is and wherever the keys are."""

from functools import partial

import pytest
from walking import MISTAKE

from c4.agents import HUMAN
from c4.session.settings import Settings
from visualizer.app.overlays import Overlay, Overlays
from visualizer.state.preferences import ANALYSE, PLAY


class Lid:
    """Something that can be open."""

    def __init__(self, name):
        self.name = name
        self.open = False

    def overlay(self):
        def close():
            self.open = False

        return Overlay(self.name, lambda: self.open, close)


def test_what_was_opened_last_closes_first():
    """In any order of opening; what was closed otherwise is forgotten, and opened again it is the latest."""
    lids = [Lid(name) for name in "abc"]
    overlays = Overlays(tuple(lid.overlay() for lid in lids))
    a, b, c = lids
    for lid in (c, a, b):
        lid.open = True
        overlays.look()
    c.open = False
    overlays.look()
    c.open = True
    closed = []
    for _ in range(3):
        was_open = {lid.name for lid in lids if lid.open}
        assert overlays.close_latest()
        closed += was_open - {lid.name for lid in lids if lid.open}
    assert closed == ["c", "b", "a"]
    assert not overlays.close_latest()


@pytest.fixture
def hand(drive):
    """A game of two moves, with its tree."""
    hand = drive(Settings(seats=(HUMAN, HUMAN), depth=3), mode=ANALYSE, ready=True)
    for column in (3, 3):
        hand.click(column)
    hand.do("search position")
    hand.until(lambda: not hand.app.tree.no_tree() and not hand.session.thinking)
    return hand


def object_to_a_move(hand):
    """Has teaching mode object to a move."""
    hand.app.change(teaching=hand.app.state.teaching.__class__(on=True, objection="Column 1 loses.", column=0))


OPENING = {
    "settings": (lambda hand: hand.do("search settings"), lambda hand: hand.app.state.shown.settings_open),
    "tour": (lambda hand: hand.window.guide.tell("a", "b", print), lambda hand: hand.window.guide.shown),
    "find bar": (lambda hand: hand.do("find"), lambda hand: hand.window.search.find.is_open),
    "playback": (lambda hand: hand.do("playback"), lambda hand: hand.app.tree.replaying),
    "film": (lambda hand: hand.app.film.show(MISTAKE), lambda hand: hand.app.film.playing),
    "objection": (object_to_a_move, lambda hand: bool(hand.app.state.teaching.objection)),
    "dialog": (lambda hand: hand.do("opponents"), lambda hand: bool(hand.beside())),
}
"""How each thing is opened, and whether it is open."""


@pytest.mark.parametrize("names", [tuple(OPENING), tuple(reversed(OPENING)), ("find bar", "playback", "settings")])
def test_everything_in_the_order_in_which_it_was_opened(hand, names):
    """With the keys on the board: each Escape closes one thing, the latest first, and nothing else."""
    for name in names:
        opening, is_open = OPENING[name]
        opening(hand)
        hand.opened()
        hand.until(partial(is_open, hand), what=name)
    left = list(names)
    while left:
        hand.press("<Escape>")
        hand.pump(0.02)
        still_open = [name for name in names if OPENING[name][1](hand)]
        assert still_open == left[:-1]
        left = still_open


def test_a_line_of_a_review_stops(drive):
    """And the settings that were opened later close before it stops."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    for key in "4353":
        hand.press(key)
    hand.do("review")
    hand.until(lambda: hand.app.state.review.explained)
    hand.app.review.go(3)
    hand.do("better move")
    assert hand.app.review.stepping
    hand.do("search settings")
    hand.press("<Escape>")
    assert not hand.app.state.shown.settings_open
    hand.press("<Escape>")
    assert not hand.app.review.stepping


def test_a_field_of_the_settings(hand):
    """Escape in a field closes the settings that it belongs to and brings the keys to the board."""
    hand.do("search settings")
    hand.pump(0.05)
    field = hand.settings_popover.depth
    hand.focus(field)
    field.event_generate("<Escape>")
    hand.pump(0.05)
    assert not hand.app.state.shown.settings_open
    assert hand.root.focus_get() is hand.board
