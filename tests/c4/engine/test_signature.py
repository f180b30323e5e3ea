"""The engine's signature: what it finds, and how many nodes it visits, at twenty positions."""

import pytest

from c4.engine.deepening import search
from c4.evaluators.v2 import V2
from c4.game.position import Position

DEPTH = 9

RESULTS = [
    ("", 4, 6, 36774),
    ("1", 4, 2, 63671),
    ("333", 6, 0, 38281),
    ("3345", 3, 2, 38395),
    ("4453", 4, 2, 34254),
    ("4415", 4, 2, 35793),
    ("53442", 4, 28, 36925),
    ("12345", 3, 7, 24020),
    ("44443", 5, 9, 30319),
    ("261534", 7, -4, 15497),
    ("363514", 7, 13, 10628),
    ("4432551", 6, 52, 6008),
    ("4444433", 3, 4, 24294),
    ("7654321", 5, 4, 44784),
    ("2532347", 3, 17, 22769),
    ("5247361", 3, 32, 40206),
    ("4143521", 4, -19, 16117),
    ("445123", 4, -13, 28167),
    ("44123567", 4, -30, 16637),
    ("44441215", 5, 2, 41320),
]
"""(moves, column from 1, value, nodes); together the 604,859 nodes of `python -m lab measure bench --depth 9`."""


@pytest.mark.parametrize(("moves", "column", "value", "nodes"), RESULTS)
def test_results_and_node_counts_stay(moves, column, value, nodes):
    """A change of speed alone moves none of these numbers; any other change says why it does."""
    result = search(Position.from_moves(moves), V2(), depth=DEPTH)
    assert result.column + 1 == column
    assert result.value.points == value
    assert result.nodes == nodes
