"""What the engine shows of a position: the value of every column, deeper and deeper, and what each ingredient saves."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time
from typing import NamedTuple

import numpy as np

from c4.engine.deepening import IterativeSearch, is_certain, longest_depth, search, table_bits
from c4.engine.ingredients import INGREDIENTS, USUAL, SearchOptions, switched
from c4.errors import C4Error
from c4.evaluators.base import Evaluator
from c4.game.position import Position
from c4.game.values import EXACT, Value, for_other_side
from c4.kernels.clock import now
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
    deadline = now() + round(time_ms * 1e6)
    bits = table_bits(None, None, time_ms)
    shared_table: np.ndarray | None = None
    runs: dict[int, IterativeSearch] = {}
    for column in rules.centre_first:
        if column not in position.legal_columns():
            continue
        child = position.play(column)
        if child.outcome() is not None:
            ended = search(child, evaluator, depth=1)
            assert ended.value is not None, "a finished game has a value"
            yield Column(column, for_other_side(ended.value), (column,), 1)
            continue
        run = IterativeSearch(child, evaluator, options, rules.centre_first, 0, bits)
        if shared_table is None:
            shared_table = run.table
        run.table = shared_table
        runs[column] = run
        run.engine.deadline = deadline
        watch.part().attach(run.control)
    values: dict[int, int] = {}
    decided = set[int]()
    longest = longest_depth(position) - 1  # of the positions after one move
    for depth in range(1, longest + 1):
        for column, run in runs.items():
            if column in decided:
                continue
            before = values.get(column)
            with evaluator.in_search():
                value = run.iterate(depth, before)
            if value is None:
                return
            values[column] = value
            if is_certain(value, before, rules, options):
                decided.add(column)
            if depth % 2 == 0 or depth == longest or column in decided:
                line = (column, *run.best_line())
                yield Column(column, for_other_side(Value(value, EXACT)), line, depth + 1)


ENOUGH_NODES = 20_000
"""A search of this many nodes shows what an ingredient saves, and takes some ten milliseconds."""

GIVE_UP_FACTOR = 50
"""A search without an ingredient is given up at this many times the nodes of the search with it."""

PLAIN_FACTOR = 5
"""A search that visits more than this many times the nodes is measured once: the difference is plain."""

RUNS = 5
"""How often each search is measured."""


class Saving(NamedTuple):
    """What one ingredient does to the search of one position, all others unchanged.

    nodes, other_nodes   visited with the current ingredients, and with this one switched
    time, other_time     seconds of processor time, likewise
    on                   whether it is on now
    more                 whether the other search was given up: its figures are only lower bounds
    """

    name: str
    on: bool
    depth: int
    nodes: int
    other_nodes: int
    time: float
    other_time: float
    more: bool

    @property
    def saved(self) -> tuple[float, float]:
        """The nodes and the time saved with it, as parts of those without it; negative where it costs some."""
        if self.on:
            return share_saved(self.nodes, self.other_nodes), share_saved(self.time, self.other_time)
        return share_saved(self.other_nodes, self.nodes), share_saved(self.other_time, self.time)


def share_saved(with_it: float, without: float) -> float:
    """The part of `without` that is not needed."""
    return 1 - with_it / max(without, 1e-9)


class Measured(NamedTuple):
    """A search for `savings`: its depth, the nodes it visited, and its seconds of processor time."""

    depth: int
    nodes: int
    seconds: float


def savings(position: Position, evaluator: Evaluator, options: SearchOptions, watch: Watch) -> Iterator[Saving]:
    """What each ingredient saves on a position, one after another until the watch stops it.

    The depth is the first whose search visits ENOUGH_NODES, or solves the game.  Each time is the least of five,
    measured in turns with the unchanged search.  Raises C4Error when the game is over or the board turns.
    """
    if position.outcome() is not None:
        raise C4Error("the game is over: there is nothing to search")

    def measure(options: SearchOptions, depth: int, most_nodes: int) -> Measured:
        started = thread_time()
        decision = search(position, evaluator, depth=depth, nodes=most_nodes, options=options, watch=watch.part())
        return Measured(decision.depth, decision.nodes, thread_time() - started)

    left = position.rules.cells - position.ply
    for depth in range(1, left + 1):
        base = measure(options, depth, GIVE_UP_FACTOR * ENOUGH_NODES)
        if base.nodes >= ENOUGH_NODES or base.depth < depth or watch.stopped:
            break
    limit = GIVE_UP_FACTOR * base.nodes
    for name in INGREDIENTS:
        changed = switched(options, [name])
        unchanged_runs: list[Measured] = []
        changed_runs: list[Measured] = []
        for _ in range(RUNS):
            unchanged_runs.append(measure(options, depth, limit))
            changed_runs.append(measure(changed, depth, limit))
            if watch.stopped:
                return
            if changed_runs[0].nodes > PLAIN_FACTOR * base.nodes:
                break
        yield Saving(
            name=name,
            on=getattr(options, name),
            depth=unchanged_runs[0].depth,
            nodes=unchanged_runs[0].nodes,
            other_nodes=changed_runs[0].nodes,
            time=min(run.seconds for run in unchanged_runs),
            other_time=min(run.seconds for run in changed_runs),
            more=changed_runs[0].nodes >= limit,
        )
