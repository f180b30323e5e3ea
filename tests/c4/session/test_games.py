"""How games end away from the board, keep their variations, run on clocks, and go into a library."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from patience import LONG

from c4.agents import HUMAN
from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.game.values import EXACT, Value
from c4.library.library import Library
from c4.library.record import format_game, parse_game
from c4.search.decision import Decision
from c4.session.events import SearchResult
from c4.session.game import game_of, record_of
from c4.session.session import Session
from c4.session.settings import Settings, parse_control


def test_variations_are_kept():
    """A move played after taking back leaves the others as a variation; lines are tried, cut off and restored."""
    session = Session(Settings(seats=(HUMAN, HUMAN)))
    for column in (3, 3, 4, 4):
        session.play(column)
    session.undo()
    session.undo()
    session.play(2)
    assert session.moves() == "443"
    assert not session.can_redo
    tree = session.game.tree
    assert [tree.moves(node) for node in tree.children(tree.path()[1])] == [(3, 3, 4), (3, 3, 2)]
    session.vary(tree.tried(1, (0, 0, 0)))
    assert session.moves() == "41"
    session.redo()
    assert session.moves() == "411"
    session.vary(session.game.tree.cut(session.game.tree.path()[1]))
    assert session.moves() == "4"
    session.vary(session.game.tree.restored())
    assert session.moves() == "41"
    session.go_to(0)
    assert session.moves() == ""
    session.close()


def test_resigning_and_agreeing(tmp_path):
    """A game ends by resigning or by agreement; Undo lets it go on; finished games are kept once, with who played."""
    library = tmp_path / "library.sqlite"
    session = Session(Settings(seats=(HUMAN, HUMAN)), library)
    for column in (3, 3, 4):
        session.play(column)
    assert "offered" in session.offer_draw()
    assert session.offer_draw() == "agreed: a draw"
    assert session.outcome.reason == "a draw by agreement"
    with pytest.raises(C4Error, match="the game is over"):
        session.resign()
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
    wait_for(lambda: library.exists() and games_in(library) == 3)
    with Library(library) as kept:
        found = [(game.record.moves, game.record.result, game.record.ended) for game in kept.find().games]
    assert found == [("1212121", "1-0", ""), ("44", "0-1", "resigned"), ("445", "1/2-1/2", "agreed")]


def games_in(path) -> int:
    with Library(path) as library:
        return len(library)


def wait_for(done, seconds: float = LONG) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_machine_answers_a_draw_offer():
    """A machine that saw itself ahead declines, one that did not accepts, one that has not searched declines."""
    session = Session(Settings(seats=(HUMAN, "alphabeta")))
    assert session.offer_draw() == "the draw is declined"
    for points, said in ((5, "the draw is declined"), (-5, "agreed: a draw")):
        position = session.position
        found = SearchResult(Decision(3, Value(points, EXACT)), position, Limits(), 0, False)
        session.searches.keep(found._replace(decision=replace(found.decision, value=Value(-points, EXACT))))
        assert session.offer_draw() == said
    session.close()


def test_clocks():
    """The clock starts with the first move; whose time is over has lost; taking back stops it."""
    session = Session(Settings(seats=(HUMAN, HUMAN), control=parse_control("0.001/move")))
    time.sleep(0.01)
    session.poll()
    assert session.outcome is None
    session.play(3)
    time.sleep(0.01)
    session.poll()
    assert session.outcome is not None
    assert session.outcome.reason == "the other side's time is up"
    session.undo()
    assert session.clock.running is None
    time.sleep(0.01)
    session.poll()
    assert session.outcome is None
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
