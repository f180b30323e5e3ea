"""How a won game is written in the figure of a tree: with its winner, because "L4" would need a legend.

Elsewhere values are short (see `c4.game.values.number_text`).
"""

from __future__ import annotations

import re

_WON = re.compile(r"([≤≥]?)([WL])(\d+)")
"""A won game in short: a bound, who wins, and on which ply."""

_AT_LATEST = ("≥W", "≤L")
"""The bounds which say that the game is won on that ply or sooner."""

_NOT_BEFORE = ("≤W", "≥L")
"""The bounds which say that it is won on that ply or later, or never."""


def spelled(text: str, names: tuple[str, str], with_ply: bool = True) -> str:
    """A text with short values in which won games are spelled out.

    "L4" becomes "Red wins on ply 4", "≤L4" becomes "Red wins by ply 4", and "≥L4" becomes "no Red win before ply 4".
    `names` are those of MAX and MIN; `with_ply` tells whether it says when.
    """

    def spell(found: re.Match[str]) -> str:
        bound, side, _ = found.groups()
        winner = names[0] if side == "W" else names[1]
        when = f" {_when(found)}" if with_ply else ""
        if bound + side in _NOT_BEFORE:
            return f"no {winner} win{when}"
        return f"{winner} wins{when}"

    return _WON.sub(spell, text)


def ply_of_win(text: str) -> str:
    """When a won game is over: "on ply 4", "by ply 4", "before ply 4" where it is not won so soon; "" for other values."""
    found = _WON.search(text)
    return "" if found is None else _when(found)


def in_two_lines(text: str) -> tuple[str, str]:
    """A value that says who wins as two lines, ("Red", "wins"); any other one as it is, and ""."""
    winner, wins, rest = text.partition(" wins")
    return (winner, "wins") if wins and not rest else (text, "")


def says_only_when(text: str) -> bool:
    """Whether a value says nothing but that the game is not won before some ply."""
    return text.startswith(_NOT_BEFORE)


def _when(found: re.Match[str]) -> str:
    bound, side, ply = found.groups()
    word = "on"
    if bound + side in _AT_LATEST:
        word = "by"
    elif bound + side in _NOT_BEFORE:
        word = "before"
    return f"{word} ply {ply}"
