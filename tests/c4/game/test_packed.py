"""The packed state: worked examples of reference system 4, and round trips on every board that fits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusal import refused
from strategies import any_rules, golden, positions

from c4.errors import C4Error
from c4.game import packed
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules

EMPTY = 10378549747928563776
ORDER = (3, 2, 4, 1, 5, 0, 6)
OWN = [
    10378549760813465664, 10378556344998330432, 10378549747953729600, 10381927447649091648,
    10378549747928612928, 12107932004838834240, 10378549747928563872,
]  # fmt: skip
OTHER = [
    10378549756518498368, 10378554145975074880, 10378549747945340992, 10380801547742249024,
    10378549747928596544, 11531471252535410752, 10378549747928563840,
]  # fmt: skip
fitting = positions(any_rules())


def test_the_empty_board():
    """The empty board is 1 001000000 x 7 = 10378549747928563776 (R4-6)."""
    assert Position().packed() == EMPTY == int("1" + "001000000" * 7, 2)


def test_every_first_move():
    """The first stones of either side, in the engine's order, give the reference states (R4-7)."""
    assert [packed.play(EMPTY, column, True) for column in ORDER] == OWN
    assert [packed.play(EMPTY, column, False) for column in ORDER] == OTHER


def test_two_stones_in_the_middle():
    """The other side's stone, then an own one above it: pointer 3, slots 01."""
    assert packed.play(packed.play(EMPTY, 3, False), 3, True) == 10378549767255916608


def test_pruned_siblings():
    """A pruned state differs from the live one in bit 63 alone (R4-5, R4-31)."""
    live = packed.play(OWN[1], 2, False)
    assert live == 10378560743044841536
    assert packed.as_pruned(live) == 1155188706190065728 == live - 2**63
    assert packed.as_normal(1155188706190065728) == live
    assert packed.is_pruned(1155188706190065728)
    assert not packed.is_pruned(live)
    assert packed.decode(1155188706190065728) == packed.decode(live)


def test_where_every_bit_lies():
    """Pointers at 60, 51, ... 6 and slots below them, row 0 first (R4-2)."""
    assert [packed.pointer_shift(column) for column in range(7)] == [60, 51, 42, 33, 24, 15, 6]
    assert all(packed.slot_shift(row, column) == 59 - 9 * column - row for row in range(6) for column in range(7))


@pytest.mark.parametrize("number", range(100))
def test_golden_children_and_mirrors(number):
    """Children of both sides and mirror images of the golden positions have the reference states."""
    case = golden("heuristics")["positions"][number]
    state = int(case["packed"])
    position = Position.from_packed(state, Rules(scoring="count-lines"))
    grid = np.array([[".HA".index(cell) - 1 for cell in row] for row in reversed(case["rows"])])
    assert position.packed() == int(packed.from_grids(grid)) == state
    assert (packed.to_grids(state) == grid).all()
    open_columns = [column for column in ORDER if grid[5, column] < 0]
    for own, name in ((True, "children_max"), (False, "children_min")):
        assert [packed.play(state, column, own) for column in open_columns] == list(map(int, case[name]))
    assert position.mirror().packed() == int(case["mirror_packed"])


@given(fitting)
def test_round_trip(position):
    """Encoding and decoding give the stones back on every board that fits, and the result passes the check."""
    state = position.packed()
    assert packed.decode(state, position.rules) == (position.mine, position.theirs)
    assert packed.decode(packed.as_pruned(state, position.rules), position.rules) == (position.mine, position.theirs)
    packed.check(state, position.rules)
    assert Position.from_packed(state, position.rules) == position


@given(fitting)
def test_playing_the_packed_state_is_playing_the_position(position):
    """A move on the packed state equals the packed state after the move, for either side's stone."""
    for column in position.legal_columns():
        after = position.play(column)
        for side in (0, 1):
            played = packed.play(position.packed(side), column, side == position.to_move, position.rules)
            assert played == after.packed(side)


@given(fitting)
def test_playing_a_full_column_is_refused(position):
    """A full column of a packed state raises an error that names it."""
    for column in range(position.rules.columns):
        if position.height(column) == position.rules.rows:
            with pytest.raises(C4Error, match=f"column {column + 1} is full in the packed state"):
                packed.play(position.packed(), column, True, position.rules)


@given(st.data(), any_rules())
def test_arrays_agree_with_scalars(data, rules):
    """Encode, decode, marks and grids of whole arrays equal those of their elements, in any shape."""
    some = [data.draw(positions(rules)) for _ in range(4)]
    mine, theirs = (
        np.array([getattr(position, side) for position in some], dtype=np.uint64).reshape(2, 2)
        for side in ("mine", "theirs")
    )
    states = packed.encode(mine, theirs, rules)
    assert states.dtype == np.uint64
    assert states.ravel().tolist() == [position.packed() for position in some]
    for array, original in zip(packed.decode(states, rules), (mine, theirs), strict=True):
        assert array.dtype == np.uint64
        assert (array == original).all()
    assert (packed.is_pruned(packed.as_pruned(states, rules), rules) == bool(packed.normal(rules))).all()
    assert not packed.is_pruned(states, rules).any()
    assert (packed.as_normal(packed.as_pruned(states, rules), rules) == states).all()
    grids = packed.to_grids(states, rules)
    assert grids.shape == (2, 2, rules.rows, rules.columns)
    assert grids.dtype == np.int8
    assert (packed.from_grids(grids, rules) == states).all()
    for position, grid in zip(some, grids.reshape(4, rules.rows, rules.columns), strict=True):
        owners = [[position.owner(row, column) for column in range(rules.columns)] for row in range(rules.rows)]
        sign = {None: -1, position.to_move: 1, 1 - position.to_move: 0}
        assert grid.tolist() == [[sign[owner] for owner in row] for row in owners]


def test_bad_grids_are_refused():
    """A grid of another shape, with another number, or with a floating disc is refused."""
    grid = packed.to_grids(OWN[0])
    for wrong in (grid[:5], np.where(grid < 0, 2, grid), np.roll(grid, 2, axis=0)):
        with pytest.raises(C4Error, match=r"(no grid of a board of 7x6|a disc of the grid floats)"):
            packed.from_grids(wrong)


def test_marks_where_there_is_no_room_for_pointers():
    """On 8 columns of 6 rows a column is a mark above its stones: the picture of the bits, and each refusal."""
    rules = Rules(6, 8)
    position = Position.from_moves("11188", rules)
    own = position.packed(0)
    other = position.packed(1)

    def column(state, number):
        return (state >> (7 * (number - 1))) & 0b1111111

    assert [column(own, 1), column(other, 1)] == [0b0001_101, 0b0001_010]
    assert [column(own, 2), column(own, 8)] == [0b0000_001, 0b0000_110]
    assert packed.empty(rules) == Position(rules=rules).packed() == 1 << 63 | sum(1 << 7 * i for i in range(8))
    for state, words in ((own ^ 1 << 7, "column 2 has no mark"), (own | 1 << 62, "the 7 bits below bit 63")):
        with pytest.raises(C4Error, match=words):
            packed.check(state, rules)


@given(fitting)
def test_a_state_is_the_empty_one_and_its_stones(position):
    """Whatever the layout, a state is that of the empty board plus what each stone adds."""
    rules = position.rules
    state = packed.empty(rules)
    for row in range(rules.rows):
        for column in range(rules.columns):
            owner = position.owner(row, column)
            state += 0 if owner is None else packed.added(row, column, owner == 0, rules)
    assert state == position.packed(0)


@pytest.mark.parametrize("rules", [Rules(7, 8), Rules(15, 4), Rules(1, 32)], ids=str)
def test_boards_whose_columns_fill_64_bits(rules):
    """On 8x7 bit 63 belongs to the last column, so a pruned state is the same as the searched one (R4-5)."""
    last = "123456789abcdefghijklmnopqrstuvw"[rules.columns - 1]
    position = Position.from_moves(last * rules.rows, rules)
    empty = Position(rules=rules).packed()
    full = position.packed(0)
    assert empty == sum(1 << rules.stride * column for column in range(rules.columns))
    assert full >> 63 == 1
    for state in (empty, full):
        assert packed.as_pruned(state, rules) == packed.as_normal(state, rules) == state
        assert not packed.is_pruned(state, rules)
        packed.check(state, rules)
    assert Position.from_packed(full, rules).stones == position.stones


@pytest.mark.parametrize(
    ("state", "rules", "words"),
    [
        (-1, STANDARD, "not a 64-bit number"),
        (1 << 64, STANDARD, "not a 64-bit number"),
        (0, STANDARD, "the pointer of column 1 is 0, not 1 to 7"),
        (Position(rules=Rules(5, 7)).packed() & ~(7 << 5), Rules(5, 7), "the pointer of column 7 is 0, not 1 to 6"),
        (Position(rules=Rules(5, 7)).packed() | 7 << 5, Rules(5, 7), "the pointer of column 7 is 7, not 1 to 6"),
        (EMPTY | 1 << 59, STANDARD, "column 1 has a disc above its 0"),
        (Position(rules=Rules(4, 4)).packed() | 1 << 50, Rules(4, 4), "the 35 bits below bit 63 are not in use"),
    ],
)
def test_numbers_that_are_no_state_are_refused(state, rules, words):
    """A number that is no state of the board is refused with the column that gives it away."""
    with refused(match=words):
        packed.check(state, rules)


@given(st.integers(0, 2**64 - 1))
def test_check_accepts_exactly_what_encodes_again(state):
    """A number passes the check just when decoding and encoding it gives it back, bit 63 aside."""
    try:
        packed.check(state)
    except C4Error:
        assert packed.encode(*packed.decode(state)) != packed.as_normal(state)
    else:
        assert packed.encode(*packed.decode(state)) == packed.as_normal(state)
