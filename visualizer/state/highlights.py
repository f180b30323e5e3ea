"""What is drawn over the discs of a board to explain a position."""

from __future__ import annotations

from typing import NamedTuple

from c4.review.finish import Square


class Highlights(NamedTuple):
    """What is drawn over the discs to explain a position.

    lines    lines of four, as squares, of the player `side`; empty squares on them glow
    wrong    the disc of a mistake, and `mark` is its mark
    better   the squares of the moves that would have been better
    """

    lines: tuple[tuple[Square, ...], ...] = ()
    side: int = 0
    wrong: Square | None = None
    mark: str = ""
    better: tuple[Square, ...] = ()


NO_HIGHLIGHTS = Highlights()
