"""Text into positions and back: move strings ("4453"), packed states ("packed:10378..."), pictures.  Plain Python.

Columns are written 1 to 9, then a, b, c ... on wider boards, as the public Connect-4 solvers write them.
"""

from __future__ import annotations

from collections.abc import Iterable

from c4 import packed
from c4.position import Position
from c4.rules import COUNT_LINES, STANDARD, C4Error, Rules

DIGITS = "123456789abcdefghijklmnopqrstuvw"


def format_columns(columns: Iterable[int]) -> str:
    """Columns (from 0) as a move string; the reverse of `parse_moves`."""
    return "".join(DIGITS[column] for column in columns)


def parse_order(text: str | None, rules: Rules) -> tuple[int, ...] | None:
    """Columns of "4352617" from 0, or None.  Raises C4Error that names the offending character."""
    if text is None:
        return None
    for place, character in enumerate(text, start=1):
        if not 0 <= DIGITS.find(character) < rules.columns:
            raise C4Error(f"{character!r} at place {place} of the order {text!r} is not a column")
    return tuple(DIGITS.index(character) for character in text)


def parse_moves(text: str, rules: Rules = STANDARD) -> Position:
    """The position after a move string; the work behind `Position.from_moves`."""
    position = Position(rules=rules)
    for place, character in enumerate(text, start=1):
        column = DIGITS.find(character.lower())
        if not 0 <= column < rules.columns:
            raise C4Error(f"{character!r} at place {place} of {text!r} is not a column: columns are 1 to {DIGITS[rules.columns - 1]}")
        if (outcome := position.outcome()) is not None:
            raise C4Error(f"{character!r} at place {place} of {text!r} comes after the end of the game: {outcome.reason}")
        if position.height(column) == rules.rows:
            raise C4Error(f"{character!r} at place {place} of {text!r} does not fit: column {column + 1} is full")
        position = position.play(column)
    return position


def parse_grid(text: str, rules: Rules | None = None) -> Position:
    """The position of a picture; the work behind `Position.from_grid`."""
    rows = [row.strip() for row in text.strip().replace("/", "\n").split("\n")]
    rules = rules or Rules(len(rows), max(len(row) for row in rows))
    if len(rows) != rules.rows:
        raise C4Error(f"the picture has {len(rows)} rows, the board {rules.rows}")
    stones = [0, 0]
    for number, row_text in enumerate(rows, start=1):
        if len(row_text) != rules.columns:
            raise C4Error(f"row {number} from the top has {len(row_text)} cells, the board {rules.columns} columns")
        for column, character in enumerate(row_text):
            if character not in ".XO":
                raise C4Error(f"{character!r} at place {column + 1} of row {number} from the top is not a cell: use . X O")
            if character == ".":
                continue
            row = rules.rows - number
            if row and rows[number][column : column + 1] == ".":
                raise C4Error(f"the stone at place {column + 1} of row {number} from the top floats: the cell below it is empty")
            stones["XO".index(character)] |= 1 << rules.cell(row, column)
    first, second = stones[0].bit_count(), stones[1].bit_count()
    if first - second not in (0, 1):
        raise C4Error(f"X has {first} stones and O {second}: X begins, so X has as many as O or one more")
    return Position((stones[0], stones[1]), first - second, rules, () if not first else None)


def parse_position(text: str, rules: Rules = STANDARD) -> Position:
    """A position as people type it: "empty", a move string, "packed:NUMBER" (its own side to move), or a picture with "/" between rows.

    Raises C4Error with one sentence for anything else.
    """
    text = text.strip()
    if text in ("", "empty"):
        return Position(rules=rules)
    if text.startswith("packed:"):
        number = text.removeprefix("packed:")
        if not (number.isascii() and number.isdigit()):
            bad = next((i for i, c in enumerate(number, start=1) if not (c.isascii() and c.isdigit())), None)
            raise C4Error(f"{number[bad - 1]!r} at place {bad} of {number!r} is not a digit" if bad else "packed: needs a number after it")
        if len(number) > 20:
            raise C4Error(f"a number of {len(number)} digits is no packed state: it is not a 64-bit number")
        return Position.from_packed(int(number), rules)
    if "/" in text or "\n" in text:
        return parse_grid(text, rules)
    return parse_moves(text, rules)


def format_position(position: Position) -> str:
    """The shortest text that `parse_position` reads as this position, its own side to move."""
    if position.moves is not None:
        return format_columns(position.moves) or "empty"
    return f"packed:{position.packed()}" if packed.fits(position.rules) else position.grid().replace("\n", "/")


def find_moves(position: Position) -> tuple[int, ...] | None:
    """A way (columns from 0) to play up to a position given by its stones, or None when no game leads there.

    Stones are taken back from the tops of the columns, the last mover's first; what is left depends on the heights
    alone, so at most (rows + 1) ** columns situations are looked at.
    """
    if position.moves is not None:
        return position.moves
    rules = position.rules
    first, second = (stones.bit_count() for stones in position.stones)
    if first - second not in (0, 1) or first - second != position.to_move:
        return None
    dead_ends: set[int] = set()

    def back(stones: tuple[int, int], last: int) -> list[int] | None:
        occupied = stones[0] | stones[1]
        if not occupied:
            return []
        if occupied in dead_ends:
            return None
        tops = (occupied + rules.bottom) >> 1 & occupied
        for column in range(rules.columns):
            cell = tops & stones[last] & rules.column_mask(column)
            if not cell:
                continue
            earlier = (stones[0] ^ cell, stones[1]) if last == 0 else (stones[0], stones[1] ^ cell)
            if rules.scoring != COUNT_LINES and rules.outcome(*earlier) is not None:
                continue
            way = back(earlier, 1 - last)
            if way is not None:
                return [*way, column]
        dead_ends.add(occupied)
        return None

    way = back(position.stones, 1 - position.to_move)
    return None if way is None else tuple(way)
