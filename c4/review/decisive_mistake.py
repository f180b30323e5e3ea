"""Which move of a game people call the mistake: the one that the card at the end of a game names.

For that a win or a loss counts less, the further away it is.  What a single move lost is in `c4.review.mistake_marks`.
"""

from __future__ import annotations

from collections.abc import Sequence

from c4.game.position import Position
from c4.game.values import exact_value, moves_to_end, sign
from c4.review.rows import Row

FADING = 0.8
"""By how much a win or a loss counts less with every move that it is further away."""

LEAST_WEIGHT = 0.1
"""What it counts at least."""

GRAVE = 0.3
"""What a move costs at least that people see as the mistake, whether or not it changed the result under best play."""

NOTICEABLE = 0.1
"""The same in a game in which no move changed the result."""

VISIBLE_WIN = FADING
"""What a win counts at least that people see: it comes within two moves."""

LOSER_OF = {1: 1, -1: 0}
"""Who loses, by the sign of the exact score for player 0."""


def weight(score: int, position: Position) -> float:
    """How much an exact score counts for people, from -1 to 1; a loss with the next move has -1.

    In contrast to the heights of the value graph (`c4.review.graph_scale`) it falls quickly: nobody but a perfect player
    sees a loss that is fifteen moves away.
    """
    value = exact_value(score, score, position)
    assert value is not None
    if not value.points:
        return 0.0
    size = max(LEAST_WEIGHT, FADING ** (moves_to_end(value, position.ply) - 1))
    return size if value.points > 0 else -size


def cost(row: Row, position: Position) -> float:
    """What a move cost in the position before it: the difference of the weights of its best column and of its own."""
    return weight(row.value, position) - weight(row.score, position)


def turning_point(rows: Sequence[Row]) -> Row | None:
    """The last move that changed the result of the game under best play; None if no move did."""
    return next((row for row in reversed(rows) if row.lost), None)


def decisive_mistake(rows: Sequence[Row], positions: Sequence[Position]) -> Row | None:
    """The move that a person would call the mistake of a game; None if there is none.

    `rows` are the reviewed moves from the beginning of the game on, and `positions` those before each of them; more
    positions may follow.

    It is the turning point if that gave away a win that could be seen.  Otherwise it is the loser's last move that cost
    GRAVE: after it the loss was near enough to be seen, before it the game could have gone on for much longer.  A turning
    point may be so deep that nobody sees it; it is the answer if no such move came with it or after it.  Where no move
    changed the result, it is the loser's move that cost most.
    """
    before = {row.ply: position for row, position in zip(rows, positions)}
    turning = turning_point(rows)
    if turning is not None and weight(turning.value, before[turning.ply]) >= VISIBLE_WIN:
        return turning
    best_result = sign(rows[-1].first) if rows else 0
    loser = LOSER_OF.get(best_result)
    since = 0 if turning is None else turning.ply
    by_loser = [row for row in rows if row.side == loser and row.ply >= since]
    for row in reversed(by_loser):
        if cost(row, before[row.ply]) >= GRAVE:
            return row
    if turning is not None or not by_loser:
        return turning
    costs = [cost(row, before[row.ply]) for row in by_loser]
    worst = max(costs)
    return by_loser[costs.index(worst)] if worst >= NOTICEABLE else None
