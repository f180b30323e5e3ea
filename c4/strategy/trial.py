"""One diagram for one position: tried from a strategy, or searched, and made as simple as it goes.  Imports the kernels
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
from c4.strategy.diagram import Diagram, check_board, mirrored
from c4.strategy.graph import WIN, Strategy, cells, wins_at_once
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


def find_diagram(position: Position, seconds: float, seed: int = 0, clock: Callable[[], float] = perf_counter) -> Found:
    """Looks for a diagram for the side that wins, or in a drawn position for the side to move, who holds the draw.

    Raises C4Error for another board and for a game that is over.
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
    while found is None and clock() - started < seconds:
        found, chance = pool.search(own, other, ROUND, hold, waits)
        least = min(least, chance)
    if found is None:
        return Found(None, owner, result, least, clock() - started)
    place, turned = found
    diagram = Diagram(tuple(int(cells) for cells in pool.marks[place]))
    diagram = diagram.mirror() if turned else diagram
    return Found(simplest(position, owner, diagram, hold), owner, result, 0.0, clock() - started)


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
