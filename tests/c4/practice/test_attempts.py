"""Attempts at puzzles, the rating they move, what comes back when, and the page for a class."""

import pytest
from click.testing import CliRunner

from c4.cli.puzzles import command
from c4.game.columns import DIGITS
from c4.game.rules import C4Error
from c4.library.store import Store
from c4.practice import puzzles
from c4.practice.attempt import Attempt
from c4.practice.puzzles import HOLD, LOSES, ODD, WIN
from c4.practice.rating import DAY, START, Progress

OURS = puzzles.shipped()


def first(kind, **wanted):
    return next(
        puzzle
        for puzzle in OURS
        if puzzle.kind == kind and all(getattr(puzzle, name) == value for name, value in wanted.items())
    )


@pytest.mark.parametrize("puzzle", [*OURS[::60], first(ODD)], ids=lambda puzzle: f"{puzzle.kind} {puzzle.moves}")
def test_the_solution_solves(puzzle):
    attempt = Attempt(puzzle)
    if puzzle.kind == ODD:
        attempt.choose(int(puzzle.square[1]) - 1, "abcdefg".index(puzzle.square[0]))
    else:
        for column in puzzle.solution[::2]:
            assert not attempt.done
            attempt.play(DIGITS.index(column))
    assert attempt.done
    assert attempt.clean
    if puzzle.kind == WIN:
        assert attempt.position.outcome().winner == puzzle.position.to_move
    with pytest.raises(C4Error, match="over"):
        attempt.choose(5, 0) if puzzle.kind == ODD else attempt.play(0)


@pytest.mark.parametrize("kind", [WIN, HOLD])
def test_a_wrong_move_is_refuted_and_taken_back(kind):
    puzzle = first(kind)
    attempt = Attempt(puzzle)
    wrong = next(column for column in puzzle.position.legal_columns() if DIGITS[column] != puzzle.solution[0])
    attempt.play(wrong)
    assert attempt.failed
    assert f"column {wrong + 1}" in attempt.said
    assert attempt.position.ply > puzzle.position.ply
    attempt.again()
    assert attempt.position == puzzle.position
    assert not attempt.clean
    attempt.play(DIGITS.index(puzzle.solution[0]))
    assert not attempt.failed


def test_a_move_that_does_not_lose_is_no_answer():
    puzzle = first(LOSES)
    attempt = Attempt(puzzle)
    attempt.play(next(column for column in puzzle.position.legal_columns() if DIGITS[column] != puzzle.solution))
    assert "does not lose" in attempt.said


def test_squares_and_columns_are_not_mixed_up():
    square, column = Attempt(first(ODD)), Attempt(first(WIN))
    with pytest.raises(C4Error, match="choose a square"):
        square.play(3)
    with pytest.raises(C4Error, match="choose a column"):
        column.choose(0, 0)
    where = next(column for column in range(7) if square.position.height(column))
    with pytest.raises(C4Error, match="there is a stone"):
        square.choose(square.position.height(where) - 1, where)


@pytest.mark.parametrize("kind", [WIN, ODD])
def test_hints_come_nearer_and_cost_the_point(kind):
    puzzle = first(kind)
    attempt = Attempt(puzzle)
    near, nearest = attempt.hint(), attempt.hint()
    answer = puzzle.square or puzzle.solution[0]
    assert answer in nearest
    assert (answer in near) == (kind == WIN)
    assert not attempt.clean


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "library.sqlite")
    yield store
    store.close()


def test_the_rating_moves_and_stays(store, tmp_path):
    progress = Progress(store, OURS)
    assert progress.standing() == (START, 0, 0, 0)
    easy, hard = first(WIN, grade="toddler"), first(WIN, grade="expert")
    before, after = progress.note(easy, True)
    assert before == START < after
    assert progress.note(hard, True)[1] - after > after - before  # the harder, the more
    again = Store(tmp_path / "library.sqlite")
    assert Progress(again, OURS).standing().rating == progress.standing().rating > START
    again.close()


def test_what_was_failed_comes_back_after_days(store):
    now = [1e9]
    progress = Progress(store, OURS, lambda: now[0])
    puzzle = first(HOLD)
    progress.note(puzzle, False)
    assert progress.standing().due == 0
    for days in (1, 3, 7, 21):
        now[0] += days * DAY - 60
        assert progress.standing().due == 0
        now[0] += 120
        assert progress.next() == puzzle
        assert progress.next(last=puzzle) != puzzle
        assert progress.next(WIN).kind == WIN
        progress.note(puzzle, True)
    now[0] += 1000 * DAY
    assert progress.standing().due == 0


def test_the_next_one_is_new_and_of_ones_own_strength(store):
    progress = Progress(store, OURS)
    seen = []
    for _ in range(12):
        puzzle = progress.next()
        assert puzzle not in seen
        assert puzzle.grade in ("child", "novice", "casual", "amateur")
        seen.append(puzzle)
        progress.note(puzzle, len(seen) % 2 == 0)


def test_a_page_for_a_class(tmp_path):
    """The solutions stand on a page of their own."""
    path = tmp_path / "set.html"
    said = CliRunner().invoke(command, ["page", "--number", "5", "--kind", "win", "--out", str(path)])
    apart = tmp_path / "set-solutions.html"
    assert said.output == f"{path}: 5 puzzles; solutions: {apart}\n"
    for page, solved in ((path, False), (apart, True)):
        text = page.read_text()
        assert text.count("<svg") == 5
        assert ("fails to" in text) == solved
    none = CliRunner().invoke(command, ["page", "--grade", "nobody", "--out", str(path)])
    assert isinstance(none.exception, C4Error)
