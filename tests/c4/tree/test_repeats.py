"""Positions that a search visited more than once, against a count by positions."""

from collections import defaultdict

import pytest

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree.repeats import visits
from c4.tree.searchtree import PRUNED


@pytest.fixture(scope="module")
def tree():
    return search(Position.from_moves("44"), 5, load("v2"), "alphabeta").tree


def test_visits_are_the_rows_with_the_same_stones_and_side_to_move(tree):
    by_position = defaultdict(list)
    for row in range(len(tree)):
        if tree.kind[row] != PRUNED:
            position = tree.position(row)
            by_position[position.grid(), position.to_move].append(row)
    for rows in list(by_position.values())[::7]:
        assert all(visits(tree, row) == rows for row in rows)
    assert visits(tree, int((tree.kind == PRUNED).argmax())) == []
