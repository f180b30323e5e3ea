"""The board of a variant that turns: its last disc, the announcement, the window."""

from __future__ import annotations

from c4.agents import HUMAN
from c4.game.position import Position
from c4.game.rules import Rules
from c4.session.settings import Settings
from visualizer.board.board import last_cell, next_turn

RULES = Rules(5, 5, 4, turn_every=3)


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


def test_the_board_turns_in_the_window(drive):
    """The third disc turns the board; the next click counts, and the move list shows the turn."""
    hand = drive(Settings(rules=RULES, seats=(HUMAN, HUMAN)))
    board = hand.window.board
    hand.click(0)
    hand.click(1)
    assert "after this move" in board.counts
    hand.click(2)
    hand.until(lambda: len(hand.session.moves()) == 3)
    hand.click(4)
    hand.until(lambda: not board.falling)
    assert hand.session.moves() == "1235"
    assert hand.session.position == Position.from_moves("1235", RULES)
    assert "3 ↻" in hand.window.moves.get("1.0", "end")
