"""Compiled diagrams: playing one to the end against all replies, and the search for one.

docs/strategy.md, "Finding a diagram", explains the method and names the kernels of each step.

A diagram is uint64[6]: the cells of each mark, the strongest first (see `c4.strategy.diagram`).  Positions are (own,
other): discs of the owner, who is to move, and of the other side.  What does not depend on the diagram, its wins,
blocks and forks and the positions after every reply, is worked out once for each position and kept in a graph of Nodes,
in which transpositions are merged: thousands of diagrams are played from the same position.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from c4.kernels.board import FULL, free_cells
from c4.kernels.hashing import MULTIPLIER, mirror_key
from c4.kernels.jit import kernel
from c4.kernels.kinds import Contiguous, Ints, Ints32, Record, U, Words, Words2, aligned, array, signed
from c4.kernels.lines import replies_to, unanswerable, winning_cells
from c4.kernels.splitmix import below, next_word, uniform
from c4.kernels.stop import stopped
from c4.kernels.words import lowest, number_of, popcount, several

ONE = U(1)
ZERO = U(0)
_COLUMN = U(0x7F)

URGENT, MIAI, CLAIM, FIRST, SECOND, THIRD, UNMARKED = range(7)
"""Marks, the strongest first; MIAI (a pair) counts only if exactly one can be played."""

MARKS = UNMARKED
"""How many marks a diagram has."""

GOOD = -1
BAD = -2
"""What is not in the graph: positions that the owner wins at once or by a fork, and those in which every move loses."""

MAX_PASS_POSITIONS = 48_000
"""The most positions of one pass."""

GRAPH_CAPACITY = 1 << 18
"""The most positions in the graph; when it is full, it is emptied."""

SAMPLE = 1024
"""The most games that test a diagram before it is played against all replies."""

GAMES = 100
"""How many of them are random; the others are replies that refuted an earlier diagram."""

CHANGES_PER_COST = 300
"""After every so many changes each lost game costs one more."""

CHANGE_COST = 10
"""What a change costs besides the positions that it visits, in visits."""

MAX_OWNER_PLIES = 22
"""The most positions of a game in which the owner is to move."""

BITS = 49
"""One more than the number of the highest cell."""

LISTS = 1 << 22
"""The room for lists of replies."""


@kernel(inlined=True)
def place_of(key: U) -> int:
    """The first place of a key in a table of 2 * GRAPH_CAPACITY numbers."""
    return signed((key * MULTIPLIER) >> U(45))


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


class Node(Record):
    """A position of the graph; it fills a cache line.

    own, other  the discs of the owner, who is to move, and of the other side
    cells       the cells among which marks choose, or the only one
    met         the last pass that met it
    column      the column of the only cell, or -1
    edges       for each column where its list of replies begins in `Scratch.lists`, 0 if not yet worked out
    """

    own: U
    other: U
    cells: U
    met: np.int32
    column: np.int32
    edges: Ints32 = array(7)


Nodes = Annotated[NDArray[Any], Contiguous(Node.dtype)]


class Counts(Record):
    """How much of the memory is in use.

    nodes    positions in the graph
    listed   numbers in `Scratch.lists`
    passes   passes over all replies so far
    refuted  the position of the last pass in which the diagram failed
    """

    nodes: int
    listed: int
    passes: int
    refuted: int


Ints32Rows = Annotated[NDArray[np.int32], Contiguous(np.int32, 2)]
Ints8Rows = Annotated[NDArray[np.int8], Contiguous(np.int8, 2)]


class Games(Record):
    """The games that test diagrams, each in two rows, 2 * game and 2 * game + 1, one of them current.

    seeds                   of each game, from which its replies follow
    scripts, scripted       the other side's discs after each reply that a game begins with, and how many there are
    weights                 what it costs to lose each game
    rows                    the current row of each game
    paths, cells, columns   of each row the positions, the cells among which marks choose in each, and the column played
    lengths                 of each row how many positions these are
    unions                  of each row all cells that could be chosen
    lost                    of each row whether the diagram fails there, 1 or 0
    queue                   for each cell the games in the order in which they test a change of its mark
    changed                 the games that a change has made different
    """

    seeds: Words = array(SAMPLE)
    scripts: Words2 = array(SAMPLE, MAX_OWNER_PLIES)
    scripted: Ints = array(SAMPLE)
    weights: Ints = array(SAMPLE)
    rows: Ints = array(SAMPLE)
    paths: Ints32Rows = array(2 * SAMPLE, MAX_OWNER_PLIES)
    cells: Words2 = array(2 * SAMPLE, MAX_OWNER_PLIES)
    columns: Ints8Rows = array(2 * SAMPLE, MAX_OWNER_PLIES)
    lengths: Ints = array(2 * SAMPLE)
    unions: Words = array(2 * SAMPLE)
    lost: Ints = array(2 * SAMPLE)
    queue: Ints32Rows = array(BITS, SAMPLE)
    changed: Ints = array(SAMPLE)


class Scratch(NamedTuple):
    """The graph, the memory of a pass over all replies, and the games that test diagrams.

    nodes                   the positions of the graph
    lists                   for each move that was worked out how many replies follow, with FATAL and FILLS, and then these:
                            a position or, as long as it is not in the graph, the cell of the reply, - 1 - its number
    table                   the positions by their keys, counted from 1
    counts                  how much of these is in use
    stack, waiting          the positions of a pass, and those not yet played
    parents, places, ends   of each the predecessor, its place in `lists`, and the end of its list
    state                   the state of the random numbers
    drafts                  two diagrams: the current one, and the one that is tried
    games                   the games that test diagrams
    """

    nodes: Nodes
    lists: Ints32
    table: Ints32
    counts: Counts
    stack: Ints32
    waiting: Ints32
    parents: Ints32
    places: Ints32
    ends: Ints32
    state: Words
    drafts: Words2
    games: Games


FATAL = 8
FILLS = 16
"""Added to the number of replies that follow: one of the others refutes the diagram, or fills the board."""


def make_scratch(seed: int = 0) -> Scratch:
    """Fresh memory, its random numbers started with a seed."""
    counts = Counts.new()
    counts.listed = 1
    return Scratch(
        nodes=aligned(np.zeros(GRAPH_CAPACITY, Node.dtype)),
        lists=np.zeros(LISTS, np.int32),
        table=np.zeros(2 * GRAPH_CAPACITY, np.int32),
        counts=counts,
        stack=np.zeros(MAX_PASS_POSITIONS, np.int32),
        waiting=np.zeros(MAX_PASS_POSITIONS, np.int32),
        parents=np.zeros(MAX_PASS_POSITIONS, np.int32),
        places=np.zeros(MAX_PASS_POSITIONS, np.int32),
        ends=np.zeros(MAX_PASS_POSITIONS, np.int32),
        state=np.array([seed], np.uint64),
        drafts=np.zeros((2, MARKS), np.uint64),
        games=Games.new(),
    )


@kernel
def node_of(own: U, other: U, scratch: Scratch) -> int:
    """The number of a position in the graph, which it joins; or GOOD or BAD."""
    occupied = own | other
    playable = free_cells(occupied, None)
    if winning_cells(own, playable, None) != ZERO:
        return GOOD
    theirs = winning_cells(other, FULL ^ occupied, None)
    forced, safe = replies_to(theirs, playable)
    if unanswerable(theirs, playable):
        return BAD
    if forced == ZERO and fork(own, occupied, safe) != ZERO:
        return GOOD
    return open_node(own, other, scratch)


@kernel
def open_node(own: U, other: U, scratch: Scratch) -> int:
    """The number of a position in the graph, which it joins, where neither side wins at once."""
    place = place_of(own + (own | other))
    while scratch.table[place] != 0:
        known = signed(scratch.table[place]) - 1
        if scratch.nodes[known].own == own and scratch.nodes[known].other == other:
            return known
        place = (place + 1) & (2 * GRAPH_CAPACITY - 1)
    scratch.table[place] = scratch.counts.nodes + 1
    occupied = own | other
    _, safe = replies_to(winning_cells(other, FULL ^ occupied, None), free_cells(occupied, None))
    return new_node(own, other, safe, scratch)


@kernel(inlined=True)
def new_node(own: U, other: U, cells: U, scratch: Scratch) -> int:
    """Adds a position with the cells among which marks choose."""
    number = scratch.counts.nodes
    scratch.counts.nodes = number + 1
    column_of_cells = 0
    if several(cells):
        column_of_cells = -1
    elif cells != ZERO:
        column_of_cells = number_of(cells) // 7
    node = scratch.nodes[number]
    node.own = own
    node.other = other
    node.cells = cells
    node.met = 0
    node.column = column_of_cells
    for column in range(7):
        node.edges[column] = 0
    return signed(number)


@kernel
def root_of(own: U, other: U, waits: bool, scratch: Scratch) -> int:
    """The number of a position to start from, or GOOD or BAD; with `waits` the other side is to move first."""
    return new_node(own, other, ZERO, scratch) if waits else node_of(own, other, scratch)


@kernel
def make_room(scratch: Scratch) -> None:
    """Empties the graph if it is half full."""
    if scratch.counts.passes > 1 << 30:
        for number in range(GRAPH_CAPACITY):
            scratch.nodes[number].met = 0
        scratch.counts.passes = 0
    if scratch.counts.nodes > GRAPH_CAPACITY // 2 or scratch.counts.listed > LISTS // 2:
        scratch.table[:] = 0
        scratch.counts.nodes = 0
        scratch.counts.listed = 1


@kernel(inlined=True)
def after_move(number: int, column: int, scratch: Scratch) -> U:
    """The owner's discs after it plays a column."""
    return U(scratch.nodes[number].own | scratch.nodes[number].cells & (_COLUMN << U(7 * column)))


@kernel
def expand(number: int, column: int, scratch: Scratch) -> int:
    """Works out the replies to a move of the owner; their place in `lists`, or 0 where there is no room left."""
    start = signed(scratch.counts.listed)
    if start + 8 > LISTS:
        return 0
    lists = scratch.lists
    own = after_move(number, column, scratch)
    other = scratch.nodes[number].other
    occupied = own | other
    flags = follow = 0
    if occupied == FULL:
        flags = FILLS
    else:
        playable = free_cells(occupied, None)
        threats = winning_cells(own, FULL ^ occupied, None)
        forced = threats & playable
        replies = playable
        if forced != ZERO:  # the owner completes a line unless the other side plays there
            replies = ZERO if several(forced) else forced
        while replies != ZERO:
            reply = lowest(replies)
            replies ^= reply
            if occupied | reply == FULL:
                flags |= FILLS
                continue
            free = free_cells(occupied | reply, None)
            if threats & free != ZERO:
                continue
            theirs = winning_cells(other | reply, FULL ^ (occupied | reply), None)
            block, safe = replies_to(theirs, free)
            if unanswerable(theirs, free):
                flags |= FATAL
            elif block != ZERO or fork(own, occupied | reply, safe) == ZERO:
                follow += 1
                lists[start + follow] = -1 - number_of(reply)
    scratch.nodes[number].edges[column] = start
    lists[start] = follow | flags
    scratch.counts.listed = start + 1 + follow
    return start


@kernel(inlined=True)
def follower(number: int, column: int, place: int, scratch: Scratch) -> int:
    """The position at a place of the list of a move; -1 where the graph has no room."""
    child = signed(scratch.lists[place])
    if child < 0:
        if scratch.counts.nodes >= GRAPH_CAPACITY:
            return -1
        reply = ONE << U(-1 - child)
        child = open_node(after_move(number, column, scratch), scratch.nodes[number].other | reply, scratch)
        scratch.lists[place] = child
    return child


class Planes(NamedTuple):
    """The marks of a diagram as digits: of each cell the mark is 4 * fours + 2 * twos + ones; and the pairs."""

    fours: U
    twos: U
    ones: U
    pairs: U


@kernel(inlined=True)
def planes_of(marks: Words) -> Planes:
    """The digits of a diagram."""
    fours = ~ZERO
    twos = ~ZERO
    ones = ZERO
    for mark in range(MARKS - 1, -1, -1):
        cells = marks[mark]
        fours = fours | cells if mark & 4 else fours & ~cells
        twos = twos | cells if mark & 2 else twos & ~cells
        ones = ones | cells if mark & 1 else ones & ~cells
    return Planes(fours, twos, ones, marks[MIAI] & ~marks[URGENT])


@kernel(inlined=True)
def column_among(cells: U, planes: Planes) -> int:
    """The column that a diagram plays among several cells."""
    fours = planes.fours
    twos = planes.twos
    ones = planes.ones
    pairs = cells & planes.pairs
    if several(pairs):
        fours = fours | pairs
        twos = twos | pairs
        ones = ones & ~pairs
    best = cells & ~fours
    cells = best if best != ZERO else cells
    best = cells & ~twos
    cells = best if best != ZERO else cells
    best = cells & ~ones
    cells = best if best != ZERO else cells
    column = 6
    for each in (0, 5, 1, 4, 2, 3):
        column = each if cells & (_COLUMN << U(7 * each)) != ZERO else column
    return column


@kernel(inlined=True)
def column_of(number: int, planes: Planes, scratch: Scratch) -> int:
    """The column that a diagram plays in a position of the graph."""
    column = signed(scratch.nodes[number].column)
    return column_among(scratch.nodes[number].cells, planes) if column < 0 else column


@kernel
def verify_from(root: int, marks: Words, hold: bool, scratch: Scratch) -> int:
    """`verify` from a number in the graph.

    The replies that refute a diagram come first when the next one is played: mostly they refute it, too.
    """
    if root < 0:
        return 1 if root == GOOD else -1
    planes = planes_of(marks)
    stack = scratch.stack
    lists = scratch.lists
    waiting = scratch.waiting
    places = scratch.places
    parents = scratch.parents
    ends = scratch.ends
    scratch.counts.passes += 1
    passes = scratch.counts.passes
    stack[0] = root
    places[0] = 0
    parents[0] = -1
    waiting[0] = 0
    depth = 1
    seen = 1
    while depth > 0:
        depth -= 1
        entry = signed(waiting[depth])
        number = signed(stack[entry])
        column = column_of(number, planes, scratch)
        start = signed(scratch.nodes[number].edges[column])
        if start == 0:
            start = expand(number, column, scratch)
        replies = signed(lists[start])
        if (
            start == 0
            or seen + 8 > MAX_PASS_POSITIONS
            or replies & FATAL
            or (replies & FILLS and not hold)
            or scratch.counts.nodes + 7 > GRAPH_CAPACITY
        ):
            scratch.counts.refuted = entry
            while parents[entry] >= 0:
                place = places[entry]
                last = ends[parents[entry]]
                lists[place], lists[last] = lists[last], lists[place]
                entry = signed(parents[entry])
            return -seen
        ends[entry] = start + (replies & 7)
        for i in range(start + 1, start + 1 + (replies & 7)):
            child = follower(number, column, i, scratch)
            if scratch.nodes[child].met != passes:
                scratch.nodes[child].met = passes
                stack[seen] = child
                places[seen] = i
                parents[seen] = entry
                waiting[depth] = seen
                depth += 1
                seen += 1
    return seen


@kernel
def verify(own: U, other: U, marks: Words, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The number of positions, owner to move, in which a diagram's marks may decide; if one fails, minus that so far.

    With `hold` a full board is good enough; with `waits` the other side is to move first.
    """
    make_room(scratch)
    return verify_from(root_of(own, other, waits, scratch), marks, hold, scratch)


@kernel
def first_good(own: U, other: U, pool: Words2, start: int, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The first diagram of a pool, from `start` on, that holds for a position, or -1."""
    make_room(scratch)
    root = root_of(own, other, waits, scratch)
    for i in range(start, len(pool)):
        if stopped():
            break
        if verify_from(root, pool[i], hold, scratch) > 0:
            return i
    return -1


@kernel
def scripted_reply(number: int, column: int, start: int, other: U, scratch: Scratch) -> int:
    """The place in a list of the reply after which the other side has these discs, or -1."""
    reply = -1 - number_of(other ^ scratch.nodes[number].other)
    for i in range(start + 1, start + 1 + (scratch.lists[start] & 7)):
        child = signed(scratch.lists[i])
        if child == reply or (child >= 0 and scratch.nodes[child].other == other):
            return i
    return -1


@kernel(inlined=True)
def repeat(game: int, depth: int, scratch: Scratch) -> tuple[U, bool]:
    """Copies a game up to a depth into its other row: (all cells that could be chosen, whether it follows its script)."""
    games = scratch.games
    union = ZERO
    follows = True
    before = games.rows[game]
    here = before ^ 1
    for i in range(depth):
        games.paths[here, i] = games.paths[before, i]
        games.columns[here, i] = games.columns[before, i]
        games.cells[here, i] = games.cells[before, i]
        union |= games.cells[before, i]
    for i in range(min(depth + 1, games.scripted[game]) if depth > 0 else 0):
        follows = follows and scratch.nodes[games.paths[before, i]].other == games.scripts[game, i]
    return union, follows


@kernel(inlined=True)
def random_reply(number: int, replies: int, seed: U, scratch: Scratch) -> int:
    """One of so many replies, from 0, pseudorandom: the same in every game of this seed."""
    word = (scratch.nodes[number].own ^ scratch.nodes[number].other << U(15)) * MULTIPLIER ^ seed
    word = (word ^ (word >> U(29))) * MULTIPLIER
    return signed(((word >> U(32)) * U(replies)) >> U(32))


@kernel
def replay(game: int, depth: int, root: int, planes: Planes, hold: bool, scratch: Scratch) -> int:
    """Plays a game into its other row: up to a depth as in the current row, then by a diagram.

    Returns how many positions it met after that depth, or -1 where the graph has no room.  A game is lost where the
    other side has a reply that refutes the diagram.  Other replies are those of the script, then pseudorandom.
    """
    lists = scratch.lists
    games = scratch.games
    first = depth
    lost = 0
    row = games.rows[game] ^ 1
    scripted = games.scripted[game]
    number = root if depth == 0 else signed(games.paths[row ^ 1, depth])
    union, follows = repeat(game, depth, scratch)
    while True:
        node = scratch.nodes[number]
        cells = ZERO
        column = signed(node.column)
        if column < 0:
            cells = node.cells
            column = column_among(cells, planes)
        games.paths[row, depth] = number
        games.cells[row, depth] = cells
        games.columns[row, depth] = column
        union |= cells
        depth += 1
        start = signed(node.edges[column])
        if start == 0:
            start = expand(number, column, scratch)
        replies = signed(lists[start])
        if replies & FATAL or (replies & FILLS and not hold):
            lost = 1
        if start == 0 or lost == 1 or replies & 7 == 0:
            break
        place = -1
        if follows and depth < scripted:
            place = scripted_reply(number, column, start, games.scripts[game, depth], scratch)
        follows = place >= 0
        if not follows:
            place = start + 1 + random_reply(number, replies & 7, games.seeds[game], scratch)
        number = follower(number, column, place, scratch)
        if number < 0:
            break
    games.lengths[row] = depth
    games.unions[row] = union
    games.lost[row] = lost
    return -1 if start == 0 or number < 0 else depth - first


@kernel
def new_games(scratch: Scratch) -> None:
    """Makes all games random ones that cost the same."""
    games = scratch.games
    for game in range(SAMPLE):
        games.seeds[game] = next_word(scratch.state)
        games.rows[game] = 2 * game
        games.scripted[game] = 0
        games.weights[game] = 1
        for cell in range(BITS):
            games.queue[cell, game] = game


@kernel
def lost_games(root: int, number: int, marks: Words, hold: bool, most: int, scratch: Scratch) -> int:
    """Plays the first games; what losing them costs, or -1 where the graph has no room.  Ends early above `most`."""
    lost = 0
    game = 0
    planes = planes_of(marks)
    games = scratch.games
    while game < number and lost <= most:
        if replay(game, 0, root, planes, hold, scratch) < 0:
            return -1
        games.rows[game] ^= 1
        lost += games.lost[games.rows[game]] * games.weights[game]
        game += 1
    return lost


@kernel
def weigh(number: int, scratch: Scratch) -> int:
    """Each of the first games that is lost costs one more; how many these are."""
    result = 0
    games = scratch.games
    for game in range(number):
        lost = games.lost[games.rows[game]]
        games.weights[game] += lost
        result += lost
    return result


@kernel
def put(cell: U, mark: int, marks: Words) -> None:
    """Replaces the mark of a cell."""
    for i in range(MARKS):
        marks[i] &= ~cell
    if mark < MARKS:
        marks[mark] |= cell


@kernel(inlined=True)
def draw(cells: U, state: Words) -> U:
    """One of several cells, by chance."""
    for _ in range(below(state, popcount(cells))):
        cells &= cells - ONE
    return lowest(cells)


@kernel
def lost_row(number: int, scratch: Scratch) -> int:
    """The current row of a lost game; `number`, below the cost of all, says which."""
    game = 0
    games = scratch.games
    while True:
        number -= games.lost[games.rows[game]] * games.weights[game]
        if number < 0:
            return signed(games.rows[game])
        game += 1


@kernel
def amendment(row: int, empty: U, marks: Words, scratch: Scratch) -> tuple[U, int]:
    """(cell, mark) of a change: of a cell that a lost game chose or could have chosen; or of any empty cell."""
    games = scratch.games
    state = scratch.state
    cells = ZERO
    number = 0
    for i in range(games.lengths[row]):
        if games.cells[row, i] != ZERO:
            number += 1
            if below(state, number) == 0:
                cells = games.cells[row, i]
    if number == 0 or below(state, 16) == 0:
        return draw(empty, state), below(state, UNMARKED + 1)
    cell = cells & (_COLUMN << U(7 * column_among(cells, planes_of(marks))))
    if below(state, 2) == 0:
        return cell, below(state, UNMARKED + 1)
    return draw(cells ^ cell, state), below(state, UNMARKED)


@kernel(inlined=True)
def first_change(row: int, planes: Planes, cells: U, games: Games) -> int:
    """The first position of a game in which a diagram, changed in the marks of some cells, decides differently; or -1."""
    choices = games.cells[row]
    columns = games.columns[row]
    for depth in range(games.lengths[row]):
        if choices[depth] & cells != ZERO and column_among(choices[depth], planes) != columns[depth]:
            return signed(depth)
    return -1


@kernel
def write(marks: Words, into: Words) -> None:
    """Copies a diagram.  (numba would compile a slice for seconds.)"""
    for i in range(MARKS):
        into[i] = marks[i]


@kernel
def refute(root: int, game: int, marks: Words, hold: bool, scratch: Scratch) -> int:
    """Plays a diagram against all replies, as `verify_from`; if it fails, the replies become the script of a game."""
    seen = verify_from(root, marks, hold, scratch)
    games = scratch.games
    if seen < 0:
        length = 0
        entry = signed(scratch.counts.refuted)
        while entry >= 0:
            length += 1
            entry = signed(scratch.parents[entry])
        games.scripted[game] = length
        entry = signed(scratch.counts.refuted)
        while entry >= 0:
            length -= 1
            games.scripts[game, length] = scratch.nodes[scratch.stack[entry]].other
            entry = signed(scratch.parents[entry])
        games.seeds[game] = next_word(scratch.state)
    return seen


@kernel
def compare(
    root: int, number: int, cost: int, limit: float, cell: U, trial: Words, hold: bool, scratch: Scratch
) -> tuple[int, int, int]:
    """(what the lost games cost after a change of a cell, how many games differ, positions visited); before: `cost`.

    It ends early above `limit`, or with -1 where the graph has no room.  Only what the change touches is played again:
    first the lost games, because they alone can lower the cost, then those that other changes of the cell lost lately.
    """
    games = scratch.games
    planes = planes_of(trial)
    tested = number_of(cell)
    new = cost
    count = 0
    visited = 0
    for lost in (1, 0):
        i = 0
        while i < number and (lost == 1 or new <= limit):
            game = signed(games.queue[tested, i])
            row = games.rows[game]
            if games.lost[row] == lost and games.unions[row] & cell != ZERO:
                depth = first_change(row, planes, cell, games)
                if depth >= 0:
                    played = replay(game, depth, root, planes, hold, scratch)
                    if played < 0:
                        return -1, count, visited
                    visited += played
                    new += (games.lost[row ^ 1] - lost) * games.weights[game]
                    games.changed[count] = game
                    count += 1
                    if games.lost[row ^ 1] > lost:
                        games.queue[tested, i] = games.queue[tested, i // 2]
                        games.queue[tested, i // 2] = game
            i += 1
    return new, count, visited


@kernel
def try_change(
    root: int, number: int, cost: int, heat: float, hold: bool, empty: U, scratch: Scratch
) -> tuple[int, int]:
    """Changes a mark of the first draft, if that is accepted: (cost, or -1 where the graph has no room; work done)."""
    current = scratch.drafts[0]
    trial = scratch.drafts[1]
    games = scratch.games
    cell, mark = amendment(lost_row(below(scratch.state, cost), scratch), empty, current, scratch)
    write(current, trial)
    put(cell, mark, trial)
    limit = cost - heat * np.log(uniform(scratch.state) + 1e-9)
    new, count, visited = compare(root, number, cost, limit, cell, trial, hold, scratch)
    if new > limit:
        new = cost
    elif new >= 0:
        write(trial, current)
        for i in range(count):
            games.rows[games.changed[i]] ^= 1
    return new, visited + CHANGE_COST


@kernel
def anneal(own: U, other: U, marks: Words, hold: bool, waits: bool, work: int, heat: float, scratch: Scratch) -> float:
    """Simulated annealing: changes a diagram until it holds or `work` positions are visited; returns the share of the
    games that it loses, 0 only if it holds against all replies.

    A change from `cost` to `new` is accepted with probability exp((cost - new) / heat).  A lost game costs the more,
    the longer it stays lost.  A diagram that loses no game is played against all replies; those that refute it become
    another game.
    """
    make_room(scratch)
    root = root_of(own, other, waits, scratch)
    if root < 0:
        return 0.0 if root == GOOD else 1.0
    current = scratch.drafts[0]
    games = scratch.games
    number = GAMES
    cost = -1
    changes = 0
    write(marks, current)
    new_games(scratch)
    while work > 0 and not stopped():
        if cost > 0:
            cost, done = try_change(root, number, cost, heat, hold, FULL ^ (own | other), scratch)
            work -= done
            changes += 1
            if cost > 0 and changes % CHANGES_PER_COST == 0:
                cost += weigh(number, scratch)
            continue
        has_little_room = scratch.counts.nodes > GRAPH_CAPACITY - MAX_PASS_POSITIONS
        if cost < 0 or has_little_room:  # a negative cost: at the start
            make_room(scratch)
            root = root_of(own, other, waits, scratch)
            cost = lost_games(root, number, current, hold, 1 << 30, scratch)
            work -= number
            continue
        seen = refute(root, number, current, hold, scratch)
        if seen > 0:
            write(current, marks)
            return 0.0
        work += seen
        cost = -1
        if replay(number, 0, root, planes_of(current), hold, scratch) >= 0:
            games.rows[number] ^= 1
            cost = games.lost[games.rows[number]]
        number += 1
        if cost == 0 or number == SAMPLE:  # a pass that found no room, or no room for games
            break
    write(current, marks)
    return max(1, weigh(number, scratch)) / number


@kernel
def nearest(own: U, other: U, pool: Words2, picks: Ints, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The diagram of `picks` (index * 2, + 1 if mirrored) that loses the fewest random games; -1 if all lose all."""
    best = -1
    least = GAMES - 1
    make_room(scratch)
    image = root_of(mirror_key(own, None), mirror_key(other, None), waits, scratch)
    root = root_of(own, other, waits, scratch)
    if root < 0 or image < 0:
        return -1
    new_games(scratch)
    for pick in picks:
        lost = lost_games(root if pick & 1 == 0 else image, GAMES, pool[pick >> 1], hold, least, scratch)
        if 0 <= lost < least:
            best = pick
            least = lost
    return best
