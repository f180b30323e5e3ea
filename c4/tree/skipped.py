"""How many positions a cutoff skipped: counted where that is quick, otherwise an upper bound.  Imports the tree and
perft."""

from __future__ import annotations

from typing import NamedTuple

from c4.compiled.board import board_of
from c4.compiled.kinds import U
from c4.compiled.perft import perft
from c4.game.position import Position
from c4.tree.searchtree import PRUNED, SearchTree

COUNTED = 2_000_000
"""The skipped part is counted if it can have no more positions than this (about ten milliseconds)."""


class Skipped(NamedTuple):
    """The positions that plain minimax would have visited in the pruned subtrees.

    exact   whether they were counted; otherwise `positions` is an upper bound from the free cells and columns
    """

    replies: int
    positions: int
    exact: bool


def skipped_at(tree: SearchTree, row: int, budget: int = COUNTED) -> Skipped | None:
    """What the pruned replies of a node saved; None if there are none, or in an engine's tree, whose replies have no
    fixed depth."""
    if tree.algorithm == "engine":
        return None
    pruned = [child for child in tree.children(row) if tree.kind[child] == PRUNED]
    if not pruned:
        return None
    depth = tree.depth - int(tree.ply[pruned[0]])
    positions = [tree.position(child) for child in pruned]
    most = sum(most_below(position, depth) for position in positions)
    if most > budget:
        return Skipped(len(pruned), most, False)
    return Skipped(len(pruned), sum(count_below(position, depth) for position in positions), True)


def most_below(position: Position, depth: int) -> int:
    """An upper bound on the positions within `depth` plies of a position, itself included."""
    rules = position.rules
    free = rules.cells - position.ply
    open_columns = sum(position.height(column) < rules.rows for column in range(rules.columns))
    total = on_ply = 1
    for ply in range(min(depth, free)):
        on_ply *= min(open_columns, free - ply)
        total += on_ply
    return total


def count_below(position: Position, depth: int) -> int:
    """The nodes of plain minimax of `depth` plies from a position."""
    mine, theirs, board = U(position.mine), U(position.theirs), board_of(position.rules)
    return sum(perft(mine, theirs, ply, board) for ply in range(depth + 1))
