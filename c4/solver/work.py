"""One call of the exact solver: narrows bounds, on one thread or several.  Imports numpy and numba."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import Thread
from time import perf_counter

import numpy as np

from c4.compiled.board import constant_board
from c4.compiled.kinds import address_of
from c4.game.numbers import whole
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, C4Error, Rules
from c4.game.values import EXACT, NO_BOUND
from c4.search.watch import Watch
from c4.solver import questions as kernels
from c4.solver.ordering import THREAT_WEIGHT
from c4.solver.proof_tree import ProofTree
from c4.solver.table import CELLS, Control
from c4.solver.transpositions import DEFAULT_BITS, Table

EARLY_BITS = 23
EARLY_PLIES = 6
"""Positions with fewer stones get a larger table than the default, unless the caller passes one."""

THREADED_CELLS = 24
"""With fewer free cells a second thread is not worth starting."""

FIRST_TRY = 1 << 25
"""The nodes a question may cost before it is asked again as a tree of the first plies (`c4.solver.proof_tree`)."""

FAR = 63
ALL = kernels.UNLIMITED


@dataclass(frozen=True)
class Solution:
    """Bounds of a position's score, `lower` and `upper`, both included.

    Scores are the field's, for the side to move: +k, it wins with its k-th last stone (1: its last one); 0, a draw;
    -k, the opponent wins with its k-th last stone.  `nodes` counts visited positions, forced replies included;
    `complete` is False if a watch stopped the solver before the question was answered (the bounds are valid anyway).
    """

    lower: int
    upper: int
    nodes: int
    seconds: float
    complete: bool

    @property
    def score(self) -> int | None:
        """The exact score, or None when it is not known."""
        return self.lower if self.lower == self.upper else None

    @property
    def sign(self) -> int | None:
        """1 if the side to move wins, 0 for a draw, -1 if it loses, None if unknown."""
        return sign_of(self.lower, self.upper)


def sign_of(lower: int, upper: int) -> int | None:
    """1, 0 or -1 if all scores between two bounds have this sign, otherwise None."""
    return 1 if lower > 0 else -1 if upper < 0 else 0 if lower == upper else None


def check(position: Position) -> None:
    """Raises C4Error for a position that cannot be solved."""
    if position.rules.scoring != FIRST_LINE:
        raise C4Error("the exact solver only works when the first line wins, not by count-lines")
    position.rules.require_still("the exact solver")
    outcome = position.outcome()
    if outcome is not None:
        raise C4Error(f"the game is over in {position!r}: {outcome.reason}")


def answered(lower: int, upper: int, weak: bool) -> bool:
    """Whether the bounds answer the question."""
    return lower == upper or (weak and (lower > 0 or upper < 0))


class Work:
    """One call of the solver: its table, its records (one per thread; the watch sees the first), its clock."""

    def __init__(self, position: Position, threads: int, table: Table | None, watch: Watch | None) -> None:
        check(position)
        whole("the number of threads", threads)
        self.rules, self.watch, self.board = position.rules, watch, constant_board(position.rules)
        self.borrowed = table is None
        self.table = table if table is not None else _borrow(EARLY_BITS if position.ply < EARLY_PLIES else DEFAULT_BITS)
        self.controls = [make_control(self.rules, number) for number in range(threads)]
        for control in self.controls:
            self.table.prepare(self.rules, control)
        self.stopped = False

    def __enter__(self) -> Work:
        self.started = perf_counter()
        if self.watch is not None:
            self.watch.attach(self.controls[0])
        return self

    def __exit__(self, *_: object) -> None:
        if self.borrowed:
            self.table.clear()
            _spare.append(self.table)

    def solution(self, lower: int, upper: int, weak: bool) -> Solution:
        """The solution with these bounds, the nodes of all threads and the time so far."""
        nodes = sum(int(control.nodes) for control in self.controls)
        return Solution(lower, upper, nodes, perf_counter() - self.started, answered(lower, upper, weak))

    def narrow(
        self,
        position: Position,
        weak: bool,
        lower: int = -FAR,
        upper: int = FAR,
        questions: int = ALL,
        report: Callable[[int, int], None] | None = None,
    ) -> tuple[int, int]:
        """Tightens the bounds of a position until they answer, the questions run out, or a stop."""
        while True:
            before = lower, upper
            lower, upper = self._ask(position, weak, lower, upper, questions if report is None else 1)
            if report is None or self.stopped:
                return lower, upper
            if before != (lower, upper):
                report(lower, upper)
            if answered(lower, upper, weak):
                return lower, upper

    def _ask(self, position: Position, weak: bool, lower: int, upper: int, questions: int) -> tuple[int, int]:
        """The work of `narrow`: every question depth first, then as a tree if that takes too long."""
        while True:
            lower, upper, through = self._ask_depth_first(position, weak, lower, upper, questions)
            if through or self.stopped:
                return lower, upper
            target = kernels.next_target(lower, upper, weak, (self.rules.cells - position.ply) % 2 == 0)
            tree = ProofTree(position, target, self.board)
            if self._on_all_threads(position, tree.grow) is None:
                return lower, upper
            value = tree.root.value
            assert value is not None  # a finished thread implies it
            lower, upper = (value, upper) if value >= target else (lower, value)
            questions -= 1
            if questions <= 0 or answered(lower, upper, weak):
                return lower, upper

    def _ask_depth_first(
        self, position: Position, weak: bool, lower: int, upper: int, questions: int
    ) -> tuple[int, int, bool]:
        """(lower, upper, whether every question was answered within its budget)."""
        stones = np.array(((position.mine, position.theirs),), dtype=np.uint64)
        found = {id(control): np.empty((1, 3), dtype=np.int64) for control in self.controls}

        def narrow(control: Control) -> bool:
            bounds, address = found[id(control)], address_of(control)
            return (
                kernels.narrow(stones, bounds, lower, upper, weak, questions, FIRST_TRY, True, address, self.board) == 1
            )

        winner = self._on_all_threads(position, narrow)
        low, high, _ = found[id(self.controls[0] if winner is None else winner)][0].tolist()
        return low, high, winner is not None

    def _on_all_threads(self, position: Position, work: Callable[[Control], bool]) -> Control | None:
        """Runs every thread on its record until one finishes, which stops the others; None if none does."""
        winners: list[Control] = []

        def run(control: Control) -> None:
            if work(control):
                winners.append(control)
                for other in self.controls:
                    if other is not control:
                        other.stop = 1

        helpers = []
        if len(self.controls) > 1 and self.rules.cells - position.ply >= THREADED_CELLS:
            for control in self.controls[1:]:
                control.stop = 0
            helpers = [Thread(target=run, args=(control,), daemon=True) for control in self.controls[1:]]
        for helper in helpers:
            helper.start()
        first = self.controls[0]
        run(first)
        if first.stop and not winners:
            self.stopped = True
        for control in self.controls[1:]:
            control.stop = 1
        for helper in helpers:
            helper.join()
        if helpers and not self.stopped:
            first.stop = 0
        if self.watch is not None and self.watch.stopped:
            first.stop = 1
        return winners[0] if winners else None

    def column_range(self, position: Position, column: int) -> tuple[int, int]:
        """Bounds of a column's score before any search; they meet if the move ends the game."""
        child = position.play(column)
        outcome = child.outcome()
        if outcome is not None:
            score = 0 if outcome.winner is None else (self.rules.cells + 1 - position.ply) // 2
            return score, score
        free = self.rules.cells - child.ply
        return -((free + 1) // 2), free // 2

    def reaches(self, position: Position, column: int, score: int) -> bool:
        """Whether a column is worth `score`, which no column exceeds; False also after a stop."""
        lower, upper = self.column_range(position, column)
        if score <= lower or score > upper:
            return score == lower
        low, high = self.narrow(position.play(column), False, -score, 1 - score, questions=1)
        return not self.stopped and -high == score == -low

    def finish(self, column: int, score: int) -> None:
        """Reports a finished column to the watch."""
        c = self.controls[0]
        c.column_value[column] = score
        c.column_bound[column] = EXACT
        c.finished += 1
        if c.best < 0 or score > c.column_value[c.best]:
            c.best = column


def make_control(rules: Rules, number: int = 0) -> Control:
    """A fresh record for the thread of this number; its table is not yet prepared.

    The history starts with a preference for the middle columns.  Every thread but the first adds a random one, so that
    they search different parts first.
    """
    control: Control = _control(rules.columns, rules.stride, number).copy()[0]
    return control


@lru_cache(maxsize=64)
def _control(columns: int, stride: int, number: int) -> np.ndarray:
    """The record, in an array of one, to be copied: setting its fields takes longer than answering an easy question."""
    control = Control.new()
    control.best = -1
    control.limit = kernels.UNLIMITED
    control.column_bound[:] = NO_BOUND
    control.history[:] = control.first_history[:] = first_history(columns, stride, number)
    found: np.ndarray = control.base  # type: ignore[attr-defined]  # a numpy.record, see `Record`
    return found


@lru_cache(maxsize=64)
def first_history(columns: int, stride: int, number: int) -> np.ndarray:
    """The initial history of the thread of this number: int64[2 * CELLS]."""
    unit = 1 << THREAT_WEIGHT - 1
    column = np.arange(CELLS) // stride
    history = np.where(column < columns, unit * np.minimum(column, columns - 1 - column), 0)
    history = np.concatenate([history, history])
    return history + np.random.default_rng(number).integers(0, unit, len(history)) if number else history


_spare: list[Table] = []
"""Cleared tables, reused by calls without a table of their own."""


def _borrow(bits: int) -> Table:
    for i, table in enumerate(_spare):
        if table.bits == bits:
            return _spare.pop(i)
    return Table(bits)
