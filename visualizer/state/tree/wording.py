"""How a node of the figure says values: a won game with its winner, because "L4" would need a legend.

Elsewhere values are short (see `c4.game.values.number_text`).
"""

from __future__ import annotations

from typing import NamedTuple

from c4.game.values import EXACT, INFINITY, LOWER, UPPER, WIN, WIN_FLOOR, Value, value_text
from c4.tree.row_words import value_of
from c4.tree.searchtree import SearchTree

FOLDED_WORD = "folded"
SEARCHED_WORD = "searched"
PRUNED_WORD = "pruned"
"""What is written below a node: below its triangle what that is, or how many of the replies in it were searched; below
sheets how many were pruned.
"""

NOT_YET_TRIED = "not yet tried"
"""Of replies to which a search may still come."""

LETTERS = {"alpha": "α", "beta": "β"}
"""The ends of a window as they are written."""

SIDES = ("MAX", "MIN")
"""What the sides are called where no player has them."""


class TreeValue(NamedTuple):
    """A value of a tree, with what it takes to write it.

    value   for MAX, with its bound
    discs   on the board at the root, from which plies are counted
    scale   the points in one unit of the evaluator
    """

    value: Value
    discs: int
    scale: int

    @property
    def is_won(self) -> bool:
        """Whether it means a won game."""
        return abs(self.value.points) >= WIN_FLOOR

    @property
    def is_bound(self) -> bool:
        """Whether it is at most or at least."""
        return self.value.bound in (LOWER, UPPER)

    @property
    def leaves_open(self) -> bool:
        """Whether it says no more than that a game is not won before some ply."""
        return self.is_won and self.is_bound and not self._at_latest

    @property
    def _at_latest(self) -> bool:
        """Of a won game with a bound: whether it is won on that ply or sooner."""
        return (self.value.bound == LOWER) == (self.value.points > 0)

    @property
    def short(self) -> str:
        """In short: "3", "≤3", "L4"."""
        return value_text(self.value, self.discs, self.scale)

    @property
    def when(self) -> str:
        """When a won game is over: "on ply 4", "by ply 4", "before ply 4" where it is not won so soon."""
        word = "on"
        if self.is_bound:
            word = "by" if self._at_latest else "before"
        return f"{word} ply {WIN - abs(self.value.points) - self.discs}"

    def winner(self, names: tuple[str, str]) -> str:
        """Who wins a won game; `names` are those of MAX and MIN."""
        return names[0] if self.value.points > 0 else names[1]

    def spelled(self, names: tuple[str, str], with_ply: bool = True) -> str:
        """In words, if it is a won game, otherwise in short.

        "L4" becomes "Red wins on ply 4", "≤L4" becomes "Red wins by ply 4", and "≥L4" becomes "no Red win before ply 4".
        `names` are those of MAX and MIN; `with_ply` tells whether it says when.
        """
        if not self.is_won:
            return self.short
        when = f" {self.when}" if with_ply else ""
        if self.leaves_open:
            return f"no {self.winner(names)} win{when}"
        return f"{self.winner(names)} wins{when}"


def value_at(tree: SearchTree, row: int) -> TreeValue:
    """The value of a searched row."""
    return TreeValue(value_of(tree, row), tree.root.ply, tree.scale)


def points_in(tree: SearchTree, points: int, bound: int = EXACT) -> TreeValue:
    """Points as a value of a tree."""
    return TreeValue(Value(points, bound), tree.root.ply, tree.scale)


Phrase = tuple[str | TreeValue, ...]
"""A text of which some parts are values."""


class Label(NamedTuple):
    """What is written in a node and below it, before it is decided how its values are spelled; see `GlyphData`."""

    value: Phrase = ()
    detail: Phrase = ()
    reserve: Phrase = ()
    window: Phrase = ()

    @property
    def values(self) -> list[TreeValue]:
        """The values that it says in the node."""
        return [part for part in (*self.value, *self.detail) if isinstance(part, TreeValue)]


def phrase_text(phrase: Phrase, names: tuple[str, str]) -> str:
    """A phrase as text, in which won games are spelled out without their plies."""
    return "".join(part if isinstance(part, str) else part.spelled(names, with_ply=False) for part in phrase)


def in_two_lines(phrase: Phrase, names: tuple[str, str]) -> tuple[str, str]:
    """A value that says who wins as two lines, ("Red", "wins"); any other phrase as it is, and ""."""
    if len(phrase) == 1:
        value = phrase[0]
        if isinstance(value, TreeValue) and value.is_won and not value.leaves_open:
            return value.winner(names), "wins"
    return phrase_text(phrase, names), ""


def window_phrase(tree: SearchTree, row: int, alpha: int, beta: int) -> Phrase:
    """The window of a row as in a textbook, "[−2, +∞]"; at the root it says what it is, "[α, β] = [−2, +∞]"."""
    begins = "[" if row else "[α, β] = ["
    return begins, window_end(tree, alpha), ", ", window_end(tree, beta), "]"


def window_end(tree: SearchTree, points: int | None) -> str | TreeValue:
    """A value or an end of a window: "−∞", "3"; "–" when it is not known yet."""
    if points is None:
        return "–"
    if abs(points) >= INFINITY:
        return "+∞" if points > 0 else "−∞"
    return points_in(tree, points)


def bound_texts(side: str, limit: str, reached: str) -> tuple[str, ...]:
    """Why a node was cut at the end of its window, the longest wording first: "−13 ≤ α = −2", "α = −2".

    `side` is "alpha" or "beta", `limit` the value of that end, and `reached` that of the node, which is no better than the
    limit for the player above it; "" leaves it out.
    """
    letter = LETTERS[side]
    relation = {"alpha": "≤", "beta": "≥"}[side]
    short = f"{letter} = {limit}"
    if not reached:
        return (short,)
    return f"{reached} {relation} {short}", short
