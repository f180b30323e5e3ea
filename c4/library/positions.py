"""Finds the games of a library by a position that they passed through, and the moves that were played there.

The table "position" (`c4.library.schema`) has a row for every position of every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.library.record import RESULTS


class Branch(NamedTuple):
    """The results of the games that continued with a column (from 0); `mirror` is its image in a symmetric position."""

    column: int
    mirror: int | None
    games: int
    first: int
    second: int
    draws: int

    @property
    def open(self) -> int:
        """Games without a result."""
        return self.games - self.first - self.second - self.draws


def passing_through(position: Position) -> tuple[str, str, int]:
    """The condition for games that passed through a position or its mirror image, with its two values."""
    key, _ = key_of(position)
    return "id IN (SELECT game FROM position WHERE board = ? AND key = ?)", stored_board(position.rules), key


def moves_played_in(position: Position) -> tuple[str, tuple[str, int]]:
    """The statement that asks which moves were played in a position, with its values; `branches_of` reads the answer."""
    key, _ = key_of(position)
    statement = (
        "SELECT next, result, count(*) FROM position WHERE board = ? AND key = ? AND next IS NOT NULL"
        " GROUP BY next, result"
    )
    return statement, (stored_board(position.rules), key)


def branches_of(position: Position, rows: Iterable[tuple[int, int, int]]) -> list[Branch]:
    """The moves that were played in a position and its mirror image, the most frequent first.

    Columns are those of `position`; in a symmetric one a column and its image are one branch.  Raises C4Error for rows
    that no game can have caused.
    """
    last = position.rules.columns - 1
    symmetric = position == position.mirror()
    _, mirrored = key_of(position)
    counts: dict[int, list[int]] = {}
    for column, result, number in rows:
        if column not in range(last + 1) or result not in range(len(RESULTS)):
            raise C4Error(f"column {column!r}, result {result!r}")
        if mirrored:
            column = last - column
        if symmetric:
            column = min(column, last - column)
        counts.setdefault(column, [0] * len(RESULTS))[result] += number
    branches = []
    for column, results in sorted(counts.items()):
        image = last - column if symmetric and column != last - column else None
        first, second, draws, _ = results
        branches.append(Branch(column, image, sum(results), first, second, draws))
    branches.sort(key=attrgetter("games"), reverse=True)
    return branches


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
