"""A review: every row agrees with the solver, marks and sentences say what the numbers say, and it can be stopped."""

import json

import pytest
from pages import loaded
from refusal import refused

from c4.cli import main
from c4.exact.scores import stream_columns
from c4.game.columns import name_columns
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules
from c4.review.graph_scale import bar_height
from c4.review.mistake_marks import BEST, BLUNDER, MISTAKE, SLIP
from c4.review.page import moves as lines_of_moves
from c4.review.page import review_page
from c4.review.rows import Count, Lines, Review, Row
from c4.review.stream import lines_of, review, stream_review
from c4.review.words import own_moves, reason_of, review_text, score_words, sentence, summary, verdict
from c4.search.watch import Watch
from c4.solver.table import Table

TABLE = Table()

GAMES = ["44453566756", "433442334114173471635117666676555", "34743341751725142771733122", "345415333641742726"]
GAMES += ["1212121"]


def columns_of(moves: str) -> tuple[int, ...]:
    return Position.from_moves(moves).moves or ()


@pytest.mark.parametrize("moves", GAMES)
def test_every_row_agrees_with_the_solver(moves):
    """Value, kept and all best columns are those that solving each column by itself gives."""
    result = review(Position(), columns_of(moves), table=TABLE)
    assert result.complete
    for row, position in zip(result.rows, result.positions):
        scores = {news.column: news.score for news in stream_columns(position, table=TABLE)}
        best = max(scores.values())
        assert row.value == best, row
        assert row.score == scores[row.column], row
        assert sorted(row.best) == sorted(column for column, score in scores.items() if score == best)
        assert row.ply == position.ply + 1
        assert row.side == position.to_move


def test_rows_come_one_by_one_and_stop():
    """Each row is there before the next is worked on, and a stop ends the stream without a guess."""
    watch = Watch()
    rows = []
    for row in stream_review(Position(), columns_of(GAMES[1]), watch=watch):
        rows.append(row)
        if len(rows) == 3:
            watch.stop()
    assert [row.ply for row in rows] == [1, 2, 3]
    complete = Review(Position(), columns_of(GAMES[1]), tuple(rows))
    assert not complete.complete
    assert "reviewed so far: 3 of 33 moves" in review_text(complete)
    assert not list(stream_review(Position(), (3,), watch=watch))


def test_marks_by_what_is_lost():
    """A slip keeps the result, a mistake loses half of it, a blunder all."""
    marks = {(5, 5): BEST, (5, 2): SLIP, (-1, -4): SLIP, (5, 0): MISTAKE, (0, -1): MISTAKE, (1, -1): BLUNDER}
    for (value, score), mark in marks.items():
        assert Row(1, 0, 3, value, score, (3,)).mark == mark
    rows = tuple(Row(ply, ply % 2, 3, value, score, (3,)) for ply, (value, score) in enumerate(marks, start=1))
    result = Review(Position(), (3,) * 6, rows)
    assert [row.ply for row in result.mistakes()] == [6, 4, 5]
    assert [row.ply for row in result.mistakes(slips=True)] == [6, 4, 5, 2, 3]
    assert result.count(1) == Count(best=1, slips=1, mistakes=1)
    assert summary(result, 0) == "0 of 3 moves best, 1 slip, 1 mistake, 1 blunder"
    verdicts = ["", "slower win", "faster loss", "win to draw", "draw to loss", "win to loss"]
    assert [verdict(row) for row in rows] == verdicts


def test_distances_are_those_of_best_play():
    """Playing best moves by both sides ends the game after exactly so many plies as the first score says."""
    for moves in ("44453", "4334423", "34743341751725142"):
        position = Position.from_moves(moves)
        row = next(stream_review(position, [position.legal_columns()[0]], table=TABLE))
        line = lines_of(row, position, table=TABLE).better
        assert line[0] in row.best
        assert (len(line) + (row.value > 0)) // 2 == own_moves(row.value, position), "moves of the side that moves"
        assert position.rules.cells >= len(line) > 0
        worse = lines_of(row, position, table=TABLE).refutation
        assert worse[0] == row.column
        if row.score:
            assert (len(worse) + (row.score > 0)) // 2 == own_moves(row.score, position)


def test_sentences():
    """One sentence for each mark, from the exact values."""
    start = Position.from_moves("4445")
    assert sentence(Row(5, 0, 2, 5, 5, (2,)), start) == ""
    assert score_words(0, start) == "draws"
    blunder = Row(5, 0, 2, 3, -3, (3, 4))
    assert sentence(blunder, start) == "Column 3 loses in 17 moves; columns 4 and 5 win in 17 moves."
    assert sentence(Row(5, 0, 2, 3, 0, (3,)), start) == "Column 3 draws; column 4 wins in 17 moves."
    assert (
        sentence(Row(5, 0, 2, 3, 2, (3,)), start)
        == "Column 3 still wins, but only in 18 moves; column 4 wins in 17 moves."
    )
    assert (
        sentence(Row(5, 0, 2, -2, -4, (3, 4)), start)
        == "Column 3 loses in 16 moves; columns 4 and 5 hold out for 18 moves."
    )
    assert name_columns((1, 2, 4)) == "columns 2, 3 and 5"
    threat = Position.from_moves("414151")
    row = next(stream_review(threat, [6], table=TABLE))
    better = f"{name_columns(row.best)} {score_words(row.value, threat)}"
    assert row.mark == BLUNDER
    assert sentence(row, threat) == f"Column 7 lets the other side win at once with column 1; {better}."


def test_a_reason_is_given_for_what_loses():
    """How the other side wins is told of a slip that loses earlier; a best move, and one that still wins, have none."""
    game = "433442334114173471635117666676555"
    position = Position.from_moves(game[:23])
    (row,) = stream_review(position, columns_of(game)[23:24], table=TABLE)
    reason = "X gets f2 and e3 in the end, and completes c5-f2."
    assert row.mark == SLIP
    assert row.lost == 0
    assert reason_of(row, position) == reason
    assert reason_of(row._replace(score=row.value), position) == ""
    position = Position.from_moves(game[:24])
    (still_wins,) = stream_review(position, columns_of(game)[24:25], table=TABLE)
    assert still_wins.mark == SLIP
    assert still_wins.score > 0
    assert reason_of(still_wins, position) == ""
    assert reason_of(still_wins._replace(score=0), position).startswith("The win: ")


def test_a_finished_or_counted_game_is_refused():
    """There is nothing to judge after the end, and where lines are counted."""
    with refused("the game is over"):
        next(stream_review(Position.from_moves("1212121"), ()))
    with refused("first line wins"):
        next(stream_review(Position(rules=Rules(scoring=COUNT_LINES)), (3,)))
    with refused("column 4 is full"):
        next(stream_review(Position(), (3,) * 7))


def test_heights_of_the_graph():
    """Later wins are lower but never as low as a draw; both sides alike."""
    heights = [bar_height(score, STANDARD) for score in range(1, 19)]
    assert heights == sorted(heights)
    assert 0.3 < heights[0] < heights[-1] == 1.0
    assert bar_height(0, STANDARD) == 0
    assert bar_height(-7, STANDARD) == -bar_height(7, STANDARD)


@pytest.mark.parametrize(
    "foreign", ['<script src="https://elsewhere.example/a.js">', '<img src="a.png">', "@import 'a.css'", "url(//a.b/c)"]
)
def test_a_page_that_loads_something_is_noticed(foreign):
    """Wherever in the page it stands."""
    assert loaded(f"<p>text{foreign}</p>")


def test_the_page():
    """The page holds board, graph, moves and mistakes, loads nothing, and shows names as they are."""
    result = review(Position(), columns_of(GAMES[0]), table=TABLE)
    line = Lines((2, 4), (3, 4))
    page = review_page(result, ("<b>Anna</b>", "$board</script>"), "at home", {5: line})
    assert "&lt;b&gt;Anna&lt;/b&gt;" in page
    assert "<b>Anna" not in page
    assert page.count("<script") == page.count("</script>") == 2
    assert loaded(page) == []
    assert page.count("data-disc=") == 11
    assert "Played: 35" in page
    assert "Better: 45" in page
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert len(data["said"]) == 12
    assert data["mistakes"] == [5]


def test_the_command(capsys, tmp_path):
    """JSON rows with the columns from 1, text and page; a file with a game is reviewed like its moves."""
    game = tmp_path / "a.c4game"
    page = tmp_path / "a.html"
    text = tmp_path / "a.txt"
    game.write_text(GAMES[0], encoding="utf-8")
    main(["review", GAMES[0], "--json"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 11
    assert {key: rows[4][key] for key in ("ply", "column", "value", "kept", "best", "mark")} == {
        "ply": 5, "column": 3, "value": 3, "kept": -3, "best": [4, 5], "mark": "blunder",
    }  # fmt: skip
    main(["review", GAMES[0], "--out", str(page), "--out", str(text)])
    printed = capsys.readouterr().out
    assert text.read_text(encoding="utf-8") == printed
    assert "  5. X 3?? loses in 17 moves  columns 4 and 5 win in 17 moves" in printed
    assert "X: 3 of 6 moves best, 2 slips, 1 blunder" in printed
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    main(["review", str(game), "--json"])
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == rows


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("448", "'8' is not a column"),
        ("44444444", "column 4 is full"),
        ("nothing.c4game", "there is no file nothing.c4game"),
    ],
)
def test_the_command_refuses(capsys, moves, words):
    """What is no game is one line on standard error, exit status 2."""
    with pytest.raises(SystemExit) as exit:
        main(["review", moves])
    assert exit.value.code == 2
    assert words in capsys.readouterr().err


def test_a_page_of_a_review_that_was_stopped_shows_all_moves_and_the_marks_that_are_known():
    """The moves that were not reviewed have no mark and no outcome."""
    whole = review(Position(), columns_of(GAMES[0]), table=TABLE)
    stopped = Review(whole.start, whole.columns, whole.rows[:3])
    cells = [cell for _, line in lines_of_moves(stopped) for cell in line if cell is not None]
    assert [cell["ply"] for cell in cells] == list(range(1, len(whole.columns) + 1))
    assert [bool(cell["outcome"]) for cell in cells] == [True] * 3 + [False] * (len(whole.columns) - 3)
    assert review_page(stopped, ("Anna", "Ben"), "at home", {}).count("data-disc=") == len(whole.columns)
