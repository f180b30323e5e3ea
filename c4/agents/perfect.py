"""Perfect: the agent that knows the truth.  Imports book and solver."""

from __future__ import annotations

import random
from time import perf_counter

from c4.agents import Limits, require_moves
from c4.decision import Decision, exact_value
from c4.exact import stream_columns
from c4.position import Position
from c4.search.transpositions import Table
from c4.watch import Watch


class Perfect:
    """Plays a column of the best exact score: the shortest win, the longest defence.

    Of equally good columns the one nearest to the middle, or with `limits.seed` any of them by chance.  Raises C4Error
    where the first line does not win.
    """

    def __init__(self) -> None:
        self._table = Table()

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        started = perf_counter()
        news = {news.column: news.score for news in stream_columns(position, table=self._table, watch=watch)}
        scores = {column: score for column, score in news.items() if score is not None}
        complete = len(scores) == len(position.legal_columns())
        values = {column: exact_value(score, score, position) for column, score in scores.items()}
        if not scores:
            return Decision(None, complete=False, seconds=perf_counter() - started)
        best = [column for column in position.rules.centre_first if scores.get(column) == max(scores.values())]
        column = best[0] if limits.seed is None else random.Random(f"{limits.seed} {position.stones}").choice(best)
        reason = f"exact: {len(best)} of {len(scores)} columns are best" if complete else "the best of the columns solved before it was stopped"
        return Decision(column, values[column], values, (column,), seconds=perf_counter() - started, complete=complete, reason=reason)
