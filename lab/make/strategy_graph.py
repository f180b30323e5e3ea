"""The positions that a strategy uses, each with the number of its uses."""

from __future__ import annotations

from c4.strategy.strategies import Stones, Strategy, canonical
from lab.make.maker import Maker


class StrategyGraph:
    """The positions in use, by the moves and leaves of a maker.

    owner_to_move   the uses of each position with the owner to move: it has a leaf, or it uses its move
    other_to_move   the uses of each position after a move of the owner: it uses all positions after a reply

    All positions are canonical.
    """

    def __init__(self, strategy: Strategy, maker: Maker) -> None:
        self.maker = maker
        self.owner_to_move: dict[Stones, int] = {}
        self.other_to_move: dict[Stones, int] = {}
        self._root_is_between = strategy.root.to_move != strategy.owner
        self._after: dict[tuple[Stones, int], tuple[Stones, list[Stones]]] = {}
        for stones in strategy.first_positions():
            self.add(stones)

    @property
    def size(self) -> int:
        """The number of positions, as in `Size.positions`."""
        return len(self.owner_to_move) + len(self.other_to_move) + self._root_is_between

    def with_moves(self) -> list[Stones]:
        """The positions that have a move, those with the most discs first."""
        inner = [stones for stones in self.owner_to_move if stones in self.maker.moves]
        return sorted(inner, key=count_discs, reverse=True)

    def after(self, stones: Stones, cell: int) -> tuple[Stones, list[Stones]]:
        """The position after a move of the owner, and the positions after each reply to it."""
        key = stones, cell
        if key not in self._after:
            own = stones[0] | cell
            other = stones[1]
            self._after[key] = canonical(own, other), self.maker.replies(own, other)
        return self._after[key]

    def add(self, stones: Stones) -> None:
        """Counts one more use of a position below which everything has an answer."""
        waiting = [stones]
        while waiting:
            stones = waiting.pop()
            self.owner_to_move[stones] = self.owner_to_move.get(stones, 0) + 1
            is_new = self.owner_to_move[stones] == 1
            if is_new and stones not in self.maker.leaves:
                waiting += self._count_move(stones, self.maker.moves[stones])

    def add_move(self, stones: Stones, cell: int) -> None:
        """Counts one more use of a move below which everything has an answer."""
        for child in self._count_move(stones, cell):
            self.add(child)

    def _count_move(self, stones: Stones, cell: int) -> list[Stones]:
        """Counts one more use of a move; returns the positions that are used because of it."""
        after_move, replies = self.after(stones, cell)
        self.other_to_move[after_move] = self.other_to_move.get(after_move, 0) + 1
        is_new = self.other_to_move[after_move] == 1
        return replies if is_new else []

    def remove(self, stones: Stones) -> dict[Stones, int]:
        """Counts one use of a position less; returns the positions with a move that have no use now, and their moves."""
        unused: dict[Stones, int] = {}
        waiting = [stones]
        while waiting:
            stones = waiting.pop()
            self.owner_to_move[stones] -= 1
            if self.owner_to_move[stones] > 0:
                continue
            del self.owner_to_move[stones]
            if stones not in self.maker.leaves:
                unused[stones] = self.maker.moves[stones]
                waiting += self._discount_move(stones, self.maker.moves[stones])
        return unused

    def remove_move(self, stones: Stones, cell: int) -> dict[Stones, int]:
        """Counts one use of a move less; returns the positions with a move that have no use now, and their moves."""
        unused: dict[Stones, int] = {}
        for child in self._discount_move(stones, cell):
            unused.update(self.remove(child))
        return unused

    def _discount_move(self, stones: Stones, cell: int) -> list[Stones]:
        """Counts one use of a move less; returns the positions that are used less because of it."""
        after_move, replies = self.after(stones, cell)
        self.other_to_move[after_move] -= 1
        if self.other_to_move[after_move] > 0:
            return []
        del self.other_to_move[after_move]
        return replies


def count_discs(stones: Stones) -> int:
    """The number of discs on the board."""
    own, other = stones
    return (own | other).bit_count()
