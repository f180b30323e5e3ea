"""Alpha-beta, Monte-Carlo tree search and exact values beside each other, and the traps that ship."""

import pytest

from c4.evaluators import load
from c4.exact.comparison import compare
from c4.exact.traps import TRAPS
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from visualizer.compare.opinions_view import PLAIN, TABLE_COLUMNS, opinions_view, visits_plot
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


def test_an_unvisited_reply_has_the_score_of_the_formula():
    """PUCT gives it one, by its prior; it is selected once that is the largest, and infinity would be."""
    position = Position()
    ntuple = load("ntuple")
    result = compare(position, ntuple, depth=2, simulations=50, simulated_evaluator=ntuple)
    view = opinions_view(position, "", result, position, "", False)
    unvisited = [row for row in view.rows if row[3] == "0"]
    assert unvisited
    assert all(row[5].startswith("0.000 + 0.") for row in unvisited)


def test_without_exact_values_nobody_is_called_right():
    """On a board where lines are counted there is no judge."""
    position = Position(rules=Rules(scoring=COUNT_LINES))
    result = compare(position, load("v2"), depth=2, simulations=100)
    view = opinions_view(position, "", result, position, "", False)
    assert "no exact values" in view.verdict
    assert {row[1] for row in view.rows} == {"–"}
