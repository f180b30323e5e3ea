"""The compiled Monte-Carlo tree search and the textbook agree simulation by simulation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from simulated import TURNING, simulated
from strategies import any_rules

from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.mcts.search import search
from c4.mcts.textbook import Textbook
from c4.tree.selection import Selection


def nodes_below(node):
    """The nodes of the textbook's tree, parents before their children."""
    yield node
    for child in node.children or ():
        yield from nodes_below(child)


def assert_twins(position, selection, evaluator, move_order, seed, simulations):
    """Every simulation has the same path and value, and every node the same visits, sum of values, prior and proof."""
    book = Textbook(position, selection, move_order, seed, evaluator)
    book.search(simulations)
    result = search(
        position, simulations, evaluator, selection=selection, seed=seed, move_order=move_order, budget=100_000
    )
    tree = result.tree
    log = tree.simulations
    ended = [(tree.path(row), value) for row, value in zip(log.leaf.tolist(), log.value.tolist(), strict=True)]
    assert ended == [(entry.path[-1].path, entry.value) for entry in book.log]

    recorded = {
        tree.path(row): (
            int(tree.samples.visits[row]),
            int(tree.samples.total[row]),
            float(log.prior[row]),
            int(log.proved[row]),
        )
        for row in range(len(tree))
    }
    expected = {node.path: (node.visits, node.total, node.prior, node.proved) for node in nodes_below(book.root)}
    assert recorded == expected
    assert result.nodes == sum(node.visits > 0 for node in nodes_below(book.root))


@often(25)
@given(simulated(), simulated(any_rules()))
def test_twins_on_random_simulated(drawn, another):
    """On any position, board, scoring, evaluator, order and setting both run the same simulations."""
    assert_twins(*drawn)
    assert_twins(*another)


@often(15)
@given(simulated(st.sampled_from(TURNING)))
def test_twins_on_boards_that_turn(drawn):
    """The twins agree also where the board turns."""
    assert_twins(*drawn)


@pytest.mark.parametrize("rules", [Rules(3, 3, 3), Rules(2, 3, 2), Rules(3, 2, 3, COUNT_LINES), TURNING[1]], ids=str)
@pytest.mark.parametrize("proofs", [True, False])
def test_twins_on_whole_games(rules, proofs):
    """On tiny boards the twins agree until the root is proved, or the whole game is in the tree."""
    assert_twins(Position(rules=rules), Selection(proofs=proofs), None, rules.centre_first, 7, 400)
