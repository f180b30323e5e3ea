"""Reviews every move of a game exactly, a row at a time.

for row in stream_review(Position(), moves):      # a window shows each row at once
    ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import index

from c4.exact import scores
from c4.game.position import Position
from c4.review.rows import Lines, Review, Row, positions_of
from c4.search.watch import Watch
from c4.solver.solver import check_solvable
from c4.solver.table import Table


def stream_review(
    start: Position, columns: Iterable[int], *, table: Table | None = None, watch: Watch | None = None
) -> Iterator[Row]:
    """The rows of a game from `start` on with these moves (columns from 0), in order, each as soon as it is known.

    The table is used and left filled.  Ends early after `watch.stop()`.  Raises C4Error for an impossible move, and if
    the first line does not win.
    """
    columns = tuple(map(index, columns))
    table = table or Table()
    watch = watch or Watch()
    positions = positions_of(start, columns)
    check_solvable(start)
    value: int | None = None
    for place, column in enumerate(columns):
        position = positions[place]
        after = positions[place + 1]
        if value is None:
            value = scores.solve(position, table=table, watch=watch).score
        best = None if value is None else scores.columns_reaching(position, value, table=table, watch=watch)
        if value is None or best is None or watch.stopped:
            return
        outcome = after.outcome()
        reply = None
        if outcome is not None:
            score = 0 if outcome.winner is None else value
        elif column in best:
            score = value
            reply = -value
        else:
            reply = scores.solve(after, table=table, watch=watch).score
            if reply is None:
                return
            score = -reply
        yield Row(position.ply + 1, position.to_move, column, value, score, best)
        value = reply


def review(start: Position, columns: Sequence[int], **how: object) -> Review:
    """The whole review of a game; `how` and errors are those of `stream_review`."""
    rows = tuple(stream_review(start, columns, **how))  # type: ignore[arg-type]  # as stream_review types them
    return Review(start, tuple(map(index, columns)), rows)


def lines_of(row: Row, position: Position, *, table: Table | None = None, watch: Watch | None = None) -> Lines:
    """The lines of a move that was made in `position`; shorter after a stop."""
    best = next(column for column in position.rules.centre_first if column in row.best)
    return Lines(line_after(position, row.column, table, watch), line_after(position, best, table, watch))


def line_after(position: Position, column: int, table: Table | None, watch: Watch | None) -> tuple[int, ...]:
    """A column and best play after it.  Raises C4Error for an impossible move."""
    after = position.play(column)
    if after.outcome() is not None:
        return (column,)
    return (column, *scores.principal_variation(after, table=table, watch=watch))
