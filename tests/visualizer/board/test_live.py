"""Values for the position on the board: they come by themselves, from one point of view, in words and as a line."""

from dataclasses import replace

import pytest

from c4.agents import HUMAN
from c4.agents.levels import Level, Slip
from c4.agents.limits import Limits
from c4.evaluators import load
from c4.exact.scores import solve
from c4.game.position import Position
from c4.game.values import LOWER, UPPER, Value
from c4.search.watch import Watch
from c4.session.live import by_search
from c4.session.settings import EXACT, LEARNED, SEARCH, Settings
from visualizer.state.column_values import in_words
from visualizer.ui.widgets import LEAST_FILLED

LATE = "44444412222252576331"
"""A game of 20 discs, Red to move."""


def test_a_search_streams_columns_that_can_be_compared():
    """Round by round every column is searched two plies deeper, and the nodes of all of them are counted."""
    watch = Watch()
    depths = dict[int, int]()
    for news in by_search(Position(), Limits(evaluator="v1"), watch, 60.0):
        depths[news.column] = news.depth
        assert news.line[0] == news.column
        assert max(depths.values()) - min(depths.values()) in (0, 2)
        before = watch.nodes()
        if news.depth == 7:
            watch.stop()
    assert set(depths) == set(range(7))
    assert before > 7 * 7


@pytest.fixture
def hand(drive):
    driver = drive(Settings(seats=(HUMAN, HUMAN)), ready=True)
    driver.session.set_up(LATE)
    return driver


def values(hand, source: str) -> dict[int, str]:
    """What stands over the columns once a source has finished."""
    hand.app.views.choose_source(source)
    hand.until(lambda: not hand.session.live.busy)
    hand.window.show()
    return {column: score.text for column, score in hand.board.scores.items()}


def test_every_source_values_every_column(hand):
    """Search, learned evaluator and solver each fill the row; search and solver agree on this game's end."""
    columns = set(hand.session.position.legal_columns())
    exact, learned, search = (values(hand, source) for source in (EXACT, LEARNED, SEARCH))
    assert set(exact) == set(learned) == set(search) == columns
    assert search == exact
    position = hand.session.position
    after = load("taught").evaluate(position.play(0), position.to_move)
    assert learned[0] == load("taught").in_words(after)


def test_the_point_of_view_stays_and_is_named(hand):
    """Values are Red's also when Yellow is to move; one key turns them, and the caption says whose they are."""
    position = hand.session.position
    mine = values(hand, EXACT)
    assert "for Red" in hand.board.captions[0]
    hand.press("<Control-p>")
    hand.pump(0.05)
    theirs = {column: score.text for column, score in hand.board.scores.items()}
    assert "for Yellow" in hand.board.captions[0]
    swapped = {"W": "L", "L": "W"}
    assert theirs == {column: swapped.get(text[0], text[0]) + text[1:] for column, text in mine.items()}
    assert position == hand.session.position


def test_a_value_says_its_words_and_plays_its_line(hand):
    """Resting on a value tells it in words and draws best play."""
    values(hand, EXACT)
    board = hand.board
    position = hand.session.position
    best = next(column for column, score in board.scores.items() if score.best)
    line = board.scores[best].line
    x = int(board.centre(0, best)[0])
    board.event_generate("<Motion>", x=x, y=30)
    hand.pump(0.05)
    assert solve(position).score > 0
    assert "Red wins in" in board.foot
    assert len([item for item in board.find_withtag("line") if board.type(item) == "text"]) == min(12, len(line))
    for column in line:
        position = position.play(column)
    assert position.outcome() is not None
    board.event_generate("<Motion>", x=x, y=200)
    hand.pump(0.02)
    assert not board.find_withtag("line")


def test_a_value_of_a_search_says_its_words_too(hand):
    """A bound says no more than it knows."""
    hand.session.set_up("4453")
    hand.do("search position")
    hand.until(lambda: not hand.session.thinking and hand.session.newest is not None)
    hand.pump(0.1)
    scores = hand.board.scores
    assert scores[2].description == f"Column 3: better for Yellow ({scores[2].text} for Red)"
    assert scores[0].description == f"Column 1: better for Yellow (at most {scores[0].text[1:]} for Red)"
    position = Position.from_moves("4453")
    names = hand.app.names()
    assert in_words(Value(0, UPPER), position, 1, names) == "at most 0 for Red"
    assert in_words(Value(3, UPPER), position, 1, names) == "at most 3 for Red"
    assert in_words(Value(3, LOWER), position, 1, names) == "better for Red (at least 3 for Red)"


def test_the_best_value_is_outlined_when_another_column_was_chosen(drive, monkeypatch):
    """A level that slips chooses another column, and the caption says which."""
    monkeypatch.setattr(
        Level, "pick", lambda self, position, known, *_: (min(known, key=known.get), Slip.OVERLOOKS_REPLY)
    )
    hand = drive(Settings(seats=("novice", HUMAN)), ready=True)
    hand.session.set_up("4453")
    hand.do("go")
    hand.until(lambda: hand.session.newest is not None and bool(hand.board.scores))
    hand.pump(0.1)
    decision = hand.session.newest.decision
    best = max(value.points for value in decision.columns.values())
    assert decision.value.points < best
    outlined = [column for column, score in hand.board.scores.items() if score.best]
    assert [decision.columns[column].points for column in outlined] == [best]
    assert f"it chose column {decision.column + 1}" in hand.board.captions[0]


def test_live_values_follow_the_board_and_stop_when_hidden(hand):
    """A move is followed by new values; hidden values cost nothing, and one key switches them."""
    values(hand, LEARNED)
    hand.click(0)
    hand.until(lambda: set(hand.board.scores) == set(hand.session.position.legal_columns()))
    hand.until(lambda: not any(score.stale for score in hand.board.scores.values()))
    hand.press("v")
    assert hand.session.live.source is None
    hand.press("v")
    assert hand.session.live.source == LEARNED
    hand.press("m")
    assert hand.session.live.source is None
    assert hand.app.views.shows_values()


def test_stop_ends_values_and_go_continues(hand):
    """While only column values are computed, Stop is lit and ends that; what is known stays, and says that it is stopped."""
    hand.session.set_up("")
    hand.app.views.choose_source(SEARCH)
    live = hand.session.live
    button = hand.window.toolbar.buttons["stop"]
    hand.until(lambda: bool(hand.board.scores) and button.instate(["!disabled"]))
    hand.press("<Escape>")
    hand.pump(0.2)
    assert not live.busy
    assert not hand.window.share_bar.winfo_manager()
    assert "stopped" in hand.board.captions[0]
    assert hand.board.scores
    assert button["text"] == "Go"
    button.invoke()
    hand.until(lambda: live.busy)
    assert "stopped" not in hand.board.captions[0]
    hand.do("stop")
    hand.click(3)
    hand.until(lambda: live.busy)


def test_no_values_are_promised_when_the_game_is_over(drive, monkeypatch):
    """While their code is being loaded values are promised, but none will come after the last stone."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), ready=True)
    monkeypatch.setattr(hand.app, "code_loaded", lambda: None)
    hand.app.change(progress=replace(hand.app.state.progress, ready=False))
    hand.app.prefer(source=SEARCH)
    for column in (0, 1, 0, 1, 0, 1):
        hand.click(column)
    assert "values will appear shortly" in hand.app.state.values.captions[0]
    hand.click(0)
    assert hand.session.outcome is not None
    hand.pump(0.2)
    assert "come once" not in " ".join(hand.app.state.values.captions)


def test_a_bar_shows_how_far_a_search_by_time_is(drive):
    """A search with a known end shows a percentage, one of fixed depth its replies, until it ends."""
    hand = drive(Settings(seats=(HUMAN, "engine"), time_ms=600_000), ready=True)
    bar = hand.window.share_bar
    assert not bar.winfo_manager()
    hand.click(3)
    hand.until(bar.winfo_manager)
    assert (bar.text["text"], float(str(bar.bar["value"]))) == ("0 %", pytest.approx(LEAST_FILLED, abs=1))
    hand.do("stop")
    hand.until(lambda: not bar.winfo_manager())
    hand.session.set(seats=(HUMAN, "minimax"), depth=40)
    hand.do("go")
    hand.until(bar.winfo_manager)
    hand.session.set(seats=(HUMAN, HUMAN))
    hand.app.views.choose_source(SEARCH)
    hand.until(lambda: bar.winfo_manager() and bar.text["text"] != "0 %")
