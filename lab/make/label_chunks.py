"""Draws the positions of a chunk of labels and solves them: one job."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from c4 import evaluators
from c4.evaluators.ntuple import NTuple
from c4.exact.book import book_for
from c4.exact.labels import stones_of
from c4.game.rules import STANDARD
from c4.interrupts import check
from c4.kernels import splitmix
from c4.kernels.board import board_of, constant_board
from c4.kernels.kinds import address_of
from c4.solver import questions
from c4.solver.solver import ALL_QUESTIONS, FAR
from c4.solver.table import Control
from lab.make import label_positions
from lab.make.books import PlyPositions, positions_by_ply
from lab.make.files import smallest_codes
from lab.make.label_plan import BOOK_PLIES, Kind, LabelsPlan, kinds
from lab.make.tables import shared_table

CHUNK_NUMBER_BITS = 32
"""The low bits of a chunk's random seed, which hold its number; those above hold the seed of the plan."""


class Chunk(NamedTuple):
    """A chunk that is solved.

    number   its number
    codes    uint64 (n,), ascending: the codes of its positions
    results  int8 (n,): 1 if the first player wins under perfect play, 0 for a draw, -1 for a loss
    """

    number: int
    codes: np.ndarray
    results: np.ndarray


def make_chunk(plan: LabelsPlan, number: int) -> Chunk:
    """Draws the positions of a chunk and solves them."""
    if number == 0:
        codes, results = from_book()
        return Chunk(number, codes, results)
    random = splitmix.start((plan.seed << CHUNK_NUMBER_BITS) + number)
    drawn = []
    for kind in kinds(plan, number):
        wanted = math.ceil(kind.number * plan.share)
        drawn.append(draw(random, kind._replace(number=wanted)))
    codes = codes_of_stones(np.concatenate(drawn))
    return Chunk(number, codes, solve(codes))


def player() -> NTuple:
    """The evaluator of the good play, and of the searches whose leaves are drawn."""
    evaluator = evaluators.load("ntuple")
    assert isinstance(evaluator, NTuple)
    return evaluator


def weights_digest(evaluator: NTuple) -> str:
    """The name of an evaluator and a digest of its weights, for the header of a file."""
    return f"ntuple {hashlib.sha256(evaluator.weights.tobytes()).hexdigest()[:12]}"


def draw(random: np.ndarray, kind: Kind) -> np.ndarray:
    """Positions of a kind, uint64 (n, 2): the discs of the side to move, and of the other.

    There may be fewer than `kind.number` (see `lab.make.label_positions.draw`).
    """
    stones = np.zeros((kind.number, 2), dtype=np.uint64)
    evaluator = player()
    tables = evaluator.tables(STANDARD)
    board = board_of(STANDARD)
    number = label_positions.draw(
        random, kind.root_ply, kind.source, kind.depth, stones, board, tables, evaluator.evaluate_kernel
    )
    check()
    return stones[:number]


# -- who owns which discs ---------------------------------------------------------------------------------------------


def first_and_second(stones: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The discs of the first player and those of the second, each uint64 (n,).

    `stones` is uint64 (n, 2): the discs of the side to move, and of the other.
    """
    mover = stones[:, 0]
    other = stones[:, 1]
    first_to_move = is_first_to_move(mover, other)
    return np.where(first_to_move, mover, other), np.where(first_to_move, other, mover)


def mover_and_other(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The discs of the side to move, and of the other: uint64 (n, 2).

    `first` and `second` are the discs of the first player and of the second, each uint64 (n,).
    """
    first_to_move = is_first_to_move(first, second)
    mover = np.where(first_to_move, first, second)
    other = np.where(first_to_move, second, first)
    return np.stack((mover, other), axis=1)


def is_first_to_move(discs: np.ndarray, other_discs: np.ndarray) -> np.ndarray:
    """bool (n,): whether the first player is to move, that is, whether both sides have as many discs."""
    result: np.ndarray = np.bitwise_count(discs) == np.bitwise_count(other_discs)
    return result


def codes_of_stones(stones: np.ndarray) -> np.ndarray:
    """uint64, ascending: the codes of positions uint64 (n, 2), (side to move, other); those of mirror images once."""
    return np.unique(smallest_codes(*first_and_second(stones)))


def play_forced_replies(stones: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Positions uint64 (n, 2), (side to move, other), after their forced replies; and whether they are quiet then.

    The second array is bool (n,).  A position is quiet if neither side can win with the next disc.
    """
    settled = stones.copy()
    quiet = np.empty(len(stones), dtype=bool)
    label_positions.play_out_all(settled, quiet, board_of(STANDARD))
    return settled, quiet


# -- results ----------------------------------------------------------------------------------------------------------


def solve(codes: np.ndarray) -> np.ndarray:
    """int8 (n,): the result of each position for the first player: 1, 0 or -1.  Raises KeyboardInterrupt."""
    first, second = stones_of(codes)
    stones = mover_and_other(first, second)
    discs = np.bitwise_count(first | second).astype(np.int64)
    most_discs_first = np.argsort(-discs, kind="stable")
    result_for_mover = np.empty(len(codes), dtype=np.int8)
    result_for_mover[most_discs_first] = solve_in_turn(stones[most_discs_first])
    return np.where(is_first_to_move(first, second), result_for_mover, -result_for_mover)


def solve_in_turn(stones: np.ndarray) -> np.ndarray:
    """int8 (n,): the result for the side to move of positions uint64 (n, 2), (side to move, other).

    They are solved in the given order, and each uses what the table knows from those before it.  Raises
    KeyboardInterrupt.
    """
    results = np.zeros((len(stones), questions.RESULTS), dtype=np.int64)
    control = Control.new()
    shared_table().prepare(STANDARD, control)
    lowest_score = -FAR
    highest_score = FAR
    until_the_sign_is_known = True
    keep_table = True
    questions.narrow(
        stones,
        results,
        lowest_score,
        highest_score,
        until_the_sign_is_known,
        ALL_QUESTIONS,
        questions.UNLIMITED,
        keep_table,
        address_of(control),
        constant_board(STANDARD),
    )
    check()
    wins = results[:, questions.LOWER] > 0
    loses = results[:, questions.UPPER] < 0
    return wins.astype(np.int8) - loses.astype(np.int8)


def from_book(plies: int = BOOK_PLIES) -> tuple[np.ndarray, np.ndarray]:
    """The codes of the quiet positions of the book up to some ply, and their results for the first player."""
    book = book_for(STANDARD)
    assert book is not None
    scores_by_ply = np.split(np.asarray(book.scores), book.starts[1:-1])
    return quiet_positions(zip(positions_by_ply(STANDARD, plies), scores_by_ply), 0)


def results_for_first(result_for_mover: np.ndarray, ply: int) -> np.ndarray:
    """The results for the first player of positions of one ply, from those for the side to move; the same shape."""
    first_is_to_move = ply % 2 == 0
    return result_for_mover if first_is_to_move else -result_for_mover


def quiet_positions(solved: Iterable[tuple[PlyPositions, np.ndarray]], first_ply: int) -> tuple[np.ndarray, np.ndarray]:
    """The quiet positions of some plies: their codes, uint64 (n,), ascending, and their results.

    The results are for the first player, int8 (n,).  `solved` has the positions of `first_ply`, of the next ply, and so on, with their scores for the side to move.
    """
    codes = []
    results = []
    for ply, (positions, scores) in enumerate(solved, first_ply):
        stones = np.stack((positions.mine, positions.theirs), axis=1)
        settled, quiet = play_forced_replies(stones)
        has_forced_reply = (settled != stones).any(axis=1)
        chosen = quiet & ~has_forced_reply
        codes.append(smallest_codes(*first_and_second(stones[chosen])))
        results.append(results_for_first(np.sign(scores[chosen]), ply))
    unique_codes, places = np.unique(np.concatenate(codes), return_index=True)
    return unique_codes, np.concatenate(results)[places]
