"""A teacher objects to moves that throw the game away, and only to them; hints say more with each step."""

import threading
import time

import pytest
from patience import LONG

from c4.exact import scores
from c4.game.position import Position
from c4.game.values import sign
from c4.session import teacher as teaching
from c4.session.teacher import Teacher

GAME = "44444526222255664"


@pytest.fixture(scope="module")
def teacher():
    teacher = Teacher()
    teacher.on = True
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(teaching, "CHECK_TIMEOUT_SECONDS", LONG)  # a busy machine takes longer
        yield teacher
    teacher.close()


def wait(ask):
    end = time.monotonic() + LONG
    while (message := ask()) is None:
        assert time.monotonic() < end
        time.sleep(0.005)
    return message


def test_objections_are_those_of_exact_play(teacher):
    """A column is objected to exactly where it changes the result; made again it may stand."""
    position = Position.from_moves(GAME[:14])
    score = scores.solve(position).score
    for column in position.legal_columns():
        after = position.play(column)
        stored = -scores.solve(after).score if after.outcome() is None else score
        worse = sign(stored) < sign(score)
        message = wait(lambda column=column: teacher.objection(position, column))
        assert bool(message) == worse
        if worse:
            assert message.startswith(f"Column {column + 1} ")
            assert teacher.objection(position, column) == ""


def test_reasons_are_sought_in_the_background(teacher, monkeypatch):
    """Why a move loses is computed by the teacher's thread, not by the caller's."""
    threads = []

    def consequence(*_):
        threads.append(threading.current_thread())
        return "So."

    monkeypatch.setattr(teaching, "consequence", consequence)
    position = Position.from_moves(GAME[:12])
    message = [wait(lambda column=column: teacher.objection(position, column)) for column in position.legal_columns()]
    assert any(words.endswith("So.") for words in message)
    assert threading.main_thread() not in threads


def test_a_threat_that_is_overlooked_is_named(teacher):
    """Where the other side then wins at once the objection says with which column."""
    assert wait(lambda: teacher.objection(Position.from_moves("112233"), 3)) == ""
    message = wait(lambda: teacher.objection(Position.from_moves("11223"), 6))
    assert message == "Column 7 loses at once to column 4; column 4 wins."


def test_a_move_that_takes_too_long_to_check_is_known_to_be_unchecked(teacher, monkeypatch):
    """It is played without an objection, which the window tells."""
    monkeypatch.setattr("c4.session.teacher.exact_values", lambda position, watch: None)
    assert teacher.objection(Position.from_moves("44"), 0) is None
    assert not teacher.unchecked
    monkeypatch.setattr("c4.session.teacher.CHECK_TIMEOUT_SECONDS", 0.0)
    assert teacher.objection(Position.from_moves("44"), 0) == ""
    assert teacher.unchecked
