"""Exercises: you work out the values, windows and cutoffs of a small tree, and every entry is checked with a hint.

The right answers are those of `c4.search.textbook`, the search by which the program plays.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from c4.game.values import EXACT, INFINITY, LOWER, UPPER, WIN, number_text
from c4.practice.trees import ExerciseNode, ExerciseSearch, Path
from c4.search.textbook import Node
from c4.tree.searchtree import PRUNED

MINIMAX = "minimax"
ALPHABETA = "alphabeta"

VALUE = "value"
LOW = "alpha"
HIGH = "beta"
CUT = "cut"
"""What an entry asks for: an inner node's value, the two ends of its window on entry, or whether a node is pruned."""

NEVER_SEARCHED = (
    "Cutoff rule: the search never gets here, so there is no value and no window. Mark the edge that is pruned."
)


class Entry(NamedTuple):
    """One thing to fill in: a node, by the numbers of the moves to it, and which of its figures."""

    path: Path
    what: str


class Verdict(NamedTuple):
    """Whether an entry is right; if not, a hint that names the rule."""

    right: bool
    hint: str = ""


@dataclass
class Given:
    """Your last entry and the number of attempts; `shown` means that the program gave the answer."""

    text: str = ""
    right: bool = False
    attempts: int = 0
    shown: bool = False


@dataclass
class Exercise:
    """A tree, an algorithm, and your entries.

    `discs` is the number of discs on a real board, `scale` the evaluator's points per unit.
    """

    root: ExerciseNode
    algorithm: str = ALPHABETA
    title: str = ""
    discs: int = 0
    scale: int = 1
    given: dict[Entry, Given] = field(default_factory=dict)

    def __post_init__(self) -> None:
        search = ExerciseSearch()
        minimax = ExerciseSearch()
        search.search(self.root, cuts=self.algorithm == ALPHABETA)
        minimax.search(self.root, cuts=False)
        self.searched: dict[Path, Node] = {node.path: node for node in search.nodes}
        self._minimax_values = {node.path: node.value for node in minimax.nodes}
        self.entries = self._entries()

    def _entries(self) -> list[Entry]:
        """Everything to fill in, in the order in which the search works it out."""
        entries: list[Entry] = []

        def visit(path: Path) -> None:
            if self.searched[path].kind == PRUNED:
                entries.append(Entry(path, CUT))
            else:
                self._visit(path, entries, visit)

        visit(())
        return entries

    def _visit(self, path: Path, entries: list[Entry], visit: Callable[[Path], None]) -> None:
        """Adds the fields of a node, those of its children (by `visit`) between its window and its value."""
        children = self.node(path).children
        if self.algorithm == ALPHABETA and children:
            entries.extend((Entry(path, LOW), Entry(path, HIGH)))
        for number in range(len(children)):
            visit((*path, number))
        if children:
            entries.append(Entry(path, VALUE))

    def node(self, path: Path) -> ExerciseNode:
        """The node at a path: the numbers of the children from the root on."""
        node = self.root
        for number in path:
            node = node.children[number]
        return node

    def paths(self) -> list[Path]:
        """All nodes of the tree, searched or not, parents first."""
        paths: list[Path] = [()]
        for path in paths:
            paths.extend((*path, number) for number in range(len(self.node(path).children)))
        return paths

    def fields(self) -> list[Entry]:
        """All fields in the order of a search without cutoffs, minus those below the edges that you marked.

        This order does not give away where the search cuts off.
        """
        entries: list[Entry] = []

        def visit(path: Path) -> None:
            if not self.marked(path):
                self._visit(path, entries, visit)

        visit(())
        return entries

    def entry(self, path: Path, what: str) -> Given:
        """What you entered in a field."""
        return self.given.get(Entry(path, what), Given())

    def is_cut(self, path: Path) -> bool:
        """Whether a node, or one above it, is pruned."""
        return any(
            self.searched[path[:end]].kind == PRUNED for end in range(1, len(path) + 1) if path[:end] in self.searched
        )

    # -- answers ------------------------------------------------------------------------------------------------------

    def answer(self, entry: Entry) -> str:
        """The right answer as text; "" in a pruned part."""
        if entry.what == CUT:
            return "cut" if entry.path in self.searched and self.searched[entry.path].kind == PRUNED else "searched"
        if self.is_cut(entry.path):
            return ""
        searched = self.searched[entry.path]
        if entry.what == VALUE:
            return {EXACT: "", LOWER: "≥", UPPER: "≤"}[searched.bound] + self.number(searched.value)
        return self.number(searched.alpha if entry.what == LOW else searched.beta)

    def number(self, points: int) -> str:
        """Points as text: 3, −12, W5, ∞."""
        if abs(points) >= INFINITY:
            return "−∞" if points < 0 else "∞"
        return number_text(points, self.discs, self.scale)

    def fill(self, entry: Entry, text: str) -> Verdict:
        """Checks and stores what you entered; the same text again is not a new attempt."""
        given = self.given.setdefault(entry, Given())
        if entry.what != CUT and not text.strip():
            given.text = ""
            given.right = False
            return Verdict(False, "")
        verdict = self.check(entry, text, given.attempts)
        if text != given.text and not given.shown:
            given.attempts += 1
        given.text = text
        given.right = verdict.right
        return verdict

    def show(self, entry: Entry) -> str:
        """Fills in the answer; it counts as shown."""
        given = self.given.setdefault(entry, Given())
        given.text = self.answer(entry)
        given.right = True
        given.shown = True
        return given.text

    def mark(self, path: Path) -> Verdict | None:
        """Marks the edge above a node as cut, or removes the mark (then there is no verdict)."""
        entry = Entry(path, CUT)
        given = self.given.setdefault(entry, Given())
        if given.text == "cut":
            given.text = ""
            given.right = False
            return None
        return self.fill(entry, "cut")

    def marked(self, path: Path) -> bool:
        """Whether you have marked the node as cut off."""
        return self.entry(path, CUT).text == "cut"

    # -- checking-----------------------------------------------------------------------------------------------------

    def check(self, entry: Entry, text: str, before: int = 0) -> Verdict:
        """Checks one entry independently of all others; after a first wrong attempt the hint includes numbers."""
        path = entry.path
        if entry.what == CUT:
            return Verdict(True) if self.answer(entry) == "cut" else Verdict(False, self._cut_hint(path, before))
        if self.is_cut(path):
            return Verdict(False, NEVER_SEARCHED)
        points, sign = self._read(text)
        if points is None:
            return Verdict(False, "Write a number, −∞ or ∞ (inf)" + (", or W5 for a win" if self.discs else "") + ".")
        searched = self.searched[path]
        if entry.what != VALUE:
            right = searched.alpha if entry.what == LOW else searched.beta
            return (
                Verdict(True) if self._same(points, right) else Verdict(False, self._window_hint(entry, points, before))
            )
        if self._same(points, searched.value) and sign in ("", {EXACT: "=", LOWER: "≥", UPPER: "≤"}[searched.bound]):
            return Verdict(True)
        return Verdict(False, self._value_hint(path, points, before))

    def hint(self, entry: Entry) -> str:
        """The rule for an entry, with numbers, whatever you entered."""
        if entry.what == CUT:
            return self._cut_hint(entry.path, 1)
        if self.is_cut(entry.path):
            return NEVER_SEARCHED
        if entry.what == VALUE:
            return self._value_hint(entry.path, None, 1)
        return self._window_hint(entry, None, 1)

    def _read(self, text: str) -> tuple[int | None, str]:
        """(points, sign) of what was typed; (None, "") if it is not a number."""
        plain = (
            text.strip().lower().replace(" ", "").replace("−", "-").replace("<=", "≤").replace(">=", "≥").lstrip("+")
        )
        sign = plain[0] if plain[:1] in ("≤", "≥", "=") else ""
        plain = plain[len(sign) :]
        if plain.lstrip("+-") in ("inf", "∞", "oo", "infinity"):
            return (-INFINITY if plain.startswith("-") else INFINITY), sign
        if win := re.fullmatch(r"([wl])(\d{1,4})", plain):
            points = WIN - self.discs - int(win[2])
            return (points if win[1] == "w" else -points), sign
        if not re.fullmatch(r"-?\d{1,9}" if self.scale == 1 else r"-?\d{0,9}(\.\d{1,9})?", plain) or plain in ("", "-"):
            return None, ""
        return round(float(plain) * self.scale), sign

    def _same(self, points: int, other: int) -> bool:
        """Whether both look the same: you cannot type more digits than are shown."""
        return self.number(points) == self.number(other)

    def _value_hint(self, path: Path, points: int | None, before: int) -> str:
        node = self.node(path)
        searched = self.searched[path]
        children = [self.searched[(*path, number)] for number in range(len(node.children))]
        seen = [child.value for child in children if child.kind != PRUNED]
        name, best, worst, other = (
            ("MAX", "largest", "smallest", min) if node.to_move == 0 else ("MIN", "smallest", "largest", max)
        )
        rule = f"{name} rule: {name} takes the {best} of the values that its searched children return"
        if points == searched.value:
            return (
                "Bound rule: the number is right, the sign is not. After a cutoff a MAX node has a lower bound (≥), a"
                " MIN node an upper bound (≤)."
            )
        if points == other(seen):
            return f"{rule}, not the {worst}."
        if points == self._minimax_values[path]:
            return (
                "Cutoff rule: that would be the value with all children searched. Ignore what is pruned and take the"
                " best value seen before."
            )
        if points in (searched.alpha, searched.beta):
            return "Fail-soft rule: a node returns the best value it has seen, not an end of its window."
        return f"{rule}: here {', '.join(map(self.number, seen))}." if before else rule + "."

    def _window_hint(self, entry: Entry, points: int | None, before: int) -> str:
        path = entry.path
        searched = self.searched[entry.path]
        if not path:
            return "Root rule: nothing is known yet, so the search begins with the open window from −∞ to ∞."
        parent = self.searched[path[:-1]]
        above = self.node(path[:-1])
        right, swapped = (searched.alpha, searched.beta) if entry.what == LOW else (searched.beta, searched.alpha)
        if points == swapped != right:
            return (
                "Window rule: alpha is the lower end (what MAX is sure of), beta the upper end (what MIN is sure of)."
            )
        earlier = [self.searched[(*path[:-1], number)].value for number in range(path[-1])]
        mine = entry.what == (LOW if above.to_move == 0 else HIGH)
        if mine and earlier and points == (parent.alpha if entry.what == LOW else parent.beta):
            name, end = (
                ("MAX", "alpha rises to the largest") if above.to_move == 0 else ("MIN", "beta falls to the smallest")
            )
            seen = f": {', '.join(map(self.number, earlier))}" if before else ""
            return f"Update rule: the parent, {name}, has seen a value since it was entered: {end} value so far{seen}."
        if not mine:
            name = "alpha" if entry.what == LOW else "beta"
            whose = "MIN" if above.to_move else "MAX"
            return f"Window rule: a {whose} node changes only its own end, so {name} is passed down unchanged."
        return (
            "Window rule: a child starts with its parent's alpha and beta of that moment. MAX raises alpha, MIN"
            " lowers beta."
        )

    def _cut_hint(self, path: Path, before: int) -> str:
        if self.is_cut(path):
            return "Cutoff rule: this is never searched, but the cutoff is further up. Mark the highest edge that is pruned."
        if not path:
            return "Root rule: the root is always searched."
        above = self.node(path[:-1])
        parent = self.searched[path[:-1]]
        if path[-1] == 0:
            return "Cutoff rule: the first child is always searched, as no value is known before it."
        earlier = [self.searched[(*path[:-1], number)].value for number in range(path[-1])]
        if above.to_move == 0:
            name = "MAX"
            met = "at least beta"
            bound = "beta"
            end = parent.beta
            best = max(earlier)
        else:
            name = "MIN"
            met = "at most alpha"
            bound = "alpha"
            end = parent.alpha
            best = min(earlier)
        numbers = f" Here the best is {self.number(best)} and {bound} is {self.number(end)}." if before else ""
        return f"Cutoff rule: {name} stops when the best value so far is {met}. That is not so yet.{numbers}"

    # -- score --------------------------------------------------------------------------------------------------------

    @property
    def wrong_marks(self) -> list[Entry]:
        """Edges that are wrongly marked as cut."""
        return [
            entry
            for entry, given in self.given.items()
            if entry.what == CUT and given.text == "cut" and not given.right
        ]

    @property
    def done(self) -> bool:
        """Whether everything asked for was answered rightly, and nothing marked wrongly."""
        return not self.wrong_marks and all(self.entry(*entry).right for entry in self.entries)

    def score(self) -> dict[str, int]:
        """Counts of entries: all, right, right at the first attempt, shown; and of wrong attempts."""
        given = [self.entry(*entry) for entry in self.entries]
        return {
            "entries": len(given),
            "right": sum(one.right and not one.shown for one in given),
            "first try": sum(one.right and not one.shown and one.attempts == 1 for one in given),
            "shown": sum(one.shown for one in given),
            "wrong attempts": sum(
                one.attempts - (one.right and not one.shown and one.attempts > 0) for one in self.given.values()
            ),
            "wrongly pruned": len(self.wrong_marks),
        }

    def line(self, path: Path) -> str:
        """A node named by its moves: "2-1", or "root"."""
        return "-".join(self.node(path[: end + 1]).label for end in range(len(path))) or "root"
