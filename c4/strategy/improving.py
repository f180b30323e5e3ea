"""Makes a strategy smaller by longer searches for diagrams and other moves.  Imports the maker and jobs.

Each round goes through the positions from the last to the first, with twice the work of the previous round.  A change
is kept if the whole strategy, counted anew, has fewer positions; so it never grows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

from c4 import jobs
from c4.files import alone, write_text
from c4.game.rules import C4Error
from c4.strategy import graph
from c4.strategy.graph import DRAW, Stones, Strategy, canonical, cells, playable, wins_at_once
from c4.strategy.maker import WORK, Maker, Stopped, TooLarge
from c4.strategy.making import Rows, rows_of, take_over
from c4.strategy.verify import verify

CHUNK = 60
"""Positions per job."""

SMALL = 12
"""In the first round other moves are tried for a move with at most this many positions of its own below it; the limit
doubles every round.
"""

SHARED = 4
"""A move is considered if it has at most this many positions below it for each one of its own."""

ROUNDS = 10
"""After this many rounds it starts over with other random numbers."""


class Change(NamedTuple):
    """A position with a new answer: a cell, or a leaf (index into the maker's pool, whether mirrored)."""

    stones: Stones
    cell: int
    leaf: tuple[int, bool] | None


class Improver:
    """A strategy with its maker."""

    def __init__(self, strategy: Strategy, maker: Maker) -> None:
        self.first = strategy.first()
        self.waits = strategy.root.to_move != strategy.owner
        self.maker = maker
        self.size, self.live = self.measure()

    def measure(self, without: Stones | None = None) -> tuple[int, set[Stones]]:
        """(positions, those with the owner to move) that the root reaches without passing through `without`."""
        maker, waiting, seen, between = self.maker, list(self.first), set(self.first), set()
        for stones in waiting:
            cell = maker.moves.get(stones)
            if cell is None or stones == without:
                continue
            between.add((stones[0] | cell, stones[1]))
            for child in maker.replies(stones[0] | cell, stones[1]):
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
        return len(seen) + len({canonical(*stones) for stones in between}) + self.waits, seen

    def at_least(self, stones: Stones, number: int) -> bool:
        """Whether a position reaches at least `number` positions with the owner to move, shared ones included."""
        maker, waiting, seen = self.maker, [stones], {stones}
        for own, other in waiting:
            cell = maker.moves.get((own, other))
            if cell is not None:
                fresh = [child for child in maker.replies(own | cell, other) if child not in seen]
                seen.update(fresh)
                waiting += fresh
                if len(seen) >= number:
                    return True
        return False

    def inner(self) -> list[Stones]:
        """The positions with a move, those with the most stones first."""
        return sorted(
            (stones for stones in self.live if stones in self.maker.moves), key=lambda s: -(s[0] | s[1]).bit_count()
        )

    def improve(self, stones: Stones, work: int, small: int) -> Change | None:
        """Tries to answer one position better.  Raises Stopped."""
        maker = self.maker
        if stones not in maker.moves or stones not in self.live:
            return None
        if maker.has_leaf(stones, work):
            del maker.moves[stones]
            self.size, self.live = self.measure()
            return Change(stones, 0, maker.leaves[stones])
        if self.at_least(stones, SHARED * small):
            return None
        before = maker.moves[stones]
        rest, live = self.measure(stones)
        if self.size - rest > small:
            return None
        own, other = stones
        for cell in cells(playable(own, other)):
            if cell == before or wins_at_once(other, own | cell) or not maker.keeps(own | cell, other):
                continue
            maker.live, maker.room = live, self.size - rest + 2
            try:
                maker.take(stones, cell)
                size, seen = self.measure()
            except TooLarge:
                size = self.size + 1
            finally:
                maker.live = maker.room = None
            if size < self.size:
                self.size, self.live = size, seen
                return Change(stones, cell, None)
            maker.moves[stones] = before
        return None

    def apply(self, change: Change) -> bool:
        """Adopts another improver's change if it makes this strategy smaller, too."""
        maker, stones = self.maker, change.stones
        before = maker.moves.get(stones)
        if before is None:
            return False
        if change.leaf is not None:
            maker.leaves[stones] = change.leaf
            del maker.moves[stones]
        else:
            maker.moves[stones] = change.cell
        size, seen = self.measure()
        if size < self.size and all(each in maker.moves or each in maker.leaves for each in seen):
            self.size, self.live = size, seen
            return True
        maker.leaves.pop(stones, None)
        maker.moves[stones] = before
        return False


def improve(
    path: str | Path,
    hours: float,
    *,
    number: int | None = 1,
    dask: str | None = None,
    report: Callable[[int], None] = lambda positions: None,
    seed: int = 0,
) -> Strategy:
    """Improves the strategy in a file for some hours, writing each smaller one; returns it.  A later call resumes.

    Uses `number` processes (None: one per core), or the cluster at `dask`.  `report` receives the current
    number of positions.  The rounds done are noted beside the file.  Raises C4Error when the file cannot be
    read or written, while another program improves it, or if the strategy does not hold.
    """
    with alone(path, "improved"):
        return _improve(path, hours, number, dask, report, seed)


def _improve(
    path: str | Path, hours: float, number: int | None, dask: str | None, report: Callable[[int], None], seed: int
) -> Strategy:
    strategy = graph.read(path)
    if (problem := verify(strategy).problem) is not None:
        raise C4Error(f"{path} is not improved, because it does not hold: {problem}")
    until = perf_counter() + 3600 * hours
    maker = Maker(strategy.result == DRAW, seed=seed, stopped=lambda: perf_counter() > until)
    maker.adopt(strategy)
    improver = Improver(strategy, maker)
    report(improver.size)
    note = Path(f"{path}.rounds")
    done = _rounds_done(note)
    written = [improver.size, perf_counter()]

    def keep(at_once: bool = False) -> None:
        report(improver.size)
        if improver.size < written[0] and (at_once or perf_counter() - written[1] > 60):
            made = maker.strategy(strategy.root, strategy.owner)
            if (problem := verify(made).problem) is not None:
                raise C4Error(f"the smaller strategy was not written, because the checker refused it: {problem}")
            graph.write(path, made)
            written[:] = improver.size, perf_counter()

    try:
        while perf_counter() < until:
            work, small = WORK << 1 + done % ROUNDS, SMALL << done % ROUNDS
            waiting = improver.inner()
            if number == 1 and dask is None:
                for stones in waiting:
                    if improver.improve(stones, work, small) is not None:
                        keep()
            else:
                tasks = _tasks(improver, strategy, waiting, work, small, done, until)
                for rows, changes in jobs.run(improve_chunk, tasks, jobs=number, dask=dask):
                    _merge(improver, rows, changes)
                    keep()
            if perf_counter() < until:
                done += 1
                write_text(note, f"{done}\n")
    except Stopped:
        pass
    finally:
        keep(at_once=True)
    return maker.strategy(strategy.root, strategy.owner)


def _rounds_done(note: Path) -> int:
    try:
        return max(0, int(note.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return 0


def _tasks(
    improver: Improver, strategy: Strategy, waiting: list[Stones], work: int, small: int, seed: int, until: float
) -> Iterator[tuple[Strategy, list[Stones], int, int, int, float]]:
    order = random.Random(seed)
    starts = list(range(0, len(waiting), CHUNK))
    order.shuffle(starts)
    for start in starts:
        left = until - perf_counter()
        if left > 0:
            known = improver.maker.strategy(strategy.root, strategy.owner)
            yield known, waiting[start : start + CHUNK], work, small, seed + start, left


def improve_chunk(
    strategy: Strategy, waiting: list[Stones], work: int, small: int, seed: int, seconds: float
) -> tuple[Rows, list[Change]]:
    """One job: the changes found for some positions, and everything they need."""
    until = perf_counter() + seconds
    maker = Maker(strategy.result == DRAW, seed=seed, stopped=lambda: perf_counter() > until)
    maker.adopt(strategy)
    improver = Improver(strategy, maker)
    changes = []
    try:
        for stones in waiting:
            change = improver.improve(stones, work, small)
            if change is not None:
                changes.append(change)
    except Stopped:
        pass
    return rows_of(maker), changes


def _merge(improver: Improver, rows: Rows, changes: list[Change]) -> None:
    """Adopts a job's changes, one at a time."""
    maker = improver.maker
    answered = {change.stones for change in changes}
    moves, leaves, diagrams = rows
    places = [maker.pool.add_once(row) for row in diagrams]
    keep = np.array([(own, other) not in answered for own, other, *_ in leaves.tolist()], bool)
    take_over(maker, (moves, leaves[keep] if len(leaves) else leaves, diagrams))
    for change in changes:
        leaf = None if change.leaf is None else (places[change.leaf[0]], change.leaf[1])
        improver.apply(change._replace(leaf=leaf))
