"""The glossary: what the terms in the window mean.  Its words are in glossary.md, of which docs/glossary.md is a copy."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Term(NamedTuple):
    """A word, its meaning in a sentence or two, and other forms under which people look for it."""

    name: str
    meaning: str
    also: tuple[str, ...]


@cache
def groups() -> dict[str, list[Term]]:
    """All terms, by the title of their group."""
    text = (Path(__file__).parent / "glossary.md").read_text(encoding="utf-8")
    read: dict[str, list[Term]] = {}
    for section in text.split("\n## ")[1:]:
        title, _, entries = section.partition("\n")
        terms = re.findall(r"^- \*\*(.+?)\*\*(?: \(also: (.+?)\))?: (.+?)(?=\n- |\Z)", entries, re.M | re.S)
        read[title] = [
            Term(name, " ".join(meaning.split()), tuple(" ".join(also.split()).split(", ")) if also else ())
            for name, also, meaning in terms
        ]
    return read


@cache
def _by_name() -> dict[str, Term]:
    return {name.lower(): term for terms in groups().values() for term in terms for name in (term.name, *term.also)}


def find(word: str) -> Term | None:
    """The term of a word in any of its forms, upper or lower case, singular or plural; None if there is none."""
    word = word.strip(" \n:.,;()").lower()
    return _by_name().get(word) or (_by_name().get(word[:-1]) if word.endswith("s") else None)


INGREDIENT_TERMS = {
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


def ingredient_title(name: str) -> str:
    """An ingredient's term with a capital, for switches and menus."""
    return INGREDIENT_TERMS[name][0].upper() + INGREDIENT_TERMS[name][1:]


def ingredient_meaning(name: str) -> str:
    """The glossary's sentences about an ingredient."""
    term = find(INGREDIENT_TERMS[name])
    assert term is not None, "every ingredient has its term"
    return term.meaning
