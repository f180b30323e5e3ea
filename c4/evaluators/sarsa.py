"""Sarsa: the value of a position is its best action value in a table learned by play.  The table is that of reference
system 1 (R1-5 in docs/reference-systems.md).

    V = max over the legal columns of Q(position, column)      for the side to move; 0 if not in the table

Q is in units of reward (+100 for a won game, by default), 100 points per unit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from c4 import models
from c4.errors import C4Error
from c4.evaluators.base import NO_NUMBERS, Contribution, Evaluator, Heat, Page, Tables, columns_of
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Rules
from c4.kernels.board import Board, board_of
from c4.kernels.hashing import fill, find, key_of, mirror_key
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, signed
from c4.text import pluralise

SCALE = 100
"""Points of a reward of 1."""

VALUE_LIMIT = 900_000
"""The most points of a value: below those of a won game."""

MIRRORED, VALUES = range(2)
"""Layout of the numbers: whether mirror images share an entry; then the points of each key."""

MOVES_AHEAD = 12
"""How many of the table's own best moves its page shows after the position."""

ARRAYS = {"keys": ("uint64", 1), "values": ("float32", 2), "visits": ("uint32", 1)}

SPARSE = "sparse"
SPARSE_ARRAYS = {"keys": ("uint64", 1), "visits": ("uint32", 1), "marks": ("uint8", 1), "held": ("float32", 1)}
"""The second layout of a model file, the quickest to write: entries in any order; in `marks` a bit for each value, row
by row, set if it is not 0 (packed, highest bit of a byte first); these values in `held`."""


@dataclass(frozen=True, eq=False)
class QTable:
    """A table as stored in its file.

    keys     uint64[n], ascending: `c4.kernels.hashing.key_of` (of the smaller of the two mirror images when
             `mirrored`)
    values   float32[n, columns]: Q of each column, in units of reward, as its key's side to move sees it
    visits   uint32[n]: how often the learner has chosen a move there
    """

    rules: Rules
    mirrored: bool
    keys: np.ndarray
    values: np.ndarray
    visits: np.ndarray

    def entry(self, position: Position) -> tuple[np.ndarray, int] | None:
        """(Q of every column from the left, visits), or None if the position is not in the table."""
        key = key_of(position.mine, position.theirs)
        flipped = False
        if self.mirrored:
            mirrored = int(mirror_key(U(key), board_of(self.rules)))
            flipped = mirrored < key
            key = min(key, mirrored)
        row = int(np.searchsorted(self.keys, U(key)))
        if row == len(self.keys) or int(self.keys[row]) != key:
            return None
        values = self.values[row, ::-1] if flipped else self.values[row]
        return values, int(self.visits[row])

    def require(self, rules: Rules) -> None:
        """Raises C4Error unless the table is for this board; the scoring may differ."""
        if replace(rules, scoring=FIRST_LINE) != replace(self.rules, scoring=FIRST_LINE):
            raise C4Error(
                f"this Sarsa table was learned on {self.rules}, not on {rules}: name a model of that board, or train"
                " one"
            )


def sparse(keys: np.ndarray, values: np.ndarray, visits: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of a table (those of QTable, in any order) in the layout SPARSE."""
    marks = values.ravel() != 0
    return {"keys": keys, "visits": visits, "marks": np.packbits(marks), "held": values.ravel()[marks]}


def dense(
    keys: np.ndarray, visits: np.ndarray, marks: np.ndarray, held: np.ndarray, columns: int, path: str | Path
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The reverse of `sparse`: (keys, values, visits) as in QTable.  Raises C4Error for inconsistent arrays."""
    size = len(keys) * columns
    bits = np.zeros(0, dtype=bool)
    if len(marks) == (size + 7) // 8:
        bits = np.unpackbits(marks, count=size).astype(bool)
    if len(bits) != size or len(visits) != len(keys) or np.count_nonzero(bits) != len(held):
        raise C4Error(f"{path} holds {len(keys):,} keys, and values that do not belong to them")
    values = np.zeros(size, dtype=np.float32)
    values[bits] = held
    order = np.argsort(keys)
    return keys[order], values.reshape(-1, columns)[order], visits[order]


def read_table(path: str | Path) -> tuple[dict[str, Any], QTable]:
    """(content, table) of a model file.  Raises C4Error: one sentence saying what was expected and found."""
    content, _ = models.read_arrays(path, "sarsa", {})
    rules = models.rules_of(content, path)
    if content.get("layout") == SPARSE:
        _, arrays = models.read_arrays(path, "sarsa", SPARSE_ARRAYS)
        keys, values, visits = dense(**arrays, columns=rules.columns, path=path)
    else:
        _, arrays = models.read_arrays(path, "sarsa", ARRAYS)
        keys, values, visits = (np.ascontiguousarray(arrays[name]) for name in ARRAYS)
    if type(content.get("mirrored")) is not bool:
        raise C4Error(f"{path} does not say whether mirror images share an entry")
    if values.shape != (len(keys), rules.columns) or len(visits) != len(keys):
        raise C4Error(
            f"{path} holds {len(keys):,} keys but values of shape {values.shape}: {(len(keys), rules.columns)} was"
            " expected"
        )
    if len(keys) and (keys[1:] <= keys[:-1]).any():
        raise C4Error(f"{path} holds keys that do not ascend")
    if not np.isfinite(values).all():
        raise C4Error(f"{path} holds a value that is not a finite number")
    return content, QTable(rules, content["mirrored"], keys, values, visits)


@kernel(passed=True)
def evaluate_kernel(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """V for the maximizer in points."""
    key = (maximizer if maximizer_moves else minimizer) + (maximizer | minimizer)
    if tables.numbers[MIRRORED] == 1:
        key = min(key, mirror_key(key, board))
    points = signed(tables.numbers[VALUES + find(key, tables.keys)])
    return points if maximizer_moves else -points


class Sarsa(Evaluator):
    """The evaluator of this module; unit reward (100 points = 1); colour-antisymmetric; mirror-symmetric if the table is.

    Raises C4Error for values so large that the search could take them for won games.
    """

    name = "sarsa"
    suffix = ".npz"
    label = "Sarsa (learned)"
    unit = "reward"
    scale = SCALE
    limit = VALUE_LIMIT
    steps = (10 * SCALE, 33 * SCALE, 67 * SCALE)
    line_value = 100 * SCALE
    pages_follow = True
    evaluate_kernel = staticmethod(evaluate_kernel)

    def __init__(self, table: QTable, source: str = "a given table") -> None:
        """`source`: where the table comes from, for messages."""
        self.table = table
        self.source = source
        self.symmetric = table.mirrored
        if len(table.values) and not SCALE * float(np.abs(table.values).max()) <= VALUE_LIMIT:
            raise C4Error(
                f"{source}: values as large as {np.abs(table.values).max():.3g} would pass for a won game in the search"
            )
        self._tables: Tables | None = None

    @classmethod
    def _read(cls, path: Path) -> Sarsa:
        return cls(read_table(path)[1], str(path.name))

    def explain(self, position: Position, side: int | None = None) -> list[Contribution]:
        """A row for each legal column with its Q; only the best one counts.  One row of 0 for an unknown position."""
        self.table.require(position.rules)
        side = position.to_move if side is None else side
        sign = 1 if side == position.to_move else -1
        entry = self.table.entry(position)
        free = [column for column in range(position.rules.columns) if position.height(column) < position.rules.rows]
        if entry is None or not free:
            return [Contribution("not in the table", 0.0, 0.0, 0)]
        values, visits = entry
        best = max(free, key=lambda column: values[column])
        return [
            Contribution(
                f"column {column + 1}" + (f", the best; {pluralise(visits, 'visit')}" if column == best else ""),
                sign * float(values[column]),
                float(column == best),
                sign * points(values[column]) if column == best else 0,
                ((position.height(column), column),),
            )
            for column in free
        ]

    def page_names(self) -> tuple[str, ...]:
        return ("along the game",)

    def _page(self, name: str, position: Position | None) -> Page:
        """The moves to the position, then up to MOVES_AHEAD best moves while the table knows the positions."""
        table = self.table
        now = Position(rules=table.rules) if position is None else position
        table.require(now.rules)
        way, moves = along(now)
        played = len(moves)
        while len(moves) < played + MOVES_AHEAD:
            entry = table.entry(way[-1])
            legal = way[-1].legal_columns()
            if entry is None or not legal:
                break
            moves.append(max(legal, key=entry[0].__getitem__))
            way.append(way[-1].play(moves[-1]))
        values = np.full((now.rules.columns, len(way)), np.nan)
        counts = np.zeros(values.shape, dtype=np.int64)
        for place, here in enumerate(way):
            entry = table.entry(here)
            free = list(here.legal_columns())
            if entry is not None:
                values[free, place] = entry[0][free]
                counts[free, place] = entry[1]
        first = now.ply - played
        labels = tuple(f"move {first + place + 1}" + ("*" if place >= played else "") for place in range(len(way)))
        marks = tuple((column, place) for place, column in enumerate(moves))
        visits = int(counts[:, played].max(initial=0))
        title = f"columns, move by move; {pluralise(visits, 'visit')} here"
        heat = Heat(
            title=title,
            values=values,
            rows=columns_of(now.rules),
            columns=labels,
            counts=counts,
            marks=marks,
            square=False,
        )
        bars = tuple(
            (f"column {column + 1}", float(values[column, played]))
            for column in range(len(values))
            if not np.isnan(values[column, played])
        )
        about = (
            "Action values of each column for the side to move. Framed: the column played; from the * on, the table's"
            " own best."
            " Bars: the position on the board."
        )
        return Page(name, about, (heat,), bars, "visits")

    def tables(self, rules: Rules) -> Tables:
        self.table.require(rules)
        if self._tables is None:
            keys, values = best_points(self.table)
            size = 1 << max(1, (2 * len(keys)).bit_length())
            table = np.zeros(size, dtype=np.uint64)
            rows = np.full(size, -1, dtype=np.int32)
            fill(keys, table, rows)
            numbers = np.concatenate(([self.table.mirrored], np.append(values, 0)[rows])).astype(np.int64)
            self._tables = Tables(numbers, NO_NUMBERS, keys=table)
        return self._tables


def points(value: float) -> int:
    """A value in whole points."""
    return round(SCALE * float(value))


def best_points(table: QTable) -> tuple[np.ndarray, np.ndarray]:
    """(keys, points) of the best legal column of every entry whose value is not 0: uint64[m], int64[m]."""
    rules = table.rules
    full = []
    for column in range(rules.columns):
        part = (table.keys >> U(column * rules.stride)) & U((1 << rules.stride) - 1)
        smallest_of_full = (1 << rules.rows) - 1  # see `c4.kernels.hashing`: of h discs it is 2**h - 1
        full.append(part >= U(smallest_of_full))
    best = np.where(np.stack(full, axis=1), -np.inf, table.values.astype(np.float64)).max(axis=1, initial=-np.inf)
    rounded = np.rint(SCALE * np.where(np.isfinite(best), best, 0)).astype(np.int64)
    return table.keys[rounded != 0], rounded[rounded != 0]


def along(position: Position) -> tuple[list[Position], list[int]]:
    """The positions of a game, from its first one if that is known, and the columns between them."""
    if position.moves is None:
        return [position], []
    way = [Position(rules=position.rules, to_move=(position.to_move + len(position.moves)) % 2)]
    for column in position.moves:
        way.append(way[-1].play(column))
    return way, list(position.moves)
