"""Positions and boards as a library stores them, so that a game is found by every position it passed through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from c4.game.position import Position
from c4.game.rules import STANDARD, Rules


def key_of(position: Position) -> tuple[int, bool]:
    """The key of a position, and whether it is that of its mirror image.

    A position and its mirror image share a key that no other position of the board has: the smaller `first player's
    discs + all discs` (bitboards) of the two, less 2^63.
    """
    mirror = position.mirror()
    key = 2 * position.stones[0] + position.stones[1]
    key_of_mirror = 2 * mirror.stones[0] + mirror.stones[1]
    return stored(min(key, key_of_mirror)), key_of_mirror < key


def stored(key: int) -> int:
    """A key as SQLite can keep it, whose integers are signed."""
    return key - (1 << 63)


def keys_of(start: Position, columns: Iterable[int]) -> Iterator[tuple[int, int | None]]:
    """The key of each position of a game, and the column (from 0) that was played there; None at the end.

    The columns are mirrored where the key is that of the mirror image.  Plain integers make this several times as fast
    as `key_of` for every position.
    """
    rules = start.rules
    side = start.to_move
    last = rules.columns - 1
    here = list(start.stones)
    mirror = list(start.mirror().stones)
    bottoms = [1 << rules.cell(0, column) for column in range(rules.columns)]
    masks = [rules.column_mask(column) for column in range(rules.columns)]
    for column in (*columns, None):
        key = 2 * here[0] + here[1]
        key_of_mirror = 2 * mirror[0] + mirror[1]
        if column is None:
            yield stored(min(key, key_of_mirror)), None
            return
        image = last - column
        if key <= key_of_mirror:
            yield stored(key), column
        else:
            yield stored(key_of_mirror), image
        here[side] |= (here[0] + here[1] + bottoms[column]) & masks[column]
        mirror[side] |= (mirror[0] + mirror[1] + bottoms[image]) & masks[image]
        side = 1 - side


def stored_board(rules: Rules) -> str:
    """Rules as the library stores them."""
    if rules == STANDARD:
        return ""
    return f"{rules.rows}x{rules.columns} {rules.connect} {rules.scoring}"


def rules_of_stored(board: str) -> Rules:
    """The rules that `stored_board` wrote."""
    if not board:
        return STANDARD
    size, connect, scoring = board.split(" ")
    rows, columns = size.split("x")
    return Rules(int(rows), int(columns), int(connect), scoring)
