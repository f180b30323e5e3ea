"""Searches that are watched, stopped, and opened where something was left out."""

import threading
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from patience import LONG
from refusal import refused
from strategies import STANDARD_COUNT, searches
from toys import Remembered, Summed

from c4.evaluators.v1 import V1
from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.search.fixed_depth import ALGORITHMS, open_node, search
from c4.search.watch import Watch


@often(30)
@given(searches(), st.sampled_from(ALGORITHMS), st.integers(0, 40))
def test_opening_every_row_gives_the_whole_tree(drawn, algorithm, extra):
    """Opening left-out rows, each with its window, ends at the tree that recorded everything."""
    position, depth, evaluator, order = drawn
    columns = position.rules.columns
    complete = search(position, depth, evaluator, algorithm, move_order=order).tree
    tree = search(position, depth, evaluator, algorithm, move_order=order, budget=columns + 1 + extra).tree
    for step in range(12):
        closed = np.flatnonzero(tree.left_out)
        if not len(closed):
            break
        row = int(closed[len(closed) // 2])
        before = tree
        unchanged = tree.rows.copy()
        tree = open_node(before, row, evaluator, budget=columns + 1 if step % 2 else 100_000).tree
        same = ("value", "alpha", "beta", "bound", "parent", "move", "order", "ply", "kind")
        assert all(before.rows[name][row] == tree.rows[name][row] for name in same)
        assert (before.rows == unchanged).all()
        assert tree.left_out[row] == 0
        assert tree.recorded + tree.total_left_out == tree.nodes == complete.nodes
        if not step % 2:
            original = complete.find(tree.path(row))
            part, full = (t.rows[i : i + t.size[i]].copy() for t, i in ((tree, row), (complete, original)))
            part["parent"] -= row
            full["parent"] -= original
            part["parent"][0] = full["parent"][0] = 0
            assert (part == full).all()
    while tree.total_left_out:
        tree = open_node(tree, int(np.flatnonzero(tree.left_out)[0]), evaluator, budget=100_000).tree
    assert (tree.rows == complete.rows).all()


def test_only_left_out_rows_can_be_opened():
    """A row below which everything is recorded is refused."""
    tree = search(Position(), 3, V2()).tree
    with refused("everything below this node is already recorded"):
        open_node(tree, 0, V2())


def test_a_stopped_search_keeps_its_finished_columns():
    """Stopped after a column is done, the search returns that column and its value, as a whole search of it finds."""
    position = Position(rules=STANDARD_COUNT)
    watch = Watch()
    results = []
    worker = threading.Thread(
        target=lambda: results.append(search(position, 9, V1(), "minimax", watch=watch, budget=1000))
    )
    worker.start()
    while worker.is_alive() and not ((seen := watch.snapshot()) and seen.best is not None):
        time.sleep(0.001)
    watch.stop()
    worker.join(LONG)
    (result,) = results
    assert not result.complete
    assert result.tree is None
    assert result.principal_variation == ()
    assert 0 < seen.nodes <= result.nodes
    assert 1 <= len(result.columns) < 7
    assert result.value == result.columns[result.column] == max(result.columns.values())
    assert seen.best in seen.columns
    assert set(seen.columns) <= set(result.columns)
    child = search(position.play(3), 8, V1(), maximizer=0)
    assert result.columns[3] == child.value


@pytest.mark.parametrize("depth", [1, 60])
def test_stopped_before_the_start(depth):
    """A watch stopped before the search ends it at once, with no column; its evaluator is as good as new."""
    watch = Watch()
    evaluator = Remembered()
    watch.stop()
    result = search(Position(), depth, evaluator, watch=watch)
    assert result.column is None
    assert result.value is None
    assert result.columns == {}
    assert not result.complete
    assert result.tree is None
    assert result.nodes <= 61
    assert (search(Position(), 4, evaluator).tree.rows == search(Position(), 4, Summed()).tree.rows).all()


def test_opening_can_be_stopped():
    """A stopped opening gives nothing and leaves the tree as it was."""
    tree = search(Position(), 6, V2(), budget=100).tree
    rows = tree.rows.copy()
    watch = Watch()
    watch.stop()
    assert open_node(tree, int(np.flatnonzero(tree.left_out)[0]), V2(), watch=watch) is None
    assert (tree.rows == rows).all()
