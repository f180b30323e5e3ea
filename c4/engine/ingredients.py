"""The ingredients of the strong search, each a switch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from c4.errors import C4Error


@dataclass(frozen=True)
class SearchOptions:
    """The ingredients of the search, each a switch (docs/engine.md measures their gain).

    These change how soon a depth is reached, never its value:

    pvs             principal variation search: a null window for all moves after the first
    table           transposition table: a position is not searched twice
    killers         moves that caused a cutoff elsewhere on the same ply are tried early
    history         so are moves to cells that often caused cutoffs for this side
    threats         so are moves that make threats
    aspiration      each iteration starts with a window around the value of the previous one
    forced          immediate wins, forced replies and double threats are seen without searching (first line wins only)

    These change what a depth means:

    extensions      a forced reply costs no depth, and positions with an immediate win are searched on (with `forced`)
    reductions      late quiet moves are first searched one ply less deep
    null_move       a side that stays above beta after passing is not searched further; unsound in zugzwang, common here
    """

    pvs: bool = True
    table: bool = True
    killers: bool = True
    history: bool = True
    threats: bool = True
    aspiration: bool = True
    forced: bool = True
    extensions: bool = True
    reductions: bool = False
    null_move: bool = False


USUAL = SearchOptions()
PLAIN = SearchOptions(extensions=False)
"""The ingredients that do not change the value of plain alpha-beta at any depth."""

INGREDIENTS = tuple(field.name for field in fields(SearchOptions))
"""Their names."""


def read_switch(name: str, state: str, text: str) -> tuple[str, bool]:
    """An ingredient and whether it is on, from a name (with - or _) and "on" or "off".

    Raises C4Error for anything else; `text` is what was typed.
    """
    plain = name.replace("-", "_")
    if plain not in INGREDIENTS:
        raise C4Error(f"unknown ingredient {name!r} in {text}: choose {', '.join(INGREDIENTS)}")
    if state not in ("on", "off"):
        raise C4Error(f"{text} says neither on nor off: write {name}=off")
    return plain, state == "on"


def switched(options: SearchOptions, names: Iterable[str]) -> SearchOptions:
    """The options with these ingredients the other way round."""
    return replace(options, **{name: not getattr(options, name) for name in names})


def differing(options: SearchOptions) -> tuple[str, ...]:
    """The ingredients that differ from the defaults."""
    return tuple(name for name in INGREDIENTS if getattr(options, name) != getattr(USUAL, name))


def spoken(options: SearchOptions) -> list[str]:
    """The switches that differ from the defaults, as you type them: ["killers=off", "null_move=on"]."""
    return [f"{name}={'on' if getattr(options, name) else 'off'}" for name in differing(options)]
