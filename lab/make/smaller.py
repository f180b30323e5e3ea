"""Makes a strategy smaller: tries other moves and longer searches for diagrams, and keeps what makes the whole smaller.

A change is priced by what it adds to the positions in use and what it takes from them.  So shared parts count once,
and a change costs no more time than what it touches.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import click
import numpy as np
from tqdm import tqdm

from c4 import jobs
from c4.callbacks import ignore
from c4.cli.options import jobs_options, json_option, show
from c4.errors import C4Error
from c4.locks import locked
from c4.storage import write_text
from c4.strategy import strategies
from c4.strategy.strategies import DRAW, Stones, Strategy, canonical, cells, playable, wins_at_once
from c4.strategy.verify import verify
from lab.make.strategies import FIRST_DIAGRAMS, Maker, Rows, Stopped, cost_without_leaf, places_of, rows_of, take_over

CHUNK = 60
"""Positions per job."""

ROUNDS = 10
"""After this many rounds the limits begin again, with other random numbers."""

FIRST_LEAF_WORK = 60_000
"""Positions visited in search of a diagram that replaces a move, in the first round; doubled every round."""

LARGEST_LEAF_WORK = 2_000_000
"""The most of them."""

REPLACED_PER_SHARE = 6
LARGEST_SHARE = 12
"""The more positions a diagram would replace, the longer it is searched for: one share more for every
`REPLACED_PER_SHARE` of them, up to `LARGEST_SHARE` shares.
"""

KNOWN_ONLY = 3
"""In the first rounds other moves are tried with known diagrams only: they already replace much, and are quick to test."""

FIRST_REPLY_WORK = 30_000
"""Positions visited in search of a diagram after another move when that begins; doubled every round."""

FIRST_REPLACED = 12
"""The most positions that another move may replace, in the first round; doubled every round."""

LARGEST_REPLACED = 1000
"""The most of them in a late round."""

NEAR_POSITIONS = 60
"""About how many positions below another are searched for diagrams to start from."""

MOVES_TRIED = (7, 3, 2, 1)
"""How many moves are tried for a position, for one below a new move of it, and so on."""

SAVE_INTERVAL_SECONDS = 60.0
"""Seconds between two saves; longer where checking the strategy takes long."""

SAVE_INTERVAL_CHECKS = 20
"""A save is at least this many times as far away as checking and writing takes."""

GUESS_WITH_MOVE = 4.0
"""Guessed positions below a reply that has a move, or for which no diagram has been searched."""

GUESS_WHERE_ALL_ARE_LOST = 30.0
"""Guessed positions below a reply whose best diagram loses every game, see `cost_without_leaf`."""

IMPOSSIBLE = 1 << 30
"""The cost of an answer that would take more positions than its limit."""


class Limits(NamedTuple):
    """How much is tried for each position.

    leaf_work   positions visited in search of a diagram that replaces a move
    reply_work  positions visited in search of a diagram after another move; 0: known diagrams only
    replaced    another move is tried if at most this many positions are needed by the move alone
    """

    leaf_work: int
    reply_work: int
    replaced: int


class Graph:
    """The positions in use, each with the number of its uses.

    A position with the owner to move (`uses`) has a leaf or a move; the position after the move (`between`) uses all
    positions after a reply.  Both are canonical.
    """

    def __init__(self, strategy: Strategy, maker: Maker) -> None:
        self.maker = maker
        self.waits = strategy.root.to_move != strategy.owner
        self.uses: dict[Stones, int] = {}
        self.between: dict[Stones, int] = {}
        self.removed: dict[Stones, int] = {}
        """Positions that were in use, with their moves; to be cleared before a change that may be taken back."""
        self._after: dict[tuple[Stones, int], tuple[Stones, list[Stones]]] = {}
        for stones in strategy.first_positions():
            self.add(stones)

    @property
    def size(self) -> int:
        """The number of positions, as in `Size.positions`."""
        return len(self.uses) + len(self.between) + self.waits

    def inner(self) -> list[Stones]:
        """The positions with a move, those with the most discs first."""
        return sorted((stones for stones in self.uses if stones in self.maker.moves), key=count_discs, reverse=True)

    def after(self, stones: Stones, cell: int) -> tuple[Stones, list[Stones]]:
        """The canonical position after a move of the owner, and those after each reply."""
        key = stones, cell
        if key not in self._after:
            own = stones[0] | cell
            other = stones[1]
            self._after[key] = canonical(own, other), self.maker.replies(own, other)
        return self._after[key]

    def add(self, stones: Stones) -> None:
        """One use of a settled position more."""
        waiting = [stones]
        while waiting:
            stones = waiting.pop()
            self.uses[stones] = self.uses.get(stones, 0) + 1
            if self.uses[stones] == 1 and stones not in self.maker.leaves:
                waiting += self._use_move(stones, self.maker.moves[stones])

    def add_move(self, stones: Stones, cell: int) -> None:
        """One use of a move more, below which everything is settled."""
        for child in self._use_move(stones, cell):
            self.add(child)

    def _use_move(self, stones: Stones, cell: int) -> list[Stones]:
        there, replies = self.after(stones, cell)
        self.between[there] = self.between.get(there, 0) + 1
        return replies if self.between[there] == 1 else []

    def remove(self, stones: Stones) -> None:
        """One use of a position less."""
        waiting = [stones]
        while waiting:
            stones = waiting.pop()
            self.uses[stones] -= 1
            if self.uses[stones] == 0:
                del self.uses[stones]
                if stones not in self.maker.leaves:
                    self.removed[stones] = self.maker.moves[stones]
                    waiting += self._drop_move(stones, self.maker.moves[stones])

    def remove_move(self, stones: Stones, cell: int) -> None:
        """One use of a move less."""
        for child in self._drop_move(stones, cell):
            self.remove(child)

    def _drop_move(self, stones: Stones, cell: int) -> list[Stones]:
        there, replies = self.after(stones, cell)
        self.between[there] -= 1
        if self.between[there]:
            return []
        del self.between[there]
        return replies


def count_discs(stones: Stones) -> int:
    """The number of discs on the board."""
    own, other = stones
    return (own | other).bit_count()


class Change(NamedTuple):
    """A position with a new answer: a cell, or a leaf (index into the maker's pool, whether mirrored)."""

    stones: Stones
    cell: int | None = None
    leaf: tuple[int, bool] | None = None


class Before(NamedTuple):
    """How a position was answered before its move was taken away.

    stones   the position
    cell     its move
    below    the positions that nothing needs without this move, with their moves
    freed    how many positions fewer the strategy has without this move
    """

    stones: Stones
    cell: int
    below: dict[Stones, int]
    freed: int


class Improver:
    """Answers positions anew within `limits`, one at a time.

    `graph` are the positions in use, by the moves and leaves of `maker`; after `Stopped` it counts wrongly, and only
    `maker` is of use.
    """

    def __init__(self, strategy: Strategy, maker: Maker, limits: Limits, seed: int = 0) -> None:
        self.maker = maker
        self.graph = Graph(strategy, maker)
        self.limits = limits
        self.random = random.Random(seed)
        self._local: list[int] = []
        """The diagrams used below the position that is answered anew."""

    def improve(self, stones: Stones) -> Change | None:
        """Answers one position anew if that takes fewer positions, or as many.  Raises Stopped."""
        if not self._has_move_in_use(stones):
            return None
        if self.maker.find_known_leaf(stones, self.maker.pool.size):
            return self._becomes_leaf(stones)
        self._local = self._near(stones)
        before = self._take_move_away(stones)
        try:
            if self._replace_by_leaf(before):
                del self.maker.moves[stones]
                return Change(stones, leaf=self.maker.leaves[stones])
            if not self._replace_by_move(before):
                self._put_move_back(before)
                return None
        except Stopped:
            self._restore_answers(before)
            raise
        cell = self.maker.moves[stones]
        return Change(stones, cell) if cell != before.cell else None

    def apply(self, change: Change) -> bool:
        """Adopts another improver's change if it makes this strategy no larger."""
        stones = change.stones
        if not self._has_move_in_use(stones):
            return False
        if change.leaf is not None:
            self.maker.leaves[stones] = change.leaf
            self._becomes_leaf(stones)
            return True
        assert change.cell is not None
        if not self._is_settled(self.graph.after(stones, change.cell)[1]):
            return False
        size = self.graph.size
        before = self._take_move_away(stones)
        self.graph.add_move(stones, change.cell)
        self.maker.moves[stones] = change.cell
        if self.graph.size > size:
            self.graph.remove_move(stones, change.cell)
            self._put_move_back(before)
            return False
        return True

    def _has_move_in_use(self, stones: Stones) -> bool:
        return stones in self.maker.moves and stones in self.graph.uses

    def _near(self, stones: Stones) -> list[int]:
        """The diagrams of the first leaves below a position in use."""
        waiting = [stones]
        places = set()
        for each in waiting:
            if each in self.maker.leaves:
                places.add(self.maker.leaves[each][0])
            elif len(waiting) < NEAR_POSITIONS:
                waiting += self.graph.after(each, self.maker.moves[each])[1]
        return sorted(places)

    def _becomes_leaf(self, stones: Stones) -> Change:
        self.graph.remove_move(stones, self.maker.moves.pop(stones))
        return Change(stones, leaf=self.maker.leaves[stones])

    def _take_move_away(self, stones: Stones) -> Before:
        """Removes a use of the move of a position; the position stays in use, for its next answer."""
        size = self.graph.size
        cell = self.maker.moves[stones]
        self.graph.removed.clear()
        self.graph.remove_move(stones, cell)
        return Before(stones, cell, dict(self.graph.removed), size - self.graph.size)

    def _put_move_back(self, before: Before) -> None:
        """Uses the move again that was taken away."""
        self._restore_answers(before)
        self.graph.add_move(before.stones, before.cell)

    def _restore_answers(self, before: Before) -> None:
        """The old answers, but for what has a leaf now; without counting their uses."""
        for stones, cell in before.below.items():
            if stones not in self.maker.leaves:
                self.maker.moves[stones] = cell
        self.maker.moves[before.stones] = before.cell

    def _replace_by_leaf(self, before: Before) -> bool:
        """Searches for a diagram in place of the move that was taken away; returns whether one was found.  Raises
        Stopped.
        """
        if self.limits.leaf_work == 0:
            return False
        shares = min(LARGEST_SHARE, 1 + before.freed // REPLACED_PER_SHARE)
        return self.maker.find_leaf(before.stones, shares * self.limits.leaf_work, self._local)

    def _replace_by_move(self, before: Before) -> bool:
        """Searches for a move that takes no more positions than the one that was taken away, and uses it; returns
        whether there is one.  Raises Stopped.
        """
        if before.freed > self.limits.replaced:
            return False
        uses = self.graph.uses.pop(before.stones)
        try:
            cost = self._choose(before.stones, before.freed, depth=0)
        finally:
            self.graph.uses[before.stones] = uses
        if cost <= before.freed:
            return True
        if cost < IMPOSSIBLE:
            self.graph.remove_move(before.stones, self.maker.moves[before.stones])
        return False

    def _is_settled(self, start: list[Stones]) -> bool:
        """Whether everything below some positions has an answer."""
        waiting = list(start)
        seen = set(start)
        for stones in waiting:
            if stones in self.graph.uses or stones in self.maker.leaves:
                continue
            if stones not in self.maker.moves:
                return False
            new = [child for child in self.graph.after(stones, self.maker.moves[stones])[1] if child not in seen]
            seen.update(new)
            waiting += new
        return True

    # -- the cheapest answer -----------------------------------------------------------------------------------------
    #
    # A position costs itself, and a leaf or its cheapest move.  A move costs the position after it, and all replies:
    #
    #     _price (a position) ──► _choose (its moves, by _estimate) ──► _use (a move) ──► _price (each reply)
    #
    # `depth` counts the new moves above the position, of which the fewer are tried the deeper it is.

    def _price(self, stones: Stones, limit: int, depth: int) -> int:
        """Adds a use of a position if that takes at most `limit` positions; how many, or IMPOSSIBLE (no change)."""
        if stones in self.graph.uses:
            self.graph.uses[stones] += 1
            return 0
        if limit < 1:
            return IMPOSSIBLE
        if self._find_leaf(stones):
            self.maker.moves.pop(stones, None)
            cost = 0
        else:
            cost = self._choose(stones, limit - 1, depth)
        if cost < IMPOSSIBLE:
            self.graph.uses[stones] = 1
        return min(cost + 1, IMPOSSIBLE)

    def _find_leaf(self, stones: Stones) -> bool:
        """Looks for a diagram for a reply, as far as the limits allow; returns whether there is one.  Raises Stopped."""
        if self.limits.reply_work == 0:
            return self._find_known_leaf(stones)
        return self.maker.find_leaf(stones, self.limits.reply_work, self._local)

    def _find_known_leaf(self, stones: Stones) -> bool:
        """Tries the diagrams that are used most; returns whether one of them, or one found before, holds."""
        return self.maker.find_known_leaf(stones, min(FIRST_DIAGRAMS, self.maker.pool.size))

    def _choose(self, stones: Stones, limit: int, depth: int) -> int:
        """Uses the cheapest move of a position not in use; the number of positions added, or IMPOSSIBLE (no change)."""
        best = limit + 1
        best_cell = None
        left = MOVES_TRIED[min(depth, len(MOVES_TRIED) - 1)]
        for cell in self._candidates(stones, limit):
            if left == 0 or not self.maker.keeps(stones[0] | cell, stones[1]):
                continue
            left -= 1
            cost = self._use(stones, cell, best - 1, depth)
            if cost < IMPOSSIBLE:
                best = cost
                best_cell = cell
                self.graph.remove_move(stones, cell)
                if cost == 0:
                    break
        if best_cell is None:
            return IMPOSSIBLE
        before = self.graph.size
        self.graph.add_move(stones, best_cell)
        self.maker.moves[stones] = best_cell
        return self.graph.size - before

    def _candidates(self, stones: Stones, limit: int) -> list[int]:
        """The moves that may cost at most `limit`, the one that looks cheapest first."""
        own, other = stones
        results = []
        for cell in cells(playable(own, other)):
            if not wins_at_once(other, own | cell):
                least, guess = self._estimate(stones, cell, limit)
                if least <= limit:
                    results.append((guess, self.random.random(), cell))
        return [cell for _, _, cell in sorted(results)]

    def _estimate(self, stones: Stones, cell: int, limit: int) -> tuple[int, float]:
        """(least cost of a move, a guess); ends early above the limit."""
        there, replies = self.graph.after(stones, cell)
        if there in self.graph.between:
            return 0, 0.0
        new = [child for child in replies if child not in self.graph.uses]
        least = 1 + len(new)
        guess = 0.0
        for child in new:
            if least > limit:
                break
            if self._find_known_leaf(child):
                continue
            spent, share_lost = self.maker.failed.get(child, (0, None))
            has_move = child in self.maker.moves
            if has_move or spent >= max(1, self.limits.reply_work):
                least += 2
            if has_move or share_lost is None:
                guess += GUESS_WITH_MOVE
            else:
                guess += cost_without_leaf(share_lost, GUESS_WHERE_ALL_ARE_LOST)
        return least, least + guess

    def _use(self, stones: Stones, cell: int, limit: int, depth: int) -> int:
        """Uses a move if that takes at most `limit` positions; how many, or IMPOSSIBLE (no change)."""
        there, replies = self.graph.after(stones, cell)
        if there in self.graph.between:
            self.graph.between[there] += 1
            return 0
        new = [child for child in replies if child not in self.graph.uses]
        hard = [child for child in new if not self._find_known_leaf(child)]
        hard.sort(key=self._share_lost, reverse=True)
        if self._exceeds(1 + len(new), hard, limit):
            return IMPOSSIBLE
        self.graph.between[there] = 1
        total = 1
        used: list[Stones] = []
        easy = [child for child in replies if child not in hard]
        for child in easy + [child for child in replies if child in hard]:
            added = self._price(child, limit - total, depth + 1)
            if added >= IMPOSSIBLE:
                for each in used:
                    self.graph.remove(each)
                del self.graph.between[there]
                return IMPOSSIBLE
            total += added
            used.append(child)
        return total

    def _share_lost(self, stones: Stones) -> float:
        """The least share of games that a diagram lost in the search for one; 1 before any search."""
        return self.maker.failed.get(stones, (0, 1.0))[1]

    def _exceeds(self, least: int, replies: list[Stones], limit: int) -> bool:
        """Whether `least` positions, and one more for each reply without a leaf (its move), exceed a limit."""
        for child in replies:
            if least > limit:
                return True
            if not self._find_leaf(child):
                least += 1
        return least > limit


# -- a file, for hours ------------------------------------------------------------------------------------------------


def improve(
    path: str | Path,
    hours: float,
    *,
    number: int | None = 1,
    dask: str | None = None,
    report: Callable[[int], None] = ignore,
    seed: int = 0,
) -> Strategy:
    """Improves the strategy in a file for some hours, writing each smaller one; returns it.  A later call resumes.

    Uses `number` processes (None: one per core), or the cluster at `dask`.  `report` receives the current
    number of positions.  The rounds done are noted beside the file.  Raises C4Error when the file cannot be
    read or written, while another program improves it, or if the strategy does not hold.
    """
    with locked(path, "improved"):
        return _improve(path, hours, number, dask, report, seed)


def _improve(
    path: str | Path, hours: float, number: int | None, dask: str | None, report: Callable[[int], None], seed: int
) -> Strategy:
    strategy = strategies.read(path)
    if (problem := verify(strategy).problem) is not None:
        raise C4Error(f"{path} is not improved, because it does not hold: {problem}")
    until = perf_counter() + 3600 * hours
    improver = _improver(strategy, seed, until)
    report(improver.graph.size)
    note = Path(f"{path}.rounds")
    done = _rounds_done(note)
    size = improver.graph.size
    due = perf_counter() + SAVE_INTERVAL_SECONDS
    try:
        while perf_counter() < until:
            for _ in _round(improver, strategy, done, number, dask, until):
                report(improver.graph.size)
                if improver.graph.size < size and perf_counter() > due:
                    started = perf_counter()
                    size = _write(improver, strategy, path, size)
                    due = perf_counter() + max(SAVE_INTERVAL_SECONDS, SAVE_INTERVAL_CHECKS * (perf_counter() - started))
            if perf_counter() < until:
                done += 1
                write_text(note, f"{done}\n")
    except Stopped:
        pass
    finally:
        _write(improver, strategy, path, size)
    return improver.maker.strategy(strategy.root, strategy.owner)


def _round(
    improver: Improver, strategy: Strategy, done: int, number: int | None, dask: str | None, until: float
) -> Iterator[None]:
    """Goes through all positions once, and comes back after every change or job.  Raises Stopped."""
    improver.limits = _limits(done)
    if number == 1 and dask is None:
        for stones in improver.graph.inner():
            if improver.improve(stones) is not None:
                yield
        return
    tasks = _tasks(improver, strategy, done, until)
    for rows, changes in jobs.run(improve_chunk, tasks, jobs=number, dask=dask):
        _merge(improver, rows, changes)
        yield


def _write(improver: Improver, strategy: Strategy, path: str | Path, before: int) -> int:
    """Writes the strategy if it is smaller than before and holds; returns how many positions the file has."""
    made = improver.maker.strategy(strategy.root, strategy.owner)
    size = made.size().positions
    if size >= before:
        return before
    if (problem := verify(made).problem) is not None:
        raise C4Error(f"the smaller strategy was not written, because the checker refused it: {problem}")
    strategies.write(path, made)
    return size


def _improver(strategy: Strategy, seed: int, until: float) -> Improver:
    def is_over() -> bool:
        return perf_counter() > until

    maker = Maker(strategy.result == DRAW, seed=seed, stopped=is_over)
    maker.adopt(strategy)
    return Improver(strategy, maker, _limits(0), seed)


def _limits(done: int) -> Limits:
    """The limits of a round, after `done` others."""
    number = done % ROUNDS
    reply_work = 0
    if number >= KNOWN_ONLY:
        reply_work = FIRST_REPLY_WORK << (number - KNOWN_ONLY)
    return Limits(
        leaf_work=min(LARGEST_LEAF_WORK, FIRST_LEAF_WORK << number),
        reply_work=reply_work,
        replaced=min(LARGEST_REPLACED, FIRST_REPLACED << number),
    )


def _rounds_done(note: Path) -> int:
    try:
        return max(0, int(note.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return 0


def _tasks(
    improver: Improver, strategy: Strategy, seed: int, until: float
) -> Iterator[tuple[Strategy, list[Stones], Limits, int, float]]:
    """The arguments of `improve_chunk` for each part of the positions; each has what the parts before it found."""
    waiting = improver.graph.inner()
    starts = list(range(0, len(waiting), CHUNK))
    random.Random(seed).shuffle(starts)
    for start in starts:
        seconds = until - perf_counter()
        if seconds > 0:
            known = improver.maker.strategy(strategy.root, strategy.owner)
            yield known, waiting[start : start + CHUNK], improver.limits, seed + start, seconds


def improve_chunk(
    strategy: Strategy, waiting: list[Stones], limits: Limits, seed: int, seconds: float
) -> tuple[Rows, list[Change]]:
    """One job: the changes found for some positions, and everything they need."""
    improver = _improver(strategy, seed, perf_counter() + seconds)
    improver.limits = limits
    changes = []
    try:
        for stones in waiting:
            change = improver.improve(stones)
            if change is not None:
                changes.append(change)
    except Stopped:
        pass
    return rows_of(improver.maker), changes


def _merge(improver: Improver, rows: Rows, changes: list[Change]) -> None:
    """Adopts a job's changes, one at a time."""
    maker = improver.maker
    places = places_of(maker.pool, rows.diagrams)
    answered = {change.stones for change in changes}
    others = np.array([(own, other) not in answered for own, other, _, _ in rows.leaves.tolist()], bool)
    take_over(maker, rows._replace(leaves=rows.leaves[others]))
    for change in changes:
        if change.leaf is None:
            improver.apply(change)
        else:
            place, mirrored = change.leaf
            improver.apply(Change(change.stones, leaf=(places[place], mirrored)))


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--hours", type=click.FloatRange(min=0), required=True, help="Time to spend.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the search.")
@jobs_options
@json_option
def command(file: str, hours: float, seed: int, jobs: int | None, dask: str | None, as_json: bool) -> None:
    """Makes the strategy in FILE smaller: longer searches for diagrams, and other moves.  It never grows.

    FILE is written whenever it has become smaller; Ctrl-C loses at most a minute, and the same command resumes.
    `--jobs 1` is the best use of one core beside other work.
    """

    with tqdm(unit=" positions", disable=None) as bar:

        def report(positions: int) -> None:
            bar.total = bar.total or positions
            bar.set_description(f"{positions:,} positions")
            bar.update(bar.total - positions - bar.n)

        try:
            made = improve(file, hours, number=jobs, dask=dask, report=report, seed=seed)
        except KeyboardInterrupt:
            bar.close()
            click.echo(f"stopped; {file} holds the smallest strategy so far", err=True)
            sys.exit(130)
    show({"file": file, **made.size().facts()}, f"{file}: {made.size()}", as_json)
