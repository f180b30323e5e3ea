"""Endgames: positions near the end of a game with their results under perfect play, learned beside self-play.

They come from random games.  From some ply on, itself drawn at random, both sides are careful: they do not let the other
win with the next disc.  Otherwise few games would last long enough, and those that do would have no threats.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from c4.evaluators.quiet import QUIET, play_out
from c4.game.position import Position
from c4.game.rules import Rules
from c4.kernels import splitmix
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, Words, Words2
from c4.kernels.lines import replies_to, winning_cells
from c4.solver.solver import solve_stones
from c4.solver.table import Table

MOST_FREE = 20
"""The most free cells of an endgame, before forced replies.  With 20 the solver needs 25 microseconds on the standard
board, with one cell more a third longer."""

LEAST_FREE = 4
"""The fewest free cells of an endgame, before forced replies."""

TRIES = 100
"""How many games are begun for a position at most: on a tiny board there may be no quiet endgame."""


class Endgames:
    """The endgames of a board."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    @cached_property
    def _table(self) -> Table:
        return Table()

    def draw(self, seed: int, number: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """So many quiet positions (`c4.evaluators.quiet`), the same ones for the same seed; fewer if the board has few.

        Returns the discs of the first player and of the second, uint64 (n,), and the result for the first player, int8
        (n,): 1, 0 or -1.  Raises C4Error for a board that the solver does not know, KeyboardInterrupt after Ctrl-C.
        """
        stones = np.zeros((number, 2), dtype=np.uint64)
        cells = self._rules.cells
        first_ply = max(0, cells - MOST_FREE)
        last_ply = max(0, cells - LEAST_FREE)
        drawn = draw_endgames(splitmix.start(seed), first_ply, last_ply, stones, board_of(self._rules))
        stones = stones[:drawn]
        solutions = solve_stones(stones, Position(rules=self._rules), weak=True, table=self._table, keep_table=True)
        value = np.array([solution.sign for solution in solutions], dtype=np.int8)
        mover = stones[:, 0]
        other = stones[:, 1]
        began = np.bitwise_count(mover) == np.bitwise_count(other)
        return np.where(began, mover, other), np.where(began, other, mover), np.where(began, value, -value)


# -- kernels ----------------------------------------------------------------------------------------------------------


@kernel
def draw_endgame(random: Words, ply: int, board: Board) -> tuple[U, U]:
    """A quiet position (discs of the side to move, of the other) after at least so many plies; (0, 0) if the game was
    over before."""
    mover = U(0)
    other = U(0)
    careless = splitmix.below(random, ply + 1)
    for done in range(ply):
        occupied = mover | other
        candidates = free_cells(occupied, board)
        if winning_cells(mover, candidates, board) != U(0):
            return U(0), U(0)
        if done >= careless:
            _, candidates = replies_to(winning_cells(other, board.full & ~occupied, board), candidates)
        if candidates == U(0):
            return U(0), U(0)
        after = mover | splitmix.any_of(candidates, random)
        mover = other
        other = after
    mover, other, comes_to = play_out(mover, other, board)
    if comes_to != QUIET:
        return U(0), U(0)
    return mover, other


@kernel
def draw_endgames(random: Words, first_ply: int, last_ply: int, result: Words2, board: Board) -> int:
    """Fills `result`, uint64 (n, 2), with endgames of such plies; returns how many there are."""
    number = 0
    for _ in range(len(result)):
        ply = first_ply + splitmix.below(random, last_ply - first_ply + 1)
        for _ in range(TRIES):
            mover, other = draw_endgame(random, ply, board)
            if mover | other != U(0):
                result[number, 0] = mover
                result[number, 1] = other
                number += 1
                break
    return number
