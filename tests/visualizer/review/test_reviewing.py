"""A game is reviewed in the window, by keys and by buttons."""

from dataclasses import replace

import pytest
from driver import Driver

from c4.agents import HUMAN
from c4.game.rules import Rules
from c4.library.gamefile import read_one
from c4.library.library import Library, default_path
from c4.session.settings import Settings
from visualizer.board.end_card import GRAPH_HEIGHT
from visualizer.board.value_graph import curves_of
from visualizer.state.film import STOP_FILM
from visualizer.state.preferences import PLAY, REVIEW
from visualizer.state.state import Progress

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
    """The review, when it has been made to the end."""
    hand.until(lambda: hand.app.state.review.complete and not hand.app.state.review.busy)
    return hand.app.state.review


@pytest.mark.slow
def test_from_the_first_move_to_the_exported_review(hand, tmp_path, monkeypatch):
    """By keys alone a game is played, reviewed, saved, reopened from the library, and exported."""
    names = {"Save the game": "mine.c4game", "Export the review": "review.html"}
    monkeypatch.setattr("tkinter.filedialog.asksaveasfilename", lambda title, **_: str(tmp_path / names[title]))
    default_path().unlink(missing_ok=True)
    hand.session.recorder.path = default_path()
    tree = hand.window.search
    for key in GAME:
        hand.press(key)
    hand.until(in_library)
    hand.press("<F9>")
    review = reviewed(hand)
    assert str(tree) not in hand.window.split.panes()
    hand.press("<F7>")
    worst = review.errors()[0]
    assert hand.session.game.at == review.number(worst)
    hand.press("<Control-s>")
    assert read_one(tmp_path / "mine.c4game").moves == GAME
    hand.press("<F6>")
    assert hand.session.game.last == review.lines[worst.ply].better[0]
    hand.press("<comma>")
    assert hand.session.game.at == review.number(worst) - 1
    hand.press("<Shift-F8>")
    hand.press("<F8>")
    hand.press("<F9>")
    assert hand.mode != REVIEW
    assert str(tree) in hand.window.split.panes()
    hand.press("n")
    hand.press("<Control-l>")
    library = hand.tool("library")
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
    assert hand.mode != REVIEW, "a new game is not shown in the review of another one"
    default_path().unlink(missing_ok=True)


def test_one_key_goes_to_the_worst_mistake(hand):
    """F7 begins the review by itself, and goes there once all moves have been reviewed."""
    for key in GAME:
        hand.press(key)
    hand.press("<F7>")
    review = reviewed(hand)
    hand.until(lambda: hand.session.game.at == review.number(review.errors()[0]))


@pytest.mark.parametrize("size", ["900x600", "1280x800"])
def test_the_card_at_the_end_of_a_game(root, size):
    """By mouse: the card has the result and all buttons; Review opens the third mode; a rematch changes who begins."""
    hand = Driver(root, Settings(rules=Rules(5, 5, 4), seats=(HUMAN, HUMAN)), mode=PLAY)
    root.geometry(size)
    hand.app.show_mode(REVIEW)
    assert hand.mode == PLAY
    hand.says("othing to review")
    for column in (0, 1, 0, 1, 0, 1):
        hand.click(column)
    hand.pump(0.1)
    high = hand.board.winfo_height()
    hand.click(0)
    hand.until(lambda: hand.app.state.review is not None and hand.app.state.review.explained)
    hand.pump(0.3)
    assert hand.board.winfo_height() == high, "the end of a game does not resize the board"
    card = hand.window.play.end_card
    side = hand.window.play.side
    assert card.title["text"] == "Red won in 4 moves"
    assert [number["text"] for number in card.numbers[:2]] == ["0", "1"]
    for part in (card.film, card.again, card.review):
        assert part.winfo_ismapped()
        assert part.winfo_rooty() + part.winfo_height() <= side.winfo_rooty() + side.winfo_height()
    assert not card.level.winfo_ismapped()
    hand.app.views.set_scale(150)
    hand.pump(0.1)
    assert card.graph.winfo_reqheight() >= 1.4 * GRAPH_HEIGHT, "the words of the graph have room at every scale"
    hand.app.views.set_scale(100)
    hand.pump(0.1)
    card.film.invoke()
    hand.pump(0.05)
    assert hand.app.film.playing
    assert card.film["text"] == STOP_FILM
    card.film.invoke()
    hand.pump(0.05)
    assert not hand.app.film.playing
    assert card.film["text"] != STOP_FILM
    place = card.again.winfo_rooty()
    for move in (6, 2):
        hand.app.game.go_to(move)
        hand.pump(0.1)
        assert card.way_back.winfo_ismapped()
        assert card.again.winfo_rooty() == place, "a look at another move does not move the buttons"
    card.way_back.invoke()
    hand.pump(0.05)
    assert not card.way_back.winfo_ismapped()
    card.review.invoke()
    hand.pump(0.05)
    assert hand.mode == REVIEW
    assert hand.app.state.preferences.mode == PLAY
    hand.app.show_mode(PLAY)
    hand.pump(0.05)
    card.again.invoke()
    hand.pump(0.05)
    assert (hand.session.game.starter, hand.session.moves()) == (1, "")
    assert not card.winfo_ismapped()
    hand.window.close()


def test_the_card_keeps_the_height_of_a_reason_for_one_game(root):
    """Two games that end with the same words are two games: what the first one needed is not kept for the second."""
    hand = Driver(root, Settings(rules=Rules(5, 5, 4), seats=(HUMAN, HUMAN)), mode=PLAY)
    card = hand.window.play.end_card
    for needed in (9999, 0):
        for column in (0, 1, 0, 1, 0, 1, 0):
            hand.click(column)
        hand.until(card.winfo_ismapped)
        assert card.title["text"] == "Red won in 4 moves"
        assert card._reason_height < 9999
        card._reason_height = needed
        hand.do("new game")
        hand.until(lambda: not card.winfo_ismapped())
    hand.window.close()


def test_resign_and_rematch(hand):
    """A person resigns, and the same two play again, the other one first if asked."""
    hand.press("4")
    hand.do("resign")
    assert hand.session.outcome.winner == 0
    assert hand.headline == "Yellow resigned: Red wins"
    assert "begin a new game" in hand.app.tree.no_tree()
    hand.do("resign")
    hand.says("the game is over")
    hand.do("rematch")
    assert hand.session.game.starter == 1
    hand.do("review")
    hand.says("no move has been played")


def test_a_running_game_has_the_graph_too(hand):
    """In Play the graph grows with the game, a click goes back, another line is reviewed anew, C switches it off."""
    hand.app.prefer(graph=True)
    hand.app.show_mode(PLAY)
    hand.tree_ready()
    for key in "1213":
        hand.press(key)
    graph = hand.window.play.value_graph
    hand.until(lambda: hand.app.state.review is not None and len(hand.app.state.review.exact()) == 4)
    before = hand.app.state.review.exact()
    hand.pump(0.05)
    assert hand.window.play.graph_legend["text"] == "Bars show who wins with best play; a taller bar wins sooner."
    assert hand.window.play.graph_legend.winfo_ismapped()
    x, y = graph.centre(2)
    graph.event_generate("<Button-1>", x=x, y=y)
    assert hand.session.game.at == 2
    hand.press("5")
    hand.until(lambda: len(hand.app.state.review.columns) == len(hand.app.state.review.exact()) == 3)
    assert hand.app.state.review.exact()[:2] == before[:2]
    partly = replace(hand.app.state.review, rows=hand.app.state.review.rows[:1])  # as if it had been stopped
    assert curves_of(hand.app.state.game, Progress(), partly).waiting == "Working out who wins after move 2 of 3..."
    hand.press("c")
    hand.pump(0.05)
    assert not graph.winfo_ismapped()
