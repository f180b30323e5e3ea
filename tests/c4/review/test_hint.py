"""Advice is best by exact values, or says whose opinion it is; its words are true."""

import pytest

from c4.exact.scores import stream_columns
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.game.values import sign
from c4.kernels import jit
from c4.review import hint as hints
from c4.review.hint import advise, warning

GAMES = ("6245", "542", "11223", "444445262222556", "44455533326622", "44444526222255664")


@pytest.mark.parametrize("moves", GAMES)
def test_a_hint_never_changes_the_result(moves):
    """Its column has the best score of all, and it knows the value of every column."""
    position = Position.from_moves(moves)
    scores = {news.column: news.score for news in stream_columns(position) if news.score is not None}
    hint = advise(position)
    assert hint.exact
    assert scores[hint.column] == max(scores.values())
    assert {column: sign(value.points) for column, value in hint.values.items()} == {
        column: sign(score) for column, score in scores.items()
    }


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("112233", "Column 4: it completes four in a row."),
        ("11223", "Column 4: it stops Red's three."),
        ("", "Column 4: it wins in 21 moves, and nothing else wins."),
        ("44332", "Column 4: Red has two threats and no column stops both. Columns 1, 2, 3, 5, 6 and 7 are as good."),
        ("4453", "every column loses, and this one holds out longest, for 18 moves."),
    ],
)
def test_a_hint_says_why(moves, words):
    """The reason is what a player sees on the board, and the distance that exact values give."""
    assert words in advise(Position.from_moves(moves)).words


def test_a_quick_look_says_what_it_is(monkeypatch):
    """Without exact values the hint names the search and why there are none; it never calls a column best."""
    monkeypatch.setattr(jit, "ready", lambda *kernels: False)
    hint = advise(Position.from_moves("44"))
    assert not hint.exact
    assert hint.words.startswith("A quick look, six moves ahead, prefers column 4")
    assert "still being prepared" in hint.words
    counted = advise(Position(rules=Rules(4, 4, 3, COUNT_LINES)))
    assert not counted.exact
    assert "exact values exist only" in counted.words


def test_a_quick_look_keeps_off_columns_that_are_known_to_be_worse(monkeypatch):
    """Where the time was too short for all values, what was proved still counts."""
    position = Position.from_moves("6245")
    exact = advise(position).values
    known = {column: value for column, value in exact.items() if column != 0}
    assert exact[4].points < 0, "the column that the quick look prefers"
    monkeypatch.setattr(hints, "columns_within", lambda *_: known)
    monkeypatch.setattr(hints, "best_known", lambda *_: None)
    hint = advise(position)
    assert not hint.exact
    assert exact[hint.column].points > 0


def test_a_warning_names_what_is_better():
    """Only a move that changes the result is warned of, and the sentence says what keeps it."""
    position = Position.from_moves("6245")
    values = advise(position).values
    warned = {column + 1: warning(position, column, values) for column in values}
    assert warned[6] == ""
    assert warned[5] == "Column 5 loses; column 6 wins."


def test_a_lost_game_is_not_thrown_away_at_once():
    """Where every column loses, a warning is given of one that loses at once although another holds out."""
    position = Position.from_moves("4441517")
    values = advise(position).values
    assert warning(position, 6, values) == "Column 7 loses at once to column 6; column 6 holds out longer."
    assert warning(position, 5, values) == ""
