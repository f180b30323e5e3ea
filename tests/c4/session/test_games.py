"""How games end away from the board, keep their variations, and go into a library."""

import pytest
from paths import DATA
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


RICH = (DATA / "reports" / "rich.c4game").read_text(encoding="utf-8")


def opened(text: str) -> Session:
    """A session between a person and a machine that has opened a game."""
    session = Session(Settings(seats=(HUMAN, "alphabeta")))
    session.open_game(game_of(parse_game(text), session.settings.starter), paused=True)
    return session


def saved(session: Session) -> str:
    """The text of a session's game as it is saved."""
    text = format_game(record_of(session.game, session.settings))
    session.close()
    return text


def go_to_a_variation(session: Session) -> None:
    tree = session.game.tree
    session.vary(tree.gone_to(tree.children(3)[1]))


@pytest.mark.parametrize(
    "browse",
    [
        lambda session: None,
        lambda session: session.go_to(2),
        lambda session: session.undo(),
        lambda session: session.vary(session.game.tree.gone_to(0)),
        go_to_a_variation,
    ],
    ids=["nothing", "go to", "undo", "to the start", "to a variation"],
)
@pytest.mark.parametrize(
    "text",
    [
        RICH,
        RICH.replace('"resigned"', '"abandoned"'),
        RICH.replace('[Ended "resigned"]\n', ""),
        RICH.replace('"0-1"', '"*"').replace('[Ended "resigned"]\n', ""),
        '[Result "*"]\n[Date "1999"]\n[Board "8 columns, 7 rows"]\n[White "Ann"]\n\n88 6',
        '[First "Ann"]\n[Result "*"]\n[Start "packed:10378549767255916608"]\n\n66!',
        '[Result "1-0"]\n[Turns "3 seed 7"]\n[Board "5 columns, 5 rows"]\n\n12 3',
    ],
)
def test_a_game_that_was_opened_is_saved_as_it_was(text, browse):
    """Headers, result, comments, marks, variations, rules and start stay, wherever you went in the game meanwhile."""
    if browse is go_to_a_variation and "(" not in text:
        return
    before = format_game(parse_game(text))
    session = opened(text)
    browse(session)
    assert saved(session) == before


def test_what_is_tried_in_a_finished_game_is_a_variation():
    """The main line and the result of a finished game stay when you try other moves in it."""
    session = opened(RICH)
    session.set(seats=(HUMAN, HUMAN))
    session.go_to(1)
    session.play(6)
    record = parse_game(saved(session))
    assert (record.moves, record.result, record.first) == ("444521", "0-1", "Anna")
    assert record.tree.moves(record.tree.children(1)[1]) == (3, 6)


def test_an_unfinished_game_goes_on():
    """The moves after the end of an unfinished game belong to it, and so does its result; its headers stay."""
    session = opened('[First "Ann"]\n[Result "*"]\n[Date "1999"]\n[Site "Berlin"]\n\n11 22 3')
    session.set(seats=(HUMAN, HUMAN))
    session.play(2)
    session.play(3)
    record = parse_game(saved(session))
    assert (record.moves, record.result, record.first, record.date) == ("1122334", "1-0", "Ann", "1999")
    assert record.others == {"Site": "Berlin"}


def test_a_game_that_was_resigned_after_it_was_opened_has_that_result():
    """Resigning in an unfinished game that was opened gives it a result."""
    session = opened('[First "Ann"]\n[Result "*"]\n\n11 2')
    session.set(seats=(HUMAN, HUMAN))
    session.resign()
    record = parse_game(saved(session))
    assert (record.result, record.ended, record.first) == ("1-0", "resigned", "Ann")
