"""What a file of labels is made of: how many positions of which kind every chunk holds.

The chunks of a plan are numbered from 0.  Chunk 0 holds the positions of the book, which need not be solved.  Every
other chunk draws the same numbers of positions, at random.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from lab.make.label_positions import FROM_START, GOOD, RANDOM

POSITIONS_OF_ROOT_PLY = {
    9: 3, 10: 9, 11: 18, 12: 45, 13: 100, 14: 240, 15: 450, 16: 900, 17: 1500, 18: 2400, 19: 3000, 20: 3600, 21: 3600,
    22: 3600, 23: 3600, 24: 3600, 25: 2700, 26: 2400, 27: 2000, 28: 1500, 29: 1200, 30: 900, 31: 700, 32: 500, 33: 300,
    34: 210, 35: 120, 36: 90, 37: 60, 38: 30, 39: 15,
}  # fmt: skip
"""By ply of the root, how many positions after its columns a chunk holds.  Early positions are few because they are
dear: at ply 9 a label takes a tenth of a second.
"""

GOOD_PLAY_DIVISOR = 3
"""One position in three comes from good play, the others come from random games."""

FIRST_PLY_OF_GOOD_PLAY_ONLY = 28
"""From this ply on all roots come from good play: few random games last so long."""

LEAVES = {4: 600, 6: 250, 8: 40}
"""By depth of the search, how many of its leaves a chunk holds for each ply of LEAF_ROOTS.  Early leaves are dear: there
are at most half as many as POSITIONS_OF_ROOT_PLY has positions of their ply.
"""

LEAF_ROOTS = range(7, 26)
"""The plies of the roots of these searches."""

OPENINGS = {
    9: 60, 10: 120, 11: 180, 12: 300, 13: 450, 14: 600, 15: 900, 16: 1200, 17: 1500, 18: 1500, 19: 1500, 20: 1500,
}  # fmt: skip
"""By ply, how many positions a chunk of openings holds.  They come from games that are good play from the start."""

BOOK_PLIES = 8
"""The plies that the book covers."""

BOOK_POSITIONS = 98_138
"""How many positions chunk 0 holds: the quiet ones of the book."""


class LabelsPlan(NamedTuple):
    """What is drawn.

    seed      of the random numbers
    first     the first ply of the roots
    last      their last ply
    openings  whether only openings are drawn; `first` and `last` do not matter then
    share     the share of a chunk's positions that is drawn, from 0 to 1
    """

    seed: int = 1
    first: int = 9
    last: int = 39
    openings: bool = False
    share: float = 1.0


class Kind(NamedTuple):
    """Positions of a chunk that are drawn in the same way.

    root_ply  discs on the board at their roots
    source    where the roots come from: RANDOM, GOOD or FROM_START of `lab.make.label_positions`
    depth     1: the positions after the columns of the root; more: the leaves of a search of the root, that deep
    number    how many are drawn
    """

    root_ply: int
    source: int
    depth: int
    number: int


def kinds(plan: LabelsPlan, chunk: int) -> Iterator[Kind]:
    """The kinds of positions in a chunk (not chunk 0), for a plan whose share is 1."""
    if plan.openings:
        for ply, number in OPENINGS.items():
            yield Kind(ply - 1, FROM_START, 1, number)
        return
    for root_ply in range(plan.last, plan.first - 1, -1):
        yield from kinds_after_columns(root_ply)
        if root_ply in LEAF_ROOTS:
            # The searches of one ply begin in random games in one chunk, and in good play in the next.
            is_random = (root_ply + chunk) % 2 == 1
            yield from kinds_of_leaves(root_ply, RANDOM if is_random else GOOD)


def kinds_after_columns(root_ply: int) -> Iterator[Kind]:
    """The positions after the columns of roots of a ply."""
    number = POSITIONS_OF_ROOT_PLY.get(root_ply, 0)
    good = number
    if root_ply < FIRST_PLY_OF_GOOD_PLAY_ONLY:
        good = number // GOOD_PLAY_DIVISOR
    yield Kind(root_ply, RANDOM, 1, number - good)
    yield Kind(root_ply, GOOD, 1, good)


def kinds_of_leaves(root_ply: int, source: int) -> Iterator[Kind]:
    """The leaves of searches of roots of a ply."""
    for depth, number in LEAVES.items():
        most = POSITIONS_OF_ROOT_PLY[root_ply + depth - 1] // 2
        yield Kind(root_ply, source, depth, min(number, most))


def chunk_size(plan: LabelsPlan) -> int:
    """How many positions a chunk draws, for a plan whose share is 1."""
    return sum(kind.number for kind in kinds(plan, 1))


def chunks_needed(plan: LabelsPlan, positions: int) -> int:
    """How many chunks it takes to draw so many positions, chunk 0 included."""
    besides_the_book = max(0, positions - BOOK_POSITIONS)
    return 1 + math.ceil(besides_the_book / chunk_size(plan))


def positions_drawn(plan: LabelsPlan, chunks: int) -> int:
    """How many positions so many chunks draw, chunk 0 included.  A position that is drawn twice counts twice."""
    if chunks == 0:
        return 0
    return BOOK_POSITIONS + (chunks - 1) * chunk_size(plan)
