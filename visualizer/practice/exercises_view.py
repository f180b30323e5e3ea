"""What the practice window says, from what it knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from c4.practice.exercise_answers import ALPHABETA
from c4.practice.exercise_hints import CUT, HIGH, LOW, VALUE
from c4.practice.exercise_trees import NodePath
from c4.practice.exercises import Entry, Exercise, FieldState
from c4.text import capitalised

RANDOM = "Random tree"
REAL = "The position on the board"
OWN = "Your own tree"
"""Trees besides the examples."""

FIELDS = (LOW, HIGH, VALUE)
"""What is filled in for a node."""

RIGHT = "✓"
WRONG = "✗"

DONE = "All done."
WAY = "Arrow keys move, Return fills in, C marks the edge above as pruned, F1 gives a hint."

PLAYERS = ("MAX", "MIN")

ALSO_COUNTED = ("wrong attempts", "wrongly pruned", "shown")
"""Numbers of the score that are left out while they are 0."""


@dataclass(frozen=True, eq=False)
class Practising:
    """What the practice window knows.

    source     which tree is chosen
    seed       the number of the random tree
    exercise   the exercise on the screen; entries change it in place
    entered    how often they did: what shows the exercise reads this, too, and so is called after each entry
    chosen     the node that is chosen
    message    a hint, or what the last entry was
    """

    source: str = ""
    seed: int = 1
    exercise: Exercise | None = None
    entered: int = 0
    chosen: NodePath = ()
    message: str = ""


class SourceView(NamedTuple):
    """Whether a tree of any size is chosen, and whether MAX or MIN can begin."""

    sized: bool
    either_begins: bool


def source_view(source: str) -> SourceView:
    """What can be set for a kind of tree."""
    return SourceView(source in (RANDOM, REAL), source in (RANDOM, OWN))


# -- the tree ---------------------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What was filled in, and whether it is right."""

    text: str
    right: bool

    @property
    def mark(self) -> str:
        """A tick or a cross."""
        return RIGHT if self.right else WRONG


class NodeView(NamedTuple):
    """A node of the tree.

    player      "MAX" or "MIN"; "" for a leaf
    label       the move that leads to it
    number      the value of a leaf
    value, alpha, beta   what was filled in; None for nothing
    cut         whether the edge above it is marked as pruned, and rightly so; None if it is not marked
    below_cut   whether it, or a node above it, is marked as pruned
    """

    player: str
    label: str
    number: str
    value: Answer | None
    alpha: Answer | None
    beta: Answer | None
    cut: Answer | None
    below_cut: bool


class TreeView(NamedTuple):
    """All nodes by their paths, parents first, and the chosen one."""

    nodes: Mapping[NodePath, NodeView]
    chosen: NodePath


EMPTY_TREE = TreeView({}, ())


def tree_view(exercise: Exercise | None, entered: int, chosen: NodePath) -> TreeView:
    """The tree with everything that was filled in, and nothing else."""
    if exercise is None:
        return EMPTY_TREE
    return TreeView({path: node_view(exercise, path) for path in exercise.paths()}, chosen)


def node_view(exercise: Exercise, path: NodePath) -> NodeView:
    """A node with what was filled in."""
    node = exercise.node(path)
    is_leaf = not node.children
    return NodeView(
        "" if is_leaf else PLAYERS[node.to_move],
        node.label,
        exercise.number(node.value) if is_leaf else "",
        answer_of(exercise.state_of(path, VALUE)),
        answer_of(exercise.state_of(path, LOW)),
        answer_of(exercise.state_of(path, HIGH)),
        answer_of(exercise.state_of(path, CUT)),
        any(exercise.marked(path[:end]) for end in range(1, len(path) + 1)),
    )


def answer_of(given: FieldState) -> Answer | None:
    """An entry; None if nothing was entered."""
    return Answer(given.text, given.right) if given.text else None


# -- the fields -------------------------------------------------------------------------------------------------------


class FieldView(NamedTuple):
    """A field: its text, a tick or a cross, and whether it can be filled in."""

    text: str
    mark: str
    enabled: bool


class FieldsView(NamedTuple):
    """The fields of the chosen node.

    where    the node in words
    fields   alpha, beta and value
    cut      whether the edge above it is marked as pruned
    can_cut  whether that can be marked
    score    what has been filled in so far, in words
    """

    chosen: NodePath
    where: str
    fields: tuple[FieldView, ...]
    cut: bool
    can_cut: bool
    score: str


def fields_view(exercise: Exercise | None, entered: int, chosen: NodePath) -> FieldsView:
    """The fields of the chosen node, and the score."""
    if exercise is None:
        return FieldsView((), "", tuple(FieldView("", "", False) for _ in FIELDS), False, False, "")
    alphabeta = exercise.algorithm == ALPHABETA
    node = exercise.node(chosen)
    kind = PLAYERS[node.to_move] if node.children else "leaf"
    fields = []
    for what in FIELDS:
        answer = answer_of(exercise.state_of(chosen, what))
        enabled = bool(node.children) and (alphabeta or what == VALUE)
        fields.append(FieldView("", "", enabled) if answer is None else FieldView(answer.text, answer.mark, enabled))
    where = f"{exercise.line(chosen)} · {kind}"
    can_cut = alphabeta and bool(chosen)
    return FieldsView(chosen, where, tuple(fields), exercise.marked(chosen), can_cut, score_text(exercise))


def score_text(exercise: Exercise) -> str:
    """What has been done so far."""
    score = exercise.score()
    text = f"{score['right']} of {score['entries']} right, {score['first try']} at the first try"
    for name in ALSO_COUNTED:
        if score[name]:
            text += f", {name}: {score[name]}"
    return f"{text}. {DONE}" if exercise.done else text


def message_view(message: str) -> str:
    """A hint, or what the last entry was."""
    return capitalised(message)


# -- entries ----------------------------------------------------------------------------------------------------------


def unanswered(exercise: Exercise) -> list[Entry]:
    """What is not right yet, in the order of the search."""
    return [entry for entry in exercise.entries if not exercise.state_of(*entry).right]


def asked_entry(exercise: Exercise, chosen: NodePath, focused: str) -> Entry:
    """The entry that a hint is about: the field with the focus, or the node's first one that is not right yet."""
    if focused:
        return Entry(chosen, focused)
    for entry in unanswered(exercise):
        if entry.path == chosen:
            return entry
    return Entry(chosen, CUT if exercise.is_cut(chosen) else VALUE)


def hint_text(exercise: Exercise, entry: Entry, typed: str) -> str:
    """The rule for an entry."""
    if exercise.is_cut(entry.path):
        return "Look at the parent's window at this point: can anything here still change the result?"
    if exercise.state_of(*entry).right:
        return "This entry is right already."
    if not typed.strip():
        return exercise.hint(entry)
    verdict = exercise.check(entry, typed, attempts=1)
    return "This is right: press Return." if verdict.right else verdict.hint


def next_entry(exercise: Exercise, here: Entry) -> Entry | None:
    """The entry after another, in the order of the search, that is not right yet; None if all are."""
    fields = exercise.fields()
    start = fields.index(here) + 1 if here in fields else 0
    for entry in (*fields[start:], *fields[:start]):
        if not exercise.state_of(*entry).right:
            return entry
    return None
