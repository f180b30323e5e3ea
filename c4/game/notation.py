"""Positions as text, read and written: move strings ("4453"), packed states, pictures, links."""

from __future__ import annotations

import re
from collections.abc import Callable

from c4.errors import C4Error
from c4.game.columns import DIGITS, format_columns
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules
from c4.text import pluralise

SOLVER_LINK = "https://connect4.gamesolver.org/?pos="
"""The public solver's address; a move string follows."""

_LINK = re.compile(r"(?:^|[?&#])pos=([^&#\s]*)")
_CELLS = str.maketrans(dict(zip("_-·*xo●○XO.", "....XOXOXO.")))
_COLOURS = {"R": "XO", "Y": "OX", "🔴": "XO", "🟡": "OX"}
"""The colours of pictures, and whose disc each is if red began, and if yellow did."""


def parse_position(text: str, rules: Rules = STANDARD) -> Position:
    """The position of a text that somebody typed or pasted.

    "empty"; a move string, "4453" or "4 4 5 3"; a packed state, "packed:10378..." or the number alone (its own side is
    to move); a link of the public solver, "...?pos=4453"; a picture (see `read_picture`).
    Raises C4Error with one sentence for anything else.
    """
    text = text.strip()
    if text in ("", "empty"):
        return Position(rules=rules)
    if text.startswith("packed:"):
        return _from_number(text.removeprefix("packed:"), rules)
    if (link := _LINK.search(text)) is not None:
        return Position.from_moves(link[1], rules)
    if "://" in text:
        raise C4Error(f"{text[:80]!r} is a link without a position: one of the public solver ends in ?pos=4453")
    if "/" in text or "\n" in text or (rules.rows == 1 and set(text) & set(".X")):
        return read_picture(text, rules)
    if len(text) > 15 and text.isascii() and text.isdigit() and not set(text) <= set(DIGITS[: rules.columns]):
        return _from_number(text, rules)
    parts = re.split(r"[\s,]+", text)
    return Position.from_moves("".join(parts) if all(len(part) == 1 for part in parts) else text, rules)


def _from_number(number: str, rules: Rules) -> Position:
    """The position of a packed state written as a decimal number."""
    if not number:
        raise C4Error("a number is missing after packed:")
    if not (number.isascii() and number.isdigit()):
        bad = next(i for i, c in enumerate(number, start=1) if not (c.isascii() and c.isdigit()))
        raise C4Error(f"{number[bad - 1]!r} at place {bad} of {number!r} is not a digit")
    if len(number) > 20:
        raise C4Error(
            f"a number of {pluralise(len(number), 'digit')} is too long for a packed state, which has 64 bits"
        )
    return Position.from_packed(int(number), rules)


def read_picture(text: str, rules: Rules) -> Position:
    """The position of a picture as programs print them: rows from the top, one per line or separated by "/".

    Discs are X and O, x and o, ● and ○, or 1 and 2, where the first of each pair began; or R and Y, 🔴 and 🟡, where
    the colour with more discs began (red if both have as many).  Empty cells are . _ - · or *, and 0 beside 1 and 2.
    Blanks, commas, bars, brackets, frames and a line of column numbers are ignored.
    Raises C4Error as `Position.from_grid` does.
    """
    rows = [re.sub(r"[\s,\[\]]", "", _without_bars(row)) for row in text.strip().replace("/", "\n").split("\n")]
    numbers = DIGITS[: rules.columns]
    frame = [bool(set(row) <= set("+-=─") and row != "-" * rules.columns) for row in rows]
    rows = [row for row, framed in zip(rows, frame) if not framed and row.lower() != numbers]
    cells = "".join(rows)
    if set(cells) & set("12"):
        rows = [row.translate(str.maketrans("012", ".XO")) for row in rows]
    red = sum(cells.count(sign) for sign in "R🔴"), sum(cells.count(sign) for sign in "Y🟡")
    colours = str.maketrans({sign: players[red[1] > red[0]] for sign, players in _COLOURS.items()})
    return Position.from_grid("\n".join(rows).translate(_CELLS).translate(colours), rules)


def _without_bars(row: str) -> str:
    """A row whose cells are separated by bars, without the bars; blank cells become empty ones."""
    if "|" not in row:
        return row
    cells = row.strip().removeprefix("|").removesuffix("|").split("|")
    return "".join(cell.strip() or "." for cell in cells)


def format_position(position: Position) -> str:
    """The shortest text that `parse_position` reads as this position."""
    if position.moves is not None:
        return format_columns(position.moves) or "empty"
    return format_packed(position)


def place_in_words(position: Position) -> str:
    """A position in words: "at the start", "after 4453"; "in" and its text for one that was set up."""
    if position.moves is None:
        return f"in {format_position(position)}"
    return f"after {format_columns(position.moves)}" if position.moves else "at the start"


def format_moves(position: Position) -> str:
    """A move string that leads to the position.  Raises C4Error when no game leads there."""
    moves = find_moves(position)
    if moves is None:
        if position.rules.turn_every:
            raise C4Error(
                "the moves before a turn cannot be worked out backwards: copy this position in another format"
            )
        raise C4Error("no game leads to this position, so it has no move string: copy it in another format")
    return format_columns(moves) or "empty"


def format_packed(position: Position) -> str:
    """The packed state for the side to move, as text."""
    return f"packed:{position.packed()}"


def format_link(position: Position) -> str:
    """The public solver's link.  Raises C4Error for other boards, and when no game leads to the position."""
    if position.rules != STANDARD:
        raise C4Error(f"the public solver only knows the standard board, not {position.rules}")
    return SOLVER_LINK + format_moves(position).replace("empty", "")


FORMATS: dict[str, Callable[[Position], str]] = {
    "Move string": format_moves,
    "Packed state": format_packed,
    "Picture in text": Position.grid,
    "Link of the public solver": format_link,
}
"""The forms in which a position can be copied, by name; `parse_position` reads all of them."""


def find_moves(position: Position) -> tuple[int, ...] | None:
    """A game (columns from 0) that leads to a position given by its discs, or None when there is none.

    Discs are removed from the tops of the columns, the last mover's first.  What is left depends on the heights
    alone, so at most (rows + 1) ** columns situations are visited.
    """
    rules = position.rules
    if position.moves is not None or rules.turn_every:  # no way back through a turn
        return position.moves
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
