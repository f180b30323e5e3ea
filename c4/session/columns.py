"""Columns: the value of every column of a position, by a search, a learned evaluator, or exactly, as it is found.

Imports nothing heavy before it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Timer
from typing import NamedTuple

from c4.agents import Limits
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.values import EXACT as EXACTLY
from c4.game.values import WIN, Value, exact_value
from c4.search.watch import Watch

SEARCH, LEARNED, EXACT = "search", "learned", "exact"

SECONDS = 10.0
"""How long a search of one position goes on, unless another limit is chosen."""

AHEAD = 8
"""The plies of the line that a learned evaluator shows."""

LEARNED_BEST = "ntuple"
"""The learned evaluator used if a hand-made one is set."""


class News(NamedTuple):
    """A column (from 0), its value for the side to move, and best play from the column on.

    `depth` is how many plies were searched, 0 for none; `scale` the points in one unit.
    """

    column: int
    value: Value
    line: tuple[int, ...]
    depth: int = 0
    scale: int = 1


def by_search(position: Position, limits: Limits, watch: Watch, seconds: float = SECONDS) -> Iterator[News]:
    """Values of the engine with the current evaluator, two plies deeper at a time, for so many seconds."""
    from c4 import evaluators
    from c4.engine.columns import deepen

    evaluator = evaluators.load(limits.evaluator, limits.model)
    for found in deepen(position, evaluator, time_ms=1000 * seconds, watch=watch, options=limits.options):
        yield News(*found, evaluator.scale)


def by_learned(position: Position, limits: Limits, watch: Watch, seconds: float = SECONDS) -> Iterator[News]:
    """A learned evaluator's value of the position after each column, and the line it would play."""
    from c4 import evaluators

    evaluator = evaluators.load(learned_name(limits), limits.model)

    def after(start: Position, column: int) -> int:
        child, side = start.play(column), start.to_move
        outcome = child.outcome()
        if outcome is None:
            return evaluator.evaluate(child, side)
        return 0 if outcome.winner is None else WIN - child.ply

    for column in position.legal_columns():
        line, place = [column], position.play(column)
        while len(line) < AHEAD and place.outcome() is None and not watch.stopped:
            line.append(max(place.legal_columns(), key=lambda reply: after(place, reply)))
            place = place.play(line[-1])
        if watch.stopped:
            return
        yield News(column, Value(after(position, column), EXACTLY), tuple(line), 0, evaluator.scale)


def by_solver(position: Position, limits: Limits, watch: Watch, seconds: float = SECONDS) -> Iterator[News]:
    """Exact values from book and solver; bounds tighten while it works, and then lines follow, for so many seconds."""
    from c4.solver.transpositions import Table
    from c4.truth.exact import principal_variation, stream_columns

    table = Table()
    known: dict[int, Value] = {}
    for news in stream_columns(position, table=table, watch=watch):
        value = exact_value(news.lower, news.upper, position)
        if value is not None:
            known[news.column] = value
            yield News(news.column, value, (news.column,))
    part = watch.part()
    clock = Timer(seconds, part.stop)
    clock.start()
    try:
        for column, value in known.items():
            line = principal_variation(position.play(column), table=table, watch=part)
            if watch.stopped:
                return
            yield News(column, value, (column, *line))
    finally:
        clock.cancel()


SOURCES: dict[str, Callable[[Position, Limits, Watch, float], Iterator[News]]] = {
    SEARCH: by_search,
    LEARNED: by_learned,
    EXACT: by_solver,
}


def learned_name(limits: Limits) -> str:
    """The learned evaluator to use: the current one, if it is learned."""
    return limits.evaluator if EVALUATORS[limits.evaluator].learned else LEARNED_BEST


def can_be_asked(source: str, position: Position) -> bool:
    """Whether a source knows positions of these rules."""
    return source != EXACT or position.rules.solvable
