"""Windows beside the main one: where they open and what closes them."""

import pytest

from c4.agents import HUMAN
from c4.session.settings import Settings
from visualizer.state.preferences import PLAY
from visualizer.ui.geometry import Screen, over

SCREEN = Screen(0, 0, 1920, 1200)


@pytest.mark.parametrize(
    ("size", "main", "place"),
    [
        ((900, 600), Screen(300, 200, 1280, 800), "900x600+490+266"),
        ((900, 600), Screen(1500, 900, 1280, 800), "900x600+1020+560"),
        ((900, 600), Screen(-500, -300, 900, 600), "900x600+0+0"),
        ((2400, 1400), Screen(300, 200, 1280, 800), "1920x1160+0+0"),
    ],
)
def test_a_window_opens_over_the_main_one_and_on_the_screen(size, main, place):
    """In the middle of the main window, moved onto the screen if need be."""
    assert over(*size, main, SCREEN) == place


def test_ctrl_w_and_escape_close_every_window(drive):
    """The training window, too, while nothing is trained."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    for name, key in (("puzzles", "<Control-w>"), ("train", "<Escape>"), ("train", "<Control-w>")):
        hand.do(name)
        (window,) = hand.beside()
        window.event_generate(key)
        hand.pump(0.02)
        assert hand.beside() == [], (name, key)


def test_the_offered_search_is_about_the_last_move(drive):
    """Once you have moved, or gone back, nothing is offered until the next reply; the tour is not offered again."""
    hand = drive(Settings(seats=(HUMAN, "novice")), mode=PLAY, toured=False)
    app = hand.app
    for column in (3, 3):
        assert app.state.shown.invitation is None or app.state.shown.invitation.command in ("tour", "analyse")
        hand.click(column)
        hand.answered()
        reply = app.state.game.game.last
        assert app.state.shown.invitation.words == f"Why column {reply + 1}? See the search"
    hand.do("undo")
    hand.pump(0.02)
    assert app.state.shown.invitation is None
