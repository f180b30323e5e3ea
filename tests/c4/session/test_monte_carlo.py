"""Monte-Carlo tree search in a session: hints, saved trees, left-out nodes, and plans to compare it."""

import time

import pytest

from c4.agents import HUMAN
from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.values import EXACT
from c4.mcts.search import search
from c4.search.watch import Watch
from c4.session.plans import PAIRS, Comparing, Plan
from c4.session.searches import expand, of_saved_tree
from c4.tree.query import parse
from c4.tree.selection import SCALE, Selection

PATIENCE_SECONDS = 60


def answered(session):
    """Waits for the answer to a hint."""
    end = time.monotonic() + PATIENCE_SECONDS
    while session.thinking:
        assert time.monotonic() < end, "the search never ended"
        session.poll()
        time.sleep(0.005)


def test_a_hint_of_monte_carlo_tree_search_keeps_its_tree(session):
    """The algorithm of hints can be MCTS, with its own numbers; a seat that it takes makes it that algorithm."""
    game = session(seats=(HUMAN, HUMAN))
    game.set(algorithm="mcts", simulations=200, selection=Selection(exploration=2.0))
    game.analyse()
    answered(game)
    tree = game.shown_search.decision.tree
    assert len(tree.simulations) == 200
    assert tree.simulations.selection.exploration == 2.0
    assert session(seats=(HUMAN, "mcts")).settings.changed(seats=("mcts", HUMAN)).timed
    with pytest.raises(C4Error):
        game.set(algorithm="random")


def test_a_left_out_node_of_a_saved_tree_is_searched_again():
    """A saved tree brings its settings, so the same simulations run again when a node is opened."""
    tree = search(Position(), 300, seed=5, budget=60).tree
    saved = of_saved_tree(tree, Limits(), starter=0)
    assert saved.limits.evaluator == "v2"
    assert saved.limits.simulations == 300
    assert saved.limits.seed == 5
    row = int(tree.left_out.argmax())
    before, expanded = expand(saved, row, Watch())
    grown = expanded.search.decision.tree
    assert before is saved
    assert len(grown) > len(tree)
    assert len(grown.children(int(expanded.grafted.moved[row]))) > 0


def test_a_plan_of_simulations_always_makes_the_same_search():
    """A plan has its number of simulations, its selection, and says so in words."""
    plan = Plan("mcts", evaluator="v2", simulations=300)
    assert plan.words == "MCTS, random playouts, 300 simulations"
    first, second = (plan.run(Position()).tree.simulations.value for _ in range(2))
    assert (first == second).all()
    by_evaluator = Plan("mcts", evaluator="v2", simulations=300, selection=Selection(playouts=0))
    assert by_evaluator.words == "MCTS, V2, 300 simulations"
    assert by_evaluator.run(Position()).tree.evaluator == "v2"


def test_alpha_beta_and_monte_carlo_tree_search_are_compared():
    """Both trees merge into one, in which every path is found."""
    plans = PAIRS["alpha-beta and MCTS"](Plan(depth=3, simulations=200), Position().rules)
    compared = Comparing(Position(), plans)(Watch())
    assert [decision.tree.algorithm for decision in compared.decisions] == ["alphabeta", "mcts"]
    assert len(compared.comparison) >= max(len(decision.tree) for decision in compared.decisions)


def test_won_and_lost_find_what_is_proved():
    """The words of a query mean proved results, or simulations that all ended so."""
    tree = search(Position.from_moves("4455"), 100).tree
    won = parse("won exact").rows(tree)
    assert len(won)
    assert all(tree.value[row] == SCALE and tree.bound[row] == EXACT for row in won)
    assert (tree.value[parse("lost").rows(tree)] == -SCALE).all()
