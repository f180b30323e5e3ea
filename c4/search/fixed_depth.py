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
from c4.search.record import MAX_PLY, ROW_BUDGET, Control, Edge
from c4.search.watch import Watch, columns_so_far
from c4.text import plain, pluralise, positive_int
from c4.tree.replay import partial
from c4.tree.searchtree import NO_MOVE, NO_PARENT, ROW, Grafted, SearchTree

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
    c = make_control(move_order, algorithm, evaluator, budget)
    tables = evaluator.tables(rules)
    update = start_memory(position, maximizer, evaluator, tables)
    rows = np.empty(budget + budget // 4, dtype=ROW)

    def tree_of(written: np.ndarray) -> SearchTree:
        made = position, maximizer, depth, algorithm, evaluator.name, move_order
        return SearchTree(*made, int(c.nodes), int(c.pruned), written, evaluator.scale)

    kernels = visit, evaluator.evaluate_kernel, update
    textbook = evaluator.kernel_free and not ready(*kernels)
    if not textbook:
        for kernel in kernels:
            load(kernel)  # before the clock starts
    started = perf_counter()
    if watch is not None:
        watch.attach(c, (lambda most: partial(tree_of(rows), int(c.used), most)) if budget else None)
    plainly = None
    if textbook:
        asked = position, depth, evaluator, move_order, maximizer, (alpha, beta), c, budget
        plainly = fallback.search(fallback.Request(*asked, lambda: ready(*kernels)))
    if plainly is not None:
        rows = plainly
        value = int(plainly["value"][0]) if len(plainly) else 0
    else:
        with evaluator.in_search():
            value = visit(
                U(position.stones[maximizer]),
                U(position.stones[1 - maximizer]),
                position.to_move == maximizer,
                depth,
                alpha,
                beta,
                Edge(NO_PARENT, NO_MOVE, 0, 0, 0, budget > 0),
                Search(c, rows, board_of(rules), tables),
                evaluator.evaluate_kernel,
                update,
            )
    seconds = perf_counter() - started
    if watch is not None:
        watch.detach()
    check()

    tree = None
    if budget and not c.stop:
        if plainly is None:
            rows.resize(int(c.used), refcheck=False)  # frees what was not used, without a copy
        tree = tree_of(rows)
    return decision_of(c, value, seconds, tree)


def decision_of(c: Control, value: int, seconds: float, tree: SearchTree | None) -> Decision:
    """What a search decided, from its record.  A stopped search knows the root's value by its best column only."""
    complete = not c.stop
    best = int(c.best) if c.best >= 0 else None
    columns = columns_so_far(c)
    root = None
    line: tuple[int, ...] = ()
    if complete:
        root = Value(int(value), int(c.bound))
        line = tuple(int(column) for column in c.pv[: c.pv_length[0]])
    elif best is not None:
        root = columns.get(best)
    return Decision(best, root, columns, line, int(c.nodes), int(c.pruned), seconds, complete, tree)


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
    if budget and budget <= rules.columns:
        raise C4Error(
            f"{pluralise(budget, 'row')} cannot hold the root and its columns: use 0 or at least {rules.columns + 1}"
        )
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

    Setting its fields takes 140 us and copying it 20 us, of the 600 us of a search to depth 4.
    """
    c = Control.new()
    c.best = -1
    c.column_bound[:] = NO_BOUND
    c.prune = int(prune)
    c.line_value = line_value
    c.incremental = int(incremental)
    c.promised = 1 if budget else 0
    c.allowed[:] = [budget + budget // 4 - (budget // 4 >> max(0, depth - 1)) for depth in range(MAX_PLY + 1)]
    c.move_order[: len(order)] = order
    record: np.ndarray = c.base  # type: ignore[attr-defined]  # a numpy.record, see `Record`
    return record
