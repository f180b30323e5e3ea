"""What the solver proves without playing on, and the tree of the first plies it grows."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numba import njit
from often import often
from plain_solver import SMALL_BOARDS, plain_score, random_position, read_set, solve_columns

from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.game.values import sign
from c4.kernels.board import board_of, constant_board
from c4.kernels.lines import winning_cells
from c4.solver import proof_tree
from c4.solver.lanes import threats_after
from c4.solver.proofs import UNKNOWN, static_bounds
from c4.solver.solver import make_control, solve
from c4.solver.table import Control, Table

U = np.uint64


def claims(position: Position) -> set[tuple[int, int]]:
    """All bounds that the static proofs give for a position."""
    board = constant_board(position.rules)
    mine = U(position.mine)
    theirs = U(position.theirs)
    playable = U((position.occupied + position.rules.bottom) & position.rules.board)
    empty = U(position.rules.board & ~position.occupied)
    wins = winning_cells(mine, empty, board), winning_cells(theirs, empty, board)
    return {static_bounds(mine, theirs, *wins, playable, position.ply, target, board) for target in range(-4, 5)} - {
        (-UNKNOWN, UNKNOWN)
    }


@pytest.mark.parametrize("size", [(3, 4, 3), (4, 3, 3), (2, 5, 3), (5, 3, 4), (6, 2, 4), (4, 4, 4)], ids=str)
def test_proofs_on_small_boards(size):
    """Every claim of a static proof is true for all positions of small boards."""
    rules = Rules(*size)
    known = {}
    plain_score(Position.from_moves({15: "333", 16: "21341"}.get(rules.cells, ""), rules), known)
    made = 0
    for stones, score in list(known.items()):
        position = Position(stones, sum(map(int.bit_count, stones)) % 2, rules, None)
        if position.outcome() is None:
            for lower, upper in claims(position):
                made += 1
                assert lower <= score <= upper, position
    assert made > 20


def test_proofs_on_the_standard_board():
    """Every claim of a static proof is true in late positions, and every kind of claim is made."""
    seen = set()
    for seed in range(100):
        position = random_position(STANDARD, 9 + seed % 6, seed)
        if position is None:
            continue
        for lower, upper in claims(position):
            score = solve(position).score
            assert lower <= score <= upper, position
            seen.add((lower, upper))
    assert {(-UNKNOWN, 0), (0, UNKNOWN), (1, UNKNOWN), (-UNKNOWN, -1)} <= seen


@given(st.integers(0, 10_000), st.integers(2, 36))
@often(50)
def test_winning_cells(seed, free):
    """Winning cells are the free cells that complete a line; the lanes agree after every move."""
    position = random_position(SMALL_BOARDS[seed % len(SMALL_BOARDS)] if seed % 3 else STANDARD, free, seed)
    assume(position is not None)
    rules = position.rules

    def expected(stones: int, others: int) -> int:
        cells = [1 << cell for cell in range(64) if rules.board & ~(stones | others) & 1 << cell]
        return sum(cell for cell in cells if rules.has_line(stones | cell))

    empty = U(rules.board & ~position.occupied)
    for board in (board_of(rules), constant_board(rules)):
        assert winning_cells(U(position.mine), empty, board) == expected(position.mine, position.theirs)
    if rules == STANDARD:
        playable = (position.occupied + rules.bottom) & rules.board
        after = np.zeros(8, dtype=np.uint64)
        won = lanes(U(position.mine), U(position.theirs), U(playable), U(playable), after)
        replies_lose = False
        for column in position.legal_columns():
            child = position.play(column)
            if child.outcome() is not None:
                continue
            assert after[column] == expected(child.theirs, child.mine)
            direct = [
                reply
                for reply in child.legal_columns()
                if after[column] >> U(rules.cell(child.height(reply), reply)) & U(1)
            ]
            replies = direct or child.legal_columns()
            under = [
                reply for reply in replies if after[column] >> U(rules.cell(child.height(reply) + 1, reply)) & U(1)
            ]
            replies_lose |= len(direct) > 1 or len(under) == len(replies)
        if not any(position.play(column).outcome() for column in position.legal_columns()):
            assert won == replies_lose


@njit
def lanes(mine, theirs, playable, moves, after):
    """The compiled `threats_after`, called as a function."""
    return threats_after(mine, theirs, playable, moves, after.ctypes.data)


def small_budgets(patch: pytest.MonkeyPatch, leaf: int) -> None:
    """Budgets so small that trees grow on small boards, too."""
    patch.setattr(proof_tree, "LEAF_NODES", leaf)
    patch.setattr(proof_tree, "GLANCE_NODES", 8)


def prepared(table: Table, rules: Rules, number: int) -> list[Control]:
    """Records for a table: of the search itself and of its threads."""
    controls = [make_control(rules) for _ in range(1 + number)]
    for control in controls:
        table.prepare(rules, control)
    return controls


@often(30)
@given(
    rules=st.sampled_from([rules for rules in SMALL_BOARDS if 14 <= rules.cells <= 20]),
    plies=st.integers(0, 4),
    seed=st.integers(0, 999),
    data=st.data(),
)
def test_tree_against_depth_first(rules, plies, seed, data):
    """Any question to any position: the tree's value is a bound that is true, on the right side of the target."""
    position = random_position(rules, rules.cells - plies, seed)
    assume(position is not None)
    score = solve(position).score
    target = data.draw(st.integers(-7, 8))
    table = Table(10)
    control, *workers = prepared(table, rules, data.draw(st.integers(1, 3)))
    with pytest.MonkeyPatch.context() as patch:
        small_budgets(patch, 8)
        tree = proof_tree.ProofTree(position, target, constant_board(rules))
        tree.grow(control, workers)
    value = tree.root.value
    assert target <= value <= score or (value < target and score <= value)


@pytest.mark.parametrize("threads", [1, 3])
def test_tree_grows(threads, monkeypatch):
    """A tree grows until its root is answered, truly, by one thread or several."""
    small_budgets(monkeypatch, 2000)
    position = Position.from_moves("7747135426")
    board = constant_board(STANDARD)
    table = Table(18)
    for target, least in ((-2, True), (-1, False)):
        control, *workers = prepared(table, STANDARD, threads)
        tree = proof_tree.ProofTree(position, target, board)
        tree.grow(control, workers)
        assert control.nodes >= sum(int(worker.nodes) for worker in workers) > 2000
        assert (tree.root.value >= target) == least
        assert tree.root.children
        assert tree.root.proof == (0 if least else proof_tree.NEVER)


def test_tree_numbers():
    """A proof is as hard as the easiest child, a disproof as the hardest and one leaf more for every other open one."""
    node = proof_tree.Node(Position())
    node.children = [proof_tree.Node(node.position, disproof) for disproof in (4, 2, 3, 9)]
    for child, proof in zip(node.children, (5, 7, 2, 1)):
        child.proof = proof
    node.children[3].settle(0, 0)
    node.sum_up(1)
    assert node.proof == 2
    assert node.disproof == 7 + 2


def shape(node: proof_tree.Node) -> list[object]:
    """A node's value and numbers, and the shapes of its children."""
    return [node.value, node.proof, node.disproof, [shape(child) for child in node.children]]


def test_one_thread_grows_the_same_tree(monkeypatch):
    """Several leaves at a time, but by one thread: the tree does not depend on when their results come."""
    small_budgets(monkeypatch, 500)
    shapes = []
    for _ in range(5):
        table = Table(18)
        control, *workers = prepared(table, STANDARD, 4)
        tree = proof_tree.ProofTree(Position.from_moves("7747135426"), -1, constant_board(STANDARD))
        tree.grow(control, workers)
        shapes.append(shape(tree.root))
    assert len(shapes[0][3]) > 1
    assert shapes == shapes[:1] * 5


def test_tree_stops():
    """A stopped record ends the growing at once, with nothing claimed."""
    table = Table(10)
    control, *workers = prepared(table, STANDARD, 2)
    control.stop = 1
    tree = proof_tree.ProofTree(Position(), 1, constant_board(STANDARD))
    tree.grow(control, workers)
    assert tree.root.value is None


def test_tree_within_the_solver(monkeypatch):
    """The solver that gives up depth first at once still says the truth, in all its forms."""
    small_budgets(monkeypatch, 2000)
    monkeypatch.setattr("c4.solver.solver.EASY_NODES", 1000)
    monkeypatch.setattr("c4.solver.solver.FIRST_TRY", 2000)
    for moves, score in [*read_set("begin_medium", 300), ("7747135426", -2)]:
        position = Position.from_moves(moves)
        assert solve(position).score == score
        assert solve(position, threads=2).score == score
        assert solve(position, weak=True).sign == sign(score)
    columns = solve_columns(position)
    assert max(news.score for news in columns.values()) == -2
