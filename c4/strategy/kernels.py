"""Compiled diagrams: playing one to the end against all replies, and the search for one.

A diagram is uint64[6]: the cells of each mark, the strongest first (see `c4.strategy.diagram`).  Positions are (own,
other): discs of the owner, who is to move, and of the other side.  What does not depend on the diagram, its wins,
blocks and forks and the positions after every reply, is worked out once for each position and kept in a graph, in which
transpositions are merged: thousands of diagrams are played from the same position.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from c4.kernels.board import FULL, free_cells
from c4.kernels.hashing import MULTIPLIER, mirror_key
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, Ints8, Ints32, Ints32x2, U, Words, Words2, signed
from c4.kernels.lines import replies_to, unanswerable, winning_cells
from c4.kernels.splitmix import below, next_word, uniform
from c4.kernels.stop import stopped
from c4.kernels.words import lowest, number_of, popcount, several

ONE, ZERO = U(1), U(0)
_COLUMN = U(0x7F)

URGENT, MIAI, CLAIM, FIRST, SECOND, THIRD, UNMARKED = range(7)
"""Marks, the strongest first; MIAI (a pair) counts only if exactly one can be played."""

MARKS = UNMARKED
"""How many marks a diagram has."""

GOOD, BAD = -1, -2
"""What is not in the graph: positions that the owner wins at once or by a fork, and those in which every move loses."""

MOST = 48_000
"""The most positions of one pass."""

NODES = 1 << 19
"""The most positions in the graph; when it is full, it is emptied."""

SAMPLE = 4096
"""The most games that test a diagram before it is played against all replies."""

GAMES = 100
"""How many of them are random; the others are replies that refuted an earlier diagram."""

PATIENCE = 300
"""After every so many changes each lost game costs one more."""

TRIAL = 10
"""What a change costs besides the positions that it visits, in visits."""

LONGEST = 22
"""The most positions of a game in which the owner is to move."""

LISTS = 1 << 23
"""The room for lists of replies."""

NUMBER, USED, PASSES, REFUTED = range(4)
"""The places of `Scratch.sizes`: positions in the graph, numbers in `lists`, passes so far, and the position of the last
pass in which the diagram failed."""


@kernel(inlined=True)
def place_of(key: U) -> int:
    """The first place of a key in a table of 2 * NODES numbers."""
    return signed((key * MULTIPLIER) >> U(44))


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


@kernel(inlined=True)
def parries(own: U, other: U) -> U:
    """The cells that the other side can play without losing at once; none if the owner has two wins."""
    occupied = own | other
    playable = free_cells(occupied, None)
    threats = winning_cells(own, playable, None)
    if threats == ZERO:
        return playable
    return ZERO if several(threats) else threats


class Scratch(NamedTuple):
    """The graph, the memory of a pass over all replies, and the games that test diagrams.

    owns, others, cells     of each position in the graph, with the cells among which marks choose, or the only one
    columns                 the column of the only cell, or -1
    edges                   for each position and column the place in `lists`, 0 if not yet worked out
    lists                   number of replies, how many of them lose and fill the board, how many follow, and these
    table                   the positions by their keys, counted from 1
    met                     the last pass that met a position
    stack, waiting          the positions of a pass, and those not yet played
    parents, places, ends   of each the predecessor, its place in `lists`, and the end of its list
    drafts                  two diagrams
    seeds                   of each game, from which its replies follow
    scripts, scripted       the other side's discs after each reply that a game begins with, and how many there are
    current                 which of a game's two rows is the current one: rows 2 * game and 2 * game + 1
    paths, lengths          of each row the positions of the game
    unions                  of each row all cells that could be chosen
    lost                    of each row whether the diagram fails there, 1 or 0
    queue                   the games in the order in which they test a change
    weights                 what it costs to lose each game
    changed                 the games that a change has made different
    """

    owns: Words
    others: Words
    cells: Words
    columns: Ints8
    edges: Ints32
    lists: Ints32
    table: Ints32
    met: Ints32
    sizes: Ints
    stack: Ints32
    waiting: Ints32
    parents: Ints32
    places: Ints32
    ends: Ints32
    state: Words
    drafts: Words2
    seeds: Words
    scripts: Words2
    scripted: Ints
    current: Ints
    paths: Ints32x2
    lengths: Ints
    unions: Words
    lost: Ints
    queue: Ints
    weights: Ints
    changed: Ints


def make_scratch(seed: int = 0) -> Scratch:
    """Fresh memory, its random numbers started with a seed."""
    return Scratch(
        np.zeros(NODES, np.uint64),
        np.zeros(NODES, np.uint64),
        np.zeros(NODES, np.uint64),
        np.zeros(NODES, np.int8),
        np.zeros(7 * NODES, np.int32),
        np.zeros(LISTS, np.int32),
        np.zeros(2 * NODES, np.int32),
        np.zeros(NODES, np.int32),
        np.array([0, 1, 0, 0]),
        np.zeros(MOST, np.int32),
        np.zeros(MOST, np.int32),
        np.zeros(MOST, np.int32),
        np.zeros(MOST, np.int32),
        np.zeros(MOST, np.int32),
        np.array([seed], np.uint64),
        np.zeros((2, MARKS), np.uint64),
        np.zeros(SAMPLE, np.uint64),
        np.zeros((SAMPLE, LONGEST), np.uint64),
        np.zeros(SAMPLE, np.int64),
        np.zeros(SAMPLE, np.int64),
        np.zeros((2 * SAMPLE, LONGEST), np.int32),
        np.zeros(2 * SAMPLE, np.int64),
        np.zeros(2 * SAMPLE, np.uint64),
        np.zeros(2 * SAMPLE, np.int64),
        np.arange(SAMPLE),
        np.ones(SAMPLE, np.int64),
        np.zeros(SAMPLE, np.int64),
    )


@kernel
def node(own: U, other: U, scratch: Scratch) -> int:
    """The number of a position in the graph, which it joins; or GOOD or BAD."""
    occupied = own | other
    playable = free_cells(occupied, None)
    if winning_cells(own, playable, None) != ZERO:
        return GOOD
    theirs = winning_cells(other, FULL ^ occupied, None)
    forced, safe = replies_to(theirs, playable)
    if unanswerable(theirs, playable):
        return BAD
    if forced != ZERO:
        safe = forced
    elif fork(own, occupied, safe) != ZERO:
        return GOOD
    place = place_of(own + occupied)
    while scratch.table[place] != 0:
        known = scratch.table[place] - 1
        if scratch.owns[known] == own and scratch.others[known] == other:
            return signed(known)
        place = (place + 1) & (2 * NODES - 1)
    scratch.table[place] = scratch.sizes[NUMBER] + 1
    return new_node(own, other, safe, scratch)


@kernel
def new_node(own: U, other: U, cells: U, scratch: Scratch) -> int:
    """Adds a position with the cells among which marks choose."""
    number = scratch.sizes[NUMBER]
    scratch.sizes[NUMBER] = number + 1
    scratch.owns[number], scratch.others[number], scratch.cells[number] = own, other, cells
    scratch.columns[number] = -1 if several(cells) else 0 if cells == ZERO else number_of(cells) // 7
    scratch.met[number] = 0
    for column in range(7):
        scratch.edges[7 * number + column] = 0
    return signed(number)


@kernel
def root_of(own: U, other: U, waits: bool, scratch: Scratch) -> int:
    """The number of a position to start from, or GOOD or BAD; with `waits` the other side is to move first."""
    return new_node(own, other, ZERO, scratch) if waits else node(own, other, scratch)


@kernel
def make_room(scratch: Scratch) -> bool:
    """Empties the graph if it is half full; whether it was."""
    if scratch.sizes[PASSES] > 1 << 30:
        scratch.met[:] = 0
        scratch.sizes[PASSES] = 0
    if scratch.sizes[NUMBER] <= NODES // 2 and scratch.sizes[USED] <= LISTS // 2:
        return False
    scratch.table[:] = 0
    scratch.sizes[NUMBER], scratch.sizes[USED] = 0, 1
    return True


@kernel
def expand(number: int, column: int, scratch: Scratch) -> int:
    """Works out the replies to a move of the owner; their place in `lists`, or 0 where there is no room left."""
    start = signed(scratch.sizes[USED])
    if start + 11 > LISTS or scratch.sizes[NUMBER] + 7 > NODES:
        return 0
    lists = scratch.lists
    own, other = scratch.owns[number] | scratch.cells[number] & (_COLUMN << U(7 * column)), scratch.others[number]
    lists[start] = lists[start + 1] = lists[start + 2] = lists[start + 3] = 0
    if own | other == FULL:
        lists[start] = lists[start + 2] = 1
    else:
        replies = parries(own, other)
        while replies != ZERO:
            reply = lowest(replies)
            replies ^= reply
            lists[start] += 1
            if own | other | reply == FULL:
                lists[start + 2] += 1
                continue
            child = node(own, other | reply, scratch)
            if child == BAD:
                lists[start + 1] += 1
            elif child != GOOD:
                lists[start + 4 + lists[start + 3]] = child
                lists[start + 3] += 1
    scratch.edges[7 * number + column] = start
    scratch.sizes[USED] = start + 4 + lists[start + 3]
    return start


@kernel(inlined=True)
def choice(cells: U, marks: Words) -> tuple[int, int]:
    """(column, mark) of the cell that a diagram plays among several."""
    mark = 0
    while mark < MARKS:
        marked = cells & marks[mark]
        if marked != ZERO and (mark != MIAI or not several(marked)):
            cells = marked
            break
        mark += 1
    for column in (3, 2, 4, 1, 5, 0):
        if cells & (_COLUMN << U(7 * column)) != ZERO:
            return column, mark
    return 6, mark


@kernel(inlined=True)
def column_of(number: int, marks: Words, scratch: Scratch) -> int:
    """The column that a diagram plays in a position of the graph."""
    column = signed(scratch.columns[number])
    if column < 0:
        column, _ = choice(scratch.cells[number], marks)
    return column


@kernel
def verify_from(root: int, marks: Words, hold: bool, scratch: Scratch) -> int:
    """`verify` from a number in the graph.

    The replies that refute a diagram come first when the next one is played: mostly they refute it, too.
    """
    if root < 0:
        return 1 if root == GOOD else -1
    stack, met, lists = scratch.stack, scratch.met, scratch.lists
    waiting, places, parents, ends = scratch.waiting, scratch.places, scratch.parents, scratch.ends
    scratch.sizes[PASSES] += 1
    passes = scratch.sizes[PASSES]
    stack[0], places[0], parents[0], waiting[0] = root, 0, -1, 0
    depth, seen = 1, 1
    while depth > 0:
        depth -= 1
        entry = signed(waiting[depth])
        number = stack[entry]
        column = column_of(number, marks, scratch)
        start = signed(scratch.edges[7 * number + column])
        if start == 0:
            start = expand(number, column, scratch)
        if start == 0 or seen + 8 > MOST or lists[start + 1] > 0 or (lists[start + 2] > 0 and not hold):
            scratch.sizes[REFUTED] = entry
            while parents[entry] >= 0:
                place, last = places[entry], ends[parents[entry]]
                lists[place], lists[last] = lists[last], lists[place]
                entry = signed(parents[entry])
            return -seen
        ends[entry] = start + 3 + lists[start + 3]
        for i in range(start + 4, start + 4 + lists[start + 3]):
            child = lists[i]
            if met[child] != passes:
                met[child] = passes
                stack[seen], places[seen], parents[seen] = child, i, entry
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
def row_of(game: int, scratch: Scratch) -> int:
    """The current row of a game."""
    return 2 * game + signed(scratch.current[game])


@kernel
def scripted_reply(start: int, other: U, scratch: Scratch) -> int:
    """The position of a list in which the other side has these discs, or -1."""
    for i in range(start + 4, start + 4 + scratch.lists[start + 3]):
        if scratch.others[scratch.lists[i]] == other:
            return signed(scratch.lists[i])
    return -1


@kernel
def replay(game: int, depth: int, root: int, marks: Words, hold: bool, scratch: Scratch) -> int:
    """Plays a game into its other row: up to a depth as in the current row, then by a diagram.

    Returns how many positions it met after that depth, or -1 where the graph has no room.  A game is lost where the
    other side has a reply that refutes the diagram.  Other replies are those of the script, then pseudorandom.
    """
    lists, script = scratch.lists, scratch.scripts[game]
    row = 2 * game + 1 - signed(scratch.current[game])
    path, before = scratch.paths[row], scratch.paths[row ^ 1]
    union, number, follows = ZERO, root, True
    for i in range(depth):
        path[i] = before[i]
        union |= scratch.cells[before[i]]
    if depth > 0:
        number = signed(before[depth])
        for i in range(min(depth + 1, signed(scratch.scripted[game]))):
            follows = follows and scratch.others[before[i]] == script[i]
    first, lost = depth, 0
    while number >= 0:
        path[depth] = number
        depth += 1
        union |= scratch.cells[number]
        column = column_of(number, marks, scratch)
        start = signed(scratch.edges[7 * number + column])
        if start == 0:
            start = expand(number, column, scratch)
            if start == 0:
                return -1
        seed = (U(number) + ONE) * MULTIPLIER ^ scratch.seeds[game]
        number = -1
        if lists[start + 1] > 0 or (lists[start + 2] > 0 and not hold):
            lost = 1
        elif lists[start + 3] > 0:
            if follows and depth < scratch.scripted[game]:
                number = scripted_reply(start, script[depth], scratch)
            follows = number >= 0
            if not follows:
                seed = (seed ^ (seed >> U(29))) * MULTIPLIER
                number = signed(lists[start + 4 + signed(((seed >> U(32)) * U(lists[start + 3])) >> U(32))])
    scratch.lengths[row], scratch.unions[row], scratch.lost[row] = depth, union, lost
    return depth - first


@kernel
def new_games(scratch: Scratch) -> None:
    """Makes all games random ones that cost the same."""
    for game in range(SAMPLE):
        scratch.queue[game], scratch.seeds[game] = game, next_word(scratch.state)
        scratch.scripted[game], scratch.weights[game] = 0, 1


@kernel
def lost_games(root: int, games: int, marks: Words, hold: bool, most: int, scratch: Scratch) -> int:
    """Plays the first games; what losing them costs, or -1 where the graph has no room.  Ends early above `most`."""
    lost, game = 0, 0
    while game < games and lost <= most:
        if replay(game, 0, root, marks, hold, scratch) < 0:
            return -1
        scratch.current[game] ^= 1
        lost += signed(scratch.lost[row_of(game, scratch)] * scratch.weights[game])
        game += 1
    return lost


@kernel
def weigh(games: int, scratch: Scratch) -> int:
    """Each of the first games that is lost costs one more; how many these are."""
    number = 0
    for game in range(games):
        lost = signed(scratch.lost[row_of(game, scratch)])
        scratch.weights[game] += lost
        number += lost
    return number


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
    while number >= scratch.lost[row_of(game, scratch)] * scratch.weights[game]:
        number -= signed(scratch.lost[row_of(game, scratch)] * scratch.weights[game])
        game += 1
    return row_of(game, scratch)


@kernel
def amend(row: int, marks: Words, scratch: Scratch) -> None:
    """Changes a mark so that a decision in a lost game turns out differently; or any mark."""
    path, state = scratch.paths[row], scratch.state
    chosen, number = -1, 0
    for i in range(scratch.lengths[row]):
        if scratch.columns[path[i]] < 0:
            number += 1
            if below(state, number) == 0:
                chosen = signed(path[i])
    if chosen >= 0 and below(state, 16) != 0:
        cells = scratch.cells[chosen]
        column, why = choice(cells, marks)
        cell = cells & (_COLUMN << U(7 * column))
        if why < UNMARKED and below(state, 2) == 0:
            put(cell, why + 1 + below(state, UNMARKED - why), marks)
        else:
            put(draw(cells ^ cell, state), below(state, max(1, min(why + 1, UNMARKED))), marks)
        return
    put(draw(FULL ^ (scratch.owns[path[0]] | scratch.others[path[0]]), state), below(state, UNMARKED + 1), marks)


@kernel
def first_change(row: int, marks: Words, trial: Words, cells: U, scratch: Scratch) -> int:
    """The first position of a game in which two diagrams, which differ in the marks of some cells, decide differently;
    or -1.
    """
    for depth in range(scratch.lengths[row]):
        number = signed(scratch.paths[row, depth])
        touched = scratch.cells[number] & cells != ZERO
        if touched and column_of(number, marks, scratch) != column_of(number, trial, scratch):
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
    if seen < 0:
        length, entry = 0, signed(scratch.sizes[REFUTED])
        while entry >= 0:
            length += 1
            entry = signed(scratch.parents[entry])
        scratch.scripted[game], entry = length, signed(scratch.sizes[REFUTED])
        while entry >= 0:
            length -= 1
            scratch.scripts[game, length] = scratch.others[scratch.stack[entry]]
            entry = signed(scratch.parents[entry])
        scratch.seeds[game] = next_word(scratch.state)
    return seen


@kernel
def compare(
    root: int, games: int, cost: int, limit: float, marks: Words, trial: Words, hold: bool, scratch: Scratch
) -> tuple[int, int, int]:
    """(what the lost games of a changed diagram cost, how many differ, positions visited); those of `marks`: `cost`.

    It ends early above `limit`, or with -1 where the graph has no room.  Only what the change touches is played again:
    first the lost games, because they alone can lower the cost, then those that lost other changes lately.
    """
    cells = ZERO
    for i in range(MARKS):
        cells |= marks[i] ^ trial[i]
    new, count, visited = cost, 0, 0
    for lost in (1, 0):
        i = 0
        while i < games and (lost == 1 or new <= limit):
            game = signed(scratch.queue[i])
            row = row_of(game, scratch)
            if scratch.lost[row] == lost and scratch.unions[row] & cells != ZERO:
                depth = first_change(row, marks, trial, cells, scratch)
                if depth >= 0:
                    played = replay(game, depth, root, trial, hold, scratch)
                    if played < 0:
                        return -1, count, visited
                    visited += played
                    new += (signed(scratch.lost[row ^ 1]) - lost) * signed(scratch.weights[game])
                    scratch.changed[count] = game
                    count += 1
                    if scratch.lost[row ^ 1] > lost:
                        scratch.queue[i], scratch.queue[i // 2] = scratch.queue[i // 2], game
            i += 1
    return new, count, visited


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
    current, trial, games, cost = scratch.drafts[0], scratch.drafts[1], GAMES, -1
    write(marks, current)
    new_games(scratch)
    changes = 0
    while work > 0 and not stopped():
        if cost < 0:  # at the start, and where the graph was full
            make_room(scratch)
            root = root_of(own, other, waits, scratch)
            cost = lost_games(root, games, current, hold, 1 << 30, scratch)
            work -= games
        elif cost == 0:
            seen = refute(root, games, current, hold, scratch)
            if seen > 0:
                write(current, marks)
                return 0.0
            work += seen
            if replay(games, 0, root, current, hold, scratch) >= 0:
                scratch.current[games] ^= 1
                cost = signed(scratch.lost[row_of(games, scratch)])
            else:
                cost = -1
            games += 1
            if cost == 0 or games == SAMPLE:  # a pass that found no room, or no room for games
                cost = 1
                break
        else:
            write(current, trial)
            amend(lost_row(below(scratch.state, cost), scratch), trial, scratch)
            limit = cost - heat * np.log(uniform(scratch.state) + 1e-9)
            new, count, visited = compare(root, games, cost, limit, current, trial, hold, scratch)
            work -= visited + TRIAL
            changes += 1
            if new < 0:
                cost = -1
            elif new <= limit:
                cost = new
                write(trial, current)
                for i in range(count):
                    scratch.current[scratch.changed[i]] ^= 1
            if cost > 0 and changes % PATIENCE == 0:
                cost += weigh(games, scratch)
    write(current, marks)
    return max(1, weigh(games, scratch)) / games


@kernel
def nearest(own: U, other: U, pool: Words2, picks: Ints, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The diagram of `picks` (index * 2, + 1 if mirrored) that loses the fewest random games; -1 if all lose all."""
    best, least = -1, GAMES - 1
    make_room(scratch)
    image = root_of(mirror_key(own, None), mirror_key(other, None), waits, scratch)
    root = root_of(own, other, waits, scratch)
    if root < 0 or image < 0:
        return -1
    new_games(scratch)
    for pick in picks:
        lost = lost_games(root if pick & 1 == 0 else image, GAMES, pool[pick >> 1], hold, least, scratch)
        if 0 <= lost < least:
            best, least = pick, lost
    return best
