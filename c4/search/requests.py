"""What every search can be asked for: the rows that it may record, and its time."""

from __future__ import annotations

from c4.errors import C4Error
from c4.text import pluralise

MAX_TIME_MS = 1e12
"""More milliseconds than anybody waits; sums of them stay exact."""


def check_budget(budget: int, least: int) -> None:
    """Raises C4Error for a budget of rows that is neither 0 nor `least`, what the root and its columns take."""
    if budget and budget < least:
        raise C4Error(f"{pluralise(budget, 'row')} cannot hold the root and its columns: use 0 or at least {least}")


def check_time(time_ms: float | None) -> None:
    """Raises C4Error for a time that is no number of milliseconds above 0; None is no limit."""
    if time_ms is not None and not 0 < time_ms < MAX_TIME_MS:
        raise C4Error(f"the time must be a number of milliseconds above 0, not {time_ms!r}")


def reserve_of(budget: int) -> int:
    """The rows beside a budget: a node that is searched when it is nearly used up still gets its children."""
    return budget // 4
