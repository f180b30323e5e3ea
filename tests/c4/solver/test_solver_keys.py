"""Keys of the table: positions that share one have the same score, whoever computes it."""

from random import Random

import numpy as np
import pytest
from numba import njit
from plain_solver import random_position, read_set

from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.kernels.board import constant_board
from c4.kernels.lines import has_line, winning_cells
from c4.solver import solver
from c4.solver.keys import merged_key
from c4.solver.lanes import keys_after, threats_after
from c4.solver.solver import solve, solve_stones
from c4.solver.table import Table

U = np.uint64


def key_of(mine: int, theirs: int, rules: Rules) -> int:
    """The merged key of two bitboards."""
    board = constant_board(rules)
    empty = U(rules.board & ~(mine | theirs))
    wins = winning_cells(U(mine), empty, board), winning_cells(U(theirs), empty, board)
    return int(merged_key(U(mine), U(theirs), *wins, board))


def recoloured(position: Position, random: Random) -> tuple[int, int]:
    """The discs with one to four of them changed to the other colour; their numbers need not fit any more."""
    discs = [1 << cell for cell in range(64) if position.occupied >> cell & 1]
    changed = sum(random.sample(discs, random.randint(1, 4)))
    return position.mine ^ changed, position.theirs ^ changed


@pytest.mark.parametrize(
    ("rules", "free", "least"),
    [(STANDARD, 12, 700), (Rules(5, 5), 9, 60), (Rules(4, 7), 12, 60), (Rules(8, 5), 14, 300)],
    ids=str,
)
def test_positions_with_one_key_have_one_score(rules, free, least):
    """Two colourings of the same cells that share a key have the same score: hundreds of pairs, solved without it."""
    random = Random(5)
    board = constant_board(rules)
    pairs = []
    for seed in range(400):
        position = random_position(rules, free + seed % 6, seed)
        if position is None:
            continue
        key = key_of(position.mine, position.theirs, rules)
        for _ in range(40):
            mine, theirs = recoloured(position, random)
            if has_line(U(mine), board) or has_line(U(theirs), board):
                continue
            if key_of(mine, theirs, rules) == key:
                pairs.append((position, mine, theirs))
    assert len(pairs) >= least
    stones = np.array([(mine, theirs) for _, mine, theirs in pairs], dtype=U)
    originals = np.array([(position.mine, position.theirs) for position, _, _ in pairs], dtype=U)
    first = pairs[0][0]
    scores = [solution.score for solution in solve_stones(stones, first)]
    assert scores == [solution.score for solution in solve_stones(originals, first)]
    assert len(set(scores)) > 4


@njit
def lanes(mine, theirs, their_wins, moves, wins_after, keys):
    """The compiled `keys_after`, called as a function."""
    threats_after(mine, theirs, moves, moves, wins_after.ctypes.data)
    keys_after(mine, theirs, their_wins, moves, wins_after.ctypes.data, keys.ctypes.data)


def test_lanes_compute_the_key_of_every_child():
    """The keys after all moves at once are those that the positions have by themselves."""
    seen = 0
    for seed in range(60):
        position = random_position(STANDARD, 10 + seed % 26, seed)
        if position is None:
            continue
        keys = np.zeros(8, dtype=U)
        wins_after = np.zeros(8, dtype=U)
        their_wins = winning_cells(U(position.theirs), U(STANDARD.board & ~position.occupied), None)
        moves = U((position.occupied + STANDARD.bottom) & STANDARD.board)
        lanes(U(position.mine), U(position.theirs), their_wins, moves, wins_after, keys)
        for column in position.legal_columns():
            child = position.play(column)
            assert int(keys[column]) == key_of(child.mine, child.theirs, STANDARD)
            seen += 1
    assert seen > 200


@pytest.fixture
def merged_at_once(monkeypatch):
    """The solver merges positions from the first node on."""
    monkeypatch.setattr(solver, "EASY_NODES", 1)


@pytest.mark.parametrize("name", ["end_easy", "middle_easy", "middle_medium", "begin_easy", "begin_medium"])
def test_merged_positions_give_the_published_scores(name, merged_at_once):
    """With positions merged the scores are those of the test sets; one table serves all of a set."""
    table = Table(20)
    for moves, score in read_set(name)[:: 1 if name.endswith("easy") else 20]:
        assert solve(Position.from_moves(moves), table=table).score == score


@pytest.mark.parametrize("rules", [Rules(5, 5), Rules(4, 6), Rules(6, 4), Rules(4, 5)], ids=str)
def test_merging_changes_no_score_of_other_boards(rules, monkeypatch):
    """Positions of other boards have the same scores with and without merged positions."""
    positions = [position for seed in range(40) if (position := random_position(rules, rules.cells - 4, seed))]
    plain = [solve(position).score for position in positions]
    monkeypatch.setattr(solver, "EASY_NODES", 1)
    table = Table(16)
    assert [solve(position, table=table).score for position in positions] == plain
