"""The book from the public package: how positions and values are translated, and what is derived from them.

The package itself is not needed: a small one is made from the book that ships.
"""

import numpy as np
import pytest
from hypothesis import assume, given
from refusal import refused
from strategies import positions

from c4.exact.book import book_for
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.game.values import plies_to_end, sign
from lab.make import published_book
from lab.make.books import positions_by_ply
from lab.make.published_book import can_win_now, derive, rows_of_board, score_of, second_opinion


def test_a_position_as_the_package_wants_it():
    """Rows come from the top; the side to move is 1, the other 2."""
    position = Position.from_moves("44531")
    board = rows_of_board(position.mine, position.theirs)
    assert board[:4] == [[0] * 7] * 4
    assert board[4] == [0, 0, 0, 1, 0, 0, 0]
    assert board[5] == [2, 0, 1, 2, 2, 0, 0]


@pytest.mark.parametrize(("value", "score"), [(0, 0), (99, 15), (97, 14), (71, 1), (-98, -15), (-70, -1)])
def test_a_value_of_the_package_as_a_score(value, score):
    """100 - n says that the side to move wins with the n-th disc after ply 12, when each side has 15 discs left."""
    assert score_of(value) == score


@given(positions(STANDARD))
def test_who_can_win_at_once(position):
    """The side to move threatens to win if one of its columns wins."""
    assume(position.outcome() is None)
    mine = np.array([position.mine], dtype=np.uint64)
    theirs = np.array([position.theirs], dtype=np.uint64)
    assert can_win_now(mine, theirs).tolist() == [bool(position.winning_columns())]


def position_in(rows: list[list[int]]) -> Position:
    """The position of a board as the package wants it, see `rows_of_board`."""
    stones = [0, 0, 0]
    for row_from_top, row in enumerate(rows):
        for column, owner in enumerate(row):
            stones[owner] |= 1 << STANDARD.cell(STANDARD.rows - 1 - row_from_top, column)
    _, mine, theirs = stones
    return Position.from_stones(mine, theirs)


class SmallPackage:
    """A book of the package: the lengths of games after four plies, or the results after two."""

    def __init__(self, name: str) -> None:
        self.has_lengths = name == published_book.SOURCE_BOOK

    def get_book_size(self) -> int:
        return len(positions_by_ply(STANDARD, 4)[4].codes)

    def get_book_value(self, rows: list[list[int]]) -> int | None:
        position = position_in(rows)
        score = book_for(STANDARD).score(position)
        if not self.has_lengths:
            return sign(score)
        if score == 0:
            return 0
        plies = plies_to_end(score, STANDARD.cells - position.ply)
        return sign(score) * (published_book.VALUE_OF_WIN - plies)


@pytest.fixture
def package(monkeypatch):
    """The small package in place of the public one."""
    monkeypatch.setattr(published_book, "SOURCE_PLY", 4)
    monkeypatch.setattr(published_book, "PLIES", 2)
    monkeypatch.setattr(published_book, "published", SmallPackage)
    return SmallPackage


@pytest.mark.usefixtures("package")
def test_scores_are_derived_from_the_last_ply():
    """The scores of each ply are those of the book, and the package's own results agree with them."""
    by_ply, known = derive()
    assert sorted(known) == [2, 3, 4]
    for ply, scores in known.items():
        level = by_ply[ply]
        expected = [
            book_for(STANDARD).score(Position.from_stones(int(mine), int(theirs)))
            for mine, theirs in zip(level.mine, level.theirs)
        ]
        assert scores.tolist() == expected
    compared, different = second_opinion(by_ply[2], known[2])
    assert compared == len(by_ply[2].codes)
    assert different == 0


@pytest.mark.usefixtures("package")
def test_a_contradiction_is_counted():
    """Every position whose result differs from the package's own counts, and no other."""
    by_ply, known = derive()
    wrong = known[2].copy()
    wrong[[0, 5]] = -wrong[[0, 5]] + (wrong[[0, 5]] == 0)
    assert second_opinion(by_ply[2], wrong)[1] == 2


def test_a_package_that_lacks_positions_is_refused(package, monkeypatch):
    """A package with another number of positions is not the one that the book is derived from."""
    monkeypatch.setattr(package, "get_book_size", lambda self: 7)
    with refused("holds 7 positions of 4 plies, not"):
        derive()


def test_a_position_without_a_value_is_refused(package, monkeypatch):
    """A position that the package does not know is named."""
    monkeypatch.setattr(package, "get_book_value", lambda self, rows: None)
    with refused("lacks [["):
        derive()
