"""A game is reviewed in the window, by keys and by buttons."""

import pytest
from driver import Driver

from c4.agents import HUMAN
from c4.game.rules import Rules
from c4.library.gamefile import read_one
from c4.library.library import Library, default_path
from c4.session.settings import ANALYSE, PLAY, REVIEW, Settings
from visualizer.board.board import MARGIN
from visualizer.review.library import LibraryWindow

GAME = "1213141"


@pytest.fixture
def hand(drive):
    return drive(Settings(rules=Rules(5, 5, 4), seats=(HUMAN, HUMAN)))


def in_library():
    """Whether the finished game is in the library."""
    if not default_path().exists():
        return False
    with Library() as library:
        return len(library) == 1


def reviewed(hand):
    hand.until(lambda: hand.window.reviewing.pane.model.complete and not hand.window.reviewing.pane.reviewer.busy)
    return hand.window.reviewing.pane


@pytest.mark.slow
def test_from_the_first_move_to_the_exported_review(hand, tmp_path, monkeypatch):
    """By keys alone a game is played, reviewed, saved, reopened from the library, and exported."""
    names = {"Save the game": "mine.c4game", "Export the review": "review.html"}
    monkeypatch.setattr("tkinter.filedialog.asksaveasfilename", lambda title, **_: str(tmp_path / names[title]))
    default_path().unlink(missing_ok=True)
    hand.session.recorder.path = default_path()
    tree = hand.window.analysis.frame
    for key in GAME:
        hand.press(key)
    hand.until(in_library)
    hand.press("<F9>")
    pane = reviewed(hand)
    assert str(tree) not in hand.window.panes.panes()
    hand.press("<F7>")
    worst = pane.model.errors()[0]
    assert hand.session.game.at == pane.model.number(worst)
    hand.press("<Control-s>")
    assert read_one(tmp_path / "mine.c4game").moves == GAME
    hand.press("<F6>")
    assert hand.session.game.last == pane.model.lines[worst.ply].better[0]
    hand.press("<comma>")
    assert hand.session.game.at == pane.model.number(worst) - 1
    hand.press("<Shift-F8>")
    hand.press("<F8>")
    hand.press("<F9>")
    assert not hand.window.reviewing.open
    assert str(tree) in hand.window.panes.panes()
    hand.press("n")
    hand.press("<Control-l>")
    library = hand.window.windows.of(LibraryWindow)
    hand.until(library.games.get_children)
    library.games.focus_force()
    hand.root.update()
    library.games.event_generate("<Return>")
    hand.pump(0.05)
    library.event_generate("<Escape>")
    hand.pump(0.05)
    assert hand.session.moves() == GAME
    hand.press("<F9>")
    reviewed(hand)
    hand.press("<Control-Shift-E>")
    assert "The start of the game" in (tmp_path / "review.html").read_text()
    hand.press("n")
    assert not hand.window.reviewing.open, "a new game is not shown in the review of another one"
    default_path().unlink(missing_ok=True)


def test_one_key_goes_to_the_worst_mistake(hand):
    """F7 begins the review by itself, and goes there once all moves have been reviewed."""
    for key in GAME:
        hand.press(key)
    hand.press("<F7>")
    model = reviewed(hand).model
    hand.until(lambda: hand.session.game.at == model.number(model.errors()[0]))


def test_the_buttons_after_a_game_and_the_faces(root):
    """By mouse: Review opens the third mode, another mode closes it, Other side begins starts a game."""
    hand = Driver(root, Settings(rules=Rules(5, 5, 4), seats=(HUMAN, HUMAN)), mode=PLAY)
    hand.window.modes.show(REVIEW)
    assert hand.window.modes.mode == PLAY
    assert "nothing to review" in hand.window.status_line["text"]
    for column in (0, 1, 0, 1, 0, 1):
        hand.click(column)
    size = hand.window.board.winfo_height()
    hand.click(0)
    hand.pump(0.05)
    assert hand.window.board.winfo_height() == size, "the end of a game does not resize the board"
    after = hand.window.playing.after
    assert after.winfo_ismapped()
    for size in ("900x600", "1280x850"):
        root.geometry(size)
        hand.pump(0.2)
        board = hand.window.board
        assert after.winfo_rooty() > board.winfo_rooty() + board.bbox("back")[3] + MARGIN, "the buttons touch the board"
    after.buttons["Review"].invoke()
    hand.pump(0.05)
    assert hand.window.reviewing.open
    assert hand.window.modes.mode == REVIEW
    assert hand.window.settings.mode == PLAY
    hand.window.modes.show(ANALYSE)
    assert not hand.window.reviewing.open
    hand.window.modes.show(REVIEW)
    after.buttons["Other side begins"].invoke()
    hand.pump(0.05)
    assert hand.window.modes.mode == ANALYSE
    assert (hand.session.game.starter, hand.session.moves()) == (1, "")
    assert not after.winfo_ismapped()
    hand.window.close()


def test_resign_and_rematch(hand):
    """A person resigns, and the same two play again, the other one first if asked."""
    hand.press("4")
    hand.do("resign")
    assert hand.session.outcome.winner == 0
    assert hand.window.playing.told["text"] == "Yellow resigned: Red wins"
    assert "begin a new game" in hand.window.analysis.no_tree()
    hand.do("resign")
    assert "the game is over" in hand.window.status_line["text"]
    hand.do("rematch")
    assert hand.session.game.starter == 1
    hand.do("review")
    assert "no move has been played" in hand.window.status_line["text"]


def test_a_running_game_has_the_graph_too(hand):
    """In Play the graph grows with the game, a click goes back, another line is reviewed anew, C switches it off."""
    hand.window.prefer(graph=True)
    hand.window.modes.show(PLAY)
    hand.tree_ready()
    for key in "1213":
        hand.press(key)
    graph = hand.window.reviewing.graph.graph
    hand.until(lambda: len(graph._curves.exact) == 4)
    before = graph._curves.exact
    assert hand.window.reviewing.graph.legend["text"] == "Bars: exact values, taller = quicker win."
    assert hand.window.reviewing.graph.legend.winfo_ismapped()
    hand.pump(0.02)
    x, y = graph.centre(2)
    graph.event_generate("<Button-1>", x=x, y=y)
    assert hand.session.game.at == 2
    hand.press("5")
    hand.until(lambda: len(graph._curves.exact) == 3)
    assert graph._curves.exact[:2] == before[:2]
    reviewer = hand.window.reviewing.reviewer
    reviewer.stop()
    del reviewer.model.rows[1:]  # as if it had been stopped after the first move
    hand.window.reviewing.graph.show()
    assert graph._curves.waiting == "Working out who wins after move 2 of 3..."
    hand.window.refresh()
    hand.until(lambda: len(graph._curves.exact) == 3)
    hand.press("c")
    assert not graph.winfo_ismapped()
