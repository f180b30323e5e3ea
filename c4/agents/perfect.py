"""Perfect: the agent that plays by exact scores.  Imports book and solver."""

from __future__ import annotations

import random

from c4.agents import Limits, require_moves
from c4.game.position import Position
from c4.search.decision import Decision
from c4.search.watch import Watch
from c4.solver.transpositions import Table
from c4.truth.exact_tree import decide


class Perfect:
    """Plays a column with the best exact score: the shortest win, the longest defence.

    Of equally good columns it plays a random one; the same `limits.seed` gives the same one.  Its tree
    has the exact value of every column, and opening a node solves its columns (see
    `c4.truth.exact_tree`).  Raises C4Error when lines count.
    """

    def __init__(self) -> None:
        self._table = Table()

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        seed = random.getrandbits(32) if limits.seed is None else limits.seed
        return decide(position, table=self._table, watch=watch, seed=seed, recording=True)
