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
from c4.evaluators.base import Evaluator, start_memory
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Rules
from c4.game.values import INFINITY, WIN_FLOOR
from c4.interrupts import check
from c4.kernels.board import board_of
from c4.kernels.clock import now
from c4.kernels.jit import load
from c4.kernels.kinds import U
from c4.kernels.running import STOP_ASKED
from c4.search import fixed_depth
from c4.search.decision import Decision
from c4.search.fixed_depth import check_order, make_control
from c4.search.record import MAX_PLY, root_edge
from c4.search.requests import check_budget, check_time, reserve_of
from c4.search.watch import Watch, columns_so_far
from c4.text import plain, positive_int
from c4.tree.partial import Partial
from c4.tree.searchtree import ROW, SearchTree

UNLIMITED = 1 << 62

NODES_PER_MS = 3000
"""Rough nodes per millisecond; only the size of the table depends on it."""

BRANCHING = 2.5
"""How many times as many nodes one more ply takes, roughly; only the size of the table depends on it."""

MIN_TABLE_BITS = 14
MAX_TABLE_BITS = 21
"""The table has 2**14 to 2**21 entries of 16 bytes."""


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
    check_budget(budget, rows_of_columns(rules.columns))
    if position.outcome() is not None:
        return fixed_depth.search(position, 1, evaluator, move_order=move_order, budget=budget, watch=watch)
    load(visit)
    load(evaluator.evaluate_kernel)  # before the clock starts
    started = perf_counter()
    deadline = 0 if time_ms is None else now() + round(time_ms * 1e6)
    work = IterativeSearch(position, evaluator, options, move_order, budget, table_bits(depth, nodes, time_ms))
    if watch is not None:
        watch.attach(work.control, work.record_so_far)
    work.deepen(depth, nodes or UNLIMITED, deadline)
    return work.decision(perf_counter() - started)


def longest_depth(position: Position) -> int:
    """The depth at which a search sees every end of the game.

    That is the number of free cells.  In count-lines it is one more: a full board counts its lines only while there is
    depth left, otherwise it is evaluated.
    """
    free = position.rules.cells - position.ply
    return free if position.rules.scoring == FIRST_LINE else free + 1


def is_certain(value: int, previous: int | None, rules: Rules, options: SearchOptions) -> bool:
    """Whether a deeper search cannot change a value: the game is won or lost.

    With reductions a shorter win may have been missed once, so that `previous`, the value a ply less deep, must agree.
    """
    is_decided = rules.scoring == FIRST_LINE and abs(value) >= WIN_FLOOR
    return is_decided and (value == previous or not options.reductions)


class IterativeSearch:
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
        """The rows of the last call of the kernel."""
        self.nodes_before = 0
        """The nodes that had been counted before that call."""
        self.pruned_before = 0
        """The pruned replies that had been counted before that call."""
        self.tree: SearchTree | None = None
        """The record of the last finished iteration."""

    def record_so_far(self, most: int) -> Partial | None:
        """What can be shown while the search runs, see `Watch.attach`."""
        return None if self.tree is None else Partial(self.tree, ())

    def deepen(self, depth: int | None, nodes: int, deadline: int) -> None:
        """Iterates until a limit is reached, the game is solved, or a stop; the limits apply from depth 2 on, when there
        is a move to play.
        """
        longest = longest_depth(self.position)
        value: int | None = None
        for iteration in range(1, min(longest, depth or longest) + 1):
            previous = value
            with self.evaluator.in_search():
                value = self.iterate(iteration, previous)
            check()
            if value is None:
                return
            self.control.depth = iteration
            if self.budget:
                self.tree = self.make_tree(iteration)
            if is_certain(value, previous, self.position.rules, self.options):
                return
            self.engine.node_limit = nodes
            self.engine.deadline = deadline

    def decision(self, seconds: float) -> Decision:
        """The result, after so many seconds."""
        control = self.control
        complete = int(control.stop) != STOP_ASKED
        best = int(control.best) if control.best >= 0 else None
        columns = columns_so_far(control)
        return Decision(
            column=best,
            value=None if best is None else columns.get(best),
            columns=columns,
            principal_variation=self.best_line(),
            nodes=int(control.nodes),
            pruned=int(control.pruned),
            seconds=seconds,
            complete=complete,
            tree=self.tree if complete else None,
            depth=int(control.depth),
        )

    def best_line(self) -> tuple[int, ...]:
        """The principal variation of the last call."""
        return tuple(int(column) for column in self.control.pv[: self.control.pv_length[0]])

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
                self.engine.history_score //= 2  # history fades
                return value
            if value <= alpha:
                alpha = -INFINITY
            else:
                beta = INFINITY

    def visit_root(self, depth: int, alpha: int, beta: int) -> int:
        """One call of the kernel."""
        control = self.control
        control.used = 0
        control.promised = min(1, self.budget)
        control.finished = 0
        self.rows = np.empty(self.budget + reserve_of(self.budget), dtype=ROW)
        self.nodes_before = int(control.nodes)
        self.pruned_before = int(control.pruned)
        return visit(
            U(self.position.mine),
            U(self.position.theirs),
            True,
            depth,
            alpha,
            beta,
            root_edge(self.budget > 0),
            Search(
                control=control,
                engine=self.engine,
                rows=self.rows,
                table=self.table,
                board=self.board,
                tables=self.tables,
            ),
            self.evaluator.evaluate_kernel,
            self.update,
        )

    def make_tree(self, depth: int) -> SearchTree:
        """The record of the last call, with that call's own counts."""
        control = self.control
        self.rows.resize(int(control.used), refcheck=False)
        return SearchTree(
            root=self.position,
            maximizer=self.position.to_move,
            depth=depth,
            algorithm="engine",
            evaluator=self.evaluator.name,
            move_order=self.move_order,
            nodes=int(control.nodes) - self.nodes_before,
            pruned=int(control.pruned) - self.pruned_before,
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


def rows_of_columns(columns: int) -> int:
    """The rows that the engine needs for the root and its columns, some of which it visits more than once."""
    return 2 + 3 * columns


def check_limits(depth: int | None, nodes: int | None, time_ms: float | None) -> None:
    """Raises C4Error for an impossible limit."""
    for name, limit in (("the depth", depth), ("the number of nodes", nodes)):
        if limit is not None:
            positive_int(name, limit)
    check_time(time_ms)


def table_bits(depth: int | None, nodes: int | None, time_ms: float | None) -> int:
    """The size, in bits, of a table for a search within these limits: 2^14 to 2^21 entries of 16 bytes.

    A larger one would take longer to touch than a short search takes.
    """
    guess = nodes or UNLIMITED
    if time_ms:
        guess = min(guess, round(time_ms * NODES_PER_MS))
    if depth:
        guess = min(guess, round(BRANCHING ** min(depth, MAX_PLY)))
    return min(max(guess.bit_length(), MIN_TABLE_BITS), MAX_TABLE_BITS)
