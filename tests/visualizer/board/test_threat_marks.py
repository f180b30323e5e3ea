"""Threats on the board of the window: a key shows them, and the line below says who profits."""

from c4.agents import HUMAN
from c4.session.settings import Settings


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
