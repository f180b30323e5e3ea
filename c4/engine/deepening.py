"""The engine's search: iterative deepening within limits.

    result = search(Position.from_moves("4453"), load("v2"), time_ms=100)
    result.column, result.value, result.depth

Every iteration searches one ply deeper, helped by what the previous one leaves: the table, killers, history, and the
value on which the window is centred.  An interrupted iteration counts if it has a best column.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from time import perf_counter

import numpy as np

from c4.engine.ingredients import USUAL, SearchOptions
from c4.engine.kernels import visit
from c4.engine.record import SWITCHES, Engine, Search
from c4.errors import C4Error
from c4.evaluators.base import Evaluator, start_memory
from c4.game.position import Position
from c4.game.rules import FIRST_LINE
from c4.game.values import INFINITY, WIN_FLOOR
from c4.interrupts import check
from c4.kernels.board import board_of
from c4.kernels.clock import now
from c4.kernels.jit import load
from c4.kernels.kinds import U
from c4.search import fixed_depth
from c4.search.decision import Decision
from c4.search.fixed_depth import check_order, make_control
from c4.search.record import MAX_PLY, Edge
from c4.search.watch import Watch, columns_so_far
from c4.text import plain, pluralise, positive_int
from c4.tree.replay import Partial
from c4.tree.searchtree import NO_MOVE, NO_PARENT, ROW, SearchTree

UNLIMITED = 1 << 62

NODES_PER_MS = 3000
BRANCHING = 2.5
"""Rough nodes per millisecond, and cost of one more ply; only the size of the table depends on them."""


def search(
    position: Position,
    evaluator: Evaluator,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    time_ms: float | None = None,
    options: SearchOptions = USUAL,
    move_order: Sequence[int] | None = None,
    budget: int = 0,
    watch: Watch | None = None,
) -> Decision:
    """Searches ever deeper until a limit is reached, the game is solved, or the watch stops it; MAX is to move.

    depth       the most plies; nodes: the most visits; time_ms: milliseconds.  None: no such limit.  Limits are
                independent.  The first iteration is always finished, unless the watch stops it.
    budget      rows for the record of the last finished iteration, 0 for none (see `c4.search.record.ROW_BUDGET`)

    The decision's `depth` is that of the last finished iteration.  `columns` has each root column's newest finished
    value; all but the best are mostly upper bounds.  Raises C4Error for impossible limits, budgets and orders.
    """
    rules = position.rules
    rules.require_still("the engine")
    move_order = check_order(rules.centre_first if move_order is None else move_order, rules)
    depth = plain(depth)
    nodes = plain(nodes)
    time_ms = plain(time_ms)
    budget = plain(budget)
    check_limits(depth, nodes, time_ms)
    if budget and budget < 3 * rules.columns + 2:
        raise C4Error(
            f"{pluralise(budget, 'row')} cannot hold the root and its columns: use 0 or at least {3 * rules.columns + 2}"
        )
    if position.outcome() is not None:
        return fixed_depth.search(position, 1, evaluator, move_order=move_order, budget=budget, watch=watch)
    for one in (visit, evaluator.evaluate_kernel):
        load(one)  # before the clock starts
    started = perf_counter()
    deadline = 0 if time_ms is None else now() + round(time_ms * 1e6)
    run = Run(position, evaluator, options, move_order, budget, table_bits(depth, nodes, time_ms))
    c = run.control
    tree: SearchTree | None = None
    if watch is not None:
        watch.attach(c, lambda most: None if tree is None else Partial(tree, ()))
    longest = rules.cells - position.ply + (rules.scoring != FIRST_LINE)
    value: int | None = None
    for iteration in range(1, min(longest, depth or longest) + 1):
        expected = value
        with evaluator.in_search():
            value = run.iterate(iteration, value)
        check()
        if value is None:
            break
        c.depth = iteration
        tree = run.tree(iteration) if budget else None
        decided = rules.scoring == FIRST_LINE and abs(value) >= WIN_FLOOR
        if decided and (value == expected or not options.reductions):
            break  # won or lost for certain; with reductions a shorter win may once have been missed
        # from now on there is a move to play
        run.engine.node_limit = nodes or UNLIMITED
        run.engine.deadline = deadline
    complete = int(c.stop) != 1
    best = int(c.best) if c.best >= 0 else None
    columns = columns_so_far(c)
    line = tuple(int(column) for column in c.pv[: c.pv_length[0]])
    return Decision(
        best,
        None if best is None else columns.get(best),
        columns,
        line,
        int(c.nodes),
        int(c.pruned),
        perf_counter() - started,
        complete,
        tree if complete else None,
        depth=int(c.depth),
    )


class Run:
    """One search: its root, its table, and the record that the kernel works on."""

    def __init__(
        self,
        position: Position,
        evaluator: Evaluator,
        options: SearchOptions,
        move_order: Sequence[int],
        budget: int,
        bits: int,
    ) -> None:
        self.position = position
        self.evaluator = evaluator
        self.options = options
        self.move_order = tuple(move_order)
        self.budget = budget
        self.board = board_of(position.rules)
        self.control = make_control(move_order, "engine", evaluator, budget)
        self.engine = fresh_engine(options, position.rules.scoring == FIRST_LINE).copy()[0]
        self.control.table_size = 1 << bits
        self.engine.table_shift = 64 - bits
        self.table = np.zeros(2 << bits, dtype=np.uint64)
        self.tables = evaluator.tables(position.rules)
        self.update = start_memory(position, position.to_move, evaluator, self.tables)
        self.rows = np.empty(0, dtype=ROW)
        """Of the last call of the kernel; beside it what had been counted before that call."""
        self.nodes_before = 0
        self.pruned_before = 0

    def iterate(self, depth: int, expected: int | None) -> int | None:
        """The root's exact value at a depth, or None if interrupted; `expected` is the value one ply less deep."""
        alpha = -INFINITY
        beta = INFINITY
        if self.options.aspiration and expected is not None and abs(expected) < WIN_FLOOR:
            alpha = expected - self.evaluator.steps[0]
            beta = expected + self.evaluator.steps[0]
        while True:
            value = self.visit_root(depth, alpha, beta)
            if self.control.stop:
                return None
            if alpha < value < beta:
                self.engine.merit //= 2  # history fades
                return value
            if value <= alpha:
                alpha = -INFINITY
            else:
                beta = INFINITY

    def visit_root(self, depth: int, alpha: int, beta: int) -> int:
        """One call of the kernel."""
        c = self.control
        c.used = 0
        c.promised = min(1, self.budget)
        c.finished = 0
        self.rows = np.empty(self.budget + self.budget // 4, dtype=ROW)
        self.nodes_before = int(c.nodes)
        self.pruned_before = int(c.pruned)
        return visit(
            U(self.position.mine),
            U(self.position.theirs),
            True,
            depth,
            alpha,
            beta,
            Edge(NO_PARENT, NO_MOVE, 0, 0, 0, self.budget > 0),
            Search(c, self.engine, self.rows, self.table, self.board, self.tables),
            self.evaluator.evaluate_kernel,
            self.update,
        )

    def tree(self, depth: int) -> SearchTree:
        """The record of the last call, with that call's own counts."""
        c = self.control
        self.rows.resize(int(c.used), refcheck=False)
        return SearchTree(
            root=self.position,
            maximizer=self.position.to_move,
            depth=depth,
            algorithm="engine",
            evaluator=self.evaluator.name,
            move_order=self.move_order,
            nodes=int(c.nodes) - self.nodes_before,
            pruned=int(c.pruned) - self.pruned_before,
            rows=self.rows,
            scale=self.evaluator.scale,
        )


@lru_cache(maxsize=16)
def fresh_engine(options: SearchOptions, first_line: bool) -> np.ndarray:
    """An `Engine` for a search with these ingredients, in an array of one, to be copied: setting its fields one by one
    takes longer than a short search.
    """
    engine = Engine.new()
    for name in SWITCHES:
        setattr(engine, name, int(getattr(options, name)))
    engine.forced &= first_line
    engine.extensions &= engine.forced
    engine.killer[:] = -1
    engine.node_limit = UNLIMITED
    record: np.ndarray = engine.base  # type: ignore[attr-defined]  # a numpy.record, see `Record`
    return record


def check_limits(depth: int | None, nodes: int | None, time_ms: float | None) -> None:
    """Raises C4Error for an impossible limit."""
    for name, limit in (("the depth", depth), ("the number of nodes", nodes)):
        if limit is not None:
            positive_int(name, limit)
    if time_ms is not None and not 0 < time_ms < 1e12:
        raise C4Error(f"the time must be a number of milliseconds above 0, not {time_ms!r}")


def table_bits(depth: int | None, nodes: int | None, time_ms: float | None) -> int:
    """The size, in bits, of a table for a search within these limits: 2^14 to 2^21 entries of 16 bytes.

    A larger one would take longer to touch than a short search takes.
    """
    guesses = [
        nodes or UNLIMITED,
        round(time_ms * NODES_PER_MS) if time_ms else UNLIMITED,
        round(BRANCHING ** min(depth, MAX_PLY)) if depth else UNLIMITED,
    ]
    return min(max(min(guesses).bit_length(), 14), 21)
