"""Values of positions: their bounds, won games, and how they are written."""

from __future__ import annotations

from typing import NamedTuple

from c4.game.position import Position
from c4.game.rules import Outcome

EXACT, LOWER, UPPER, NO_BOUND, MEAN = range(5)
"""Bounds of a value: equal to the minimax value, at least, at most; a pruned node has none.  MEAN: no bound, but the
mean of the simulations of Monte-Carlo tree search, an estimate.
"""

INFINITY = 1 << 30
"""The open end of a window."""

WIN = 1_000_000
"""A completed line is worth WIN minus the discs on the board (first-line scoring): earlier wins and later losses are
better (R3-20).
"""

WIN_FLOOR = WIN - 64
"""Values from here on mean a won game; no evaluator reaches them."""

_SIGNS = {EXACT: "", LOWER: "≥", UPPER: "≤", MEAN: ""}


def sign(number: int) -> int:
    """1 for a number above 0, -1 for one below, otherwise 0: the result of a score for its side."""
    if number > 0:
        return 1
    return -1 if number < 0 else 0


class Value(NamedTuple):
    """A value: `points` for the searching side, and `bound`, EXACT, LOWER or UPPER."""

    points: int
    bound: int


THOUSANDTHS = 1000
"""The points in a unit of an evaluator whose values may be fractions."""


def number_text(points: float, stones: int = 0, scale: int = 1) -> str:
    """A value in short: "3", "−12", "+0.41" in units; "W5": MAX wins on ply 5, "L6": MAX loses on ply 6.

    Values in thousandths, those of user evaluators, have decimals only if they are no whole numbers.

    `stones` is the number on the board at the root, from which plies are counted; `scale` the points in one unit.
    """
    if abs(points) >= WIN_FLOOR:
        return f"{'W' if points > 0 else 'L'}{WIN - abs(int(points)) - stones}"
    whole = scale == THOUSANDTHS and points % scale == 0
    text = f"{points / scale:.0f}" if scale == 1 or whole else f"{points / scale:+.2f}"
    return text.lstrip("+-") if not float(text) else text.replace("-", "−")


def moves_to_end(value: Value, stones: int) -> int:
    """The moves that the side to move still makes in a game that it wins or loses, for a value of a decided game.

    `stones` is the number on the board.
    """
    plies = WIN - abs(value.points) - stones
    return (plies + 1) // 2 if value.points > 0 else plies // 2


def result_text(value: Value, stones: int = 0) -> str:
    """The result that a value of a decided game or a draw means for the side to move, in words.

    "Win in 7" and "Lose in 12" count that side's own moves; "Win", "Lose", "Draw or win" for bounds; "" for a value that
    decides nothing.
    """
    points, bound = value
    if points == 0:
        return {EXACT: "Draw", LOWER: "Draw or win", UPPER: "Draw or lose"}.get(bound, "")
    if abs(points) < WIN_FLOOR:
        return ""
    word = "Win" if points > 0 else "Lose"
    if bound == EXACT:
        return f"{word} in {moves_to_end(value, stones)}"
    sure = (bound == LOWER) == (points > 0)
    return word if sure else ""


def points_text(points: float, scale: int) -> str:
    """A value in points, as commands print it: of a user evaluator as its file says, "0.4"; of a won game 999,979."""
    if scale == THOUSANDTHS and abs(points) < WIN_FLOOR:
        return f"{points / scale:.12g}"
    return f"{points:.0f}"


def value_text(value: Value, stones: int = 0, scale: int = 1) -> str:
    """The same with its bound: "3", "≤3", "≥5"; empty if there is no value."""
    return "" if value.bound == NO_BOUND else _SIGNS[value.bound] + number_text(value.points, stones, scale)


def end_points(outcome: Outcome, ply: int, side: int) -> int:
    """The points of a finished game for `side`, if the first line wins; `ply` discs are on the board."""
    if outcome.winner is None:
        return 0
    return WIN - ply if outcome.winner == side else ply - WIN


def turned(value: Value) -> Value:
    """The same value for the other side."""
    return Value(-value.points, {LOWER: UPPER, UPPER: LOWER}.get(value.bound, value.bound))


def exact_value(lower: int, upper: int, position: Position) -> Value | None:
    """The bounds of an exact score (+k: a win with one's k-th last disc) as a Value for the side to move.

    While they differ the value is a bound, if it at least narrows down the result of the game, otherwise None.
    """

    def points(score: int) -> int:
        if score == 0:
            return 0
        left = position.rules.cells - position.ply
        if score > 0:
            return WIN - (position.ply + 2 * ((left + 1) // 2 - score) + 1)
        return position.ply + 2 * (left // 2 + score) + 2 - WIN

    if lower == upper:
        return Value(points(lower), EXACT)
    if lower >= 0:
        return Value(points(lower), LOWER)
    return Value(points(upper), UPPER) if upper <= 0 else None
