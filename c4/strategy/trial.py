"""One diagram for one position: tried from a strategy, searched, simplified, or beaten.  Imports the kernels
and the maker.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import numpy as np

from c4.compiled.hashing import mirror_key
from c4.compiled.kinds import U
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.strategy.diagram import Diagram, check_board, decide_stones, mirrored
from c4.strategy.graph import WIN, Strategy, canonical, cells, playable, wins_at_once
from c4.strategy.kernels import first_good, make_scratch, verify
from c4.strategy.maker import task
from c4.strategy.pool import ROUND, Pool

_scratch = make_scratch()


def first_that_holds(strategy: Strategy, position: Position) -> Diagram | None:
    """A diagram of the strategy, or the mirror image of one, that reaches its result from here for the side to move;
    None if none does.
    """
    pool = np.array([diagram.cells for diagram in strategy.diagrams], np.uint64).reshape(-1, 6)
    hold, own, other = strategy.result != WIN, U(position.mine), U(position.theirs)
    place = int(first_good(own, other, pool, 0, hold, False, _scratch))
    if place >= 0:
        return strategy.diagrams[place]
    place = int(first_good(mirror_key(own, None), mirror_key(other, None), pool, 0, hold, False, _scratch))
    return strategy.diagrams[place].mirror() if place >= 0 else None


class Found(NamedTuple):
    """A diagram of `owner` (0 or 1) that reaches `result`, or None with the least chance of failing met; `seconds` it
    took, the exact value apart.
    """

    diagram: Diagram | None
    owner: int
    result: str
    chance: float
    seconds: float


def find_diagram(
    position: Position,
    seconds: float,
    seed: int = 0,
    clock: Callable[[], float] = perf_counter,
    stopped: Callable[[], bool] = lambda: False,
) -> Found:
    """Looks for a diagram for the side that wins, or in a drawn position for the side to move, who holds the draw.

    Gives up after that many seconds, or soon after `stopped()`.  Raises C4Error for another board and for a game that
    is over.
    """
    check_board(position)
    owner, result = task(position)
    started = clock()
    hold, waits = result != WIN, owner != position.to_move
    own, other = position.stones[owner], position.stones[1 - owner]
    pool, least = Pool(seed), 1.0
    if not waits and wins_at_once(own, other):
        return Found(Diagram(), owner, result, 0.0, clock() - started)
    found = pool.find(own, other, hold, waits=waits)
    while found is None and clock() - started < seconds and not stopped():
        found, chance = pool.search(own, other, ROUND, hold, waits)
        least = min(least, chance)
    if found is None:
        return Found(None, owner, result, least, clock() - started)
    place, turned = found
    diagram = Diagram(tuple(int(cells) for cells in pool.marks[place]))
    diagram = diagram.mirror() if turned else diagram
    return Found(simplest(position, owner, diagram, hold), owner, result, 0.0, clock() - started)


def of_diagram(position: Position, owner: int, result: str, diagram: Diagram) -> Strategy:
    """The strategy that follows one diagram from a position on, whether or not it reaches its result."""
    made = Strategy(position, owner, result, diagrams=[diagram, diagram.mirror()])
    own, other = position.stones[owner], position.stones[1 - owner]
    if position.to_move == owner:
        made.leaves[canonical(own, other)] = int(canonical(own, other) != (own, other)), False
        return made
    for cell in cells(playable(own, other)):
        there = other | cell
        if own | there != STANDARD.board and not wins_at_once(own, there):
            made.leaves[canonical(own, there)] = int(canonical(own, there) != (own, there)), False
    return made


def simplest(position: Position, owner: int, diagram: Diagram, hold: bool) -> Diagram:
    """The diagram without the marks that it does not need, and without those on stones."""
    own, other = position.stones[owner], position.stones[1 - owner]
    if diagram.right:
        own, other = mirrored(own), mirrored(other)
        diagram = diagram.mirror()
        return _without_needless(own, other, diagram, hold, owner != position.to_move).mirror()
    return _without_needless(own, other, diagram, hold, owner != position.to_move)


def _without_needless(own: int, other: int, diagram: Diagram, hold: bool, waits: bool) -> Diagram:
    marks = np.array(diagram.cells, np.uint64) & ~U(own | other)
    for cell in cells(STANDARD.board & ~(own | other)):
        fewer = marks & ~U(cell)
        if (fewer != marks).any() and verify(U(own), U(other), fewer, hold, waits, _scratch) > 0:
            marks = fewer
    return Diagram(tuple(int(word) for word in marks))


def refutation(position: Position, owner: int, diagram: Diagram, hold: bool) -> tuple[int, ...] | None:
    """The columns (from 0) of a line of play that beats a diagram, both sides' moves; None if it beats every reply.

    The owner plays by the diagram; with `hold` a full board is good enough for him.  The line ends with the other
    side's win, with the full board, or where every move of the owner loses.
    """
    line: list[int] = []
    while True:
        own, other = position.stones[owner], position.stones[1 - owner]
        if not line and _holds(own, other, diagram, hold, position.to_move != owner):
            return None
        if position.outcome() is not None:
            return tuple(line)
        if position.to_move == owner:
            move = decide_stones(own, other, diagram)
            if move is None:
                return tuple(line)
            column = move.column
        else:
            column = next(
                column for column in position.legal_columns() if _beats(position.play(column), owner, diagram, hold)
            )
        line.append(column)
        position = position.play(column)


def _beats(position: Position, owner: int, diagram: Diagram, hold: bool) -> bool:
    """Whether a position, just reached by a reply, is lost for the diagram's owner, or not won where he has to win."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner is not None or not hold
    return not _holds(position.stones[owner], position.stones[1 - owner], diagram, hold, False)


def _holds(own: int, other: int, diagram: Diagram, hold: bool, waits: bool) -> bool:
    """Whether a diagram reaches its result from here against every reply."""
    if diagram.right:
        own, other, diagram = mirrored(own), mirrored(other), diagram.mirror()
    return verify(U(own), U(other), np.array(diagram.cells, np.uint64), hold, waits, _scratch) > 0
