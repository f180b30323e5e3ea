"""Finding a diagram: known ones first, then a search that starts from the best of them.  Imports numpy, kernels."""

from __future__ import annotations

import numpy as np

from c4.compiled.hashing import mirror_key
from c4.compiled.kinds import U
from c4.game.rules import STANDARD
from c4.strategy import kernels

CLAIMEVEN = np.zeros(kernels.MARKS, np.uint64)
"""The first diagram: claim all squares of rows 2, 4 and 6."""
CLAIMEVEN[kernels.CLAIM] = sum(1 << STANDARD.cell(row, column) for column in range(7) for row in (1, 3, 5))

HEAT = 0.15
LOOK = 40
"""How many known diagrams are compared to start from the best."""

ROUND = 300_000
"""Positions visited between two restarts."""


class Pool:
    """The diagrams found so far, each good in some positions; their mirror images count as well.

    `marks`: uint64 (n, 6).  `find` looks for one among them, `search` makes a new one.
    """

    def __init__(self, seed: int = 0) -> None:
        self.room = np.zeros((256, kernels.MARKS), np.uint64)
        self.room[0] = CLAIMEVEN
        self.size = 1
        self.scratch = kernels.make_scratch(seed)
        self.random = np.random.default_rng(seed)
        self.work = 0
        """About how many positions searches have visited so far."""

    @property
    def marks(self) -> np.ndarray:
        """The diagrams in use: uint64 (size, marks)."""
        return self.room[: self.size]

    def add(self, marks: np.ndarray | tuple[int, ...]) -> int:
        """Adds a diagram; returns its index."""
        if self.size == len(self.room):
            self.room = np.concatenate([self.room, np.zeros_like(self.room)])
        self.room[self.size] = marks
        self.size += 1
        return self.size - 1

    def add_once(self, marks: np.ndarray) -> int:
        """Adds a diagram unless it is known; returns its index."""
        known = np.flatnonzero((self.marks == marks).all(axis=1))
        return int(known[0]) if len(known) else self.add(marks)

    def find(
        self, own: int, other: int, hold: bool = False, start: int = 0, waits: bool = False
    ) -> tuple[int, bool] | None:
        """(index, whether mirrored) of a known diagram, from `start` on, that holds for the owner; or None.

        With `waits` the other side is to move.
        """
        place = int(kernels.first_good(U(own), U(other), self.marks, start, hold, waits, self.scratch))
        if place >= 0:
            return place, False
        place = int(
            kernels.first_good(
                mirror_key(U(own), None), mirror_key(U(other), None), self.marks, start, hold, waits, self.scratch
            )
        )
        return (place, True) if place >= 0 else None

    def search(
        self, own: int, other: int, work: int, hold: bool = False, waits: bool = False
    ) -> tuple[tuple[int, bool] | None, float]:
        """((index, False) of a new diagram, or None; the least probability of failing); visits `work` positions."""
        least, tries = 1.0, 0
        while work > 0:
            marks = self.beginning(own, other, hold, waits, tries)
            part = min(work, ROUND)
            cost = float(kernels.anneal(U(own), U(other), marks, hold, waits, part, HEAT, self.scratch))
            work -= part
            self.work += part
            tries += 1
            least = min(least, cost)
            if cost == 0.0 and kernels.verify(U(own), U(other), marks, hold, waits, self.scratch) > 0:
                return (self.add(marks), False), 0.0
        return None, least

    def beginning(self, own: int, other: int, hold: bool, waits: bool, tries: int) -> np.ndarray:
        """A copy of the diagram to start from: the best of some known ones."""
        if tries % 4 == 3:
            return CLAIMEVEN.copy()
        late = np.arange(max(0, self.size - LOOK // 4), self.size)
        any_one = self.random.integers(0, self.size, LOOK // 4)
        picks = np.unique(np.concatenate([late, any_one]))
        pick = kernels.nearest(
            U(own), U(other), self.marks, np.concatenate([2 * picks, 2 * picks + 1]), hold, waits, self.scratch
        )
        if pick < 0:
            return CLAIMEVEN.copy()
        marks = self.room[pick >> 1].copy()
        return marks if pick & 1 == 0 else np.array([mirror_key(cells, None) for cells in marks], np.uint64)
