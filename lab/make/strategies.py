"""Makes a strategy: a diagram if one is found, otherwise a move and a strategy for every reply.

The choice among winning moves is a guess: the one after which the replies look cheapest, where a reply with a diagram
costs 1, and any other the more, the likelier its best diagram fails.  `lab.make.smaller` tries the other moves later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import click
import numpy as np

from c4 import jobs, models
from c4.callbacks import ignore, never
from c4.cli.options import jobs_options, json_option, show
from c4.errors import C4Error
from c4.exact.book import book_for
from c4.game.notation import format_position, parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.locks import locked
from c4.solver.solver import reaches
from c4.solver.table import Table
from c4.strategy import strategies
from c4.strategy.diagram import Diagram, check_board
from c4.strategy.diagram_search import Pool, first_that_holds, owners_and_result
from c4.strategy.strategies import DRAW, WIN, Stones, Strategy, after_replies, canonical, cells, playable, wins_at_once
from c4.strategy.verify import verify
from lab.make.tables import TABLE_BITS
from lab.progress import making

DIAGRAM_POSITIONS = 200_000
"""How many positions the search for a diagram visits, by default: about 30 ms."""

WORK_SHARES = ((6, 1 / 4), (8, 1 / 2), (14, 1), (STANDARD.cells, 1 / 2))
"""(a number of discs, the share of the work for a position with fewer).  Early positions seldom have a diagram, and for
late ones it is found soon.
"""

ESTIMATE_SHARE = 0.25
"""The share of a position's work that is spent on each reply when its moves are estimated."""

COST_WHERE_ALL_ARE_LOST = 60.0
"""The estimated cost of a reply whose best diagram loses every game, see `cost_without_leaf`."""

COST_WITHOUT_LEAF = 3.0
"""The estimated cost of a reply without a diagram whose best diagram loses hardly any game."""

COST_EXPONENT = 0.6
"""The power of the share of lost games with which `cost_without_leaf` grows."""

FIRST_DIAGRAMS = 300
"""How many diagrams are tried at first, those used most: they are good for most positions that have one."""

KNOWN_COST = 0.05
"""The estimated cost of a reply that is already in the strategy."""

LEAF_COST = 1.0
"""The cost of a reply with a diagram."""

UNEXAMINED_COST = 6.0
"""The estimated cost of a reply for which no diagram has been searched."""

Leaf = tuple[int, bool]
"""The index of a diagram in the pool, and whether its mirror image is meant."""


class Stopped(Exception):
    """The work was stopped from outside; finished parts are kept."""


class Failure(NamedTuple):
    """A search for a diagram that found none.

    work        the positions that were visited, in all searches for this position
    share_lost  the least share of games that a diagram lost, from 0 to 1
    """

    work: int
    share_lost: float


NOT_SEARCHED = Failure(0, 1.0)
"""Stands for a position for which no diagram has been searched."""


def cost_without_leaf(share_lost: float, where_all_are_lost: float) -> float:
    """The estimated positions below a reply without a diagram: more, the larger the share of games is that its best
    diagram loses; `where_all_are_lost`, besides COST_WITHOUT_LEAF, if it loses all.
    """
    return COST_WITHOUT_LEAF + where_all_are_lost * float(share_lost**COST_EXPONENT)


class Maker:
    """A strategy in the making.  `moves` and `leaves` as in `Strategy`, for all settled positions, needed or not.

    hold        whether the diagrams hold a draw, instead of a win
    work        positions visited per diagram, of which positions with few or many discs get a share (`WORK_SHARES`)
    tried       how many winning moves are examined closely before one is chosen
    stopped     called now and then; True ends the work with `Stopped`
    """

    def __init__(
        self,
        hold: bool = False,
        work: int = DIAGRAM_POSITIONS,
        tried: int = 3,
        seed: int = 0,
        stopped: Callable[[], bool] = never,
    ) -> None:
        self.pool = Pool(seed)
        self.hold = hold
        self.work = work
        self.tried = tried
        self.stopped = stopped
        self.moves: dict[Stones, int] = {}
        self.leaves: dict[Stones, Leaf] = {}
        self.failed: dict[Stones, Failure] = {}
        """The positions for which no diagram was found."""
        self.progress: Callable[[int], None] = ignore
        self._diagrams_tried: dict[Stones, int] = {}
        """How many diagrams of the pool, from the first, were tried for a position."""
        self._keeps: dict[Stones, bool] = {}
        self._replies: dict[Stones, list[Stones]] = {}
        self._table = Table(TABLE_BITS)
        self._book = book_for()

    # -- one position -----------------------------------------------------------------------------------------------

    def find_leaf(self, stones: Stones, work: int, near: list[int] | None = None) -> bool:
        """Looks for a diagram among those that are known, then by a search; returns whether there is one.

        Stores the diagram in `leaves`, or the failure in `failed`.  The search ends when about `work` positions have
        been visited, those of earlier searches included.  Before the search all known diagrams are tried; or, if
        diagrams `near` the position are given, these and those that are used most.  Raises Stopped.
        """
        end = self.pool.size
        if near is not None:
            end = min(FIRST_DIAGRAMS, end)
        if self.find_known_leaf(stones, end):
            return True
        failure = self.failed.get(stones, NOT_SEARCHED)
        if failure.work >= work:
            return False
        if near and self._find_leaf_near(stones, near):
            return True
        if self.stopped():
            raise Stopped
        own, other = stones
        match, share_lost = self.pool.search(own, other, work - failure.work, self.hold, near=near)
        if match is None:
            self.failed[stones] = Failure(work, min(failure.share_lost, share_lost))
            return False
        self.leaves[stones] = match
        self.failed.pop(stones, None)
        return True

    def find_known_leaf(self, stones: Stones, end: int) -> bool:
        """Tries the diagrams before `end` that were not yet tried, and stores the first that holds in `leaves`; returns
        whether there is one.
        """
        start = self._diagrams_tried.get(stones, 0)
        if stones not in self.leaves and start < end:
            self._diagrams_tried[stones] = end
            marks = self.pool.marks[:end]
            match = first_that_holds(marks, *stones, self.hold, start=start, scratch=self.pool.scratch)
            if match is not None:
                self.leaves[stones] = match
        return stones in self.leaves

    def _find_leaf_near(self, stones: Stones, near: list[int]) -> bool:
        """Tries these diagrams and stores the first that holds in `leaves`; returns whether one does."""
        match = first_that_holds(self.pool.marks[near], *stones, self.hold, scratch=self.pool.scratch)
        if match is None:
            return False
        place, mirrored = match
        self.leaves[stones] = near[place], mirrored
        return True

    def keeps(self, own: int, other: int) -> bool:
        """Whether the owner keeps the result, by book or solver; the other side is to move.  Raises Stopped."""
        stones = canonical(own, other)
        if stones not in self._keeps:
            if self.stopped():
                raise Stopped
            position = Position.from_stones(other, own)
            refuting = 1 if self.hold else 0  # the score from which on the other side refutes the move
            score = self._book.score(position) if self._book is not None else None
            if score is None:
                self._keeps[stones] = not reaches(position, refuting, table=self._table)
            else:
                self._keeps[stones] = score < refuting
        return self._keeps[stones]

    def replies(self, own: int, other: int) -> list[Stones]:
        """`after_replies`, remembered."""
        key = own, other
        if key not in self._replies:
            self._replies[key] = after_replies(own, other)
        return self._replies[key]

    def is_there(self, stones: Stones) -> bool:
        """Whether a position costs nothing, because it is already part of the strategy."""
        return stones in self.moves or stones in self.leaves

    def estimate(self, stones: Stones, work: int) -> float:
        """About how many positions a strategy for this position will add.  Looks for a leaf with so much work (see
        `find_leaf`).  Raises Stopped.
        """
        if self.is_there(stones):
            return KNOWN_COST
        if self.find_leaf(stones, work):
            return LEAF_COST
        if stones not in self.failed:
            return UNEXAMINED_COST
        return cost_without_leaf(self.failed[stones].share_lost, COST_WHERE_ALL_ARE_LOST)

    def estimate_move(self, own: int, other: int, cell: int, work: int) -> float:
        """About how many positions a strategy for all replies to a move will add; the work is for each.  Raises Stopped."""
        return sum(self.estimate(stones, work) for stones in self.replies(own | cell, other))

    def ranked(self, own: int, other: int) -> list[tuple[float, int]]:
        """(estimate, cell) of `tried` moves that keep the result, the cheapest first.

        A first estimate, without work, chooses the moves; they are estimated again with work.  Raises Stopped.
        """
        first_estimates = []
        for cell in cells(playable(own, other)):
            if not wins_at_once(other, own | cell):
                first_estimates.append((self.estimate_move(own, other, cell, work=0), cell))
        work = int(ESTIMATE_SHARE * self.work_for(own, other))
        estimates: list[tuple[float, int]] = []
        for _, cell in sorted(first_estimates):
            if len(estimates) == self.tried:
                break
            if self.keeps(own | cell, other):
                estimates.append((self.estimate_move(own, other, cell, work), cell))
        return sorted(estimates)

    def work_for(self, own: int, other: int) -> int:
        """The work for one position."""
        discs = (own | other).bit_count()
        share = next(share for end, share in WORK_SHARES if discs < end)
        return int(share * self.work)

    # -- the whole --------------------------------------------------------------------------------------------------

    def solve(self, stones: Stones, down_to: int = STANDARD.cells) -> None:
        """Settles a canonical position and everything below it up to `down_to` discs.  Raises Stopped."""
        if stones in self.moves:
            self._solve_below(stones, down_to)
            return
        if stones in self.leaves:
            return
        own, other = stones
        if self.find_leaf(stones, self.work_for(own, other)):
            self._report_progress()
            return
        if (own | other).bit_count() >= down_to:
            return
        ranked = self.ranked(own, other)
        if not ranked:
            raise C4Error(f"no move keeps the result in {Position.from_stones(own, other)!r}")
        _, cheapest = ranked[0]
        self.take(stones, cheapest, down_to)
        self._report_progress()

    def take(self, stones: Stones, cell: int, down_to: int = STANDARD.cells) -> None:
        """Settles everything below a move of the owner, positions closest to a diagram first, and then the move."""
        own, other = stones
        replies = self.replies(own | cell, other)
        estimates = {child: self.estimate(child, work=0) for child in replies}
        for child in sorted(replies, key=estimates.__getitem__):
            self.solve(child, down_to)
        self.moves[stones] = cell

    def _solve_below(self, stones: Stones, down_to: int) -> None:
        """Continues below positions that have a move: after a stop, parts may be open there."""
        waiting = [stones]
        seen = {stones}
        for own, other in waiting:
            for child in self.replies(own | self.moves[own, other], other):
                if child in seen or child in self.leaves:
                    continue
                seen.add(child)
                if child in self.moves:
                    waiting.append(child)
                else:
                    self.solve(child, down_to)

    def _report_progress(self) -> None:
        self.progress(len(self.moves) + len(self.leaves))

    def open_below(self, roots: list[Stones]) -> list[Stones]:
        """The unsettled positions below some positions."""
        waiting = list(roots)
        seen = set(roots)
        results = []
        for stones in waiting:
            if stones in self.moves:
                own, other = stones
                replies = self.replies(own | self.moves[stones], other)
                new = [child for child in replies if child not in seen]
                seen.update(new)
                waiting += new
            elif stones not in self.leaves:
                results.append(stones)
        return results

    def strategy(self, root: Position, owner: int) -> Strategy:
        """The strategy from a settled root."""
        diagrams = [Diagram(tuple(int(word) for word in marks)) for marks in self.pool.marks]
        result = DRAW if self.hold else WIN
        settled = Strategy(root, owner, result, moves=self.moves, leaves=self.leaves, diagrams=diagrams)
        return settled.reached()

    def adopt(self, strategy: Strategy) -> None:
        """Adds the positions and diagrams of a strategy, the diagrams that are used most first."""
        uses = Counter(place for place, _ in strategy.leaves.values())
        all_places = range(len(strategy.diagrams))
        most_used_first = sorted(all_places, key=uses.__getitem__, reverse=True)
        places = {place: self.pool.add(strategy.diagrams[place].cells) for place in most_used_first}
        self.moves.update(strategy.moves)
        for stones, (place, mirrored) in strategy.leaves.items():
            self.leaves[stones] = places[place], mirrored


PART_FORMAT = "strategy-part"
"""The kind of file that holds the finished part of a strategy."""

SAVE_INTERVAL_SECONDS = 20.0
"""Seconds between two saves of finished work."""

PLIES_BEFORE_JOBS = 4
"""How many plies are settled in this process before the rest goes to several."""

DISCS_FOR_ONE_PROCESS = 10
"""With so many discs or more on the board a strategy is made so quickly that one process does it."""

Report = Callable[[int, int], None]
"""Called with (positions settled so far, positions known so far)."""


class Rows(NamedTuple):
    """The work of a maker, as arrays of uint64.

    moves     (n, 3): the discs of the owner, of the other side, the cell of the move
    leaves    (n, 4): the discs of the owner, of the other side, the place of the diagram, whether mirrored
    diagrams  (n, 6): the marks of the diagrams
    """

    moves: np.ndarray
    leaves: np.ndarray
    diagrams: np.ndarray


def make(
    position: Position,
    path: str | Path,
    *,
    work: int = DIAGRAM_POSITIONS,
    seed: int = 0,
    processes: int | None = None,
    dask: str | None = None,
    report: Report = ignore,
    draws: int | None = None,
) -> Strategy:
    """Makes the strategy of a position, writes it to `path`, and returns it.

    It is the winner's strategy.  In a drawn position it holds the draw for the player `draws`: 0 or 1, None for the side
    to move.  Uses that many `processes` (None: one per core), or the cluster at `dask`.  Settled positions are in a file
    beside `path`, with which the same call resumes.  Raises C4Error for a finished game, another board, when a file
    cannot be written, and while another program makes the strategy.
    """
    with locked(path, "made"):
        check_board(position)
        owner, result = owner_and_result(position, draws)
        maker = Maker(result == DRAW, work, seed=seed)
        part = PartFile(Path(f"{path}.part"), maker, position, owner)
        part.resume()
        first = Strategy(position, owner, result).first_positions()

        def report_and_save(settled: int) -> None:
            report(settled, settled + len(first))
            part.save_if_due()

        resumed = len(maker.moves) + len(maker.leaves)
        report(resumed, resumed + len(first))
        maker.progress = report_and_save
        try:
            if processes != 1 and position.ply < DISCS_FOR_ONE_PROCESS:
                solve_in_jobs(maker, first, position.ply + PLIES_BEFORE_JOBS, processes, dask)
            for stones in first:
                maker.solve(stones)
        except KeyboardInterrupt:
            part.save()
            raise
        made = maker.strategy(position, owner)
        problem = verify(made).problem
        if problem is not None:
            raise C4Error(f"the strategy was not written, because the checker refused it: {problem}")
        strategies.write(path, made)
        part.remove()
        return made


def owner_and_result(position: Position, draws: int | None) -> tuple[int, str]:
    """The player who owns the strategy of a position, and its result, WIN or DRAW; `draws` as for `make`."""
    owners, result = owners_and_result(position)
    if result == DRAW and draws is not None:
        return draws, result
    return owners[0], result


def solve_in_jobs(maker: Maker, first: list[Stones], down_to: int, processes: int | None, dask: str | None) -> None:
    """Settles positions of at most `down_to` discs in this process, and the open positions below them in jobs.

    The results of the jobs are used in the order of the positions.  After a stop those that came out of turn are used,
    too.
    """
    for stones in first:
        maker.solve(stones, down_to)

    marks = maker.pool.marks.copy()
    tasks = [(place, stones, maker.hold, maker.work, marks) for place, stones in enumerate(maker.open_below(first))]
    out_of_turn: dict[int, Rows] = {}
    next_place = 0
    try:
        for place, rows in jobs.run(settle, tasks, jobs=processes, dask=dask):
            out_of_turn[place] = rows
            while next_place in out_of_turn:
                take_over(maker, out_of_turn.pop(next_place))
                next_place += 1
    finally:
        for _, rows in sorted(out_of_turn.items()):
            take_over(maker, rows)


def settle(place: int, stones: Stones, hold: bool, work: int, marks: np.ndarray) -> tuple[int, Rows]:
    """One job: settles everything below a position; returns its place, and the work of its maker.

    `marks`, uint64 (n, 6), are the diagrams known before all jobs.  The place among the jobs is the seed.
    """
    maker = Maker(hold, work, seed=place)
    for row in marks[1:]:  # every pool begins with the same diagram
        maker.pool.add(row)
    maker.solve(stones)
    return place, rows_of(maker)


# -- the work of a maker, in jobs and in a file -----------------------------------------------------------------------


def rows_of(maker: Maker) -> Rows:
    """The work of a maker, as arrays."""
    moves = [(own, other, cell) for (own, other), cell in maker.moves.items()]
    leaves = [(own, other, place, int(mirrored)) for (own, other), (place, mirrored) in maker.leaves.items()]
    return Rows(
        moves=np.array(moves, np.uint64).reshape(-1, 3),
        leaves=np.array(leaves, np.uint64).reshape(-1, 4),
        diagrams=maker.pool.marks.copy(),
    )


def places_of(pool: Pool, diagrams: np.ndarray) -> list[int]:
    """The indices in a pool of diagrams, uint64 (n, 6).  Adds those that it does not have."""
    places = []
    for marks in diagrams:
        known = np.flatnonzero((pool.marks == marks).all(axis=1))
        places.append(int(known[0]) if len(known) else pool.add(marks))
    return places


def take_over(maker: Maker, rows: Rows) -> None:
    """Adds the work of another maker; a position that has an answer keeps it."""
    places = places_of(maker.pool, rows.diagrams)
    for own, other, place, mirrored in rows.leaves.tolist():
        if (own, other) not in maker.moves:
            maker.leaves.setdefault((own, other), (places[place], bool(mirrored)))
    for own, other, cell in rows.moves.tolist():
        if (own, other) not in maker.leaves:
            maker.moves.setdefault((own, other), cell)
    maker.progress(len(maker.moves) + len(maker.leaves))


class PartFile:
    """The file beside a strategy in the making that holds the finished work of its maker."""

    def __init__(self, path: Path, maker: Maker, root: Position, owner: int) -> None:
        self.path = path
        self._maker = maker
        self._saved_at = perf_counter()
        self._header: dict[str, object] = {
            "learner": PART_FORMAT,
            "rules": STANDARD.content(),
            "root": format_position(root),
            "owner": owner,
        }

    def resume(self) -> None:
        """Adds the work in the file to the maker, unless there is none, or it is damaged or of another strategy."""
        if not self.path.exists():
            return
        with suppress(C4Error, ValueError, IndexError):
            header, arrays = models.read_arrays(
                self.path,
                PART_FORMAT,
                {"moves": ("uint64", 2), "leaves": ("uint64", 2), "diagrams": ("uint64", 2)},
                strategies.MAX_FILE_BYTES,
            )
            if all(header.get(name) == value for name, value in self._header.items()):
                take_over(self._maker, Rows(arrays["moves"], arrays["leaves"], arrays["diagrams"]))

    def save(self) -> None:
        """Writes the work of the maker."""
        arrays = rows_of(self._maker)._asdict()
        models.write_arrays(self.path, self._header, arrays, compressed=True)
        self._saved_at = perf_counter()

    def save_if_due(self) -> None:
        """Writes the work of the maker, if the last time is SAVE_INTERVAL_SECONDS ago."""
        if perf_counter() - self._saved_at > SAVE_INTERVAL_SECONDS:
            self.save()

    def remove(self) -> None:
        """Removes the file, if there is one."""
        self.path.unlink(missing_ok=True)


@click.command()
@click.argument("position")
@click.option("--out", "path", required=True, type=click.Path(dir_okay=False), help="The file to write.")
@click.option(
    "--work",
    type=click.IntRange(min=1000),
    default=DIAGRAM_POSITIONS,
    show_default=True,
    help="Positions tried for one diagram: more take longer and give smaller strategies.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the search.")
@click.option("--draws", type=click.IntRange(1, 2), help="In a drawn position: the player who holds the draw.")
@jobs_options
@json_option
def command(
    position: str, path: str, work: int, seed: int, draws: int | None, jobs: int | None, dask: str | None, as_json: bool
) -> None:
    """Makes a strategy for the side that wins POSITION; if neither side does, one that holds the draw.

    The same command resumes after Ctrl-C or a kill: settled positions are kept in FILE.part until the strategy is
    written.
    """
    holder = None if draws is None else draws - 1
    with making("positions", "settled", resumed=Path(path)) as report:
        made = make(
            parse_position(position), path, work=work, seed=seed, processes=jobs, dask=dask, report=report, draws=holder
        )
    facts = {"file": path, **made.size().facts(), "result": str(made.result)}
    show(facts, f"{path}: {made.size()}, {made.result}", as_json)
