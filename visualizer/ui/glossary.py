"""The glossary: what the terms in the window mean.  Its words are in glossary.md, of which docs/glossary.md is a copy."""

from __future__ import annotations

import re
import tkinter as tk
from functools import cache
from pathlib import Path
from tkinter import ttk
from typing import NamedTuple

from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.theme import Theme


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


MOST_WORDS = 12
"""Longer texts are sentences and are not searched for terms."""

MOST_TERMS = 3
"""The most terms explained at a time."""


def find(word: str) -> Term | None:
    """The term of a word in any of its forms, upper or lower case, singular or plural; None if there is none."""
    word = word.strip(" \n:.,;()").lower()
    return _by_name().get(word) or (_by_name().get(word[:-1]) if word.endswith("s") else None)


def explain(text: str) -> str:
    """The sentences for the terms in a heading, a label or a few words; "" if there are none."""
    words, terms, at = re.findall(r"[A-Za-z][\w-]*", text), dict[str, Term](), 0
    while at < len(words) <= MOST_WORDS:
        for length in (3, 2, 1):
            term = find(" ".join(words[at : at + length]))
            if term is not None:
                terms.setdefault(term.name, term)
                at += length - 1
                break
        at += 1
    explained = list(terms.values())[:MOST_TERMS]
    return "\n".join(f"{term.name[:1].upper()}{term.name[1:]}: {term.meaning}" for term in explained)


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


HOW_TO_READ = """Every node is a position that the search visited. Plies go from top to bottom; replies stand \
from left to right in the order of the search. MAX is the side that searches, MIN the opponent. All values are for MAX.

3 is exactly what minimax finds. ≤3 (at most 3) and ≥3 (at least 3) are bounds: searching on could not change \
the result. W5 is a game that MAX wins on ply 5, L6 one that it loses on ply 6.

The thick line is the principal variation, best play by both sides. A node that stands on a base is folded: \
click to unfold it. Hatched replies were pruned, never searched; the card of their parent says why."""

READING, WORDS = "How to read the tree", "words"
"""The parts of the window."""


class GlossaryWindow(ToolWindow):
    """The glossary to read and search."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "Glossary", "620x640", (420, 320))
        line = ttk.Frame(self, padding=(12, 10, 12, 6))
        line.pack(fill="x")
        ttk.Label(line, text="Find").pack(side="left", padx=(0, 8))
        self.field = ttk.Entry(line)
        self.field.pack(side="left", fill="x", expand=True)
        self.field.bind("<KeyRelease>", lambda _: self.show())
        body = ttk.Frame(self, padding=(12, 0, 12, 12))
        body.pack(fill="both", expand=True)
        bar = ttk.Scrollbar(body, orient="vertical")
        bar.pack(side="right", fill="y")
        self.text = tk.Text(body, wrap="word", relief="flat", padx=10, pady=8, font="TkDefaultFont", state="disabled")
        self.text.configure(yscrollcommand=bar.set)
        bar.configure(command=self.text.yview)
        self.text.pack(side="left", fill="both", expand=True)
        self.set_theme(context.theme)
        self.show()
        self.field.focus_set()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.text.configure(background=theme.panel, foreground=theme.text)
        self.text.tag_configure("group", font="TkHeadingFont", foreground=theme.faint, spacing1=12, spacing3=4)
        self.text.tag_configure("word", font="TkHeadingFont")
        self.text.tag_configure("meaning", lmargin1=16, lmargin2=16, spacing3=6)

    def show(self) -> None:
        """Shows the terms that contain the text in the field."""
        wanted = self.field.get().strip().lower()
        self.text.configure(state="normal")
        self.text.delete("1.0", "end")
        if not wanted:
            self.text.insert("end", f"{READING}\n", "group", f"{HOW_TO_READ}\n", "meaning")
        self.text.mark_set(WORDS, "end - 1 chars")
        self.text.mark_gravity(WORDS, "left")
        for title, terms in groups().items():
            shown = [t for t in terms if any(wanted in part.lower() for part in (t.name, *t.also, t.meaning))]
            if shown:
                self.text.insert("end", f"{title}\n", "group")
            for term in shown:
                self.text.insert("end", f"{term.name}\n", "word", f"{term.meaning}\n", "meaning")
        self.text.configure(state="disabled")

    def go(self, part: str) -> None:
        """Scrolls to a part."""
        self.text.yview(WORDS if part == WORDS else "1.0")
