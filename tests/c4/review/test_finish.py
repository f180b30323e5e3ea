"""How a line of play comes to its end."""

import pytest

from c4.game.position import Position
from c4.review.finish import AT_ONCE, STACKED, TWO, ZUGZWANG, Finish, finish_of, winning_squares

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


def test_the_threats_are_there_when_it_says_so():
    """After `moves` of the line the winner could complete both lines, if the other side did nothing."""
    result = finish("4455", "326")
    there = Position.from_moves("4455" + "326"[: result.moves])
    assert winning_squares(there, result.side) == result.squares


def test_nobody_wins():
    """A line that ends before the game does, or in a draw, has no finish."""
    assert finish("4455", "32") is None
    assert finish(GAME, "") is None
