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


class Visits(NamedTuple):
    """The searched rows of a tree, position by position, those of one position in the order of the search.

    rows        int64 (visits,)
    states      uint64 (visits,): their packed states
    begins      bool (visits,): whether a visit is the first of its position
    """

    rows: np.ndarray
    states: np.ndarray
    begins: np.ndarray

    @property
    def starts(self) -> np.ndarray:
        """int64 (positions,): the place of the first visit of each position."""
        return np.flatnonzero(self.begins)

    @property
    def counts(self) -> np.ndarray:
        """int64 (positions,): how often each position was visited."""
        return np.diff(np.append(self.starts, len(self.rows)))

    def agree(self, values: np.ndarray) -> np.ndarray:
        """bool (positions,): whether all visits of a position have the same of these values, one for each visit."""
        least = np.minimum.reduceat(values, self.starts)
        largest = np.maximum.reduceat(values, self.starts)
        result: np.ndarray = least == largest
        return result


def find_repeats(tree: SearchTree, most: int = MOST_REPEATS) -> Repeats:
    """The positions that a search visited more than once, at most `most` of them.

    A mirror image counts as the same position, except on boards that turn.
    """
    visits = visits_by_position(tree)
    starts = visits.starts
    counts = visits.counts
    nodes = tree.searched_nodes[visits.rows]
    nodes_again = np.add.reduceat(nodes, starts) - nodes[starts]
    listed = np.flatnonzero(_worth_listing(tree, visits))
    largest_first = listed[np.argsort(-nodes_again[listed], kind="stable")]
    repeats = []
    for number in largest_first[:most].tolist():
        first = starts[number]
        places = slice(first, first + counts[number])
        mirrored = visits.states[places] != visits.states[first]
        repeats.append(Repeat(tuple(visits.rows[places].tolist()), tuple(mirrored.tolist()), int(nodes_again[number])))
    return Repeats(tuple(repeats), len(listed), len(visits.rows) - len(starts))


def visits_by_position(tree: SearchTree) -> Visits:
    """The searched rows of a tree, position by position."""
    rows = np.flatnonzero(tree.was_searched)
    states = tree.state[rows]
    keys = np.minimum(states, mirror_images(states, tree))
    to_move = tree.ply[rows] % 2  # after a null move the other side moves with the same discs
    order = np.lexsort((rows, keys, to_move))
    keys = keys[order]
    to_move = to_move[order]
    begins = np.ones(len(rows), bool)
    begins[1:] = (keys[1:] != keys[:-1]) | (to_move[1:] != to_move[:-1])
    return Visits(rows[order], states[order], begins)


def mirror_images(states: np.ndarray, tree: SearchTree) -> np.ndarray:
    """uint64 (n,): the packed states of the mirror images; on a board that turns, the states themselves."""
    rules = tree.root.rules
    if rules.turn_every:
        return states
    mine, theirs = packed.decode(states, rules)
    images: np.ndarray = packed.encode(rules.mirrored(mine), rules.mirrored(theirs), rules)
    return images


def _worth_listing(tree: SearchTree, visits: Visits) -> np.ndarray:
    """bool (positions,): whether a position was visited again, leads on, and repeats by itself."""
    rows = visits.rows
    parents = tree.parent[rows]
    is_other_parent = visits.begins.copy()
    is_other_parent[1:] |= parents[1:] != parents[:-1]
    parent_counts = np.add.reduceat(is_other_parent.astype(np.int32), visits.starts)

    number_of_position = np.full(len(tree) + 1, -1)  # the last one is for the parent of the root, which has none
    number_of_position[rows] = np.cumsum(visits.begins)
    parents_have_one_position = visits.agree(number_of_position[parents])
    repeats_with_parents = parents_have_one_position & (parent_counts == visits.counts)

    engine_looked_again = visits.agree(tree.move[rows]) & (parent_counts == 1)
    leads_on = np.maximum.reduceat(tree.size[rows], visits.starts) > 1
    result: np.ndarray = (visits.counts > 1) & leads_on & ~repeats_with_parents & ~engine_looked_again
    return result
