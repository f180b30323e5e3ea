"""GameTree: a game with its variations, an undo and redo cursor, comments and marks.

    start ── 4 ── 4 ── 5 ── 3        the main line: the first child of every node
                  └─── 3 ── 2        a variation

A tree is immutable: every change returns a new tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import index
from typing import NamedTuple

from c4.errors import C4Error
from c4.game.position import Position

ROOT = 0
"""The node of the position a game begins with."""

MARKS = ("", "!", "!!", "!?", "?!", "?", "??")
"""Marks of a move: none, good, excellent, interesting, slip, mistake, blunder."""

MOST_NODES = 20_000
"""The most moves that a tree holds, variations included."""


def tidy(comment: str) -> str:
    """A comment in its stored form: no blanks at the ends of lines, single blanks between words."""
    return "\n".join(" ".join(line.split()) for line in comment.strip().split("\n"))


class Node(NamedTuple):
    """A move: `parent` (-1 for the root), `column` from 0 (-1 for the root), and `children`, the main line first."""

    parent: int
    column: int
    comment: str = ""
    mark: str = ""
    children: tuple[int, ...] = ()


@dataclass(frozen=True)
class GameTree:
    """A game from `start` on, with all its variations.

    `at` is the node shown on the board and `tip` the end of its line: undo moves from `at` towards the root, redo
    towards `tip`.  `pruned` are the nodes that were cut, each with everything below it, the latest last.
    """

    start: Position
    nodes: tuple[Node, ...] = (Node(-1, -1),)
    at: int = ROOT
    tip: int = ROOT
    pruned: tuple[int, ...] = ()

    @classmethod
    def from_moves(cls, columns: Iterable[int], start: Position | None = None) -> GameTree:
        """The tree of one line (columns from 0), its end on the board.  Raises C4Error for an impossible move."""
        tree = cls(Position() if start is None else start)
        position = tree.start
        nodes = list(tree.nodes)
        for column in map(index, columns):
            position = position.play(column)
            nodes[-1] = nodes[-1]._replace(children=(len(nodes),))
            nodes.append(Node(len(nodes) - 1, column))
        return replace(tree, nodes=tuple(nodes), at=len(nodes) - 1, tip=len(nodes) - 1)

    # -- asking -------------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """Nodes that are not pruned, the root included."""
        return sum(1 for _ in self.walk())

    def path(self, node: int | None = None) -> tuple[int, ...]:
        """The nodes from the root, which is left out, to a node (by default the one on the board)."""
        node = self.at if node is None else node
        way = []
        while node != ROOT:
            way.append(node)
            node = self.nodes[node].parent
        return tuple(reversed(way))

    def moves(self, node: int | None = None) -> tuple[int, ...]:
        """The columns (from 0) played from `start` to a node, by default to the one on the board."""
        return tuple(self.nodes[step].column for step in self.path(node))

    def position(self, node: int | None = None) -> Position:
        """The position of a node, by default what is on the board."""
        return self.start.after(self.moves(node))

    def children(self, node: int) -> tuple[int, ...]:
        """The nodes after a node, the main line first, without pruned ones."""
        return tuple(child for child in self.nodes[node].children if child not in self.pruned)

    def end_of(self, node: int) -> int:
        """The last node of the line that follows first children from a node."""
        while children := self.children(node):
            node = children[0]
        return node

    def line(self) -> tuple[int, ...]:
        """The nodes of the line that undo and redo move along, without the root."""
        return self.path(self.tip)

    def walk(self, node: int = ROOT) -> Iterator[int]:
        """A node and all below it, each before its children, the main line first."""
        left = [node]
        while left:
            node = left.pop()
            yield node
            left.extend(reversed(self.children(node)))

    # -- playing and moving about -----------------------------------------------------------------------------------

    def played(self, column: int, *, checked: bool = False) -> GameTree:
        """The tree after a move (column from 0) on the board; a move not yet tried there starts a new branch.

        Raises C4Error when it cannot be played (unless the caller has `checked` that), or when the tree is full.
        """
        column = index(column)
        for child in self.nodes[self.at].children:
            if self.nodes[child].column == column:
                back = tuple(node for node in self.pruned if node != child)
                return replace(self, pruned=back).gone_to(child)
        if not checked:
            self.position().play(column)
        if len(self.nodes) > MOST_NODES:
            raise C4Error(f"this game is full: it holds {MOST_NODES:,} moves with its variations")
        new = len(self.nodes)
        nodes = list(self.nodes)
        here = nodes[self.at]
        nodes[self.at] = here._replace(children=(*here.children, new))
        return replace(self, nodes=(*nodes, Node(self.at, column)), at=new, tip=new)

    def tried(self, node: int, columns: Iterable[int]) -> GameTree:
        """The tree with a line (columns from 0) after a node: its first move on the board, the rest ahead for redo.

        Raises C4Error for a move that cannot be played.
        """
        tree = self.gone_to(node)
        for column in columns:
            tree = tree.played(column)
        way = tree.path()
        depth = len(self.path(node))
        return replace(tree, at=way[depth] if len(way) > depth else node, tip=tree.end_of(tree.at))

    def gone_to(self, node: int) -> GameTree:
        """The tree with another node on the board.

        The line for redo stays if the node is on it; otherwise it is the main line from the node.  At the root it stays,
        too, but is the main line of the game if there was none.
        """
        node = index(node)
        is_on_line = node == ROOT or node in self.path(self.tip)
        tip = self.tip if is_on_line and self.tip != ROOT else self.end_of(node)
        return replace(self, at=node, tip=tip)

    def back(self, plies: int = 1) -> GameTree:
        """The tree after undoing up to `plies` moves."""
        way = (ROOT, *self.path())
        return self.gone_to(way[max(0, len(way) - 1 - plies)])

    def forward(self, plies: int = 1) -> GameTree:
        """The tree after replaying up to `plies` moves of the line."""
        line = (ROOT, *self.line())
        return self.gone_to(line[min(len(line) - 1, line.index(self.at) + plies)])

    # -- editing -----------------------------------------------------------------------------------------------------

    def promoted(self, node: int) -> GameTree:
        """The tree in which the line to a node is the main line."""
        tree = self
        for step in self.path(node):
            parent = tree.nodes[step].parent
            others = [child for child in tree.nodes[parent].children if child != step]
            tree = tree._changed(parent, children=(step, *others))
        return tree

    def cut(self, node: int) -> GameTree:
        """The tree without a move and all that follows it (`restored` undoes this).  Raises C4Error for the root."""
        if node == ROOT:
            raise C4Error("the beginning of a game cannot be removed: begin a new game instead")
        tree = replace(self, pruned=(*self.pruned, node))
        parent = self.nodes[node].parent
        if node in self.path():
            return replace(tree, at=parent, tip=tree.end_of(parent))
        return replace(tree, tip=tree.end_of(parent)) if node in self.path(self.tip) else tree

    def restored(self) -> GameTree:
        """The tree with the latest cut undone and its move on the board.  Raises C4Error when nothing was cut."""
        if not self.pruned:
            raise C4Error("nothing has been removed")
        return replace(self, pruned=self.pruned[:-1]).gone_to(self.pruned[-1])

    def annotated(self, node: int, *, mark: str | None = None, comment: str | None = None) -> GameTree:
        """The tree with another mark (one of MARKS) or comment at a node; None leaves it as it is.

        Raises C4Error for a mark that is none, and for a mark at the root.
        """
        here = self.nodes[node]
        mark = here.mark if mark is None else mark
        if mark not in MARKS or (mark and node == ROOT):
            raise C4Error(f"{mark!r} is not a mark of a move: choose {', '.join(filter(None, MARKS))}")
        return self._changed(node, mark=mark, comment=here.comment if comment is None else tidy(comment))

    def siblings(self, node: int | None = None) -> tuple[int, ...]:
        """The moves tried in the place of a node's, itself included, the main one first; none at the root."""
        node = self.at if node is None else node
        return self.children(self.nodes[node].parent) if node != ROOT else ()

    def _changed(self, node: int, **fields: object) -> GameTree:
        nodes = list(self.nodes)
        nodes[node] = nodes[node]._replace(**fields)  # type: ignore[arg-type]  # a field of Node each
        return replace(self, nodes=tuple(nodes))
