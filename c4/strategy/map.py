"""The map of a strategy: all its positions on one picture, the first reply on the left.  Imports numpy and the graph.

Every position with the owner to move is a bar below the position from which it was first reached.  A leaf is one unit
wide, any other as wide as what hangs below it.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from c4.strategy.graph import Stones, Strategy, after_replies, canonical


class Map:
    """`positions` are canonical, with the owner to move, each before those below it.

    `parents` (int32) gives the place of the position above each, -1 at the top; `levels` (int32) the owner's moves
    before it; `left` and `right` (float64) its bar, in units; `leaf` (bool) tells where a diagram answers.
    """

    def __init__(self, strategy: Strategy) -> None:
        self.positions: list[Stones] = []
        self._strategy = strategy
        self._known: dict[Stones, list[Stones]] = {}
        parents: list[int] = []
        self.place: dict[Stones, int] = {}
        waiting = [(stones, -1) for stones in reversed(strategy.first())]
        while waiting:  # depth first, so that the first way to a position is the leftmost
            stones, parent = waiting.pop()
            if stones in self.place:
                continue
            self.place[stones] = len(self.positions)
            self.positions.append(stones)
            parents.append(parent)
            if stones in strategy.moves:
                waiting += [(child, self.place[stones]) for child in reversed(self._after(stones))]
        self.parents = np.array(parents, np.int32)
        self.leaf = np.array([stones in strategy.leaves for stones in self.positions], bool)
        self._lay_out()

    def _lay_out(self) -> None:
        size = len(self.positions)
        width, self.levels = np.zeros(size), np.zeros(size, np.int32)
        for place in range(size - 1, -1, -1):
            width[place] = max(width[place], 1.0)
            if self.parents[place] >= 0:
                width[self.parents[place]] += width[place]
        self.left, free = np.zeros(size), np.zeros(size + 1)  # the last place is that of the top
        for place, parent in enumerate(self.parents.tolist()):
            self.left[place] = free[parent]
            free[parent] += width[place]
            free[place] = self.left[place]
            self.levels[place] = 0 if parent < 0 else self.levels[parent] + 1
        self.right = self.left + width

    @property
    def width(self) -> float:
        """Units from left to right."""
        return float(self.right.max(initial=1.0))

    @property
    def depth(self) -> int:
        """Levels."""
        return int(self.levels.max(initial=0)) + 1

    @cached_property
    def _rows(self) -> list[np.ndarray]:
        """The places on each level, from left to right."""
        return [np.flatnonzero(self.levels == level) for level in range(self.depth)]

    def at(self, unit: float, level: int) -> int | None:
        """The place of the position drawn there, the nearest above where there is none; None outside."""
        if not 0 <= unit < self.width:
            return None
        for row in reversed(self._rows[: level + 1]):
            found = int(np.searchsorted(self.left[row], unit, "right")) - 1
            if found >= 0 and unit < self.right[row[found]]:
                return int(row[found])
        return None

    def path(self, place: int) -> list[Stones]:
        """The positions from the top to this one."""
        found = []
        while place >= 0:
            found.append(self.positions[place])
            place = int(self.parents[place])
        return found[::-1]

    def below(self, own: int, other: int) -> int:
        """The positions of the strategy that can still be met, this one, with the owner to move, included."""
        start = canonical(own, other)
        if start not in self.place:
            return 0
        seen, waiting = {start}, [start]
        while waiting:
            stones = waiting.pop()
            for child in self._after(stones):
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
        return len(seen)

    def _after(self, stones: Stones) -> list[Stones]:
        cell = self._strategy.moves.get(stones)
        if cell is None:
            return []
        if stones not in self._known:
            self._known[stones] = after_replies(stones[0] | cell, stones[1])
        return self._known[stones]

    def picture(self, width: int, ply_height: int, colours: tuple[bytes, ...]) -> bytes:
        """The map as a binary PPM, `width` pixels wide.

        `colours`, three bytes each: of nothing, of moves, of every other move, of leaves.
        """
        pixels = np.zeros((self.depth, width), np.uint8)
        scale = width / self.width
        for row in self._rows:
            left = (self.left[row] * scale).astype(int)
            right = np.maximum((self.right[row] * scale).astype(int), left + 1)
            kinds = np.where(self.leaf[row], 3, 1 + np.arange(len(row)) % 2)
            line = pixels[int(self.levels[row[0]])]
            for start, end, kind in zip(left.tolist(), right.tolist(), kinds.tolist()):
                line[start:end] = kind
        table = np.frombuffer(b"".join(colours), np.uint8).reshape(4, 3)
        image = np.repeat(table[pixels], ply_height, axis=0)
        return b"P6 %d %d 255 " % (width, self.depth * ply_height) + image.tobytes()
