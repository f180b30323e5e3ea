"""Solving puzzles: what the tab Puzzles gives, checks and stores; without a display."""

import pytest
from patience import wait_until

from c4.agents import HUMAN
from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.practice import puzzles
from c4.practice.puzzle_progress import Standing
from c4.practice.puzzles import HOLD, ODD, WIN
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.practice.puzzles_view import puzzle_view, standing_view
from visualizer.state.app import App
from visualizer.state.preferences import PLAY, PUZZLES, Preferences
from visualizer.state.puzzles import Found
from visualizer.state.state import Solving


@pytest.fixture
def make(tmp_path):
    """Makes an app in which Puzzles is shown and a puzzle is there."""
    opened = []

    def show(library: str = "library.sqlite") -> App:
        app = App(Session(Settings(seats=(HUMAN, HUMAN))), Preferences(mode=PLAY, animation=False))
        opened.append(app)
        app.puzzles.library = tmp_path / library
        app.show_mode(PUZZLES)
        until(app, lambda: app.state.solving.puzzle is not None)
        return app

    yield show
    for app in opened:
        app.close()


def until(app: App, condition) -> None:
    """Polls until something holds."""

    def holds() -> bool:
        app.poll()
        return condition()

    wait_until(holds)


def give(app: App, kind: str, moves: int = 0):
    """Gives the first puzzle of a kind whose solution has so many moves."""
    puzzle = next(one for one in puzzles.shipped() if one.kind == kind and len(one.solution) >= moves)
    app.puzzles.found(Found(Standing(), "", puzzle))
    return puzzle


def solve(app: App) -> None:
    """Answers right."""
    puzzle = app.state.solving.puzzle
    if puzzle.kind == ODD:
        app.puzzles.choose_square((int(puzzle.square[1]) - 1, "abcdefg".index(puzzle.square[0])))
        return
    for column in puzzle.solution[::2]:
        app.game.play(DIGITS.index(column))


def answer_wrong(app: App) -> None:
    """Plays a wrong column."""
    puzzle = app.state.solving.puzzle
    app.game.play(next(column for column in puzzle.position.legal_columns() if DIGITS[column] != puzzle.solution[0]))


def seen(app: App):
    """The puzzle as it is shown."""
    return puzzle_view(app.state.solving, app.state.game, app.state.preferences)


def test_a_puzzle_is_solved_and_rated_and_the_next_one_comes(make):
    """The columns that are played are answers, and your game stays as it is."""
    app = make()
    puzzle = app.state.solving.puzzle
    assert standing_view(app.state.solving).standing == "Puzzle rating: 800"
    assert seen(app).task == puzzle.task
    solve(app)
    assert app.state.solving.tried.done
    until(app, lambda: "→" in standing_view(app.state.solving).rated)
    app.puzzles.next()
    until(app, lambda: app.state.solving.puzzle != puzzle)
    assert "1 of 1 puzzle solved" in standing_view(app.state.solving).standing
    assert app.session.moves() == ""


def test_a_wrong_answer_is_marked_and_taken_back(make):
    """It has a cross at its square and one in words, the right one a tick; a new attempt has neither."""
    app = make()
    puzzle = give(app, HOLD)
    answer_wrong(app)
    view = seen(app)
    assert (view.verdict, view.feedback.mark, view.again) == (-1, "✗", True)
    app.puzzles.again()
    assert (seen(app).verdict, seen(app).position) == (0, puzzle.position)
    app.puzzles.hint()
    assert "does not count" in seen(app).message
    solve(app)
    assert (seen(app).verdict, seen(app).feedback.mark) == (1, "")
    assert standing_view(app.state.solving).rated == "", "the change was for the wrong answer"


def test_a_square_is_asked_for(make):
    """Its mark appears with the right answer; a column is refused with a sentence."""
    app = make()
    give(app, ODD)
    app.game.play(3)
    assert seen(app).message == "Choose a square, not a column."
    assert seen(app).mark is None
    solve(app)
    assert app.state.solving.tried.done
    assert seen(app).mark is not None


def test_the_solution_is_played(make, monkeypatch):
    """Move after move, from the first position on, to the end; a new attempt ends it."""
    monkeypatch.setattr("visualizer.state.puzzles.SOLUTION_SECONDS", 0.0)
    app = make()
    puzzle = give(app, WIN, moves=3)
    app.puzzles.show_solution()
    assert seen(app).position == puzzle.position
    assert puzzle.solution[0] in seen(app).message
    until(app, lambda: seen(app).position.outcome() is not None)
    assert not app.puzzles.playing
    app.puzzles.next()
    until(app, lambda: app.state.solving.played is None)


def test_without_a_library_there_are_puzzles_but_no_rating(make, tmp_path):
    """A sentence says why."""
    (tmp_path / "no.sqlite").write_text("this is no library")
    app = make("no.sqlite")
    view = standing_view(app.state.solving)
    assert view.standing == ""
    assert "Your puzzle rating is not stored" in view.rated
    solve(app)
    until(app, lambda: "cannot be used" in standing_view(app.state.solving).rated)


def test_a_result_that_cannot_be_stored_is_said(make, monkeypatch):
    """The library can be read, but not written at that moment: your rating stays, and a sentence says why."""
    app = make()

    def locked(progress, puzzle, solved):
        raise C4Error("the library is locked")

    monkeypatch.setattr("c4.practice.puzzle_progress.Progress.note", locked)
    solve(app)
    until(app, lambda: "was not stored: the library is locked" in standing_view(app.state.solving).rated)
    assert standing_view(app.state.solving).standing == "Puzzle rating: 800"


def test_a_game_is_never_played_unseen(make):
    """A game that is put on the board while no board of yours is shown brings it to the front."""
    app = make()
    app.game.set_up("4453")
    assert app.state.shown.mode == PLAY


def test_what_is_said_of_your_rating():
    """A change is shown, a problem comes first."""
    standing = Standing(rating=766.0, tried=3, solved=1, due=2)
    assert standing_view(Solving(standing=standing, earlier=800.0)) == (
        "Puzzle rating: 766 · 1 of 3 puzzles solved at first try · 2 to repeat",
        "Puzzle rating: 800 → 766",
    )
    assert standing_view(Solving(standing=standing)).rated == ""
    assert "3 in a row · best: 5" in standing_view(Solving(standing=standing._replace(streak=3, longest=5))).standing
    assert standing_view(Solving(problem="the library is locked")) == ("", "The library is locked.")
