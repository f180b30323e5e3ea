"""The index of games by position: games played in bulk, sorted lists of positions.  Imports numpy.

A position and its mirror image share a *key* that no other position of the board has: the smaller `first player's
stones + all stones` (bitboards) of the two.  A *post* is a game in a list: its number in the library x 4 + its result.

    keys    5  5  5  9 12 ...       ascending, uint64
    posts   a  b  c  a  b ...       ascending where keys are equal, uint32
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, C4Error, Rules
from c4.library.record import RESULTS, result_of

Keys = npt.NDArray[np.uint64]
Posts = npt.NDArray[np.uint32]

BLOCK = 8192
"""Entries per block."""

MOST_GAMES = 1 << 30
"""How many game numbers fit into a post."""

_OPEN = 3
"""The index of "*" in RESULTS."""


def key(position: Position) -> int:
    """The key of a position: the same for its mirror image, below 2^64."""
    mirror = position.mirror()
    return min(position.stones[0] + position.occupied, mirror.stones[0] + mirror.occupied)


class Played(NamedTuple):
    """Games played in bulk.

    `keys` and `games` (indices into the list of games) have an entry for every position of every game, first and last
    included; `plies` and `results` (indices into RESULTS) one for every game; `bad` is the first game with an
    impossible move, or None (only then do the rest cover all games).
    """

    keys: Keys
    games: npt.NDArray[np.int64]
    plies: npt.NDArray[np.int64]
    results: npt.NDArray[np.int64]
    bad: int | None


def play(moves: Sequence[str], start: Position) -> Played:
    """Plays move strings from a position, all at once."""
    rules, number = start.rules, len(moves)
    lengths = np.fromiter(map(len, moves), dtype=np.int64, count=number)
    none = np.zeros(0, dtype=np.int64)
    left = 0 if start.outcome() is not None else rules.cells - start.ply
    if (lengths > left).any():
        return Played(none.astype(np.uint64), none, none, none, first_bad(moves, start))
    codes = _CODES[np.frombuffer("".join(moves).encode("ascii", "replace"), dtype=np.uint8)]
    longest = int(lengths.max(initial=0))
    columns = np.full((number, longest), 255, dtype=np.uint8)
    columns[np.arange(longest) < lengths[:, None]] = codes
    order = np.argsort(-lengths, kind="stable")
    columns, ordered = np.ascontiguousarray(columns[order].T), lengths[order]
    bottom, full = (np.append(part, np.uint64(0)) for part in _columns_of(rules))
    sides = [np.full(number, stones, dtype=np.uint64) for stones in start.stones]
    images = [np.full(number, stones, dtype=np.uint64) for stones in start.mirror().stones]
    won = np.full(number, _OPEN, dtype=np.int64)
    keys, games = [np.full(number, key(start), dtype=np.uint64)], [order]
    bad = False
    for ply in range(longest):
        alive = int(np.searchsorted(-ordered, -ply, side="left"))  # games longer than this: a beginning of the order
        column = np.minimum(columns[ply, :alive], rules.columns)
        side = (start.to_move + ply) % 2
        for stones, where in (
            (sides, column),
            (images, np.where(column < rules.columns, rules.columns - 1 - column, column)),
        ):
            occupied = stones[0][:alive] | stones[1][:alive]
            cell = (occupied + bottom[where]) & full[where]
            stones[side][:alive] |= cell
            bad = bad or not cell.all()
        bad = bad or bool((won[:alive] != _OPEN).any())
        if bad:
            return Played(none.astype(np.uint64), none, none, none, first_bad(moves, start))
        if rules.scoring == FIRST_LINE:
            won[:alive][_has_line(sides[side][:alive], rules)] = side
        own = sides[0][:alive] + (sides[0][:alive] | sides[1][:alive])
        other = images[0][:alive] + (images[0][:alive] | images[1][:alive])
        keys.append(np.minimum(own, other))
        games.append(order[:alive])
    results = won
    for place in np.nonzero((won == _OPEN) & (ordered + start.ply == rules.cells))[0]:
        outcome = rules.outcome(int(sides[0][place]), int(sides[1][place]))
        results[place] = _OPEN if outcome is None else RESULTS.index(result_of(outcome.winner))
    in_order = np.empty(number, dtype=np.int64)
    in_order[order] = results
    return Played(np.concatenate(keys), np.concatenate(games), lengths, in_order, None)


_CODES = np.full(256, 255, dtype=np.uint8)
for _place, _digit in enumerate(DIGITS):
    _CODES[ord(_digit)] = _CODES[ord(_digit.upper())] = _place


@lru_cache(maxsize=16)
def _columns_of(rules: Rules) -> tuple[Keys, Keys]:
    """The lowest cell of every column, and all its cells."""
    bottoms = [1 << rules.cell(0, column) for column in range(rules.columns)]
    return np.array(bottoms, dtype=np.uint64), np.array(
        [rules.column_mask(column) for column in range(rules.columns)], dtype=np.uint64
    )


def _has_line(stones: Keys, rules: Rules) -> npt.NDArray[np.bool_]:
    """Which of these bitboards hold a line (`Rules.line_starts`, for an array)."""
    found = np.zeros(len(stones), dtype=bool)
    for shift in (1, rules.stride, rules.stride + 1, rules.stride - 1):
        run = stones.copy()
        for step in range(1, rules.connect):
            run &= stones >> np.uint64(step * shift) if step * shift < 64 else np.uint64(0)
        found |= run != 0
    return found


def first_bad(moves: Sequence[str], start: Position) -> int:
    """The first game with an impossible move."""
    return next(place for place, game in enumerate(moves) if why_bad(game, start) is not None)


def why_bad(moves: str, start: Position) -> str | None:
    """What is wrong with a move string, in a sentence; None if nothing is."""
    try:
        if not start.occupied:
            Position.from_moves(moves, start.rules)
            return None
        position = start
        for character in moves:
            column = DIGITS.find(character.lower())
            if column < 0:
                return f"{character!r} is not a column"
            position = position.play(column)
    except C4Error as error:
        return str(error)
    return None


# -- blocks ------------------------------------------------------------------------------------------------------------


class Block(NamedTuple):
    """A stored part of a sorted list: its first and last key, the differences of its keys, its posts."""

    low: int
    high: int
    size: int
    keys: bytes
    posts: bytes


def sort(keys: Keys, posts: Posts) -> tuple[Keys, Posts]:
    """A sorted list; ascending posts stay so where keys are equal."""
    order = np.lexsort((posts, keys))
    return keys[order], posts[order]


def blocks_of(keys: Keys, posts: Posts) -> Iterator[Block]:
    """A sorted list cut into blocks."""
    for first in range(0, len(keys), BLOCK):
        part = keys[first : first + BLOCK]
        steps = np.diff(part)
        wide = next(width for width in (0, 1, 2, 4, 8) if not len(steps) or int(steps.max()) < 1 << 8 * width)
        packed = b"" if wide == 0 else steps.astype(f"<u{wide}").tobytes()
        yield Block(
            int(part[0]), int(part[-1]), len(part), packed, posts[first : first + BLOCK].astype("<u4").tobytes()
        )


def posts_in(block: Block, wanted: int) -> Posts:
    """The posts of a key in a block.  Raises C4Error for an incomplete block."""
    size: Any = block.size
    whole = 0 < size <= BLOCK and len(block.posts) == 4 * size and (size > 1 or not block.keys)
    if not whole or (size > 1 and len(block.keys) not in [width * (size - 1) for width in (0, 1, 2, 4, 8)]):
        raise C4Error("the library is damaged: a list of positions is not whole")
    posts = np.frombuffer(block.posts, dtype="<u4").astype(np.uint32)
    if block.low == block.high == wanted:
        return posts
    keys = np.full(size, block.low, dtype=np.uint64)
    if block.keys:
        steps = np.frombuffer(block.keys, dtype=f"<u{len(block.keys) // (size - 1)}").astype(np.uint64)
        keys[1:] += np.cumsum(steps, dtype=np.uint64)
    first, last = np.searchsorted(keys, np.uint64(wanted)), np.searchsorted(keys, np.uint64(wanted), side="right")
    return posts[int(first) : int(last)]
