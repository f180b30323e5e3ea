"""Text into positions and back: move strings ("4453"), packed states ("packed:10378..."), pictures.  Plain Python."""

from __future__ import annotations

from c4.game import packed
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, C4Error, Rules


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
            raise C4Error(
                f"{number[bad - 1]!r} at place {bad} of {number!r} is not a digit"
                if bad
                else "packed: needs a number after it"
            )
        if len(number) > 20:
            raise C4Error(f"a number of {len(number)} digits is no packed state: it is not a 64-bit number")
        return Position.from_packed(int(number), rules)
    if "/" in text or "\n" in text:
        return Position.from_grid(text, rules)
    return Position.from_moves(text, rules)


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
