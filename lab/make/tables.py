"""The solver table that the makers of a process share."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from c4.game.rules import STANDARD, Rules

if TYPE_CHECKING:
    from c4.solver.table import Table

TABLE_BITS = 22
"""The size of a table: 64 MB.  Every process has one."""


@lru_cache(maxsize=2)
def shared_table(rules: Rules = STANDARD) -> Table:
    """The table of this process for a board; it keeps what was solved."""
    from c4.solver.table import Table

    return Table(TABLE_BITS)
