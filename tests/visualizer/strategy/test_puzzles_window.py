"""The puzzles window in a real display."""

import pytest
from patience import until
from stand_in import StandIn

from c4.game.columns import DIGITS
from c4.practice import puzzles
from c4.practice.puzzles import ODD, WIN, Attempt, Standing
from visualizer.strategy.puzzles import PuzzleWindow, State


@pytest.fixture
def make(root, tmp_path):
    context = StandIn(root)

    def open_window(library="library.sqlite"):
        window = PuzzleWindow(context, tmp_path / library)
        window.board.animate = False
        until(window, lambda: window.attempt is not None)
        return window

    yield open_window
    context.session.close()


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
    window._arrived(State(Standing(), "", puzzle))
    window.update()


def test_a_puzzle_is_solved_and_rated_and_the_next_one_comes(make):
    window = make()
    assert "Your rating: 800" in window.standing.cget("text")
    puzzle = window.attempt.puzzle
    assert window.task.cget("text") == puzzle.task
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


def test_without_a_library_there_are_puzzles_but_no_rating(make, tmp_path):
    (tmp_path / "no.sqlite").write_text("this is no library")
    window = make("no.sqlite")
    assert window.standing.cget("text") == ""
    assert "Your rating is not stored" in window.rated.cget("text")
    solve(window)
    until(window, lambda: "cannot be used" in window.rated.cget("text"))
