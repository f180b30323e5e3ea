"""The tree of a strategy in the tree pane: the marks of its leaves, and the agent that plays by it."""

from c4.game.position import Position
from c4.strategy.graph import default_path
from c4.strategy.tree import tree_of
from c4.strategy.trial import find_diagram, of_diagram
from visualizer.shell.strategies import Strategies

ROOT = Position.from_moves("333557752147")


def test_a_leaf_has_the_marks_of_its_diagram():
    found = find_diagram(ROOT, 10)
    strategy = of_diagram(ROOT, found.owner, found.result, found.diagram)
    tree, shown = tree_of(strategy), Strategies()
    shown.keep(strategy, None)
    marks, legend = shown.marks(tree, tree.position(0))
    drawn = found.diagram.rows(ROOT)
    assert marks
    assert all(drawn[5 - row][column] == mark for (row, column), mark in marks.items())
    assert all(f"\n{mark}  " in legend for mark in marks.values())
    assert shown.model_of(tree) is None
    shown.keep(strategy, str(default_path()))
    assert shown.model_of(tree) == {}
    shown.keep(strategy, "mine")
    assert shown.model_of(tree) == {"strategy": "mine"}
