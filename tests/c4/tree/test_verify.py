"""Every explanation of a tree is derived a second time from its rows; a record that was changed does not pass."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from often import often
from strategies import any_options, searches

from c4.engine import deepening as engine
from c4.engine.ingredients import USUAL
from c4.evaluators import load
from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.search.fixed_depth import ALGORITHMS, search
from c4.search.textbook import minimax
from c4.tree.cutoff_words import COUNTABLE, skipped_at
from c4.tree.explain import story
from c4.tree.reason import cut_of, reason
from c4.tree.row_words import line_text, row_text, short_value
from c4.tree.searchtree import INTERIOR, NO_MOVE, PRUNED
from c4.tree.verify import steps, verify

NAMES = ("Red", "Yellow")


@st.composite
def plain_trees(draw, nodes=400):
    """(tree, evaluator) of a plain search, whole or under a small budget."""
    position, depth, evaluator, order = draw(searches(nodes))
    budget = draw(st.sampled_from([1_000_000, position.rules.columns + 1, 60 + position.rules.columns]))
    return search(
        position, depth, evaluator, draw(st.sampled_from(ALGORITHMS)), move_order=order, budget=budget
    ).tree, evaluator


@often(20)
@given(plain_trees())
def test_everything_a_plain_search_left_holds(made):
    """Minimax and alpha-beta, all evaluators, boards and scorings, whole and cut short by the budget."""
    tree, evaluator = made
    done: list[None] = []
    assert verify(tree, evaluator, partial(done.append, None)) == []
    assert len(done) == steps(tree)
    assert verify(tree) == []


@often(20)
@given(searches(400), any_options, st.integers(0, 3000))
def test_everything_the_engine_left_holds(drawn, options, extra):
    """The engine with any ingredients: null moves, quick looks, null windows, table and threats."""
    position, depth, evaluator, order = drawn
    budget = 3 * position.rules.columns + 2 + extra
    tree = engine.search(position, evaluator, depth=depth, options=options, move_order=order, budget=budget).tree
    assert verify(tree, evaluator) == []


def changed(tree, row, name, to):
    rows = tree.rows.copy()
    rows[name][row] = to
    return replace(tree, rows=rows)


FIELDS = ("value", "alpha", "beta", "parent", "size", "left_out", "move", "ply", "kind", "bound", "order", "note")


@often(60)
@given(plain_trees(150), st.data())
def test_any_field_that_is_changed_is_noticed(made, data):
    """One field of one row of a plain search, changed to anything else, is caught."""
    tree, evaluator = made
    row = data.draw(st.integers(0, len(tree) - 1))
    name = data.draw(st.sampled_from(FIELDS))
    is_bound_to_the_rest = not (tree.left_out[row] and name in ("value", "bound", "left_out"))
    assume(is_bound_to_the_rest and not (row == 0 and name in ("alpha", "beta")))
    old = int(tree.rows[name][row])
    bits = np.iinfo(tree.rows.dtype[name])
    near = st.integers(max(bits.min, old - 3), min(bits.max, old + 3))
    to = data.draw(near | st.integers(bits.min, bits.max))
    assume(to != old)
    assert verify(changed(tree, row, name, to), evaluator)


@pytest.mark.parametrize("name", ["value", "alpha", "beta", "bound", "size", "move", "note", "kind"])
def test_an_engine_record_that_was_changed_is_noticed(name):
    """So it is in the engine's record, wherever a node's children are there."""
    tree = engine.search(Position.from_moves("4453"), V2(), depth=4, budget=100_000).tree
    chance = np.random.default_rng(5)
    for row in chance.choice(
        np.flatnonzero((tree.kind == INTERIOR) & (tree.size > 1) & (np.arange(len(tree)) > 0)), 4
    ).tolist():
        assert verify(changed(tree, row, name, int(tree.rows[name][row]) + 1), V2()), (row, name)


def test_counters_that_do_not_tally_are_noticed():
    """A tree whose counts of nodes or pruned replies are off by one is refused."""
    tree = search(Position(), 4, V2()).tree
    assert verify(replace(tree, nodes=tree.nodes + 1))
    assert verify(replace(tree, pruned=tree.pruned - 1))


@often(20)
@given(plain_trees(200))
def test_the_paragraph_says_what_the_reason_is(made):
    """The words name the reply, the value, the ancestor and the count that the reason holds."""
    tree, _ = made
    for row in range(len(tree)):
        why = reason(tree, row)
        text = story(tree, row, NAMES)
        if why.sort == "cut":
            gives = "MAX at least" if tree.is_max(why.node) else "MAX at most"
            assert f"Reply {int(tree.move[why.chosen]) + 1} already gives {gives}" in text
            assert short_value(tree, tree.value[why.chosen]) in text
            if why.limit.holder is not None:
                assert line_text(tree, why.limit.holder) in text
            assert "This skipped " in text
        elif why.sort == "choice":
            assert f"column {int(tree.move[why.chosen]) + 1}" in text
            assert ("bound is enough" in text) == (why.limit is not None) == (row_text(tree, row)[0] in "≤≥")


@often(20)
@given(plain_trees(600))
def test_skipped_positions_are_what_minimax_would_have_visited(made):
    """Counted: the nodes of plain minimax below the pruned replies; not counted: at least as many."""
    tree, evaluator = made
    cuts = [row for row in range(len(tree)) if tree.kind[row] == INTERIOR and cut_of(tree, row)]
    for row in cuts[:6]:
        pruned = [child for child in tree.children(row) if tree.kind[child] == PRUNED]
        depth = tree.depth - int(tree.ply[pruned[0]])
        truth = 0
        for child in pruned:
            position = tree.position(child)
            truth += len(minimax(position, depth, evaluator)) if depth else 1
        counted = skipped_at(tree, row)
        most = skipped_at(tree, row, budget=0)
        assert counted.exact == (most.positions <= COUNTABLE)
        assert counted.replies == len(pruned)
        assert not most.exact
        assert counted.positions == truth <= most.positions


@pytest.mark.slow
def test_a_null_move_that_cuts_is_told_as_one():
    """Passing is no reply, and after it no reply was searched."""
    options = replace(USUAL, null_move=True)
    tree = engine.search(Position.from_moves("4453"), load("v2"), depth=9, options=options, budget=8_000).tree
    row = next(
        row
        for row in range(len(tree))
        if tree.kind[row] == INTERIOR and (cut := cut_of(tree, row)) and tree.move[cut.chosen] == NO_MOVE
    )
    text = story(tree, row, NAMES)
    assert "Passing already gives" in text
    assert "cut off" in text
    assert verify(tree, load("v2")) == []
