"""How games end away from the board, keep their variations, and go into a library."""

import pytest
from patience import wait_until
from refusal import refused

from c4.agents import HUMAN
from c4.library.library import Library
from c4.library.record import format_game, parse_game
from c4.session.game import game_of, record_of
from c4.session.session import Session
from c4.session.settings import Settings


def test_resigning(tmp_path):
    """A game ends by resigning; Undo lets it go on; finished games are kept once, with who played."""
    library = tmp_path / "library.sqlite"
    session = Session(Settings(seats=(HUMAN, HUMAN)), library)
    for column in (3, 3, 4):
        session.play(column)
    session.resign()
    refused(session.resign, "the game is over")
    refused(lambda: session.play(0), "the game is over")
    session.undo()
    assert session.outcome is None
    session.resign()
    assert session.outcome.winner == 1
    assert session.outcome.reason == "the other side resigned"
    session.new_game()
    assert session.outcome is None
    for column in (0, 1, 0, 1, 0, 1, 0):
        session.play(column)
    session.undo()
    session.redo()
    session.undo()
    session.play(0)
    session.poll()
    session.close()
    wait_until(lambda: library.exists() and games_in(library) == 3)
    with Library(library) as stored:
        result = [(game.record.moves, game.record.result, game.record.ended) for game in stored.find().games]
    assert result == [("1212121", "1-0", ""), ("44", "0-1", "resigned"), ("445", "1-0", "resigned")]


def games_in(path) -> int:
    with Library(path) as library:
        return len(library)


@pytest.mark.parametrize(
    ("result", "ended", "reason"),
    [
        ("1-0", "resigned", "the other side resigned"),
        ("0-1", "time", "the other side's time is up"),
        ("1/2-1/2", "time", "time is up, and the other side could not win any more: a draw"),
        ("1/2-1/2", "agreed", "a draw by agreement"),
    ],
)
def test_how_a_saved_game_ended_is_kept(result, ended, reason):
    """A file can say that a game was resigned, agreed drawn or lost on time: it is over on the board, too."""
    game = game_of(parse_game(f'[Result "{result}"]\n[Ended "{ended}"]\n\n44'))
    session = Session(Settings(seats=(HUMAN, HUMAN)))
    session.open_game(game)
    assert session.outcome.reason == reason
    assert session.outcome.winner == {"1-0": 0, "0-1": 1, "1/2-1/2": None}[result]
    record = record_of(session.game, session.settings)
    assert (record.result, record.ended) == (result, ended)
    session.close()


def test_a_game_is_written_down_and_opened_again(tmp_path):
    """A saved game comes back with its variations and its end; a machine does not move in it by itself."""
    session = Session(Settings(seats=(HUMAN, HUMAN)))
    for column in (3, 3, 4):
        session.play(column)
    session.undo()
    session.play(2)
    session.resign()
    record = record_of(session.game, session.settings)
    assert (record.moves, record.result, record.ended, record.first) == ("443", "1-0", "resigned", "human")
    text = format_game(record)
    session.new_game()
    session.set(seats=("alphabeta", "alphabeta"))
    session.stop()
    session.open_game(game_of(parse_game(text), session.settings.starter), paused=True)
    assert session.moves() == "443"
    assert session.outcome.reason == "the other side resigned"
    assert [session.game.tree.moves(node) for node in session.game.tree.children(2)] == [(3, 3, 2), (3, 3, 4)]
    session.undo()
    assert session.outcome is None
    assert not session.thinking
    session.close()


def test_a_line_is_kept_once_and_few_are_remembered(tmp_path, monkeypatch):
    """A finished line that is reached again is not kept twice, but not all lines are remembered for ever."""
    monkeypatch.setattr("c4.session.game.MOST_ENDS", 2)
    library = tmp_path / "library.sqlite"
    session = Session(Settings(seats=(HUMAN, HUMAN)), library)
    for column in (0, 0, 1, 2, 0):
        session.new_game()
        session.play(column)
        session.resign()
    session.close()
    wait_until(lambda: library.exists() and games_in(library) == 4)
    with Library(library) as stored:
        assert [game.record.moves for game in stored.find().games] == ["1", "3", "2", "1"]
