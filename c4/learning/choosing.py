"""What the kernels of several learners share: choosing among moves, and the tally of games.

A set of moves is a word with a bit for each cell where a disc would land.
"""

from __future__ import annotations

from typing import NamedTuple

from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U, Words
from c4.kernels.splitmix import any_of
from c4.kernels.words import lowest, several

# -- choosing ---------------------------------------------------------------------------------------------------------

DECIDED = 1e300
"""The value of a move that wins at once: beyond every sum of weights."""

NO_VALUE = -1e308
"""Below the value of every move."""


class Best(NamedTuple):
    """The highest value so far, and the moves that have it."""

    value: float
    moves: U


@kernel(inlined=True)
def none_yet(moves: U) -> Best:
    """Before any of these moves has a value, each is as good as another."""
    return Best(NO_VALUE, moves)


@kernel(inlined=True)
def better(best: Best, move: U, value: float) -> Best:
    """The best moves after another one, with a value."""
    if value > best.value:
        return Best(value, move)
    if value == best.value:
        return Best(value, best.moves | move)
    return best


@kernel(inlined=True)
def pick(moves: U, random: Words) -> U:
    """One of these moves at random; uses a number of `random` only if there is a choice."""
    if several(moves):
        return any_of(moves, random)
    return lowest(moves)


# -- the tally --------------------------------------------------------------------------------------------------------

EPISODES, WON, DRAWN, LOST = range(4)
"""Layout of a tally: episodes; games won, drawn and lost by one player, mostly the first."""

TALLY_SIZE = 4
"""The numbers of a tally that every learner has."""


@kernel(inlined=True)
def count_game(result: int, tally: Ints) -> None:
    """Counts a game that the player of the tally has won (1), drawn (0) or lost (-1)."""
    tally[EPISODES] += 1
    if result > 0:
        tally[WON] += 1
    elif result < 0:
        tally[LOST] += 1
    else:
        tally[DRAWN] += 1
