"""Decision: what an agent answers when it is asked for a move.  Plain Python; imports nothing heavy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from c4.position import Position
    from c4.search.tree import SearchTree

EXACT, LOWER, UPPER, NO_BOUND = range(4)
"""Bounds of a value: equal to minimax, at least, at most; a pruned node has none."""

WIN = 1_000_000
"""A completed line is worth WIN minus the stones on the board (first-line scoring): nearer wins are better, later losses too (R3-20)."""

WIN_FLOOR = WIN - 64
"""Values from here on are won games; no evaluator reaches them."""


_SIGNS = {EXACT: "", LOWER: "≥", UPPER: "≤"}


class Value(NamedTuple):
    """A value with what it says: `points` for the searching side, `bound` EXACT, LOWER (at least) or UPPER (at most)."""

    points: int
    bound: int


class Finding(NamedTuple):
    """Something on the board that an agent reasons from, in words and for drawing.

    `cells` are the cells (row, column) it is made of; `column` the move it asks for (from 0) or None; `weight` how much that counts;
    `verdict` what became of it: "played", or why not.
    """

    text: str
    cells: tuple[tuple[int, int], ...]
    column: int | None = None
    weight: float = 0.0
    verdict: str = ""


@dataclass(frozen=True)
class Decision:
    """A move and what led to it.

    column      the chosen column (from 0); None when the game is over, or the search was stopped before any column was done
    value       of that column, None when the agent computes none
    columns     value of every column that was looked at
    principal_variation     columns of best play, the chosen one first
    complete    False when the search was stopped: then the rest tells how far it came, and `tree` is None
    tree        the recorded search, None when nothing was recorded
    reason      in words
    depth       plies of the last finished iteration, 0 when the agent does not deepen step by step
    estimate    what the values are when nobody searched for them ("action values of a table"); otherwise ""
    scale       points in one unit of such values; those of a search are in the unit of its tree
    findings    what on the board it reasons from, the most important first
    """

    column: int | None
    value: Value | None = None
    columns: dict[int, Value] = field(default_factory=dict)
    principal_variation: tuple[int, ...] = ()
    nodes: int = 0
    pruned: int = 0
    seconds: float = 0.0
    complete: bool = True
    tree: SearchTree | None = field(default=None, repr=False)
    reason: str = ""
    depth: int = 0
    estimate: str = ""
    scale: int = 1
    findings: tuple[Finding, ...] = ()


def number_text(points: float, stones: int = 0, scale: int = 1) -> str:
    """A value as short as it can be said: "3", "−12", "+0.41" in units; "W5" = MAX wins on ply 5, "L6" = MAX loses on ply 6.

    `stones` are those on the board at the root, from which the plies are counted; `scale` the points in one unit.
    """
    if abs(points) >= WIN_FLOOR:
        return f"{'W' if points > 0 else 'L'}{WIN - abs(int(points)) - stones}"
    text = f"{points:.0f}" if scale == 1 else f"{points / scale:+.2f}"
    return text.lstrip("+-") if not float(text) else text.replace("-", "−")


def exact_value(lower: int, upper: int, position: Position) -> Value | None:
    """What bounds of an exact score (the field's: +k wins with one's k-th last stone) say, as a Value for the side to move.

    A score that is not known yet becomes a bound where it decides the game's result at least in part, otherwise None.
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


def value_text(value: Value, stones: int = 0, scale: int = 1) -> str:
    """The same with its bound: "3", "≤3", "≥5"; nothing for what has no value."""
    return "" if value.bound == NO_BOUND else _SIGNS[value.bound] + number_text(value.points, stones, scale)
