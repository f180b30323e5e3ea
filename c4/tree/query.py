"""Queries: finding rows of a recorded search in words: "cut value >= 5 ply <= 3".  Imports numpy and the tree.

    query       group { "or" group }                        groups are joined by "or"
    group       condition { ["and"] condition }             conditions side by side are joined by "and"
    condition   ["not"] what
    what        path 4453      the node after these columns (4453 alone, 4-4-5-3 and root too)
                under 44       everything below that node
                position 4453  every visit of a position, whatever the order of the moves; from the empty board,
                               or packed:NUMBER
                value, alpha, beta, ply, column, nodes, rows, order     with = != < <= > >= and a number:
                               value >= 5, value = W5, ply 2..4
                kind K, bound B     or just the word: cut, leaf, exact, ... (`WORDS` has all)

Filler ("nodes with value at least 5") is ignored.  Values are those shown: in the evaluator's unit, for MAX.  A pruned
row has neither value nor window, so comparisons of these never find it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import NamedTuple

import numpy as np

from c4.game import packed
from c4.game.columns import DIGITS
from c4.game.notation import parse_position
from c4.game.rules import C4Error
from c4.game.values import EXACT, INFINITY, LOWER, UPPER, WIN, WIN_FLOOR
from c4.tree.searchtree import HORIZON, INTERIOR, NULL, PRUNED, REDUCED, RESEARCH, TABLE, TERMINAL, THREAT, SearchTree

Mask = np.ndarray
Condition = Callable[[SearchTree], Mask]

EXAMPLE = "cut value >= 5 ply <= 3"

FILLER = frozenset(
    re.findall(
        r"\w+", "a an and are by every has have having in is node nodes of row rows that the where which whose with"
    )
)
"""Filler words; "nodes" and "rows" count if a comparison follows."""

SAYINGS = (
    ("−", "-"), ("–", "-"), ("≥", ">="), ("≤", "<="), ("≠", "!="), ("⩾", ">="), ("⩽", "<="), ("=>", ">="), ("=<",
    "<="), ("==", "="),
    ("<>", "!="),
    ("at least", ">="), ("at most", "<="), ("more than", ">"), ("greater than", ">"), ("less than", "<"),
    ("left out", "left-out"),
    ("cut-off", "cut"), ("cut off", "cut"), ("null move", "null"), ("re-search", "research"), ("best play", "pv"),
    ("principal variation", "pv"),
)  # fmt: skip
"""What people write, and how it is read."""

COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_TOKEN = re.compile(
    r"\s*(?:(?P<sign>>=|<=|!=|[<>=:])|(?P<range>\.\.)|"
    r"(?P<word>packed:\d+|-?[0-9]+(?:\.[0-9]+)?(?:[0-9a-w-]*[0-9a-w])?|[^\W\d_][\w-]*|∞)|"
    r"(?P<comma>[,;&|()]))"
)


def searched(tree: SearchTree) -> Mask:
    """Searched rows, which have a value and a window."""
    found: Mask = tree.kind != PRUNED
    return found


def maximizing(tree: SearchTree) -> Mask:
    """Rows where MAX is to move."""
    found: Mask = (tree.ply % 2 == 0) == (tree.root.to_move == tree.maximizer)
    return found


def cut(tree: SearchTree) -> Mask:
    """Nodes with a cutoff: some replies pruned, and the value met the window's end."""
    found = np.zeros(len(tree), dtype=bool)
    found[tree.parent[tree.kind == PRUNED]] = True
    return found & np.where(maximizing(tree), tree.value >= tree.beta, tree.value <= tree.alpha)


def on_principal_variation(tree: SearchTree) -> Mask:
    """The rows of the principal variation, the root's included."""
    found = np.zeros(len(tree), dtype=bool)
    found[tree.principal_variation()] = True
    return found


def _kind(*kinds: int) -> Condition:
    return lambda tree: np.isin(tree.kind, kinds)


def _bound(bound: int) -> Condition:
    return lambda tree: tree.bound == bound


def _note(bit: int) -> Condition:
    return lambda tree: (tree.note & bit) != 0


def _over(test: Callable[[np.ndarray], Mask]) -> Condition:
    return lambda tree: (tree.kind == TERMINAL) & test(tree.value)


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
    "won": lambda tree: searched(tree) & (tree.value >= WIN_FLOOR) & (tree.bound != UPPER),
    "lost": lambda tree: searched(tree) & (tree.value <= -WIN_FLOOR) & (tree.bound != LOWER),
    "draw": _over(lambda value: value == 0),
    "exact": _bound(EXACT),
    "lower": _bound(LOWER),
    "upper": _bound(UPPER),
    "max": lambda tree: searched(tree) & maximizing(tree),
    "min": lambda tree: searched(tree) & ~maximizing(tree),
    "pv": on_principal_variation,
    "left-out": lambda tree: tree.left_out > 0,
    "null": _note(NULL),
    "reduced": _note(REDUCED),
    "research": _note(RESEARCH),
}
"""Words that are conditions by themselves, with the rows they mean."""

PLURALS = {
    "leaves": "leaf",
    "wins": "won",
    "losses": "lost",
    "draws": "draw",
    "threats": "threat",
    "cuts": "cut",
    "cutoff": "cut",
    "cutoffs": "cut",
}

FIELDS: dict[str, Callable[[SearchTree], np.ndarray]] = {
    "value": lambda tree: tree.value,
    "alpha": lambda tree: tree.alpha,
    "beta": lambda tree: tree.beta,
    "ply": lambda tree: tree.ply,
    "column": lambda tree: tree.move + 1,
    "order": lambda tree: tree.order + 1,
    "nodes": lambda tree: _nodes(tree),
    "rows": lambda tree: tree.size,
}
"""What can be compared with a number; columns and the order among siblings count from 1."""

SHORT = {"v": "value", "p": "ply", "depth": "ply", "move": "column", "size": "nodes"}

POINTS = ("value", "alpha", "beta")


def _nodes(tree: SearchTree) -> np.ndarray:
    """Nodes searched below every row, itself included."""
    running, rows = tree._running, np.arange(len(tree))
    found: np.ndarray = running[rows + tree.size] - running[rows]
    return found


class Query(NamedTuple):
    """A parsed query; `rows(tree)` answers it."""

    text: str
    groups: tuple[tuple[Condition, ...], ...]

    def rows(self, tree: SearchTree) -> np.ndarray:
        """The rows found, in the order of the search: int64.  Raises C4Error for columns not on the board."""
        found = np.zeros(len(tree), dtype=bool)
        for group in self.groups:
            part = np.ones(len(tree), dtype=bool)
            for condition in group:
                part &= condition(tree)
            found |= part
        return np.flatnonzero(found)


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
        elif token in FILLER and not reader.compares():
            reader.next()
        else:
            groups[-1].append(reader.condition())
    if not groups[-1]:
        raise C4Error(f"say what to find: for example {EXAMPLE}, or a path like 4453")
    return Query(text, tuple(map(tuple, groups)))


class _Reader:
    """The words of a query, read one at a time."""

    def __init__(self, text: str) -> None:
        lower = " " + text.lower().strip() + " "
        for said, meant in SAYINGS:
            lower = lower.replace(said, meant)
        self.tokens, at = [], 0
        while lower[at:].strip():
            match = _TOKEN.match(lower, at)
            if match is None:
                bad = lower[at:].strip()[0]
                raise C4Error(f"{bad!r} is not understood here: write for example {EXAMPLE}")
            at = match.end()
            if match["comma"] == "|":
                self.tokens.append("or")
            elif match.lastgroup and not match["comma"]:
                self.tokens.append("=" if match["sign"] == ":" else match[match.lastgroup])
        self.at = 0

    def peek(self, ahead: int = 0) -> str | None:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else None

    def next(self) -> str:
        """The next word, "" at the end."""
        token = self.peek()
        self.at += 1
        return token or ""

    def compares(self) -> bool:
        """Whether this word is a field: a comparison or a number follows."""
        following = self.peek(1)
        return self.peek() in FIELDS and following is not None and (following in COMPARE or following[-1].isdigit())

    def condition(self) -> Condition:
        token = self.next()
        if token in ("not", "no"):
            while self.peek() in FILLER and not self.compares():
                self.next()
            if self.peek() is None:
                raise C4Error(f'something must come after "{token}": for example not pruned')
            inner = self.condition()
            return lambda tree: ~inner(tree)
        token = SHORT.get(token, token) if self.peek() is not None else token
        if token in ("path", "under", "below", "position"):
            return self.place("under" if token == "below" else token)
        if token in ("kind", "bound"):
            return self.named(token)
        if token in FIELDS:
            return self.comparison(token)
        word = _word(token)
        if word is not None:
            return WORDS[word]
        if token == "root" or re.fullmatch(r"[0-9][0-9a-w]*(-[0-9a-w]+)*", token):
            return _at_path(token)
        known = [*WORDS, *FIELDS, "path", "under", "position", "kind", "bound"]
        raise C4Error(f"{token!r} is not understood{_instead(token, known)}: write for example {EXAMPLE}")

    def place(self, token: str) -> Condition:
        if self.peek() == "=":
            self.next()
        where = self.next()
        if not where:
            raise C4Error(f'columns must come after "{token}": for example {token} 4453')
        while (self.peek() or "").isdigit():
            where += self.next()
        if token == "position":
            return _at_position(where)
        return _at_path(where) if token == "path" else _under(where)

    def named(self, token: str) -> Condition:
        """kind=cut, bound exact; "bound >=" is a lower one."""
        negated = self.peek() == "!="
        if self.peek() in ("=", "!="):
            self.next()
        name = self.next()
        name = {">=": "lower", "<=": "upper"}.get(name, name) if token == "bound" else name
        choice = (
            ["exact", "lower", "upper"]
            if token == "bound"
            else [word for word in WORDS if word not in ("exact", "lower", "upper", "all")]
        )
        word = _word(name)
        if word not in choice:
            raise C4Error(f"{name or 'nothing'!r} is no {token}{_instead(name, choice)}: choose {', '.join(choice)}")
        found = WORDS[word]
        return (lambda tree: ~found(tree)) if negated else found

    def comparison(self, name: str) -> Condition:
        test: Callable[..., Mask] = COMPARE[self.next()] if self.peek() in COMPARE else operator.eq
        wanted = self.next()
        if wanted in ("-", ""):
            raise C4Error(f'a number must come after "{name}": for example {name} >= 5')
        low = _number(name, wanted)
        if self.peek() == "..":
            self.next()
            high = _number(name, self.next())
            return _compared(name, lambda found, tree: (found >= low(tree)) & (found <= high(tree)))
        return _compared(name, lambda found, tree: test(found, low(tree)))


def _word(token: str) -> str | None:
    """One of WORDS in any of its forms: leaves, pruned, Cuts."""
    token = PLURALS.get(token, token)
    return token if token in WORDS else token[:-1] if token.endswith("s") and token[:-1] in WORDS else None


def _instead(token: str, choice: list[str]) -> str:
    close = get_close_matches(token, choice, 1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _compared(name: str, test: Callable[[np.ndarray, SearchTree], Mask]) -> Condition:
    if name not in POINTS:
        return lambda tree: test(FIELDS[name](tree), tree)
    return lambda tree: searched(tree) & test(FIELDS[name](tree), tree)


def _number(name: str, text: str) -> Callable[[SearchTree], float]:
    """A number as it is shown: "5", "-0.41", for values also W5, L6 and the open ends inf and -inf."""
    if name in POINTS and (win := re.fullmatch(r"([wl])(\d+)", text)):
        sign, plies = (1 if win[1] == "w" else -1), int(win[2])
        return lambda tree: sign * (WIN - tree.root.ply - plies)
    if name in POINTS and text in ("inf", "infinity", "∞", "open"):
        return lambda tree: INFINITY if name == "beta" else -INFINITY
    try:
        number = float(text)
    except ValueError:
        raise C4Error(
            f"{text!r} is not a number: after {name!r} write for example >= 5"
            + (", or W5 for a win" if name in POINTS else "")
        ) from None
    return (lambda tree: round(number * tree.scale)) if name in POINTS else (lambda tree: number)


def _columns(text: str, tree: SearchTree) -> list[int]:
    """The columns (from 0) of a path as people write it: 4453, 4-4-5-3, root."""
    found = []
    for character in "" if text == "root" else text.replace("-", ""):
        column = DIGITS.find(character)
        if not 0 <= column < tree.root.rules.columns:
            raise C4Error(
                f"{character!r} in the path {text!r} is not a column: columns are 1 to "
                f"{DIGITS[tree.root.rules.columns - 1]}"
            )
        found.append(column)
    return found


def _ends(text: str, tree: SearchTree) -> list[int]:
    """The rows at the end of a path; if a move was searched more than once, each of its visits."""
    rows = [0]
    for column in _columns(text, tree):
        rows = [child for row in rows for child in tree.children(row) if tree.move[child] == column]
    return rows


def _at_path(text: str) -> Condition:
    def rows(tree: SearchTree) -> Mask:
        found = np.zeros(len(tree), dtype=bool)
        found[_ends(text, tree)] = True
        return found

    return rows


def _under(text: str) -> Condition:
    def rows(tree: SearchTree) -> Mask:
        found = np.zeros(len(tree), dtype=bool)
        for row in _ends(text, tree):
            found[row + 1 : row + int(tree.size[row])] = True
        return found

    return rows


def _at_position(text: str) -> Condition:
    def rows(tree: SearchTree) -> Mask:
        rules = tree.root.rules
        packed.require_fit(rules)
        position = parse_position(text if text.startswith("packed:") else text.replace("-", ""), rules)
        state = position.packed(tree.maximizer)
        found: Mask = (tree.state | np.uint64(packed.NORMAL)) == np.uint64(state)
        return found

    return rows
