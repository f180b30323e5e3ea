"""A strategy as a tree: every row verified, repeated positions opened, told in words."""

import numpy as np
import pytest

from c4.game.position import Position
from c4.game.rules import C4Error
from c4.strategy.diagram import Diagram
from c4.strategy.graph import read
from c4.strategy.making import make
from c4.strategy.tree import open_node, tree_of
from c4.strategy.trial import of_diagram
from c4.tree import treefile
from c4.tree.explain import story
from c4.tree.searchtree import HORIZON
from c4.tree.verify import verify

ROOT = "333557752147"


@pytest.fixture(scope="module")
def strategy(tmp_path_factory):
    path = tmp_path_factory.mktemp("strategy") / "s"
    make(Position.from_moves(ROOT), path, number=1, work=5_000)
    return read(path)


@pytest.fixture(scope="module")
def tree(strategy):
    return tree_of(strategy)


def test_it_has_every_position_of_the_strategy_and_holds(strategy, tree):
    assert verify(tree) == []
    leaves = {
        tuple(sorted((tree.position(row).stones, tree.position(row).mirror().stones)))
        for row in np.flatnonzero(tree.kind == HORIZON).tolist()
    }
    assert len(leaves) == strategy.counts()[1]
    assert tree.value[0] > 0
    assert tree.best_child(0) is not None


def test_a_position_met_before_is_opened_as_it_is_or_mirrored(tree):
    left = np.flatnonzero(tree.left_out).tolist()
    grown, most = tree, len(tree)
    for _ in left:
        row = int(np.flatnonzero(grown.left_out)[0])
        grown = open_node(grown, row).tree
    assert len(grown) > most
    assert verify(grown) == []
    with pytest.raises(C4Error, match="already recorded"):
        open_node(grown, 0)


def test_every_kind_of_node_is_told(tree):
    names = "Red", "Yellow"
    rows = [0, tree.children(0)[0], int(np.flatnonzero(tree.kind == HORIZON)[0]), int(np.flatnonzero(tree.left_out)[0])]
    words = "the strategy plays column", "every reply is answered", "follows the marks", "stands elsewhere"
    told = [story(tree, row, names) for row in rows]
    assert all(text in said and "stone" in said for text, said in zip(words, told, strict=True))


def test_it_is_saved_and_a_changed_row_is_found(tree, tmp_path):
    treefile.save(tmp_path / "t.npz", tree)
    saved = treefile.load(tmp_path / "t.npz").tree
    assert verify(saved) == []
    saved.rows["value"][tree.best_child(0)] -= 2
    assert verify(saved)


def test_a_diagram_that_fails_makes_no_tree():
    with pytest.raises(C4Error, match="fails"):
        tree_of(of_diagram(Position.from_moves("333557752147"), 0, "win", Diagram()))
