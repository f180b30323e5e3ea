"""The test games of the search for diagrams, compiled: games of a diagram against fixed or random replies.

Every game has two rows of memory (see `Games`).  A diagram that is only tried is played in the row that is not current;
if it is accepted, that row becomes the current one.
"""

from __future__ import annotations

from typing import NamedTuple

from c4.kernels.hashing import MULTIPLIER
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, Words, signed
from c4.kernels.splitmix import next_word, scaled
from c4.kernels.words import number_of
from c4.strategy.graph import NO_ROOM, ZERO, follower, is_refuted, replies_after, replies_in, unopened
from c4.strategy.marks import Planes, column_among, planes_of
from c4.strategy.memory import BITS, MAX_GAMES, NO_LIST, NO_PARENT, Games, Graph, Scratch

NO_REPLY = -1

NO_LIMIT = 1 << 30
"""A cost that is never reached."""


class Trial(NamedTuple):
    """How diagrams are tested.

    number   how many games are played: the first ones of `Games`
    root     the position in which they begin, a number in the graph
    hold     whether a full board is good enough for the owner
    """

    number: int
    root: int
    hold: bool


@kernel
def new_games(scratch: Scratch) -> None:
    """Makes all games random ones that cost 1."""
    games = scratch.games
    for game in range(MAX_GAMES):
        games.seeds[game] = next_word(scratch.random)
        games.rows[game] = 2 * game
        games.scripted[game] = 0
        games.weights[game] = 1
        for cell in range(BITS):
            games.queue[cell, game] = game


@kernel
def set_script(game: int, refuted: int, scratch: Scratch) -> None:
    """Makes the replies that led to a position of the last pass the script of a game, and gives it a new seed."""
    games = scratch.games
    walk = scratch.walk
    length = 0
    entry = refuted
    while entry != NO_PARENT:
        length += 1
        entry = signed(walk.parents[entry])
    games.scripted[game] = length
    entry = refuted
    while entry != NO_PARENT:
        length -= 1
        games.scripts[game, length] = scratch.graph.nodes[walk.positions[entry]].other
        entry = signed(walk.parents[entry])
    games.seeds[game] = next_word(scratch.random)


# -- replies ----------------------------------------------------------------------------------------------------------


@kernel
def scripted_reply(number: int, start: int, other: U, graph: Graph) -> int:
    """The place in a list of the reply after which the other side has these discs, or NO_REPLY."""
    reply = unopened(other ^ graph.nodes[number].other)
    for place in range(start + 1, start + 1 + replies_in(signed(graph.lists[start]))):
        entry = signed(graph.lists[place])
        if entry == reply or (entry >= 0 and graph.nodes[entry].other == other):
            return place
    return NO_REPLY


@kernel(inlined=True)
def random_reply(number: int, replies: int, seed: U, graph: Graph) -> int:
    """The number of one of the replies, from 0: pseudorandom, but always the same for this position and seed."""
    node = graph.nodes[number]
    word = (node.own ^ (node.other << U(15))) * MULTIPLIER ^ seed
    return scaled((word ^ (word >> U(29))) * MULTIPLIER, replies)


@kernel(inlined=True)
def follows_script(game: int, depth: int, scratch: Scratch) -> bool:
    """Whether the current row of a game follows its script up to the position at a depth."""
    games = scratch.games
    if depth == 0:  # every script begins at the root
        return True
    row = games.rows[game]
    for ply in range(min(depth + 1, games.scripted[game])):
        if scratch.graph.nodes[games.paths[row, ply]].other != games.scripts[game, ply]:
            return False
    return True


# -- playing ----------------------------------------------------------------------------------------------------------


@kernel(inlined=True)
def copy_row(game: int, depth: int, games: Games) -> U:
    """Copies the current row of a game, up to a depth, into the other one; all cells that could be chosen so far."""
    union = ZERO
    before = games.rows[game]
    row = before ^ 1
    for ply in range(depth):
        games.paths[row, ply] = games.paths[before, ply]
        games.columns[row, ply] = games.columns[before, ply]
        games.cells[row, ply] = games.cells[before, ply]
        union |= games.cells[before, ply]
    return union


@kernel
def replay(game: int, depth: int, root: int, planes: Planes, hold: bool, scratch: Scratch) -> int:
    """Plays a game in the row that is not current: up to a depth as in the current row, then by a diagram.

    Returns how many positions it met after that depth, or NO_ROOM.  A game is lost where the other side has a reply
    that refutes the diagram; with `hold` a full board does not.  Other replies are those of the script, then pseudorandom.
    """
    graph = scratch.graph
    games = scratch.games
    before = games.rows[game]
    row = before ^ 1
    ply = depth
    number = root if depth == 0 else signed(games.paths[before, depth])
    union = copy_row(game, depth, games)
    follows = follows_script(game, depth, scratch)
    while number != NO_ROOM:
        node = graph.nodes[number]
        cells = ZERO
        column = signed(node.column)
        if column < 0:
            cells = node.cells
            column = column_among(cells, planes)
        games.paths[row, ply] = number
        games.cells[row, ply] = cells
        games.columns[row, ply] = column
        union |= cells
        ply += 1
        start = replies_after(number, column, graph)
        if start == NO_LIST:
            break
        header = signed(graph.lists[start])
        replies = replies_in(header)
        lost = is_refuted(header, hold)
        if lost or replies == 0:
            games.lengths[row] = ply
            games.unions[row] = union
            games.lost[row] = signed(lost)
            return signed(ply - depth)
        place = NO_REPLY
        if follows and ply < games.scripted[game]:
            place = scripted_reply(number, start, games.scripts[game, ply], graph)
        follows = place != NO_REPLY
        if not follows:
            place = start + 1 + random_reply(number, replies, games.seeds[game], graph)
        number = follower(number, column, place, graph)
    return NO_ROOM


@kernel(inlined=True)
def accept(game: int, games: Games) -> None:
    """Makes the row of a game that is not current the current one."""
    games.rows[game] ^= 1


@kernel(inlined=True)
def cost_of(game: int, games: Games) -> int:
    """What a game costs in its current row: its weight if it is lost, otherwise 0."""
    return signed(games.lost[games.rows[game]] * games.weights[game])


@kernel
def cost_of_all(test: Trial, marks: Words, limit: int, scratch: Scratch) -> int:
    """Plays the games of a test with a diagram.  Returns the cost of those that it loses, or NO_ROOM.

    It ends early when the cost is above `limit`.
    """
    cost = 0
    planes = planes_of(marks)
    for game in range(test.number):
        if cost > limit:
            break
        if replay(game, 0, test.root, planes, test.hold, scratch) == NO_ROOM:
            return NO_ROOM
        accept(game, scratch.games)
        cost += cost_of(game, scratch.games)
    return cost


@kernel
def raise_weights(number: int, games: Games) -> int:
    """Raises the cost of each of the first games that is lost by one.  Returns how many these are."""
    lost_games = 0
    for game in range(number):
        lost = games.lost[games.rows[game]]
        games.weights[game] += lost
        lost_games += lost
    return lost_games


@kernel
def lost_game(share: int, games: Games) -> int:
    """The lost game that has this share of the cost of all: the first one has the shares from 0 on, one for each cost."""
    game = 0
    left = share - cost_of(game, games)
    while left >= 0:
        game += 1
        left -= cost_of(game, games)
    return game


# -- changes of a mark ------------------------------------------------------------------------------------------------


class Comparison(NamedTuple):
    """A change compared with what was before.

    cost        of the lost games after the change, or NO_ROOM
    games       how many games differ; `Games.changed` begins with their numbers
    positions   visited for that
    """

    cost: int
    games: int
    positions: int


@kernel(inlined=True)
def first_difference(row: int, planes: Planes, cells: U, games: Games) -> int:
    """The first ply of a game in which a diagram that was changed on some cells plays another column; or -1."""
    choices = games.cells[row]
    columns = games.columns[row]
    for depth in range(games.lengths[row]):
        if choices[depth] & cells != ZERO and column_among(choices[depth], planes) != columns[depth]:
            return signed(depth)
    return -1


@kernel(inlined=True)
def move_forward(cell: int, place: int, games: Games) -> None:
    """Moves a game to half its place in the queue of a cell, in exchange for the game there."""
    game = games.queue[cell, place]
    games.queue[cell, place] = games.queue[cell, place // 2]
    games.queue[cell, place // 2] = game


@kernel
def replay_changed(
    lost: int, limit: float, before: Comparison, test: Trial, cell: U, planes: Planes, scratch: Scratch
) -> Comparison:
    """Plays the games again in which a change of a cell makes a difference, until the cost is above `limit`.

    `lost` is 1 for the games that were lost, 0 for the others.  Returns `before` with the result of these games added.
    """
    games = scratch.games
    queue = number_of(cell)
    cost = before.cost
    count = before.games
    positions = before.positions
    for place in range(test.number):
        if cost > limit:
            break
        game = signed(games.queue[queue, place])
        row = games.rows[game]
        if games.lost[row] != lost or games.unions[row] & cell == ZERO:
            continue
        depth = first_difference(row, planes, cell, games)
        if depth < 0:
            continue
        played = replay(game, depth, test.root, planes, test.hold, scratch)
        if played == NO_ROOM:
            return Comparison(NO_ROOM, count, positions)
        positions += played
        lost_now = games.lost[row ^ 1]
        cost += (lost_now - lost) * games.weights[game]
        games.changed[count] = game
        count += 1
        if lost_now > lost:
            move_forward(queue, place, games)
    return Comparison(cost, count, positions)


@kernel
def compare(cost: int, limit: float, test: Trial, cell: U, trial: Words, scratch: Scratch) -> Comparison:
    """What the games cost after the mark of a cell was changed, `cost` before; it ends early above `limit`.

    Only what the change touches is played again: first the lost games, because they alone can lower the cost, then
    the others, those that other changes of the cell lost lately before the rest.
    """
    planes = planes_of(trial)
    result = Comparison(cost, 0, 0)
    result = replay_changed(1, NO_LIMIT, result, test, cell, planes, scratch)
    if result.cost == NO_ROOM:
        return result
    return replay_changed(0, limit, result, test, cell, planes, scratch)
