"""Teaching mode, hints in three steps and clocks in the window."""

import pytest

from c4.agents import HUMAN
from c4.session.settings import Settings


@pytest.fixture
def hand(drive):
    return drive(Settings(seats=(HUMAN, HUMAN)))


def test_a_losing_move_is_asked_about(hand):
    """It does not stand at once; made again, or with the button, it does; a good move stands without a word."""
    hand.session.set_up("11223")
    hand.pump(0.02)
    hand.press("<Shift-T>")
    question = hand.window.play.question
    hand.session.set_up("112233")
    hand.pump(0.02)
    hand.press("4")
    hand.until(lambda: hand.session.moves() == "1122334")
    assert not question.asking
    hand.session.set_up("44444526222255")
    hand.pump(0.02)
    hand.pump(0.05)
    size = hand.board.winfo_height()
    hand.press("6")
    hand.until(lambda: question.asking)
    hand.pump(0.05)
    assert hand.board.winfo_height() == size, "the question does not resize the board"
    assert hand.session.moves() == "44444526222255"
    assert question.text["text"].endswith("Try again?")
    question.buttons["Try again"].invoke()
    hand.pump(0.02)
    assert not question.asking
    hand.press("6")
    hand.until(lambda: hand.session.moves() == "444445262222556")
    hand.do("undo")
    hand.press("<Shift-T>")
    hand.press("6")
    assert hand.session.moves() == "444445262222556"
