"""The graph of positions on which diagrams are played, compiled: finding a position, and working out replies.

Wins, blocks and forks do not depend on marks, so only positions in which marks choose (or one safe move is left) are
in the graph.  A list of replies begins with a header: how many replies follow, and the flags FATAL and FILLS about the
replies that do not lead to another position of the graph.
"""

from __future__ import annotations

from c4.kernels.board import FULL, free_cells
from c4.kernels.hashing import MULTIPLIER
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, signed
from c4.kernels.lines import replies_to, unanswerable, winning_cells
from c4.kernels.words import lowest, number_of, several
from c4.strategy.memory import GRAPH_CAPACITY, LISTS_CAPACITY, MAX_REPLIES, NO_LIST, TABLE_BITS, Graph

ONE = U(1)
ZERO = U(0)

COLUMN_BITS = U(0x7F)
"""The seven bits of column 0."""

OWNER_WINS = -1
"""In place of a number in the graph: the owner wins at once or by a fork."""

OWNER_LOSES = -2
"""In place of a number in the graph: every move of the owner loses."""

NO_ROOM = -3
"""In place of a number in the graph, or of what is derived from it: the graph has no room for another position or list."""

REPLY_COUNT = 7
"""The bits of a header that say how many replies follow."""

FATAL = 8
"""The flag of a header that says that some reply refutes every diagram that plays this move."""

FILLS = 16
"""The flag of a header that says that some reply, or the move itself, fills the board: the game is drawn."""

MAX_PASSES = 1 << 30
"""When there were so many passes, they are counted anew: `Node.met` has 32 bits."""


# -- lists of replies -------------------------------------------------------------------------------------------------


@kernel(inlined=True)
def replies_in(header: int) -> int:
    """How many replies follow a header."""
    return header & REPLY_COUNT


@kernel(inlined=True)
def is_refuted(header: int, hold: bool) -> bool:
    """Whether some reply refutes the move; with `hold` a full board is good enough."""
    return header & FATAL != 0 or (header & FILLS != 0 and not hold)


@kernel(inlined=True)
def unopened(reply: U) -> int:
    """How a list writes a reply whose position is not in the graph yet: a negative number."""
    return -1 - number_of(reply)


@kernel(inlined=True)
def reply_of(entry: int) -> U:
    """The cell of an unopened reply."""
    return ONE << U(-1 - entry)


# -- positions --------------------------------------------------------------------------------------------------------


@kernel(inlined=True)
def place_of(key: U) -> int:
    """The first place of a key in the table."""
    return signed((key * MULTIPLIER) >> U(64 - TABLE_BITS))


@kernel(inlined=True)
def fork(own: U, occupied: U, safe: U) -> U:
    """A safe cell that makes two threats, only one of which can be parried (side by side, or stacked); or 0."""
    while safe != ZERO:
        cell = lowest(safe)
        safe ^= cell
        filled = occupied | cell
        wins = winning_cells(own | cell, FULL ^ filled, None)
        now = wins & free_cells(filled, None)
        if now != ZERO and (several(now) or (now << ONE) & wins != ZERO):
            return cell
    return ZERO


@kernel
def root_of(own: U, other: U, waits: bool, graph: Graph) -> int:
    """The number of a position to start from, or OWNER_WINS or OWNER_LOSES; with `waits` the other side is to move first."""
    return new_node(own, other, ZERO, graph) if waits else node_of(own, other, graph)


@kernel
def node_of(own: U, other: U, graph: Graph) -> int:
    """The number of a position in the graph, which it joins; or OWNER_WINS or OWNER_LOSES."""
    occupied = own | other
    playable = free_cells(occupied, None)
    if winning_cells(own, playable, None) != ZERO:
        return OWNER_WINS
    theirs = winning_cells(other, FULL ^ occupied, None)
    block, safe = replies_to(theirs, playable)
    if unanswerable(theirs, playable):
        return OWNER_LOSES
    if block == ZERO and fork(own, occupied, safe) != ZERO:
        return OWNER_WINS
    return open_node(own, other, graph)


@kernel
def open_node(own: U, other: U, graph: Graph) -> int:
    """The number of a position in the graph, which it joins; it must be neither OWNER_WINS nor OWNER_LOSES."""
    place = place_of(own + (own | other))
    while graph.table[place] != 0:
        known = signed(graph.table[place]) - 1
        if graph.nodes[known].own == own and graph.nodes[known].other == other:
            return known
        place = (place + 1) & ((1 << TABLE_BITS) - 1)
    graph.table[place] = graph.counts.nodes + 1
    occupied = own | other
    _, safe = replies_to(winning_cells(other, FULL ^ occupied, None), free_cells(occupied, None))
    return new_node(own, other, safe, graph)


@kernel(inlined=True)
def new_node(own: U, other: U, cells: U, graph: Graph) -> int:
    """Adds a position with the cells among which marks choose; its number."""
    number = graph.counts.nodes
    graph.counts.nodes = number + 1
    only_column = 0
    if several(cells):
        only_column = -1
    elif cells != ZERO:
        only_column = number_of(cells) // 7
    node = graph.nodes[number]
    node.own = own
    node.other = other
    node.cells = cells
    node.met = 0
    node.column = only_column
    for column in range(7):
        node.edges[column] = NO_LIST
    return signed(number)


@kernel
def make_room(graph: Graph) -> None:
    """Empties the graph if it is half full."""
    if graph.counts.passes > MAX_PASSES:
        for number in range(GRAPH_CAPACITY):
            graph.nodes[number].met = 0
        graph.counts.passes = 0
    if graph.counts.nodes > GRAPH_CAPACITY // 2 or graph.counts.listed > LISTS_CAPACITY // 2:
        graph.table[:] = 0
        graph.counts.nodes = 0
        graph.counts.listed = NO_LIST + 1


# -- replies ----------------------------------------------------------------------------------------------------------


@kernel(inlined=True)
def after_move(number: int, column: int, graph: Graph) -> U:
    """The owner's discs after it plays a column."""
    node = graph.nodes[number]
    return U(node.own | node.cells & (COLUMN_BITS << U(7 * column)))


@kernel(inlined=True)
def replies_after(number: int, column: int, graph: Graph) -> int:
    """Where the list of replies to a move of the owner begins; NO_LIST where there is no room for it."""
    start = signed(graph.nodes[number].edges[column])
    return start if start != NO_LIST else list_replies(number, column, graph)


@kernel
def list_replies(number: int, column: int, graph: Graph) -> int:
    """Works out the replies to a move of the owner; where their list begins, NO_LIST where there is no room for it."""
    start = signed(graph.counts.listed)
    if start + 1 + MAX_REPLIES > LISTS_CAPACITY:
        return NO_LIST
    own = after_move(number, column, graph)
    other = graph.nodes[number].other
    occupied = own | other
    flags = 0
    if occupied == FULL:
        flags = FILLS
    playable = free_cells(occupied, None)
    threats = winning_cells(own, FULL ^ occupied, None)
    block = threats & playable
    replies = playable
    if block != ZERO:  # the owner completes a line unless the other side plays there
        replies = ZERO if several(block) else block
    follow = 0
    while replies != ZERO:
        reply = lowest(replies)
        replies ^= reply
        filled = occupied | reply
        if filled == FULL:
            flags |= FILLS
            continue
        free = free_cells(filled, None)
        if threats & free != ZERO:  # the owner completes a line
            continue
        theirs = winning_cells(other | reply, FULL ^ filled, None)
        must, safe = replies_to(theirs, free)
        if unanswerable(theirs, free):
            flags |= FATAL
        elif must != ZERO or fork(own, filled, safe) == ZERO:
            follow += 1
            graph.lists[start + follow] = unopened(reply)
    graph.lists[start] = follow | flags
    graph.nodes[number].edges[column] = start
    graph.counts.listed = start + 1 + follow
    return start


@kernel(inlined=True)
def follower(number: int, column: int, place: int, graph: Graph) -> int:
    """The position at a place of the list of a move, which joins the graph; NO_ROOM where that is full."""
    entry = signed(graph.lists[place])
    if entry >= 0:
        return entry
    if graph.counts.nodes >= GRAPH_CAPACITY:
        return NO_ROOM
    own = after_move(number, column, graph)
    child = open_node(own, graph.nodes[number].other | reply_of(entry), graph)
    graph.lists[place] = child
    return child
