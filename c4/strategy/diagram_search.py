"""Finds a diagram for a position and simplifies it.

Diagrams that are known already are tried first; then simulated annealing starts from the best of them, or from one that
answers in the column that the other side plays.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from time import perf_counter
from typing import NamedTuple

import numpy as np

from c4.exact import scores
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.interrupts import check
from c4.kernels.hashing import mirror_key
from c4.kernels.jit import load
from c4.kernels.kinds import U
from c4.strategy.annealing import anneal, nearest
from c4.strategy.diagram import CLAIMEVEN, Diagram, check_board
from c4.strategy.memory import Scratch, make_scratch
from c4.strategy.passes import first_good, verify
from c4.strategy.strategies import DRAW, WIN, Strategy, canonical, cells, known_marks, playable, wins_at_once

_scratch = make_scratch()

HEATS = (0.1, 0.3)
"""How readily the annealing accepts a worse diagram, by chance one of these."""

COMPARED = 24
"""How many known diagrams are compared to start from the best of them."""

FREQUENT = 100
"""From so many known diagrams those are drawn by chance: the ones that strategies use most."""

CLAIMEVEN_SHARE = 0.25
"""The share of restarts that begin with CLAIMEVEN."""

FOR_A_DRAW = 300
"""Known diagrams that are tried for a draw: all 5,000 take 0.12 s a side, and annealing finds most of what they hold."""

ROUND = 1_000_000
"""Positions visited between two restarts."""


class Pool:
    """The known diagrams, each good in some positions; their mirror images count as well.

    `marks`: uint64 (n, 6).  `find` looks for one among them, `search` makes a new one.
    """

    def __init__(self, seed: int = 0, known: np.ndarray | None = None) -> None:
        first = np.array([CLAIMEVEN.cells], np.uint64)
        self._rows = first if known is None else np.concatenate([first, known])
        self.size = len(self._rows)
        self.scratch = make_scratch(seed)
        self.random = np.random.default_rng(seed)

    @property
    def marks(self) -> np.ndarray:
        """The diagrams in use: uint64 (size, marks)."""
        return self._rows[: self.size]

    def add(self, marks: np.ndarray | tuple[int, ...]) -> int:
        """Adds a diagram; returns its index."""
        if self.size == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[self.size] = marks
        self.size += 1
        return self.size - 1

    def diagram(self, match: tuple[int, bool]) -> Diagram:
        """The diagram of a match: (index, whether mirrored)."""
        place, is_mirrored = match
        diagram = Diagram(tuple(self.marks[place].tolist()))
        return diagram.mirror() if is_mirrored else diagram

    def find(self, own: int, other: int, hold: bool = False, waits: bool = False) -> tuple[int, bool] | None:
        """(index, whether mirrored) of a known diagram that holds for the owner; or None.

        With `waits` the other side is to move.
        """
        return first_that_holds(self.marks, own, other, hold, waits, 0, self.scratch)

    def search(
        self, own: int, other: int, work: int, hold: bool = False, waits: bool = False, near: list[int] | None = None
    ) -> tuple[tuple[int, bool] | None, float]:
        """((index, False) of a new diagram, or None; the least share of games lost); visits about `work` positions.

        `near` are diagrams to start from.
        """
        least = 1.0
        while work > 0:
            marks = self.beginning(own, other, hold, waits, near)
            part = min(work, ROUND)
            heat = self.random.choice(HEATS)
            cost = float(anneal(U(own), U(other), marks, hold, waits, part, heat, self.scratch))
            check()
            work -= part
            least = min(least, cost)
            if cost == 0.0:
                return (self.add(marks), False), 0.0
        return None, least

    def beginning(self, own: int, other: int, hold: bool, waits: bool, near: list[int] | None = None) -> np.ndarray:
        """A copy of the diagram to start from: CLAIMEVEN, or the best of some known ones and of those that follow up."""
        if self.random.random() < CLAIMEVEN_SHARE:
            return np.array(CLAIMEVEN.cells, np.uint64)
        candidates = near or range(min(self.size, FREQUENT))
        picks = self.random.choice(np.array(candidates), COMPARED)
        rows = np.concatenate([self._rows[picks], following_up(own, other, waits)])
        codes = np.concatenate([2 * np.arange(len(rows)), 2 * np.arange(len(picks)) + 1])
        pick = int(nearest(U(own), U(other), rows, codes, hold, waits, self.scratch))
        if pick < 0:
            return np.array(CLAIMEVEN.cells, np.uint64)
        place, is_mirrored = divmod(pick, 2)
        marks: np.ndarray = rows[place].copy()
        if is_mirrored:
            marks = np.array([mirror_key(marked, None) for marked in marks], np.uint64)
        return marks


def following_up(own: int, other: int, waits: bool) -> np.ndarray:
    """For each first move of the owner the diagram that then answers in the column that the other side plays.

    With `waits` the other side is to move: one diagram, without a first move of the owner.
    """
    rows = []
    first_moves = [0] if waits else list(cells(playable(own, other)))  # 0: no move
    for first in first_moves:
        below = playable(own | first, other)
        claimed = 0
        while below:
            claims = below << 1 & STANDARD.board
            claimed |= claims
            below = claims << 1 & STANDARD.board
        rows.append((first, 0, claimed, 0, 0, 0))
    return np.array(rows, np.uint64)


def first_that_holds(
    diagrams: np.ndarray,
    own: int,
    other: int,
    hold: bool,
    waits: bool = False,
    start: int = 0,
    scratch: Scratch = _scratch,
) -> tuple[int, bool] | None:
    """(index, whether mirrored) of the first diagram, from `start` on, that holds for the owner; or None.

    With `hold` a draw is enough; with `waits` the other side is to move.
    """
    place = int(first_good(U(own), U(other), diagrams, start, hold, waits, scratch))
    if place >= 0:
        return place, False
    own_image = mirror_key(U(own), None)
    other_image = mirror_key(U(other), None)
    place = int(first_good(own_image, other_image, diagrams, start, hold, waits, scratch))
    if place >= 0:
        return place, True
    return None


def owners_and_result(position: Position) -> tuple[tuple[int, ...], str]:
    """(owners, result) of a position: the side that wins, or both sides, the side to move first, if it is drawn."""
    solution = scores.solve(position, weak=True)
    mover = position.to_move
    if solution.sign == 0:
        return (mover, 1 - mover), DRAW
    winner = mover if solution.lower > 0 else 1 - mover
    return (winner,), WIN


class DiagramResult(NamedTuple):
    """A diagram of `owner` (0 or 1) that reaches `result`, or None; `seconds` it took, the exact value apart."""

    diagram: Diagram | None
    owner: int
    result: str
    seconds: float


def find_diagram(
    position: Position,
    seconds: float,
    seed: int = 0,
    clock: Callable[[], float] = perf_counter,
    stopped: Callable[[], bool] = lambda: False,
) -> DiagramResult:
    """Looks for a diagram for the side that wins; in a drawn position for both sides in turn, until one holds the draw.

    Gives up after that many seconds, or soon after `stopped()`.  Raises C4Error for another board and for a game that
    is over.
    """
    check_board(position)
    owners, result = owners_and_result(position)
    for each in (first_good, nearest, anneal, verify):
        load(each)  # at the first start compiling would take the seconds
    started = clock()
    hold = result != WIN

    def found(owner: int, diagram: Diagram | None) -> DiagramResult:
        return DiagramResult(diagram, owner, result, clock() - started)

    for owner in owners:
        if owner == position.to_move and wins_at_once(position.mine, position.theirs):
            return found(owner, Diagram())
    pool = Pool(seed, known_marks()[:FOR_A_DRAW] if hold else known_marks())
    for owner in owners:
        match = pool.find(*_side(position, owner), hold, owner != position.to_move)
        if match is not None:
            return found(owner, simplest(position, owner, pool.diagram(match), hold))
    turns = cycle(owners)
    while clock() - started < seconds and not stopped():
        owner = next(turns)
        match, _ = pool.search(*_side(position, owner), ROUND, hold, owner != position.to_move)
        if match is not None:
            return found(owner, simplest(position, owner, pool.diagram(match), hold))
    return found(owners[0], None)


def _side(position: Position, owner: int) -> tuple[int, int]:
    """The discs of an owner (0 or 1) and of the other side."""
    return position.stones[owner], position.stones[1 - owner]


def of_diagram(position: Position, owner: int, result: str, diagram: Diagram) -> Strategy:
    """The strategy that follows one diagram from a position on, whether or not it reaches its result."""
    strategy = Strategy(position, owner, result, diagrams=[diagram, diagram.mirror()])
    own, other = _side(position, owner)
    if position.to_move == owner:
        starts = [(own, other)]
    else:
        replies = [other | cell for cell in cells(playable(own, other))]
        starts = [(own, after) for after in replies if own | after != STANDARD.board and not wins_at_once(own, after)]
    for start in starts:
        stones = canonical(*start)
        place = 0 if stones == start else 1
        strategy.leaves[stones] = (place, False)
    return strategy


def simplest(position: Position, owner: int, diagram: Diagram, hold: bool) -> Diagram:
    """The diagram without the marks that it does not need, and without those on discs."""
    if diagram.right:
        return simplest(position.mirror(), owner, diagram.mirror(), hold).mirror()
    own, other = _side(position, owner)
    waits = owner != position.to_move
    marks = np.array(diagram.cells, np.uint64) & ~U(own | other)
    for cell in cells(STANDARD.board & ~(own | other)):
        fewer = marks & ~U(cell)
        if (fewer != marks).any() and verify(U(own), U(other), fewer, hold, waits, _scratch):
            marks = fewer
    return Diagram(tuple(marks.tolist()))
