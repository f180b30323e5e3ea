"""A hint in every mode: what is marked on the board can be read, and otherwise it is said why there is none.  Needs no display."""

import pytest
from patience import wait_until
from walking import MISTAKE, Walk, record

from c4.agents import HUMAN
from c4.lessons.reader import parse_lesson
from visualizer.app.commands.game import no_hint
from visualizer.app.status_bar import LESSON_KEYS, StatusPane
from visualizer.board.board_panes import BoardPane
from visualizer.board.game_panes import HeadlinePane
from visualizer.lessons.view import page_view
from visualizer.state.preferences import ANALYSE, LEARN, PLAY, PUZZLES, REVIEW

LESSON = """# Two pages

About them.

## Read

<!--
position: 31142577635375332
search: none
-->

Nothing is asked.

## Answer

<!--
position: 31142577635375332
search: none
ask: square
hint: Count the discs.
-->

Who wins?

## Play back

<!--
position: 4453
search: minimax:depth=2
playback: start
-->

A search.
"""


@pytest.fixture
def app():
    """An app with all commands; the board shows a game of two people in Play."""
    walk = Walk(1, seats=(HUMAN, HUMAN))
    walk.app.show_mode(PLAY)
    walk.app.session.set_up("4453", paused=True)
    walk.app.poll()
    yield walk.app
    walk.close()


def go_to(app, mode):
    """Shows a mode; of Learn a page that asks nothing."""
    if mode == LEARN:
        app.lessons.begin(parse_lesson(LESSON, "mine"))
        wait_until(lambda: app.state.lesson.facts is not None, app.poll)
    else:
        app.show_mode(mode)
    if mode == REVIEW:  # it goes to the worst move once all have been reviewed
        wait_until(lambda: app.state.review.complete, app.poll)
    app.poll()
    assert app.state.shown.mode == mode


def said(app):
    """What is said in the status line, and below the board."""
    return record(StatusPane, app.state), record(HeadlinePane, app.state).text


def hinted(app):
    """Asks for a hint, and waits for it."""
    app.do("hint")
    assert "Looking for a hint..." in said(app)
    wait_until(lambda: app.state.hint.advice is not None, app.poll)
    return app.state.hint


@pytest.mark.parametrize("mode", [PLAY, ANALYSE, REVIEW, LEARN])
def test_a_hint_that_is_marked_can_be_read(app, mode):
    """Once: in Play below the board, elsewhere in the status line."""
    go_to(app, mode)
    hint = hinted(app)
    assert record(BoardPane, app.state).hint == hint.column
    assert hint.words
    assert [hint.words == words for words in said(app)] == [mode != PLAY, mode == PLAY]
    app.session.play(6)
    app.poll()
    assert hint.words not in said(app)


def test_a_hint_of_your_game_is_not_said_where_the_board_is_not(app):
    """Puzzles have hints of their own, and the list of lessons has none."""
    words = hinted(app).words
    for mode in (PUZZLES, LEARN):
        app.show_mode(mode)
        app.poll()
        assert words not in said(app)[0]
    assert no_hint(app) == "the board is not shown here: the tab Play goes to your game"
    app.show_mode(PUZZLES)
    wait_until(lambda: app.state.solving.tried is not None, app.poll)
    app.do("hint")
    assert "does not count" in app.state.solving.remark
    app.show_mode(PLAY)
    assert words in said(app)


def test_a_playback_hides_the_hint_and_is_asked_for_none(app):
    """The board shows another position then."""
    go_to(app, ANALYSE)
    app.search.analyse()
    wait_until(lambda: not app.session.thinking and app.state.tree.view is not None, app.poll)
    hint = hinted(app)
    app.tree.model.open_playback()
    app.tree.model.seek(3)
    app.sync()
    assert record(BoardPane, app.state).hint is None
    assert said(app)[0].startswith("Playback: ")
    assert no_hint(app) == "the board shows the playback; Esc ends it"
    app.tree.end_playback()
    assert hint.words in said(app)
    assert not no_hint(app)


def test_a_film_hides_the_hint_and_is_asked_for_none(app):
    """Likewise."""
    go_to(app, REVIEW)
    hint = hinted(app)
    app.film.show(MISTAKE)
    assert record(BoardPane, app.state).hint is None
    assert hint.words not in said(app)
    assert no_hint(app) == "the board shows a film; Esc ends it"


def test_a_page_of_a_lesson_keeps_no_hint_of_the_page_before(app):
    """It may be the answer to what the page asks, which has hints of its own; a page that plays a search back has none."""
    go_to(app, LEARN)
    assert said(app)[0] == f"{LESSON_KEYS} H gives a hint."
    hinted(app)
    app.lessons.next()
    wait_until(lambda: app.lessons.asks, app.poll)
    assert record(BoardPane, app.state).hint is None
    assert said(app)[0] == f"{LESSON_KEYS} H gives a hint."
    app.do("hint")
    assert "Count the discs." in "".join(
        piece.text for piece in page_view(app.state.lesson, app.state.preferences).text
    )
    app.lessons.next()
    wait_until(lambda: app.tree.replaying, app.poll)
    assert no_hint(app) == "the board shows the playback"
    assert said(app)[0] == LESSON_KEYS
