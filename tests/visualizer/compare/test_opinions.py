"""Alpha-beta, Monte-Carlo tree search and exact values beside each other, and the traps that ship."""

import pytest

from c4.evaluators import load
from c4.exact.comparison import compare
from c4.exact.traps import TRAPS
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from visualizer.compare.opinions_view import PLAIN, TABLE_COLUMNS, opinions_view, traps, visits_plot
from visualizer.ui.theme import LIGHT


@pytest.mark.parametrize("trap", TRAPS, ids=[trap.moves for trap in TRAPS])
def test_a_trap_is_said_to_be_one(trap):
    """Alpha-beta is called right and says since when; the columns that keep the result are marked."""
    result = compare(trap.position, load("v2"), depth=trap.depth, simulations=1000, selection=PLAIN, seed=2)
    view = opinions_view(trap.position, trap.about, result, trap.position, "", False)
    assert "Alpha-beta at depth" in view.verdict
    assert f"right, from depth {result.alphabeta_work.depth} on" in view.verdict
    right = result.simulated.column in result.keeping
    assert view.verdict.endswith("wrong.") != right
    assert {row[0] for row in view.rows if "★" in row[1]} == {str(column + 1) for column in trap.right}
    assert all(len(row) == len(TABLE_COLUMNS) for row in view.rows)
    plot = visits_plot(result, LIGHT)
    assert len(plot.lines) == len(result.columns)


def test_without_exact_values_nobody_is_called_right():
    """On a board where lines are counted there is no judge."""
    position = Position(rules=Rules(scoring=COUNT_LINES))
    result = compare(position, load("v2"), depth=2, simulations=100)
    view = opinions_view(position, "", result, position, "", False)
    assert "no exact values" in view.verdict
    assert {row[1] for row in view.rows} == {"–"}


def test_the_window_compares_a_trap_and_shows_its_tree(hand):
    """The menu opens a trap and compares it; a button shows the tree of either search in Analyse."""
    hand.searched()
    hand.do("traps")
    hand.opened()
    window = hand.window.windows.open["opinions"]
    hand.until(lambda: window.known.result is not None)
    hand.pump(0.1)
    trap = next(iter(traps().values()))
    assert window.board.position == trap.position
    assert window.about["text"] == trap.about
    assert len(window.table.get_children()) == len(window.known.result.columns)
    window.tree_buttons[0].invoke()
    hand.until(lambda: hand.app.tree.model.view.tree.algorithm == "mcts")
    assert hand.app.state.game.position == trap.position
