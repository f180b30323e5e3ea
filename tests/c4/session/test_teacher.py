"""A teacher objects to moves that throw the game away, and only to them; hints say more with each step."""

import threading
import time

import pytest
from patience import LONG

from c4.exact import scores
from c4.game.position import Position
from c4.game.values import EXACT, WIN, Value, sign
from c4.review.hint import advise
from c4.session import teacher as teaching
from c4.session.teacher import Teacher, warning

GAME = "44444526222255664"

LOSS = Value(-(WIN - 12), EXACT)
DRAW = Value(0, EXACT)
WON = Value(WIN - 11, EXACT)
"""Values by hand: decided with the eleventh disc or the twelfth, or not at all."""


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


def test_a_warning_names_what_is_better():
    """Only a move that changes the result is warned of, and the sentence says what keeps it."""
    position = Position.from_moves("6245")
    values = advise(position).values
    warned = {column + 1: warning(position, column, values) for column in values}
    assert warned[6] == ""
    assert warned[5] == "Column 5 loses; column 6 wins."


def test_a_lost_game_is_not_thrown_away_at_once():
    """Where every column loses, a warning is given of one that loses at once although another holds out."""
    position = Position.from_moves("4441517")
    values = advise(position).values
    assert warning(position, 6, values) == "Column 7 loses at once to column 6; column 6 holds out longer."
    assert warning(position, 5, values) == ""


@pytest.mark.parametrize(
    ("moves", "column", "values", "words"),
    [
        ("44", 3, {3: DRAW, 2: WON}, "Column 4 only draws; column 3 wins."),
        ("44", 3, {3: LOSS, 2: WON, 4: WON}, "Column 4 loses; columns 3 and 5 win."),
        ("44", 3, {3: LOSS, 2: DRAW}, "Column 4 loses; column 3 draws."),
        ("44", 3, {3: LOSS, 2: DRAW, 1: DRAW}, "Column 4 loses; columns 2 and 3 draw."),
        ("44", 3, {3: LOSS, 2: Value(-(WIN - 16), EXACT)}, ""),
        ("44", 3, {3: WON, 2: Value(WIN - 9, EXACT)}, ""),
        ("11223", 0, {0: LOSS, 3: DRAW}, "Column 1 loses at once to column 4; column 4 draws."),
        (
            "4441517",
            6,
            {6: LOSS, 5: Value(-(WIN - 16), EXACT)},
            "Column 7 loses at once to column 6; column 6 holds out longer.",
        ),
        (
            "3112273",
            3,
            {3: LOSS, 0: Value(-(WIN - 16), EXACT), 5: Value(-(WIN - 16), EXACT)},
            "Column 4 loses at once to column 4; columns 1 and 6 hold out longer.",
        ),
        ("44332", 6, {6: LOSS, 0: LOSS}, ""),
    ],
)
def test_a_warning_by_what_is_lost(moves, column, values, words):
    """The result that is lost and who keeps it; among lost columns only one that loses at once, if another does not."""
    assert warning(Position.from_moves(moves), column, values) == words
