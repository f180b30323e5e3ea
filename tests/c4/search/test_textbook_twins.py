"""The compiled search and the textbook agree node for node, in every field."""

import pytest
from hypothesis import example, given
from often import often
from strategies import any_rules, searches
from toys import Remembered

from c4.evaluators.v1 import V1
from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.game.rules import Rules
from c4.search import textbook
from c4.search.fixed_depth import ALGORITHMS, search


def assert_twins(position, depth, evaluator, move_order, algorithm):
    """The recorded tree equals the textbook's nodes in every field; counters and best column follow from them."""
    book = {"minimax": textbook.minimax, "alphabeta": textbook.alphabeta}[algorithm](
        position, depth, evaluator, move_order
    )
    result = search(position, depth, evaluator, algorithm, move_order=move_order)
    rows = result.tree.rows
    paths = [result.tree.path(row) for row in range(len(rows))]
    fields = ("alpha", "beta", "order", "kind", "value", "bound")
    recorded = [(path, *row) for path, row in zip(paths, rows[list(fields)].tolist(), strict=True)]
    expected = [(node.path, *(getattr(node, name) for name in fields)) for node in book]
    assert recorded == expected

    visited = [node for node in book if node.bound != textbook.NO_BOUND]
    assert result.nodes == len(visited)
    assert result.pruned == len(book) - len(visited)
    assert result.value == (book[0].value, book[0].bound)
    columns = [node for node in visited if len(node.path) == 1]
    assert result.columns == {node.path[0]: (node.value, node.bound) for node in columns}
    best = next((node.path[0] for node in columns if node.value == book[0].value), None)
    assert result.column == best


@often(15)
@given(searches(), any_rules().flatmap(lambda rules: searches(400, rules)))
@example(
    (Position(rules=Rules(8, 7)), 3, V2(), (6, 5, 4, 3, 2, 1, 0)),
    (Position(rules=Rules(15, 4, 5)), 3, V1(), (0, 1, 2, 3)),
)
def test_twins_on_random_searches(drawn, another):
    """On any position, board, depth, evaluator and order both algorithms record what the textbook writes."""
    for algorithm in ALGORITHMS:
        assert_twins(*drawn, algorithm)
        assert_twins(*another, algorithm)


@often(20)
@given(searches(300))
def test_twins_with_a_memory(drawn):
    """The twins agree also with an evaluator that keeps a memory during the compiled search."""
    position, depth, _, move_order = drawn
    for algorithm in ALGORITHMS:
        assert_twins(position, depth, Remembered(), move_order, algorithm)


@pytest.mark.parametrize(
    "rules", [Rules(3, 3, 3), Rules(2, 3, 2), Rules(3, 2, 3, "count-lines"), Rules(2, 3, 3, "count-lines")], ids=str
)
def test_twins_on_whole_games(rules):
    """On tiny boards the twins agree down to the end of every game, however deep they were asked to look."""
    for depth in (rules.cells - 1, rules.cells, rules.cells + 1, 50):
        assert_twins(Position(rules=rules), depth, V2(), rules.centre_first, "alphabeta")
