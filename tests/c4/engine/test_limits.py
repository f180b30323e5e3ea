"""The parts of the iterative search: when it ends, how large its table is, and what it hands to the kernel."""

from dataclasses import replace

import pytest

from c4.engine.deepening import IterativeSearch, fresh_engine, is_certain, longest_depth, search, table_bits
from c4.engine.ingredients import INGREDIENTS, PLAIN, USUAL, differing, spoken, switched
from c4.engine.record import SWITCHES
from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules
from c4.game.values import EXACT, WIN, WIN_FLOOR
from c4.search.watch import Watch

COUNTED = replace(STANDARD, scoring=COUNT_LINES)


@pytest.mark.parametrize(
    ("limits", "bits"),
    [
        ((None, None, None), 21),
        ((None, 1, None), 14),
        ((None, (1 << 14) - 1, None), 14),
        ((None, 1 << 14, None), 15),
        ((None, (1 << 20) - 1, None), 20),
        ((None, 1 << 20, None), 21),
        ((None, 1 << 30, None), 21),
        ((None, None, 10), 15),
        ((None, None, 20), 16),
        ((12, None, None), 16),
        ((11, None, None), 15),
        ((1000, None, None), 21),
        ((12, 1 << 18, 1000), 16),
        ((60, 1 << 18, 1000), 19),
        ((60, 1 << 30, 10), 15),
    ],
)
def test_the_table_fits_the_tightest_limit(limits, bits):
    """It has as many bits as the number of nodes that the limits let expect, 14 at least and 21 at most."""
    assert table_bits(*limits) == bits


@pytest.mark.parametrize(
    ("moves", "rules", "depth"),
    [("", STANDARD, 42), ("4453", STANDARD, 38), ("", COUNTED, 43), ("4453", COUNTED, 39), ("12", Rules(2, 3, 3), 4)],
)
def test_the_longest_depth_is_the_number_of_free_cells(moves, rules, depth):
    """Where lines are counted it is one more, for the count of the full board."""
    assert longest_depth(Position.from_moves(moves, rules)) == depth


@pytest.mark.parametrize(
    ("value", "previous", "rules", "options", "certain"),
    [
        (WIN_FLOOR, None, STANDARD, USUAL, True),
        (-WIN_FLOOR, None, STANDARD, USUAL, True),
        (WIN_FLOOR - 1, WIN_FLOOR - 1, STANDARD, USUAL, False),
        (0, 0, STANDARD, USUAL, False),
        (WIN_FLOOR, WIN_FLOOR, COUNTED, USUAL, False),
        (WIN - 9, WIN - 11, STANDARD, switched(USUAL, ["reductions"]), False),
        (WIN - 9, None, STANDARD, switched(USUAL, ["reductions"]), False),
        (WIN - 9, WIN - 9, STANDARD, switched(USUAL, ["reductions"]), True),
        (3, 3, STANDARD, switched(USUAL, ["reductions"]), False),
    ],
)
def test_a_value_is_certain_when_the_game_is_decided(value, previous, rules, options, certain):
    """Only where the first line wins; with reductions two iterations must agree."""
    assert is_certain(value, previous, rules, options) == certain


@pytest.mark.parametrize("bits", [14, 17])
def test_the_kernel_knows_the_size_of_its_table(bits):
    """Two words per entry; the shift leaves as many bits of a hash as number the entries."""
    work = IterativeSearch(Position(), V2(), USUAL, STANDARD.centre_first, 0, bits)
    assert work.control.table_size == 1 << bits
    assert len(work.table) == 2 * work.control.table_size
    assert (1 << 64) - 1 >> int(work.engine.table_shift) == (1 << bits) - 1


def test_the_share_of_the_table_in_use_is_what_is_filled():
    """What a watch shows is the part of the entries that hold something."""
    position = Position.from_moves("4453")
    watch = Watch()
    work = IterativeSearch(position, V2(), USUAL, STANDARD.centre_first, 0, 14)
    watch.attach(work.control)
    work.deepen(7, 1 << 62, 0)
    filled = sum(1 for data in work.table[1::2] if data)
    assert 1000 < filled < 1 << 14
    assert watch.snapshot().hash_use == filled / (1 << 14)
    assert watch.snapshot().depth == 7


@pytest.mark.parametrize("options", [USUAL, PLAIN, switched(USUAL, ["table", "pvs", "null_move"])])
def test_the_kernel_gets_the_switches(options):
    """Each as it is set; extensions only with `forced`, and `forced` only where the first line wins."""
    engine = fresh_engine(options, True)[0]
    assert [bool(engine[name]) for name in SWITCHES] == [getattr(options, name) for name in SWITCHES]
    assert (engine["killer"] == -1).all()
    assert not engine["history_score"].any()
    counted = fresh_engine(options, False)[0]
    assert not counted["forced"]
    assert not counted["extensions"]
    unforced = fresh_engine(replace(options, forced=False), True)[0]
    assert not unforced["forced"]
    assert not unforced["extensions"]


def test_switches_are_spoken_as_they_are_typed():
    """Only those that differ from the usual ones, in their order."""
    options = switched(USUAL, ["null_move", "killers"])
    assert (options.killers, options.null_move) == (False, True)
    assert differing(options) == ("killers", "null_move")
    assert spoken(options) == ["killers=off", "null_move=on"]
    assert differing(USUAL) == ()
    assert switched(options, INGREDIENTS) == switched(USUAL, set(INGREDIENTS) - {"null_move", "killers"})


def test_the_leftmost_column_is_a_move_like_any_other():
    """A win in column 1 is taken, with its value and its line."""
    result = search(Position.from_moves("121212"), V2(), depth=3)
    assert result.column == 0
    assert result.value == (WIN - 7, EXACT)
    assert result.principal_variation == (0,)
    assert result.columns[0] == result.value


def test_a_full_board_is_counted_with_depth_left():
    """Where lines are counted, the full board has the value of its lines from depth 2 on, and there the search ends."""
    last = Position.from_moves("1325", Rules(1, 5, 2, COUNT_LINES))
    result = search(last, V2())
    assert result.column == 3
    assert result.value == (V2().line_value, EXACT)
    assert result.depth == 2
