"""N-tuples: small sets of cells with tables of weights, and how a board selects entries.  Imports numpy and numba.

A cell is in one of four states: empty and out of reach, empty and reachable, a stone of the first player, a stone of
the second (Thill, Koch, Konen, PPSN 2012).  Gravity allows about one in twelve of the 4^8 combinations of an 8-tuple,
so the place in the table is not a number in base 4.  A tuple is cut into *runs* of vertically adjacent cells, and each
run has a field of bits, one wider than its cells:

    0                          its lowest cell is out of reach
    1 b_n ... b_1 (binary)     n stones, b_i whether the i-th from below is the second player's; the next cell is
                               reachable

A stone always adds the same to its field, 2^j at height j in the run and twice that for the second player, so a place
in a table is a sum over stones.  Every tuple is read twice with the same weights, on the board and on its mirror
image: `readings` 2t and 2t + 1 belong to tuple t.  It has two tables, one for each side to move.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from c4.compiled.kinds import Words32
from c4.game.rules import C4Error, Rules

MAX_WEIGHTS = 1 << 25
"""The most weights of all tuples for one side to move: training needs eight bytes for each."""

Run = tuple[tuple[int, ...], int]
"""Vertically adjacent cells, from below, and the lowest bit of their field."""


class Places(NamedTuple):
    """How stones become places, for compiled code.

    start    uint32[readings]     places on the empty board
    first    uint32[65]           a stone on cell c makes the changes first[c] to first[c + 1] - 1
    reading  uint32[changes]      which reading changes
    step     uint32[2 * changes]  by how much, for a stone of the first player and, `changes` further on, of the second
    """

    start: Words32
    first: Words32
    reading: Words32
    step: Words32


class Tuples:
    """A set of n-tuples on a board: `cells` holds a sorted tuple of bit numbers for each.

    `size` is the number of weights for one side to move.  Those of tuple t lie from offsets[t] up to offsets[t + 1];
    those for the second side to move follow `size` further on.
    Raises C4Error for cells that are not on the board, or more weights than MAX_WEIGHTS.
    """

    def __init__(self, rules: Rules, cells: Iterable[Iterable[int]]) -> None:
        self.rules = rules
        self.cells = tuple(tuple(sorted(cells_of_one)) for cells_of_one in cells)
        for one in self.cells:
            if (
                not one
                or len(set(one)) != len(one)
                or not all(0 <= cell < 64 and rules.board >> cell & 1 for cell in one)
            ):
                raise C4Error(f"{one} is not a tuple of cells of the board {rules}")
        self.fields = [fields(one, rules) for one in self.cells]
        widths = [sum(len(run) + 1 for run, _ in of_one) for of_one in self.fields]
        if sum(1 << width for width in widths) > MAX_WEIGHTS:
            raise C4Error(f"these tuples have more than {MAX_WEIGHTS:,} weights: use shorter or fewer ones")
        self.offsets = np.concatenate(([0], np.cumsum([1 << width for width in widths], dtype=np.int64)))
        self.size = int(self.offsets[-1])
        self._places: Places | None = None

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def readings(self) -> int:
        return 2 * len(self.cells)

    def reading_cells(self, reading: int) -> tuple[int, ...]:
        """The cells of a reading: the tuple's, or their mirror images."""
        one = self.cells[reading // 2]
        return one if reading % 2 == 0 else tuple(mirrored(cell, self.rules) for cell in one)

    def places(self) -> Places:
        """The arrays with which kernels compute places."""
        start = np.zeros(self.readings, dtype=np.uint32)
        changes: list[list[tuple[int, int, int]]] = [[] for _ in range(64)]
        for reading in range(self.readings):
            start[reading] = self.offsets[reading // 2]
            for run, shift in self.fields[reading // 2]:
                cells = run if reading % 2 == 0 else tuple(mirrored(cell, self.rules) for cell in run)
                if self.rules.bottom >> cells[0] & 1:
                    start[reading] += 1 << shift
                else:
                    changes[cells[0] - 1].append((reading, 1 << shift, 1 << shift))
                for height, cell in enumerate(cells):
                    changes[cell].append((reading, 1 << shift + height, 2 << shift + height))
        first = np.concatenate(([0], np.cumsum([len(of_cell) for of_cell in changes]))).astype(np.uint32)
        rows = np.array([row for of_cell in changes for row in of_cell], dtype=np.uint32).reshape(-1, 3)
        return Places(start, first, rows[:, 0].copy(), np.concatenate((rows[:, 1], rows[:, 2])))

    def at(self, stones: tuple[int, int]) -> np.ndarray:
        """The places of a board, int64[readings], from the first and second player's stones, whoever is to move."""
        if self._places is None:
            self._places = self.places()
        start, first, reading, step = self._places
        at = start.astype(np.int64)
        for player, of_player in enumerate(stones):
            for cell in range(64):
                if of_player >> cell & 1:
                    changes = slice(first[cell], first[cell + 1])
                    np.add.at(at, reading[changes], step[player * len(reading) :][changes].astype(np.int64))
        return at


def mirrored(cell: int, rules: Rules) -> int:
    """The mirror image of a cell."""
    row, column = rules.place(cell)
    return rules.cell(row, rules.columns - 1 - column)


def fields(cells: tuple[int, ...], rules: Rules) -> list[Run]:
    """The runs of a sorted tuple (cells from below), each with the lowest bit of its field."""
    runs: list[list[int]] = []
    for cell in cells:
        if runs and cell == runs[-1][-1] + 1 and rules.place(cell)[0] > 0:
            runs[-1].append(cell)
        else:
            runs.append([cell])
    found: list[Run] = []
    shift = 0
    for run in runs:
        found.append((tuple(run), shift))
        shift += len(run) + 1
    return found


def random_walks(number: int, length: int, seed: int, rules: Rules) -> Tuples:
    """`number` different tuples, each the first `length` different cells of a random walk, also diagonally.

    Mirror images count as the same tuple.  On a small board there may be fewer.
    Raises C4Error when there is none of this length, or for numbers out of range.
    """
    if not 1 <= number <= 1000 or not 2 <= length <= 10:
        raise C4Error(f"tuples are 1 to 1,000 of 2 to 10 cells, not {number} of {length}")
    if length > rules.cells:
        raise C4Error(f"a tuple of {length} cells does not fit the board {rules}")
    chance = random.Random(f"n-tuples {seed}")
    found: dict[tuple[int, ...], None] = {}
    for _ in range(50 * number):
        row, column = chance.randrange(rules.rows), chance.randrange(rules.columns)
        walk = {rules.cell(row, column)}
        while len(walk) < length:
            near = [
                (r, c)
                for r in (row - 1, row, row + 1)
                for c in (column - 1, column, column + 1)
                if (r, c) != (row, column)
            ]
            row, column = chance.choice([(r, c) for r, c in near if 0 <= r < rules.rows and 0 <= c < rules.columns])
            walk.add(rules.cell(row, column))
        one = tuple(sorted(walk))
        other = tuple(sorted(mirrored(cell, rules) for cell in one))
        if one not in found and other not in found:
            found[one] = None
            if len(found) == number:
                break
    return Tuples(rules, found)


def to_planes(weights: np.ndarray) -> np.ndarray:
    """int32[n] as uint8[4, n], which compresses well: sign in the lowest bit, then all lowest bytes, and so on."""
    folded = ((weights << 1) ^ (weights >> 31)).astype("<u4")
    return np.ascontiguousarray(folded.view(np.uint8).reshape(-1, 4).T)


def from_planes(planes: np.ndarray) -> np.ndarray:
    """The reverse of `to_planes`."""
    folded = np.ascontiguousarray(planes.T).view("<u4").ravel()
    return ((folded >> 1).astype(np.int32)) ^ -(folded & 1).astype(np.int32)
