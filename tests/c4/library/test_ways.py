"""Every way in and out of the program, in every pair: a game comes back as it was, or is refused."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from often import TIMES
from refusal import refused
from strategies import any_rules, positions

from c4.agents import HUMAN
from c4.game.gametree import MARKS, GameTree
from c4.game.notation import format_position, parse_position
from c4.game.position import Position
from c4.game.rules import Rules
from c4.library.gamefile import left_out, read_one, write_games
from c4.library.gametext import format_game, parse_game
from c4.library.library import Library
from c4.library.reader import read_pasted
from c4.library.record import OPEN, RESULTS, Record
from c4.session.records import game_of, record_of
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.state.app import App
from visualizer.state.requests import CopyText
from visualizer.state.unfinished_games import UnfinishedGames, text_of

LINE = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=30)
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")) | st.just("\n"), max_size=40)
NAMES = st.sampled_from(["Site", "Round", "Score", "Review", "White_Elo", "x-y"])


@st.composite
def records(draw) -> Record:
    """A game with headers, variations, comments and marks, on any board, from any start."""
    turning = Rules(5, 5, 4, turn_every=3, turn_seed=draw(st.sampled_from([None, 0, 7])))
    rules = draw(any_rules() | st.just(Rules()) | st.just(turning))
    start = Position(rules=rules)
    if draw(st.booleans()):
        start = draw(positions(rules, longest=8))
        if start.outcome() is not None or draw(st.booleans()):
            start = replace(start, moves=None) if start.occupied else start
    tree = GameTree(start)
    steps = st.tuples(st.integers(0, 15), st.integers(0, 4), TEXT, st.sampled_from(MARKS))
    for column, back, comment, mark in draw(st.lists(steps, max_size=12)):
        tree = tree.back(back)
        if column in tree.position().legal_columns():
            tree = tree.played(column)
            tree = tree.annotated(tree.at, mark=mark, comment=comment)
    if draw(st.booleans()):
        tree = tree.annotated(0, comment=draw(TEXT))
    tree = tree.gone_to(0)
    ended_on_board = tree.position(tree.end_of(0)).outcome() is not None
    result = OPEN if ended_on_board else draw(st.sampled_from(RESULTS))
    tags = draw(st.lists(st.sampled_from(["trap", "my best", "é,".strip(",")]), unique=True))
    return Record(
        tree,
        first=draw(LINE),
        second=draw(LINE),
        result=result,
        ended=draw(st.sampled_from(["", "resigned", "time", "agreed", "abandoned"])) if result != OPEN else "",
        date=draw(LINE),
        event=draw(LINE),
        tags=tuple(tags),
        note=draw(TEXT),
        others=draw(st.dictionaries(NAMES, TEXT, max_size=3)),
    )


def shape(tree: GameTree, node: int = 0) -> tuple:
    """A tree without the numbers of its nodes."""
    here = tree.nodes[node]
    return here.column, here.comment, here.mark, tuple(shape(tree, child) for child in tree.children(node))


def facts(record: Record) -> tuple:
    """All that a game consists of."""
    headers = replace(record, tree=GameTree(record.start), result=OPEN)
    return shape(record.tree), record.start, record.start.rules, record.result, headers.first, headers.second, (
        headers.ended, headers.date, headers.event, headers.tags, headers.note, dict(headers.others),
    )  # fmt: skip


def by_file(ending: str) -> Callable[[Record], Record]:
    """Out to a file of this ending, and in again."""

    def way(record: Record) -> Record:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"game{ending}"
            write_games(path, [record])
            return read_one(path)

    return way


def by_clipboard(record: Record) -> Record:
    """Copied as a whole game, and pasted by a program that ends lines in another way."""
    pasted = read_pasted(format_game(record).replace("\n", "\r\n"))
    assert isinstance(pasted, Record)
    return pasted


def by_library(record: Record) -> Record:
    """Put into a library, and taken out of it."""
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder) / "games.sqlite") as library:
        return library.get(library.add(record))


def by_session(record: Record) -> Record:
    """Opened on the board, looked through, and saved."""
    session = Session(Settings(seats=(HUMAN, "alphabeta")))
    try:
        session.open_game(game_of(record), paused=True)
        session.go_to(0)
        return record_of(session.game, session.settings)
    finally:
        session.close()


def by_window(record: Record) -> Record:
    """Opened by the window, looked through, copied, pasted into another game, and saved as."""
    app = App(Session(Settings(seats=(HUMAN, "alphabeta"))))
    try:
        with tempfile.TemporaryDirectory() as folder:
            write_games(Path(folder) / "game.c4game", [record])
            app.game.open_file(str(Path(folder) / "game.c4game"))
            app.game.go_to(0)
            app.game.copy_game()
            (copied,) = [request.text for request in app.requests if isinstance(request, CopyText)]
            app.game.new()
            app.game.paste(copied)
            app.game.step(-1)
            app.game.save_file(str(Path(folder) / "again.jsonl"))
            return read_one(Path(folder) / "again.jsonl")
    finally:
        app.close()


def by_next_start(record: Record) -> Record:
    """On the board of a window that was killed, and gone on with by the next one."""
    settings = Settings(seats=(HUMAN, "alphabeta"))
    with tempfile.TemporaryDirectory() as folder:
        running = UnfinishedGames(Path(folder))
        assert running.write(text_of(game_of(record), settings)) == ""
        running.close()
        left = UnfinishedGames(Path(folder)).left()
        assert left is not None
        return record_of(left.game, settings)


def by_text(record: Record) -> Record:
    """Written as text, and read as text."""
    return parse_game(format_game(record))


WAYS = {
    ".c4game": by_file(".c4game"),
    ".jsonl": by_file(".jsonl"),
    ".csv": by_file(".csv"),
    "clipboard": by_clipboard,
    "library": by_library,
    "board": by_session,
    "window": by_window,
    "next start": by_next_start,
    "text": by_text,
}


@pytest.mark.parametrize("out", WAYS)
@settings(max_examples=20 * TIMES)
@given(record=records())
def test_nothing_is_lost_on_any_two_ways(out, record):
    """A game that goes one way and then any other is the game that it was; a library refuses boards that turn."""
    turns = bool(record.start.rules.turn_every)
    if turns and out == "library":
        with refused("boards that do not turn"):
            WAYS[out](record)
        return
    sent = WAYS[out](record)
    assert facts(sent) == facts(record)
    for name, way in WAYS.items():
        if name == "library" and turns:
            with refused("boards that do not turn"):
                way(sent)
        else:
            assert facts(way(sent)) == facts(record), name


@given(records())
def test_a_file_of_moves_refuses_what_it_cannot_hold(record):
    """A file of moves holds the main line and says what else it leaves out; another board or start is refused."""
    write_and_read = by_file(".txt")
    if record.start != Position():
        with refused("is not a bare move string"):
            write_and_read(record)
        return
    again = write_and_read(record)
    assert again.columns == record.columns
    assert left_out("game.txt", record) or facts(again) == facts(record)


def test_a_bare_game_comes_back_from_a_file_of_moves():
    """Nothing of it is left out."""
    record = Record(GameTree.from_moves((3, 3, 4, 2), Position()).gone_to(0))
    assert not left_out("game.txt", record)
    assert facts(by_file(".txt")(record)) == facts(record)


@given(positions())
def test_a_position_that_is_copied_is_the_one_that_is_pasted(position):
    """The text of a position, with its moves or without, is read back by every reader."""
    for one in (position, replace(position, moves=None)):
        text = format_position(one)
        assert parse_position(text, one.rules) == one
        assert read_pasted(text, one.rules) == one
        assert read_pasted(one.grid(), one.rules) == one


def test_a_header_of_ours_is_none_of_others():
    """A header that has a field of its own cannot hide among those of other programs."""
    for name in ("First", "Result", "Board", "Turns", "Start"):
        others = {name: "x"}
        with refused("has a field of its own"):
            Record(GameTree(Position()), others=others)
