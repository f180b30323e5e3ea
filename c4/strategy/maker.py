"""Makes a strategy: a diagram if one is found, otherwise a move and a strategy for every reply.  Imports the pool.

The choice among winning moves is a guess: the one after which the replies look cheapest, where a reply with a diagram
costs 1, and any other the more, the likelier its best diagram fails.  `c4.strategy.improving` tries the other moves
later.  Imports the solver, too.
"""

from __future__ import annotations

from collections.abc import Callable

from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error
from c4.solver.solver import reaches
from c4.solver.transpositions import Table
from c4.strategy.diagram import Diagram
from c4.strategy.graph import DRAW, WIN, Stones, Strategy, after_replies, canonical, cells, playable, wins_at_once
from c4.strategy.pool import Pool
from c4.truth import exact
from c4.truth.book import book_for

TABLE_BITS = 22
WORK = 200_000
"""How many positions the search for a diagram visits, by default: about 30 ms."""

KNOWN, LEAF, OPEN = 0.05, 1.0, 6.0
"""The estimated cost of a reply: already in the strategy; with a diagram; not yet examined."""

Leaf = tuple[int, bool]
"""The index of a diagram in the pool, and whether its mirror image is meant."""


class TooLarge(Exception):
    """A part was abandoned because it exceeded its limit."""


class Stopped(Exception):
    """The work was stopped from outside; finished parts are kept."""


class Maker:
    """A strategy in the making.  `moves` and `leaves` as in `Strategy`, for all settled positions, needed or not.

    work        positions visited per diagram; fewer late in the game, where diagrams are found sooner or not at all
    tried       how many winning moves are examined closely before one is chosen
    stopped     called now and then; True ends the work with `Stopped`
    """

    def __init__(
        self,
        hold: bool = False,
        work: int = WORK,
        tried: int = 3,
        seed: int = 0,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.pool = Pool(seed)
        self.hold, self.work, self.tried, self.stopped = hold, work, tried, stopped
        self.moves: dict[Stones, int] = {}
        self.leaves: dict[Stones, Leaf] = {}
        self.failed: dict[Stones, tuple[int, float]] = {}
        """The work spent on a position without success, and the least probability of failing found."""
        self.live: set[Stones] | None = None
        """The positions of a strategy that is being improved; None if everything settled counts."""
        self.room: int | None = None
        """How many more positions a part may add before it is abandoned."""
        self.progress: Callable[[int], None] = lambda settled: None
        self._pool_seen: dict[Stones, int] = {}
        self._good: dict[Stones, bool] = {}
        self._replies: dict[Stones, list[Stones]] = {}
        self._table = Table(TABLE_BITS)
        self._book = book_for()

    # -- one position -----------------------------------------------------------------------------------------------

    def has_leaf(self, stones: Stones, work: int) -> bool:
        """Whether a diagram is known, or found by visiting about `work` positions in all."""
        if stones in self.leaves:
            return True
        start = self._pool_seen.get(stones, 0)
        if start < self.pool.size:
            self._pool_seen[stones] = self.pool.size
            found = self.pool.find(*stones, self.hold, start)
            if found is not None:
                self.leaves[stones] = found
                return True
        spent, least = self.failed.get(stones, (0, 1.0))
        if spent >= work:
            return False
        if self.stopped():
            raise Stopped
        found, cost = self.pool.search(*stones, work - spent, self.hold)
        if found is None:
            self.failed[stones] = work, min(least, cost)
            return False
        self.leaves[stones] = found
        self.failed.pop(stones, None)
        return True

    def keeps(self, own: int, other: int) -> bool:
        """Whether the owner keeps the result, by book or solver; the other side is to move."""
        stones = canonical(own, other)
        if stones not in self._good:
            if self.stopped():
                raise Stopped
            position, bar = Position.from_stones(other, own), 1 if self.hold else 0
            score = self._book.score(position) if self._book is not None else None
            self._good[stones] = score < bar if score is not None else not reaches(position, bar, table=self._table)
        return self._good[stones]

    def replies(self, own: int, other: int) -> list[Stones]:
        """`after_replies`, remembered."""
        found = self._replies.get((own, other))
        if found is None:
            found = self._replies[own, other] = after_replies(own, other)
        return found

    def is_there(self, stones: Stones) -> bool:
        """Whether a position costs nothing, because it is already part of the strategy."""
        return (stones in self.moves or stones in self.leaves) if self.live is None else stones in self.live

    def estimate(self, stones: Stones, work: int) -> float:
        """About how many positions a strategy for a position will add."""
        if self.is_there(stones):
            return KNOWN
        if self.has_leaf(stones, work):
            return LEAF
        if stones not in self.failed:
            return OPEN
        return 3.0 + 60.0 * float(self.failed[stones][1] ** 0.6)

    def ranked(self, own: int, other: int) -> list[tuple[float, int]]:
        """(estimate, cell) of the moves that keep the result, the cheapest first; the best estimated again."""
        known = []
        for cell in cells(playable(own, other)):
            if not wins_at_once(other, own | cell):
                known.append((sum(self.estimate(stones, 0) for stones in self.replies(own | cell, other)), cell))
        found: list[tuple[float, int]] = []
        for _, cell in sorted(known):
            if len(found) < self.tried and self.keeps(own | cell, other):
                work = self.budget(own, other) // 4
                found.append((sum(self.estimate(stones, work) for stones in self.replies(own | cell, other)), cell))
        return sorted(found)

    def budget(self, own: int, other: int) -> int:
        """The work for one position."""
        ply = (own | other).bit_count()
        return self.work // 4 if ply < 6 else self.work // 2 if ply < 8 or ply >= 14 else self.work

    # -- the whole --------------------------------------------------------------------------------------------------

    def solve(self, stones: Stones, down_to: int = STANDARD.cells) -> None:
        """Settles a canonical position and everything below it up to `down_to` stones.  Raises TooLarge and Stopped."""
        if stones in self.moves or stones in self.leaves:
            return self._solve_below(stones, down_to) if stones in self.moves else None
        own, other = stones
        if self.has_leaf(stones, self.budget(own, other)):
            return self._settled()
        if (own | other).bit_count() >= down_to:
            return None
        options = self.ranked(own, other)
        if not options:
            raise C4Error(f"no move keeps the result in {Position.from_stones(own, other)!r}")
        self.take(stones, options[0][1], down_to)
        return self._settled(2)

    def take(self, stones: Stones, cell: int, down_to: int = STANDARD.cells) -> None:
        """Settles everything below a move of the owner, positions closest to a diagram first, and then the move."""
        own, other = stones
        for child in sorted(self.replies(own | cell, other), key=lambda child: self.estimate(child, 0)):
            self.solve(child, down_to)
        self.moves[stones] = cell

    def _solve_below(self, stones: Stones, down_to: int) -> None:
        """Continues below positions that have a move: after a stop, parts may be open there."""
        waiting, seen = [stones], {stones}
        for own, other in waiting:
            for child in self.replies(own | self.moves[own, other], other):
                if child in seen or child in self.leaves:
                    continue
                seen.add(child)
                if child in self.moves:
                    waiting.append(child)
                else:
                    self.solve(child, down_to)

    def _settled(self, positions: int = 1) -> None:
        if self.room is not None:
            self.room -= positions
            if self.room < 0:
                raise TooLarge
        self.progress(len(self.moves) + len(self.leaves))

    def open_below(self, roots: list[Stones]) -> list[Stones]:
        """The unsettled positions below some positions."""
        waiting, seen, found = list(roots), set(roots), []
        for stones in waiting:
            if stones in self.moves:
                children = self.replies(stones[0] | self.moves[stones], stones[1])
                fresh = [child for child in children if child not in seen]
                seen.update(fresh)
                waiting += fresh
            elif stones not in self.leaves:
                found.append(stones)
        return found

    def strategy(self, root: Position, owner: int) -> Strategy:
        """The strategy from a settled root."""
        diagrams = [Diagram(tuple(int(word) for word in marks)) for marks in self.pool.marks]
        made = Strategy(root, owner, DRAW if self.hold else WIN, self.moves, self.leaves, diagrams)
        return made.reached()

    def adopt(self, strategy: Strategy) -> None:
        """Adds the positions and diagrams of a strategy."""
        places = [self.pool.add(diagram.cells) for diagram in strategy.diagrams]
        self.moves.update(strategy.moves)
        self.leaves.update({stones: (places[place], turned) for stones, (place, turned) in strategy.leaves.items()})


def task(position: Position) -> tuple[int, str]:
    """(owner, result) of a position: the side that wins, or the side to move if it is drawn."""
    solution = exact.solve(position, weak=True)
    if solution.sign == 0:
        return position.to_move, DRAW
    return (position.to_move if solution.lower > 0 else 1 - position.to_move), WIN
