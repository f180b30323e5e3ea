"""The packed state of reference system 4: a whole position in one 64-bit integer (docs/reference-systems.md, R4-1 to
R4-9).

    bit 63      62 61 60   59 58 57 56 55 54     53 52 51   50 ..    ...      8  7  6    5  4  3  2  1  0
    1 = normal  pointer    slots, row 0 first    pointer    slots             pointer    slots
    0 = pruned  `-------- column 0 ---------'    `--- column 1 ---...         `------- column 6 --------'

The *pointer* of a column is its number of discs + 1.  A *slot* is 1 for a disc of the side the state calls its own
(the searching side), 0 for the other side's disc or an empty cell; only the pointer tells those two apart.  A board
of other size gets columns of (bits for rows + 1) + rows bits in the same order, ending at bit 0, when that fits 63
bits.

A larger board has no room for pointers.  There a *mark* takes their place, a 1 right above a column's highest disc,
and a bit lies where its cell lies on a bitboard (see `c4.game.rules`).  A column of 8x6 (column 1 in bits 0 to 6):

    row    6  5  4  3  2  1  0     6 is the spare row
           0  0  0  0  0  0  1     empty: the mark lies on row 0
           0  0  0  1  a  b  c     three discs, c the lowest: 1 = own, 0 = the other side's
           1  a  b  c  d  e  f     full: the mark lies on the spare row

That needs rows + 1 bits a column.  On a board whose columns fill all 64 bits, such as 8x7, bit 63 belongs to the last
column: the states of searched and pruned positions are the same there.

The functions on states take one int or a numpy array of uint64 and return the same kind, except where they say `int`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from c4.errors import C4Error
from c4.game.columns import full_column
from c4.game.rules import STANDARD, Rules

if TYPE_CHECKING:
    import numpy as np  # not loaded with the rules

    from c4.game.rules import Bits

NORMAL = 1 << 63
"""Bit 63: set in every searched state, cleared in a pruned one."""

ALL_BITS = (1 << 64) - 1


def normal(rules: Rules) -> int:
    """Bit 63, or 0 on a board whose columns need it."""
    return NORMAL if rules.stride * rules.columns <= 63 else 0


def column_bits(rules: Rules) -> tuple[int, int]:
    """(bits of a pointer, bits of a whole column): (3, 9) on the standard board."""
    pointer = (rules.rows + 1).bit_length()
    return pointer, pointer + rules.rows


def has_pointers(rules: Rules) -> bool:
    """Whether the state of the board has pointers; else it has marks."""
    return column_bits(rules)[1] * rules.columns <= 63


def empty(rules: Rules) -> int:
    """The state of the empty board."""
    if not has_pointers(rules):
        return normal(rules) | rules.bottom
    return NORMAL | sum(1 << pointer_shift(column, rules) for column in range(rules.columns))


def added(row: int, column: int, own: bool, rules: Rules = STANDARD) -> int:
    """What a disc on a cell adds to the state: to the pointer, or to the mark below which it comes to lie, and its
    slot where it is `own`.
    """
    if not has_pointers(rules):
        return (1 + own) << rules.cell(row, column)
    return (1 << pointer_shift(column, rules)) + (own << slot_shift(row, column, rules))


def _bits(state: Bits, shift: int, count: int) -> Bits:
    """The number in `count` bits of a state, the lowest of which is bit `shift`."""
    mask = (1 << count) - 1
    bits: Bits = (state >> shift) & mask
    return bits


def _pointer(state: Bits, column: int, rules: Rules) -> Bits:
    """The pointer of a column, where there are pointers."""
    return _bits(state, pointer_shift(column, rules), column_bits(rules)[0])


def _marked_column(state: Bits, column: int, rules: Rules) -> Bits:
    """The bits of a column from row 0 up, where there are marks."""
    return _bits(state, column * rules.stride, rules.stride)


def pointer_shift(column: int, rules: Rules = STANDARD) -> int:
    """The shift of a column's pointer (60, 51, ... 6 on the standard board), where there are pointers."""
    return column_bits(rules)[1] * (rules.columns - 1 - column) + rules.rows


def slot_shift(row: int, column: int, rules: Rules = STANDARD) -> int:
    """The bit number of a slot (59 for the bottom left cell of the standard board)."""
    return pointer_shift(column, rules) - 1 - row


def encode(mine: Bits, theirs: Bits, rules: Rules = STANDARD) -> Bits:
    """The packed state of two bitboards (see `c4.game.rules`); `mine` are the searching side's discs.

    Ints or uint64 arrays.
    """
    state = _number_like(mine, normal(rules))
    stones = mine | theirs
    if not has_pointers(rules):
        marks = stones + rules.bottom
        marked: Bits = state | marks | mine
        return marked
    for pointer_at, slots in _places(rules):
        pointer = 1
        for cell, slot in slots:
            pointer = pointer + ((stones >> cell) & 1)
            state = state | (((mine >> cell) & 1) << slot)
        state = state | (pointer << pointer_at)
    return state


def _number_like(bits: Bits, number: int) -> Bits:
    """A number as an int or, if `bits` is an array, as an array of that shape."""
    result: Bits = (bits & 0) | number
    return result


@cache
def _places(rules: Rules) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """For every column the shift of its pointer, and (cell, slot) from the bottom up."""
    return tuple(
        (
            pointer_shift(column, rules),
            tuple((rules.cell(row, column), slot_shift(row, column, rules)) for row in range(rules.rows)),
        )
        for column in range(rules.columns)
    )


def decode(state: Bits, rules: Rules = STANDARD) -> tuple[Bits, Bits]:
    """The two bitboards (mine, theirs) of a packed state: ints or uint64 arrays.  Nothing is checked."""
    if not has_pointers(rules):
        return _decode_marks(state, rules)
    one = _number_like(state, 1)
    mine = _number_like(state, 0)
    theirs = _number_like(state, 0)
    for column in range(rules.columns):
        pointer = _pointer(state, column, rules)
        for row in range(rules.rows):
            disc = (pointer > row + 1) * one  # 1 if there is a disc
            own = (state >> slot_shift(row, column, rules)) & disc
            mine = mine | (own << rules.cell(row, column))
            theirs = theirs | ((disc ^ own) << rules.cell(row, column))
    return mine, theirs


def _decode_marks(state: Bits, rules: Rules) -> tuple[Bits, Bits]:
    """`decode` on a board whose state has marks."""
    zero = state & 0  # an int or an array, as `state` is
    mine = zero
    theirs = zero
    for column in range(rules.columns):
        cells = _marked_column(state, column, rules)
        up_to_mark = cells
        for _ in range(rules.rows):
            up_to_mark = up_to_mark | up_to_mark >> 1
        discs = up_to_mark >> 1
        own = cells & discs
        mine = mine | own << column * rules.stride
        theirs = theirs | (discs ^ own) << column * rules.stride
    return mine, theirs


def check(state: int, rules: Rules = STANDARD) -> None:
    """Raises C4Error, naming the column, for an int that is not a packed state of this board."""
    if not 0 <= state <= ALL_BITS:
        raise C4Error(f"{state} is no packed state: it is not a 64-bit number")
    if has_pointers(rules):
        _check_pointers(state, rules)
        used = column_bits(rules)[1] * rules.columns
    else:
        _check_marks(state, rules)
        used = rules.stride * rules.columns
    unused = 63 - used
    if unused > 0 and _bits(state, used, unused):
        raise C4Error(
            f"{state} is no packed state of this board: the {unused} bits below bit 63 are not in use and must be 0"
        )


def _check_pointers(state: int, rules: Rules) -> None:
    """Raises C4Error if a pointer is out of range, or a slot above a column's discs is set."""
    for column in range(rules.columns):
        pointer = _pointer(state, column, rules)
        if not 1 <= pointer <= rules.rows + 1:
            raise C4Error(
                f"{state} is no packed state: the pointer of column {column + 1} is {pointer}, not 1 to"
                f" {rules.rows + 1}"
            )
        discs = pointer - 1
        free = rules.rows - discs
        lowest_slot = slot_shift(rules.rows - 1, column, rules)  # that of the highest row
        if _bits(state, lowest_slot, free):
            raise C4Error(f"{state} is no packed state: column {column + 1} has a disc above its {discs}")


def _check_marks(state: int, rules: Rules) -> None:
    """Raises C4Error if a column has no mark."""
    for column in range(rules.columns):
        if not _marked_column(state, column, rules):
            raise C4Error(f"{state} is no packed state: column {column + 1} has no mark above its discs")


def is_pruned(state: Bits, rules: Rules = STANDARD) -> Any:
    """Whether bit 63 is cleared (a bool, or an array of them); never on a board whose columns need that bit."""
    return state & normal(rules) != normal(rules)


def as_pruned(state: Bits, rules: Rules = STANDARD) -> Bits:
    """The same state with bit 63 cleared, unless the columns need that bit."""
    return state & (ALL_BITS ^ normal(rules))


def as_normal(state: Bits, rules: Rules = STANDARD) -> Bits:
    """The same state with bit 63 set, unless the columns need that bit."""
    return state | normal(rules)


def play(state: int, column: int, own: bool, rules: Rules = STANDARD) -> int:
    """The state after a disc of the searching side (`own`) or of the other side is dropped into a column.

    Raises C4Error when the column is full.
    """
    if has_pointers(rules):
        height = _pointer(state, column, rules) - 1
    else:
        mark_and_discs = int(_marked_column(state, column, rules))
        height = mark_and_discs.bit_length() - 1
    if height >= rules.rows:
        raise C4Error(f"{full_column(column)} in the packed state {state}")
    return state + added(height, column, own, rules)


def to_grids(states: Any, rules: Rules = STANDARD) -> np.ndarray:
    """Grids of packed states: shape (..., rows, columns), int8, -1 empty / 0 the other side / 1 the searching side,
    row 0 = bottom.
    """
    import numpy as np

    mine, theirs = decode(np.asarray(states, dtype=np.uint64), rules)
    cells = np.array([[rules.cell(row, column) for column in range(rules.columns)] for row in range(rules.rows)])
    shifts = cells.astype(np.uint64)
    own = mine[..., None, None] >> shifts & 1
    other = theirs[..., None, None] >> shifts & 1
    return (2 * own + other).astype(np.int8) - np.int8(1)


def from_grids(grids: Any, rules: Rules = STANDARD) -> np.ndarray:
    """The packed states (uint64) of grids as `to_grids` makes them; raises C4Error for others and for floating discs."""
    import numpy as np

    grids = np.asarray(grids)
    if grids.shape[-2:] != (rules.rows, rules.columns) or not np.isin(grids, (-1, 0, 1)).all():
        raise C4Error(f"no grid of a board of {rules}: -1 (empty), 0 (other side) or 1 (own) in rows from the bottom")
    if ((grids[..., 1:, :] >= 0) & (grids[..., :-1, :] < 0)).any():
        raise C4Error("a disc of the grid floats: the cell below it is empty (row 0 is the bottom)")
    state = np.full(grids.shape[:-2], empty(rules), dtype=np.uint64)
    for row in range(rules.rows):
        for column in range(rules.columns):
            other = added(row, column, False, rules)
            own = added(row, column, True, rules)
            addends = np.array([0, other, own], np.uint64)  # for -1, 0 and 1 in the grid
            state += addends[grids[..., row, column].astype(int) + 1]
    return state
