"""Settles positions for a strategy: a diagram if one is found, otherwise a move, and every reply to it.

The choice among winning moves is a guess: the one after which the replies look cheapest, where a reply with a diagram
costs 1, and any other the more, the likelier its best diagram fails.  `lab.make.smaller` tries the other moves later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from c4.callbacks import ignore, never
from c4.errors import C4Error
from c4.exact.book import book_for
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.solver.solver import reaches
from c4.solver.table import Table
from c4.strategy.diagram import Diagram
from c4.strategy.diagram_search import Pool, first_that_holds
from c4.strategy.strategies import DRAW, WIN, Stones, Strategy, after_replies, canonical, cells, playable, wins_at_once
from lab.make.tables import TABLE_BITS

DIAGRAM_POSITIONS = 200_000
"""How many positions the search for a diagram visits, by default: about 30 ms."""


class WorkShare(NamedTuple):
    """The share of the work for a position with fewer discs than `discs`."""

    discs: int
    share: float


WORK_SHARES = (WorkShare(6, 1 / 4), WorkShare(8, 1 / 2), WorkShare(14, 1), WorkShare(STANDARD.cells, 1 / 2))
"""The first that fits counts.  Early positions seldom have a diagram, and for late ones it is found soon."""

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
        self._kept: dict[Stones, bool] = {}
        """Answers of `keeps`."""
        self._replied: dict[Stones, list[Stones]] = {}
        """Answers of `replies`."""
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
        if near and self._find_leaf_near(stones, near):  # there may be none near
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
        if stones in self.leaves:
            return True
        start = self._diagrams_tried.get(stones, 0)
        if start >= end:
            return False
        self._diagrams_tried[stones] = end
        marks = self.pool.marks[:end]
        match = first_that_holds(marks, *stones, self.hold, start=start, scratch=self.pool.scratch)
        if match is None:
            return False
        self.leaves[stones] = match
        return True

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
        if stones not in self._kept:
            if self.stopped():
                raise Stopped
            position = Position.from_stones(other, own)
            refuting = 1 if self.hold else 0  # the score from which on the other side refutes the move
            score = self._book.score(position) if self._book is not None else None
            if score is None:
                self._kept[stones] = not reaches(position, refuting, table=self._table)
            else:
                self._kept[stones] = score < refuting
        return self._kept[stones]

    def replies(self, own: int, other: int) -> list[Stones]:
        """`after_replies`, remembered."""
        key = own, other
        if key not in self._replied:
            self._replied[key] = after_replies(own, other)
        return self._replied[key]

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
        share = next(share for limit, share in WORK_SHARES if discs < limit)
        return int(share * self.work)

    # -- the whole --------------------------------------------------------------------------------------------------
    #
    #     solve ──► find_leaf, or ranked ──► take (the cheapest move) ──► solve (each reply)
    #     solve ──► _solve_below (a position that has a move) ──► solve (what is open below it)

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
        for own, other in waiting:  # the list grows meanwhile
            for child in self.replies(own | self.moves[own, other], other):
                if child in seen or child in self.leaves:
                    continue
                seen.add(child)
                if child in self.moves:
                    waiting.append(child)
                else:
                    self.solve(child, down_to)

    def _report_progress(self) -> None:
        """Tells `progress` how many positions are settled."""
        self.progress(len(self.moves) + len(self.leaves))

    def open_below(self, roots: list[Stones]) -> list[Stones]:
        """The unsettled positions below some positions."""
        waiting = list(roots)
        seen = set(roots)
        results = []
        for stones in waiting:  # the list grows meanwhile
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
