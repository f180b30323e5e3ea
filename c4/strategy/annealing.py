"""Simulated annealing, compiled: changes the marks of a diagram until it holds."""

from __future__ import annotations

import numpy as np

from c4.kernels.board import FULL
from c4.kernels.hashing import mirror_key
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U, Words, Words2
from c4.kernels.splitmix import any_of, below, uniform
from c4.kernels.stop import stopped
from c4.strategy.graph import COLUMN_BITS, NO_ROOM, OWNER_WINS, ZERO, make_room, root_of
from c4.strategy.marks import UNMARKED, column_among, copy_marks, planes_of, set_mark
from c4.strategy.memory import GRAPH_CAPACITY, MAX_GAMES, MAX_PASS_POSITIONS, Games, Graph, Scratch
from c4.strategy.passes import play_all
from c4.strategy.sample import (
    NO_LIMIT,
    Trial,
    accept,
    compare,
    cost_of,
    cost_of_all,
    lost_game,
    new_games,
    raise_weights,
    replay,
    set_script,
)

RANDOM_GAMES = 100
"""With so many random games the annealing begins; replies that refute a diagram become further games."""

CHANGES_PER_COST = 300
"""After every so many changes each lost game costs one more."""

CHANGE_WORK = 10
"""The work of trying a change, besides the positions that it visits."""

BLIND_CHANGES = 16
"""One change in so many is of any empty cell, whatever the lost games say."""

UNKNOWN_COST = NO_ROOM
"""In place of the cost of the lost games: they have to be played, for instance because the graph had no room for them."""

MIN_CHANCE = 1e-9
"""Added to a random number before its logarithm is taken."""


@kernel(inlined=True)
def random_choice(row: int, random: Words, games: Games) -> U:
    """The cells of a random position of a game in which marks chose; 0 if there is none."""
    cells = ZERO
    number = 0
    for depth in range(games.lengths[row]):
        if games.cells[row, depth] != ZERO:
            number += 1
            if below(random, number) == 0:
                cells = games.cells[row, depth]
    return cells


@kernel
def random_change(row: int, empty: U, marks: Words, scratch: Scratch) -> tuple[U, int]:
    """(cell, mark) of a change: of a cell that a lost game chose or could have chosen; sometimes of any empty cell."""
    random = scratch.random
    cells = random_choice(row, random, scratch.games)
    if cells == ZERO or below(random, BLIND_CHANGES) == 0:
        return any_of(empty, random), below(random, UNMARKED + 1)
    chosen = cells & (COLUMN_BITS << U(7 * column_among(cells, planes_of(marks))))
    if below(random, 2) == 0:
        return chosen, below(random, UNMARKED + 1)
    return any_of(cells ^ chosen, random), below(random, UNMARKED)  # a mark: without one it would be chosen less


@kernel
def try_change(cost: int, heat: float, test: Trial, empty: U, scratch: Scratch) -> tuple[int, int]:
    """Changes a mark of the current draft, if that is accepted: (cost, or UNKNOWN_COST where there was no room; work).

    A change from `cost` to a higher one is accepted with probability exp((cost - higher) / heat).
    """
    current = scratch.drafts[0]
    trial = scratch.drafts[1]
    games = scratch.games
    row = games.rows[lost_game(below(scratch.random, cost), games)]
    cell, mark = random_change(row, empty, current, scratch)
    copy_marks(current, trial)
    set_mark(cell, mark, trial)
    limit = cost - heat * np.log(uniform(scratch.random) + MIN_CHANCE)
    after = compare(cost, limit, test, cell, trial, scratch)
    work = after.positions + CHANGE_WORK
    if after.cost == NO_ROOM:
        return UNKNOWN_COST, work
    if after.cost > limit:
        return cost, work
    copy_marks(trial, current)
    for i in range(after.games):
        accept(games.changed[i], games)
    return after.cost, work


@kernel(inlined=True)
def is_nearly_full(graph: Graph) -> bool:
    """Whether a pass might not find room."""
    return bool(graph.counts.nodes > GRAPH_CAPACITY - MAX_PASS_POSITIONS)


@kernel
def anneal(own: U, other: U, marks: Words, hold: bool, waits: bool, work: int, heat: float, scratch: Scratch) -> float:
    """Simulated annealing: changes a diagram until it holds or `work` positions are visited; returns 0 if it holds
    against all replies, otherwise about the share of the games that it loses: their weights, 1 at least, for each game.

    The cost of a diagram is that of the test games that it loses; a game costs the more, the longer it stays lost.  A
    diagram that loses none is played against all replies; those that refute it become another game.
    """
    graph = scratch.graph
    make_room(graph)
    root = root_of(own, other, waits, graph)
    if root < 0:
        return 0.0 if root == OWNER_WINS else 1.0
    current = scratch.drafts[0]
    games = scratch.games
    empty = FULL ^ (own | other)
    number = RANDOM_GAMES
    cost = UNKNOWN_COST
    changes = 0
    copy_marks(marks, current)
    new_games(scratch)
    while work > 0 and not stopped():
        if cost > 0:
            cost, done = try_change(cost, heat, Trial(number, root, hold), empty, scratch)
            work -= done
            changes += 1
            if cost > 0 and changes % CHANGES_PER_COST == 0:
                cost += raise_weights(number, games)
        elif cost == UNKNOWN_COST or is_nearly_full(graph):
            make_room(graph)
            root = root_of(own, other, waits, graph)
            cost = cost_of_all(Trial(number, root, hold), current, NO_LIMIT, scratch)
            work -= number
        else:
            verdict = play_all(root, current, hold, graph, scratch.walk)
            if verdict.holds:
                copy_marks(current, marks)
                return 0.0
            work -= verdict.positions
            set_script(number, verdict.refuted, scratch)
            cost = UNKNOWN_COST
            if replay(number, 0, root, planes_of(current), hold, scratch) != NO_ROOM:
                accept(number, games)
                cost = cost_of(number, games)
            number += 1
            # The new game plays the replies that refuted the diagram, so the diagram loses it.  If it does not, nothing
            # refuted the diagram: the pass had no room for all replies, and would have none again.
            pass_had_no_room = cost == 0
            if pass_had_no_room or number == MAX_GAMES:
                break
    copy_marks(current, marks)
    return max(1, raise_weights(number, games)) / number


@kernel
def nearest(own: U, other: U, pool: Words2, picks: Ints, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The diagram of `picks` (2 * index, + 1 if mirrored) that loses the fewest random games; -1 if all lose all."""
    graph = scratch.graph
    make_room(graph)
    image = root_of(mirror_key(own, None), mirror_key(other, None), waits, graph)
    root = root_of(own, other, waits, graph)
    if root < 0 or image < 0:
        return -1
    new_games(scratch)
    best = -1
    least = RANDOM_GAMES - 1
    for pick in picks:
        is_mirrored = pick & 1 == 1
        start = image if is_mirrored else root
        lost = cost_of_all(Trial(RANDOM_GAMES, start, hold), pool[pick >> 1], least, scratch)
        if lost != NO_ROOM and lost < least:
            best = pick
            least = lost
    return best
