"""A copy of a game is studied, and the game that was played stays as it is."""

from sessions import play

from c4.agents import HUMAN
from c4.session.session import Session
from c4.session.settings import Settings

WON = (0, 1, 0, 1, 0, 1, 0)
"""Columns from 0; the first player wins with the last."""


def two_people() -> Session:
    return Session(Settings(seats=(HUMAN, HUMAN)))


def test_nothing_that_is_done_to_the_copy_changes_the_game():
    """Lines tried, moves cut off, undone and played: the end of the study brings back the very same game."""
    session = two_people()
    play(session, *WON)
    played = session.game
    session.study()
    session.go_to(3)
    session.play(6)
    session.vary(session.game.tree.tried(0, (3, 3, 3, 2)))
    session.redo()
    session.undo()
    session.vary(session.game.tree.cut(session.game.tree.at or 1))
    assert session.played is played
    assert session.game is not played
    session.end_study()
    assert session.game is played
    assert session.outcome.winner == 0
    session.close()


def test_a_game_that_was_resigned_stays_resigned():
    """Its result is no longer lost when you step through it in a review."""
    session = two_people()
    play(session, 3)
    session.resign()
    session.study()
    session.go_to(0)
    play(session, 4, 4)
    session.end_study()
    assert session.outcome.reason == "the other side resigned"
    session.close()


def test_you_play_both_sides_of_a_copy_and_nobody_learns_from_it(tmp_path):
    """No agent replies, and the end of a line that is tried is no finished game."""
    session = Session(Settings(seats=(HUMAN, "random")))
    session.paused = True
    session.study()
    session.recorder.path = tmp_path / "library.c4lib"
    play(session, *WON)
    assert session.outcome is not None
    assert not session.thinking
    assert session.game.kept == ()
    session.end_study()
    assert session.moves() == ""
    session.close()


def test_another_game_ends_the_study():
    """Undo then brings back the game that was played, not the copy."""
    session = two_people()
    play(session, *WON)
    session.study()
    session.go_to(2)
    session.new_game()
    assert not session.studying
    session.undo()
    assert session.moves() == "1212121"
    session.close()


def test_a_position_that_was_set_up_has_no_moves_behind_it():
    """A picture or a packed state is the start of a game; moves that might lead there were made by nobody."""
    session = two_people()
    play(session, 3, 3, 4)
    there = session.position
    for text in (f"packed:{there.packed()}", there.grid()):
        session.set_up(text)
        assert session.position.stones == there.stones
        assert session.game.moves == ()
        assert session.game.last is None
    session.set_up("445")
    assert session.moves() == "445", "a move string is a game"
    session.close()
