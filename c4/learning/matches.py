"""How well an evaluator plays without search: compiled games against random moves and minimax, from both seats.

The player chooses the move with the highest value after it; with `tactics` the rules of R0-5 come first.  All
learners are measured in this way, and any evaluator of the registry can be.
"""

from __future__ import annotations

import numpy as np

from c4.evaluators.base import Evaluate, Evaluator, Tables, Update, accumulate_all, no_update, value_after
from c4.game.rules import STANDARD, Rules
from c4.interrupts import check
from c4.kernels import splitmix
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U, Words, signed
from c4.kernels.stop import stopped
from c4.kernels.turning import is_due, played
from c4.kernels.words import lowest, number_of, popcount
from c4.learning.opponents import best_candidates, candidates_of, minimax, pick

OPPONENTS = ("random", "minimax 3")
"""Random moves, and minimax of depth 3, which sees wins and plays any of its equally good moves; any depth will do."""


@kernel(allocates=True)
def play_games(  # noqa: C901 - a kernel
    number: int,
    seat: int,
    opponent: int,
    tactics: bool,
    random: Words,
    result: Ints,
    board: Board,
    tables: Tables,
    evaluate: Evaluate,
    update: Update,
) -> None:
    """Plays that many games from the empty board; result int64[3]: won, drawn, lost by the player in `seat` (0: first).

    `opponent` is the depth of minimax, 0 for random moves.  To the evaluator the player is the maximizer.
    """
    memory = tables.memory
    empty_memory = memory.copy()
    for _ in range(number):
        if stopped():
            break
        stones = np.zeros(2, dtype=np.uint64)  # the player's, the opponent's
        for i in range(len(memory)):
            memory[i] = empty_memory[i]
        outcome = 1
        for ply in range(board.cells):
            mover = 0 if ply % 2 == seat else 1
            own = stones[mover]
            other = stones[1 - mover]
            free = free_cells(own | other, board)
            if mover == 0:
                still = not is_due(popcount(own | other) + 1, board)
                _, moves = candidates_of(own, other, free, tactics and still, board)
                best = signed(-(2**62))
                chosen = moves
                while moves:
                    cell = lowest(moves)
                    moves ^= cell
                    after = own | cell
                    others = other
                    end = signed(0)
                    decided = False
                    if board.turns != U(0):
                        after, others, end, decided = played(own, other, cell, board)
                    value = end * 2**60
                    if not decided:
                        value = value_after(own, other, cell, after, others, board, tables, evaluate, update)
                    if value > best:
                        best = value
                        chosen = cell
                    elif value == best:
                        chosen |= cell
                cell = pick(best_candidates(chosen, board), random)
            elif opponent == 0:
                cell = pick(free, random)
            else:
                _, moves = minimax(own, other, opponent, board)
                cell = pick(moves, random)
            stones[mover], stones[1 - mover], end, decided = played(own, other, cell, board)
            update(number_of(cell), mover == 0, 1, tables)
            if stones[mover] != own | cell or stones[1 - mover] != other:  # the board turned
                was = own | cell
                accumulate_all(was if mover == 0 else other, other if mover == 0 else was, -1, tables, update)
                accumulate_all(stones[0], stones[1], 1, tables, update)
            if decided:
                outcome = 1 - end if mover == 0 else 1 + end
                break
        result[outcome] += 1
    for i in range(len(memory)):
        memory[i] = empty_memory[i]


def measure(
    evaluator: Evaluator, opponent: str, games: int, seed: int, *, tactics: bool = False, rules: Rules = STANDARD
) -> dict[str, list[int]]:
    """{"first": [won, drawn, lost], "second": [...]} of `games` games per seat against "random" or "minimax DEPTH".

    The first line wins.  `tactics` says whether all rules of R0-5 come before the value, or only the one that takes a
    win.  The same seed gives the same games.
    """
    random = splitmix.start(seed)
    results = {}
    tables = evaluator.tables(rules)
    for seat, name in enumerate(("first", "second")):
        result = np.zeros(3, dtype=np.int64)
        play_games(
            games,
            seat,
            0 if opponent == "random" else int(opponent.removeprefix("minimax ")),
            tactics,
            random,
            result,
            board_of(rules),
            tables,
            evaluator.evaluate_kernel,
            evaluator.update_kernel or no_update,
        )
        check()
        results[name] = result.tolist()
    return results


def success(results: dict[str, list[int]]) -> float:
    """Success over both seats, 0 to 1, where a draw is half a win."""
    won, drawn, lost = (sum(column) for column in zip(*results.values(), strict=True))
    return float((won + drawn / 2) / (won + drawn + lost))
