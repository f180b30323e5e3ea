"""Reasons for a win: each is true, and where nothing is proved nothing is said."""

import random

import pytest

from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.solver.solver import solve
from c4.strategy.reasons import AT_ONCE, DOUBLE, FORCED, SEARCH, THREATS, forced_win, why_won, winning


@pytest.mark.parametrize(
    ("moves", "kind", "words"),
    [
        ("3423617453765475", AT_ONCE, "Red completes a line in column 7."),
        (
            "63247767172661741643",
            DOUBLE,
            "Red plays column 2 and makes two threats at once, b4 and c3, and Yellow can stop only one.",
        ),
        (
            "47465773225713144",
            FORCED,
            "Yellow plays column 3, and Red has to block each time; then column 2 makes two threats at once, a3 and"
            " e3, and Red can stop only one.",
        ),
        ("2362363144154262", THREATS, "Red has the odd threat e3: Yellow can do nothing else, and must play e2 in"),
        ("5777131474464721", SEARCH, ""),
    ],
)
def test_what_is_said(moves, kind, words):
    found = why_won(Position.from_moves(moves))
    assert found.kind == kind
    assert found.words.startswith(words)


def random_positions(number, seed):
    chance, found = random.Random(seed), []
    while len(found) < number:
        position, length = Position(), chance.randint(12, 32)
        while position.ply < length and position.outcome() is None:
            position = position.play(chance.choice(list(position.legal_columns())))
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
