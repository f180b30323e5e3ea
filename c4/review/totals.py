"""Reviews of many games together: how often each side erred, in which phase, and the most frequent mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from c4.game.columns import name_columns
from c4.game.notation import place_in_words
from c4.game.position import Position
from c4.game.rules import Rules
from c4.review.mistake_marks import BEST, BLUNDER, MISTAKE, SLIP
from c4.review.rows import Review
from c4.text import pluralise

PHASES = ("opening", "middle", "end")
"""Thirds of a full board."""

MOST_FREQUENT = 5
"""Mistakes that are listed."""

NOUNS = {SLIP: "slip", MISTAKE: "mistake", BLUNDER: "blunder"}


def phase_of(ply: int, rules: Rules) -> str:
    """The phase of a move by its ply, from 1."""
    return PHASES[(ply - 1) * len(PHASES) // rules.cells]


class Totals:
    """What the reviews added so far have in common.

    games      how many
    marks      how often a player got each mark, by (player, mark)
    phases     the same by (phase, mark)
    mistakes   how often a move lost something of the result, by (position, column, best columns); a position and its
               mirror image count as one
    """

    def __init__(self) -> None:
        self.games = 0
        self.marks: Counter[tuple[str, str]] = Counter()
        self.phases: Counter[tuple[str, str]] = Counter()
        self.mistakes: Counter[tuple[Position, int, tuple[int, ...]]] = Counter()

    def add(self, review: Review, names: Sequence[str] = ("", "")) -> None:
        """Adds the review of a game between these players; a side without a name is X or O."""
        self.games += 1
        rules = review.start.rules
        for row, position in zip(review.rows, review.positions):
            self.marks[names[row.side] or "XO"[row.side], row.mark] += 1
            self.phases[phase_of(row.ply, rules), row.mark] += 1
            if row.lost:
                self.mistakes[_unmirrored(position, row.column, row.best)] += 1

    def text(self) -> str:
        """The totals for people."""
        lines = [f"{pluralise(self.games, 'game')} reviewed"]
        players = dict.fromkeys(player for player, _ in self.marks)
        lines += [f"{player}: {_counts(self.marks, player)}" for player in players]
        lines += ["", "By phase"]
        lines += [f"{phase}: {_counts(self.phases, phase)}" for phase in PHASES if _moves(self.phases, phase)]
        if self.mistakes:
            lines += ["", "Most frequent mistakes"]
        for (position, column, best), number in self.mistakes.most_common(MOST_FREQUENT):
            played = name_columns([column])
            better = name_columns(best)
            lines.append(f"{pluralise(number, 'time')}: {place_in_words(position)} {played} instead of {better}")
        return "\n".join(lines) + "\n"

    def to_json(self) -> dict[str, object]:
        """The totals as an object; columns count from 1."""
        marks = (BEST, *NOUNS)
        tables = {"players": self.marks, "phases": self.phases}
        content: dict[str, object] = {"games": self.games}
        for name, table in tables.items():
            keys = dict.fromkeys(key for key, _ in table)
            content[name] = {key: {mark or "best": table[key, mark] for mark in marks} for key in keys}
        content["mistakes"] = [
            {
                "position": place_in_words(position),
                "column": column + 1,
                "best": [one + 1 for one in best],
                "times": number,
            }
            for (position, column, best), number in self.mistakes.most_common(MOST_FREQUENT)
        ]
        return content


def _unmirrored(position: Position, column: int, best: tuple[int, ...]) -> tuple[Position, int, tuple[int, ...]]:
    """A mistake, or its mirror image: the one of both whose discs make the smaller numbers."""
    mirror = position.mirror()
    last = position.rules.columns - 1
    if position.stones < mirror.stones or (position.stones == mirror.stones and column <= last - column):
        return position, column, best
    return mirror, last - column, tuple(sorted(last - one for one in best))


def _moves(table: Counter[tuple[str, str]], key: str) -> int:
    """How many moves a table counts for a player or phase."""
    return sum(table[key, mark] for mark in (BEST, *NOUNS))


def _counts(table: Counter[tuple[str, str]], key: str) -> str:
    """ "12 of 15 moves best, 1 slip, 2 mistakes"."""
    parts = [f"{table[key, BEST]:,} of {pluralise(_moves(table, key), 'move')} best"]
    parts += [pluralise(table[key, mark], noun) for mark, noun in NOUNS.items() if table[key, mark]]
    return ", ".join(parts)
