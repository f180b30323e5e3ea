"""A game that has ended is reviewed in the window, by keys alone."""

from __future__ import annotations

import pytest
from driver import Driver

from c4.agents import HUMAN
from c4.game.rules import Rules
from c4.session.settings import Settings
from visualizer.shell.faces import ANALYSE, PLAY, REVIEW


@pytest.fixture
def hand(root):
    driver = Driver(root, Settings(rules=Rules(5, 5, 4), seats=(HUMAN, HUMAN)))
    yield driver
    driver.window.close()


def test_play_review_and_walk_by_keys(hand):
    """Digits play a game, F9 reviews it in place of the tree, F7 goes to the worst mistake, F6 plays the better move,
    and F9 brings the tree back.
    """
    for key in "1213141":
        hand.press(key)
    assert hand.session.outcome is not None
    tree = hand.window.analysis.frame
    assert hand.window.playing.after.winfo_ismapped()
    hand.press("<F9>")
    pane = hand.window.reviewing.pane
    hand.until(lambda: pane.model.complete and not pane.judging.busy)
    assert str(tree) not in hand.window.panes.panes()
    hand.press("<F7>")
    worst = pane.model.errors()[0]
    assert hand.session.game.at == pane.model.number(worst)
    hand.press("<F6>")
    assert hand.session.game.last == pane.model.lines[worst.ply].better[0]
    hand.press("<period>")
    hand.press("<comma>")
    hand.press("<comma>")
    assert hand.session.game.at == pane.model.number(worst) - 1
    hand.press("<Shift-F8>")
    hand.press("<F8>")
    hand.press("<F9>")
    assert not hand.window.reviewing.open
    assert str(tree) in hand.window.panes.panes()
    hand.press("<F9>")
    hand.press("n")
    assert not hand.window.reviewing.open, "a new game is not shown in the review of another one"


def test_the_buttons_after_a_game_and_the_faces(root):
    """By mouse alone: the buttons below the board come when the game ends, Review opens the third face, another face
    closes it, and Swap seats begins a game with the other side first.
    """
    hand = Driver(root, Settings(rules=Rules(5, 5, 4), seats=(HUMAN, HUMAN)), face=PLAY)
    hand.window.faces.show(REVIEW)
    assert hand.window.faces.face == PLAY
    assert "nothing to review" in hand.window.status_line["text"]
    for column in (0, 1, 0, 1, 0, 1, 0):
        hand.click(column)
    after = hand.window.playing.after
    assert after.winfo_ismapped()
    after.buttons["Review"].invoke()
    hand.pump(0.05)
    assert hand.window.reviewing.open
    assert hand.window.faces.face == REVIEW
    assert hand.window.faces.start == PLAY
    hand.window.faces.show(ANALYSE)
    assert not hand.window.reviewing.open
    hand.window.faces.show(REVIEW)
    after.buttons["Swap seats"].invoke()
    hand.pump(0.05)
    assert hand.window.faces.face == ANALYSE
    assert (hand.session.game.starter, hand.session.moves()) == (1, "")
    assert not after.winfo_ismapped()
    hand.window.close()


def test_resign_draw_and_rematch(hand):
    """A person resigns, two agree on a draw, and after each the same two play again, the other one first if asked."""
    hand.press("4")
    hand.do("offer draw")
    hand.do("offer draw")
    assert hand.session.outcome.reason == "a draw by agreement"
    hand.do("rematch")
    assert (hand.session.outcome, hand.session.moves()) == (None, "")
    hand.press("4")
    hand.do("resign")
    assert hand.session.outcome.winner == 0
    assert hand.window.playing.told["text"] == "Yellow resigned: Red wins"
    assert "begin a new game" in hand.window.analysis.no_tree()
    hand.do("resign")
    assert "the game is over" in hand.window.status_line["text"]
    hand.do("rematch swapped")
    assert hand.session.game.starter == 1
    hand.do("review")
    assert "no move has been played" in hand.window.status_line["text"]


def test_a_running_game_has_the_graph_too(hand):
    """In Play the graph grows with the game, a click goes back, another line is judged anew, C switches it off."""
    hand.window.playing.show_graph = True
    hand.window.faces.show(PLAY)
    hand.tree_ready()
    for key in "1213":
        hand.press(key)
    graph = hand.window.reviewing.graph.graph
    hand.until(lambda: len(graph._curves.exact) == 4)
    before = graph._curves.exact
    hand.pump(0.02)
    x, y = graph.centre(2)
    graph.event_generate("<Button-1>", x=x, y=y)
    assert hand.session.game.at == 2
    hand.press("5")
    hand.until(lambda: len(graph._curves.exact) == 3)
    assert graph._curves.exact[:2] == before[:2]
    judging = hand.window.reviewing.judging
    judging.stop()
    del judging.model.rows[1:]  # as if it had been stopped after the first move
    hand.window.reviewing.graph.look()
    assert graph._curves.waiting == "Working out who wins after move 2 of 3..."
    hand.window.touch()
    hand.until(lambda: len(graph._curves.exact) == 3)
    hand.press("c")
    assert not graph.winfo_ismapped()
