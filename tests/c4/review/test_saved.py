"""A review is saved with its game, and comes back without being computed again."""

from dataclasses import replace

import pytest
from commands import c4, refuses
from paths import DATA

from c4.agents import HUMAN
from c4.game.gametree import GameTree
from c4.game.position import Position
from c4.library.gamefile import read_games, write_games
from c4.library.gametext import format_game, parse_game
from c4.library.library import Library
from c4.library.record import Record
from c4.review.mistake_marks import SYMBOLS
from c4.review.rows import Review
from c4.review.saved import HEADER, review_of, with_review
from c4.review.stream import review
from c4.review.totals import Totals, phase_of, place_in_words
from c4.session.records import game_of, record_of
from c4.session.session import Session
from c4.session.settings import Settings

REPORTS = DATA / "reports"
RICH = parse_game((REPORTS / "rich.c4game").read_text(encoding="utf-8"))
LATE = "2252576253462244111563365343671351"
"""A game whose last moves are quickly solved."""


@pytest.fixture(scope="module")
def late() -> tuple[Record, Review]:
    """A set-up game of a few moves with its review."""
    start = Position.from_moves(LATE)
    columns = [start.legal_columns()[0], start.play(start.legal_columns()[0]).legal_columns()[-1]]
    record = Record(GameTree.from_moves(columns, start).gone_to(0), first="Ann", others={"Site": "Berlin"})
    return record, review(start, record.columns)


@pytest.mark.parametrize("ending", [".c4game", ".jsonl", ".csv"])
def test_a_review_comes_back(tmp_path, late, ending):
    """Scores, best columns and marks are read back as the same rows from every format that keeps everything."""
    record, found = late
    assert found.rows
    path = tmp_path / f"game{ending}"
    write_games(path, [with_review(record, found)])
    (game,) = read_games(path)
    assert review_of(game.record) == found
    assert game.record.others["Site"] == "Berlin"
    with Library(tmp_path / "games.sqlite") as library:
        assert review_of(library.get(library.add(game.record))) == found


def test_marks_and_sentences_stand_at_the_moves(late):
    """Each move that was not best has its mark and a sentence; marks and comments of people stay."""
    record, found = late
    tree = record.tree.annotated(1, comment="mine")
    written = with_review(replace(record, tree=tree), found).tree
    for node, row in zip(written.path(written.end_of(0)), found.rows):
        assert written.nodes[node].mark == SYMBOLS[row.mark]
        assert bool(written.nodes[node].comment) == bool(row.mark)
    assert written.nodes[1].comment == "mine"


def test_scores_of_other_moves_are_not_read(late):
    """Where the game goes on otherwise than the one that was reviewed, and where the header is damaged, rows end."""
    record, found = late
    text = with_review(record, found).others[HEADER]
    assert review_of(replace(record, others={})) is None
    assert review_of(replace(record, others={HEADER: "nothing"})) is None
    longer = replace(record, others={HEADER: text + " 1+1/1"})
    assert review_of(longer).rows == found.rows
    damaged = replace(record, others={HEADER: text.replace("/", "|", 1)})
    assert review_of(damaged) is None
    other = GameTree.from_moves(record.columns[:1], record.start).gone_to(0)
    assert review_of(replace(record, tree=other, others={HEADER: text})).rows == found.rows[:1]


def test_a_game_is_opened_reviewed_commented_saved_and_opened_again(late):
    """Nothing is lost on the way: headers, variations, comments, marks, scores."""
    session = Session(Settings(seats=(HUMAN, HUMAN)))
    session.open_game(game_of(RICH), paused=True)
    found = review(RICH.start, RICH.columns)
    tree = session.game.tree.annotated(2, comment="well played", mark="!")
    session.game = replace(session.game, tree=tree, review=found)
    text = format_game(record_of(session.game, session.settings))
    session.open_game(game_of(parse_game(text)), paused=True)
    assert session.game.review == found
    assert format_game(record_of(session.game, session.settings)) == text
    session.close()
    record = parse_game(text)
    assert record.tree.nodes[2].comment == "well played"
    assert record.tree.nodes[2].mark == "!"
    assert record.first == "Anna"
    assert record.event == "Club final"
    assert record.others["Site"] == "Berlin"
    assert [node.comment for node in record.tree.nodes[:1]] == ["first comment"]
    assert len(record.tree.nodes) == len(RICH.tree.nodes)


def test_a_new_game_is_saved_with_its_review():
    """A game that was played here is saved with the review of its main line, as far as that was reviewed."""
    session = Session(Settings(seats=(HUMAN, HUMAN)))
    session.set_up(LATE)
    session.play(session.position.legal_columns()[0])
    columns = session.game.moves
    found = review(Position(), columns[:1])
    session.game = replace(session.game, review=found)
    assert review_of(record_of(session.game, session.settings)).rows == found.rows
    other = Review(Position(), (6 - columns[0], *columns[1:]), found.rows)
    session.game = replace(session.game, review=replace(other, rows=(found.rows[0]._replace(column=6 - columns[0]),)))
    assert HEADER not in record_of(session.game, session.settings).others
    session.close()


def test_marks_are_those_of_files():
    """Other marks, and marks at the start, are refused; comments are tidied."""
    tree = GameTree.from_moves([3, 3])
    assert tree.annotated(1, mark="?!", comment="  a \n  b ").nodes[1][2:4] == ("a\nb", "?!")
    for node, mark in ((1, "!!!"), (0, "?")):
        with pytest.raises(ValueError, match="is not a mark"):
            tree.annotated(node, mark=mark)


def test_totals(late):
    """Moves are counted by player and phase; a mistake and its mirror image are one."""
    record, found = late
    mirror = record.start.mirror()
    mirrored = review(mirror, [6 - column for column in record.columns])
    totals = Totals()
    totals.add(found, ("Ann", "Bob"))
    totals.add(mirrored, ("Ann", "Bob"))
    assert totals.games == 2
    assert sum(totals.marks.values()) == 2 * len(found.rows)
    assert set(totals.mistakes.values()) <= {2}
    assert len(totals.mistakes) == len(found.mistakes())
    assert "2 games reviewed" in totals.text()
    listed = totals.to_json()["mistakes"]
    for content, (position, column, best) in zip(listed, totals.mistakes, strict=True):
        assert content["position"] == place_in_words(position)
        assert content["column"] == column + 1
        assert content["best"] == [other + 1 for other in best]
        assert content["times"] == 2
    assert [phase_of(ply, record.start.rules) for ply in (1, 14, 15, 28, 29, 42)] == [
        "opening", "opening", "middle", "middle", "end", "end",
    ]  # fmt: skip


def test_a_mistake_on_a_symmetric_board_is_its_mirror_image():
    """A wrong column and the one opposite count as one, though the position is its own mirror image."""
    totals = Totals()
    totals.add(review(Position(), [0]))
    totals.add(review(Position(), [6]))
    assert list(totals.mistakes.values()) == [2]


def test_many_games_are_reviewed(tmp_path):
    """Each game is printed under its heading, then a summary; the games are written with their reviews."""
    games = tmp_path / "games.txt"
    games.write_text(f"{LATE}\n{LATE}\n")
    out = tmp_path / "reviewed.c4game"
    printed = c4("review", games, "--out", out)
    assert "Game 1: X - O" in printed
    assert "2 games reviewed" in printed
    assert "Most frequent mistakes\n2 times: " in printed
    reviewed = [review_of(game.record) for game in read_games(out)]
    assert len(reviewed) == 2
    assert all(one.complete for one in reviewed)
    rows = c4("review", games, "--json").splitlines()
    assert '"game": 2' in rows[-2]
    assert '"summary"' in rows[-1]
    refuses(c4, "a page shows one game", "review", games, "--out", tmp_path / "page.html")
