"""A strategy as a SearchTree, to be walked, searched and exported like any other.  Imports the kernels and the tree.

The owner is MAX.  Of his moves a node has only the one that the strategy plays; of the other side's it has all.  A
leaf, where a diagram takes over, is a horizon row.  A value says how long the strategy needs at most: it is a lower
bound of what the position is worth.  A position met a second time, as it is or mirrored, is left out there; opening it
copies what stands below the first.  The tree's algorithm is "strategy", and it has no evaluator.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from c4.compiled.hashing import mirror_key
from c4.compiled.kinds import U
from c4.game import packed
from c4.game.rules import STANDARD, C4Error
from c4.game.values import EXACT, INFINITY, LOWER, WIN
from c4.strategy import kernels
from c4.strategy.diagram import completing, mirrored
from c4.strategy.graph import DRAW, Stones, Strategy, canonical, playable
from c4.tree.explain import STRATEGY
from c4.tree.searchtree import HORIZON, INTERIOR, NO_MOVE, NO_PARENT, ROW, TERMINAL, Grafted, SearchTree


def tree_of(strategy: Strategy) -> SearchTree:
    """The whole strategy.  Raises C4Error if a diagram of it fails."""
    recorder = _Recorder(strategy)
    recorder.visit(strategy.root.stones[strategy.owner], strategy.root.stones[1 - strategy.owner], NO_PARENT, NO_MOVE)
    table = np.array(recorder.rows, np.int64)
    rows = np.zeros(len(table), ROW)
    for place, name in enumerate(("value", "parent", "size", "left_out", "move", "ply", "kind", "order")):
        rows[name] = table[:, place]
    rows["alpha"], rows["beta"] = -INFINITY, INFINITY
    rows["bound"] = np.where(rows["kind"] == TERMINAL, EXACT, LOWER)
    return _of(strategy, rows)


def _of(strategy: Strategy, rows: np.ndarray) -> SearchTree:
    root = strategy.root
    nodes = len(rows) + int(rows["left_out"].sum())
    depth = STANDARD.cells - root.ply
    return SearchTree(root, strategy.owner, depth, STRATEGY, "", STANDARD.centre_first, nodes, 0, rows)


class _Recorder:
    """Writes the rows of a strategy: value, parent, size, left_out, move, ply, kind, order."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.start = strategy.root.ply
        self.rows: list[list[int]] = []
        self._met: dict[Stones, tuple[int, int]] = {}  # value and size of what a position was first recorded with
        self.hold = strategy.result == DRAW
        self._scratch = kernels.make_scratch()

    def visit(self, own: int, other: int, parent: int, move: int, order: int = 0) -> int:
        """Records a position with all below it; returns its value."""
        stones = (own | other).bit_count()
        here = len(self.rows)
        row = [0, parent, 1, 0, move, stones - self.start, INTERIOR, order]
        self.rows.append(row)
        owners_turn = stones % 2 == self.strategy.owner
        last = own if not owners_turn else other
        if STANDARD.has_line(last):
            row[6], row[0] = TERMINAL, (stones - WIN) * (1 if owners_turn else -1)
        elif own | other == STANDARD.board:
            row[6] = TERMINAL
        elif owners_turn:
            row[0] = self._answer(own, other, here)
        else:
            free = playable(own, other)
            replies = [column for column in STANDARD.centre_first if free & STANDARD.column_mask(column)]
            row[0] = min(
                self.visit(own, other | free & STANDARD.column_mask(column), here, column, place)
                for place, column in enumerate(replies)
            )
        row[2] = len(self.rows) - here
        return row[0]

    def _answer(self, own: int, other: int, here: int) -> int:
        """Records the strategy's move, and returns the value."""
        row, free, stones = self.rows[here], playable(own, other), canonical(own, other)
        wins = completing(own) & free
        if wins:
            column = next(column for column in STANDARD.centre_first if wins & STANDARD.column_mask(column))
            return self.visit(own | wins & STANDARD.column_mask(column), other, here, column)
        if stones in self.strategy.leaves:
            row[6] = HORIZON
            return self._leaf(stones)
        if stones in self._met:
            value, size = self._met[stones]
            row[3] = size - 1
            return value
        cell = self.strategy.moves[stones]
        column = _column(cell)
        column = column if stones == (own, other) else STANDARD.columns - 1 - column
        value = self.visit(own | free & STANDARD.column_mask(column), other, here, column)
        self._met[stones] = value, len(self.rows) - here
        return value

    def _leaf(self, stones: Stones) -> int:
        """The value of a position whose diagram takes over: that of the longest line."""
        if stones not in self._met:
            diagram = self.strategy.diagram(stones)
            own, other = stones
            if diagram.right:
                own, other, diagram = mirrored(own), mirrored(other), diagram.mirror()
            latest = self._latest(own, other, np.array(diagram.cells, np.uint64))
            self._met[stones] = 0 if self.hold else WIN - latest, 1
        return self._met[stones][0]

    def _latest(self, own: int, other: int, marks: np.ndarray) -> int:
        """How many stones lie at most when a diagram has won.  Raises C4Error if it fails."""
        scratch = self._scratch
        cost, count, _ = kernels.chance(U(own), U(other), marks, self.hold, False, 2.0, 0, scratch)
        if cost > 0:
            raise C4Error("this diagram fails: there is no strategy to show as a tree")
        stones = np.bitwise_count(scratch.owns[0, :count] | scratch.others[0, :count]).astype(int)
        return int((stones + np.where(scratch.deciders[0, :count] == kernels.WIN, 1, 3)).max())


def _column(cell: int) -> int:
    return (cell.bit_length() - 1) // STANDARD.stride


def open_node(tree: SearchTree, row: int) -> Grafted:
    """The tree with what stands below a position elsewhere copied to a row where it was left out.

    Raises C4Error if nothing was left out there.
    """
    if not tree.left_out[row]:
        raise C4Error("everything below this node is already recorded")
    source, turned = _elsewhere(tree, row)
    part = tree.rows[source : source + int(tree.size[source])].copy()
    part["parent"][0] = NO_PARENT
    part["parent"][1:] -= source
    part["ply"] -= part["ply"][0]
    part["move"][0], part["order"][0] = NO_MOVE, 0
    if turned:
        part["move"][1:] = STANDARD.columns - 1 - part["move"][1:]
    nodes = len(part) + int(part["left_out"].sum())
    copied = replace(tree, root=tree.position(row), rows=part, nodes=nodes)
    grafted = tree.graft(row, copied)
    return grafted._replace(tree=replace(grafted.tree, nodes=tree.nodes - 1 - int(tree.left_out[row]) + nodes))


def _elsewhere(tree: SearchTree, row: int) -> tuple[int, bool]:
    """The row that has what is left out here, and whether it is the mirror image."""
    mine, theirs = packed.decode(tree.state[row : row + 1])
    for turned in (False, True):
        state = packed.encode(*((_mirrored(mine), _mirrored(theirs)) if turned else (mine, theirs)))[0]
        found = np.flatnonzero((tree.state == state) & (tree.size > 1))
        if len(found):
            return int(found[0]), turned
    raise C4Error("what was left out here does not stand elsewhere in the tree")


def _mirrored(stones: np.ndarray) -> np.ndarray:
    return np.array([mirror_key(word, None) for word in stones], np.uint64)
