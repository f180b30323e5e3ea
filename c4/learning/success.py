"""How well an evaluator plays without search: compiled games against random moves and minimax, from both seats.

The player chooses the move with the highest value after it.  With `tactics` the rules of thumb come first that
`c4.learning.opponents` has from reference system 0 (docs/reference-systems.md).  All learners are measured in this way,
and any evaluator of the registry can be.
"""

from __future__ import annotations

import numpy as np

from c4.evaluators.base import Evaluate, Evaluator, Tables, Update, accumulate_all, no_update, value_after
from c4.game.rules import STANDARD, Rules
from c4.game.values import WIN
from c4.interrupts import check
from c4.kernels import splitmix
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U, Words, signed
from c4.kernels.stop import stopped
from c4.kernels.turning import played
from c4.kernels.words import lowest, number_of
from c4.learning.choosing import TALLY_SIZE, WON, better, count_game, none_yet, pick
from c4.learning.opponents import best_candidates, candidates_of, minimax, turns_next

OPPONENTS = ("random", "minimax 3")
"""Random moves, and minimax of depth 3, which sees wins and plays any of its equally good moves; any depth will do."""

SEATS = ("first", "second")


@kernel(inlined=True)
def value_of_move(own: U, other: U, cell: U, board: Board, tables: Tables, evaluate: Evaluate, update: Update) -> int:
    """The value of a move for the player, the maximizer: WIN or -WIN if it decides the game."""
    after = own | cell
    others = other
    if board.turns != U(0):
        after, others, result, decided = played(own, other, cell, board)
        if decided:
            return result * WIN
    return value_after(own, other, cell, after, others, board, tables, evaluate, update)


@kernel(inlined=True)
def choose(
    own: U, other: U, tactics: bool, random: Words, board: Board, tables: Tables, evaluate: Evaluate, update: Update
) -> U:
    """The cell that the player chooses: of the candidates the one with the highest value, the middle before others."""
    free = free_cells(own | other, board)
    _, moves = candidates_of(own, other, free, tactics and not turns_next(own, other, board), board)
    best = none_yet(moves)
    while moves:
        cell = lowest(moves)
        moves ^= cell
        best = better(best, cell, float(value_of_move(own, other, cell, board, tables, evaluate, update)))
    return pick(best_candidates(best.moves, board), random)


@kernel(inlined=True)
def opponents_choice(own: U, other: U, depth: int, random: Words, board: Board) -> U:
    """The cell that the opponent chooses: by minimax of a depth, or at random if that is 0."""
    if depth == 0:
        return pick(free_cells(own | other, board), random)
    _, moves = minimax(own, other, depth, board)
    return pick(moves, random)


@kernel(allocates=True)
def play_games(
    number: int,
    seat: int,
    opponent: int,
    tactics: bool,
    random: Words,
    tally: Ints,
    board: Board,
    tables: Tables,
    evaluate: Evaluate,
    update: Update,
) -> None:
    """Plays that many games from the empty board, and counts them in `tally` (see `c4.learning.choosing`).

    The player has the `seat` 0 (it begins) or 1, and to the evaluator it is the maximizer.  `opponent` is the depth of
    minimax, 0 for random moves.
    """
    memory = tables.memory
    empty_memory = memory.copy()
    for _ in range(number):
        if stopped():
            break
        for i in range(len(memory)):
            memory[i] = empty_memory[i]
        player = U(0)
        rival = U(0)
        result = signed(0)
        decided = False
        ply = 0
        while not decided and ply < board.cells:
            is_player = ply % 2 == seat
            player_unturned = player
            rival_unturned = rival
            if is_player:
                cell = choose(player, rival, tactics, random, board, tables, evaluate, update)
                player, rival, result, decided = played(player, rival, cell, board)
                player_unturned |= cell
            else:
                cell = opponents_choice(rival, player, opponent, random, board)
                rival, player, result, decided = played(rival, player, cell, board)
                rival_unturned |= cell
                result = -result
            update(number_of(cell), is_player, 1, tables)
            if player != player_unturned or rival != rival_unturned:  # the board turned
                accumulate_all(player_unturned, rival_unturned, -1, tables, update)
                accumulate_all(player, rival, 1, tables, update)
            ply += 1
        count_game(result, tally)
    for i in range(len(memory)):
        memory[i] = empty_memory[i]


def measure(
    evaluator: Evaluator, opponent: str, games: int, seed: int, *, tactics: bool = False, rules: Rules = STANDARD
) -> dict[str, list[int]]:
    """{"first": [won, drawn, lost], "second": [...]} of `games` games per seat against "random" or "minimax DEPTH".

    The first line wins.  `tactics` says whether all rules of thumb come before the value, or only the one that takes a
    win.  The same seed gives the same games.
    """
    random = splitmix.start(seed)
    depth = 0 if opponent == "random" else int(opponent.removeprefix("minimax "))
    tables = evaluator.tables(rules)
    update = evaluator.update_kernel or no_update
    results = {}
    for seat, name in enumerate(SEATS):
        tally = np.zeros(TALLY_SIZE, dtype=np.int64)
        play_games(
            games, seat, depth, tactics, random, tally, board_of(rules), tables, evaluator.evaluate_kernel, update
        )
        check()
        results[name] = tally[WON:].tolist()
    return results


def success(results: dict[str, list[int]]) -> float:
    """Success over both seats, 0 to 1, where a draw is half a win."""
    won, drawn, lost = (sum(column) for column in zip(*results.values(), strict=True))
    return float((won + drawn / 2) / (won + drawn + lost))
