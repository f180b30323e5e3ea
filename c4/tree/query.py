"""Finds rows of a recorded search by a query such as "cut value >= 5 ply <= 3".

    query       group { "or" group }
    group       condition { ["and"] condition }
    condition   ["not"] what
    what        path 4453      the node after these columns (4453 alone, 4-4-5-3 and root too)
                under 44       everything below that node
                value, alpha, beta, ply, column, nodes, rows, order     with = != < <= > >= and a number:
                               value >= 5, value = W5
                cut, leaf, exact, ...   a word (`WORDS` has all)

Values are those shown: in the evaluator's unit, for MAX.  A pruned row has neither value nor window, so comparisons of
these never match it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import NamedTuple

import numpy as np

from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.game.values import EXACT, INFINITY, LOWER, UPPER, WIN, WIN_FLOOR
from c4.tree.searchtree import (
    HORIZON,
    INTERIOR,
    NULL,
    PRUNED,
    REDUCED,
    RESEARCH,
    TABLE,
    TERMINAL,
    THREAT,
    UNVISITED,
    SearchTree,
)
from c4.tree.selection import SCALE

Mask = np.ndarray
Condition = Callable[[SearchTree], Mask]

EXAMPLE = "cut value >= 5 ply <= 3"

SIGNS = (("−", "-"), ("–", "-"), ("≥", ">="), ("≤", "<="), ("≠", "!="))
"""Characters that people type or paste, and how they are read."""

COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_TOKEN = re.compile(
    r"""
    \s*
    (
        >= | <= | != | [<>=]                                    # a comparison
        | -? [0-9]+ (?: \.[0-9]+ )? (?: [0-9a-w-]* [0-9a-w] )?   # a number, or columns played: 3.5, 4-3-5
        | [^\W\d_] [\w-]*                                       # a word
        | -? (?: inf | ∞ )                                      # the open end of a window
    )
    """,
    re.VERBOSE,
)


def searched(tree: SearchTree) -> Mask:
    """Searched rows, which have a value and a window."""
    mask: Mask = tree.was_searched
    return mask


def visits(tree: SearchTree) -> np.ndarray:
    """How often the search visited a row: N in Monte-Carlo tree search; others have a row for each visit."""
    counted: np.ndarray = tree.was_searched.astype(np.int64)
    return counted if tree.simulations is None else tree.samples.visits


def win_of(tree: SearchTree) -> int:
    """The points from which a value says that the game is won; of simulations, that every one of them was."""
    return WIN_FLOOR if tree.simulations is None else SCALE


def cut(tree: SearchTree) -> Mask:
    """Nodes with a cutoff: some replies pruned, and the value met the window's end."""
    mask = np.zeros(len(tree), dtype=bool)
    mask[tree.parent[tree.kind == PRUNED]] = True
    mask &= tree.window_met
    return mask


def _marked(tree: SearchTree, rows: list[int]) -> Mask:
    mask = np.zeros(len(tree), dtype=bool)
    mask[rows] = True
    return mask


def _kind(*kinds: int) -> Condition:
    return lambda tree: np.isin(tree.kind, kinds)


def _bound(bound: int) -> Condition:
    return lambda tree: tree.bound == bound


def _note(bit: int) -> Condition:
    return lambda tree: (tree.note & bit) != 0


WORDS: dict[str, Condition] = {
    "all": lambda tree: np.ones(len(tree), dtype=bool),
    "cut": cut,
    "pruned": _kind(PRUNED),
    "searched": searched,
    "interior": _kind(INTERIOR),
    "leaf": _kind(HORIZON, TERMINAL),
    "horizon": _kind(HORIZON),
    "terminal": _kind(TERMINAL),
    "table": _kind(TABLE),
    "threat": _kind(THREAT),
    "unvisited": _kind(UNVISITED),
    "won": lambda tree: searched(tree) & (tree.value >= win_of(tree)) & (tree.bound != UPPER),
    "lost": lambda tree: searched(tree) & (tree.value <= -win_of(tree)) & (tree.bound != LOWER),
    "draw": lambda tree: (tree.kind == TERMINAL) & (tree.value == 0),
    "exact": _bound(EXACT),
    "lower": _bound(LOWER),
    "upper": _bound(UPPER),
    "max": lambda tree: searched(tree) & tree.max_nodes,
    "min": lambda tree: searched(tree) & ~tree.max_nodes,
    "pv": lambda tree: _marked(tree, tree.principal_variation()),
    "left-out": lambda tree: tree.left_out > 0,
    "null": _note(NULL),
    "reduced": _note(REDUCED),
    "research": _note(RESEARCH),
}
"""Words that are conditions by themselves, with the rows they match."""

FIELDS: dict[str, Callable[[SearchTree], np.ndarray]] = {
    "value": lambda tree: tree.value,
    "alpha": lambda tree: tree.alpha,
    "beta": lambda tree: tree.beta,
    "ply": lambda tree: tree.ply,
    "column": lambda tree: tree.move + 1,
    "order": lambda tree: tree.order + 1,
    "nodes": lambda tree: tree.searched_nodes,
    "rows": lambda tree: tree.size,
    "visits": visits,
}
"""What can be compared with a number; columns and the order among siblings count from 1."""

POINTS = ("value", "alpha", "beta")


class Query(NamedTuple):
    """A parsed query; `rows(tree)` answers it."""

    text: str
    groups: tuple[tuple[Condition, ...], ...]

    def rows(self, tree: SearchTree) -> np.ndarray:
        """The matching rows, in the order of the search: int64.  Raises C4Error for columns not on the board."""
        mask = np.zeros(len(tree), dtype=bool)
        for group in self.groups:
            mask |= np.logical_and.reduce([condition(tree) for condition in group])
        return np.flatnonzero(mask)


def parse(text: str) -> Query:
    """Reads a query.  Raises C4Error, one sentence with the offending word and an example."""
    reader = _Reader(text)
    groups: list[list[Condition]] = [[]]
    while (token := reader.peek()) is not None:
        if token == "or":
            if not groups[-1]:
                raise C4Error(f'something must come before "or": for example {EXAMPLE}')
            reader.next()
            groups.append([])
        elif token == "and":
            reader.next()
        else:
            groups[-1].append(reader.condition())
    if not groups[-1]:
        raise C4Error(f"say what to find: for example {EXAMPLE}, or a path like 4453")
    return Query(text, tuple(map(tuple, groups)))


class _Reader:
    """The words of a query, read one at a time."""

    def __init__(self, text: str) -> None:
        lower = text.lower()
        for typed, meant in SIGNS:
            lower = lower.replace(typed, meant)
        self.tokens = []
        at = 0
        while lower[at:].strip():
            match = _TOKEN.match(lower, at)
            if match is None:
                bad = lower[at:].strip()[0]
                raise C4Error(f"{bad!r} is not understood here: write for example {EXAMPLE}")
            at = match.end()
            self.tokens.append(match[1])
        self.at = 0

    def peek(self) -> str | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def next(self) -> str:
        """The next word, "" at the end."""
        token = self.peek()
        self.at += 1
        return token or ""

    def condition(self) -> Condition:
        token = self.next()
        negated = False
        while token == "not":
            token = self.next()
            negated = not negated
            if not token:
                raise C4Error('something must come after "not": for example not pruned')
        condition = self.one(token)
        return (lambda tree: ~condition(tree)) if negated else condition

    def one(self, token: str) -> Condition:
        """The condition that begins with this word."""
        if token in ("path", "under"):
            return self.place(token)
        if token in FIELDS:
            return self.comparison(token)
        if token in WORDS:
            return WORDS[token]
        if token == "root" or re.fullmatch(r"[0-9][0-9a-w]*(-[0-9a-w]+)*", token):
            return _at_path(token)
        close = get_close_matches(token, [*WORDS, *FIELDS, "path", "under"], 1)
        instead = f" (did you mean {close[0]!r}?)" if close else ""
        raise C4Error(f"{token!r} is not understood{instead}: write for example {EXAMPLE}")

    def place(self, token: str) -> Condition:
        where = self.next()
        if not where:
            raise C4Error(f'columns must come after "{token}": for example {token} 4453')
        return {"path": _at_path, "under": _under}[token](where)

    def comparison(self, name: str) -> Condition:
        test: Callable[..., Mask] = COMPARE[self.next()] if self.peek() in COMPARE else operator.eq
        number = self.next()
        if number in ("-", ""):
            raise C4Error(f'a number must come after "{name}": for example {name} >= 5')
        wanted = _number(name, number)

        def condition(tree: SearchTree) -> Mask:
            mask = test(FIELDS[name](tree), wanted(tree))
            return mask & searched(tree) if name in POINTS else mask

        return condition


def _number(name: str, text: str) -> Callable[[SearchTree], float]:
    """A number as it is shown: "5", "-0.41", for values also W5, L6 and the open ends inf and -inf."""
    if name in POINTS and (win := re.fullmatch(r"([wl])(\d{1,4})", text)):
        sign = 1 if win[1] == "w" else -1
        plies = int(win[2])
        return lambda tree: sign * (WIN - tree.root.ply - plies)
    if name in POINTS and text.lstrip("-") in ("inf", "∞"):
        return lambda tree: -INFINITY if text[0] == "-" else INFINITY
    if not re.fullmatch(r"-?\d{1,15}(\.\d{1,15})?", text):
        example = ">= 5, or W5 for a win" if name in POINTS else ">= 5"
        raise C4Error(f"{text!r} is not a number: after {name!r} write for example {example}")
    number = float(text)
    if name in POINTS:
        return lambda tree: round(number * tree.scale)
    return lambda tree: number


def _ends(text: str, tree: SearchTree) -> list[int]:
    """The rows at the end of a path ("4453", "4-4-5-3", "root"); each visit if a move was searched more than once."""
    rows = [0]
    columns = "" if text == "root" else text.replace("-", "")
    for character in columns:
        column = DIGITS.find(character)
        if not 0 <= column < tree.root.rules.columns:
            raise C4Error(
                f"{character!r} in the path {text!r} is not a column: columns are 1 to "
                f"{DIGITS[tree.root.rules.columns - 1]}"
            )
        rows = [child for row in rows for child in tree.children(row) if tree.move[child] == column]
    return rows


def _at_path(text: str) -> Condition:
    return lambda tree: _marked(tree, _ends(text, tree))


def _under(text: str) -> Condition:
    def condition(tree: SearchTree) -> Mask:
        below: list[int] = []
        for row in _ends(text, tree):
            below.extend(range(row + 1, row + int(tree.size[row])))
        return _marked(tree, below)

    return condition
