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


def number_text(points: float, discs: int = 0, scale: int = 1) -> str:
    """A value in short: "3", "−12", "+0.41" in units; "W5": MAX wins on ply 5, "L6": MAX loses on ply 6.

    `discs` is the number of discs on the board at the root, from which plies are counted; `scale` is the number of
    points in one unit.  Values in thousandths, those of user evaluators, have decimals only if they are not whole.
    """
    if abs(points) >= WIN_FLOOR:
        return f"{'W' if points > 0 else 'L'}{WIN - abs(int(points)) - discs}"
    whole = scale == THOUSANDTHS and points % scale == 0
    text = f"{points / scale:.0f}" if scale == 1 or whole else f"{points / scale:+.2f}"
    return text.lstrip("+-") if not float(text) else text.replace("-", "−")


def moves_to_end(value: Value, discs: int) -> int:
    """The moves that the side to move still makes in a game that it wins or loses, for a value of a decided game.

    `discs` is the number of discs on the board.
    """
    plies = WIN - abs(value.points) - discs
    return (plies + 1) // 2 if value.points > 0 else plies // 2


def result_text(value: Value, discs: int = 0) -> str:
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
        return f"{word} in {moves_to_end(value, discs)}"
    sure = (bound == LOWER) == (points > 0)
    return word if sure else ""


def points_text(points: float, scale: int) -> str:
    """A value in points, as commands print it: of a user evaluator as its file says, "0.4"; of a won game 999,979."""
    if scale == THOUSANDTHS and abs(points) < WIN_FLOOR:
        return f"{points / scale:.12g}"
    return f"{points:.0f}"


def value_text(value: Value, discs: int = 0, scale: int = 1) -> str:
    """`number_text` with the sign of the bound in front: "3", "≤3", "≥5"; "" if there is no value."""
    return "" if value.bound == NO_BOUND else _SIGNS[value.bound] + number_text(value.points, discs, scale)


def end_points(outcome: Outcome, ply: int, side: int) -> int:
    """The points of a finished game for `side`, if the first line wins; `ply` discs are on the board."""
    if outcome.winner is None:
        return 0
    return WIN - ply if outcome.winner == side else ply - WIN


def for_other_side(value: Value) -> Value:
    """The same value for the other side."""
    return Value(-value.points, {LOWER: UPPER, UPPER: LOWER}.get(value.bound, value.bound))


def plies_to_end(score: int, free: int) -> int:
    """The plies that a game still lasts if both sides play best, from an exact score for the side to move and the
    number of free cells.

    A score of k is a win with the k-th last disc of the side to move.  It has (free + 1) // 2 discs left, so it plays
    (free + 1) // 2 - k before that one, each followed by a reply, and then wins with one ply more.

    A score of -k is a win of the other side with its k-th last disc.  It has free // 2 discs left, so it plays
    free // 2 - k before that one, each after a move of the side to move, and then wins after one move more, which are
    two plies.
    """
    if score > 0:
        return 2 * ((free + 1) // 2 - score) + 1
    return 2 * (free // 2 + score) + 2 if score < 0 else free


def least_winning_score(plies: int, free: int) -> int:
    """The least score, at least 1, with which the side to move wins within so many plies, see `plies_to_end`."""
    return max(1, (free + 1) // 2 - (plies - 1) // 2)


def score_of_loss(plies: int, free: int) -> int:
    """The score of a position that is lost in this even number of plies, see `plies_to_end`; 0 or more if the board is
    full before.
    """
    return plies // 2 - 1 - free // 2


def exact_value(lower: int, upper: int, position: Position) -> Value | None:
    """The bounds of an exact score (+k: a win with one's k-th last disc) as a Value for the side to move.

    While they differ the value is a bound, if it at least narrows down the result of the game, otherwise None.
    """

    def points(score: int) -> int:
        if score == 0:
            return 0
        last_ply = position.ply + plies_to_end(score, position.rules.cells - position.ply)
        return WIN - last_ply if score > 0 else last_ply - WIN

    if lower == upper:
        return Value(points(lower), EXACT)
    if lower >= 0:
        return Value(points(lower), LOWER)
    return Value(points(upper), UPPER) if upper <= 0 else None
