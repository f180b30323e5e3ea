"""What must be true of every search: counts tally, bounds bind, algorithms agree, mirrors mirror."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from refusal import refused
from strategies import searches, windows

from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.game.rules import FIRST_LINE
from c4.game.values import EXACT, LOWER, NO_BOUND, UPPER, WIN
from c4.search.fixed_depth import ALGORITHMS, search
from c4.tree.searchtree import INTERIOR, PRUNED, TERMINAL

algorithms = st.sampled_from(ALGORITHMS)


def values_by_path(tree) -> dict:
    """{path: (value, bound)} of all searched rows."""
    return {
        tree.path(row): (int(tree.value[row]), int(tree.bound[row]))
        for row in range(len(tree))
        if tree.kind[row] != PRUNED
    }


@given(searches(), algorithms, st.integers(0, 2000), st.booleans())
def test_counts_tally_under_every_budget(drawn, algorithm, extra, tiny):
    """Recorded and left-out nodes add up; the budget changes neither nodes, value, column nor play."""
    position, depth, evaluator, order = drawn
    budget = position.rules.columns + 1 + (extra % 20 if tiny else extra)
    complete = search(position, depth, evaluator, algorithm, move_order=order)
    some = search(position, depth, evaluator, algorithm, move_order=order, budget=budget)
    none = search(position, depth, evaluator, algorithm, move_order=order, budget=0)
    tree = some.tree
    assert none.tree is None
    assert complete.tree.total_left_out == 0
    assert tree.recorded + tree.total_left_out == tree.nodes == some.nodes == complete.nodes == none.nodes
    assert len(tree) <= budget + budget // 4
    if len(complete.tree) <= budget:
        assert (tree.rows == complete.tree.rows).all()
    for field in ("column", "value", "columns", "principal_variation", "pruned"):
        assert getattr(some, field) == getattr(complete, field) == getattr(none, field)
    everything = complete.tree
    for row in range(len(tree)):
        assert tree.nodes_below(row) == everything.nodes_below(everything.find(tree.path(row)))


@given(searches(), st.integers(0, 300))
def test_children_are_recorded_all_or_not_at_all(drawn, extra):
    """A row either has a row for each legal move, or is a leaf, or says how many nodes were left out below it."""
    position, depth, evaluator, order = drawn
    tree = search(position, depth, evaluator, move_order=order, budget=position.rules.columns + 1 + extra).tree
    for row in range(len(tree)):
        children = tree.children(row)
        if tree.kind[row] != INTERIOR:
            assert children == []
            assert int(tree.left_out[row]) == 0
        elif tree.left_out[row]:
            assert children == []
        else:
            legal = tree.position(row).legal_columns()
            assert [int(tree.move[child]) for child in children] == [column for column in order if column in legal]
            assert [int(tree.order[child]) for child in children] == list(range(len(legal)))


@often(30)
@given(searches())
def test_bounds_bind_plain_minimax(drawn):
    """Exact values equal plain minimax, lower and upper bounds bound it, and pruned rows have no bound."""
    position, depth, evaluator, order = drawn
    truth = values_by_path(search(position, depth, evaluator, "minimax", move_order=order).tree)
    tree = search(position, depth, evaluator, move_order=order).tree
    assert {bound for _, bound in truth.values()} == {EXACT}
    for row in range(len(tree)):
        if tree.kind[row] == PRUNED:
            assert tree.bound[row] == NO_BOUND
            continue
        value = int(tree.value[row])
        minimax = truth[tree.path(row)][0]
        assert {EXACT: value == minimax, LOWER: value <= minimax, UPPER: value >= minimax}[int(tree.bound[row])]
        if tree.alpha[row] < value < tree.beta[row]:
            assert tree.bound[row] == EXACT


@given(searches())
def test_minimax_and_alphabeta_agree(drawn):
    """Both find the same value and column; alpha-beta visits no more nodes; exact columns agree."""
    position, depth, evaluator, order = drawn
    plain = search(position, depth, evaluator, "minimax", move_order=order)
    pruning = search(position, depth, evaluator, "alphabeta", move_order=order)
    assert pruning.value == plain.value
    assert pruning.value.bound == EXACT
    assert pruning.column == plain.column
    assert pruning.nodes <= plain.nodes
    assert plain.pruned == 0
    assert set(pruning.columns) == set(plain.columns)
    for column, (value, bound) in pruning.columns.items():
        assert value == plain.columns[column].points if bound == EXACT else value >= plain.columns[column].points


@often(30)
@given(searches(600), st.data())
def test_a_window_gives_what_its_bound_says(drawn, data):
    """Inside any window the root's value is exact, outside it bounds minimax on the right side."""
    position, depth, evaluator, order = drawn
    maximizer = data.draw(st.sampled_from([0, 1]))
    truth = search(position, depth, evaluator, "minimax", move_order=order, maximizer=maximizer).value.points
    alpha = truth + data.draw(st.integers(-30, 30))
    beta = alpha + data.draw(st.integers(1, 30))
    value, bound = search(
        position, depth, evaluator, move_order=order, alpha=alpha, beta=beta, maximizer=maximizer
    ).value
    assert {EXACT: value == truth, LOWER: beta <= value <= truth, UPPER: alpha >= value >= truth}[bound]
    if alpha < truth < beta:
        assert value == truth
        assert bound == EXACT


@given(searches())
def test_the_principal_variation_is_played_out(drawn):
    """The principal variation, in the tree and beside it, is a legal line as deep as the search; its end has its value."""
    position, depth, evaluator, order = drawn
    result = search(position, depth, evaluator, move_order=order)
    tree = result.tree
    end = position
    assert tuple(int(tree.move[row]) for row in tree.principal_variation()[1:]) == result.principal_variation
    assert result.column == (None if tree.best_child(0) is None else tree.move[tree.best_child(0)])
    for column in result.principal_variation:
        end = end.play(column)
    assert result.principal_variation[:1] == (() if result.column is None else (result.column,))
    assert len(result.principal_variation) == depth or end.outcome() is not None
    leaf = (
        search(end, 1, evaluator, maximizer=position.to_move).value.points
        if end.outcome()
        else evaluator.evaluate(end, position.to_move)
    )
    if not (end.outcome() and len(result.principal_variation) == depth and position.rules.scoring != FIRST_LINE):
        assert leaf == result.value.points


@often(25)
@given(searches(), windows(), algorithms)
def test_mirrored_position_mirrored_tree(drawn, evaluator, algorithm):
    """With a symmetric evaluator, mirrored position and order leave the mirrored tree."""
    position, depth, _, order = drawn
    last = position.rules.columns - 1
    tree = search(position, depth, evaluator, algorithm, move_order=order).tree
    mirrored = search(
        position.mirror(), depth, evaluator, algorithm, move_order=[last - column for column in order]
    ).tree
    for name in ("value", "alpha", "beta", "parent", "size", "ply", "kind", "bound", "order"):
        assert (tree.rows[name] == mirrored.rows[name]).all()
    assert (tree.move[1:] == last - mirrored.move[1:]).all()
    for row in range(0, len(tree), 7):
        assert mirrored.position(row) == tree.position(row).mirror()


def test_a_lost_side_plays_for_time():
    """A side that must lose takes the column that loses latest."""
    result = search(Position.from_moves("77355252644527524"), 6, V2(), "minimax")
    assert [WIN + result.columns[column].points for column in range(7)] == [21, 21, 19, 21, 21, 21, 23]
    assert result.column + 1 == 7
    assert result.value == (23 - WIN, EXACT)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_position_that_is_over(algorithm):
    """Searching a finished game gives its value in one node, and no column."""
    position = Position.from_moves("1212121")
    result = search(position, 5, V2(), algorithm)
    assert result.column is None
    assert result.value == (7 - WIN, EXACT)
    assert result.nodes == 1
    assert result.columns == {}
    assert result.principal_variation == ()
    assert result.complete
    assert len(result.tree) == 1
    assert result.tree.kind[0] == TERMINAL


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"depth": 0}, "the depth must be a whole number from 1, not 0"),
        ({"depth": -3}, "the depth must be a whole number from 1, not -3"),
        ({"depth": 2.5}, "the depth must be a whole number from 1, not 2.5"),
        ({"algorithm": "negamax"}, "unknown algorithm 'negamax': choose minimax or alphabeta"),
        ({"move_order": (3, 2, 4)}, "an order must name each of the columns 1 to 7 once, not 4 3 5"),
        ({"move_order": (0, 0, 1, 2, 3, 4, 5)}, "an order must name each of the columns 1 to 7 once"),
        ({"budget": 7}, "7 rows cannot hold the root and its columns: use 0 or at least 8"),
        ({"budget": -1}, "-1 rows cannot hold"),
        ({"alpha": 5, "beta": 5}, "the window is empty: alpha 5 is not below beta 5"),
    ],
)
def test_bad_requests_are_refused(arguments, words):
    """A depth, algorithm, order, budget or window that makes no sense is refused in words."""
    with refused(match=words):
        search(Position(), **{"depth": 2, "evaluator": V2(), **arguments})
