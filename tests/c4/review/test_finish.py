"""How a line of play comes to its end."""

import pytest

from c4.game.position import Position
from c4.game.rules import Rules
from c4.review.finish import AT_ONCE, STACKED, TWO, ZUGZWANG, Finish, finish_of, two_threats, winning_squares

GAME = "44444526222255664"


def finish(moves: str, line: str) -> Finish | None:
    """The finish of a line (columns from 1) after some moves."""
    return finish_of(Position.from_moves(moves), [int(digit) - 1 for digit in line])


@pytest.mark.parametrize(
    ("moves", "line", "kind", "squares", "words"),
    [
        ("121212", "1", AT_ONCE, {(3, 0)}, "Red win at once in column 1"),
        ("4455", "326", TWO, {(0, 1), (0, 5)}, "Red make two threats at once: columns 2 and 6"),
        (GAME[:14], "567154675211163363733", STACKED, {(3, 6), (4, 6)}, "in column 7, one above the other"),
        (GAME[:15], "3433533235511111177777766", ZUGZWANG, {(3, 5)}, "in the end you must play below it"),
    ],
)
def test_how_the_winner_wins(moves, line, kind, squares, words):
    """Every kind, with the squares that win, a line through each, and words that name the columns."""
    result = finish(moves, line)
    assert result.kind == kind
    assert set(result.squares) == squares
    assert len(result.lines) == len(squares)
    assert all(square in through for square, through in zip(result.squares, result.lines))
    assert words in result.words("Red", "you")
    assert result.moves == max(0, len(line) - 2)
    assert result.side == 1 - (len(moves) + len(line)) % 2
    there = Position.from_moves(moves + line[: result.moves])
    for square, through in zip(result.squares, result.lines):
        assert len(through) == 4
        others = [place for place in through if place != square]
        assert all(there.owner(*place) == result.side for place in others)


@pytest.mark.parametrize(
    ("threats", "played", "two"),
    [
        ([(0, 1), (0, 5)], (0, 5), [(0, 1), (0, 5)]),
        ([(0, 1), (2, 3), (0, 5)], (0, 5), [(0, 1), (0, 5)]),
        ([(0, 1), (2, 3), (0, 5)], (2, 3), [(0, 1), (2, 3)]),
        ([(0, 1), (2, 3), (0, 5)], (0, 1), [(0, 1), (2, 3)]),
        ([(0, 1), (2, 3), (0, 5)], (1, 1), [(0, 1), (2, 3)]),
    ],
)
def test_two_of_several_threats(threats, played, two):
    """The one that was played and the first of the others, in the order of the columns."""
    assert two_threats(tuple(threats), played) == tuple(two)


@pytest.mark.parametrize(
    ("kind", "own_moves", "words"),
    [
        (AT_ONCE, 5, "Red win at once in columns 2 and 6"),
        (TWO, 0, "Red make two threats at once: columns 2 and 6"),
        (TWO, 5, "Red win in 5 moves by two threats at once: columns 2 and 6"),
        (STACKED, 1, "Red win in 1 move by two threats in columns 2 and 6, one above the other"),
        (ZUGZWANG, 5, "Red keep a winning square in columns 2 and 6: in the end you must play below it"),
    ],
)
def test_a_finish_that_is_far_away_says_how_far(kind, own_moves, words):
    """A number of moves stands where threats are made later."""
    assert Finish(kind, 0, ((0, 5), (0, 1)), (), 3).words("Red", "you", own_moves) == words


def test_the_threats_are_there_when_it_says_so():
    """After `moves` of the line the winner could complete both lines, if the other side did nothing."""
    result = finish("4455", "326")
    there = Position.from_moves("4455" + "326"[: result.moves])
    assert winning_squares(there, result.side) == result.squares


def test_nobody_wins():
    """A line that ends before the game does, or in a draw, has no finish."""
    assert finish("4455", "32") is None
    assert finish(GAME, "") is None
    assert finish("1212121", "") is None
    assert finish_of(Position.from_moves("1212343", Rules(2, 4, 4)), [3]) is None
