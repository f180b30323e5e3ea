"""The memory of the compiled search for diagrams: the graph of positions, a pass over all replies, the test games.

docs/strategy.md, "Finding a diagram", explains the method.  A diagram is uint64[6]: the cells of each mark, the strongest
first (see `c4.strategy.diagram`).  A position is (own, other): the discs of the diagram's owner, who is to move, and of
the other side.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from c4.kernels.kinds import Contiguous, Ints, Ints32, Record, U, Words, Words2, aligned, array

MARKS = 6
"""How many marks a diagram has."""

BITS = 49
"""One more than the number of the highest cell."""

GRAPH_BITS = 18

GRAPH_CAPACITY = 1 << GRAPH_BITS
"""The most positions in the graph; when it is half full, it is emptied before the next search."""

TABLE_BITS = GRAPH_BITS + 1
"""The table that finds a position has 2**TABLE_BITS places, twice as many as there are positions."""

MAX_REPLIES = 7
"""The most replies to a move: one for each column."""

LISTS_CAPACITY = 1 << 22
"""The most numbers in `Graph.lists`."""

MAX_PASS_POSITIONS = 48_000
"""The most positions of one pass."""

MAX_GAMES = 1024
"""The most games that test a diagram before it is played against all replies."""

MAX_OWNER_PLIES = 22
"""The most positions of a game in which the owner is to move."""

Ints32Rows = Annotated[NDArray[np.int32], Contiguous(np.int32, 2)]
Ints8Rows = Annotated[NDArray[np.int8], Contiguous(np.int8, 2)]


# -- the graph --------------------------------------------------------------------------------------------------------


class Node(Record):
    """A position of the graph; it fills a cache line.

    own, other  the discs of the owner, who is to move, and of the other side
    cells       the cells among which marks choose, or the only one
    met         the last pass that met it
    column      the column of the only cell, or -1 if there are several
    edges       for each column where its list of replies begins in `Graph.lists`, NO_LIST if not yet worked out
    """

    own: U
    other: U
    cells: U
    met: np.int32
    column: np.int32
    edges: Ints32 = array(7)


NO_LIST = 0
"""In place of the beginning of a list of replies: there is none (yet)."""

Nodes = Annotated[NDArray[Any], Contiguous(Node.dtype)]


class Counts(Record):
    """How much of the graph is in use.

    nodes    positions
    listed   numbers in `Graph.lists`
    passes   passes over all replies so far
    """

    nodes: int
    listed: int
    passes: int


class Graph(NamedTuple):
    """The positions that were met, with all that does not depend on a diagram: thousands are played on one graph.

    nodes    the positions, transpositions merged
    lists    the lists of replies: a header (see `c4.strategy.graph`), then one number for each reply after which the
             owner has to choose: the position that follows or, until a game goes there, the cell of the reply
    table    the positions by their keys, counted from 1; 0 in an empty place
    counts   how much of these is in use
    """

    nodes: Nodes
    lists: Ints32
    table: Ints32
    counts: Counts


# -- a pass -----------------------------------------------------------------------------------------------------------


class Pass(NamedTuple):
    """A pass: a diagram played against all replies.  Each position that is met gets a number, from 0 at the root.

    positions   of each the number in the graph
    parents     of each the one before it, NO_PARENT for the root
    places      of each its place in `Graph.lists`, in the list of its parent's replies
    ends        of each the last place of the list of its own replies
    waiting     those not yet played, a stack
    """

    positions: Ints32
    parents: Ints32
    places: Ints32
    ends: Ints32
    waiting: Ints32


NO_PARENT = -1


# -- the test games ---------------------------------------------------------------------------------------------------


class Games(Record):
    """The games that test diagrams, each in two rows, 2 * game and 2 * game + 1: one is current, the other for a trial.

    Of each game:
    seeds       from which its random replies follow
    scripts     the other side's discs after each of the replies with which it begins
    scripted    how many replies these are
    weights     what it costs to lose the game
    rows        its current row

    Of each row:
    paths       the positions in which the owner chose, numbers in the graph
    cells       the cells among which marks chose in each, 0 where there was one only
    columns     the column played in each
    lengths     how many positions these are
    unions      all cells that could be chosen anywhere
    lost        whether the diagram fails there, 1 or 0

    Of all:
    queue       for each cell the games in the order in which they test a change of its mark
    changed     the games that the change on trial has made different
    """

    seeds: Words = array(MAX_GAMES)
    scripts: Words2 = array(MAX_GAMES, MAX_OWNER_PLIES)
    scripted: Ints = array(MAX_GAMES)
    weights: Ints = array(MAX_GAMES)
    rows: Ints = array(MAX_GAMES)
    paths: Ints32Rows = array(2 * MAX_GAMES, MAX_OWNER_PLIES)
    cells: Words2 = array(2 * MAX_GAMES, MAX_OWNER_PLIES)
    columns: Ints8Rows = array(2 * MAX_GAMES, MAX_OWNER_PLIES)
    lengths: Ints = array(2 * MAX_GAMES)
    unions: Words = array(2 * MAX_GAMES)
    lost: Ints = array(2 * MAX_GAMES)
    queue: Ints32Rows = array(BITS, MAX_GAMES)
    changed: Ints = array(MAX_GAMES)


# -- all of it --------------------------------------------------------------------------------------------------------


class Scratch(NamedTuple):
    """All memory of a search.

    graph    the positions that were met
    walk     the current pass
    games    the test games
    random   the state of the random numbers
    drafts   two diagrams: the current one, and the one on trial
    """

    graph: Graph
    walk: Pass
    games: Games
    random: Words
    drafts: Words2


def make_scratch(seed: int = 0) -> Scratch:
    """Fresh memory, its random numbers started with a seed."""
    counts = Counts.new()
    counts.listed = NO_LIST + 1
    graph = Graph(
        nodes=aligned(np.zeros(GRAPH_CAPACITY, Node.dtype)),
        lists=np.zeros(LISTS_CAPACITY, np.int32),
        table=np.zeros(1 << TABLE_BITS, np.int32),
        counts=counts,
    )
    walk = Pass(
        positions=np.zeros(MAX_PASS_POSITIONS, np.int32),
        parents=np.zeros(MAX_PASS_POSITIONS, np.int32),
        places=np.zeros(MAX_PASS_POSITIONS, np.int32),
        ends=np.zeros(MAX_PASS_POSITIONS, np.int32),
        waiting=np.zeros(MAX_PASS_POSITIONS, np.int32),
    )
    return Scratch(
        graph=graph,
        walk=walk,
        games=Games.new(),
        random=np.array([seed], np.uint64),
        drafts=np.zeros((2, MARKS), np.uint64),
    )
