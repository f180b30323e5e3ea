"""The exact solver: what a position is worth under perfect play.  Imports numpy and numba.

`solve` takes one position, `solve_many` many in one compiled call; `stream_columns` (or `solve_columns`) yields every
column as its bounds tighten; `principal_variation` is best play to the end.  A `Table` passed in keeps its entries.
Threads are started only if more than one is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

import numpy as np

from c4.compiled.board import constant_board
from c4.compiled.kinds import Words2, address_of
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.search.watch import Watch
from c4.solver import questions as kernels
from c4.solver.transpositions import Table
from c4.solver.work import ALL, FAR, Solution, Work, answered, check


class ColumnNews(NamedTuple):
    """Inclusive bounds of the mover's score with a column (from 0)."""

    column: int
    lower: int
    upper: int

    @property
    def score(self) -> int | None:
        """The exact score, or None when it is not known."""
        return self.lower if self.lower == self.upper else None


def solve(
    position: Position,
    *,
    weak: bool = False,
    threads: int = 1,
    table: Table | None = None,
    watch: Watch | None = None,
    report: Callable[[int, int], None] | None = None,
) -> Solution:
    """The score of a position; with `weak` only its sign, which takes less work.

    A `table` is used and left filled, so that a stopped call can resume and neighbouring positions help each other;
    without one the work starts from nothing.  `watch` observes the nodes and can stop the work; `report(lower, upper)`
    is called in this thread whenever the bounds have tightened.  Raises C4Error for a finished game, fewer than one
    thread, or count-lines: the solver plays every board, with lines of any length, but only if the first line wins.
    """
    with Work(position, threads, table, watch) as work:
        lower, upper = work.narrow(position, weak, report=report)
        return work.solution(lower, upper, weak)


def solve_many(
    positions: Sequence[Position],
    *,
    weak: bool = False,
    table: Table | None = None,
    keep_table: bool = False,
    watch: Watch | None = None,
) -> list[Solution]:
    """The solutions of many positions on the same board, in one compiled call on one thread; `seconds` is the mean.

    Every position starts from an empty table unless `keep_table`.  After a stop the list ends with the position that
    was being solved, not complete.  Raises C4Error as `solve` does, and for positions of different boards.
    """
    if not positions:
        return []
    rules = positions[0].rules
    for position in positions:
        if position.rules is not rules and position.rules != rules:
            raise C4Error(f"the positions are of different boards: {rules}, and {position.rules}")
    stones = np.array([(position.mine, position.theirs) for position in positions], dtype=np.uint64)
    check(positions[max(0, kernels.first_over(stones, constant_board(rules)))])
    return solve_stones(stones, positions[0], weak=weak, table=table, keep_table=keep_table, watch=watch)


def solve_stones(
    stones: Words2,
    first: Position,
    *,
    weak: bool = False,
    table: Table | None = None,
    keep_table: bool = False,
    watch: Watch | None = None,
) -> list[Solution]:
    """`solve_many` of bitboards, (the side to move's, the other's) in each row, of games that go on; `first` is the
    first of them as a position.
    """
    found = np.tile(np.array((-FAR, FAR, 0), dtype=np.int64), (len(stones), 1))
    with Work(first, 1, table, watch) as work:
        if not keep_table:
            work.table.clear()
            work.table.prepare(work.rules, work.controls[0])
        done = kernels.narrow(
            stones, found, -FAR, FAR, weak, ALL, ALL, keep_table, address_of(work.controls[0]), work.board
        )
        work.table.follow(work.controls[0])
        seconds = (perf_counter() - work.started) / len(stones)
    rows = found[: done + 1].tolist()
    return [Solution(lower, upper, nodes, seconds, answered(lower, upper, weak)) for lower, upper, nodes in rows]


def stream_columns(
    position: Position, *, weak: bool = False, threads: int = 1, table: Table | None = None, watch: Watch | None = None
) -> Iterator[ColumnNews]:
    """News of every legal column as its bounds tighten, column by column, the middle first; ends early after a stop.

    A column is done when its bounds meet (`weak`: when its sign is known).  Raises C4Error as `solve` does.
    """
    with Work(position, threads, table, watch) as work:
        for column in position.rules.centre_first:
            if column not in position.legal_columns():
                continue
            lower, upper = work.column_range(position, column)
            if answered(lower, upper, weak):
                yield ColumnNews(column, lower, upper)
            while not answered(lower, upper, weak):
                low, high = work.narrow(position.play(column), weak, -upper, -lower, questions=1)
                if work.stopped:
                    return
                lower, upper = -high, -low
                yield ColumnNews(column, lower, upper)
            work.finish(column, lower)


def solve_columns(
    position: Position,
    *,
    weak: bool = False,
    threads: int = 1,
    table: Table | None = None,
    watch: Watch | None = None,
    report: Callable[[ColumnNews], None] | None = None,
) -> dict[int, ColumnNews]:
    """The bounds of every legal column, left to right, when all are done or after a stop; see `stream_columns`."""
    columns = {}
    for news in stream_columns(position, weak=weak, threads=threads, table=table, watch=watch):
        columns[news.column] = news
        if report is not None:
            report(news)
    return dict(sorted(columns.items()))


def reaches(position: Position, score: int, *, table: Table | None = None, watch: Watch | None = None) -> bool:
    """Whether the side to move scores at least `score`: one question, less work than the score.

    After a stop False may mean unknown.  Raises C4Error as `solve` does.
    """
    with Work(position, 1, table, watch) as work:
        return work.narrow(position, False, score - 1, score, questions=1)[0] >= score


def columns_reaching(
    position: Position, score: int, *, table: Table | None = None, watch: Watch | None = None
) -> tuple[int, ...]:
    """The legal columns (from 0) with which the side to move scores at least `score`: one question per column.

    After a stop those found so far.  Raises C4Error as `solve` does.
    """
    found = []
    with Work(position, 1, table, watch) as work:
        for column in position.legal_columns():
            lower, upper = work.column_range(position, column)
            if lower < score <= upper:
                lower = -work.narrow(position.play(column), False, -score, 1 - score, questions=1)[1]
                if work.stopped:
                    break
            if lower >= score:
                found.append(column)
    return tuple(found)


def principal_variation(
    position: Position, *, threads: int = 1, table: Table | None = None, watch: Watch | None = None
) -> tuple[int, ...]:
    """Best play by both sides to the end of the game, columns from 0: the shortest win against the longest defence.

    Of equally good columns the one nearest to the middle is played.  Ends early after a stop.  Raises C4Error as
    `solve` does.
    """
    moves: list[int] = []
    with Work(position, threads, table, watch) as work:
        lower, upper = work.narrow(position, False)
        while position.outcome() is None and lower == upper:
            legal = position.legal_columns()
            column = next(
                (
                    column
                    for column in position.rules.centre_first
                    if column in legal and work.reaches(position, column, lower)
                ),
                None,
            )
            if column is None:  # stopped
                break
            moves.append(column)
            position, lower, upper = position.play(column), -lower, -upper
    return tuple(moves)
