"""Every text that people meet is plain English in the field's words: docs/strings.py lists them, these tests read the
list.
"""

from __future__ import annotations

import ast
import importlib.util
import re

import pytest
from paths import ROOT

SPEC = importlib.util.spec_from_file_location("strings", ROOT / "docs" / "strings.py")
strings = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(strings)

TEXTS = [text for path in strings.files() for text in strings.texts(path)]

TYPED_BY_PEOPLE = {"time_ms", "evaluate_bits", "open_spiel"}
"""Names with an underscore that people type: options of an agent, functions of an evaluator, a package of pip."""

NEVER = (
    "positions were skipped, counted", "wins for MAX", "nodes a ply", "nodes for one node above", "nodes for one above",
    "the most first", "1 visits", "0 at once", "games of who began", "value: orange MIN", "take the tree along",
    "win_lose_ratio", "eps decay", "stray", "as deep as needed", "gone back and forth", "to be loaded", "no such thing",
    "asked of", "what ships", "that ship", "garbled", "the very first", "leave --", "is none of",
)  # fmt: skip
"""Phrases that readers stumbled over; `ends of words` do not matter, case neither."""

COUNTED = (
    "games", "nodes", "positions", "rows", "moves", "columns", "replies", "plies", "stones", "lines", "visits",
    "entries", "states",
    "searches", "patterns", "leaves", "cut-offs", "cutoffs", "terms", "forced replies", "threats",
)  # fmt: skip


NOT_NUMBERS = {"{...} stones in the middle", "{...} {...} {...} nodes  x{...} {...} s  x{...}"}
"""Texts whose placeholder is a word (whose stones), or a number in a column of numbers."""


def shown(text) -> str:
    return f"{text.path}:{text.line}: {text.text!r}"


def is_fixed(number: ast.AST) -> bool:
    """Whether a placeholder is a constant of the program, whose noun need not change."""
    return isinstance(number, ast.Name) and number.id.isupper()


def test_the_list_is_whole():
    """It holds the labels of menus, what the status line says, errors and help texts, and no docstring of a
    function.
    """
    found = {text.text for text in TEXTS}
    assert len(found) > 1000
    assert "New game" in found
    assert any("is full" in text for text in found)
    assert any("in the terminal." in text for text in found)
    assert not any("Every text that a person can meet" in text for text in found)


def test_no_names_of_code():
    """Nobody is shown a name with underscores, a module path or a call."""
    bad = []
    for text in TEXTS:
        plain = re.sub(r"`[^`]*`", "", text.text) if text.taker == "docstring" else text.text
        names = set(re.findall(r"\b[a-z]+(?:_[a-z0-9]+)+\b", plain)) - TYPED_BY_PEOPLE
        if names or re.search(r"\bc4\.[a-z]\w+\.|\bTcl\b|\w\(\)", plain):
            bad.append(shown(text))
    assert not bad, "\n".join(bad)


def test_none_of_the_phrases_that_readers_stumbled_over():
    """Phrases that had to be read twice do not come back."""
    bad = [shown(text) for text in TEXTS for phrase in NEVER if phrase in text.text.lower()]
    assert not bad, "\n".join(bad)


def test_numbers_agree_with_their_nouns():
    """No placeholder stands before a plural as it is: `c4.game.rules.count` writes "1 node" and "2 nodes"."""
    bad = []
    for text in TEXTS:
        if isinstance(text.node, ast.JoinedStr):
            pairs = zip(text.node.values, text.node.values[1:])
            for value, words in pairs:
                if (
                    isinstance(value, ast.FormattedValue)
                    and isinstance(words, ast.Constant)
                    and not is_fixed(value.value)
                ):
                    noun = re.match(r" ([a-z-]+)(?![\w/])", str(words.value))
                    if noun and noun[1] in COUNTED and text.text not in NOT_NUMBERS:
                        bad.append(shown(text))
    assert not bad, "\n".join(bad)


def test_help_is_written_in_sentences():
    """The help of an option begins with a capital and ends with a full stop, or with its default in brackets."""
    bad = [
        shown(text)
        for text in TEXTS
        if text.taker == "help" and not re.match(r"([A-Z-]|plies=K).*(\.|\])$", text.text.strip(), flags=re.DOTALL)
    ]
    assert not bad, "\n".join(bad)


def test_errors_are_one_clause_without_a_full_stop():
    """An error begins in lower case (a name or number may come first) and ends without a full stop: it follows "Error:
    ".
    """
    bad = [
        shown(text)
        for text in TEXTS
        if text.taker == "C4Error"
        and (re.match(r"[A-Z][a-z]+ [a-z]", text.text) or re.search(r"(?<!\.\.)\.$", text.text))
    ]
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize("mark", ["!", "e.g.", "i.e.", "…", " ,"])
def test_no_marks_that_are_not_ours(mark):
    """No exclamation marks, no Latin abbreviations, three dots as three dots."""
    bad = [shown(text) for text in TEXTS if mark in re.sub(r"!=", "", text.text)]
    assert not bad, "\n".join(bad)


def test_no_sentence_is_longer_than_a_breath():
    """No sentence has more than 40 words."""
    bad = [
        shown(text) for text in TEXTS for sentence in re.split(r"[.:;]\s|\n\n", text.text) if len(sentence.split()) > 40
    ]
    assert not bad, "\n".join(bad)
