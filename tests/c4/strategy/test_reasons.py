"""Reasons for a win: each is true, and where nothing is proved nothing is said."""

import random

import pytest

from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.solver.solver import solve
from c4.strategy.reasons import (
    AT_ONCE,
    DOUBLE,
    FOLLOWS,
    FORCED,
    SEARCH,
    THREATS,
    forced_win,
    given_up,
    why,
    why_held,
    why_lost,
    why_won,
    winning,
)


@pytest.mark.parametrize(
    ("moves", "kind", "words"),
    [
        ("3423617453765475", AT_ONCE, "Red completes a line in column 7."),
        (
            "63247767172661741643",
            DOUBLE,
            "Red plays column 3 and makes two threats at once, b3 and d4, and Yellow can stop only one.",
        ),
        (
            "47465773225713144",
            FORCED,
            "Yellow plays column 3, and Red has to block each time; then column 2 makes two threats at once, a3 and"
            " e3, and Red can stop only one.",
        ),
        (
            "2362363144154262",
            THREATS,
            "After the block in column 2: Red has the odd threat e3: Yellow can do nothing else, and must play e2 in",
        ),
        ("5777131474464721", SEARCH, ""),
    ],
)
def test_what_is_said(moves, kind, words):
    found = why_won(Position.from_moves(moves))
    assert found.kind == kind
    assert found.words.startswith(words)


def random_positions(number, seed, careful=False, lengths=(12, 32)):
    """Positions of random games; `careful` ones never overlook a win or a block."""
    chance, found = random.Random(seed), []
    while len(found) < number:
        position, length = Position(), chance.randint(*lengths)
        while position.ply < length and position.outcome() is None:
            forced = careful and (winning(position, position.to_move) or winning(position, 1 - position.to_move))
            position = position.play(chance.choice(forced or position.legal_columns()))
        if position.outcome() is None:
            found.append(position)
    return found


def test_a_forced_line_wins_and_every_reply_in_it_is_forced():
    seen = 0
    for position in random_positions(150, 5):
        line = forced_win(position)
        if line is None:
            continue
        assert solve(position, weak=True).sign > 0
        side, here = position.to_move, position
        for place, column in enumerate(line):
            if place % 2:
                assert winning(here, side) == (column,)
                seen += 1
            here = here.play(column)
        assert here.outcome() is not None or len(winning(here, side)) > 1
    assert seen > 3


def test_what_is_proved_is_true():
    """Whoever a reason says wins does so by the solver, and the first player does not win where he is held."""
    kinds, held = set(), 0
    for position in random_positions(150, 8, careful=True, lengths=(20, 38)):
        result = solve(position, weak=True).sign
        if (found := why_lost(position)).words:
            kinds.add(found.kind)
            assert result < 0
        if (found := why_won(position)).kind in (FOLLOWS, THREATS):
            kinds.add(found.kind)
            assert result > 0
        if why_held(position):
            held += 1
            assert (result if position.to_move == 0 else -result) <= 0
    assert kinds >= {DOUBLE, THREATS}
    assert held > 5


def test_who_loses_is_told_why():
    """Two threats that cannot both be stopped; a block that does not help; for a draw nothing."""
    double = Position.from_moves("632477671726617416432")
    assert why(double).words == "Red has two threats, b4 and c3: Yellow can stop only one."
    follows = "Yellow answers in the column that Red plays: the even squares complete a line in the end."
    assert why(Position.from_moves("353752423361147463767737")) == (FOLLOWS, follows, (), ())
    after = why(Position.from_moves("645565474335554411241223331"))
    assert after == (FOLLOWS, f"After the block in column 2: {follows}", (1,), ())
    assert why(Position.from_moves("444444")) == (SEARCH, "", (), ())


def test_a_threat_given_up_is_named():
    """A move directly below one's own threat lets the other side take it; any other move gives up nothing."""
    position = Position.from_moves("2362363144154262")
    assert why_won(position).squares == ((2, 4),)
    assert position.height(4) == 1
    assert given_up(position, 4) == "It lets Yellow play e3, where Red had an odd threat."
    assert not any(given_up(position, column) for column in position.legal_columns() if column != 4)


def test_squares_are_those_that_decide():
    position = Position.from_moves("63247767172661741643")
    found = why_won(position)
    after = position.play(found.line[0])
    assert sorted(column for _, column in found.squares) == sorted(winning(after, position.to_move))
    assert all(after.height(column) == row for row, column in found.squares)


def test_nothing_is_said_of_other_games():
    assert why_won(Position((0, 0), 0, Rules(scoring=COUNT_LINES))).words == ""
    assert why_won(Position((0, 0), 0, Rules(columns=5, rows=4))).kind == SEARCH
    assert why_won(Position.from_moves("1212121")).kind == SEARCH
