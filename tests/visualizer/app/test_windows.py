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
        ((900, 600), Screen(1500, 900, 1280, 800), "900x600+1020+532"),
        ((900, 600), Screen(-500, -300, 900, 600), "900x600+0+0"),
        ((2400, 1400), Screen(300, 200, 1280, 800), "1920x1132+0+0"),
    ],
)
def test_a_window_opens_over_the_main_one_and_on_the_screen(size, main, place):
    """In the middle of the main window, moved onto the screen if need be."""
    assert over(*size, main, SCREEN) == place


def test_ctrl_w_and_escape_close_every_window(drive):
    """The training window, too, while nothing is trained."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    for name, key in (("practice", "<Control-w>"), ("train", "<Escape>"), ("train", "<Control-w>")):
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


def test_the_board_has_the_keys_from_the_start(drive):
    """Arrows and Space play without a click; Tab reaches everything in Play in few steps, the toolbar in one."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    hand.until(lambda: hand.root.focus_get() is hand.board, what="the board has the focus")
    for key in ("<Right>", "<Right>", "<space>"):
        hand.board.event_generate(key)
    hand.pump(0.02)
    assert hand.session.moves() == "5"
    reached = [hand.board]
    while (part := reached[-1].tk_focusNext()) not in reached:
        reached.append(part)
    buttons = set(hand.window.toolbar.buttons.values()) | set(hand.window.tabs.buttons.values())
    assert len(buttons.intersection(reached)) == 2
    assert len(reached) <= 8
    new = hand.window.toolbar.buttons["new game"]
    hand.focus(new)
    new.event_generate("<Right>")
    assert hand.root.focus_get() is hand.window.toolbar.buttons["undo"]
