"""Queries to a library, as SQL conditions.  Plain Python; imports the game."""

from __future__ import annotations

from dataclasses import dataclass

from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.library.record import RESULTS

WORDS = {"first": "1-0", "second": "0-1", "draw": "1/2-1/2", "open": "*"}
"""Results as words."""


@dataclass(frozen=True)
class Query:
    """Conditions on games, all of which must hold.

    `player` is either side, `first` and `second` one of them, `won` and `lost` the winner and loser; in names *
    stands for anything, and case does not matter.  `result` is one of RESULTS or WORDS.  `shortest` and
    `longest` count plies.  `opening` is the exact sequence of the first moves (columns from 1); `position` is
    one that the game, or its mirror image, passed through.  `note` is a part of note, event or comments.
    Raises C4Error for an invalid result or opening.
    """

    player: str | None = None
    first: str | None = None
    second: str | None = None
    won: str | None = None
    lost: str | None = None
    result: str | None = None
    shortest: int | None = None
    longest: int | None = None
    opening: str | None = None
    position: Position | None = None
    tag: str | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        if self.result is not None and WORDS.get(self.result, self.result) not in RESULTS:
            raise C4Error(f"unknown result {self.result!r}: choose {', '.join((*WORDS, *RESULTS))}")
        if self.opening is not None and not all(character.lower() in DIGITS for character in self.opening):
            raise C4Error(f"the opening {self.opening!r} is no move string: write the columns played, such as 4453")

    def conditions(self) -> tuple[list[str], list[object]]:
        """SQL conditions on the table "game" and their values, without `position`."""
        found: list[tuple[str, list[object]]] = []
        named = "IN (SELECT id FROM player WHERE lower(name) GLOB lower(?))"
        if self.player is not None:
            found.append((f"(first {named} OR second {named})", [_pattern(self.player)] * 2))
        if self.first is not None:
            found.append((f"first {named}", [_pattern(self.first)]))
        if self.second is not None:
            found.append((f"second {named}", [_pattern(self.second)]))
        for name, as_first, as_second in ((self.won, 0, 1), (self.lost, 1, 0)):
            if name is not None:
                either = f"(result = {as_first} AND first {named} OR result = {as_second} AND second {named})"
                found.append((either, [_pattern(name)] * 2))
        if self.result is not None:
            found.append(("result = ?", [RESULTS.index(WORDS.get(self.result, self.result))]))
        if self.shortest is not None:
            found.append(("plies >= ?", [self.shortest]))
        if self.longest is not None:
            found.append(("plies <= ?", [self.longest]))
        if self.opening is not None:
            opening = self.opening.lower()
            found.append(("start IS NULL AND moves >= ? AND moves < ?", [opening, opening + "~"]))
        if self.tag is not None:
            found.append(("id IN (SELECT game FROM tag WHERE name = ?)", [self.tag]))
        if self.note is not None:
            part = "%" + self.note.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
            anywhere = " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for column in ("note", "event", "game"))
            found.append((f"({anywhere})", [part] * 3))
        return [condition for condition, _ in found], [value for _, values in found for value in values]


def _pattern(name: str) -> str:
    """A name with * for anything, as SQLite's GLOB reads it."""
    return name.replace("[", "[[]").replace("?", "[?]")
