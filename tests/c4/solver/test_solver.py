"""The exact solver: its scores on any board, and what stops it."""

import time
from threading import Thread

import numpy as np
import pytest
from hypothesis import given
from often import often
from patience import LONG
from plain_solver import plain_score, read_set, small_positions, solve_columns, won_at
from refusal import refused

from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules
from c4.search.watch import Watch
from c4.solver import proof_tree, solver
from c4.solver.solver import principal_variation, solve, solve_many, stream_columns
from c4.solver.table import Table


@pytest.mark.parametrize(
    ("name", "step"),
    [("end_easy", 1), ("middle_easy", 1), ("middle_medium", 4), ("begin_easy", 2), ("begin_medium", 10)],
)
def test_public_positions(name, step):
    """Every position of the public sets has its published score."""
    rows = read_set(name, step)
    result = solve_many([Position.from_moves(moves) for moves, _ in rows])
    assert [solution.score for solution in result] == [score for _, score in rows]
    assert all(solution.complete for solution in result)


@pytest.mark.parametrize("moves", ["7747135426", "7257367475", "26777567577", "1251611316321"])
def test_hard_positions(moves):
    """Positions with most of the game to come have their published score."""
    assert solve(Position.from_moves(moves)).score == dict(read_set("begin_hard"))[moves]


@pytest.mark.parametrize(
    ("rows", "columns", "sign"),
    [(4, 4, 0), (4, 5, 0), (4, 6, -1), (5, 4, 0), (5, 5, 0), (6, 4, 0), (4, 7, 0), (6, 5, 0), (7, 4, 0)],
)
def test_small_boards_from_the_start(rows, columns, sign):
    """Small boards, empty, are worth what is known of them (Tromp's table: who wins rows x columns)."""
    assert solve(Position(rules=Rules(rows, columns))).sign == sign


@given(small_positions)
@often(40)
def test_against_minimax(position):
    """On boards of every shape, scores and all columns are those of minimax to the end."""
    known = {}
    assert solve(position).score == plain_score(position, known)
    columns = solve_columns(position)
    assert {column: news.score for column, news in columns.items()} == {
        column: -plain_score(position.play(column), known) for column in position.legal_columns()
    }


def test_every_position_of_a_small_board():
    """Every position of a 3 x 4 board (connect 3) has the score of minimax, also with the table kept."""
    known = {}
    plain_score(Position(rules=Rules(3, 4, 3)), known)
    positions = [Position(stones, sum(map(int.bit_count, stones)) % 2, Rules(3, 4, 3), None) for stones in known]
    positions = [position for position in positions if position.outcome() is None]
    assert len(positions) > 1000
    for keep in (False, True):
        result = solve_many(positions, keep_table=keep)
        assert [solution.score for solution in result] == [known[position.stones] for position in positions]


def test_weak():
    """Weakly, the sign is right, and the work is less than for the exact score."""
    rows = read_set("middle_medium", 8)
    positions = [Position.from_moves(moves) for moves, _ in rows]
    weak = solve_many(positions, weak=True)
    exact = solve_many(positions)
    assert [solution.sign for solution in weak] == [np.sign(score) for _, score in rows]
    assert all(
        solution.complete and solution.lower <= score <= solution.upper for solution, (_, score) in zip(weak, rows)
    )
    assert sum(solution.nodes for solution in weak) < sum(solution.nodes for solution in exact)


def test_columns_stream():
    """Bounds of columns tighten; the best final score is the position's; full columns are missing."""
    position = Position.from_moves("12765542777167711163")
    last = {}
    for news in stream_columns(position):
        assert news.column not in last or last[news.column].lower <= news.lower <= news.upper <= last[news.column].upper
        last[news.column] = news
    assert set(last) == set(position.legal_columns()) == {0, 1, 2, 3, 4, 5}
    assert max(news.score for news in last.values()) == solve(position).score
    assert solve_columns(Position.from_moves("112233"))[3].score == won_at(6, STANDARD)


def test_columns_watch():
    """The watch sees the columns that are done, and the best of them."""
    watch = Watch()
    columns = solve_columns(Position.from_moves("12765542777167711163"), watch=watch)
    seen = watch.snapshot()
    assert {column: value.points for column, value in seen.columns.items()} == {
        column: news.score for column, news in columns.items()
    }
    assert columns[seen.best].score == max(news.score for news in columns.values())


@pytest.mark.parametrize("name", ["end_easy", "middle_easy", "middle_medium", "begin_easy"])
def test_principal_variation(name):
    """Best play runs to the end of the game, and the end is the score: the winner's stone comes when it says."""
    for moves, score in read_set(name, 20):
        position = start = Position.from_moves(moves)
        for column in principal_variation(start):
            position = position.play(column)
        outcome = position.outcome()
        assert outcome is not None
        if score == 0:
            assert outcome.winner is None
        else:
            assert outcome.winner == (start.to_move if score > 0 else 1 - start.to_move)
            assert abs(score) == won_at(position.ply - 1, STANDARD)


def test_mirror():
    """A position and its mirror image have one score; in the upper plies they share one entry."""
    position = Position.from_moves("7747135426")
    table = Table()
    first = solve(position, table=table)
    second = solve(position.mirror(), table=table)
    assert first.score == second.score
    assert second.nodes < first.nodes / 100


def test_misuse():
    """A game that is over, count-lines, mixed boards and a table too small are refused in one sentence."""
    with refused("the game is over in"):
        solve(Position.from_moves("1212121"))
    with refused(match=r"the game is over in .*1212121"):
        solve_many([Position(), Position.from_moves("1212121")])
    with refused("not by count-lines"):
        solve(Position(rules=Rules(scoring=COUNT_LINES)))
    with refused("different boards"):
        solve_many([Position(), Position(rules=Rules(4, 4))])
    with refused("needs a table of at least 19 bits"):
        solve(Position(rules=Rules(7, 8)), table=Table(12))
    with refused("10 to 30 bits"):
        Table(9)
    assert solve_many([]) == []


def test_stop_from_outside():
    """A watch stops a long search from another thread; its bounds hold, and it is not complete."""
    watch = Watch()
    results = []
    worker = Thread(target=lambda: results.append(solve(Position(), watch=watch)))
    worker.start()
    while watch.snapshot() is None or watch.snapshot().nodes < 100_000:
        time.sleep(0.002)
    watch.stop()
    worker.join(LONG)
    assert not worker.is_alive()
    (solution,) = results
    assert not solution.complete
    assert solution.score is None
    assert solution.lower <= 1 <= solution.upper


def test_stop_before_the_start():
    """A watch that was stopped before ends every call at once: nothing is claimed that is not known."""
    watch = Watch()
    watch.stop()
    position = Position.from_moves("7747135426")
    assert not solve(position, watch=watch).complete
    assert principal_variation(position, watch=watch) == ()
    assert solve_columns(position, watch=watch) == {}
    assert not solve_many([position], watch=watch)[-1].complete


def test_resume():
    """A stopped search, taken up again with its table, ends with the exact score and less work than from nothing."""
    position = Position.from_moves("44137")
    table = Table()
    watch = Watch()

    def stop_in_the_middle() -> None:
        while watch.snapshot() is None or watch.snapshot().nodes < 2_000_000:
            time.sleep(0.001)
        watch.stop()

    stopper = Thread(target=stop_in_the_middle)
    stopper.start()
    first = solve(position, table=table, watch=watch)
    stopper.join(LONG)
    assert not first.complete
    assert first.lower <= 4 <= first.upper
    again = solve(position, table=table)
    fresh = solve(position)
    assert again.score == fresh.score == 4
    assert again.nodes < fresh.nodes


def test_reports(monkeypatch):
    """Long questions about columns and along a line report bounds from the mover's point of view, with threads too."""
    for name in ("EASY_NODES", "FIRST_TRY"):
        monkeypatch.setattr(solver, name, 1 << 7)
    monkeypatch.setattr(proof_tree, "LEAF_NODES", 1 << 8)
    position = Position.from_moves("7553231564172267")
    reported = []

    def report(solution, nodes_left):
        assert nodes_left >= 0
        reported.append((solution.lower, solution.upper))

    scores = [news.score for news in stream_columns(position, threads=2, report=report) if news.score is not None]
    assert reported
    assert all(any(lower <= score <= upper for score in scores) for lower, upper in reported)
    assert len(principal_variation(position, threads=2, report=report)) > 0
