"""The exact solver: what a position is worth under perfect play.  Imports numpy and numba; starts threads only when asked for more than one.

    solve(Position.from_moves("4453")).score          the field's score, see Solution
    for news in stream_columns(position): ...         every column, as bounds tighten
    solve_many(positions)                             a whole array in one compiled call
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import Thread
from time import perf_counter
from typing import NamedTuple

import numpy as np

from c4.position import Position
from c4.rules import FIRST_LINE, C4Error, Rules
from c4.search import solver_kernels as kernels
from c4.search.transpositions import Table
from c4.search.tree import EXACT, NO_BOUND
from c4.watch import Watch

U = np.uint64
ALL = 1 << 62


@dataclass(frozen=True)
class Solution:
    """What is known of a position: its score lies between `lower` and `upper`, both included.

    Scores are the field's, for the side to move: +k, it wins with its k-th last stone (1 = with the very last one it has);
    0, a draw; -k, the other side wins with its k-th last stone.  `nodes` are positions looked at, with forced replies;
    `complete` is False when a watch stopped the solver before the question was answered (what is known holds all the same).
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
        """1 the side to move wins, 0 draw, -1 it loses, or None when that is not known."""
        return 1 if self.lower > 0 else -1 if self.upper < 0 else 0 if self.lower == self.upper else None


class ColumnNews(NamedTuple):
    """Bounds of one column's score (for the side to move), both included; the column is done when they meet."""

    column: int
    lower: int
    upper: int


def solve(
    position: Position,
    *,
    weak: bool = False,
    threads: int = 1,
    table: Table | None = None,
    watch: Watch | None = None,
    report: Callable[[int, int], None] | None = None,
) -> Solution:
    """The score of a position; with `weak` only its sign (a shorter search).

    `table` is kept as it is found and left filled, so that a stopped call resumes and neighbouring positions help each other;
    without one the work starts from nothing.  `watch` shows the nodes while it works and stops it; `report(lower, upper)` is
    called whenever the bounds have tightened.
    Raises C4Error for a game that is over, or rules the solver does not know: it plays every board, with lines of any
    length, but only where the first line wins (not count-lines).
    """
    with _Work(position, threads, table, watch) as work:
        lower, upper = work.narrow(position, weak, report=report)
        return work.solution(lower, upper, weak)


def solve_many(
    positions: Sequence[Position], *, weak: bool = False, table: Table | None = None, keep_table: bool = False, watch: Watch | None = None
) -> list[Solution]:
    """The solutions of many positions of the same rules in one compiled call, one thread; `seconds` is the mean.

    Every position starts from an empty table unless `keep_table`.  After a stop the rest are not complete.
    """
    raise NotImplementedError


def stream_columns(
    position: Position, *, weak: bool = False, threads: int = 1, table: Table | None = None, watch: Watch | None = None
) -> Iterator[ColumnNews]:
    """News of every legal column, as its bounds tighten: one column after another, the middle first.  Ends early after a stop.

    Raises C4Error as `solve` does.
    """
    with _Work(position, threads, table, watch) as work:
        legal = set(position.legal_columns())
        for column in position.rules.centre_first:
            if column not in legal:
                continue
            child = position.play(column)
            outcome = child.outcome()
            if outcome is not None:
                won = (position.rules.cells + 1 - position.ply) // 2 if outcome.winner is not None else 0
                lower = upper = won
                yield ColumnNews(column, won, won)
            else:
                lower, upper = work.range(child)
                while lower < upper and not (weak and (lower > 0 or upper < 0)):
                    low, high = work.narrow(child, weak, -upper, -lower, questions=1)
                    if work.stopped:
                        return
                    lower, upper = -high, -low
                    yield ColumnNews(column, lower, upper)
            work.finished(column, lower)


def solve_columns(
    position: Position,
    *,
    weak: bool = False,
    threads: int = 1,
    table: Table | None = None,
    watch: Watch | None = None,
    report: Callable[[ColumnNews], None] | None = None,
) -> dict[int, ColumnNews]:
    """What is known of every legal column when all are done, or the watch has stopped the work; see `stream_columns`."""
    columns = {}
    for news in stream_columns(position, weak=weak, threads=threads, table=table, watch=watch):
        columns[news.column] = news
        if report is not None:
            report(news)
    return dict(sorted(columns.items()))


def principal_variation(position: Position, *, threads: int = 1, table: Table | None = None, watch: Watch | None = None) -> tuple[int, ...]:
    """Best play by both sides to the end of the game, columns from 0: the shortest win against the longest defence.

    Of equally good columns the one nearest to the middle is played.  Ends early after a stop.
    """
    moves = []
    with _Work(position, threads, table, watch) as work:
        lower, score = work.narrow(position, False)
        while position.outcome() is None and not work.stopped:
            for column in sorted(position.legal_columns(), key=position.rules.centre_first.index):
                if work.reaches(position, column, score):
                    break
            if work.stopped:
                break
            moves.append(column)
            position, score = position.play(column), -score
    return tuple(moves)


class _Work:
    """One call of the solver: its table, its control records (one a thread), its clock."""

    def __init__(self, position: Position, threads: int, table: Table | None, watch: Watch | None) -> None:
        rules = position.rules
        if rules.scoring != FIRST_LINE:
            raise C4Error("the exact solver knows only boards where the first line wins (not count-lines)")
        if type(threads) is not int or threads < 1:
            raise C4Error(f"the number of threads must be a whole number from 1, not {threads!r}")
        outcome = position.outcome()
        if outcome is not None:
            raise C4Error(f"the game is over in {position!r}: {outcome.reason}")
        self.rules, self.geometry, self.watch = rules, geometry(rules), watch
        self._borrowed = table is None
        self.table = _spare.pop() if table is None and _spare else table or Table()
        self.controls = [kernels.make_control(rules, number) for number in range(threads)]

    def __enter__(self) -> _Work:
        if self._borrowed:
            self.table.clear()
        for control in self.controls:
            self.table.prepare(self.rules, control)
        self.started = perf_counter()
        if self.watch is not None:
            self.watch.attach(self.controls[0])
        return self

    def __exit__(self, *_) -> None:
        if self._borrowed:
            _spare.append(self.table)

    @property
    def stopped(self) -> bool:
        return bool(self.controls[0][0]["stop"])

    @property
    def nodes(self) -> int:
        return sum(int(control[0]["nodes"]) for control in self.controls)

    def solution(self, lower: int, upper: int, weak: bool) -> Solution:
        complete = lower == upper or weak and (lower > 0 or upper < 0)
        return Solution(lower, upper, self.nodes, perf_counter() - self.started, complete)

    def range(self, position: Position) -> tuple[int, int]:
        """Bounds that the plies left give."""
        free = self.rules.cells - position.ply
        return -(free // 2), (free + 1) // 2

    def narrow(self, position: Position, weak: bool, lower: int = -64, upper: int = 63, questions: int = ALL, report=None) -> tuple[int, int]:
        """Tightens the bounds of a position until they meet (weakly: until the sign is known), the questions run out, or a stop."""
        low, high = self.range(position)
        lower, upper = max(lower, low), min(upper, high)
        while lower < upper and questions > 0 and not (weak and (lower > 0 or upper < 0)) and not self.stopped:
            step = 1 if report is not None else questions
            before = lower, upper
            lower, upper = self._ask(position, lower, upper, weak, step)
            questions -= step
            if report is not None and before != (lower, upper):
                report(lower, upper)
        return lower, upper

    def _ask(self, position: Position, lower: int, upper: int, weak: bool, questions: int) -> tuple[int, int]:
        mine, theirs = U(position.mine), U(position.theirs)
        first = self.controls[0]
        kernels.narrow(mine, theirs, lower, upper, weak, questions, first.ctypes.data, self.geometry)
        return int(first[0]["lower"]), int(first[0]["upper"])

    def reaches(self, position: Position, column: int, score: int) -> bool:
        """Whether a column is worth `score`, that of the position."""
        child = position.play(column)
        if child.outcome() is not None:
            won = child.outcome().winner is not None
            return score == ((self.rules.cells + 1 - position.ply) // 2 if won else 0)
        low, high = self.range(child)
        lower, upper = max(low, -score), min(high, -score + 1)
        if lower >= upper:
            return low == -score
        return self.narrow(child, False, lower, upper, 1)[1] == -score

    def finished(self, column: int, score: int) -> None:
        c = self.controls[0][0]
        c["column_value"][column] = score
        c["column_bound"][column] = EXACT
        c["finished"] += 1
        if c["best"] < 0 or score > c["column_value"][c["best"]]:
            c["best"] = column


_spare: list[Table] = []
"""Tables of finished calls that brought none of their own."""


def geometry(rules: Rules) -> tuple | None:
    """The board as the kernels want it: None for the standard one (compiled with constants), otherwise its measures."""
    if (rules.rows, rules.columns, rules.connect) == (6, 7, 4):
        return None
    follow = sum(1 << rules.cell(row, column) for column in range(rules.columns) for row in range(rules.rows - 1, -1, -2))
    return tuple(U(word) for word in (rules.stride, rules.connect, rules.bottom, rules.board, follow, rules.cells))
