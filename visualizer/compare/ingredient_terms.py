"""What the engine's ingredients are called, and what they mean: the glossary's words.  Plain Python."""

from __future__ import annotations

from visualizer.kit import glossary

TERMS = {
    "pvs": "principal variation search",
    "table": "transposition table",
    "killers": "killer",
    "history": "history",
    "threats": "threats first",
    "aspiration": "aspiration window",
    "forced": "forced moves",
    "extensions": "extension",
    "reductions": "late move reduction",
    "null_move": "null move",
}
"""The term of the glossary for each of `c4.engine.ingredients.INGREDIENTS`."""


def title(name: str) -> str:
    """An ingredient's term with a capital, for switches and menus."""
    return TERMS[name][0].upper() + TERMS[name][1:]


def meaning(name: str) -> str:
    """The glossary's sentences about an ingredient."""
    term = glossary.find(TERMS[name])
    assert term is not None, "every ingredient has its term"
    return term.meaning
