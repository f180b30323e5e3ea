"""Perfect: the agent that knows the truth.  Imports book and solver."""

from __future__ import annotations

from c4.agents import Limits, require_moves
from c4.game.position import Position
from c4.search.decision import Decision
from c4.search.watch import Watch
from c4.solver.transpositions import Table
from c4.truth.exact_tree import decide


class Perfect:
    """Plays a column of the best exact score: the shortest win, the longest defence.

    Of equally good columns the one nearest to the middle, or with `limits.seed` any of them by chance.  Its tree has the exact
    value of every column; opening a node of it solves further (see `c4.truth.exact_tree`).  Raises C4Error where the first line does not win.
    """

    def __init__(self) -> None:
        self._table = Table()

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        return decide(position, table=self._table, watch=watch, seed=limits.seed, recording=True)
