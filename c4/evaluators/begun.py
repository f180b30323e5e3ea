"""Lines that are begun: what V1 and V2 count in Python.  Plain Python on ints."""

from __future__ import annotations

from functools import lru_cache

from c4.game.rules import Line, Rules


@lru_cache(maxsize=4096)
def lines_begun(own: int, rules: Rules) -> tuple[tuple[Line, int], ...]:
    """The lines of which an owner has all cells but two at most, one at least, and how many; kept, because in a search
    they come again and again.
    """
    least = max(1, rules.connect - 2)
    counted = ((line, (own & line.mask).bit_count()) for line in rules.lines)
    return tuple((line, n) for line, n in counted if n >= least)
