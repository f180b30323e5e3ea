"""Conditions on the games of a library."""

from __future__ import annotations

from dataclasses import dataclass

from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.library.positions import passing_through
from c4.library.record import RESULTS

WORDS = {"first": "1-0", "second": "0-1", "draw": "1/2-1/2", "open": "*"}
"""Results as words."""

IS_FIRST = "lower(first) GLOB lower(?)"
IS_SECOND = "lower(second) GLOB lower(?)"
"""Whether a player's name matches a pattern."""

AFTER_EVERY_MOVE = "~"
"""A character that is greater than every column's."""


@dataclass(frozen=True)
class Query:
    """Conditions on games, all of which must hold.

    `player` is either side, `won` and `lost` the winner and loser; in names * stands for anything, and case does not
    matter.  `result` is one of RESULTS or WORDS.  `opening` is the exact sequence of the first moves (columns from 1);
    `position` is one that the game, or its mirror image, passed through.  `note` is a part of note, event or comments.
    Raises C4Error for an invalid result or opening.
    """

    player: str | None = None
    won: str | None = None
    lost: str | None = None
    result: str | None = None
    opening: str | None = None
    position: Position | None = None
    tag: str | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        if self.result is not None and WORDS.get(self.result, self.result) not in RESULTS:
            raise C4Error(f"unknown result {self.result!r}: choose {', '.join((*WORDS, *RESULTS))}")
        if self.opening is not None and not all(character.lower() in DIGITS for character in self.opening):
            raise C4Error(f"the opening {self.opening!r} is not a move string: write the columns played, such as 4453")

    def sql(self) -> tuple[str, list[object]]:
        """The condition on the table "game", and its values."""
        conditions: list[str] = []
        values: list[object] = []

        def add(condition: str, *new_values: object) -> None:
            conditions.append(condition)
            values.extend(new_values)

        if self.player is not None:
            player = _pattern(self.player)
            add(f"({IS_FIRST} OR {IS_SECOND})", player, player)
        if self.won is not None:
            winner = _pattern(self.won)
            add(f"(result = 0 AND {IS_FIRST} OR result = 1 AND {IS_SECOND})", winner, winner)
        if self.lost is not None:
            loser = _pattern(self.lost)
            add(f"(result = 1 AND {IS_FIRST} OR result = 0 AND {IS_SECOND})", loser, loser)
        if self.result is not None:
            add("result = ?", RESULTS.index(WORDS.get(self.result, self.result)))
        if self.opening is not None:
            opening = self.opening.lower()
            add("start = '' AND moves >= ? AND moves < ?", opening, opening + AFTER_EVERY_MOVE)
        if self.position is not None:
            add(*passing_through(self.position))
        if self.tag is not None:
            add("instr(tags, ?)", f"\n{self.tag}\n")
        if self.note is not None:
            note = "%" + self.note.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
            in_note = " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for column in ("note", "event", "game"))
            add(f"({in_note})", note, note, note)
        return " AND ".join(conditions) or "1", values


def _pattern(name: str) -> str:
    """A name as a pattern of SQLite's GLOB, in which only * has a meaning."""
    return name.replace("[", "[[]").replace("?", "[?]")
