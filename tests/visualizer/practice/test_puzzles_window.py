"""The puzzles window in a real display."""

import pytest
from working import until

from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.practice import puzzles
from c4.practice.puzzles import HOLD, ODD, WIN, Attempt, Standing
from visualizer.practice.puzzles import Found, PuzzleWindow
from visualizer.practice.puzzles_view import standing_view


@pytest.fixture
def make(app, root, tmp_path):
    def open_window(library="library.sqlite"):
        window = PuzzleWindow(app, root, tmp_path / library)
        until(window, lambda: window.attempt is not None)
        return window

    return open_window


def badges(window):
    """The signs on the badges of the board."""
    items = window.board.find_withtag("highlight")
    return [window.board.itemcget(item, "text") for item in items if window.board.type(item) == "text"]


def solve(window):
    puzzle = window.attempt.puzzle
    if puzzle.kind == ODD:
        x, y = window.board.centre(int(puzzle.square[1]) - 1, "abcdefg".index(puzzle.square[0]))
        window.board.event_generate("<Button-1>", x=int(x), y=int(y))
        return
    for column in puzzle.solution[::2]:
        window.play(DIGITS.index(column))


def give(window, kind):
    puzzle = next(puzzle for puzzle in puzzles.shipped() if puzzle.kind == kind)
    window.found(Found(Standing(), "", puzzle))
    window.update()


def test_a_puzzle_is_solved_and_rated_and_the_next_one_comes(make):
    window = make()
    assert "Your rating: 800" in window.standing.cget("text")
    puzzle = window.attempt.puzzle
    assert window.question.cget("text") == puzzle.task
    solve(window)
    assert window.attempt.done
    until(window, lambda: "→" in window.rated.cget("text"))
    assert window.standing.cget("text").startswith(window.rated.cget("text").replace("800 → ", ""))
    window.next()
    until(window, lambda: window.attempt.puzzle != puzzle)
    assert "1 of 1 puzzle solved" in window.standing.cget("text")


def test_a_square_is_chosen_with_the_pointer(make):
    window = make()
    give(window, ODD)
    solve(window)
    window.update()
    assert window.attempt.done
    assert len(window.board.find_withtag("mark")) == 1


def test_a_wrong_move_is_shown_and_taken_back(make):
    window = make()
    give(window, WIN)
    puzzle = window.attempt.puzzle
    wrong = next(column for column in puzzle.position.legal_columns() if DIGITS[column] != puzzle.solution[0])
    window.play(wrong)
    assert window.attempt.failed
    assert not window.buttons["Try again"].instate(["disabled"])
    window.again()
    assert window.board.position == puzzle.position
    window.hint()
    assert "does not count" in window.message.cget("text")
    window.show_solution()
    assert puzzle.solution[0] in window.message.cget("text")
    assert isinstance(window.attempt, Attempt)


def test_an_answer_has_a_tick_or_a_cross_on_the_board(make):
    """A badge at the disc and a word beside the board, each with a sign of its own; a new attempt has neither."""
    window = make()
    give(window, HOLD)
    puzzle = window.attempt.puzzle
    wrong = next(column for column in puzzle.position.legal_columns() if DIGITS[column] != puzzle.solution[0])
    window.play(wrong)
    until(window, lambda: not window.board.falling)
    assert badges(window) == ["✗"]
    assert window.verdict.cget("text").startswith("✗")
    window.again()
    assert badges(window) == []
    assert window.verdict.cget("text") == ""
    solve(window)
    until(window, lambda: not window.board.falling)
    assert badges(window) == ["✓"]
    assert window.verdict.cget("text").startswith("✓")
    assert window.rated.cget("text") == "", "the change was for the wrong answer"


def test_the_solution_is_played(make, monkeypatch):
    """Move after move, from the first position on, to the end; a new attempt ends it."""
    monkeypatch.setattr("visualizer.practice.puzzles.SOLUTION_MS", 1)
    window = make()
    puzzle = next(puzzle for puzzle in puzzles.shipped() if puzzle.kind == WIN and len(puzzle.solution) > 2)
    window.found(Found(Standing(), "", puzzle))
    window.show_solution()
    assert window.board.position == puzzle.position
    until(window, lambda: window.board.position.outcome() is not None)
    window.next()
    until(window, lambda: window.known.played is None)


def test_without_a_library_there_are_puzzles_but_no_rating(make, tmp_path):
    (tmp_path / "no.sqlite").write_text("this is no library")
    window = make("no.sqlite")
    assert window.standing.cget("text") == ""
    assert "Your rating is not stored" in window.rated.cget("text")
    solve(window)
    until(window, lambda: "cannot be used" in window.rated.cget("text"))


def test_a_result_that_cannot_be_stored_is_said(make, monkeypatch):
    """The library can be read, but not written at that moment: your rating stays, and a sentence says why."""
    window = make()

    def locked(progress, puzzle, solved):
        raise C4Error("the library is locked")

    monkeypatch.setattr("c4.practice.puzzles.Progress.note", locked)
    solve(window)
    until(window, lambda: "was not stored: the library is locked" in window.rated.cget("text"))
    assert "Your rating: 800" in window.standing.cget("text")


def test_what_is_said_of_your_rating():
    """Without a display: a change is shown, a problem comes first."""
    standing = Standing(rating=766.0, tried=3, solved=1, due=2)
    assert standing_view(standing, 800.0, "") == (
        "Your rating: 766 · 1 of 3 puzzles solved · 2 to repeat",
        "Your rating: 800 → 766",
    )
    assert standing_view(standing, None, "").rated == ""
    assert "3 in a row · best: 5" in standing_view(standing._replace(streak=3, longest=5), None, "").standing
    assert standing_view(None, None, "the library is locked") == ("", "The library is locked.")
