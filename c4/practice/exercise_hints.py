"""The hints of exercises: the rule that an entry has broken, by what was probably thought."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from c4.practice.exercise_answers import SolvedTree
from c4.practice.exercise_trees import NodePath
from c4.tree.searchtree import PRUNED

VALUE = "value"
LOW = "alpha"
HIGH = "beta"
CUT = "cut"
"""What an entry asks for: an inner node's value, the two ends of its window on entry, or whether a node is pruned."""

NEVER_SEARCHED = (
    "Cutoff rule: the search never gets here, so there is no value and no window. Mark the edge that is pruned."
)
CUT_IS_ABOVE = (
    "Cutoff rule: this is never searched, but the cutoff is further up. Mark the highest edge that is pruned."
)
FIRST_CHILD = "Cutoff rule: the first child is always searched, as no value is known before it."
ROOT_IS_SEARCHED = "Root rule: the root is always searched."
ROOT_WINDOW = "Root rule: nothing is known yet, so the search begins with the open window from −∞ to ∞."
WRONG_SIGN = (
    "Bound rule: the number is right, the sign is not. After a cutoff a MAX node has a lower bound (≥), a MIN node an"
    " upper bound (≤)."
)
WITHOUT_CUTS = (
    "Cutoff rule: that would be the value with all children searched. Ignore what is pruned and take the best value"
    " seen before."
)
END_OF_WINDOW = "Fail-soft rule: a node returns the best value it has seen, not an end of its window."
ENDS_SWAPPED = "Window rule: alpha is the lower end (what MAX is sure of), beta the upper end (what MIN is sure of)."
WINDOW_OF_PARENT = (
    "Window rule: a child starts with its parent's alpha and beta of that moment. MAX raises alpha, MIN lowers beta."
)


class Side(NamedTuple):
    """How the rules name a side.

    best, best_word     of values, what it takes
    worst, worst_word   the opposite
    own_end             the end of the window that it changes, and in which direction: `change`
    goal                at which values it stops, compared with `other_end` of the window
    """

    name: str
    best: Callable[[Iterable[int]], int]
    best_word: str
    worst: Callable[[Iterable[int]], int]
    worst_word: str
    own_end: str
    change: str
    goal: str
    other_end: str


MAX = Side("MAX", max, "largest", min, "smallest", LOW, "alpha rises to the largest", "at least beta", HIGH)
MIN = Side("MIN", min, "smallest", max, "largest", HIGH, "beta falls to the smallest", "at most alpha", LOW)
SIDES = (MAX, MIN)
"""By `ExerciseNode.to_move`."""


def of_value(tree: SolvedTree, path: NodePath, points: int | None, attempts: int) -> str:
    """The hint for a node's value; `points` is what was entered, None if nothing was."""
    node = tree.searched[path]
    side = SIDES[tree.node(path).to_move]
    children = [tree.searched[(*path, number)] for number in range(len(tree.node(path).children))]
    seen = [child.value for child in children if child.kind != PRUNED]
    rule = f"{side.name} rule: {side.name} takes the {side.best_word} of the values that its searched children return"
    if points == node.value:
        return WRONG_SIGN
    if points == side.worst(seen):
        return f"{rule}, not the {side.worst_word}."
    if points == tree.minimax_value(path):
        return WITHOUT_CUTS
    if points in (node.alpha, node.beta):
        return END_OF_WINDOW
    if attempts:
        return f"{rule}: here {_list(tree, seen)}."
    return f"{rule}."


def of_window(tree: SolvedTree, path: NodePath, end: str, points: int | None, attempts: int) -> str:
    """The hint for one `end` of a node's window, LOW or HIGH; `points` is what was entered, None if nothing was."""
    if not path:
        return ROOT_WINDOW
    node = tree.searched[path]
    parent = tree.searched[path[:-1]]
    side = SIDES[tree.node(path[:-1]).to_move]
    swapped = node.beta if end == LOW else node.alpha
    if points == swapped:
        return ENDS_SWAPPED
    if end != side.own_end:
        return f"Window rule: a {side.name} node changes only its own end, so {end} is passed down unchanged."
    seen = tree.values_before(path)
    on_entry = parent.alpha if end == LOW else parent.beta
    if seen and points == on_entry:
        numbers = f": {_list(tree, seen)}" if attempts else ""
        return (
            f"Update rule: the parent, {side.name}, has seen a value since it was entered: {side.change} value so"
            f" far{numbers}."
        )
    return WINDOW_OF_PARENT


def of_cut(tree: SolvedTree, path: NodePath, attempts: int) -> str:
    """The hint for an edge that was wrongly marked as cut."""
    if tree.is_cut(path):
        return CUT_IS_ABOVE
    if not path:
        return ROOT_IS_SEARCHED
    if path[-1] == 0:
        return FIRST_CHILD
    parent = tree.searched[path[:-1]]
    side = SIDES[tree.node(path[:-1]).to_move]
    numbers = ""
    if attempts:
        best = side.best(tree.values_before(path))
        limit = parent.beta if side.other_end == HIGH else parent.alpha
        numbers = f" Here the best is {tree.number(best)} and {side.other_end} is {tree.number(limit)}."
    return f"Cutoff rule: {side.name} stops when the best value so far is {side.goal}. That is not so yet.{numbers}"


def _list(tree: SolvedTree, points: list[int]) -> str:
    return ", ".join(map(tree.number, points))
