"""Makes a strategy: a diagram where one is found, else a move of the owner and a strategy for every reply.  Imports the pool and the solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.solver.solver import reaches
from c4.solver.transpositions import Table
from c4.strategy.pool import Pool
from c4.truth.book import book_for, mirrored

BOTTOM, BOARD = STANDARD.bottom, STANDARD.board
TABLE_BITS = 22

Stones = tuple[int, int]
"""Bitboards of the owner and of the other side."""


def cells(board: int) -> Iterator[int]:
    """The cells of a bitboard, one bit each."""
    while board:
        cell = board & -board
        yield cell
        board ^= cell


def canonical(own: int, other: int) -> Stones:
    """The one of a position and its mirror image that a strategy keeps."""
    turned = mirrored(own), mirrored(other)
    return (own, other) if own + (own | other) <= turned[0] + (turned[0] | turned[1]) else turned


def playable(own: int, other: int) -> int:
    return (own | other) + BOTTOM & BOARD


def wins(own: int, other: int) -> int:
    """Cells with which the owner, to move, wins at once."""
    return sum(cell for cell in cells(playable(own, other)) if STANDARD.has_line(own | cell))


class Maker:
    """A strategy in the making: `moves` has the owner's cell for inner positions, `leaves` the diagram (place * 2 + mirrored) of the others.

    Both are keyed by `canonical` stones, the owner to move; a position in neither is still open.
    """

    def __init__(self, budget: Callable[[int], int], seed: int = 0, hold: bool = False, moves_tried: int = 3) -> None:
        self.pool = Pool(seed)
        self.budget, self.hold, self.moves_tried = budget, hold, moves_tried
        self.moves: dict[Stones, int] = {}
        self.leaves: dict[Stones, int] = {}
        self.failed: dict[Stones, tuple[int, float]] = {}
        """Work spent on positions without a diagram, and the least chance of failing met."""
        self.pool_seen: dict[Stones, int] = {}
        self.good: dict[Stones, bool] = {}
        self.table = Table(TABLE_BITS)
        self.book = book_for()

    # -- one position -----------------------------------------------------------------------------------------------

    def leaf(self, own: int, other: int, work: int) -> bool:
        """Whether a diagram is known or found for canonical stones with about that much work."""
        stones = own, other
        if stones in self.leaves:
            return True
        start = self.pool_seen.get(stones, 0)
        if start < self.pool.size:
            found = self.pool.find(own, other, self.hold, start)
            self.pool_seen[stones] = self.pool.size
            if found is not None:
                self.leaves[stones] = found
                return True
        spent, least = self.failed.get(stones, (0, 1.0))
        if spent < work:
            found, cost = self.pool.search(own, other, work - spent, self.hold)
            if found is not None:
                self.leaves[stones] = found
                self.failed.pop(stones, None)
                return True
            self.failed[stones] = work, min(least, cost)
        return False

    def holds(self, own: int, other: int) -> bool:
        """Whether the owner keeps the result when the other side is to move."""
        stones = canonical(own, other)
        if stones not in self.good:
            position = Position.from_stones(other, own)
            score = self.book.score(position) if self.book is not None else None
            bar = 1 if self.hold else 0
            self.good[stones] = score < bar if score is not None else not reaches(position, bar, table=self.table)
        return self.good[stones]

    def replies(self, own: int, other: int) -> list[Stones]:
        """The positions, canonical, each once, after replies that do not lose at once; the other side is to move."""
        found: dict[Stones, None] = {}
        for cell in cells(playable(own, other)):
            if not wins(own, other | cell) and own | other | cell != BOARD:
                found[canonical(own, other | cell)] = None
        return list(found)

    def estimate(self, own: int, other: int, work: int) -> float:
        """About how many positions a strategy for canonical stones will add."""
        if (own, other) in self.moves or (own, other) in self.leaves:
            return 0.05
        if self.leaf(own, other, work):
            return 1.0
        return 3.0 + 60.0 * self.failed[own, other][1] ** 0.6

    def ranked(self, own: int, other: int, work: int) -> list[tuple[float, int]]:
        """(estimate, cell) of moves that keep the result, the smallest first, at most `moves_tried`.

        Every move is measured with what is known, the best of them again with some work.
        """
        first = []
        for cell in cells(playable(own, other)):
            following = self.replies(own | cell, other)
            first.append(
                (
                    sum(
                        self.estimate(*stones, 0) if stones in self.failed else self.quick(stones)
                        for stones in following
                    ),
                    cell,
                )
            )
        found = []
        for _, cell in sorted(first):
            if not self.safe(own | cell, other) or not self.holds(own | cell, other):
                continue
            found.append((sum(self.estimate(*stones, work) for stones in self.replies(own | cell, other)), cell))
            if len(found) >= self.moves_tried:
                break
        return sorted(found)

    def safe(self, own: int, other: int) -> bool:
        return not any(STANDARD.has_line(other | cell) for cell in cells(playable(own, other)))

    def quick(self, stones: Stones) -> float:
        """An estimate that costs next to nothing."""
        if stones in self.moves or stones in self.leaves:
            return 0.05
        if self.leaf(*stones, 0):
            return 1.0
        return 6.0

    # -- the whole --------------------------------------------------------------------------------------------------

    def solve(self, own: int, other: int) -> None:
        """Makes everything below canonical stones with the owner to move, who has no win at once."""
        stones = own, other
        if stones in self.moves or stones in self.leaves:
            return
        ply = (own | other).bit_count()
        if self.leaf(own, other, self.budget(ply)):
            return
        options = self.ranked(own, other, self.budget(ply + 2) // 4)
        if not options:
            raise AssertionError(f"no move keeps the result at {Position.from_stones(own, other)!r}")
        cell = options[0][1]
        # the replies with a diagram at hand first: their diagrams may serve the others
        for child in sorted(self.replies(own | cell, other), key=lambda child: self.quick(child)):
            self.solve(*child)
        self.moves[stones] = cell

    def size(self, own: int, other: int) -> tuple[int, int, int]:
        """(owner's positions with a move, positions with the other side to move, leaves) that a root reaches."""
        inner, between, leaves, waiting = set(), set(), set(), [(own, other)]
        while waiting:
            stones = waiting.pop()
            if stones in inner or stones in leaves:
                continue
            if stones in self.moves:
                inner.add(stones)
                after = stones[0] | self.moves[stones], stones[1]
                between.add(canonical(*after))
                waiting += self.replies(*after)
            elif stones in self.leaves:
                leaves.add(stones)
        return len(inner), len(between), len(leaves)
