"""The board alone: the numbers of its columns, its chips, the marks of its discs, and how a disc falls."""

from itertools import pairwise

import pytest

from c4.game.position import Position
from c4.game.values import EXACT, LOWER, UPPER, WIN, Value, result_text
from visualizer.board.board import Board, height_in_fall
from visualizer.board.surface import PLAIN_HEADER
from visualizer.state.state import Score
from visualizer.ui.theme import DISC_COLOURS, LIGHT


@pytest.fixture
def board(root):
    made = Board(root, LIGHT)
    root.geometry("900x800")
    made.pack(fill="both", expand=True)
    root.update()
    yield made
    made.destroy()


def texts(board, tag):
    return [board.itemcget(item, "text") for item in board.find_withtag(tag) if board.type(item) == "text"]


def test_the_numbers_of_the_columns_always_stand_on_the_lower_rim(board):
    """Also when a game is over, after the next one has begun, and with values over the columns."""
    numbers = [str(column) for column in range(1, 8)]
    assert texts(board, "number") == numbers
    board.header = PLAIN_HEADER
    board.redraw()
    board.show(Position.from_moves("1212121"), (0, 1), 0)
    board.announce("Red wins")
    assert texts(board, "result") == ["Red wins"]
    assert texts(board, "number") == numbers
    board.announce("")
    board.show(Position(), (0, 1))
    assert texts(board, "number") == numbers
    assert all(board.coords(item)[1] > board.centre(0, 0)[1] for item in board.find_withtag("number"))


def test_chips_are_shortened_together(board):
    """All of them say "Win in 7", or all of them "Win 7" where one is too wide."""
    board.show_scores(
        {0: Score("Win in 7", decided=True, sign=1), 1: Score("Lose in 12", decided=True, sign=-1)}, ("",)
    )
    assert texts(board, "header") == ["", "Win in 7", "Lose in 12"]
    board.master.geometry("420x560")
    board.master.update()
    assert texts(board, "header") == ["", "Win 7", "Lose 12"]


@pytest.mark.parametrize(
    ("points", "bound", "words"),
    [
        (WIN - 11, EXACT, "Win in 1"),
        (WIN - 13, EXACT, "Win in 2"),
        (12 - WIN, EXACT, "Lose in 1"),
        (14 - WIN, EXACT, "Lose in 2"),
        (WIN - 13, LOWER, "Win"),
        (WIN - 13, UPPER, ""),
        (14 - WIN, UPPER, "Lose"),
        (14 - WIN, LOWER, ""),
        (0, EXACT, "Draw"),
        (0, LOWER, "Draw or win"),
        (0, UPPER, "Draw or lose"),
        (3, EXACT, ""),
    ],
)
def test_a_result_counts_the_own_moves_of_the_side_to_move(points, bound, words):
    """With ten discs on the board, the eleventh is one's own first."""
    assert result_text(Value(points, bound), 10) == words


@pytest.mark.parametrize("discs", DISC_COLOURS)
def test_a_colour_has_the_same_mark_in_whatever_seat(board, discs):
    """A window that shows the first player's discs as seat 0 draws the mark that the board of the game draws."""
    first, second = DISC_COLOURS[discs]
    drawn = []
    for colours, seats in (((first, second), (1, 0)), ((second, first), (0, 1))):
        board.show_colours(colours)
        board.show(Position.from_moves("4"), seats)
        (item,) = (item for _, item in board._items.values())
        drawn.append(board.itemcget(item, "image"))
        board.show(Position(), seats)
    assert drawn[0] == drawn[1]


def test_a_disc_falls_and_bounces_once():
    """It is ever lower until it lands, rises once by less than a tenth, and lies still at the end."""
    heights = [height_in_fall(step / 200) for step in range(201)]
    assert (heights[0], round(heights[-1], 9)) == (1, 0)
    rises = [late > early for early, late in pairwise(heights)]
    assert sum(late and not early for early, late in pairwise(rises)) == 1
    landed = rises.index(True)
    assert max(heights[landed:]) < 0.1
