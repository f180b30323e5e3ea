"""Which positions must not be learned: those of the built-in suites, and what is near them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from c4.arena.suites import NAMES, Suite
from c4.exact.labels import codes_of, stones_of
from c4.game.rules import STANDARD
from c4.interrupts import check
from lab.make.books import moves
from lab.make.label_chunks import codes_of_stones, first_and_second, play_forced_replies
from lab.make.label_plan import BOOK_PLIES

GENERATIONS = 3
"""Near a position are itself, its children and its grandchildren."""

OPENING_SUITE = "p"
"""The suite that holds much of the opening, which is no secret: it is in the book."""


def held_back() -> np.ndarray:
    """uint64, ascending: the codes near the built-in suites."""
    suites = {}
    for name in NAMES:
        suite = Suite.open(name)
        suites[suite.name] = (suite.mine, suite.theirs)
    return codes_near(suites)


def codes_near(suites: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """uint64, ascending: the codes of the families of the positions of these suites.

    `suites` has, by name, the discs of the side to move and of the other, each uint64 (n,).  Positions that the book
    covers are not near OPENING_SUITE.
    """
    codes = []
    for name, (mine, theirs) in suites.items():
        near = family(mine, theirs)
        if name == OPENING_SUITE:
            first, second = stones_of(near)
            near = near[np.bitwise_count(first | second) > BOOK_PLIES]
        codes.append(near)
    return np.unique(np.concatenate(codes))


def family(mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """uint64, ascending: the codes of positions, of their children and grandchildren, and of all these after their forced
    replies.

    `mine` and `theirs` are the discs of the side to move and of the other, each uint64 (n,).
    """
    generation = np.stack((mine, theirs), axis=1)
    codes = []
    for _ in range(GENERATIONS):
        check()
        settled, _ = play_forced_replies(generation)
        codes.append(codes_of_stones(generation))
        codes.append(codes_of_stones(settled))
        generation = children_of(generation)
    return np.unique(np.concatenate(codes))


def children_of(stones: np.ndarray) -> np.ndarray:
    """The positions after every move in positions uint64 (n, 2), (side to move, other): uint64 (m, 2), each once."""
    children = [np.stack((after.mine, after.theirs), axis=1) for after in moves(stones[:, 0], stones[:, 1], STANDARD)]
    return distinct(np.concatenate(children))


def distinct(stones: np.ndarray) -> np.ndarray:
    """Each of positions uint64 (n, 2), (side to move, other), once.

    Positions are compared by their codes: numpy would compare rows in one long call, which Ctrl-C cannot stop.
    """
    _, places = np.unique(codes_of(*first_and_second(stones)), return_index=True)
    result: np.ndarray = stones[places]
    return result
