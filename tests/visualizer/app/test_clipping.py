"""Nothing is cut off and nothing covers another: one window walked through its states, at every size and scale.

A push looks at each state at two corners of the range, and at other windows at 300 %, where they roll; C4_LONG=1 looks
at all scales and sizes.
"""

import os
import tkinter as tk

import pytest
from clipping import clipped

from c4.session.settings import Settings
from visualizer.state.preferences import ANALYSE, LEARN, PLAY
from visualizer.tree.canvas import TreeCanvas
from visualizer.ui.canvas import Canvas

LONG = bool(os.environ.get("C4_LONG"))

ALL = [(scale, size) for scale in (75, 100, 150, 200, 300) for size in ("900x600", "1280x800", "1580x960")]
CORNERS = ALL if LONG else [(100, "900x600"), (250, "1580x960")]
LEAST = (75, 100, 150, 200, 300) if LONG else (300,)
"""A window of its own is looked at as small as it can be made."""

WINDOWS = (
    "compare minimax and alpha-beta", "measure", "match", "practice", "train", "preferences", "keys",
    "glossary", "library", "strategy", "edit position", "other board", "palette",
    "ingredients", "errors", "opponents", "note", "opinions", "selections",
)  # fmt: skip


@pytest.fixture
def hand(drive, monkeypatch):
    """A window that lays everything out and leaves out matplotlib's pictures, which are not what is looked at."""
    monkeypatch.setattr(Canvas, "draw", lambda self: None)
    monkeypatch.setattr(TreeCanvas, "paint", lambda self: None)
    driver = drive(Settings(), mode=PLAY, ready=True)
    return driver


def faults(hand, state: str, top: tk.Misc) -> list[str]:
    """What is cut off in a window as it is."""
    for _ in range(3):
        hand.root.update()
    where = f"{state}, {hand.app.state.preferences.scale} % at {top.winfo_width()}x{top.winfo_height()}"
    return [f"{where}: {fault}" for fault in clipped(top)]


@pytest.mark.slow
@pytest.mark.parametrize(("scale", "size"), CORNERS)
def test_every_state_of_the_window(hand, scale, size):
    """Play and Analyse from the start to the review; each tab, the find bar, the playback, the weights."""
    tabs = hand.window.search.tabs
    result = []
    hand.app.views.set_scale(scale)
    hand.root.geometry(size)

    def look(state: str) -> None:
        result.extend(faults(hand, state, hand.root))

    look("play, at the start")
    hand.app.views.show_mode(ANALYSE)
    look("analyse, at the start")
    hand.do("search position")
    hand.until(lambda: not hand.app.tree.no_tree())
    look("analyse, a tree")
    hand.do("find")
    hand.select_row(5)
    look("analyse, a node and the find bar")
    for tab in tabs.tabs()[1:]:
        tabs.select(tab)
        look(f"tab {tabs.tab(tab, 'text')}")
    tabs.select(0)
    hand.do("playback")
    for _ in range(5):
        hand.do("step into")
    look("playback")
    hand.do("playback")
    hand.session.set_up("1212121")
    hand.pump(0.02)
    look("after a game, analyse")
    hand.app.views.show_mode(PLAY)
    look("after a game, play")
    hand.do("review")
    look("review")
    hand.do("puzzles")
    hand.until(lambda: hand.app.state.solving.puzzle is not None)
    look("puzzles")
    hand.app.views.show_mode(LEARN)
    look("learn")
    hand.app.lessons.open("alpha-beta")
    look("a lesson")
    hand.app.lessons.leave()
    hand.app.views.show_mode(PLAY)
    hand.do("teaching")
    hand.session.set_up("44444526222255")
    hand.pump(0.02)
    hand.press("6")
    hand.until(lambda: hand.window.play.question.asking)
    look("a question of teaching")
    question = hand.window.play.question
    hidden = hand.board.winfo_rooty() + hand.board.winfo_height() - question.winfo_rooty()
    if hidden > 0:
        result.append(f"the question covers {hidden} pixels of the board at {scale} %, {size}")
    assert not result, "\n".join(result)


def opened(hand):
    """The windows beside the main one that are to be seen."""
    return [one for one in hand.root.winfo_children() if isinstance(one, tk.Toplevel) and one.winfo_ismapped()]


def kept_open(hand, window):
    """Whether a window stays open after Escape; where something runs in it, the first one stops that."""
    for _ in range(3):
        if window.winfo_exists():
            window.event_generate("<Escape>")
            hand.pump(0.1)
    return [f"Escape does not close {window.title()!r}"] if window.winfo_exists() else []


@pytest.mark.slow
def test_every_other_window(hand):
    """Each as small as it can be made; Escape closes it."""
    hand.play(3)
    hand.app.views.show_mode(ANALYSE)
    result = []
    for scale in LEAST:
        hand.app.views.set_scale(scale)
        for name in WINDOWS:
            hand.do(name)
            hand.until(lambda: opened(hand))
            for window in opened(hand):
                if all(window.resizable()):
                    window.geometry("{}x{}".format(*window.minsize()))
                result += faults(hand, name, window)
                result += kept_open(hand, window)
    assert not result, "\n".join(result)
