"""Monte-Carlo tree search: the public face of the compiled kernels.

One call searches, and its result holds everything; no thread is started:

    result = search(Position.from_moves("4453"), simulations=1000)
    result.column, result.value, result.tree
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from heapq import heappop, heappush
from time import perf_counter
from typing import NamedTuple

import numpy as np

from c4.errors import C4Error
from c4.evaluators import PLAYOUTS
from c4.evaluators.base import NO_NUMBERS, Evaluate, Evaluator, Tables, Update, no_update
from c4.evaluators.v1 import evaluate_kernel as count_discs
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.values import NO_BOUND, Value
from c4.interrupts import check
from c4.kernels.board import board_of
from c4.kernels.clock import now
from c4.kernels.jit import load
from c4.kernels.kinds import U
from c4.mcts.kernels import EXPANDED, NO_NODE, NODE, Control, Search, simulate
from c4.mcts.record import chosen_to_open, find_nodes, record, recount, write_rows
from c4.search.decision import Decision
from c4.search.fixed_depth import check_order
from c4.search.record import ROW_BUDGET
from c4.search.requests import check_budget, check_time
from c4.search.watch import Watch
from c4.text import check_seed, pluralise, positive_int
from c4.tree.partial import Partial
from c4.tree.searchtree import TERMINAL, Grafted, SearchTree
from c4.tree.selection import (
    ALGORITHM,
    MOST_NODES,
    MOST_SIMULATIONS,
    SCALE,
    USUAL,
    USUAL_SIMULATIONS,
    Selection,
    knee_and_unit,
)
from c4.tree.simulations import Samples, Simulations, fill_values

LIVE_NODES = 1_500_000
"""The most nodes of a tree that can be seen while the search goes on: its copy takes a quarter of a second."""

LIVE_ROWS = 20_000
"""The most rows of a tree that is seen while the search goes on."""


def search(
    position: Position,
    simulations: int | None = None,
    evaluator: Evaluator | None = None,
    *,
    selection: Selection = USUAL,
    time_ms: float | None = None,
    seed: int = 1,
    move_order: Sequence[int] | None = None,
    budget: int = ROW_BUDGET,
    watch: Watch | None = None,
) -> Decision:
    """Runs simulations from a position, and records the tree and the log, up to `budget` rows (0: not at all).

    simulations     how many at most, by default 1,000, or without a limit but MOST_SIMULATIONS if there is a time
    evaluator       values new leaves in place of random playouts; `selection.playouts` is then taken as 0
    time_ms         milliseconds; None: no such limit
    seed            of the playouts: the same seed gives the same search

    It ends before that when the root's result is proved.  The decision's values are means of simulations in points
    (SCALE is a win) for the side to move, or results that are proved (bound EXACT).  `nodes` counts the nodes of the
    tree.  Raises C4Error for impossible limits, settings, budgets and orders.
    """
    run = Run(position, evaluator, selection, seed, move_order)
    limit = check_limits(simulations, time_ms)
    check_budget(budget, 1 + position.rules.columns)
    if position.outcome() is not None:
        return Decision(None, reason="the game is over")
    run.prepare(limit)
    started = perf_counter()
    run.control.deadline = 0 if time_ms is None else now() + round(time_ms * 1e6)
    if watch is not None:
        watch.attach(run.control, run.partial if budget else None)
    run.simulate()
    if watch is not None:
        watch.detach()
    check()
    complete = int(run.control.stop) == 0
    decision = run.decision(budget)
    return replace(decision, seconds=perf_counter() - started, complete=complete)


def open_node(
    tree: SearchTree, row: int, evaluator: Evaluator | None = None, *, budget: int = 20_000, watch: Watch | None = None
) -> Grafted | None:
    """The tree with a left-out node opened: the search is repeated, and up to `budget` rows below the node recorded.

    `evaluator` is the one that valued the leaves, None for playouts.  None when the watch stopped the search.  Raises
    C4Error when there is nothing to open, or if the search is not repeated exactly, as with another model.
    """
    log = tree.simulations
    assert log is not None, "only the search that made a tree can open its nodes"
    if not tree.left_out[row]:
        raise C4Error("everything below this node is already recorded")
    run = Run(tree.root, evaluator, log.selection, log.seed, tree.move_order)
    run.prepare(len(log))
    if watch is not None:
        watch.attach(run.control)
    run.simulate()
    check()
    if run.control.stop:
        return None
    if not np.array_equal(run.value[: run.ran], log.value):
        raise C4Error("the search cannot be repeated exactly: its evaluator is not the same any more")
    return run.opened(tree, row, budget)


def check_limits(simulations: int | None, time_ms: float | None) -> int:
    """The most simulations.  Raises C4Error for an impossible limit."""
    check_time(time_ms)
    if simulations is None:
        return USUAL_SIMULATIONS if time_ms is None else MOST_SIMULATIONS
    simulations = positive_int("the number of simulations", simulations)
    if simulations > MOST_SIMULATIONS:
        raise C4Error(f"a search has at most {MOST_SIMULATIONS:,} simulations, not {simulations:,}")
    return simulations


class Leaves(NamedTuple):
    """How leaves are valued: the kernels of the evaluator, and its arrays.

    With playouts these are never called: they are then those of V1, which need no arrays.
    """

    tables: Tables
    evaluate: Evaluate
    update: Update


class Run:
    """One search: its position and settings, its pool of nodes, and its log.

    maximizer   the side to move
    nodes       array of NODE; the first `control.used` are in use
    leaf, value of every simulation, see `c4.mcts.kernels.Search`
    """

    def __init__(
        self,
        position: Position,
        evaluator: Evaluator | None,
        selection: Selection,
        seed: int,
        move_order: Sequence[int] | None,
    ) -> None:
        rules = position.rules
        self.position = position
        self.evaluator = evaluator
        self.seed = check_seed(seed)
        self.selection = selection if evaluator is None else replace(selection, playouts=0)
        self.move_order = check_order(rules.centre_first if move_order is None else move_order, rules)
        if self.selection.uses_priors and evaluator is None:
            raise C4Error("without playouts an evaluator has to value the leaves: name one")
        self.control = self._control()
        self.nodes = np.zeros(0, NODE)
        self.leaf = np.zeros(0, np.int32)
        self.value = np.zeros(0, np.int32)
        self._copy = np.empty(0, NODE)
        """The room for copies of `nodes`: new memory costs more time than the copying."""
        if evaluator is None:
            self.leaves = Leaves(Tables(NO_NUMBERS, NO_NUMBERS), count_discs, no_update)
        else:
            self.leaves = Leaves(
                evaluator.tables(rules), evaluator.evaluate_kernel, evaluator.update_kernel or no_update
            )

    def _control(self) -> Control:
        """The record of a search that has not begun."""
        selection = self.selection
        control = Control.new()
        control.best = -1
        control.leader = NO_NODE
        control.column_bound[:] = NO_BOUND
        control.seed = U(self.seed)
        if self.evaluator is not None:
            control.knee, control.unit = knee_and_unit(self.evaluator)
        control.exploration = selection.exploration
        control.temperature = selection.temperature
        control.playouts = selection.playouts
        control.takes_wins = int(selection.wins)
        control.passes_proofs = int(selection.proofs)
        control.move_order[: len(self.move_order)] = self.move_order
        return control

    def prepare(self, simulations: int) -> None:
        """Makes the pool and the log, and loads the kernels."""
        columns = self.position.rules.columns
        self.nodes = np.zeros(min(1 + simulations * columns, MOST_NODES) + columns, NODE)
        self.nodes["parent"][0] = NO_NODE
        self.nodes["first"][0] = NO_NODE
        self.leaf = np.zeros(simulations, np.int32)
        self.value = np.zeros(simulations, np.int32)
        self.control.simulations = simulations
        self.control.used = 1
        for kernel in (simulate, write_rows, self.leaves.evaluate, self.leaves.update):
            load(kernel)

    def simulate(self) -> None:
        """Runs the simulations, without Python's lock."""
        position = self.position
        parts = Search(
            control=self.control,
            nodes=self.nodes,
            leaf=self.leaf,
            value=self.value,
            board=board_of(position.rules),
            tables=self.leaves.tables,
        )
        with nullcontext() if self.evaluator is None else self.evaluator.in_search():
            simulate(U(position.mine), U(position.theirs), True, parts, self.leaves.evaluate, self.leaves.update)

    def partial(self, most: int) -> Partial | None:
        """The tree after the simulations that have ended, of up to so many rows.

        It may be called while more are running.  None before the second one, and for more than LIVE_NODES nodes, whose
        copy would take too long.
        """
        ran = self.ran
        used = int(self.control.used)
        if ran < 2 or used > LIVE_NODES:
            return None
        if len(self._copy) < used:
            self._copy = np.empty(min(len(self.nodes), 2 * used), NODE)
        nodes = self._copy[:used]
        np.copyto(nodes.view(np.uint8), self.nodes[:used].view(np.uint8))
        recount(nodes, self.leaf, self.value, ran)
        return Partial(self.tree(nodes, chosen_to_open(nodes, min(most, LIVE_ROWS)), ran), ())

    @property
    def ran(self) -> int:
        """The number of simulations so far."""
        return int(self.control.nodes)

    # -- what comes of it ---------------------------------------------------------------------------------------------

    def decision(self, budget: int) -> Decision:
        """The move that the search would play now, and the tree of up to `budget` rows, if any."""
        if not self.ran:
            return Decision(None, complete=False)
        nodes = self.nodes[: int(self.control.used)]
        opened = chosen_to_open(nodes, budget or 1 + self.position.rules.columns)
        tree = self.tree(nodes, opened, self.ran)
        best = tree.best_child(0)
        column = self.first_column() if best is None else int(tree.move[best])
        columns = {int(tree.move[row]): value_at(tree, row) for row in tree.children(0) if tree.was_searched[row]}
        line = tuple(int(tree.move[row]) for row in tree.principal_variation()[1:])
        return Decision(
            column=column,
            value=value_at(tree, 0),
            columns=dict(sorted(columns.items())),
            principal_variation=line if budget and line else (column,),
            nodes=tree.nodes,
            tree=tree if budget else None,
            reason=reason_of(tree),
            estimate="" if budget else f"means of {pluralise(self.ran, 'simulation')}",
            scale=SCALE,
        )

    def first_column(self) -> int:
        """The first legal column in the move order, which is played if a single simulation has visited none."""
        legal = self.position.legal_columns()
        return next(column for column in self.move_order if column in legal)

    def tree(self, nodes: np.ndarray, opened: np.ndarray, ran: int) -> SearchTree:
        """The tree after so many simulations, in which the children of the `opened` nodes (bool) have rows."""
        written = record(nodes, opened)
        rows = written.rows
        picked = nodes[written.node_of]
        certain = (picked["proved"] > 0) | (rows["kind"] == TERMINAL)
        fill_values(rows, Samples(picked["visits"].astype(np.int64), picked["total"]), certain)
        log = Simulations(
            selection=self.selection,
            seed=self.seed,
            prior=picked["prior"].copy(),
            proved=picked["proved"].copy(),
            leaf=written.row_of[self.leaf[:ran]],
            value=self.value[:ran].copy(),
        )
        visited = int(np.count_nonzero(nodes["visits"]))
        depth = int(rows["ply"][picked["visits"] > 0].max())
        name = PLAYOUTS if self.evaluator is None else self.evaluator.name
        return SearchTree(
            root=self.position,
            maximizer=self.position.to_move,
            depth=depth,
            algorithm=ALGORITHM,
            evaluator=name,
            move_order=self.move_order,
            nodes=visited,
            pruned=0,
            rows=rows,
            scale=SCALE,
            simulations=log,
        )

    def opened(self, tree: SearchTree, row: int, budget: int) -> Grafted:
        """The tree of the same search with the children of up to `budget` rows below a row added."""
        nodes = self.nodes[: int(self.control.used)]
        node = np.empty(len(tree), np.int32)
        find_nodes(nodes, tree.rows, node)
        opened = np.zeros(len(nodes), dtype=bool)
        opened[node[tree.size > 1]] = True
        opened[most_visited_below(nodes, int(node[row]), budget)] = True
        written = record(nodes, opened)
        return Grafted(self.tree(nodes, opened, self.ran), written.row_of[node])


def most_visited_below(nodes: np.ndarray, top: int, budget: int) -> list[int]:
    """Expanded nodes from `top` down, the most visited first, that have up to `budget` children in all."""
    chosen: list[int] = []
    waiting = [(0, top)]
    while waiting:
        _, node = heappop(waiting)
        children = int(nodes["children"][node])
        if children > budget and chosen:
            break
        budget -= children
        chosen.append(node)
        first = int(nodes["first"][node])
        for child in range(first, first + children):
            if nodes["status"][child] == EXPANDED:
                heappush(waiting, (-int(nodes["visits"][child]), child))
    return chosen


def value_at(tree: SearchTree, row: int) -> Value:
    """The value of a row for MAX: the mean of its simulations, or its proved result."""
    return Value(int(tree.value[row]), int(tree.bound[row]))


RESULT_WORDS = {1: "win", 0: "draw", -1: "lose"}
"""What the side to move does, by its result."""


def reason_of(tree: SearchTree) -> str:
    """Why the search plays what it plays, in words."""
    best = tree.best_child(0)
    simulations = pluralise(int(tree.samples.visits[0]), "simulation")
    if best is None:
        return f"the first column in the move order: no column was visited in {simulations}"
    result = tree.proved_result(best)
    visits = f"{int(tree.samples.visits[best]):,} of {simulations}"
    if result is not None:
        return f"proved to {RESULT_WORDS[result]}; visited by {visits}"
    line = " ".join(format_columns(int(tree.move[row]) for row in tree.principal_variation()[1:]))
    return f"the most visited column, by {visits}; line {line}"
