"""Pictures for papers and slides."""

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from refusal import refused

import c4
from c4.learning.run import Progress
from c4.learning.windows import WindowsLearner
from visualizer import plot


@pytest.fixture
def axes():
    figure = Figure(figsize=(8, 4))
    FigureCanvasAgg(figure)
    return figure.subplots(1, 2)


def test_a_board_and_a_tree_on_axes_of_ones_own(axes):
    """They are drawn where they are asked for, and can be written to a file."""
    decision = c4.look_ahead("4453", 4)
    left = plot.board(
        decision.tree.root, {column: value.points for column, value in decision.columns.items()}, ax=axes[0]
    )
    right = plot.tree(decision.tree, ax=axes[1])
    assert (left, right) == tuple(axes)
    assert len(left.patches) == 1 + 42
    assert {text.get_text() for text in left.texts} >= {"1", "7", str(decision.value.points)}
    assert right.collections
    assert str(decision.value.points).replace("-", "−") in {text.get_text() for text in right.texts}
    right.figure.canvas.draw()


def test_a_tree_with_more_unfolded():
    """Rows that are named show all their replies; too many are refused."""
    tree = c4.look_ahead("4453", 5).tree
    plain, more = plot.tree(tree, words=False), plot.tree(tree, tree.children(0)[3:5], words=False)
    glyphs = [sum(len(part.get_offsets()) for part in axes.collections) for axes in (plain, more)]
    assert glyphs[1] > glyphs[0]
    refused(lambda: plot.tree(tree, range(len(tree)), words=False))


def test_a_curve():
    """Every figure over the games, or those named; two runs on the same axes have colours of their own."""
    runs = [Progress(games, 20, 0.1, 1.0, {"episodes": games, "won": games // 2, "even": 0.5}) for games in (10, 20)]
    axes = plot.curve(runs)
    assert [line.get_label() for line in axes.lines] == ["won", "even"]
    assert axes.lines[0].get_xydata().tolist() == [[10, 5], [20, 10]]
    plot.curve(runs, ["won"], axes, "second")
    assert axes.lines[2].get_label() == "second: won"
    assert len({line.get_color() for line in axes.lines}) == 3
    assert plot.curve([]).lines[:] == []
    refused(lambda: plot.curve(runs, ["lost"]), "no report has a figure 'lost': they have episodes, won, even")


def test_a_curve_of_weights():
    """A learner's weights have the names of its features."""
    learner = WindowsLearner.create(1)
    report = Progress(1, 1, 0.1, 1.0, learner.figures() | {"episodes": 1})
    names = learner.features[:2]
    lines = plot.curve([report], names, features=learner.features).lines
    assert [(line.get_label(), line.get_ydata()[0]) for line in lines] == list(zip(names, learner.weights))
    assert plot.curve([report], ["weights 9"]).lines[0].get_ydata()[0] == learner.weights[8]
