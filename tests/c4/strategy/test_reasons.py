"""Reasons for a win: each is true about the cause, and where nothing is confirmed nothing is said."""

import random

import pytest

from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.review.stream import lines_of, stream_review
from c4.review.words import explanation
from c4.solver.solver import solve
from c4.strategy import reasons
from c4.strategy.reasons import forced_win, given_up, why, why_held, why_wins, winning


@pytest.mark.parametrize(
    ("moves", "kind", "words"),
    [
        ("3423617453765475", reasons.AT_ONCE, "Red completes a line in column 7."),
        (
            "63247767172661741643",
            reasons.DOUBLE,
            "Red plays column 3 and makes two threats at once, b3 and d4, and Yellow can stop only one.",
        ),
        (
            "47465773225713144",
            reasons.FORCED,
            "Yellow plays column 3, and Red has to block each time; then column 2 makes two threats at once, a3 and"
            " e3, and Red can stop only one.",
        ),
        ("2362363144154262", reasons.THREAT, "Red has the odd threat e3: Yellow must play e2 in the end."),
        (
            "5777131474464721",
            reasons.LINES,
            "Yellow cannot stop both of these lines: d3-d6 (through d5 and d6) and a1-d4 (through b2 and c3).",
        ),
        ("632477671726617416432", reasons.DOUBLE, "Red has two threats, b4 and c3: Yellow can stop only one."),
        ("353752423361147463767737", reasons.LINES, "Yellow gets d6, e6 and f6 in the end, and completes d6-g6."),
        (
            "575114732733112444634337122214277",
            reasons.FOLLOWS,
            "Yellow answers in the column that Red plays, gets e4 and f4 in the end, and completes c4-f4.",
        ),
        ("444444", reasons.SEARCH, ""),
    ],
)
def test_what_is_said(moves, kind, words):
    """The kind of the reason and its sentence, of whichever side wins."""
    reason = why(Position.from_moves(moves))
    assert reason.kind == kind
    assert reason.words == words


def test_a_later_reason_names_the_moves_before_it():
    """Forced blocks are named as such; moves along a line of best play come from a search."""
    after = why_wins(Position.from_moves("4356134144334"), 0, "XO", (0, 3))
    assert after.kind == reasons.LINES
    assert after.after == 2
    assert after.words.startswith("After 14, found by search: O cannot stop both of these lines: b4-e1 (through b4)")


@pytest.mark.parametrize(
    ("moves", "column", "wrong"), [("5564455444777755", 0, "f3"), ("43561341", 2, "b4 in"), ("43561341", 2, "b3 in")]
)
def test_a_threat_that_does_not_decide_is_not_named(moves, column, wrong):
    """A threat of the winner that is not why it wins is not in the reason, at any length of the line of best play."""
    position = Position.from_moves(moves)
    row = next(stream_review(position, [column]))
    words = explanation(row, position, lines_of(row, position))
    assert row.mark
    assert "in the end" in words or "cannot stop" in words
    assert wrong not in words


def random_positions(number, seed, careful=False, lengths=(12, 32)):
    """Positions of random games; `careful` ones never overlook a win or a block."""
    chance = random.Random(seed)
    result = []
    while len(result) < number:
        position = Position()
        length = chance.randint(*lengths)
        while position.ply < length and position.outcome() is None:
            forced = careful and (winning(position, position.to_move) or winning(position, 1 - position.to_move))
            position = position.play(chance.choice(forced or position.legal_columns()))
        if position.outcome() is None:
            result.append(position)
    return result


def test_a_forced_line_wins_and_every_reply_in_it_is_forced():
    """The solver agrees that the side to move wins, and each reply of the line is the only square that stops a line of
    four.
    """
    seen = 0
    for position in random_positions(150, 5):
        line = forced_win(position)
        if line is None:
            continue
        assert solve(position, weak=True).sign > 0
        side = position.to_move
        here = position
        for place, column in enumerate(line):
            if place % 2:
                assert winning(here, side) == (column,)
                seen += 1
            here = here.play(column)
        assert here.outcome() is not None or len(winning(here, side)) > 1
    assert seen > 3


def test_what_is_proved_is_true():
    """Whoever a reason says wins does so by the solver, and the first player does not win where he is held."""
    kinds = set()
    held = 0
    for position in random_positions(150, 8, careful=True, lengths=(20, 38)):
        result = solve(position, weak=True).sign
        for side in (0, 1):
            if (reason := why_wins(position, side)).words:
                kinds.add(reason.kind)
                assert (result if side == position.to_move else -result) > 0
        if why_held(position):
            held += 1
            assert (result if position.to_move == 0 else -result) <= 0
    assert kinds >= {reasons.AT_ONCE, reasons.DOUBLE, reasons.FORCED, reasons.THREAT, reasons.LINES}
    assert held > 5


def test_a_threat_given_up_is_named():
    """A move directly below the threat that wins lets the other side take it; any other move gives up nothing."""
    position = Position.from_moves("2362363144154262")
    assert why(position).squares == ((2, 4),)
    assert position.height(4) == 1
    assert given_up(position, 4) == "It lets Yellow play e3, where Red had an odd threat."
    assert not any(given_up(position, column) for column in position.legal_columns() if column != 4)


def test_squares_are_those_that_decide():
    """The squares of a reason are those where the winner completes a line after its move."""
    position = Position.from_moves("63247767172661741643")
    result = why(position)
    after = position.play(result.line[0])
    assert sorted(column for _, column in result.squares) == sorted(winning(after, position.to_move))
    assert all(after.height(column) == row for row, column in result.squares)


def test_nothing_is_said_of_other_games():
    """Other boards, other rules and finished games have no reasons."""
    for rules in (Rules(scoring=COUNT_LINES), Rules(columns=5, rows=4)):
        assert why(Position((0, 0), 0, rules)).kind == reasons.SEARCH
    assert why(Position.from_moves("1212121")).kind == reasons.SEARCH
