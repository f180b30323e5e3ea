"""Positions that a search visited more than once: after other moves (transpositions), or as mirror images.

found = find_repeats(tree)
found.visited_again             nodes with a position that had been visited before
found.repeats[0].rows           the visits of the position below which most was searched again
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from c4.game import packed
from c4.tree.searchtree import SearchTree

MOST_REPEATS = 200
"""How many repeats are listed unless you ask for another number."""


class Repeat(NamedTuple):
    """The visits of one position.

    rows        the visits, in the order of the search
    mirrored    of each, whether its position is the mirror image of the first one's
    nodes       nodes searched at all visits but the first, and below them
    """

    rows: tuple[int, ...]
    mirrored: tuple[bool, ...]
    nodes: int


class Repeats(NamedTuple):
    """What was visited again.

    repeats         most nodes first; only positions below which something was searched.  What repeats only because all of
                    its parents are visits of one position is left out
    total           how many there are, listed or not
    visited_again   the recorded nodes whose position, or its mirror image, an earlier node has
    """

    repeats: tuple[Repeat, ...]
    total: int
    visited_again: int


def find_repeats(tree: SearchTree, most: int = MOST_REPEATS) -> Repeats:
    """The positions that a search visited more than once, at most `most` of them.

    A mirror image counts as the same position, except on boards that turn.
    """
    rows = np.flatnonzero(tree.was_searched)
    states = tree.state[rows]
    images = mirror_images(states, tree)
    keys = np.minimum(states, images)
    to_move = tree.ply[rows] % 2  # after a null move the other side moves with the same discs
    order = np.lexsort((rows, keys, to_move))
    rows, states, keys, to_move = (array[order] for array in (rows, states, keys, to_move))
    begins = np.ones(len(rows), bool)
    begins[1:] = (keys[1:] != keys[:-1]) | (to_move[1:] != to_move[:-1])
    starts = np.flatnonzero(begins)
    ends = np.append(starts[1:], len(rows))
    nodes = tree.searched_nodes[rows]
    again = np.add.reduceat(nodes, starts) - nodes[starts]
    listed = np.flatnonzero(_worth_listing(tree, rows, begins))
    largest = listed[np.argsort(-again[listed], kind="stable")][:most]
    repeats = []
    for number in largest.tolist():
        visits = slice(int(starts[number]), int(ends[number]))
        mirrored = states[visits] != states[visits][0]
        repeats.append(Repeat(tuple(rows[visits].tolist()), tuple(mirrored.tolist()), int(again[number])))
    return Repeats(tuple(repeats), len(listed), len(rows) - len(starts))


def mirror_images(states: np.ndarray, tree: SearchTree) -> np.ndarray:
    """uint64 (n,): the packed states of the mirror images; on a board that turns, the states themselves."""
    rules = tree.root.rules
    if rules.turn_every:
        return states
    mine, theirs = packed.decode(states, rules)
    images: np.ndarray = packed.encode(rules.mirrored(mine), rules.mirrored(theirs), rules)
    return images


def _worth_listing(tree: SearchTree, rows: np.ndarray, begins: np.ndarray) -> np.ndarray:
    """bool (positions,): whether a position is listed.

    rows    the visits, sorted by position
    begins  of each, whether it is the first of its position
    """
    starts = np.flatnonzero(begins)
    visits = np.diff(np.append(starts, len(rows)))
    leads_on = np.maximum.reduceat(tree.size[rows], starts) > 1
    position_of = np.full(len(tree) + 1, -1)  # the last one is for the parent of the root, which has none
    position_of[rows] = np.cumsum(begins)
    parents = tree.parent[rows]
    above = position_of[parents]
    parents_agree = np.minimum.reduceat(above, starts) == np.maximum.reduceat(above, starts)
    other_parent = begins.copy()
    other_parent[1:] |= parents[1:] != parents[:-1]
    parent_count = np.add.reduceat(other_parent.astype(np.int32), starts)
    follows_from_parents = parents_agree & (parent_count == visits)
    moves = tree.move[rows]
    one_move = np.minimum.reduceat(moves, starts) == np.maximum.reduceat(moves, starts)
    searched_again_at_once = one_move & (parent_count == 1)  # an engine looks again
    result: np.ndarray = (visits > 1) & leads_on & ~follows_from_parents & ~searched_again_at_once
    return result
