"""Exact scores: from the book if it has the position, otherwise from the solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from time import perf_counter
from typing import Any

from c4.exact.book import book_for
from c4.game.position import Position
from c4.game.rules import Rules
from c4.search.watch import Watch
from c4.solver import solver
from c4.solver.solver import ColumnNews, Solution, check_solvable
from c4.solver.table import Table


def solve(position: Position, *, book: bool = True, **how: Any) -> Solution:
    """The exact score of a position; a score from the book costs 0 nodes.

    `how` and errors are those of `c4.solver.solver.solve`.
    """
    started = perf_counter()
    check_solvable(position)
    shipped = book_for(position.rules) if book else None
    score = None if shipped is None else shipped.score(position)
    if score is None:
        return solver.solve(position, **how)
    return Solution(score, score, 0, perf_counter() - started, True)


def final_scores(news: Iterable[ColumnNews]) -> dict[int, int]:
    """The score of every column (from 0, left to right) that the news of it settles; later news count."""
    last = {of_column.column: of_column.score for of_column in news}
    return {column: score for column, score in sorted(last.items()) if score is not None}


def _known_columns(position: Position, use_book: bool) -> dict[int, int] | None:
    """The scores of the columns, if the book is to be used and has them."""
    shipped = book_for(position.rules) if use_book else None
    return None if shipped is None else shipped.columns(position)


def stream_columns(
    position: Position, *, book: bool = True, table: Table | None = None, watch: Watch | None = None, **how: Any
) -> Iterator[ColumnNews]:
    """News of every legal column as its bounds tighten; all at once if they are in the book.

    See `c4.solver.solver.stream_columns`.
    """
    check_solvable(position)
    scores = _known_columns(position, book)
    if scores is None:
        yield from solver.stream_columns(position, table=table, watch=watch, **how)
    else:
        yield from (ColumnNews(column, score, score) for column, score in scores.items())


def columns_reaching(position: Position, score: int, *, book: bool = True, **how: Any) -> tuple[int, ...]:
    """The legal columns (from 0) with at least `score` for the side to move.  See
    `c4.solver.solver.columns_reaching`.
    """
    scores = _known_columns(position, book)
    if scores is None:
        return solver.columns_reaching(position, score, **how)
    return tuple(column for column, score_of_column in scores.items() if score_of_column >= score)


def best_columns(worth: Mapping[int, int], rules: Rules) -> list[int]:
    """The columns with the best score, the one nearest the middle first."""
    top = max(worth.values(), default=0)
    return [column for column in rules.centre_first if column in worth and worth[column] == top]


def principal_variation(position: Position, *, book: bool = True, **how: Any) -> tuple[int, ...]:
    """Best play by both sides to the end of the game, columns from 0; from the book as far as it goes."""
    moves: list[int] = []
    while position.outcome() is None and (scores := _known_columns(position, book)) is not None:
        moves.append(best_columns(scores, position.rules)[0])
        position = position.play(moves[-1])
    if position.outcome() is None:
        moves += solver.principal_variation(position, **how)
    return tuple(moves)
