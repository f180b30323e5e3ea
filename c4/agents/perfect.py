"""Perfect: the agent that knows the truth.  Imports book and solver."""

from __future__ import annotations

import random
from time import perf_counter

from c4.agents import Limits, require_moves
from c4.decision import Decision
from c4.position import Position
from c4.search.transpositions import Table
from c4.solved import record, solve_columns
from c4.watch import Watch


class Perfect:
    """Plays a column of the best exact score: the shortest win, the longest defence.

    Of equally good columns the one nearest to the middle, or with `limits.seed` any of them by chance.  Its tree has the exact
    value of every column; opening a node of it solves further (see `c4.solved`).  Raises C4Error where the first line does not win.
    """

    def __init__(self) -> None:
        self._table = Table()

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        watch, started = watch or Watch(), perf_counter()
        known = solve_columns(position, table=self._table, watch=watch)
        if not known:
            return Decision(None, seconds=perf_counter() - started, complete=False)
        columns = {column: value for column, (value, _) in sorted(known.items())}
        top = max(value.points for value in columns.values())
        best = [column for column in position.rules.centre_first if column in columns and columns[column].points == top]
        column = best[0] if limits.seed is None else random.Random(f"{limits.seed} {position.stones}").choice(best)
        complete = len(known) == len(position.legal_columns())
        known_best = f"exact: {len(best)} of {len(columns)} columns are best"
        snapshot = watch.snapshot()
        return Decision(
            column,
            columns[column],
            columns,
            (column,),
            nodes=0 if snapshot is None else snapshot.nodes,
            seconds=perf_counter() - started,
            complete=complete,
            tree=record(position, known) if complete else None,
            reason=known_best if complete else "the best of the columns that were solved before it was stopped",
        )
