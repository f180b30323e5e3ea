"""Fixed-depth minimax and alpha-beta: the public face of the compiled kernels.

One call searches, and its result holds everything; no thread is started:

    result = search(Position.from_moves("4453"), depth=6, evaluator=load("v2"))
    result.column, result.value, result.tree
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from time import perf_counter

import numpy as np

from c4.errors import C4Error
from c4.evaluators.base import Evaluator, start_memory
from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import INFINITY, NO_BOUND, Value
from c4.interrupts import check
from c4.kernels.board import board_of
from c4.kernels.jit import load, ready
from c4.kernels.kinds import U
from c4.search import fallback
from c4.search.decision import Decision
from c4.search.kernels import Search, visit
from c4.search.record import MAX_PLY, ROW_BUDGET, Control, root_edge
from c4.search.requests import check_budget, reserve_of
from c4.search.watch import Watch, columns_so_far
from c4.text import plain, positive_int
from c4.tree.partial import Partial, tree_so_far
from c4.tree.searchtree import ROW, Grafted, SearchTree

ALGORITHMS = ("minimax", "alphabeta")


def search(
    position: Position,
    depth: int,
    evaluator: Evaluator,
    algorithm: str = "alphabeta",
    *,
    move_order: Sequence[int] | None = None,
    budget: int = ROW_BUDGET,
    watch: Watch | None = None,
    alpha: int = -INFINITY,
    beta: int = INFINITY,
    maximizer: int | None = None,
) -> Decision:
    """Searches `depth` plies and records the tree, completely up to `budget` rows (0: not at all; see ROW_BUDGET).

    The side to move is MAX unless `maximizer` (0 or 1) says otherwise; `alpha` and `beta` are the window at the root,
    open by default.  `watch` observes the search while it runs and can stop it.  While the kernels are not
    compiled, the textbook search answers: the same nodes, the same tree.
    Raises C4Error for a depth below 1, an unknown algorithm, an empty window, or an order that is not a permutation of
    the columns.
    """
    rules = position.rules
    move_order = check_order(rules.centre_first if move_order is None else move_order, rules)
    budget = plain(budget)
    alpha = plain(alpha)
    beta = plain(beta)
    maximizer = plain(maximizer)
    check_request(rules, algorithm, budget, alpha, beta)
    depth = min(positive_int("the depth", depth), rules.cells + 1)
    maximizer = position.to_move if maximizer is None else maximizer
    run = Run(
        position=position,
        depth=depth,
        evaluator=evaluator,
        algorithm=algorithm,
        move_order=move_order,
        budget=budget,
        window=(alpha, beta),
        maximizer=maximizer,
    )
    begins_with_textbook = evaluator.kernel_free and not run.kernels_are_ready()
    if not begins_with_textbook:
        run.load_kernels()  # before the clock starts
    started = perf_counter()
    if watch is not None:
        watch.attach(run.control, run.tree_so_far if budget else None)
    value = None
    if begins_with_textbook:
        value = run.search_by_textbook()
    if value is None:
        value = run.search_compiled()
    seconds = perf_counter() - started
    if watch is not None:
        watch.detach()
    check()
    tree = run.tree() if budget and not run.control.stop else None
    return decision_of(run.control, value, seconds, tree)


class Run:
    """One search: what is asked, and the record that it works on."""

    def __init__(
        self,
        position: Position,
        depth: int,
        evaluator: Evaluator,
        algorithm: str,
        move_order: tuple[int, ...],
        budget: int,
        window: tuple[int, int],
        maximizer: int,
    ) -> None:
        self.position = position
        self.depth = depth
        self.evaluator = evaluator
        self.algorithm = algorithm
        self.move_order = move_order
        self.budget = budget
        self.window = window
        self.maximizer = maximizer
        self.control = make_control(move_order, algorithm, evaluator, budget)
        self.tables = evaluator.tables(position.rules)
        self.update = start_memory(position, maximizer, evaluator, self.tables)
        self.rows = np.empty(budget + reserve_of(budget), dtype=ROW)
        self.kernels = (visit, evaluator.evaluate_kernel, self.update)

    def kernels_are_ready(self) -> bool:
        """Whether the compiled search can begin now."""
        return ready(*self.kernels)

    def load_kernels(self) -> None:
        """Loads the compiled search, and compiles it where it has to be."""
        for kernel in self.kernels:
            load(kernel)

    def search_compiled(self) -> int:
        """Searches with the compiled kernel, and returns the root's value."""
        position = self.position
        alpha, beta = self.window
        with self.evaluator.in_search():
            value: int = visit(
                U(position.stones[self.maximizer]),
                U(position.stones[1 - self.maximizer]),
                position.to_move == self.maximizer,
                self.depth,
                alpha,
                beta,
                root_edge(self.budget > 0),
                Search(self.control, self.rows, board_of(position.rules), self.tables),
                self.evaluator.evaluate_kernel,
                self.update,
            )
        return value

    def search_by_textbook(self) -> int | None:
        """Searches with the textbook's search, and returns the root's value; None if the kernels were ready first."""
        request = fallback.Request(
            position=self.position,
            depth=self.depth,
            evaluator=self.evaluator,
            move_order=self.move_order,
            maximizer=self.maximizer,
            window=self.window,
            control=self.control,
            budget=self.budget,
            kernel_ready=self.kernels_are_ready,
        )
        rows = fallback.search(request)
        if rows is None:
            return None
        self.rows = rows
        return int(rows["value"][0]) if len(rows) else 0

    def tree(self) -> SearchTree:
        """The tree of the search, which has ended; its memory that is not used is freed without a copy."""
        self.rows.resize(int(self.control.used), refcheck=False)
        return self._tree()

    def tree_so_far(self, most: int) -> Partial | None:
        """What at most so many rows say while the search runs."""
        return tree_so_far(self._tree(), int(self.control.used), most)

    def _tree(self) -> SearchTree:
        return SearchTree(
            root=self.position,
            maximizer=self.maximizer,
            depth=self.depth,
            algorithm=self.algorithm,
            evaluator=self.evaluator.name,
            move_order=self.move_order,
            nodes=int(self.control.nodes),
            pruned=int(self.control.pruned),
            rows=self.rows,
            scale=self.evaluator.scale,
        )


def decision_of(control: Control, value: int, seconds: float, tree: SearchTree | None) -> Decision:
    """What a search decided, from its record.  A stopped search knows the root's value by its best column only."""
    complete = not control.stop
    best = int(control.best) if control.best >= 0 else None
    columns = columns_so_far(control)
    root = None
    line: tuple[int, ...] = ()
    if complete:
        root = Value(int(value), int(control.bound))
        line = tuple(int(column) for column in control.pv[: control.pv_length[0]])
    elif best is not None:
        root = columns.get(best)
    return Decision(
        column=best,
        value=root,
        columns=columns,
        principal_variation=line,
        nodes=int(control.nodes),
        pruned=int(control.pruned),
        seconds=seconds,
        complete=complete,
        tree=tree,
    )


def open_node(
    tree: SearchTree, row: int, evaluator: Evaluator, *, budget: int = 20_000, watch: Watch | None = None
) -> Grafted | None:
    """The tree with a left-out node opened: it is searched again with its window, and recorded.

    None when the watch stopped the search.  Raises C4Error when there is nothing to open.
    """
    if tree.algorithm not in ALGORITHMS:
        raise C4Error("this node cannot be opened, because the engine's table of that search no longer exists")
    if not tree.left_out[row]:
        raise C4Error("everything below this node is already recorded")
    part = search(
        tree.position(row),
        tree.depth - int(tree.ply[row]),
        evaluator,
        tree.algorithm,
        move_order=tree.move_order,
        budget=max(budget, tree.root.rules.columns + 1),
        watch=watch,
        alpha=int(tree.alpha[row]),
        beta=int(tree.beta[row]),
        maximizer=tree.maximizer,
    )
    return None if part.tree is None else tree.graft(row, part.tree)


def check_request(rules: Rules, algorithm: str, budget: int, alpha: int, beta: int) -> None:
    """Raises C4Error for an unknown algorithm, a budget that cannot hold the root's columns, and an empty window."""
    if algorithm not in ALGORITHMS:
        raise C4Error(f"unknown algorithm {algorithm!r}: choose {' or '.join(ALGORITHMS)}")
    check_budget(budget, 1 + rules.columns)
    if alpha >= beta:
        raise C4Error(f"the window is empty: alpha {alpha} is not below beta {beta}")


def check_order(move_order: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """The order as a tuple.  Raises C4Error unless it names every column once."""
    order = tuple(plain(column) for column in move_order)
    if sorted(order) != list(range(rules.columns)):
        raise C4Error(
            f"an order must name each of the columns 1 to {rules.columns} once, not"
            f" {' '.join(str(column + 1) for column in order)}"
        )
    return order


def make_control(move_order: Sequence[int], algorithm: str, evaluator: Evaluator, budget: int) -> Control:
    """A fresh record for one search."""
    incremental = evaluator.update_kernel is not None
    settings = tuple(move_order), algorithm == "alphabeta", evaluator.line_value, incremental, budget
    control: Control = _control(*settings).copy()[0]
    return control


@lru_cache(maxsize=64)
def _control(order: tuple[int, ...], prune: bool, line_value: int, incremental: bool, budget: int) -> np.ndarray:
    """The record, in an array of one, to be copied.

    A copy saves 0.1 ms of the 0.35 ms that a search to depth 4 takes without it.
    """
    control = Control.new()
    control.best = -1
    control.column_bound[:] = NO_BOUND
    control.prune = int(prune)
    control.line_value = line_value
    control.incremental = int(incremental)
    control.promised = 1 if budget else 0
    # Of the reserve a node with 1 ply left gets nothing, with 2 plies half, with 3 plies three quarters, and so on.
    reserve = reserve_of(budget)
    control.allowed[:] = [budget + reserve - (reserve >> max(0, depth - 1)) for depth in range(MAX_PLY + 1)]
    control.move_order[: len(order)] = order
    record: np.ndarray = control.base  # type: ignore[attr-defined]  # a numpy.record, see `Record`
    return record
