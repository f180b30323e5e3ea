"""Exercises: you work out the values, windows and cutoffs of a small tree, and every entry is checked with a hint.

The right answers are those of `c4.search.textbook`, the search by which the program plays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from c4.game.values import EXACT, INFINITY, LOWER, UPPER, WIN
from c4.practice import exercise_hints
from c4.practice.exercise_answers import ALPHABETA, SolvedTree
from c4.practice.exercise_hints import CUT, HIGH, LOW, VALUE
from c4.practice.exercise_trees import NodePath


class Entry(NamedTuple):
    """One thing to fill in: a node, by the numbers of the moves to it, and which of its figures."""

    path: NodePath
    figure: str


class Verdict(NamedTuple):
    """Whether an entry is right; if not, a hint that names the rule."""

    right: bool
    hint: str = ""


@dataclass
class FieldState:
    """The state of an entry: your last text and the number of attempts; `shown` means that the program gave the answer."""

    text: str = ""
    right: bool = False
    attempts: int = 0
    shown: bool = False

    @property
    def found(self) -> bool:
        """Whether you have answered it rightly yourself."""
        return self.right and not self.shown

    @property
    def wrong_attempts(self) -> int:
        """The attempts without the last one, if that was right."""
        return self.attempts - 1 if self.found and self.attempts > 0 else self.attempts


@dataclass
class Exercise(SolvedTree):
    """A tree, an algorithm, and your entries.

    states      what you have entered so far
    entries     everything to fill in, in the order in which the search works it out
    """

    states: dict[Entry, FieldState] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.entries = list(self._fields_below((), self.is_pruned))

    def _fields_below(self, path: NodePath, is_left_out: Callable[[NodePath], bool]) -> Iterator[Entry]:
        """The fields of a node and of all below it, in the order in which a search works them out.

        Of a node that is left out only whether it is cut.
        """
        if is_left_out(path):
            yield Entry(path, CUT)
            return
        children = self.node(path).children
        if self.algorithm == ALPHABETA and children:
            yield Entry(path, LOW)
            yield Entry(path, HIGH)
        for number in range(len(children)):
            yield from self._fields_below((*path, number), is_left_out)
        if children:
            yield Entry(path, VALUE)

    def paths(self) -> list[NodePath]:
        """All nodes of the tree, searched or not, parents first."""
        paths: list[NodePath] = [()]
        for path in paths:
            paths.extend((*path, number) for number in range(len(self.node(path).children)))
        return paths

    def fields(self) -> list[Entry]:
        """All entries in the order of a search without cutoffs, minus those below the edges that you marked.

        This order does not give away where the search cuts off.
        """
        return [entry for entry in self._fields_below((), self.marked) if entry.figure != CUT]

    def state_of(self, path: NodePath, figure: str) -> FieldState:
        """The state of an entry."""
        return self.states.get(Entry(path, figure), FieldState())

    # -- answers ------------------------------------------------------------------------------------------------------

    def answer(self, entry: Entry) -> str:
        """The right answer as text; "" in a pruned part."""
        if entry.figure == CUT:
            return CUT if self.is_pruned(entry.path) else "searched"
        if self.is_cut(entry.path):
            return ""
        node = self.searched[entry.path]
        if entry.figure == VALUE:
            return {EXACT: "", LOWER: "≥", UPPER: "≤"}[node.bound] + self.number(node.value)
        return self.number(node.alpha if entry.figure == LOW else node.beta)

    def fill(self, entry: Entry, text: str) -> Verdict:
        """Checks and stores what you entered; the same text again is not a new attempt."""
        state = self.states.setdefault(entry, FieldState())
        if entry.figure != CUT and not text.strip():
            state.text = ""
            state.right = False
            return Verdict(False, "")
        verdict = self.check(entry, text, state.attempts)
        if text != state.text and not state.shown:
            state.attempts += 1
        state.text = text
        state.right = verdict.right
        return verdict

    def show(self, entry: Entry) -> str:
        """Fills in the answer; it counts as shown."""
        state = self.states.setdefault(entry, FieldState())
        state.text = self.answer(entry)
        state.right = True
        state.shown = True
        return state.text

    def mark(self, path: NodePath) -> Verdict | None:
        """Marks the edge above a node as cut, or removes the mark (then there is no verdict)."""
        entry = Entry(path, CUT)
        state = self.states.setdefault(entry, FieldState())
        if state.text == CUT:
            state.text = ""
            state.right = False
            return None
        return self.fill(entry, CUT)

    def marked(self, path: NodePath) -> bool:
        """Whether you have marked the node as cut off."""
        return self.state_of(path, CUT).text == CUT

    # -- checking -----------------------------------------------------------------------------------------------------

    def check(self, entry: Entry, text: str, attempts: int = 0) -> Verdict:
        """Checks one entry independently of all others; after a first wrong attempt the hint includes numbers."""
        if entry.figure == CUT:
            if self.answer(entry) == CUT:
                return Verdict(True)
            return Verdict(False, exercise_hints.of_cut(self, entry.path, attempts))
        if self.is_cut(entry.path):
            return Verdict(False, exercise_hints.NEVER_SEARCHED)
        points, sign = self._read(text)
        if points is None:
            of_a_win = ", or W5 for a win" if self.discs else ""
            return Verdict(False, f"Write a number, −∞ or ∞ (inf){of_a_win}.")
        node = self.searched[entry.path]
        if entry.figure == VALUE:
            possible_signs = ("", {EXACT: "=", LOWER: "≥", UPPER: "≤"}[node.bound])
            if self._same(points, node.value) and sign in possible_signs:
                return Verdict(True)
            return Verdict(False, exercise_hints.of_value(self, entry.path, points, attempts))
        if self._same(points, node.alpha if entry.figure == LOW else node.beta):
            return Verdict(True)
        return Verdict(False, exercise_hints.of_window(self, entry.path, entry.figure, points, attempts))

    def hint(self, entry: Entry) -> str:
        """The rule for an entry, with numbers, whatever you entered."""
        if entry.figure == CUT:
            return exercise_hints.of_cut(self, entry.path, 1)
        if self.is_cut(entry.path):
            return exercise_hints.NEVER_SEARCHED
        if entry.figure == VALUE:
            return exercise_hints.of_value(self, entry.path, None, 1)
        return exercise_hints.of_window(self, entry.path, entry.figure, None, 1)

    def _read(self, text: str) -> tuple[int | None, str]:
        """(points, sign) of what was typed; (None, "") if it is not a number."""
        text = _tidied(text)
        sign = text[0] if text[:1] in ("≤", "≥", "=") else ""
        number = text[len(sign) :]
        if number.lstrip("+-") in ("inf", "∞", "oo", "infinity"):
            return (-INFINITY if number.startswith("-") else INFINITY), sign
        end_of_game = re.fullmatch(r"([wl])(\d{1,4})", number)
        if end_of_game:
            points = WIN - self.discs - int(end_of_game[2])
            return (points if end_of_game[1] == "w" else -points), sign
        pattern = r"-?\d{1,9}" if self.scale == 1 else r"-?\d{0,9}(\.\d{1,9})?"
        if number in ("", "-") or not re.fullmatch(pattern, number):
            return None, ""
        return round(float(number) * self.scale), sign

    def _same(self, points: int, other: int) -> bool:
        """Whether both look the same: you cannot type more digits than are shown."""
        return self.number(points) == self.number(other)

    # -- score --------------------------------------------------------------------------------------------------------

    @property
    def wrong_marks(self) -> list[Entry]:
        """Edges that are wrongly marked as cut."""
        return [
            entry
            for entry, state in self.states.items()
            if entry.figure == CUT and state.text == CUT and not state.right
        ]

    @property
    def done(self) -> bool:
        """Whether everything asked for was answered rightly, and nothing marked wrongly."""
        return not self.wrong_marks and all(self.state_of(*entry).right for entry in self.entries)

    def score(self) -> dict[str, int]:
        """Counts of entries: all, right, right at the first attempt, shown; and of wrong attempts.  The window prints
        the keys.
        """
        states = [self.state_of(*entry) for entry in self.entries]
        return {
            "entries": len(states),
            "right": sum(state.found for state in states),
            "first try": sum(state.found and state.attempts == 1 for state in states),
            "shown": sum(state.shown for state in states),
            "wrong attempts": sum(state.wrong_attempts for state in self.states.values()),
            "wrongly pruned": len(self.wrong_marks),
        }

    def line(self, path: NodePath) -> str:
        """A node named by its moves: "2-1", or "root"."""
        labels = [self.node(path[: end + 1]).label for end in range(len(path))]
        return "-".join(labels) or "root"


def _tidied(text: str) -> str:
    """What was typed, without blanks and a plus, with one form of each sign."""
    text = text.strip().lower()
    for typed, sign in ((" ", ""), ("−", "-"), ("<=", "≤"), (">=", "≥")):
        text = text.replace(typed, sign)
    return text.lstrip("+")
