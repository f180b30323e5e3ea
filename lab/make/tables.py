"""The solver table that the makers of a process share."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from c4.game.rules import STANDARD, Rules

if TYPE_CHECKING:
    from c4.solver.table import Table

TABLE_BITS = 22
"""A table has 64 MB; every process has one."""


@lru_cache(maxsize=2)
def shared_table(rules: Rules = STANDARD) -> Table:
    """The table of this process for a board."""
    from c4.solver.table import Table

    return Table(TABLE_BITS)
