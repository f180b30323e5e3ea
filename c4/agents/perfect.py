"""Perfect: the agent that knows the truth.  Imports book and solver."""

from __future__ import annotations

import random
from dataclasses import replace

from c4.agents import Limits, require_moves
from c4.decision import Decision
from c4.exact import decide
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
        found = decide(position, table=self._table, watch=watch)
        if found.column is None:
            return found
        best = [column for column in position.rules.centre_first if found.columns.get(column) == found.value]
        column = found.column if limits.seed is None else random.Random(f"{limits.seed} {position.stones}").choice(best)
        known = f"exact: {len(best)} of {len(found.columns)} columns are best"
        reason = known if found.complete else "the best of the columns that were solved before it was stopped"
        return replace(found, column=column, principal_variation=(column,), reason=reason)
