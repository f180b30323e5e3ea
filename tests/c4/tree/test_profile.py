"""What a search spent where, and what evaluators say of its nodes: against plain recounts."""

import numpy as np
import pytest
from hypothesis import given
from often import often
from strategies import searches
from toys import Remembered, Summed

from c4.engine import deepening as engine
from c4.engine.ingredients import SearchOptions
from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.game.values import LOWER, UPPER, WIN
from c4.search.fixed_depth import search
from c4.session.plans import expected, growth, series
from c4.tree.disagreement import BETWEEN, Opinions, gather, static_values, strongest, verdicts
from c4.tree.explain import cut_of
from c4.tree.profile import branching_factor, profile
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
    assert (result.nodes, result.pruned, result.left_out) == (tree.nodes, tree.pruned, tree.total_left_out)
    ranks, passed = [0] * tree.root.rules.columns, 0
    for row in np.flatnonzero(tree.kind == INTERIOR):
        cut = cut_of(tree, int(row))
        if cut is not None and tree.move[cut.chosen] == NO_MOVE:
            passed += 1
        elif cut is not None:
            ranks[tree.order[cut.chosen]] += 1
    assert (list(result.cuts), result.null_cuts) == (ranks, passed)
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


@often(20)
@given(searches(200))
def test_every_node_is_evaluated_as_its_position(order):
    """Bulk values are those of the positions, one by one, from either side, also of pruned rows."""
    position, depth, evaluator, columns = order
    for maximizer in (0, 1):
        tree = search(position, depth, evaluator, move_order=columns, maximizer=maximizer).tree
        for judge in (evaluator, Summed(), Remembered()):
            values = static_values(tree, judge)
            assert values.tolist() == [judge.evaluate(tree.position(row), maximizer) for row in range(len(tree))]


def test_values_come_in_parts_and_may_be_given_up(monkeypatch):
    """The path is kept from one part to the next, also over null moves; what is raised between two ends the work."""
    tree = engine.search(START, load("v2"), depth=6, budget=5000).tree
    whole, looks = static_values(tree, Remembered()), []
    monkeypatch.setattr("c4.tree.disagreement.PART", 7)
    assert np.array_equal(static_values(tree, Remembered(), lambda: looks.append(1)), whole)
    assert len(looks) == -(-len(tree) // 7) > 10
    with pytest.raises(ZeroDivisionError):
        static_values(tree, Remembered(), lambda: 1 // 0)


def test_leaves_agree_with_their_own_evaluator():
    """At the horizon search and evaluator agree; ends of games and pruned rows have nothing to compare."""
    tree = search(Position.from_moves("44433"), 5, load("v2")).tree
    opinions = gather(tree, load("v2"), load("windows"))
    apart = opinions.disagreement("search and static")
    leaves = np.flatnonzero(tree.kind == 1)
    assert (apart[leaves] == 0).all()
    assert np.isnan(apart[(tree.kind == PRUNED) | (tree.kind == TERMINAL)]).all()
    for between in BETWEEN:
        worst = strongest(opinions.disagreement(between), 20)
        values = opinions.disagreement(between)[worst]
        assert (np.diff(values) <= 0).all()
        assert values[0] == np.nanmax(opinions.disagreement(between))


def test_bounds_disagree_only_as_far_as_they_go():
    """A search that found at most 10 does not disagree with anything below, and with 20 only by what lies above 10."""
    judge = load("v2")
    tree = search(START, 1, judge).tree
    tree.rows["value"][1:4], tree.rows["bound"][1:4] = 10, [UPPER, UPPER, LOWER]
    taught = np.zeros(len(tree), dtype=np.int64)
    taught[1:4] = [-20, 20, 20]
    apart = Opinions(tree, judge, judge, taught, taught).disagreement()
    over = float(verdicts(np.array([20]), judge)[0] - verdicts(np.array([10]), judge)[0])
    assert apart[1:4].tolist() == pytest.approx([0, over, 0])


def test_verdicts_are_between_lost_and_won():
    """A won game is 1, a lost one -1, "much better" lies in between, and nothing is 0."""
    judge = load("windows")
    assert verdicts(np.array([WIN - 9, 9 - WIN, 0]), judge).tolist() == [1, -1, 0]
    assert 0.7 < verdicts(np.array([judge.steps[2]]), judge)[0] < 0.8
