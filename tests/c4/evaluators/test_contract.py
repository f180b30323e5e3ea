"""What every evaluator of the registry must keep; a new entry is tested by being there."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from often import often
from strategies import STANDARD_COUNT, evaluator_of, positions, standard_positions
from toys import Remembered, Summed

from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.evaluators.base import Evaluator, start_memory
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.game.values import WIN_FLOOR
from c4.kernels.board import board_of
from c4.search.fixed_depth import search

contract = pytest.mark.parametrize(
    "evaluator", [*map(evaluator_of, EVALUATORS), Summed(), Remembered()], ids=[*EVALUATORS, "summed", "remembered"]
)


def tables_or_none(evaluator: Evaluator, rules: Rules):
    """The evaluator's arrays, or None for a board it does not know (never the standard one)."""
    try:
        return evaluator.tables(rules)
    except C4Error:
        assert (rules.rows, rules.columns, rules.connect) != (6, 7, 4)
        return None


def compiled(evaluator: Evaluator, position, maximizer: int) -> int:
    """What the evaluate kernel says of a position."""
    tables = evaluator.tables(position.rules)
    start_memory(position, maximizer, evaluator, tables)
    mine = np.uint64(position.stones[maximizer])
    theirs = np.uint64(position.stones[1 - maximizer])
    return evaluator.evaluate_kernel(mine, theirs, position.to_move == maximizer, board_of(position.rules), tables)


@contract
def test_entry_and_class_agree(evaluator):
    """Name, label, unit, scale and limit are there, and no value can pass for a won game."""
    if evaluator.name in EVALUATORS:
        assert EVALUATORS[evaluator.name].label == evaluator.label
        assert EVALUATORS[evaluator.name].about
    assert evaluator.unit
    assert evaluator.scale >= 1
    assert 0 < evaluator.limit < WIN_FLOOR
    assert 0 < evaluator.line_value * len(STANDARD.lines) < WIN_FLOOR


@contract
def test_tables_are_what_the_kernel_reads(evaluator):
    """Tables are 1-d arrays of the promised types, fresh for every search where they are written to."""
    first = evaluator.tables(STANDARD)
    second = evaluator.tables(STANDARD)
    assert [array.dtype for array in first] == [np.int64, np.int64, np.float32, np.uint64]
    assert all(array.ndim == 1 and array.flags.c_contiguous for array in first)
    if evaluator.update_kernel is not None:
        assert not np.shares_memory(first.memory, second.memory)


@contract
@often(30)
@given(position=positions() | standard_positions, side=st.sampled_from([0, 1, None]))
def test_values_stay_inside_the_limit_and_are_explained(evaluator, position, side):
    """|value| <= limit, the value is a whole number, and the contributions of the explanation add up to it exactly."""
    assume(tables_or_none(evaluator, position.rules) is not None)
    value = evaluator.evaluate(position, side)
    rows = evaluator.explain(position, side)
    assert type(value) is int
    assert abs(value) <= evaluator.limit
    assert sum(row.contribution for row in rows) == value
    assert all(row.feature and isinstance(row.cells, tuple) for row in rows)
    assert all(0 <= r < position.rules.rows and 0 <= c < position.rules.columns for row in rows for r, c in row.cells)


@contract
@often(20)
@given(position=positions() | standard_positions, side=st.sampled_from([0, 1, None]))
def test_the_cells_share_what_belongs_to_cells(evaluator, position, side):
    """The shares lie on the board and add up to what the explanation gives to cells."""
    assume(tables_or_none(evaluator, position.rules) is not None)
    shares = evaluator.shares(position, side)
    placed = sum(
        row.contribution for row in evaluator.explain(position, side) if row.cells or evaluator.name == "windows"
    )
    assert sum(shares.values()) == pytest.approx(placed, abs=1e-6 * evaluator.limit)
    assert all(0 <= r < position.rules.rows and 0 <= c < position.rules.columns for r, c in shares)


@pytest.mark.slow
@contract
@often(60)
@given(position=positions() | standard_positions, side=st.sampled_from([0, 1]))
def test_the_compiled_leaf_equals_evaluate(evaluator, position, side):
    """The compiled evaluation gives exactly the value of the readable one, for either side as MAX, on every board."""
    assume(tables_or_none(evaluator, position.rules) is not None)
    assert compiled(evaluator, position, side) == evaluator.evaluate(position, side)


@contract
@often(30)
@given(position=standard_positions)
def test_by_default_the_side_to_move_is_asked_about(evaluator, position):
    """Without a side the value is that of the side to move, and the other side's is its negative."""
    assert evaluator.evaluate(position) == evaluator.evaluate(position, position.to_move)
    assert evaluator.evaluate(position) == -evaluator.evaluate(position, 1 - position.to_move)


@contract
def test_symmetry_is_as_claimed(evaluator):
    """A symmetric evaluator gives mirror images the same value; V1 and V2 rightly claim no symmetry."""
    unequal = 0

    @often(60)
    @given(positions())
    def compare(position):
        nonlocal unequal
        if tables_or_none(evaluator, position.rules) is not None:
            unequal += evaluator.evaluate(position) != evaluator.evaluate(position.mirror())

    compare()
    assert (unequal == 0) == evaluator.symmetric


@contract
def test_values_in_words(evaluator):
    """A value is said in units: whole points as they are, parts of a unit with their sign, and no zero has one."""
    plain = evaluator.scale == 1
    assert evaluator.in_words(3 * evaluator.scale) == ("3" if plain else "+3.00")
    assert evaluator.in_words(-3 * evaluator.scale) == ("−3" if plain else "−3.00")
    assert evaluator.in_words(-0.001 * evaluator.scale) == ("0" if plain else "0.00")


@contract
def test_it_sits_inside_the_search(evaluator):
    """Both scorings can be searched with it, and the leaves of the tree are its values."""
    for rules in (STANDARD, STANDARD_COUNT):
        tree = search(Position.from_moves("4453", rules), 2, evaluator, "minimax").tree
        leaves = [row for row in range(len(tree)) if tree.ply[row] == 2]
        assert len(leaves) == 49
        assert all(tree.value[row] == evaluator.evaluate(tree.position(row), tree.maximizer) for row in leaves)
