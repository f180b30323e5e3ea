"""What must be true of every search: counts tally, bounds bind, algorithms agree, mirrors mirror."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from strategies import BOARDS, PUBLISHED, searches, windows
from toys import Remembered, Summed

from c4.errors import C4Error
from c4.evaluators.v1 import V1
from c4.evaluators.v2 import V2
from c4.evaluators.windows import Windows
from c4.game import packed
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Rules
from c4.game.values import EXACT, INFINITY, LOWER, NO_BOUND, UPPER, WIN, WIN_FLOOR
from c4.search.fixed_depth import ALGORITHMS, search
from c4.tree.searchtree import BOUNDS, HORIZON, INTERIOR, PRUNED, TERMINAL

algorithms = st.sampled_from(ALGORITHMS)


def values_by_path(tree) -> dict:
    """{path: (value, bound)} of all searched rows."""
    return {
        tree.path(row): (int(tree.value[row]), int(tree.bound[row]))
        for row in range(len(tree))
        if tree.kind[row] != PRUNED
    }


# -- counting ---------------------------------------------------------------------------------------------------------


@given(searches(), algorithms, st.integers(0, 2000), st.booleans())
def test_counts_tally_under_every_budget(one, algorithm, extra, tiny):
    """Recorded and left-out nodes add up to the engine's counter; the budget changes neither nodes, nor value, nor
    column, nor play.
    """
    position, depth, evaluator, order = one
    budget = position.rules.columns + 1 + (extra % 20 if tiny else extra)
    whole = search(position, depth, evaluator, algorithm, move_order=order)
    some = search(position, depth, evaluator, algorithm, move_order=order, budget=budget)
    none = search(position, depth, evaluator, algorithm, move_order=order, budget=0)
    tree = some.tree
    assert none.tree is None
    assert whole.tree.total_left_out == 0
    assert tree.recorded + tree.total_left_out == tree.nodes == some.nodes == whole.nodes == none.nodes
    assert len(tree) <= budget + budget // 4
    if len(whole.tree) <= budget:
        assert (tree.rows == whole.tree.rows).all()
    for field in ("column", "value", "columns", "principal_variation", "pruned"):
        assert getattr(some, field) == getattr(whole, field) == getattr(none, field)
    everything = whole.tree
    for row in range(len(tree)):
        assert tree.searched(row) == everything.searched(everything.find(tree.path(row)))


@given(searches(), st.integers(0, 300))
def test_children_are_recorded_all_or_not_at_all(one, extra):
    """A row either has a row for each legal move, or is a leaf, or says how many nodes were left out below it."""
    position, depth, evaluator, order = one
    tree = search(position, depth, evaluator, move_order=order, budget=position.rules.columns + 1 + extra).tree
    for row in range(len(tree)):
        children = tree.children(row)
        if tree.kind[row] != INTERIOR:
            assert (children, int(tree.left_out[row])) == ([], 0)
        elif tree.left_out[row]:
            assert children == []
        else:
            legal = tree.position(row).legal_columns()
            assert [int(tree.move[child]) for child in children] == [column for column in order if column in legal]
            assert [int(tree.order[child]) for child in children] == list(range(len(legal)))


def test_the_pruned_counter_counts_the_pruned_rows():
    """The counter of pruned siblings equals the rows that are marked so."""
    result = search(Position(), 6, V2())
    assert result.pruned == result.tree.pruned == np.count_nonzero(result.tree.kind == PRUNED)
    assert (packed.is_pruned(result.tree.state) == (result.tree.kind == PRUNED)).all()


# -- values and bounds ------------------------------------------------------------------------------------------------


@often(30)
@given(searches())
def test_bounds_bind_plain_minimax(one):
    """In an alpha-beta tree every exact value equals plain minimax, at-least and at-most truly bound it, and pruned
    rows have no bound.
    """
    position, depth, evaluator, order = one
    truth = values_by_path(search(position, depth, evaluator, "minimax", move_order=order).tree)
    tree = search(position, depth, evaluator, move_order=order).tree
    assert {bound for _, bound in truth.values()} == {EXACT}
    for row in range(len(tree)):
        if tree.kind[row] == PRUNED:
            assert tree.bound[row] == NO_BOUND
            continue
        value, minimax = int(tree.value[row]), truth[tree.path(row)][0]
        assert {EXACT: value == minimax, LOWER: value <= minimax, UPPER: value >= minimax}[int(tree.bound[row])]
        if tree.alpha[row] < value < tree.beta[row]:
            assert tree.bound[row] == EXACT


@given(searches())
def test_minimax_and_alphabeta_agree(one):
    """Both algorithms find the same exact value and the same column; alpha-beta visits no more nodes; exact columns
    have equal values.
    """
    position, depth, evaluator, order = one
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
def test_a_window_gives_what_its_bound_says(one, data):
    """Under any window the root's value is exact inside it, and outside it bounds minimax on the right side; either
    player may be MAX.
    """
    position, depth, evaluator, order = one
    maximizer = data.draw(st.sampled_from([0, 1]))
    truth = search(position, depth, evaluator, "minimax", move_order=order, maximizer=maximizer).value.points
    alpha = truth + data.draw(st.integers(-30, 30))
    beta = alpha + data.draw(st.integers(1, 30))
    value, bound = search(
        position, depth, evaluator, move_order=order, alpha=alpha, beta=beta, maximizer=maximizer
    ).value
    assert {EXACT: value == truth, LOWER: beta <= value <= truth, UPPER: alpha >= value >= truth}[bound]
    if alpha < truth < beta:
        assert (value, bound) == (truth, EXACT)


@given(searches())
def test_the_principal_variation_is_played_out(one):
    """The principal variation is a legal line as deep as the search, whose end has the root's value."""
    position, depth, evaluator, order = one
    result = search(position, depth, evaluator, move_order=order)
    end = position
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
def test_mirrored_position_mirrored_tree(one, evaluator, algorithm):
    """With a mirror-symmetric evaluator the mirrored position, searched in the mirrored order, leaves the mirrored
    tree.
    """
    position, depth, _, order = one
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


# -- won and lost games -----------------------------------------------------------------------------------------------


def test_a_win_now_is_better_than_a_win_later():
    """A line at once is worth WIN minus the stones on the board then, at every depth."""
    position = Position.from_moves("112233")
    for depth in (1, 3, 5, 7):
        result = search(position, depth, V2())
        assert (result.column, result.value) == (3, (WIN - 7, EXACT))


def test_a_lost_side_plays_for_time():
    """A side that must lose takes the column that loses latest."""
    result = search(Position.from_moves("77355252644527524"), 6, V2(), "minimax")
    assert {column + 1: WIN + value.points for column, value in result.columns.items()} == {
        1: 21,
        2: 21,
        3: 19,
        4: 21,
        5: 21,
        6: 21,
        7: 23,
    }
    assert (result.column + 1, result.value) == (7, (23 - WIN, EXACT))


@given(searches())
def test_won_games_stand_beyond_every_evaluation(one):
    """By the first-line rule a finished game is worth WIN minus its stones, negative when lost, 0 when drawn;
    evaluations stay inside.
    """
    position, depth, evaluator, order = one
    tree = search(position, depth, evaluator, move_order=order).tree
    for row in range(len(tree)):
        if tree.kind[row] == HORIZON:
            assert abs(tree.value[row]) <= evaluator.limit < WIN_FLOOR
        if tree.kind[row] == TERMINAL and position.rules.scoring == FIRST_LINE:
            end = tree.position(row)
            winner = end.outcome().winner
            assert tree.value[row] == (
                0 if winner is None else (WIN - end.ply) * (1 if winner == tree.maximizer else -1)
            )


# -- the end of the game ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_position_that_is_over(algorithm):
    """Searching a finished game gives its value in one node, and no column."""
    position = Position.from_moves("1212121")
    result = search(position, 5, V2(), algorithm)
    assert (result.column, result.value, result.nodes, result.columns) == (None, (7 - WIN, EXACT), 1, {})
    assert (result.principal_variation, result.complete, len(result.tree)) == ((), True, 1)
    assert result.tree.kind[0] == TERMINAL


def test_a_full_board_is_scored():
    """Counting lines, a full board is worth the difference of the lines."""
    rules = Rules(2, 2, 2, "count-lines")
    result = search(Position.from_moves("1122", rules), 3, V2())
    assert (result.column, result.value, result.nodes) == (None, (0, EXACT), 1)
    assert search(Position.from_moves("1212", rules), 3, V2()).value == (0, EXACT)


@given(searches(100))
def test_depth_beyond_the_end(one):
    """A depth far beyond the end of the game is the same search as one just deep enough."""
    position, _, evaluator, order = one
    while len(position.legal_columns()) > 2:
        position = position.play(position.legal_columns()[0])
    left = position.rules.cells - position.ply
    if left <= 9:
        enough, far = (search(position, depth, evaluator, move_order=order) for depth in (left + 1, 10_000))
        assert (enough.tree.rows == far.tree.rows).all()
        assert enough.value == far.value


@pytest.mark.parametrize("board", [board for board in BOARDS if not packed.fits(Rules(*board))], ids=str)
def test_boards_without_a_packed_state_search_and_record(board):
    """A board too large for a packed state is searched and recorded like any other."""
    for scoring in ("first-line", "count-lines"):
        rules = Rules(*board, scoring)
        result = search(Position(rules=rules), 3, V1())
        assert result.tree.recorded == result.nodes
        assert result.tree.position(len(result.tree) - 1).ply == result.tree.ply[-1]


# -- memory -----------------------------------------------------------------------------------------------------------


@given(searches(), algorithms)
def test_an_incremental_evaluator_gives_the_same_tree(one, algorithm):
    """An evaluator that keeps a running sum in memory gives the tree of its twin that counts afresh."""
    position, depth, _, order = one
    fresh = search(position, depth, Summed(), algorithm, move_order=order)
    kept = search(position, depth, Remembered(), algorithm, move_order=order)
    assert (fresh.tree.rows == kept.tree.rows).all()
    assert fresh.value == kept.value


# -- bad requests -----------------------------------------------------------------------------------------------------


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
    with pytest.raises(C4Error, match=words):
        search(Position(), **{"depth": 2, "evaluator": V2(), **arguments})


def test_bounds_have_names():
    """The bounds are written as exact, lower, upper, and null for pruned rows."""
    assert [BOUNDS[bound] for bound in (EXACT, LOWER, UPPER, NO_BOUND)] == ["exact", "lower", "upper", None]
    assert search(Position(), 2, Windows(PUBLISHED["a7e9f38"])).tree.alpha[0] == -INFINITY
