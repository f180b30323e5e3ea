"""The strong search: exact ingredients leave the value alone; limits, stopping, recording."""

import threading
import time
from dataclasses import fields, replace
from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from json_trees import json_content
from often import often
from patience import LONG
from refusal import refused
from strategies import (
    STANDARD_COUNT,
    any_options,
    any_rules,
    late_positions,
    random_game,
    searches,
    unfinished_positions,
)
from toys import Remembered, Summed

from c4.engine.deepening import search
from c4.engine.ingredients import PLAIN, USUAL, SearchOptions
from c4.evaluators.v1 import V1
from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, FIRST_LINE, STANDARD, Rules
from c4.game.values import EXACT, LOWER, UPPER, WIN, sign
from c4.search import fixed_depth
from c4.search.watch import Watch
from c4.tree.explain import story
from c4.tree.searchtree import INTERIOR, NO_MOVE, NULL, PRUNED, REDUCED, RESEARCH, TABLE, THREAT

NAMES = [field.name for field in fields(SearchOptions)]
HARMLESS = [name for name in NAMES if name not in ("extensions", "reductions", "null_move")]

plain_options = st.builds(partial(replace, PLAIN), **{name: st.booleans() for name in HARMLESS})
options_without_null_move = any_options.map(lambda options: replace(options, null_move=False))
options_without_reductions = options_without_null_move.map(lambda options: replace(options, reductions=False))


@often(120)
@given(searches(), plain_options)
def test_exact_ingredients_leave_the_value_alone(drawn, options):
    """Whatever is switched on of what promises it, the value of a depth is that of plain alpha-beta."""
    position, depth, evaluator, order = drawn
    plain = fixed_depth.search(position, depth, evaluator, move_order=order, budget=0)
    result = search(position, evaluator, depth=depth, options=options, move_order=order)
    assert result.value == plain.value
    if result.column is not None:
        assert result.columns[result.column] == result.value
        column = fixed_depth.search(
            position.play(result.column), max(1, depth - 1), evaluator, maximizer=position.to_move, budget=0
        )
        assert depth == 1 or column.value == result.value


def values_at_the_end(position: Position, options: SearchOptions) -> tuple[int, int]:
    """The values of the engine and of alpha-beta, searched to the end of the game."""
    depth = position.rules.cells - position.ply + 1
    result = search(position, V1(), depth=depth, options=options)
    truth = fixed_depth.search(position, depth, V1(), budget=0)
    return result.value.points, truth.value.points


@often(8)
@given(late_positions(), options_without_null_move)
def test_any_ingredients_find_who_wins(position, options):
    """Searched to the end without null moves, every choice of ingredients finds who wins."""
    value, truth = values_at_the_end(position, options)
    assert sign(value) == sign(truth)


@often(8)
@given(
    st.tuples(late_positions(FIRST_LINE), options_without_reductions)
    | st.tuples(late_positions(COUNT_LINES), options_without_null_move)
)
def test_without_reductions_or_with_counted_lines_the_value_is_exact(drawn):
    """Reductions may miss the shortest win; nothing else changes the value at the end, and not where lines are counted."""
    value, truth = values_at_the_end(*drawn)
    assert value == truth


def alike(*results) -> bool:
    """Whether searches found the same on the same way."""
    names = ("column", "value", "columns", "principal_variation", "nodes", "pruned", "depth")
    first, *others = [[getattr(result, name) for name in names] for result in results]
    return all(other == first for other in others)


@given(searches(), any_options)
def test_an_incremental_evaluator_finds_the_same(drawn, options):
    """An evaluator that keeps a running sum gives node for node the search of its twin that counts afresh."""
    position, depth, _, order = drawn
    fresh = search(position, Summed(), depth=depth, options=options, move_order=order)
    stored = search(position, Remembered(), depth=depth, options=options, move_order=order)
    assert alike(fresh, stored)


@pytest.mark.parametrize("nodes", [100, 1000, 10_000, 30_000])
@pytest.mark.parametrize("options", [USUAL, PLAIN, SearchOptions(reductions=True, null_move=True)])
def test_an_incremental_evaluator_cut_short(nodes, options):
    """Stopped in the middle of an iteration, its memory is restored: the twin finds the same."""
    for moves in ("", "4453", "44444412"):
        fresh, stored = (
            search(Position.from_moves(moves), evaluator, nodes=nodes, options=options)
            for evaluator in (Summed(), Remembered())
        )
        assert alike(fresh, stored)


def test_fewer_nodes_than_alphabeta():
    """To the same depth and value the ingredients leave a small part of plain alpha-beta's nodes."""
    position = Position.from_moves("4453")
    plain = fixed_depth.search(position, 9, V2(), budget=0)
    result = search(position, V2(), depth=9, options=PLAIN)
    assert result.value == plain.value
    assert result.nodes < plain.nodes / 10


first_line_rules = any_rules().map(lambda rules: replace(rules, scoring=FIRST_LINE))


@st.composite
def positions_before_a_win(draw) -> Position:
    """The last position but one of a game by random play that somebody wins."""
    game = random_game(draw(first_line_rules), draw(st.randoms(use_true_random=True)))
    assume(game[-1].outcome().winner is not None)
    return game[-2]


@often(45)
@given(positions_before_a_win(), st.integers(1, 5), any_options)
def test_wins_are_taken(position, depth, options):
    """A win at once is taken, with its value, at every depth."""
    result = search(position, V2(), depth=depth, options=options)
    assert result.column in position.winning_columns()
    assert result.value == (WIN - position.ply - 1, EXACT)


@often(60)
@given(unfinished_positions(first_line_rules), st.integers(2, 5), any_options)
def test_losses_are_parried(position, depth, options):
    """From depth 2 on a move that loses at once is only played where all do."""
    assume(not position.winning_columns())
    loses = {column: bool(position.play(column).winning_columns()) for column in position.legal_columns()}
    result = search(position, V2(), depth=depth, options=options)
    assert not loses[result.column] or all(loses.values())


@pytest.mark.parametrize(("moves", "column", "plies"), [("112233", 4, 1), ("4152", 6, 3), ("2532347724", 3, 7)])
def test_shortest_wins(moves, column, plies):
    """A win is found at its true distance: at once, by a double threat, and longer ones."""
    position = Position.from_moves(moves)
    truth = fixed_depth.search(position, 8, V2(), budget=0)
    for options in (USUAL, PLAIN):
        result = search(position, V2(), depth=8, options=options)
        assert result.column + 1 == column
        assert result.value == (WIN - position.ply - plies, EXACT)
        assert result.value == truth.value


@pytest.mark.parametrize("rules", [STANDARD, STANDARD_COUNT], ids=str)
def test_limits_hold_and_none_caps_another(rules):
    """Each limit ends the search alone, and of several the first that is reached does."""
    position = Position.from_moves("4453", rules)
    assert search(position, V2(), depth=5).depth == 5
    few = search(position, V2(), nodes=5_000)
    assert few.complete
    assert 5_000 <= few.nodes < 5_100
    deep = search(position, V2(), nodes=100_000, time_ms=600_000)
    assert deep.depth > 6
    timed = search(position, V2(), time_ms=100)
    assert 0.1 < timed.seconds < 5
    assert search(position, V2(), depth=3, nodes=10**9, time_ms=10_000).depth == 3
    assert search(position, V2(), depth=60, nodes=3_000).nodes < 3_100


@given(searches(), st.integers(1, 3000), any_options)
def test_a_node_limit_gives_the_same_in_every_run(drawn, nodes, options):
    """Limited by nodes, two runs are the same run, and a move comes out however few they are."""
    position, _, evaluator, order = drawn
    first, second = (search(position, evaluator, nodes=nodes, options=options, move_order=order) for _ in range(2))
    assert alike(first, second)
    if position.outcome() is None:
        assert first.column in position.legal_columns()
        assert first.principal_variation[0] == first.column


def test_a_whole_game_ends_the_deepening():
    """Without any limit the search ends when the game is solved: a win that is found, or the last cell."""
    assert search(Position.from_moves("112233"), V2()).depth <= 2
    rules = Rules(4, 4, 4)
    drawn = search(Position(rules=rules), V2())
    assert drawn.value.points == 0
    assert drawn.depth == 16


def test_stopping():
    """A search in another thread is watched and stopped; it answers soon with what it has, and with no tree."""
    watch = Watch()
    results = []
    worker = threading.Thread(target=lambda: results.append(search(Position(), V2(), budget=1000, watch=watch)))
    worker.start()
    while worker.is_alive() and not ((seen := watch.snapshot()) and seen.depth >= 8):
        time.sleep(0.001)
    assert 0 < seen.hash_use <= 1
    assert seen.best is not None
    watch.stop()
    worker.join(LONG)
    assert not worker.is_alive()
    (result,) = results
    assert not result.complete
    assert result.tree is None
    assert result.depth >= seen.depth
    assert result.column in result.columns
    assert result.principal_variation[0] == result.column
    assert result.nodes >= seen.nodes


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"depth": 0}, "the depth must be a whole number from 1, not 0"),
        ({"nodes": 0}, "the number of nodes must be a whole number from 1, not 0"),
        ({"time_ms": 0}, "the time must be a number of milliseconds above 0, not 0"),
        ({"time_ms": float("nan")}, "the time must be a number of milliseconds above 0, not nan"),
        ({"move_order": (3, 2, 4)}, "an order must name each of the columns"),
        ({"budget": 22}, "22 rows cannot hold the root and its columns: use 0 or at least 23"),
    ],
)
def test_bad_requests_are_refused(arguments, words):
    """A limit, an order or a budget that makes no sense is refused in words."""
    with refused(match=words):
        search(Position(), V2(), **arguments)


@given(searches(), any_options, st.integers(0, 3000))
def test_the_record_tallies(drawn, options, extra):
    """Recording changes nothing; recorded and left-out nodes add up; what was done is marked."""
    position, depth, evaluator, order = drawn
    budget = 3 * position.rules.columns + 2 + extra
    result = search(position, evaluator, depth=depth, options=options, move_order=order, budget=budget)
    bare = search(position, evaluator, depth=depth, options=options, move_order=order)
    assert alike(result, bare)
    tree = result.tree
    assert len(tree) <= budget + budget // 4
    assert tree.recorded + tree.total_left_out == tree.nodes <= result.nodes
    assert int(tree.size[0]) == len(tree)
    assert (tree.value[0], tree.bound[0]) == result.value
    if options.null_move is False:
        assert not (tree.note & NULL).any()
    if not options.reductions:
        assert not (tree.note & REDUCED).any()
    if not options.table:
        assert not (tree.kind == TABLE).any()
    for row in range(len(tree)):
        children = tree.children(row)
        moves = [int(tree.move[child]) for child in children]
        if tree.kind[row] == INTERIOR and not tree.left_out[row]:
            assert {move for move in moves if move != NO_MOVE} == set(tree.position(row).legal_columns())
            assert all(tree.kind[child] != PRUNED for child, move in zip(children, moves) if moves.count(move) > 1)
        else:
            assert children == []
        for place, child in enumerate(children):
            assert (int(tree.note[child]) & RESEARCH > 0) == (moves[place] != NO_MOVE and moves[place] in moves[:place])
            assert (moves[place] == NO_MOVE) == bool(tree.note[child] & NULL)


@often(30)
@given(searches(600), plain_options)
def test_bounds_of_the_record_bind_minimax(drawn, options):
    """With exact ingredients every row bounds plain minimax of its position and depth, as its bound says."""
    position, depth, evaluator, order = drawn
    tree = search(position, evaluator, depth=depth, options=options, move_order=order, budget=100_000).tree
    depth = tree.depth  # less than asked for when the game was decided earlier
    for row in range(len(tree)):
        if tree.kind[row] == PRUNED or depth == tree.ply[row]:
            continue
        truth = fixed_depth.search(
            tree.position(row), depth - int(tree.ply[row]), evaluator, maximizer=tree.maximizer, budget=0
        ).value.points
        value = int(tree.value[row])
        assert {EXACT: value == truth, LOWER: value <= truth, UPPER: value >= truth}[int(tree.bound[row])]


def test_the_record_tells_what_was_done():
    """The record holds table hits, threats, reductions, re-searches and null moves, and the principal variation."""
    result = search(Position.from_moves("4453"), V2(), depth=9, options=replace(USUAL, reductions=True), budget=200_000)
    tree = result.tree
    assert (tree.kind == TABLE).any()
    assert (tree.kind == THREAT).any()
    assert (tree.note & REDUCED).any()
    assert (tree.note & RESEARCH).any()
    line = [int(tree.move[row]) for row in tree.principal_variation()[1:]]
    assert line == list(result.principal_variation[: len(line)])
    assert tree.algorithm == "engine"
    assert not USUAL.reductions | USUAL.null_move
    with_null = search(
        Position.from_moves("4453"), V2(), depth=9, options=replace(USUAL, null_move=True), budget=200_000
    ).tree
    passed = int(np.flatnonzero(with_null.note & NULL)[0])
    before = with_null.position(int(with_null.parent[passed]))
    assert with_null.position(passed).stones == before.stones
    assert with_null.position(passed).to_move == 1 - before.to_move
    nodes = json_content(result.tree)["nodes"]
    assert {"table", "threat"} < {node["kind"] for node in nodes}
    assert ["reduced"] in [node.get("notes") for node in nodes]


@often(20)
@given(searches(600), any_options)
def test_every_row_has_its_story(drawn, options):
    """Every node of the engine's tree can be told in words."""
    position, depth, evaluator, order = drawn
    tree = search(position, evaluator, depth=depth, options=options, move_order=order, budget=2000).tree
    assert all(story(tree, row, ("Red", "Yellow")) for row in range(len(tree)))


def test_an_engine_node_is_not_opened_again():
    """What the budget left out of an engine's tree cannot be searched again as it was; that is said in words."""
    tree = search(Position(), V2(), depth=6, budget=100).tree
    with refused("the engine's table"):
        fixed_depth.open_node(tree, int(np.flatnonzero(tree.left_out)[0]), V2())
