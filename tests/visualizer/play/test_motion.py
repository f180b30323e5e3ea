"""What moves on the board: falling stones, and the turn of a board that turns, which can be skipped."""

from __future__ import annotations

import pytest

from c4.agents import HUMAN
from c4.game.position import Position
from c4.game.rules import Rules
from c4.session.settings import Settings
from visualizer.play.motion import FALL, ROTATION, SETTLING, Turn, last_cell, motion_to, next_turn

RULES = Rules(5, 5, 4, turn_every=3)


def test_a_turn_begins_at_the_old_stones_and_ends_at_the_new():
    """After the fall every stone lies where it lay before the turn, at the end where the turned position has it."""
    after = Position.from_moves("123112", RULES)
    turn = motion_to(after, 1, 100.0)
    assert isinstance(turn, Turn)
    middle = 2
    ends = {
        (player, row, column): turn
        for row in range(5)
        for column in range(5)
        if (player := after.owner(row, column)) is not None
    }
    landed = {(player, round(middle - down), round(right + middle)) for player, right, down in turn.stones(110.0)}
    assert landed == set(ends)
    still = {(round(middle - down), round(right + middle)) for _, right, down in turn.stones(100.0 + FALL)}
    before = Position.from_moves("12311", RULES)
    assert still == {(row, column) for column in range(5) for row in range(before.height(column) + (column == 1))}
    half = list(turn.stones(100.0 + FALL + ROTATION / 2))
    assert len(half) == 6
    assert not turn.over(100.0 + FALL + ROTATION)
    assert turn.over(100.0 + FALL + ROTATION + SETTLING)


def test_the_last_stone_is_found_after_a_turn():
    """The mark of the last move is where its stone has fallen to; without a turn on top of its column."""
    assert last_cell(Position.from_moves("12", RULES), 1) == (0, 1)
    assert last_cell(Position.from_moves("123", RULES), 2) == (0, 0)
    assert last_cell(Position.from_moves("44"), 3) == (1, 3)


def test_turns_are_announced():
    """How many moves are left until the board turns; nothing on a board that does not."""
    assert next_turn(Position(rules=RULES)) == "the board turns in 3 moves"
    assert next_turn(Position.from_moves("12", RULES)) == "the board turns after this move"
    assert next_turn(Position()) == ""


@pytest.mark.parametrize("animated", [True, False])
def test_the_board_turns_in_the_window(drive, animated):
    """The third stone turns the board; a click during the turn ends it at once and is taken, and the list shows it."""
    hand = drive(Settings(rules=RULES, seats=(HUMAN, HUMAN)))
    board = hand.window.board
    hand.click(0)
    hand.click(1)
    assert "after this move" in board.counts
    board.animate = animated
    hand.click(2)
    hand.until(lambda: len(hand.session.moves()) == 3)
    assert board.falling == animated
    hand.click(4)
    hand.until(lambda: not board.falling)
    assert hand.session.moves() == "1235"
    assert hand.session.position == Position.from_moves("1235", RULES)
    assert "3 ↻" in hand.window.moves.get("1.0", "end")
