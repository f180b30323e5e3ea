"""The strong search: what leaves the value alone leaves it alone; limits, stopping and recording; it plays what must be played."""

import threading
import time
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import BOARDS, STANDARD_COUNT, any_rules, searches, standard_positions
from toys import Remembered, Summed

from c4.evaluators.v1 import V1
from c4.evaluators.v2 import V2
from c4.position import Position
from c4.rules import FIRST_LINE, STANDARD, C4Error, Rules
from c4.search import fixed_depth
from c4.search.engine import ALL, PLAIN, SearchOptions, search
from c4.search.tree import EXACT, INTERIOR, LOWER, NO_MOVE, NULL, PRUNED, REDUCED, RESEARCH, TABLE, THREAT, UPPER, WIN, WIN_FLOOR
from c4.watch import Watch

NAMES = [field.name for field in fields(SearchOptions)]
HARMLESS = [name for name in NAMES if name not in ("extensions", "reductions", "null_move")]

plain_options = st.fixed_dictionaries({name: st.booleans() for name in HARMLESS}).map(lambda switches: replace(PLAIN, **switches))
any_options = st.fixed_dictionaries({name: st.booleans() for name in NAMES}).map(lambda switches: SearchOptions(**switches))


# -- values -----------------------------------------------------------------------------------------------------------------


@settings(max_examples=300)
@given(searches(), plain_options)
def test_exact_ingredients_leave_the_value_alone(one, options):
    """Whatever is switched on of what promises it, the value of a depth is that of plain alpha-beta."""
    position, depth, evaluator, order = one
    plain = fixed_depth.search(position, depth, evaluator, move_order=order, budget=0)
    found = search(position, evaluator, depth=depth, options=options, move_order=order)
    assert found.value == plain.value
    if found.column is not None:
        assert found.columns[found.column] == found.value
        column = fixed_depth.search(position.play(found.column), max(1, depth - 1), evaluator, maximizer=position.to_move, budget=0)
        assert depth == 1 or column.value == found.value
