"""The exact solver: what a position is worth under perfect play.

`solve` takes one position, `solve_many` many in one compiled call; `stream_columns` yields every
column as its bounds tighten; `principal_variation` is best play to the end.  A `Table` passed in keeps its entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from time import perf_counter
from typing import NamedTuple, TypeAlias

import numpy as np

from c4 import interrupts
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Rules
from c4.game.values import EXACT, NO_BOUND
from c4.kernels.board import constant_board
from c4.kernels.jit import load
from c4.kernels.kinds import Words2, address_of
from c4.search.watch import Watch
from c4.solver import questions as asking
from c4.solver.ordering import THREAT_WEIGHT
from c4.solver.proof_tree import ProofTree
from c4.solver.table import CELLS, DEFAULT_BITS, Control, Table

FAR = 63
"""Beyond every score."""


@dataclass(frozen=True)
class Solution:
    """Bounds of a position's score, `lower` and `upper`, both included.

    Scores are the field's, for the side to move: +k, it wins with its k-th last disc (1: its last one); 0, a draw;
    -k, the opponent wins with its k-th last disc.  `nodes` counts visited positions, forced replies included;
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
    if lower > 0:
        return 1
    if upper < 0:
        return -1
    return 0 if lower == upper else None


Report: TypeAlias = Callable[[Solution, int], None]
"""Gets the bounds so far, with nodes and seconds, and an estimate of the nodes that are left."""


class ColumnNews(NamedTuple):
    """Inclusive bounds of the mover's score with a column (from 0)."""

    column: int
    lower: int
    upper: int

    @property
    def score(self) -> int | None:
        """The exact score, or None when it is not known."""
        return self.lower if self.lower == self.upper else None


def solve(
    position: Position,
    *,
    weak: bool = False,
    table: Table | None = None,
    watch: Watch | None = None,
    threads: int = 1,
    report: Report | None = None,
) -> Solution:
    """The score of a position; with `weak` only its sign, which takes less work.

    A long search uses several `threads`; then the nodes differ from call to call.  It calls `report` now and then with
    what is known so far, and an estimate of the nodes that the present question still needs.

    A `table` is used and left filled, so that a stopped call can resume and neighbouring positions help each other;
    without one the work starts from nothing.  `watch` observes the nodes and can stop the work.  Raises C4Error for a
    finished game, or count-lines: the solver plays every board, with lines of any length, but only if the first line
    wins.
    """
    with Work(position, table, watch, threads, report) as work:
        lower, upper = work.narrow(position, weak)
        return work.solution(lower, upper, weak)


def stream_bounds(
    position: Position,
    *,
    lower: int = -FAR,
    upper: int = FAR,
    table: Table | None = None,
    watch: Watch | None = None,
    threads: int = 1,
    report: Report | None = None,
) -> Iterator[Solution]:
    """The bounds of a position's score after every question, until they meet; ends early after a stop.

    `lower` and `upper` are bounds that are known already.  The nodes and seconds are those since the first question.
    Raises C4Error as `solve` does.
    """
    with Work(position, table, watch, threads, report) as work:
        while not answered(lower, upper, weak=False):
            lower, upper = work.narrow(position, False, lower, upper, questions=1)
            if work.stopped:
                return
            yield work.solution(lower, upper, weak=False)


def solve_many(
    positions: Sequence[Position],
    *,
    weak: bool = False,
    table: Table | None = None,
    keep_table: bool = False,
    watch: Watch | None = None,
) -> list[Solution]:
    """The solutions of many positions on the same board, in one compiled call; `seconds` is the mean.

    Every position starts from an empty table unless `keep_table`.  After a stop the list ends with the position that
    was being solved, not complete.  Raises C4Error as `solve` does, and for positions of different boards.
    """
    if not positions:
        return []
    rules = positions[0].rules
    for position in positions:
        if position.rules is not rules and position.rules != rules:
            raise C4Error(f"the positions are of different boards: {rules}, and {position.rules}")
    stones = np.array([(position.mine, position.theirs) for position in positions], dtype=np.uint64)
    check_solvable(positions[0])
    over = asking.first_over(stones, constant_board(rules))
    if over > 0:
        check_solvable(positions[over])
    return solve_stones(stones, positions[0], weak=weak, table=table, keep_table=keep_table, watch=watch)


def solve_stones(
    stones: Words2,
    first: Position,
    *,
    weak: bool = False,
    table: Table | None = None,
    keep_table: bool = False,
    watch: Watch | None = None,
) -> list[Solution]:
    """`solve_many` of bitboards, (the side to move's, the other's) in each row, of games that go on; `first` is the
    first of them as a position.
    """
    results = np.tile(np.array((-FAR, FAR, 0), dtype=np.int64), (len(stones), 1))
    with Work(first, table, watch) as work:
        if not keep_table:
            work.table.clear()
            work.table.prepare(work.rules, work.control)
        questions = ALL_QUESTIONS
        budget = asking.UNLIMITED
        address = address_of(work.control)
        done = asking.narrow(stones, results, -FAR, FAR, weak, questions, budget, keep_table, address, work.board)
        interrupts.check()
        work.table.follow(work.control)
        seconds = (perf_counter() - work.started) / len(stones)
    solutions = []
    for lower, upper, nodes in results[: done + 1].tolist():
        solutions.append(Solution(lower, upper, nodes, seconds, answered(lower, upper, weak)))
    return solutions


def stream_columns(
    position: Position,
    *,
    weak: bool = False,
    table: Table | None = None,
    watch: Watch | None = None,
    threads: int = 1,
    report: Report | None = None,
) -> Iterator[ColumnNews]:
    """News of every legal column as its bounds tighten, column by column, the middle first; ends early after a stop.

    A column is done when its bounds meet (`weak`: when its sign is known).  `report` gets the bounds of the column that
    is being searched.  Raises C4Error as `solve` does.
    """
    with Work(position, table, watch, threads, _of_column(report)) as work:
        for column in position.rules.centre_first:
            if column not in position.legal_columns():
                continue
            lower, upper = work.column_range(position, column)
            if answered(lower, upper, weak):
                yield ColumnNews(column, lower, upper)
            while not answered(lower, upper, weak):
                lower, upper = work.narrow_column(position, column, weak, lower, upper)
                if work.stopped:
                    return
                yield ColumnNews(column, lower, upper)
            work.finish(column, lower)


def reaches(position: Position, score: int, *, table: Table | None = None) -> bool:
    """Whether the side to move scores at least `score`: one question, less work than the score.

    Raises C4Error as `solve` does.
    """
    with Work(position, table, None) as work:
        lower, _ = work.narrow(position, False, score - 1, score, questions=1)
        return lower >= score


def columns_reaching(
    position: Position, score: int, *, table: Table | None = None, watch: Watch | None = None
) -> tuple[int, ...]:
    """The legal columns (from 0) with which the side to move scores at least `score`: one question per column.

    After a stop those proved so far.  Raises C4Error as `solve` does.
    """
    columns = []
    with Work(position, table, watch) as work:
        for column in position.legal_columns():
            lower, upper = work.column_range(position, column)
            if lower < score <= upper:
                lower, upper = work.narrow_column(position, column, False, score - 1, score)
                if work.stopped:
                    break
            if lower >= score:
                columns.append(column)
    return tuple(columns)


def _of_column(report: Report | None) -> Report | None:
    """A report of the positions after a move, told from the point of view of the side that moves."""
    if report is None:
        return None

    def of_column(solution: Solution, nodes_left: int) -> None:
        report(replace(solution, lower=-solution.upper, upper=-solution.lower), nodes_left)

    return of_column


def principal_variation(
    position: Position,
    *,
    table: Table | None = None,
    watch: Watch | None = None,
    threads: int = 1,
    report: Report | None = None,
) -> tuple[int, ...]:
    """Best play by both sides to the end of the game, columns from 0: the shortest win against the longest defence.

    Of equally good columns the one nearest to the middle is played.  Ends early after a stop.  `report` gets the bounds
    of the position that is being searched.  Raises C4Error as `solve` does.
    """
    moves: list[int] = []
    with Work(position, table, watch, threads, report) as work:
        lower, upper = work.narrow(position, False)
        while position.outcome() is None and lower == upper:
            column = work.best_column(position, lower)
            if column is None:  # stopped
                break
            moves.append(column)
            position = position.play(column)
            lower = -lower
            upper = -upper
    return tuple(moves)


EARLY_BITS = 23
"""The size of a table for the first plies (see `Table`)."""

EARLY_PLIES = 6
"""Positions with fewer discs get a larger table than the default, unless the caller passes one."""


def bits_for(position: Position) -> int:
    """The size of the table that suits a position (see `Table`)."""
    return EARLY_BITS if position.ply < EARLY_PLIES else DEFAULT_BITS


def check_solvable(position: Position) -> None:
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


EASY_NODES = 1 << 20
"""The nodes a question may cost before it is asked again with positions merged (`c4.solver.keys`): that takes longer per
node and pays for itself only in long searches."""

FIRST_TRY = 1 << 25
"""The nodes it may cost one thread then before it is asked again as a tree of the first plies
(`c4.solver.proof_tree`).  After a question that needed a tree, the next one begins with a tree if it costs more than
EASY_NODES; so do all questions to several threads."""

LEAVES_AT_ONCE = 4
"""Leaves of the tree that are searched at a time, also by fewer threads; each has a history of its own."""

ALL_QUESTIONS = asking.UNLIMITED
"""As many questions as it takes."""


_unused_tables: list[Table] = []
"""Cleared tables, reused by calls without a table of their own."""


def borrow_table(bits: int) -> Table:
    """A cleared table of this size, to be returned with `return_table`."""
    for i, table in enumerate(_unused_tables):
        if table.bits == bits:
            return _unused_tables.pop(i)
    return Table(bits)


def return_table(table: Table) -> None:
    """Takes a borrowed table back, which nothing uses any more."""
    table.clear()
    _unused_tables.append(table)


class Work:
    """One call of the solver: its table, its record, which the watch sees, those of its threads, and its clock."""

    def __init__(
        self,
        position: Position,
        table: Table | None,
        watch: Watch | None,
        threads: int = 1,
        report: Report | None = None,
    ) -> None:
        check_solvable(position)
        self.rules = position.rules
        self.watch = watch
        self.board = constant_board(position.rules)
        self.borrows_table = table is None
        self.table = borrow_table(bits_for(position)) if table is None else table
        self.control = make_control(self.rules)
        self.table.prepare(self.rules, self.control)
        self.threads = threads
        self.report = report
        self.workers: list[Control] = []
        self.budget = EASY_NODES  # of a question that is asked depth first
        load(asking.narrow)  # before the clock starts
        self.stopped = False
        self.started = perf_counter()

    def __enter__(self) -> Work:
        self.started = perf_counter()
        if self.watch is not None:
            self.watch.attach(self.control)
        return self

    def __exit__(self, *_: object) -> None:
        if self.borrows_table:
            return_table(self.table)

    def solution(self, lower: int, upper: int, weak: bool) -> Solution:
        """The solution with these bounds, the nodes and the time so far."""
        nodes = int(self.control.nodes)
        seconds = perf_counter() - self.started
        return Solution(lower, upper, nodes, seconds, answered(lower, upper, weak))

    def narrow(
        self, position: Position, weak: bool, lower: int = -FAR, upper: int = FAR, questions: int = ALL_QUESTIONS
    ) -> tuple[int, int]:
        """Tightens the bounds of a position until they answer, the questions run out, or a stop.

        Every question is asked depth first; if that takes too long, again with positions merged; then as a tree.
        """
        while True:
            lower, upper, is_answered = self._ask_depth_first(position, weak, lower, upper, questions)
            if not is_answered and not self.stopped and not self.control.merging:
                self._begin_merging()
                if self.threads == 1:  # several threads begin with the tree
                    self.budget = FIRST_TRY
                    lower, upper, is_answered = self._ask_depth_first(position, weak, lower, upper, questions)
            if is_answered or self.stopped:
                return lower, upper
            target = asking.next_target(lower, upper, weak, (self.rules.cells - position.ply) % 2 == 0)
            value = self._ask_as_tree(position, target, lower, upper)
            if value is None:
                return lower, upper
            if value >= target:
                lower = value
            else:
                upper = value
            questions -= 1
            if questions <= 0 or answered(lower, upper, weak):
                return lower, upper

    def _ask_as_tree(self, position: Position, target: int, lower: int, upper: int) -> int | None:
        """Whether the side to move scores at least `target`, as `c4.solver.kernels.search` says it; None after a stop.

        `lower` and `upper` are its bounds so far, for the report.
        """
        self.budget = EASY_NODES
        tree = ProofTree(position, target, self.board)
        tree.grow(self.control, self.workers, self.threads, partial(self._report, lower, upper))
        self._notice_stop(tree.root.value is not None)
        return tree.root.value

    def _report(self, lower: int, upper: int, nodes_left: int) -> None:
        if self.report is not None:
            self.report(self.solution(lower, upper, weak=False), nodes_left)

    def _begin_merging(self) -> None:
        """From now on positions are merged.  Makes the records of the threads; each continues with its own history."""
        self.control.merging = 1
        for _ in range(max(self.threads, LEAVES_AT_ONCE)):
            worker = make_control(self.rules)
            self.table.prepare(self.rules, worker)
            worker.merging = 1
            worker.history[:] = self.control.history
            self.workers.append(worker)

    def _ask_depth_first(
        self, position: Position, weak: bool, lower: int, upper: int, questions: int
    ) -> tuple[int, int, bool]:
        """(lower, upper, whether every question was answered within its budget)."""
        stones = np.array(((position.mine, position.theirs),), dtype=np.uint64)
        results = np.empty((1, asking.RESULTS), dtype=np.int64)
        address = address_of(self.control)
        keep_table = True
        positions_answered = asking.narrow(
            stones, results, lower, upper, weak, questions, self.budget, keep_table, address, self.board
        )
        is_answered = positions_answered == 1
        self._notice_stop(is_answered)
        return int(results[0, asking.LOWER]), int(results[0, asking.UPPER]), is_answered

    def _notice_stop(self, done: bool) -> None:
        """Notes whether the work was stopped before it was done.  Raises KeyboardInterrupt after Ctrl-C."""
        self.stopped |= bool(self.control.stop) and not done
        interrupts.check()

    def column_range(self, position: Position, column: int) -> tuple[int, int]:
        """Bounds of a column's score before any search; they meet if the move ends the game."""
        child = position.play(column)
        score = child.end_score()
        if score is not None:
            return score, score
        free = self.rules.cells - child.ply
        return -((free + 1) // 2), free // 2

    def narrow_column(self, position: Position, column: int, weak: bool, lower: int, upper: int) -> tuple[int, int]:
        """Tightens the bounds of a column's score by one question; the bounds are the mover's, before and after."""
        lower_of_reply, upper_of_reply = self.narrow(position.play(column), weak, -upper, -lower, questions=1)
        return -upper_of_reply, -lower_of_reply

    def column_reaches(self, position: Position, column: int, score: int) -> bool:
        """Whether a column is worth `score`, which no column exceeds; False also after a stop."""
        lower, upper = self.column_range(position, column)
        if score <= lower or score > upper:
            return score == lower
        lower, _ = self.narrow_column(position, column, False, score - 1, score)
        return not self.stopped and lower == score

    def best_column(self, position: Position, score: int) -> int | None:
        """The column nearest to the middle that is worth the position's `score`; None after a stop."""
        legal = position.legal_columns()
        for column in position.rules.centre_first:
            if column in legal and self.column_reaches(position, column, score):
                return column
        return None

    def finish(self, column: int, score: int) -> None:
        """Reports a finished column to the watch."""
        control = self.control
        control.column_value[column] = score
        control.column_bound[column] = EXACT
        control.finished += 1
        if control.best < 0 or score > control.column_value[control.best]:
            control.best = column


def make_control(rules: Rules) -> Control:
    """A fresh record; its table is not yet prepared.  The history starts with a preference for the middle columns."""
    control: Control = _control(rules.columns, rules.stride).copy()[0]
    return control


@lru_cache(maxsize=64)
def _control(columns: int, stride: int) -> np.ndarray:
    """The record, in an array of one, to be copied: setting its fields takes longer than answering an easy question."""
    control = Control.new()
    control.best = -1
    control.limit = asking.UNLIMITED
    control.column_bound[:] = NO_BOUND
    control.first_history[:] = first_history(columns, stride)
    control.history[:] = control.first_history
    record: np.ndarray = control.base  # type: ignore[attr-defined]  # a numpy.record, see `Record`
    return record


@lru_cache(maxsize=64)
def first_history(columns: int, stride: int) -> np.ndarray:
    """The initial history, int64[2 * CELLS]: every step from the edge is worth half a threat."""
    column = np.arange(CELLS) // stride
    from_edge = np.minimum(column, columns - 1 - column)
    half_a_threat = (1 << THREAT_WEIGHT) // 2
    history = np.where(column < columns, half_a_threat * from_edge, 0)
    return np.concatenate([history, history])
