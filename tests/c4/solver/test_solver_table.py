"""The table of the solver: its entries name their positions, and nobody reads what was written for another."""

from threading import Thread

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from often import often

from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.kernels.board import constant_board
from c4.kernels.hashing import MULTIPLIER
from c4.kernels.kinds import address_of
from c4.solver import table as kernels
from c4.solver.questions import UNLIMITED, ask
from c4.solver.solver import make_control, solve
from c4.solver.table import Table

U = np.uint64


@given(
    st.sampled_from([STANDARD, Rules(7, 8), Rules(4, 4), Rules(1, 32), Rules(9, 1, 3)]),
    st.integers(0, 2**64 - 1),
    st.integers(19, 22),
)
@often(50)
def test_entries_name_their_position(rules, key, bits):
    """Bucket and entry together give the key back, so no other position can be meant: nothing of the key is lost."""
    key_bits = rules.stride * rules.columns
    key &= (1 << key_bits) - 1
    control = make_control(rules)
    Table(bits).prepare(rules, control)
    address = address_of(control)
    code = U(int(key) * int(MULTIPLIER) & int(control.key_mask))
    bucket = kernels.bucket_of(code, address) // 2
    tag = int(kernels.tag_of(code, address))
    assert 0 <= bucket < 1 << bits
    again = bucket << int(control.rest_bits) | tag >> int(control.entry_shift)
    assert again * pow(int(MULTIPLIER), -1, 1 << key_bits) % (1 << key_bits) == key


@njit(nogil=True)
def hammer(control, keys, rounds, seed):
    """Writes and reads entries of random keys; returns (entries read, entries that were not the key's)."""
    result = wrong = 0
    state = seed
    for _ in range(rounds):
        state = state * 6364136223846793005 + 1442695040888963407
        key = keys[(state >> 33) % len(keys)]
        code = (key * MULTIPLIER) & U((1 << 49) - 1)
        lower = np.int64(key % U(40)) - 20
        upper = lower + np.int64(key % U(7))
        entry = kernels.recall(code, control)
        if entry:
            result += 1
            wrong += kernels.lower_of(entry) != lower or kernels.upper_of(entry) != upper
        kernels.remember(code, lower, upper, np.int64(key % U(31)), control)
    return result, wrong


def test_no_foreign_and_no_torn_entry():
    """Two threads that fill one tiny table never read anything but what was written for that very position."""
    table = Table(10)
    control = make_control(STANDARD)
    table.prepare(STANDARD, control)
    keys = np.random.default_rng(7).integers(0, 1 << 49, 6000).astype(np.uint64)
    results = []
    threads = [
        Thread(target=lambda seed=seed: results.append(hammer(address_of(control), keys, 1_000_000, seed)))
        for seed in (1, 2)
    ]
    hammer(address_of(control), keys, 1, 0)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [wrong for _, wrong in results] == [0, 0]
    assert all(result > 10_000 for result, _ in results)


def test_what_leaves_the_first_word_of_a_bucket_moves_to_the_second():
    """Of three positions in one bucket, the two that cost most are kept, in whatever order they come."""
    table = Table(10)
    control = make_control(STANDARD)
    table.prepare(STANDARD, control)
    address = address_of(control)
    cheap, dear, dearest = [U(code) for code in (1, 2, 3)]
    assert len({kernels.bucket_of(code, address) for code in (cheap, dear, dearest)}) == 1
    kernels.remember(cheap, -3, 4, 5, address)
    kernels.remember(dear, -2, 4, 6, address)
    kernels.remember(dearest, -1, 4, 7, address)
    assert kernels.recall(cheap, address) == 0
    assert kernels.lower_of(kernels.recall(dear, address)) == -2
    assert kernels.lower_of(kernels.recall(dearest, address)) == -1


@pytest.mark.parametrize(("rules", "bits"), [(STANDARD, 12), (Rules(7, 8), 19), (Rules(7, 8), 20)], ids=str)
def test_clear(rules, bits):
    """A cleared table knows nothing, whoever clears it, also when its generations run out."""
    table = Table(bits)
    control = make_control(rules)
    code = U(12345678)
    table.prepare(rules, control)
    address = address_of(control)
    for _ in range(3):
        kernels.remember(code, -3, 4, 5, address)
        entry = kernels.recall(code, address)
        assert kernels.lower_of(entry) == -3
        assert kernels.upper_of(entry) == 4
        table.clear()
        table.prepare(rules, control)
        assert kernels.recall(code, address) == 0
    for _ in range(3):
        kernels.remember(code, -3, 4, 5, address)
        kernels.forget(address)
        assert kernels.recall(code, address) == 0
    table.follow(control)
    table.prepare(rules, control)
    assert kernels.recall(code, address) == 0


def test_refuted_moves_are_left_out():
    """A question is answered at the root if the table refutes every move, even those that it has not seen tried."""
    position = Position.from_moves("65224531315563")
    board = constant_board(STANDARD)
    table = Table(12)
    visited = []
    for refuted in (False, True):
        control = make_control(STANDARD)
        table.clear()
        table.prepare(STANDARD, control)
        address = address_of(control)
        if refuted:
            for column in position.legal_columns():
                child = position.play(column)
                key = U(child.mine + child.occupied)
                code = kernels.code_of(key, STANDARD.cells - child.ply, address, board)
                kernels.remember(code, 2, 14, 9, address)
        assert ask(position, -1, UNLIMITED, control, board) == -2
        visited.append(int(control.nodes))
    assert visited[0] > 100
    assert visited[1] == 1


def test_one_table_many_boards():
    """A table that is handed from board to board is emptied each time and misleads nobody."""
    table = Table(12)
    for _ in range(2):
        for rules, expected in (
            (Rules(4, 4), 0),
            (Rules(4, 6), -1),
            (Rules(3, 5, 3), solve(Position(rules=Rules(3, 5, 3))).score),
        ):
            assert solve(Position(rules=rules), table=table).score == expected
