"""Strategies: a move or a diagram for every position that can arise when the owner follows it, and files of strategies.

Transpositions and mirror images are merged (*canonical* positions), and immediate wins of the owner are left out.  A
file (`c4.models`, nothing in it is ever executed) holds no positions: walking from the root, breadth first, gives them.

    codes      uint16 (positions,): 0 to 6 the owner's column, 7 + 2 d diagram d, 8 + 2 d its mirror image
    diagrams   uint8 (diagrams, 42): the number of each square's mark in MARKS, 6 for none; rows from the bottom
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from c4 import models
from c4.errors import C4Error
from c4.game.notation import format_position, parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.kernels.hashing import key_of
from c4.strategy.diagram import MARKS, Diagram, check_board, completing, mirrored
from c4.text import pluralise

LEARNER = models.STRATEGY
SUFFIX = ".c4strategy"
MAX_FILE_BYTES = 16 << 20
"""The most bytes of a file."""

ARRAYS = {"codes": ("uint16", 1), "diagrams": ("uint8", 2)}
"""The arrays of a file with their kinds and dimensions."""

SQUARES = [1 << STANDARD.cell(row, column) for row in range(STANDARD.rows) for column in range(STANDARD.columns)]
"""The cells in the order in which a file has their marks."""

WIN = "win"
DRAW = "draw"

Stones = tuple[int, int]
"""Bitboards of the owner, who is to move, and of the other side."""


def canonical(own: int, other: int) -> Stones:
    """The position or its mirror image, whichever has the smaller key own + (own | other)."""
    own_image = mirrored(own)
    other_image = mirrored(other)
    if key_of(own, other) <= key_of(own_image, other_image):
        return own, other
    return own_image, other_image


def cells(board: int) -> Iterator[int]:
    """The cells of a bitboard, one bit each, from the lowest."""
    while board:
        cell = board & -board
        yield cell
        board ^= cell


def playable(own: int, other: int) -> int:
    """The cells where a disc can be dropped."""
    return ((own | other) + STANDARD.bottom) & STANDARD.board


def wins_at_once(own: int, other: int) -> bool:
    """Whether the owner, to move, can complete a line."""
    return bool(completing(own) & playable(own, other))


def after_replies(own: int, other: int) -> list[Stones]:
    """The canonical positions, each once, after all replies, except immediate wins of the owner and full boards."""
    positions: dict[Stones, None] = {}
    for cell in cells(playable(own, other)):
        if own | other | cell != STANDARD.board and not wins_at_once(own, other | cell):
            positions[canonical(own, other | cell)] = None
    return list(positions)


class Size(NamedTuple):
    """How many positions a strategy has.

    owner    those in which its owner is to move: each has an answer
    other    those in which the other side is to move
    leaves   those among `owner` whose answer is a diagram, which plays the rest of the game
    """

    owner: int
    other: int
    leaves: int

    @property
    def positions(self) -> int:
        """All positions, whoever is to move."""
        return self.owner + self.other

    def facts(self) -> dict[str, int]:
        """The numbers by name, as commands print them with --json."""
        return {
            "positions": self.positions,
            "owner_to_move": self.owner,
            "other_to_move": self.other,
            "leaves": self.leaves,
        }

    def __str__(self) -> str:
        """For example "2,025 positions with the owner to move (1,609 of them leaves) and 377 with the other side to move"."""
        owner = f"{pluralise(self.owner, 'position')} with the owner to move ({self.leaves:,} of them leaves)"
        return f"{owner} and {self.other:,} with the other side to move"


@dataclass
class Strategy:
    """A strategy from `root` on for `owner` (0 began, 1) with its `result`, "win" or "draw".

    For canonical positions with the owner to move, `moves` has the owner's cell (one bit), and `leaves` (index into
    `diagrams`, whether mirrored) for the others.
    """

    root: Position
    owner: int
    result: str
    moves: dict[Stones, int] = field(default_factory=dict)
    leaves: dict[Stones, tuple[int, bool]] = field(default_factory=dict)
    diagrams: list[Diagram] = field(default_factory=list)

    def first_positions(self) -> list[Stones]:
        """The canonical positions it begins with: the root or, if the other side moves first, those after its moves."""
        own = self.root.stones[self.owner]
        other = self.root.stones[1 - self.owner]
        if self.root.to_move != self.owner:
            return after_replies(own, other)
        return [] if wins_at_once(own, other) else [canonical(own, other)]

    def size(self) -> Size:
        """How many positions it has: mirror images merged, wins at once left out."""
        after_moves = {canonical(own | cell, other) for (own, other), cell in self.moves.items()}
        others = len(after_moves)
        if self.root.to_move != self.owner:
            others += 1  # the root itself
        leaves = len(self.leaves)
        return Size(owner=len(self.moves) + leaves, other=others, leaves=leaves)

    def diagram(self, stones: Stones) -> Diagram:
        """The diagram of a leaf, oriented like the canonical position."""
        place, turned = self.leaves[stones]
        return self.diagrams[place].mirror() if turned else self.diagrams[place]

    def reached(self) -> Strategy:
        """The same strategy, reduced to what the root reaches, in the order of files."""
        reached = Strategy(self.root, self.owner, self.result)
        places: dict[int, int] = {}
        for stones in self.walk():
            if stones in self.moves:
                reached.moves[stones] = self.moves[stones]
            else:
                place, turned = self.leaves[stones]
                if place not in places:
                    places[place] = len(reached.diagrams)
                    reached.diagrams.append(self.diagrams[place])
                reached.leaves[stones] = places[place], turned
        return reached

    def walk(self) -> Iterator[Stones]:
        """Every canonical position with the owner to move, breadth first, each once; KeyError if it has no answer.

        The answer may be filled in during the walk, so a file can be read in the same order.
        """
        waiting = self.first_positions()
        seen = set(waiting)
        for stones in waiting:
            yield stones
            if stones in self.moves:
                own, other = stones
                for child in after_replies(own | self.moves[stones], other):
                    if child not in seen:
                        seen.add(child)
                        waiting.append(child)
            elif stones not in self.leaves:
                raise KeyError(stones)


MIDDLE = STANDARD.columns // 2
"""The column (from 0) in which the first player's strategy begins."""


class Claim(NamedTuple):
    """What a strategy that ships forces: `owner` 0 (the first player) or 1, `result` WIN or DRAW, and the first move of the
    game (column from 0) after which it does.
    """

    owner: int
    result: str
    first_move: int


CLAIMS = {
    "first-player-wins": Claim(0, WIN, MIDDLE),
    "second-player-wins-after-1": Claim(1, WIN, 0),
    "second-player-wins-after-2": Claim(1, WIN, 1),
    "first-player-draws-after-3": Claim(0, DRAW, 2),
    "second-player-draws-after-3": Claim(1, DRAW, 2),
}
"""The strategies that ship, by name: what each first move leads to, mirror images left out."""

CERTIFICATES = tuple(CLAIMS)
"""Their names."""


def after_first_move(column: int) -> list[str]:
    """The names of the strategies for a first move (column from 0), or for its mirror image."""
    first_move = min(column, STANDARD.columns - 1 - column)
    return [name for name, claim in CLAIMS.items() if claim.first_move == first_move]


def path_of(named: str | Path) -> Path:
    """The file of a shipped strategy, by its name, or of any other, by its path."""
    return models.default_path(str(named), SUFFIX) if named in CERTIFICATES else Path(named)


@lru_cache(maxsize=len(CERTIFICATES) + 2)
def load(named: str | Path = CERTIFICATES[0]) -> Strategy:
    """The shipped strategy of this name, or that of a file, read once.  Raises C4Error as `read` does."""
    return read(path_of(named))


@lru_cache(maxsize=1)
def known_marks() -> np.ndarray:
    """All diagrams of the shipped strategies, those used most first: uint64 (n, 6), the cells of each mark.

    Raises C4Error as `read` does.
    """
    kinds = np.arange(len(MARKS), dtype=np.uint8)[:, None]
    uses = Counter[tuple[int, ...]]()
    for name in CERTIFICATES:
        arrays = models.read_arrays(path_of(name), LEARNER, ARRAYS, MAX_FILE_BYTES)[1]
        codes = arrays["codes"]
        squares = arrays["diagrams"][:, None]
        times = np.bincount((codes[codes >= STANDARD.columns] - STANDARD.columns) // 2)
        marks = np.where(squares == kinds, np.array(SQUARES, np.uint64), np.uint64(0)).sum(axis=2)
        uses.update(dict(zip(map(tuple, marks.tolist()), times.tolist(), strict=True)))
    return np.array([marks for marks, _ in uses.most_common()], np.uint64)


def fitting(position: Position) -> list[Strategy]:
    """The shipped strategies for the side to move that the game may follow."""
    if position.moves is None:
        names = list(CERTIFICATES)
    else:
        first_move = position.moves[0] if position.moves else MIDDLE
        names = after_first_move(first_move)
    return [strategy for strategy in map(load, names) if strategy.owner == position.to_move]


def write(path: str | Path, strategy: Strategy) -> None:
    """Writes what the root reaches, atomically.  Raises C4Error when that fails."""
    strategy = strategy.reached()
    codes = []
    for stones in strategy.walk():
        if stones in strategy.moves:
            codes.append((strategy.moves[stones].bit_length() - 1) // STANDARD.stride)
        else:
            place, turned = strategy.leaves[stones]
            codes.append(STANDARD.columns + 2 * place + turned)
    marks = [[(MARKS + ".").index(diagram.mark(cell)) for cell in SQUARES] for diagram in strategy.diagrams]
    content = {
        "learner": LEARNER,
        "rules": STANDARD.content(),
        "root": format_position(strategy.root),
        "owner": strategy.owner,
        "result": strategy.result,
    }
    arrays = {
        "codes": np.array(codes, np.uint16),
        "diagrams": np.array(marks, np.uint8).reshape(len(marks), len(SQUARES)),
    }
    models.write_arrays(path, content, arrays, compressed=True)


def read(path: str | Path) -> Strategy:
    """The strategy of a file, checked: format, version, sizes, every code, nothing missing, nothing left over.

    Whether it wins is checked by `c4.strategy.verify`.  Raises C4Error, one sentence.
    """
    path = Path(path)
    content, arrays = models.read_arrays(path, LEARNER, ARRAYS, MAX_FILE_BYTES)
    codes = arrays["codes"].tolist()
    marks = arrays["diagrams"]
    result = content.get("result")
    owner = content.get("owner")
    text = content.get("root")
    if content["rules"] != STANDARD.content():
        raise C4Error(f"{path} is damaged: it is not for the standard board")
    if result not in (WIN, DRAW) or owner not in (0, 1) or type(text) is not str:
        raise C4Error(f"{path} is damaged: it does not name its owner, its root and its result")
    if marks.shape[1] != STANDARD.cells or (marks > len(MARKS)).any():
        raise C4Error(f"{path} is damaged: it contains an unknown mark")
    try:
        root = parse_position(text)
        check_board(root)
    except C4Error as error:
        raise C4Error(f"{path} is damaged: its root is not a position ({error})") from None
    strategy = Strategy(root, owner, result, diagrams=[_diagram(row) for row in marks.tolist()])
    number = 0
    for own, other in strategy.walk():
        code = codes[number] if number < len(codes) else None
        number += 1
        if code is None:
            raise C4Error(f"{path} is cut off: it lacks the answer to a possible position")
        if code < STANDARD.columns:
            cell = playable(own, other) & STANDARD.column_mask(code)
            if not cell or own | other | cell == STANDARD.board or STANDARD.has_line(own | cell):
                raise C4Error(f"{path} is damaged: it plays column {code + 1} where that is impossible")
            strategy.moves[own, other] = cell
        else:
            place, turned = divmod(code - STANDARD.columns, 2)
            if place >= len(strategy.diagrams):
                raise C4Error(f"{path} is damaged: it names diagram {place} of {len(strategy.diagrams)}")
            strategy.leaves[own, other] = place, bool(turned)
    if number != len(codes):
        raise C4Error(f"{path} is damaged: it contains {pluralise(len(codes) - number, 'answer')} too many")
    return strategy


def _diagram(row: list[int]) -> Diagram:
    """The diagram of a row of marks."""
    cells = [0] * len(MARKS)
    for square, mark in enumerate(row):
        if mark < len(MARKS):
            cells[mark] |= 1 << STANDARD.cell(*divmod(square, STANDARD.columns))
    return Diagram(tuple(cells))
