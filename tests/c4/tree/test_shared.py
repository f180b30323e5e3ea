"""Positions that a search visited more than once, against a count by positions."""

from collections import defaultdict

import pytest

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree.searchtree import PRUNED
from c4.tree.shared import Kin, repeats, visits


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


def test_repeats_are_counted_with_what_one_visit_would_have_saved(tree):
    found = repeats(tree)
    assert found
    assert [repeat.repeated for repeat in found] == sorted((repeat.repeated for repeat in found), reverse=True)
    for repeat in found:
        assert len(repeat.rows) > 1
        assert list(repeat.rows) == visits(tree, repeat.rows[0])
        nodes = [tree.searched(row) for row in repeat.rows]
        assert (repeat.nodes, repeat.largest) == (sum(nodes), max(nodes))


def test_the_setter_of_a_bound_has_its_value(tree):
    setters = {row: Kin(tree, row).setter for row in range(0, len(tree), 5)}
    found = {row: setter for row, setter in setters.items() if setter is not None}
    assert found
    for row, setter in found.items():
        node = int(tree.parent[row]) if tree.kind[row] == PRUNED else row
        assert tree.value[setter] in (tree.alpha[node], tree.beta[node])
