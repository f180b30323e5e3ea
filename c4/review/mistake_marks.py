"""What counts as a slip, a mistake and a blunder: the mark of a single move, by exact scores alone."""

from __future__ import annotations

from c4.game.values import sign

BEST = ""
SLIP = "slip"
MISTAKE = "mistake"
BLUNDER = "blunder"
"""Nothing lost; the same result, but a later win or earlier loss; a win drawn or a draw lost; a win lost."""

SYMBOLS = {BEST: "", SLIP: "?!", MISTAKE: "?", BLUNDER: "??"}
"""The marks as symbols in a game file (`c4.game.gametree.MARKS`)."""


def result_lost(value: int, score: int) -> int:
    """What a move cost of the result: 2 from win to loss, 1 from win to draw or draw to loss, otherwise 0.

    `value` is the exact score of the best column, and `score` that of the column played, both for the side to move.
    """
    return sign(value) - sign(score)


def mark_of(value: int, score: int) -> str:
    """BEST, SLIP, MISTAKE or BLUNDER, by exact scores as in `result_lost`."""
    if score == value:
        return BEST
    return (SLIP, MISTAKE, BLUNDER)[result_lost(value, score)]
