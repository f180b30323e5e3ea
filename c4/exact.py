"""The truth about a position: from the book where it knows it, otherwise from the solver.  Imports both; starts no thread of its own."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from c4.book import book_for
from c4.decision import Decision, exact_value
from c4.position import Position
from c4.search import solver
from c4.search.solver import ColumnNews, Solution
from c4.search.transpositions import Table
from c4.watch import Watch


def solve(position: Position, *, book: bool = True, **how) -> Solution:
    """The exact score of a position; a book's answer costs 0 nodes.  `how` as in `c4.search.solver.solve`, and so are the errors."""
    started = perf_counter()
    solver.check(position)
    opened = book_for(position.rules) if book else None
    score = None if opened is None else opened.score(position)
    if score is None:
        return solver.solve(position, **how)
    return Solution(score, score, 0, perf_counter() - started, True)


def stream_columns(position: Position, *, book: bool = True, table: Table | None = None, watch: Watch | None = None, **how) -> Iterator[ColumnNews]:
    """News of every legal column as its bounds tighten; all at once when the book knows them.  As `c4.search.solver.stream_columns`."""
    solver.check(position)
    opened = book_for(position.rules) if book else None
    scores = None if opened is None else opened.columns(position)
    if scores is None:
        yield from solver.stream_columns(position, table=table, watch=watch, **how)
    else:
        yield from (ColumnNews(column, score, score) for column, score in scores.items())


def decide(position: Position, *, watch: Watch | None = None, line: bool = False, **how) -> Decision:
    """The best column by exact values: the shortest win, the longest defence; of equally good ones the nearest to the middle.

    `columns` holds what is known of each, `principal_variation` best play to the end of the game when `line` asks for it (it takes more
    work), otherwise the column alone.  Stopped by the watch, it answers with the best of the columns that were finished.
    """
    started, watch = perf_counter(), watch or Watch()
    values, finished = {}, {}
    for news in stream_columns(position, watch=watch, **how):
        value = exact_value(news.lower, news.upper, position)
        if value is not None:
            values[news.column] = value
        if news.score is not None:
            finished[news.column] = news.score
    complete = len(finished) == len(position.legal_columns())
    best = max(finished, key=lambda column: (finished[column], -position.rules.centre_first.index(column)), default=None)
    moves = () if best is None else (best,)
    if line and complete:
        moves = principal_variation(position, watch=watch, **how)
    snapshot = watch.snapshot()
    nodes = 0 if snapshot is None else snapshot.nodes
    value = None if best is None else values[best]
    return Decision(best, value, values, moves, nodes=nodes, seconds=perf_counter() - started, complete=complete)


def principal_variation(position: Position, *, book: bool = True, **how) -> tuple[int, ...]:
    """Best play by both sides to the end of the game, columns from 0; through the book as long as it knows every column."""
    opened = book_for(position.rules) if book else None
    moves: list[int] = []
    while position.outcome() is None and opened is not None and (scores := opened.columns(position)) is not None:
        moves.append(max(scores, key=lambda column: (scores[column], -position.rules.centre_first.index(column))))
        position = position.play(moves[-1])
    if position.outcome() is None:
        moves += solver.principal_variation(position, **how)
    return tuple(moves)
