"""Searches with their settings, to compare two of them or to measure how their work grows with depth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from time import thread_time
from typing import TYPE_CHECKING, NamedTuple

from c4 import evaluators
from c4.agents import AGENTS
from c4.errors import C4Error
from c4.evaluators import EVALUATORS, PLAYOUTS
from c4.game.columns import format_columns
from c4.game.rules import Rules
from c4.search.watch import Snapshot, Watch
from c4.text import pluralise, positive_int
from c4.tree.selection import USUAL, USUAL_SIMULATIONS, Selection

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator
    from c4.game.position import Position
    from c4.game.values import Value
    from c4.search.decision import Decision
    from c4.tree.compare import Comparison

ALGORITHMS = tuple(name for name, entry in AGENTS.items() if entry.records)

MINIMAX_DEPTH = 6
"""The greatest depth of minimax in the pairs below: one ply more is seven times the work, and too much to record."""


@dataclass(frozen=True)
class Plan:
    """A search: its algorithm, evaluator, depth in plies, and move order (columns from 0; None: the middle first).

    `model` is a model file of a learned evaluator, None for the built-in one.  Monte-Carlo tree search has no depth but
    a number of `simulations`, and its `selection` says how it selects replies and values leaves.  The same plan always
    makes the same search.  Raises C4Error for unknown names and impossible numbers.
    """

    algorithm: str = "alphabeta"
    evaluator: str = "v2"
    depth: int = 6
    move_order: tuple[int, ...] | None = None
    model: str | None = None
    simulations: int = USUAL_SIMULATIONS
    selection: Selection = USUAL

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise C4Error(f"unknown algorithm {self.algorithm!r}: choose {', '.join(ALGORITHMS)}")
        evaluators.check_name(self.evaluator)
        object.__setattr__(self, "depth", positive_int("the depth", self.depth))
        object.__setattr__(self, "simulations", positive_int("the number of simulations", self.simulations))

    @property
    def samples(self) -> bool:
        """Whether it is Monte-Carlo tree search."""
        return AGENTS[self.algorithm].samples

    @property
    def plays_out(self) -> bool:
        """Whether random playouts value the leaves, and no evaluator."""
        return self.samples and not self.selection.uses_priors

    @property
    def words(self) -> str:
        """The plan in a few words: "Alpha-beta, V2, depth 6, columns 1234567"."""
        leaves = evaluators.label_of(PLAYOUTS if self.plays_out else self.evaluator)
        effort = pluralise(self.simulations, "simulation") if self.samples else f"depth {self.depth}"
        order = "" if self.move_order is None else f", columns {format_columns(self.move_order)}"
        return f"{AGENTS[self.algorithm].label}, {leaves}, {effort}{order}"

    def load(self) -> Evaluator:
        """The plan's evaluator.  Raises C4Error for an unusable model."""
        return evaluators.load(self.evaluator, self.model)

    def run(
        self,
        position: Position,
        watch: Watch | None = None,
        budget: int | None = None,
        evaluator: Evaluator | None = None,
    ) -> Decision:
        """Searches a position; records up to `budget` rows (0: none; default `c4.search.record.ROW_BUDGET`).

        `evaluator` is the plan's, if already loaded.  Of the engine's search the last iteration is recorded.  Raises
        C4Error when the game is over, or the evaluator cannot be loaded.
        """
        from c4.agents.base import require_moves
        from c4.engine import deepening as engine
        from c4.mcts import search as mcts
        from c4.search import fixed_depth, record

        require_moves(position)
        order = self.move_order
        rows = record.ROW_BUDGET if budget is None else budget
        if self.samples:
            leaves = None if self.plays_out else evaluator or self.load()
            return mcts.search(
                position, self.simulations, leaves, selection=self.selection, move_order=order, budget=rows, watch=watch
            )
        evaluator = evaluator or self.load()
        if self.algorithm == "engine":
            return engine.search(position, evaluator, depth=self.depth, move_order=order, budget=rows, watch=watch)
        return fixed_depth.search(
            position, self.depth, evaluator, self.algorithm, move_order=order, budget=rows, watch=watch
        )


def left_to_right(rules: Rules) -> tuple[int, ...]:
    """The columns from left to right."""
    return tuple(range(rules.columns))


def _minimax_and_alphabeta(plan: Plan, rules: Rules) -> tuple[Plan, Plan]:
    shallow = replace(plan, depth=min(plan.depth, MINIMAX_DEPTH))
    return replace(shallow, algorithm="minimax"), replace(shallow, algorithm="alphabeta")


def _v1_and_v2(plan: Plan, rules: Rules) -> tuple[Plan, Plan]:
    built_in = replace(plan, model=None)
    return replace(built_in, evaluator="v1"), replace(built_in, evaluator="v2")


def _heuristic_and_learned(plan: Plan, rules: Rules) -> tuple[Plan, Plan]:
    """The plan with its own evaluator and one of the other kind: V2, or the first learned one."""
    if EVALUATORS[plan.evaluator].learned:
        return replace(plan, evaluator="v2", model=None), plan
    first_learned = next(name for name, entry in EVALUATORS.items() if entry.learned)
    return replace(plan, model=None), replace(plan, evaluator=first_learned)


def _two_orders(plan: Plan, rules: Rules) -> tuple[Plan, Plan]:
    return replace(plan, move_order=None), replace(plan, move_order=left_to_right(rules))


def _two_depths(plan: Plan, rules: Rules) -> tuple[Plan, Plan]:
    return plan, replace(plan, depth=plan.depth + 2)


def _alphabeta_and_engine(plan: Plan, rules: Rules) -> tuple[Plan, Plan]:
    return replace(plan, algorithm="alphabeta"), replace(plan, algorithm="engine")


def _alphabeta_and_mcts(plan: Plan, rules: Rules) -> tuple[Plan, Plan]:
    return replace(plan, algorithm="alphabeta"), replace(plan, algorithm="mcts")


PAIRS: dict[str, Callable[[Plan, Rules], tuple[Plan, Plan]]] = {
    "minimax and alpha-beta": _minimax_and_alphabeta,
    "V1 and V2": _v1_and_v2,
    "heuristic and learned": _heuristic_and_learned,
    "two move orders": _two_orders,
    "two depths": _two_depths,
    "alpha-beta and engine": _alphabeta_and_engine,
    "alpha-beta and MCTS": _alphabeta_and_mcts,
}
"""Pairs by name, made from the current plan and the rules of the position."""


class Compared(NamedTuple):
    """Two plans, run on one position, and the comparison of their trees (see `c4.tree.compare`)."""

    position: Position
    plans: tuple[Plan, Plan]
    decisions: tuple[Decision, Decision]
    comparison: Comparison


class Comparing:
    """Runs two plans in one thread, and reports its progress to another."""

    def __init__(self, position: Position, plans: tuple[Plan, Plan]) -> None:
        self.position = position
        self.plans = plans
        self.done = 0
        """How many searches have ended."""
        self._part: Watch | None = None

    def __call__(self, watch: Watch) -> Compared | None:
        """The comparison; None when the watch stopped it.  Raises C4Error for a finished game or an unusable model."""
        from c4.tree.compare import merge

        decisions = []
        for plan in self.plans:
            self._part = watch.part()
            decisions.append(plan.run(self.position, self._part))
            if not decisions[-1].complete:
                return None
            self.done += 1
        a, b = decisions
        assert a.tree is not None, "a finished search that records has a tree"
        assert b.tree is not None, "the other one, too"
        return Compared(self.position, self.plans, (a, b), merge(a.tree, b.tree))

    def progress(self) -> Snapshot | None:
        """The progress of the running search; None before it has begun."""
        return None if self._part is None else self._part.snapshot()

    def share(self) -> float:
        """How much is done, 0 to 1: of the running search the simulations, depths or replies to the root so far."""
        snapshot = self.progress()
        part = 0.0
        if snapshot is not None and self.done < len(self.plans):
            plan = self.plans[self.done]
            part = len(snapshot.columns) / len(self.position.legal_columns())
            if plan.samples:
                part = snapshot.nodes / plan.simulations
            elif snapshot.depth:
                part = snapshot.depth / plan.depth
        return min(1.0, (self.done + min(1.0, part)) / len(self.plans))


# -- growth with depth ------------------------------------------------------------------------------------------------

MOST_NODES = 20_000_000
"""A search expected to visit more nodes is not started."""

SHORT_SEARCH_SECONDS = 0.05
SHORT_SEARCH_REPEATS = 5
"""A search shorter than so many seconds is repeated, up to so many times, and the shortest time counts."""


class Point(NamedTuple):
    """One search of a position: its `series` (algorithm), `nodes`, `seconds` of processor time, and column (from 0)."""

    series: str
    depth: int
    nodes: int
    pruned: int
    seconds: float
    column: int
    value: Value


def series(rules: Rules, evaluator: str = "v2", model: str | None = None) -> dict[str, Plan]:
    """The searches to compare, by name; `growth` fills in their depth."""
    plan = Plan(evaluator=evaluator, model=model)
    return {
        "minimax": replace(plan, algorithm="minimax"),
        "alpha-beta": replace(plan, move_order=left_to_right(rules)),
        "alpha-beta ordered": plan,
        "engine": replace(plan, algorithm="engine"),
    }


def growth(
    position: Position, plans: dict[str, Plan], depth: int, most: int = MOST_NODES, watch: Watch | None = None
) -> Iterator[Point]:
    """Searches to depth 1, 2, ... with every plan, recording nothing; ends early when the watch stops it.

    A plan ends at the depth at which it would visit more than `most` nodes, estimated from the previous
    depths.  The engine starts afresh for every depth, and all its iterations count.  Raises C4Error
    when the game is over or the depth is invalid.
    """
    depth = positive_int("the depth", depth)
    counts: dict[str, list[int]] = {name: [] for name in plans}
    import_module("c4.engine.deepening")  # loaded, and at first compiled, before the clock starts
    loaded = {name: plan.load() for name, plan in plans.items()}
    for plies in range(1, depth + 1):
        for name, plan in plans.items():
            if expected(counts[name]) > most:
                continue
            seconds: list[float] = []
            while not seconds or (sum(seconds) < SHORT_SEARCH_SECONDS and len(seconds) < SHORT_SEARCH_REPEATS):
                started = thread_time()
                decision = replace(plan, depth=plies).run(
                    position, watch.part() if watch is not None else None, budget=0, evaluator=loaded[name]
                )
                if not decision.complete:
                    return
                seconds.append(thread_time() - started or decision.seconds)  # some clocks of threads are coarse
            assert decision.column is not None, "a search that was not stopped chooses a column"
            assert decision.value is not None, "and knows its value"
            counts[name].append(decision.nodes)
            yield Point(
                series=name,
                depth=plies,
                nodes=decision.nodes,
                pruned=decision.pruned,
                seconds=min(seconds),
                column=decision.column,
                value=decision.value,
            )


def expected(counts: list[int]) -> float:
    """The expected nodes of the next depth, by the growth over the last two (odd and even depths differ)."""
    if len(counts) < 3:
        return 0.0
    return float(counts[-1] * (counts[-1] / counts[-3]) ** 0.5)
