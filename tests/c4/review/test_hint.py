"""Advice is best by exact values, or says whose opinion it is; its words are true."""

import pytest

from c4.exact.scores import stream_columns
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.game.values import EXACT, LOWER, UPPER, WIN, Value, sign
from c4.kernels import jit
from c4.review import hint as hints
from c4.review.hint import advise, best_known, exact_advice, is_win, reason, result_words, sentence
from c4.search.fixed_depth import search
from c4.search.watch import Watch

LOSS = Value(-(WIN - 12), EXACT)
DRAW = Value(0, EXACT)
WON = Value(WIN - 11, EXACT)
"""Values by hand: decided with the eleventh disc or the twelfth, or not at all."""

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
        (
            "4453",
            "Column 3: every column loses, and this one holds out longest, for 18 moves. Columns 6 and 7 are as good.",
        ),
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


@pytest.mark.parametrize(
    ("known", "best"),
    [
        (dict.fromkeys(range(7), DRAW), 3),
        ({**dict.fromkeys(range(7), DRAW), 0: WON, 2: WON, 5: WON}, 2),
        ({**dict.fromkeys(range(7), LOSS), 6: DRAW}, 6),
        ({**dict.fromkeys(range(7), DRAW), 6: Value(WIN - 9, EXACT), 3: WON}, 6),
        ({1: WON}, 1),
        ({1: WON, 3: Value(1, LOWER)}, 1),
        ({1: Value(5, LOWER)}, 1),
        ({1: WON._replace(bound=UPPER)}, None),
        ({**dict.fromkeys(range(7), DRAW), 6: Value(0, UPPER)}, None),
        ({**dict.fromkeys(range(7), DRAW), 6: Value(0, LOWER)}, None),
        (dict.fromkeys(range(6), DRAW), None),
        ({}, None),
    ],
)
def test_the_best_column_by_what_is_known(known, best):
    """Of equals the one nearest to the middle; a proved win is best whatever the others are; a bound is no value."""
    assert best_known(Position(), known) == best


@pytest.mark.parametrize(
    ("value", "win"),
    [(WON, True), (Value(1, LOWER), True), (WON._replace(bound=UPPER), False), (DRAW, False), (LOSS, False)],
)
def test_what_proves_a_win(value, win):
    """A value above a draw, unless it is only the most that there can be."""
    assert is_win(value) == win


@pytest.mark.parametrize(
    ("known", "column"),
    [
        ({}, 3),
        ({3: LOSS, 4: DRAW}, 2),
        ({3: LOSS, 4: Value(0, LOWER)}, 2),
        ({3: LOSS._replace(bound=UPPER), 2: LOSS, 4: DRAW}, 4),
        ({3: LOSS._replace(bound=LOWER), 4: DRAW}, 3),
        ({3: LOSS, 4: WON._replace(bound=UPPER)}, 3),
        ({3: DRAW, 4: DRAW}, 3),
        ({3: LOSS, 4: LOSS}, 3),
    ],
)
def test_a_quick_look_is_corrected_only_by_what_is_proved(monkeypatch, known, column):
    """Its column 4 is left only if a surely worse result is known of it than of another."""
    monkeypatch.setattr(hints, "columns_within", lambda *_: known)
    hint = advise(Position.from_moves("44"))
    assert hint.column == column
    assert hint.values == known
    assert not hint.exact
    assert f"prefers column {column + 1}; exact values take longer here." in hint.words


def test_advice_that_is_stopped_is_none(monkeypatch):
    """Before the work, and while a quick look thinks."""
    stopped = Watch()
    stopped.stop()
    assert advise(Position(), watch=stopped) is None
    assert exact_advice(Position.from_moves(GAMES[3]), watch=stopped) is None
    assert advise(Position(rules=Rules(4, 4, 3, COUNT_LINES)), watch=stopped) is None
    watch = Watch()

    def stop_at_the_end(*arguments, **limits):
        decision = search(*arguments, **(limits | {"watch": None}))
        watch.stop()
        return decision

    monkeypatch.setattr("c4.search.fixed_depth.search", stop_at_the_end)
    assert advise(Position(rules=Rules(4, 4, 3, COUNT_LINES)), watch=watch) is None


@pytest.mark.parametrize(
    ("column", "values", "words"),
    [
        (3, {3: DRAW}, "keeps the draw"),
        (3, {3: DRAW, 2: DRAW, 4: LOSS}, "keeps the draw"),
        (3, {3: DRAW, 2: LOSS, 4: LOSS}, "keeps the draw and every other column loses"),
        (3, {3: WON}, "wins in 5 moves"),
        (3, {3: WON, 2: DRAW}, "wins in 5 moves, and nothing else wins"),
        (3, {3: WON, 2: DRAW, 4: WON}, "wins in 5 moves"),
        (3, {3: WON, 2: DRAW._replace(bound=UPPER)}, "wins in 5 moves"),
        (3, {3: WON._replace(bound=LOWER), 2: DRAW}, "wins for certain"),
        (3, {3: LOSS, 2: LOSS}, "every column loses, and this one holds out longest, for 5 moves"),
        (3, {3: Value(WIN - 3, EXACT)}, "wins in 1 move"),
    ],
)
def test_what_a_column_leads_to_beside_the_others(column, values, words):
    """With two discs on the board, in moves of the side to move; that nothing else does it, only where that is known."""
    assert result_words(Position.from_moves("44"), column, values) == words


@pytest.mark.parametrize(
    ("moves", "column", "value", "words"),
    [
        ("112233", 3, Value(WIN - 7, EXACT), "it completes four in a row"),
        ("11223", 3, LOSS, "it stops Red's three"),
        ("44332", 0, LOSS, "Red has two threats and no column stops both"),
        ("4455", 2, Value(WIN - 7, EXACT), "it makes two threats at once, and wins in 2 moves"),
        ("4455", 3, DRAW, "it keeps the draw"),
        ("44", 2, WON, "it wins in 5 moves"),
        ("44", 2, LOSS, "every column loses, and this one holds out longest, for 5 moves"),
        ("4574257446443132172", 2, WON, "it wins in 2 moves"),
    ],
)
def test_the_reason_for_a_column(moves, column, value, words):
    """Two threats at once are no reason where the other side completes a line first, in the column that was played."""
    position = Position.from_moves(moves)
    plies = WIN - abs(value.points)
    later = value if plies > position.ply else Value(WIN - position.ply - 3, EXACT)
    assert reason(position, column, {column: later}, ("Red", "Yellow")) == words


def test_the_last_disc_draws():
    """A move that fills the board completes nothing, and that is said."""
    last = Position.from_moves("1212343", Rules(2, 4, 4))
    assert reason(last, 3, {3: DRAW}, ("Red", "Yellow")) == "it ends the game in a draw"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({3: DRAW, 2: LOSS}, "Column 4: it keeps the draw and every other column loses."),
        ({3: DRAW, 2: DRAW}, "Column 4: it keeps the draw. Column 3 is as good."),
        ({3: DRAW, 2: DRAW, 5: DRAW}, "Column 4: it keeps the draw. Columns 3 and 6 are as good."),
        ({3: WON._replace(bound=LOWER), 2: WON._replace(bound=LOWER)}, "Column 4: it wins for certain."),
    ],
)
def test_columns_that_are_as_good_are_named(values, words):
    """One or several, where the value is exact: of two bounds nobody knows which is better."""
    assert sentence(Position.from_moves("44"), 3, values, ("Red", "Yellow")) == words
