"""Threats on the board of the window: a key shows them, and the line below says who profits."""

from c4.agents import HUMAN
from c4.session.settings import Settings
from visualizer.board.board import Board
from visualizer.board.marks import ThreatMark
from visualizer.ui.theme import LIGHT


def test_a_key_rings_the_threats(drive):
    """After 1, 7, 2, 7, 3 Red threatens column 4; the ring is red, and goes when the key is pressed again."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    board = hand.window.play.board
    for column in (0, 6, 1, 6, 2):
        hand.click(column)
    hand.do("threats")
    hand.pump(0.3)
    assert [(mark.row, mark.column, mark.counts, mark.parity) for mark in board.threats] == [(0, 3, True, "odd")]
    assert board.find_withtag("threat")
    assert board.counts
    hand.do("threats")
    hand.pump(0.1)
    assert not board.threats
    assert not board.find_withtag("threat")


def test_odd_and_even_differ_by_form(root):
    """An odd winning square is a circle, an even one a square, each with a light halo in a dark edge."""
    board = Board(root, LIGHT)
    board.pack(fill="both", expand=True)
    root.update()
    marks = (ThreatMark(0, 3, "#d1382c", True, "odd", False), ThreatMark(1, 3, "#f2c230", True, "even", True))
    board.show_threats(marks)
    drawn = [item for item in board.find_withtag("threat") if board.type(item) != "text"]
    shapes = [(board.type(item), board.itemcget(item, "outline")) for item in drawn]
    assert shapes == [
        *(("oval", colour) for colour in ("#111111", "#ffffff", "#d1382c")),
        *(("rectangle", colour) for colour in ("#111111", "#ffffff", "#f2c230")),
    ]
    board.destroy()
