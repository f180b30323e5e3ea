"""Every text that you meet, as listed by lab/report/strings.py, is plain English in the field's words."""

import ast
import re
from functools import cache

from lab.report import strings


@cache
def texts() -> list[strings.Text]:
    return [text for path in strings.files() for text in strings.texts(path)]


TYPED_BY_PEOPLE = {"time_ms", "evaluate_bits", "open_spiel"}
"""Names with an underscore that people type: options of an agent, functions of an evaluator, a package of pip."""

COUNTED = (
    "games", "nodes", "positions", "rows", "moves", "columns", "replies", "plies", "discs", "lines", "visits",
    "entries", "states",
    "searches", "patterns", "leaves", "cut-offs", "cutoffs", "terms", "forced replies", "threats",
)  # fmt: skip


NOT_NUMBERS = {"{...} discs in the middle", "{...} {...} {...} nodes  x{...} {...} s  x{...}"}
"""Texts whose placeholder is a word (whose discs), or a number in a column of numbers."""


def shown(text) -> str:
    return f"{text.path}:{text.line}: {text.text!r}"


def is_fixed(number: ast.AST) -> bool:
    """Whether a placeholder is a constant of the program, whose noun need not change."""
    return isinstance(number, ast.Name) and number.id.isupper()


def test_the_list_is_whole():
    """It holds labels of menus, the status line, errors and help texts, and no docstring of a function."""
    result = {text.text for text in texts()}
    assert len(result) > 1000
    assert "New game" in result
    assert any("is full" in text for text in result)
    assert any("in the terminal." in text for text in result)
    assert not any("Every text that a person can meet" in text for text in result)


def test_no_names_of_code():
    """Nobody is shown a name with underscores, a module path or a call."""
    bad = []
    for text in texts():
        if re.fullmatch(r"\w+ = \S+", text.text):  # a setting of SQLite
            continue
        plain = re.sub(r"`[^`]*`", "", text.text) if text.taker == "docstring" else text.text
        names = set(re.findall(r"\b[a-z]+(?:_[a-z0-9]+)+\b", plain)) - TYPED_BY_PEOPLE
        if names or re.search(r"\bc4\.[a-z]\w+\.|\bTcl\b|\w\(\)", plain):
            bad.append(shown(text))
    assert not bad, "\n".join(bad)


def test_numbers_agree_with_their_nouns():
    """No placeholder stands before a plural as it is: `c4.text.pluralise` writes "1 node" and "2 nodes"."""
    bad = []
    for text in texts():
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
        for text in texts()
        if text.taker == "help" and not re.match(r"([A-Z-]|plies=K).*(\.|\])$", text.text.strip(), flags=re.DOTALL)
    ]
    assert not bad, "\n".join(bad)


def test_errors_are_one_clause_without_a_full_stop():
    """An error begins in lower case, unless a name comes first, and ends without a full stop."""
    bad = [
        shown(text)
        for text in texts()
        if text.taker == "C4Error"
        and (re.match(r"[A-Z][a-z]+ [a-z]", text.text) or re.search(r"(?<!\.\.)\.$", text.text))
    ]
    assert not bad, "\n".join(bad)
