"""The exact solver: its scores, its proofs, its table, its threads, and `c4 solve`."""

from __future__ import annotations

import io
import json
import random
from itertools import pairwise
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from c4.cli import main
from c4.position import Position
from c4.rules import COUNT_LINES, STANDARD, C4Error, Rules
from c4.search import proof_tree
from c4.search import solver_table as kernels
from c4.search.lanes import threats_after
from c4.search.proofs import UNKNOWN, board_argument, static_bounds, winning_cells
from c4.search.solver import make_control, principal_variation, solve, solve_columns, solve_many, stream_columns
from c4.search.transpositions import Table
from c4.watch import Watch

SETS = Path(__file__).parent.parent / "benchmarks" / "positions"
U = np.uint64


def read_set(name: str, step: int = 1) -> list[tuple[str, int]]:
    lines = (SETS / f"{name}.txt").read_text().split("\n")[::step]
    return [(moves, int(score)) for moves, score in (line.split() for line in lines if line)]


def won_at(stones: int, rules: Rules) -> int:
    """The score of a win by the stone that comes on a board of so many."""
    return (rules.cells + 1 - stones) // 2


def plain_score(position: Position, known: dict) -> int:
    """Minimax to the end, straight from the rules: the oracle."""
    if position.stones not in known:
        outcome = position.outcome()
        if outcome is None:
            score = max(-plain_score(position.play(column), known) for column in position.legal_columns())
        else:
            score = 0 if outcome.winner is None else -won_at(position.ply - 1, position.rules)
        known[position.stones] = score
    return known[position.stones]


def random_position(rules: Rules, free: int, seed: int) -> Position | None:
    """A position that is not over, with so many free cells, by random play; None when no try comes so far."""
    dice = random.Random(seed)
    for _ in range(50):
        position = Position(rules=rules)
        while position.outcome() is None and rules.cells - position.ply > free:
            position = position.play(dice.choice(position.legal_columns()))
        if position.outcome() is None:
            return position
    return None


SMALL_BOARDS = [
    Rules(rows, columns, connect)
    for rows, columns, connect in (
        *((4, 4, 4), (4, 4, 3), (3, 5, 3), (5, 3, 4), (5, 4, 4), (4, 5, 4), (2, 6, 3), (6, 2, 4), (1, 9, 3), (9, 1, 3), (3, 3, 2)),
        *((15, 4, 4), (7, 8, 4), (20, 3, 4), (20, 3, 5), (31, 2, 3), (63, 1, 4), (1, 32, 4), (6, 9, 5), (6, 7, 3), (6, 7, 5), (5, 5, 4), (6, 7, 4)),
    )
]
small_positions = st.builds(
    lambda rules, free, seed: random_position(rules, min(free, rules.cells), seed),
    st.sampled_from(SMALL_BOARDS),
    st.integers(1, 9),
    st.integers(0, 999),
).filter(lambda position: position is not None)


# -- scores -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "step"), [("end_easy", 1), ("middle_easy", 1), ("middle_medium", 4), ("begin_easy", 2), ("begin_medium", 10)])
def test_public_positions(name, step):
    """Every position of the public sets has its published score."""
    rows = read_set(name, step)
    found = solve_many([Position.from_moves(moves) for moves, _ in rows])
    assert [solution.score for solution in found] == [score for _, score in rows]
    assert all(solution.complete for solution in found)


@pytest.mark.parametrize("moves", ["7747135426", "7257367475", "26777567577", "1251611316321"])
def test_hard_positions(moves):
    """Positions with most of the game to come have their published score, with the bounds tightening on the way."""
    expected = dict(read_set("begin_hard"))[moves]
    bounds = []
    assert solve(Position.from_moves(moves), report=lambda lower, upper: bounds.append((lower, upper))).score == expected
    assert all(low <= lower <= expected <= upper <= high for (low, high), (lower, upper) in pairwise(bounds))


@pytest.mark.parametrize(
    ("rows", "columns", "sign"), [(4, 4, 0), (4, 5, 0), (4, 6, -1), (5, 4, 0), (5, 5, 0), (6, 4, 0), (4, 7, 0), (5, 6, 0), (6, 5, 0), (7, 4, 0)]
)
def test_small_boards_from_the_start(rows, columns, sign):
    """Small boards, empty, are worth what is known of them (Tromp's table: who wins rows x columns)."""
    assert solve(Position(rules=Rules(rows, columns))).sign == sign


@given(small_positions)
@settings(max_examples=150, deadline=None)
def test_against_minimax(position):
    """On boards of every shape, scores and all columns are those of minimax to the end."""
    known = {}
    assert solve(position).score == plain_score(position, known)
    columns = solve_columns(position)
    assert {column: news.score for column, news in columns.items()} == {
        column: -plain_score(position.play(column), known) for column in position.legal_columns()
    }


def test_every_position_of_a_small_board():
    """Every position of a 3 x 4 board (connect 3) that is not over has the score of minimax, also with the table kept."""
    known = {}
    plain_score(Position(rules=Rules(3, 4, 3)), known)
    positions = [Position(stones, sum(map(int.bit_count, stones)) % 2, Rules(3, 4, 3), None) for stones in known]
    positions = [position for position in positions if position.outcome() is None]
    assert len(positions) > 1000
    for keep in (False, True):
        found = solve_many(positions, keep_table=keep)
        assert [solution.score for solution in found] == [known[position.stones] for position in positions]


def test_weak():
    """Weakly, the sign is right, and the work is less than for the exact score."""
    rows = read_set("middle_medium", 8)
    positions = [Position.from_moves(moves) for moves, _ in rows]
    weak, exact = solve_many(positions, weak=True), solve_many(positions)
    assert [solution.sign for solution in weak] == [np.sign(score) for _, score in rows]
    assert all(solution.complete and solution.lower <= score <= solution.upper for solution, (_, score) in zip(weak, rows))
    assert sum(solution.nodes for solution in weak) < sum(solution.nodes for solution in exact)


def test_columns_stream():
    """News of columns tighten one after another; the best final score is the position's, full columns are missing, and a winning move is seen."""
    position = Position.from_moves("12765542777167711163")
    last = {}
    for news in stream_columns(position):
        assert news.column not in last or last[news.column].lower <= news.lower <= news.upper <= last[news.column].upper
        last[news.column] = news
    assert set(last) == set(position.legal_columns()) == {0, 1, 2, 3, 4, 5}
    assert max(news.score for news in last.values()) == solve(position).score
    assert solve_columns(Position.from_moves("112233"))[3].score == won_at(6, STANDARD)


def test_columns_watch():
    """The watch sees the columns that are done, and the best of them."""
    watch = Watch()
    columns = solve_columns(Position.from_moves("12765542777167711163"), watch=watch)
    seen = watch.snapshot()
    assert {column: value.points for column, value in seen.columns.items()} == {column: news.score for column, news in columns.items()}
    assert columns[seen.best].score == max(news.score for news in columns.values())


@pytest.mark.parametrize("name", ["end_easy", "middle_easy", "middle_medium", "begin_easy"])
def test_principal_variation(name):
    """Best play runs to the end of the game, and the end is the score: the winner's stone comes when it says."""
    for moves, score in read_set(name, 20):
        position = start = Position.from_moves(moves)
        for column in principal_variation(start):
            position = position.play(column)
        outcome = position.outcome()
        assert outcome is not None
        if score == 0:
            assert outcome.winner is None
        else:
            assert outcome.winner == (start.to_move if score > 0 else 1 - start.to_move)
            assert abs(score) == won_at(position.ply - 1, STANDARD)


def test_mirror():
    """A position and its mirror image have one score; in the upper plies they share one entry."""
    position, table = Position.from_moves("7747135426"), Table()
    first, second = solve(position, table=table), solve(position.mirror(), table=table)
    assert first.score == second.score
    assert second.nodes < first.nodes / 100


def test_misuse():
    """A game that is over, count-lines, no threads, mixed boards and a table too small are refused in one sentence."""
    with pytest.raises(C4Error, match="the game is over in"):
        solve(Position.from_moves("1212121"))
    with pytest.raises(C4Error, match=r"the game is over in .*1212121"):
        solve_many([Position(), Position.from_moves("1212121")])
    with pytest.raises(C4Error, match="not count-lines"):
        solve(Position(rules=Rules(scoring=COUNT_LINES)))
    with pytest.raises(C4Error, match="number of threads"):
        solve(Position(), threads=0)
    with pytest.raises(C4Error, match="different boards"):
        solve_many([Position(), Position(rules=Rules(4, 4))])
    with pytest.raises(C4Error, match="needs a table of 19 bits"):
        solve(Position(rules=Rules(7, 8)), table=Table(12))
    with pytest.raises(C4Error, match="10 to 30 bits"):
        Table(9)
    assert solve_many([]) == []


# -- proofs -----------------------------------------------------------------------------------------------------------


def claims(position: Position) -> set[tuple[int, int]]:
    """All bounds that the static proofs give for a position."""
    board = board_argument(position.rules)
    mine, theirs = U(position.mine), U(position.theirs)
    playable = U((position.occupied + position.rules.bottom) & position.rules.board)
    wins = winning_cells(mine, theirs, board), winning_cells(theirs, mine, board)
    return {static_bounds(mine, theirs, *wins, playable, position.ply, target, board) for target in range(-4, 5)} - {(-UNKNOWN, UNKNOWN)}


@pytest.mark.parametrize("size", [(3, 4, 3), (4, 3, 3), (2, 5, 3), (5, 3, 4), (5, 3, 3), (3, 5, 4), (6, 2, 4), (4, 4, 4)], ids=str)
def test_proofs_on_small_boards(size):
    """Every claim of a static proof is true, for all positions of small boards (of the larger ones, after some moves)."""
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
    """Every claim of a static proof is true for late positions of the standard board, and every kind of claim is made."""
    seen = set()
    for seed in range(600):
        position = random_position(STANDARD, 9 + seed % 6, seed)
        if position is None:
            continue
        for lower, upper in claims(position):
            score = solve(position).score
            assert lower <= score <= upper, position
            seen.add((lower, upper))
    assert {(-UNKNOWN, 0), (0, UNKNOWN), (1, UNKNOWN), (-UNKNOWN, -1)} <= seen


@given(st.integers(0, 10_000), st.integers(2, 36))
@settings(max_examples=100, deadline=None)
def test_winning_cells(seed, free):
    """Winning cells are the free cells that complete a line, on every board; the lanes say the same of the position after every move."""
    position = random_position(SMALL_BOARDS[seed % len(SMALL_BOARDS)] if seed % 3 else STANDARD, free, seed)
    if position is None:
        return
    rules = position.rules

    def expected(stones: int, others: int) -> int:
        cells = [1 << cell for cell in range(64) if rules.board & ~(stones | others) & 1 << cell]
        return sum(cell for cell in cells if rules.has_line(stones | cell))

    assert winning_cells(U(position.mine), U(position.theirs), board_argument(rules)) == expected(position.mine, position.theirs)
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
            direct = [reply for reply in child.legal_columns() if after[column] >> U(rules.cell(child.height(reply), reply)) & U(1)]
            replies = direct or child.legal_columns()
            under = [reply for reply in replies if after[column] >> U(rules.cell(child.height(reply) + 1, reply)) & U(1)]
            replies_lose |= len(direct) > 1 or len(under) == len(replies)
        if not any(position.play(column).outcome() for column in position.legal_columns()):
            assert won == replies_lose


@njit
def lanes(mine, theirs, playable, moves, after):
    """The compiled `threats_after`, called as a function."""
    return threats_after(mine, theirs, playable, moves, after.ctypes.data)


# -- the table --------------------------------------------------------------------------------------------------------


@given(st.sampled_from([STANDARD, Rules(7, 8), Rules(4, 4), Rules(1, 32), Rules(9, 1, 3)]), st.integers(0, 2**64 - 1), st.integers(19, 22))
@settings(max_examples=100, deadline=None)
def test_entries_name_their_position(rules, key, bits):
    """Bucket and entry together give the key back, so no other position can be meant: nothing of the key is lost."""
    key_bits = rules.stride * rules.columns
    key &= (1 << key_bits) - 1
    control = make_control(rules)
    Table(bits).prepare(rules, control)
    c, address = control[0], control.ctypes.data
    code = U(int(key) * int(kernels.MULTIPLIER) & int(c["key_mask"]))
    bucket, tag = kernels.bucket_of(code, address) // 2, int(kernels.tag_of(code, address))
    assert 0 <= bucket < 1 << bits
    again = bucket << int(c["rest_bits"]) | tag >> int(c["entry_shift"])
    assert again * pow(int(kernels.MULTIPLIER), -1, 1 << key_bits) % (1 << key_bits) == key


@pytest.mark.parametrize("rules", [STANDARD, Rules(3, 4, 3), Rules(1, 9, 3)], ids=str)
def test_keys_differ(rules):
    """Different positions have different keys."""
    dice = random.Random(1)
    keys = {}
    for _ in range(2000):
        position = Position(rules=rules)
        while position.outcome() is None:
            assert keys.setdefault(position.mine + position.occupied, position) == position
            position = position.play(dice.choice(position.legal_columns()))


@njit(nogil=True)
def hammer(control, keys, rounds, seed):
    """Writes and reads entries of random keys, whose bounds follow from the key; returns (entries found, entries that were not the key's)."""
    found = wrong = 0
    state = seed
    for _ in range(rounds):
        state = state * 6364136223846793005 + 1442695040888963407
        key = keys[(state >> 33) % len(keys)]
        code = (key * kernels.MULTIPLIER) & U((1 << 49) - 1)
        lower = np.int64(key % U(40)) - 20
        upper = lower + np.int64(key % U(7))
        entry = kernels.recall(code, control)
        if entry:
            found += 1
            wrong += kernels.lower_of(entry) != lower or kernels.upper_of(entry) != upper
        kernels.remember(code, lower, upper, np.int64(key % U(31)), control)
    return found, wrong


def test_no_foreign_and_no_torn_entry():
    """Two threads that fill one tiny table never read anything but what was written for that very position."""
    table = Table(10)
    control = make_control(STANDARD)
    table.prepare(STANDARD, control)
    keys = np.random.default_rng(7).integers(0, 1 << 49, 6000).astype(np.uint64)
    results = []
    threads = [Thread(target=lambda seed=seed: results.append(hammer(control.ctypes.data, keys, 1_000_000, seed))) for seed in (1, 2)]
    hammer(control.ctypes.data, keys, 1, 0)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [wrong for _, wrong in results] == [0, 0]
    assert all(found > 10_000 for found, _ in results)


@pytest.mark.parametrize(("rules", "bits"), [(STANDARD, 12), (Rules(7, 8), 19), (Rules(7, 8), 20)], ids=str)
def test_clear(rules, bits):
    """A cleared table knows nothing, however often it is cleared, by Python or by a kernel, and also when its generations run out."""
    table, control = Table(bits), make_control(rules)
    code = U(12345678)
    table.prepare(rules, control)
    address = control.ctypes.data
    for _ in range(3):
        kernels.remember(code, -3, 4, 5, address)
        entry = kernels.recall(code, address)
        assert (kernels.lower_of(entry), kernels.upper_of(entry)) == (-3, 4)
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


def test_one_table_many_boards():
    """A table that is handed from board to board is emptied each time and misleads nobody."""
    table = Table(12)
    for _ in range(2):
        for rules, expected in ((Rules(4, 4), 0), (Rules(4, 6), -1), (Rules(3, 5, 3), solve(Position(rules=Rules(3, 5, 3))).score)):
            assert solve(Position(rules=rules), table=table).score == expected


# -- the tree of the first plies -----------------------------------------------------------------------------------------


def small_budgets(patch: pytest.MonkeyPatch, leaf: int) -> None:
    """Budgets so small that trees grow on small boards, too."""
    patch.setattr(proof_tree, "LEAF_NODES", leaf)
    patch.setattr(proof_tree, "GLANCE_NODES", 8)


@settings(max_examples=60, deadline=None)
@given(
    rules=st.sampled_from([rules for rules in SMALL_BOARDS if 14 <= rules.cells <= 20]),
    plies=st.integers(0, 4),
    seed=st.integers(0, 999),
    data=st.data(),
)
def test_tree_against_depth_first(rules, plies, seed, data):
    """Any question to any position: the tree's value is a bound that is true, on the right side of the target."""
    position = random_position(rules, rules.cells - plies, seed)
    if position is None:
        return
    score = solve(position).score
    target = data.draw(st.integers(-7, 8))
    table, control = Table(10), make_control(rules)
    table.prepare(rules, control)
    with pytest.MonkeyPatch.context() as patch:
        small_budgets(patch, 8)
        tree = proof_tree.ProofTree(position, target, board_argument(rules))
        assert tree.grow(control)
    value = tree.root.value
    assert target <= value <= score or (value < target and score <= value)


def test_tree_grows_and_is_shared(monkeypatch):
    """Two threads grow one tree, whose answers are the truth."""
    small_budgets(monkeypatch, 2000)
    position, board = Position.from_moves("7747135426"), board_argument(STANDARD)
    table = Table(18)
    controls = [make_control(STANDARD, number) for number in range(2)]
    for target, least in ((-2, True), (-1, False)):
        for control in controls:
            table.prepare(STANDARD, control)
        tree = proof_tree.ProofTree(position, target, board)
        threads = [Thread(target=tree.grow, args=(control,)) for control in controls]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert (tree.root.value >= target) == least
        assert tree.root.children
        assert tree.root.proof == (0 if least else proof_tree.NEVER)


def test_tree_stops():
    """A stopped record ends the growing at once, with nothing claimed."""
    table, control = Table(10), make_control(STANDARD)
    table.prepare(STANDARD, control)
    control[0]["stop"] = 1
    tree = proof_tree.ProofTree(Position(), 1, board_argument(STANDARD))
    assert not tree.grow(control)
    assert tree.root.value is None


def test_tree_within_the_solver(monkeypatch):
    """The solver that gives up depth first at once still says the truth, in all its forms."""
    small_budgets(monkeypatch, 2000)
    monkeypatch.setattr("c4.search.solver.FIRST_TRY", 2000)
    for moves, score in [*read_set("begin_medium", 50), ("7747135426", -2)]:
        position = Position.from_moves(moves)
        assert solve(position).score == solve(position, threads=2).score == score
        assert solve(position, weak=True).sign == (score > 0) - (score < 0)
    columns = solve_columns(position)
    assert max(news.score for news in columns.values()) == -2


# -- stopping and threads ---------------------------------------------------------------------------------------------


def test_stop_from_outside():
    """A watch stops a long search from another thread; its bounds hold, and it is not complete."""
    watch, results = Watch(), []
    worker = Thread(target=lambda: results.append(solve(Position(), watch=watch, threads=2)))
    worker.start()
    while watch.snapshot() is None or watch.snapshot().nodes < 100_000:
        pass
    watch.stop()
    worker.join(20)
    assert not worker.is_alive()
    (solution,) = results
    assert not solution.complete
    assert solution.score is None
    assert solution.lower <= 1 <= solution.upper


def test_stop_before_the_start():
    """A watch that was stopped before ends every call at once: nothing is claimed that is not known."""
    watch = Watch()
    watch.stop()
    position = Position.from_moves("7747135426")
    assert not solve(position, watch=watch).complete
    assert principal_variation(position, watch=watch) == ()
    assert all(news.lower <= news.upper for news in solve_columns(position, watch=watch).values())
    assert not solve_many([position], watch=watch)[-1].complete


def test_resume():
    """A stopped search, taken up again with its table, ends with the exact score and less work than from nothing."""
    position, table, watch = Position.from_moves("7747135426"), Table(), Watch()

    def stop_near_the_end(lower: int, upper: int) -> None:
        if upper - lower <= 3:
            watch.stop()

    first = solve(position, table=table, watch=watch, report=stop_near_the_end)
    assert not first.complete
    assert first.lower <= -2 <= first.upper
    again, fresh = solve(position, table=table), solve(position)
    assert again.score == fresh.score == -2
    assert again.nodes < fresh.nodes


def test_two_threads():
    """Two threads on one table give the scores of one."""
    for moves, score in read_set("begin_medium", 20) + [("7747135426", -2), ("26777567577", 0)]:
        position = Position.from_moves(moves)
        assert solve(position, threads=2).score == score
    position = Position.from_moves("7747135426")
    assert solve_columns(position, threads=2) == solve_columns(position)


# -- the command ------------------------------------------------------------------------------------------------------


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    """(exit status, standard output, standard error) of `c4`."""
    status = 0
    try:
        main(list(arguments))
    except SystemExit as end:
        status = end.code or 0
    return status, *capsys.readouterr()


def test_command(capsys):
    """`c4 solve` prints position, score, nodes and microseconds, one position a line."""
    status, out, err = run(capsys, "solve", "7747135426", "12765542777167711163")
    lines = [line.split(" ") for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert [line[:2] for line in lines] == [["7747135426", "-2"], ["12765542777167711163", "3"]]
    assert all(len(line) == 4 and int(line[2]) > 0 and int(line[3]) > 0 for line in lines)


def test_command_columns(capsys):
    """`--columns` adds a score a column, "." for a full one; `--json` says the same in names."""
    out = run(capsys, "solve", "12765542777167711163", "--columns", "--threads", "2", "--keep-table")[1]
    assert out.split()[4:] == ["-8", "0", "-2", "3", "-8", "2", "."]
    found = json.loads(run(capsys, "solve", "12765542777167711163", "--columns", "--json", "--weak")[1])
    assert (found["score"], found["weak"], found["columns"]) == (1, True, [-1, 0, -1, 1, -1, 1, None])


def test_command_board(capsys):
    """`--board` and `--connect` choose another board."""
    assert run(capsys, "solve", "empty", "--board", "4x6")[1].startswith("empty -1 ")
    assert run(capsys, "solve", "empty", "--board", "3x3", "--connect", "2")[1].startswith("empty 4 ")


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["1212121"], "", "the game is over"),
        (["-"], "7747135426\n\n1212121\n", "line 3: the game is over"),
        (["-"], "7747135426\n8\n", "line 2: '8' at place 1"),
        (["44", "--board", "6by7"], "", "written ROWSxCOLUMNS"),
        (["44", "--threads", "0"], "", "--threads"),
    ],
)
def test_command_misuse(capsys, monkeypatch, arguments, stdin, message):
    """Bad input ends with status 2 and one line that says what, and where in standard input."""
    monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
    status, _, err = run(capsys, "solve", *arguments)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1
