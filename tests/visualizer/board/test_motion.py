"""What moves on the board: the next disc, falling discs, the winning line, boards that turn."""

import re
import time
import tkinter as tk

import pytest
from paths import ROOT
from patience import LONG

from c4.agents import HUMAN
from c4.game.position import Position
from c4.game.rules import Rules
from c4.session.settings import Settings
from visualizer.board.board import last_cell
from visualizer.state.preferences import PLAY
from visualizer.state.sentences import next_turn

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
    board = hand.board
    hand.click(0)
    hand.click(1)
    assert "after this move" in board.counts
    hand.click(2)
    hand.until(lambda: len(hand.session.moves()) == 3)
    hand.click(4)
    hand.until(lambda: not board.falling)
    assert hand.session.moves() == "1235"
    assert hand.session.position == Position.from_moves("1235", RULES)
    assert "3 ↻" in hand.moves.get("1.0", "end")


def test_the_next_disc_follows_the_pointer_above_the_board(drive):
    """It is over the pointer, within the board, behind its face, and gone while it is not your turn."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    board = hand.board
    for x, over in ((board.left + 100, board.left + 100), (board.left + 1, board.left + board.cell / 2)):
        board.event_generate("<Motion>", x=int(x), y=200)
        assert board.coords("next")[0] == pytest.approx(over, abs=1)
        assert board.coords("next")[1] < board.top
    order = [board.gettags(item)[:1] for item in board.find_all()]
    assert order.index(("next",)) < order.index(("face",))
    hand.session.set_up("121212")
    hand.window.show()
    hand.click(0)
    hand.pump(0.02)
    assert not board.find_withtag("next")


def test_the_next_disc_hangs_over_the_column_where_it_would_fall(drive):
    """Also once the window has another size, and another column is under the pointer that rests."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    board = hand.board
    x, y = (round(part) for part in board.centre(0, 6))
    board.event_generate("<Motion>", x=x, y=y)
    hand.root.geometry("1400x1000")
    hand.until(lambda: board.column_at(x) not in (None, 6), seconds=20)
    hand.pump(0.05)
    assert board.coords("next")[0] == pytest.approx(board.centre(0, 6)[0], abs=1)


def test_a_winning_line_glows_and_the_result_is_large(drive):
    """Four discs glow once the last one has landed, without a fall where motion is reduced."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    board = hand.board
    for falls in (True, False):
        hand.app.prefer(animation=falls)
        hand.session.set_up("121212")
        hand.pump(0.02)
        hand.app.game.play(0)
        hand.pump(0)
        assert board.falling == falls
        hand.until(lambda: not board.falling and board.find_withtag("glow"))
        assert len(board.find_withtag("glow")) == 4
        assert board.itemcget("result", "text") == "Red wins: four in a row"
        hand.do("undo")
        hand.until(lambda: not board.find_withtag("glow"))
        assert not board.find_withtag("result")


def test_the_board_in_another_program(monkeypatch):
    """The example of docs/own.md, which has at most twenty lines: a click drops a disc, and the engine answers."""
    page = (ROOT / "docs" / "own.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(import tkinter.*?)```", page, re.DOTALL)[1]
    assert len([line for line in example.splitlines() if line]) <= 20

    def mainloop(root):
        root.update()
        board = names["board"]
        board.event_generate("<Button-1>", x=int(board.centre(0, 3)[0]), y=int(board.centre(0, 3)[1]))
        end = time.monotonic() + LONG
        while (board.position.ply < 2 or board.falling) and time.monotonic() < end:
            root.update()
        assert board.position.moves[0] == 3
        assert board.position.ply == 2
        root.destroy()

    names = {}
    monkeypatch.setattr(tk.Tk, "mainloop", mainloop)
    exec(example, names)
