"""Position: made in many ways, played, mirrored, shown; an immutable value."""

import dataclasses

import pytest
from hypothesis import given
from strategies import positions

from c4.errors import C4Error
from c4.game import packed
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules


@given(positions())
def test_play_adds_one_stone(position):
    """A legal move puts the mover's stone on its column, passes the turn, and leaves the old position as it was."""
    before = (position.stones, position.to_move, position.moves)
    for column in position.legal_columns():
        after = position.play(column)
        assert after.height(column) == position.height(column) + 1
        assert after.owner(position.height(column), column) == position.to_move
        assert after.stones[1 - position.to_move] == position.stones[1 - position.to_move]
        assert after.to_move == 1 - position.to_move
        assert after.ply == position.ply + 1
        assert after.moves == (*position.moves, column)
    assert (position.stones, position.to_move, position.moves) == before


@given(positions())
def test_columns_that_are_not_legal_are_refused(position):
    """An impossible column raises an error that names the column or the end, and the position."""
    columns = position.rules.columns
    for column in (-1, columns):
        with pytest.raises(C4Error, match=f"there is no column {column + 1} in Position"):
            position.play(column)
    for column in set(range(columns)) - set(position.legal_columns()):
        words = "the game is over in Position" if position.outcome() else f"column {column + 1} is full in Position"
        with pytest.raises(C4Error, match=words):
            position.play(column)


@given(positions())
def test_repr_builds_the_position_again(position):
    """`repr` evaluates to an equal position, with and without its moves."""
    bare = dataclasses.replace(position, moves=None)
    names = {"Position": Position, "Rules": Rules}
    assert eval(repr(position), names) == position
    assert eval(repr(position), names).moves == position.moves
    assert eval(repr(bare), names) == position


@given(positions())
def test_grid_and_stones_give_the_position_back(position):
    """A position survives the way through its picture and through its stones; the moves take no part in equality."""
    assert Position.from_grid(position.grid(), position.rules) == position
    assert Position.from_stones(position.mine, position.theirs, position.rules) == position
    assert hash(Position.from_grid(position.grid(), position.rules)) == hash(position)


@given(positions())
def test_mirror(position):
    """Mirroring twice changes nothing; each cell goes to the other side; outcome and legal columns follow."""
    rules = position.rules
    mirrored = position.mirror()
    last = rules.columns - 1
    assert mirrored.mirror() == position
    assert mirrored.mirror().moves == position.moves
    assert all(
        mirrored.owner(row, last - column) == position.owner(row, column)
        for row in range(rules.rows)
        for column in range(rules.columns)
    )
    assert mirrored.legal_columns() == tuple(last - column for column in reversed(position.legal_columns()))
    assert (mirrored.outcome() is None) == (position.outcome() is None)
    assert mirrored == Position.from_moves(format_columns(mirrored.moves), rules)


def test_the_turn_of_a_packed_state():
    """A packed state's own side is to move: player 0, unless it has fewer stones than the other side."""
    behind = Position.from_packed(packed.play(10378549747928563776, 3, False))
    ahead = Position.from_packed(packed.play(10378549747928563776, 3, True))
    assert behind.to_move == 1
    assert behind.mine == 0
    assert behind.theirs.bit_count() == 1
    assert ahead.to_move == 0
    assert ahead.mine.bit_count() == 1
    assert ahead.theirs == 0


def test_both_sides_have_a_line():
    """Where both sides have a line, which no game reaches, the one who moved last has won."""
    position = Position.from_grid("OOOO.../XXXX..X", Rules(2, 7))
    assert position.to_move == 1
    assert position.outcome().winner == 0
    other = dataclasses.replace(position, to_move=0)
    assert other.outcome().winner == 1


def test_str_is_the_picture():
    """A position prints as its picture, the top row first."""
    assert str(Position.from_moves("445")).splitlines() == ["......."] * 4 + ["...O...", "...XX.."]
    assert Position().rules == STANDARD


def test_the_score_of_an_end():
    """The faster a win, the higher its score for who played last; a draw is 0, and a game that goes on has none."""
    assert Position.from_moves("121212").end_score() is None
    assert Position.from_moves("1212121").end_score() == 18
    assert Position.from_moves("12231", Rules(2, 3, 3)).end_score() is None
    assert Position.from_moves("122313", Rules(2, 3, 3)).end_score() == 0
