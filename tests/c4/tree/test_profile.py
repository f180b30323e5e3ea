"""What a search spent where, and what evaluators say of its nodes: against plain recounts."""

import numpy as np
import pytest
from hypothesis import given
from often import often
from strategies import searches

from c4.engine import deepening as engine
from c4.engine.ingredients import SearchOptions
from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.search.fixed_depth import search
from c4.session.plans import expected, growth, series
from c4.tree.profile import branching_factor, profile
from c4.tree.reason import cut_of
from c4.tree.searchtree import INTERIOR, NO_MOVE, PRUNED, TERMINAL

START = Position.from_moves("4453")


def trees():
    yield search(START, 5, load("v2")).tree
    yield search(START, 4, load("v2"), "minimax").tree
    yield search(Position.from_moves("4444433"), 5, load("windows"), budget=500).tree
    yield search(Position(rules=Rules(4, 5, 4)), 6, load("v1")).tree
    yield engine.search(START, load("v2"), depth=8, budget=50_000).tree
    yield engine.search(Position(), load("v2"), depth=7, budget=50_000, options=SearchOptions(null_move=True)).tree


@pytest.mark.parametrize("tree", list(trees()), ids=lambda tree: f"{tree.algorithm} {len(tree)}")
def test_a_profile_counts_every_row_and_every_cut(tree):
    """Nodes and pruned replies add up to the rows; cutoffs by move are those of the explanation."""
    result = profile(tree)
    assert sum(ply.nodes for ply in result.plies) == tree.recorded
    assert all(sum(ply.kinds) == ply.nodes for ply in result.plies)
    inner = tuple(np.bincount(tree.ply[tree.kind == INTERIOR], minlength=len(result.plies)))
    assert tuple(ply.kinds[0] for ply in result.plies) == inner
    assert sum(ply.pruned for ply in result.plies) == np.count_nonzero(tree.kind == PRUNED)
    assert result.nodes == tree.nodes
    assert result.pruned == tree.pruned
    assert result.left_out == tree.total_left_out
    ranks = [0] * tree.root.rules.columns
    passed = 0
    for row in np.flatnonzero(tree.kind == INTERIOR):
        cut = cut_of(tree, int(row))
        if cut is not None and tree.move[cut.chosen] == NO_MOVE:
            passed += 1
        elif cut is not None:
            ranks[tree.order[cut.chosen]] += 1
    assert list(result.cuts) == ranks
    assert result.null_cuts == passed
    for ply in result.plies:
        opened = [row for row in np.flatnonzero((tree.ply == ply.ply) & (tree.kind == INTERIOR)) if tree.size[row] > 1]
        widths = [len({int(tree.move[child]) for child in tree.children(int(row))} - {NO_MOVE}) for row in opened]
        assert ply.width == (pytest.approx(np.mean([width for width in widths if width])) if any(widths) else None)
    for ply, above in zip(result.plies[1:], result.plies):
        assert ply.branching == pytest.approx(ply.nodes / above.nodes)


def test_minimax_prunes_nothing_and_the_least_is_knuth_and_moores():
    """Minimax has 7^p nodes at ply p, of which alpha-beta needs Knuth and Moore's number."""
    result = profile(search(Position(), 5, load("v2"), "minimax").tree)
    assert [ply.nodes for ply in result.plies] == [7**p for p in range(6)]
    assert [ply.least for ply in result.plies] == [7 ** -(-p // 2) + 7 ** (p // 2) - 1 for p in range(6)]
    assert result.uniform
    assert result.pruned_share == 0
    assert result.first_move_rate is None
    assert result.branching == pytest.approx(7)


@often(15)
@given(searches(600))
def test_alphabeta_never_needs_less_than_the_least(order):
    """On uniform plies no search has fewer nodes than Knuth and Moore's number."""
    position, depth, evaluator, columns = order
    full, cut = (search(position, depth, evaluator, name, move_order=columns).tree for name in ("minimax", "alphabeta"))
    result = profile(cut)
    if profile(full).uniform and not (full.kind == TERMINAL).any():
        assert result.uniform
        assert all(ply.nodes >= ply.least for ply in result.plies)
    assert 0 <= result.pruned_share < 1


def test_a_perfect_order_reaches_the_least():
    """All leaves equal: every first reply cuts, and alpha-beta visits Knuth and Moore's number on every ply."""
    result = profile(search(Position(), 2, load("v1")).tree)
    assert [ply.nodes for ply in result.plies] == [ply.least for ply in result.plies] == [1, 7, 13]
    assert result.first_move_rate == 1
    assert result.pruned_share == pytest.approx(36 / 56)


def test_the_branching_factor_is_that_of_a_uniform_tree():
    """1 + b + ... + b^d nodes give b back; a root alone has none."""
    assert branching_factor(1 + 3 + 9 + 27, 3) == pytest.approx(3)
    assert branching_factor(4, 3) == pytest.approx(1)
    assert branching_factor(1, 0) is None


def test_growth_expands_what_the_searches_do():
    """States from the empty board are those of the reference's table (R4-27)."""
    points = {(point.series, point.depth): point for point in growth(Position(), series(STANDARD), 5)}
    assert [points["minimax", d].nodes for d in range(1, 6)] == [8, 57, 400, 2801, 19608]
    assert [points["alpha-beta ordered", d].nodes for d in range(1, 6)] == [8, 21, 87, 220, 917]
    for step in range(1, 6):
        values = {points[name, step].value.points for name in ("minimax", "alpha-beta", "alpha-beta ordered")}
        assert len(values) == 1
        assert points["alpha-beta", step].nodes <= points["minimax", step].nodes


def test_growth_leaves_out_what_would_take_too_long():
    """A search that is expected to visit more nodes than allowed is not begun; the others go on."""
    points = list(growth(Position(), series(STANDARD), 6, most=5000))
    assert max(point.depth for point in points if point.series == "minimax") == 4
    assert max(point.depth for point in points if point.series == "engine") == 6
    assert expected([]) == 0
    assert expected([8, 57, 400]) == pytest.approx(400 * 50**0.5)
