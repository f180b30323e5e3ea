"""Every column of a position, deeper and deeper: what streams over the board.  Imports the engine's search.

The columns are searched one after the other, two plies deeper at a time, so that their values can be compared; they
share one table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from c4 import evaluators
from c4.compiled.clock import now
from c4.engine.deepening import Run, search, table_bits
from c4.engine.ingredients import USUAL, SearchOptions
from c4.evaluators.base import Evaluator
from c4.game.position import Position
from c4.game.rules import FIRST_LINE
from c4.game.values import EXACT, WIN_FLOOR, Value, turned
from c4.search.watch import Watch


class Column(NamedTuple):
    """A column (from 0), its exact value at a depth for the side to move, best play from it on, and that depth in
    plies, the column's own included.
    """

    column: int
    value: Value
    line: tuple[int, ...]
    depth: int


def deepen(
    position: Position, evaluator: Evaluator, *, time_ms: float, watch: Watch, options: SearchOptions = USUAL
) -> Iterator[Column]:
    """Each column's value whenever it has been searched two plies deeper, until the time is up, the watch stops it, or
    every column is decided.  Raises C4Error for boards that turn.
    """
    rules = position.rules
    rules.require_still("the engine")
    search(position, evaluator, depth=1, options=options, watch=watch.part())  # loads what is not loaded yet
    deadline, bits = now() + round(time_ms * 1e6), table_bits(None, None, time_ms)
    runs: dict[int, Run] = {}
    for column in rules.centre_first:
        if column not in position.legal_columns():
            continue
        child = position.play(column)
        if child.outcome() is not None:
            ended = search(child, evaluator, depth=1)
            assert ended.value is not None, "a finished game has a value"
            yield Column(column, turned(ended.value), (column,), 1)
            continue
        run = runs[column] = Run(child, evaluator, options, rules.centre_first, 0, bits)
        run.table = next(iter(runs.values())).table
        run.engine.deadline = deadline
        watch.part().attach(run.control)
    values: dict[int, int] = {}
    decided = set[int]()
    whole = rules.cells - position.ply - 1 + (rules.scoring != FIRST_LINE)
    for depth in range(1, whole + 1):
        for column, run in runs.items():
            if column in decided:
                continue
            before, value = values.get(column), run.iterate(depth, values.get(column))
            evaluators.finish(evaluator)
            if value is None:
                return
            values[column] = value
            sure = rules.scoring == FIRST_LINE and abs(value) >= WIN_FLOOR
            if sure and (value == before or not options.reductions):  # as in `search`
                decided.add(column)
            if depth % 2 == 0 or depth == whole or column in decided:
                c = run.control
                line = tuple(int(reply) for reply in c.pv[: c.pv_length[0]])
                yield Column(column, turned(Value(value, EXACT)), (column, *line), depth + 1)
