"""Monte-Carlo tree search: what it records, what it plays, its limits."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from outcomes import reward_of
from refusal import refused

from c4.errors import C4Error
from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.game.values import EXACT, MEAN
from c4.mcts.search import open_node, search
from c4.search.watch import Watch
from c4.tree.moments import after
from c4.tree.searchtree import UNVISITED
from c4.tree.selection import SCALE, Selection

MIDDLE = Position.from_moves("4453")
LATE = Position.from_moves("44444377")


def by_path(tree):
    """What is known of every row, by its path."""
    samples = tree.samples
    log = tree.simulations
    return {
        tree.path(row): (
            int(samples.visits[row]),
            int(samples.total[row]),
            int(tree.kind[row]),
            int(tree.value[row]),
            int(tree.bound[row]),
            int(log.proved[row]),
            float(log.prior[row]),
        )
        for row in range(len(tree))
    }


@pytest.mark.parametrize("evaluator", [None, "v2"])
@pytest.mark.parametrize("position", [MIDDLE, LATE, Position(rules=Rules(4, 4, 3, COUNT_LINES, 3))], ids=repr)
@pytest.mark.parametrize("simulations", [1, 2, 3, 40, 119, 120])
def test_the_tree_at_a_moment_is_that_of_a_shorter_search(position, evaluator, simulations):
    """From the log of a search follows what any shorter search with the same seed records."""
    valued = None if evaluator is None else load(evaluator)
    whole = search(position, 120, valued).tree
    part, rows = after(whole, simulations)
    shorter = search(position, simulations, valued).tree
    assert by_path(part) == by_path(shorter)
    assert part.nodes == shorter.nodes
    assert part.depth == shorter.depth
    assert [whole.path(row) for row in rows] == [part.path(row) for row in range(len(part))]
    ends = [part.path(row) for row in part.simulations.leaf]
    assert ends == [shorter.path(row) for row in shorter.simulations.leaf]


def test_moments_that_did_not_happen_are_refused():
    """There is no moment before the first simulation, and none after the last."""
    tree = search(MIDDLE, 20).tree
    for moment in (0, 21):
        with refused("20 simulations"):
            after(tree, moment)


@often(20)
@given(st.integers(0, 2**64 - 1), st.integers(10, 300), st.integers(8, 60))
def test_what_the_budget_leaves_out_is_found_again(seed, simulations, budget):
    """A small record has the same N and W, says how many nodes are missing, and opens to the whole tree."""
    whole = search(MIDDLE, simulations, seed=seed).tree
    tree = search(MIDDLE, simulations, seed=seed, budget=budget).tree
    assert len(tree) <= budget
    expected = by_path(whole)
    for path, node in by_path(tree).items():
        visits = node[0]
        assert visits == 0 or node == expected[path]
    while tree.total_left_out:
        assert tree.recorded + tree.total_left_out == tree.nodes == whole.nodes
        row = int(np.argmax(tree.left_out))
        grown = open_node(tree, row, budget=30)
        assert [tree.path(old) for old in range(len(tree))] == [grown.tree.path(int(new)) for new in grown.moved]
        assert grown.tree.size[grown.moved[row]] > 1
        tree = grown.tree
    assert (tree.rows == whole.rows).all()
    assert (tree.simulations.leaf == whole.simulations.leaf).all()


def test_opening_what_is_open_or_what_has_changed_is_refused():
    """A node with all its rows cannot be opened, nor one of a search that another evaluator made."""
    tree = search(MIDDLE, 200, budget=20).tree
    with refused("already recorded"):
        open_node(tree, 0)
    row = int(np.argmax(tree.left_out))
    with refused("not the same any more"):
        open_node(tree, row, load("v2"))


def test_the_running_search_can_be_seen_and_stopped():
    """The tree of a running search is that of a search with as many simulations; a stop keeps what was found."""
    watch = Watch()
    results = []
    thread = threading.Thread(target=lambda: results.append(search(Position(), 4_000_000, budget=5000, watch=watch)))
    thread.start()
    part = None
    while part is None and thread.is_alive():
        part = watch.tree(2000)
    snapshot = watch.snapshot()
    watch.stop()
    thread.join()
    assert part is not None
    ran = len(part.tree.simulations)
    assert (part.tree.rows == search(Position(), ran, budget=2000).tree.rows).all()
    assert snapshot.nodes >= ran
    assert snapshot.best in snapshot.columns
    assert not results[0].complete
    assert len(results[0].tree.simulations) < 4_000_000


def test_a_time_limit_ends_the_search():
    """With a time and no number of simulations it runs until the time is over."""
    decision = search(Position(), time_ms=30)
    assert decision.complete
    assert 1 < len(decision.tree.simulations) < 4_000_000
    assert len(search(Position(), 100, time_ms=1e6).tree.simulations) == 100


def test_wins_and_proofs():
    """A win at once is played and proved; a lost position is proved lost, and the search ends; without proofs it goes
    on."""
    won = search(Position.from_moves("121212"), 100)
    assert won.column == 0
    assert won.value == (SCALE, EXACT)
    assert len(won.tree.simulations) == 2
    lost = search(Position.from_moves("44553"), 20_000)
    assert lost.value == (-SCALE, EXACT)
    assert len(lost.tree.simulations) < 20_000
    solved = search(Position(rules=Rules(3, 3, 3)), 10_000)
    assert solved.value.bound == EXACT
    assert len(solved.tree.simulations) < 10_000
    plain = search(Position.from_moves("121212"), 100, selection=Selection(wins=False, proofs=False))
    assert plain.column == 0
    assert plain.value.bound == MEAN
    assert len(plain.tree.simulations) == 100


def test_a_result_that_is_proved_is_the_game_s():
    """On a small board every proof agrees with the outcome of perfect play."""
    rules = Rules(4, 4, 3)
    tree = search(Position(rules=rules), 30_000, budget=200_000).tree
    proved = np.flatnonzero(tree.simulations.proved)
    assert len(proved) > 100
    for row in proved[:: max(1, len(proved) // 150)].tolist():
        assert int(tree.value[row]) // SCALE == outcome_of(tree.position(row), tree.maximizer)


def outcome_of(position, side, alpha=-1, beta=1):
    """The result of perfect play for a side: 1, 0 or -1."""
    outcome = position.outcome()
    if outcome is not None:
        return reward_of(outcome, side)
    best = None
    for column in position.legal_columns():
        value = outcome_of(position.play(column), side, alpha, beta)
        if position.to_move == side:
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def test_a_finished_game_has_no_move():
    """The search of a finished game returns no column and no tree."""
    decision = search(Position.from_moves("1212121"), 10)
    assert decision.column is None
    assert decision.tree is None


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: search(MIDDLE, 0), "simulations must be a whole number from 1"),
        (lambda: search(MIDDLE, 5_000_000), "at most 4,000,000 simulations"),
        (lambda: search(MIDDLE, time_ms=0), "milliseconds above 0"),
        (lambda: search(MIDDLE, 10, budget=7), "cannot hold the root"),
        (lambda: search(MIDDLE, 10, seed=-1), "seed"),
        (lambda: search(MIDDLE, 10, move_order=(1, 2)), "order"),
        (lambda: search(MIDDLE, 10, selection=Selection(playouts=0)), "evaluator has to value"),
        (lambda: Selection(playouts=-1), "playouts must be"),
        (lambda: Selection(exploration=float("nan")), "exploration must be"),
        (lambda: Selection(temperature=0), "temperature must be"),
    ],
)
def test_what_cannot_be_is_refused(ask, message):
    """One sentence names the setting that cannot be."""
    with refused(message):
        ask()


def test_one_simulation_is_enough_to_play():
    """The only simulation values the root; the first legal column in the move order is played."""
    decision = search(Position.from_moves("444444"), 1)
    assert decision.column == 2
    assert decision.principal_variation == (2,)
    assert decision.columns == {}
    assert decision.tree.nodes == 1


def test_the_record_costs_no_move():
    """Without a record the search plays the same move."""
    assert search(MIDDLE, 500, budget=0).column == search(MIDDLE, 500).column
    assert search(MIDDLE, 500, budget=0).tree is None


def test_unvisited_replies_are_rows_without_a_value():
    """They have their prior, no visits, and bit 63 of their state is cleared."""
    tree = search(MIDDLE, 30, load("v2")).tree
    unvisited = tree.kind == UNVISITED
    assert unvisited.any()
    assert not tree.samples.visits[unvisited].any()
    assert (tree.simulations.prior[unvisited] > 0).all()
    assert not (tree.state[unvisited] >> np.uint64(63)).any()
    assert (tree.state[~unvisited] >> np.uint64(63)).all()


def test_a_tree_of_another_search_has_no_simulations():
    """N and W are asked of Monte-Carlo tree search alone."""
    tree = replace(search(MIDDLE, 5).tree, simulations=None, algorithm="minimax")
    with pytest.raises(C4Error, match="no simulations"):
        _ = tree.samples
