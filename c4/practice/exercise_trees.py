"""Trees for exercises: typed, random, or taken from a real position."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from c4.errors import C4Error
from c4.game.position import Position
from c4.game.values import EXACT, INFINITY
from c4.search.textbook import Node, Textbook
from c4.text import pluralise
from c4.tree.searchtree import HORIZON

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator  # loads numba

NodePath = tuple[int, ...]
"""A node of a tree: the numbers of the replies that lead to it."""

MOST_LEAVES = 49
"""The most leaves of a tree: two full plies of the standard board."""

DEEPEST = 50
"""The most plies of a tree that is typed."""


@dataclass(frozen=True)
class ExerciseNode:
    """A node: the side to move (0 = MAX), its children or, for a leaf, its value, and the `label` of the move to it."""

    to_move: int
    children: tuple[ExerciseNode, ...] = ()
    value: int = 0
    label: str = ""

    def play(self, number: int) -> ExerciseNode:
        """The child of this number."""
        return self.children[number]

    def leaves(self) -> int:
        """How many leaves lie below the node; 1 for a leaf."""
        return sum(child.leaves() for child in self.children) or 1


class ExerciseSearch(Textbook):
    """The textbook search on the nodes of an exercise."""

    def __init__(self) -> None:
        super().__init__(evaluator=None, maximizer=0, move_order=())

    def moves(self, position: ExerciseNode) -> list[int]:  # type: ignore[override]  # an ExerciseNode stands in for a position
        return list(range(len(position.children)))

    def is_leaf(self, position: ExerciseNode, depth: int, node: Node) -> bool:  # type: ignore[override]  # as above
        if position.children:
            return False
        node.kind = HORIZON
        node.value = position.value
        node.bound = EXACT
        return True

    def search(self, root: ExerciseNode, cuts: bool) -> None:
        """Searches a tree, with cuts (alpha-beta) or without (minimax); the result is in `nodes`."""
        walk = self.alphabeta if cuts else self.minimax
        walk(root, 0)  # type: ignore[arg-type]  # its positions are nodes of the exercise


EXAMPLES = {
    "Two plies": ("(4 7 9) (3 8 6) (5 2 1)", True, "one move and one reply"),
    "Three plies": ("((10 3) (11 5)) ((8 6) (1 2))", True, "two replies at every node"),
    "Four plies": ("5 (((2 6 11) 10) 9)", True, "a window travels a long way down"),
    "An unlucky order": ("((10 11) (9 1)) ((8 12) (2 7))", True, "the same shape with other leaves"),
    "MIN begins": ("(2 6 4) (9 1 3) (7 8 5)", False, "the same rules with the sides exchanged"),
}
"""Examples by name: the tree as typed, whether MAX is at the root, and an introduction that gives nothing away."""


MOST_CHILDREN = 9
"""The most children of a node: a digit names each."""

MOST_TOKENS = 500
"""The most numbers and brackets of a tree."""


def parse_tree(text: str, root_is_max: bool = True) -> ExerciseNode:
    """Reads a tree: numbers are leaves, brackets enclose a node's children; "(3 12 8) (2 4 6)" is a root with two
    children.

    Raises C4Error that names the place of a mistake.
    """
    tokens = [(match.group(), match.start() + 1) for match in re.finditer(r"[()]|[-−]?\d+|[^\s,]", text)]
    _check_nesting([token for token, _ in tokens])
    at = 0  # the next token

    def node(to_move: int, label: str) -> ExerciseNode:
        nonlocal at
        token, place = tokens[at]
        at += 1
        if token != "(":
            return ExerciseNode(to_move, (), _leaf(token, place), label)
        children = children_of(1 - to_move)
        if at >= len(tokens):
            raise C4Error(f"the bracket at place {place} is not closed")
        at += 1
        if not children:
            raise C4Error(f"the brackets at place {place} are empty: put numbers or brackets into them")
        return ExerciseNode(to_move, children, 0, label)

    def children_of(to_move: int) -> tuple[ExerciseNode, ...]:
        children: list[ExerciseNode] = []
        while at < len(tokens) and tokens[at][0] != ")":
            if len(children) == MOST_CHILDREN or at > MOST_TOKENS:
                raise C4Error(f"a node has at most {MOST_CHILDREN} children, and a tree must fit on a page")
            children.append(node(to_move, str(len(children) + 1)))
        return tuple(children)

    children = children_of(1 if root_is_max else 0)
    if at < len(tokens):
        raise C4Error(f"the bracket at place {tokens[at][1]} has no opening bracket")
    if len(children) == 1 and children[0].children:  # a pair of brackets around everything
        return parse_tree(text.strip()[1:-1], root_is_max)
    if not children:
        raise C4Error("type a tree like (3 12 8) (2 4 6): numbers are leaves, brackets are nodes")
    return _fitting(ExerciseNode(0 if root_is_max else 1, children))


def _check_nesting(tokens: list[str]) -> None:
    """Raises C4Error for brackets that are nested too deeply to be read."""
    depth = 0
    for token in tokens:
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
        if depth > DEEPEST:
            raise C4Error(f"brackets are nested too deeply: a tree has at most {DEEPEST} plies")


def _leaf(token: str, place: int) -> int:
    if not re.fullmatch(r"[-−]?\d{1,5}", token):
        raise C4Error(f"{token!r} at place {place} is neither a bracket nor a number of at most five digits")
    return int(token.replace("−", "-"))


def format_tree(root: ExerciseNode) -> str:
    """The reverse of `parse_tree`."""
    parts = []
    for child in root.children:
        parts.append(f"({format_tree(child)})" if child.children else str(child.value))
    return " ".join(parts)


def random_tree(seed: int, depth: int = 3, width: int = 3, root_is_max: bool = True) -> ExerciseNode:
    """A complete tree with random leaves from -9 to 9; the same seed gives the same tree."""
    chance = random.Random(seed)

    def node(to_move: int, left: int, label: str) -> ExerciseNode:
        if left == 0:
            return ExerciseNode(to_move, (), chance.randint(-9, 9), label)
        children = tuple(node(1 - to_move, left - 1, str(number + 1)) for number in range(width))
        return ExerciseNode(to_move, children, 0, label)

    plies = pluralise(depth, "ply", "plies")
    if not (1 <= depth <= 6 and 2 <= width <= 7):
        raise C4Error(f"a tree has 1 to 6 plies and a width of 2 to 7, not {plies} and a width of {width}")
    if width**depth > MOST_LEAVES:
        leaves = pluralise(width**depth, "leaf", "leaves")
        raise C4Error(f"{plies} of width {width} make {leaves}: at most {MOST_LEAVES} fit")
    return node(0 if root_is_max else 1, depth, "")


def from_position(position: Position, evaluator: Evaluator, depth: int = 2, width: int = 3) -> ExerciseNode:
    """The tree of a real position: `depth` plies, the `width` columns nearest the middle, leaves evaluated for MAX, who
    moves.
    """
    textbook = Textbook(evaluator, position.to_move, position.rules.centre_first)

    def node(here: Position, left: int, label: str) -> ExerciseNode:
        to_move = int(here.to_move != position.to_move)
        leaf = Node((), -INFINITY, INFINITY, 0)
        if textbook.is_leaf(here, left, leaf):
            return ExerciseNode(to_move, (), leaf.value, label)
        columns = textbook.moves(here)[:width]
        children = tuple(node(here.play(column), left - 1, str(column + 1)) for column in columns)
        return ExerciseNode(to_move, children, 0, label)

    if position.outcome() is not None:
        raise C4Error("the game is over: there is nothing to search")
    return _fitting(node(position, depth, ""))


def _fitting(root: ExerciseNode) -> ExerciseNode:
    """The tree.  Raises C4Error for one that is too large."""
    if root.leaves() > MOST_LEAVES:
        raise C4Error(f"this tree has {pluralise(root.leaves(), 'leaf', 'leaves')}: at most {MOST_LEAVES} fit")
    return root
