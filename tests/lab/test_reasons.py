"""What is said about wins is true: every sentence is read and played out by a checker of its own."""

import pytest

from c4.game.position import Position
from lab.measure.reasons import Board, of_mistakes, of_positions, problem


@pytest.mark.parametrize(
    ("moves", "side", "words"),
    [
        ("55644554447777551", 1, "O has the odd threat f3: X must play f2 in the end."),
        ("435613413", 1, "O gets b3 and e3 in the end, and completes b3-e3."),
        ("5777131474464721", 0, "O cannot stop both of these lines: d3-d6 (through d5 and d6) and a1-d4 (through b2)."),
        ("3642623", 1, "O answers in the column that X plays, gets e4, f4 and g4 in the end, and completes d4-g4."),
        (
            "63247767172661741643",
            0,
            "X plays column 4 and makes two threats at once, b3 and d4, and O can stop only one.",
        ),
    ],
)
def test_a_false_sentence_is_noticed(moves, side, words):
    """A threat, line, square or rule that does not decide, and two threats that are none."""
    assert problem(Board(Position.from_moves(moves), side), words)


def test_a_line_that_plays_no_part_is_noticed():
    """Every line of a sentence is needed."""
    board = Board(Position.from_moves("5777131474464721"), 0)
    words = "O cannot stop both of these lines: d3-d6 (through d5 and d6) and a1-d4 (through b2 and c3)."
    assert problem(board, words) == ""
    more = words.replace("both", "all").replace(".", ", and a6-d6 (through a6, b6, c6 and d6).")
    assert "no part" in problem(board, more)


def test_what_is_said_of_random_positions_is_true():
    """No cause is wrong, no line or square plays no part, and the loser is never said to win."""
    tally = of_positions(30, 3)
    assert not tally.wrong
    assert tally.useful > 10


@pytest.mark.slow
def test_what_is_said_of_mistakes_is_true():
    """Of mistakes in games between levels at least six in ten have a useful reason, and none a wrong one."""
    tally = of_mistakes(20, 4)
    assert not tally.wrong
    assert tally.useful >= 12
