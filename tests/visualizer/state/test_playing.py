"""What the app does with games, without a display."""

from contextlib import closing

import pytest
from paths import DATA
from patience import wait_until

from c4.agents import HUMAN
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.app.toolbar import undo_words
from visualizer.board.board_panes import refutation
from visualizer.board.game_panes import MovesPane
from visualizer.state.app import App

RICH = (DATA / "reports" / "rich.c4game").read_text(encoding="utf-8")


@pytest.fixture
def app():
    """An app in which two people play."""
    made = App(Session(Settings(seats=(HUMAN, HUMAN))))
    yield made
    made.close()


def play(app: App, *columns: int) -> None:
    for column in columns:
        app.game.play(column)
        app.poll()


def test_a_pasted_game_is_announced_until_the_board_changes(app):
    """The sentence about it stays when the board shows the game, and goes with the next change."""
    app.game.paste(RICH)
    app.poll()
    assert app.state.message.text.startswith("Opened the pasted game: Anna – ")
    app.game.step(-1)
    app.poll()
    assert app.state.message.text == ""


def test_a_paste_is_undone_in_one_step(app):
    """The game before is back at once, which is said, and Redo returns to the pasted one."""
    play(app, 3, 3)
    app.game.paste(RICH)
    app.game.undo()
    app.poll()
    assert app.state.game.moves() == "44"
    assert "Redo returns" in app.state.message.text
    app.game.redo()
    app.poll()
    assert app.state.game.moves() == "444521"
    assert "Undo returns" in app.state.message.text


def test_an_objection_goes_with_its_position(app):
    """Another position is on the board, and nothing is shown of what was objected to in the one before."""
    app.game.set_up("44444526222255")
    app.teaching.switch()
    app.game.play(5)
    wait_until(lambda: app.state.teaching.line, app.poll)
    app.session.set_up("1674234332441")
    app.sync()
    assert not app.state.teaching.objection
    assert refutation(app.state.game, app.state.teaching) is None


def test_who_moves_first_is_chosen_until_you_have_moved():
    """The choice takes effect at once, also after the first move of the opponent; then it is not offered."""
    app = App(Session(Settings(seats=(HUMAN, "child"))))
    with closing(app):
        app.search.change(starter=1)
        wait_until(lambda: app.session.game.at == 1, app.poll)
        assert app.state.game.is_fresh(app.state.settings)
        app.search.change(starter=0)
        app.poll()
        assert not app.session.game.moves
        assert app.session.game.starter == 0
        app.game.play(3)
        app.poll()
        assert not app.state.game.is_fresh(app.state.settings)
        app.search.change(starter=1)
        app.poll()
        assert app.state.game.moves().startswith("4"), "the game goes on"
        assert app.state.message.text == "Yellow will start the next game"


def test_undo_says_where_it_leads(app):
    """A new board has no move to undo, but a game before it."""
    assert undo_words(app) == "Undo"
    play(app, 3, 3)
    app.game.new()
    assert undo_words(app) == "Last game"
    play(app, 3)
    assert undo_words(app) == "Undo"


def test_the_list_says_what_another_move_is(app):
    """After a move was taken back and another one played, a line above the list explains the word "or"."""
    play(app, 3)
    assert moves_view(app).heading == ""
    app.game.undo()
    play(app, 4)
    assert moves_view(app).heading == "or: another move that was tried; click it."


def moves_view(app):
    """What the list of moves shows."""
    return MovesPane.view(*(getattr(app.state, name) for name in MovesPane.reads))
