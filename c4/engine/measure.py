"""The engine on fixed positions: its signature, and the gain of each ingredient, there and on any position.

Imports the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from statistics import median
from time import thread_time
from typing import NamedTuple

from c4.engine.deepening import search
from c4.engine.ingredients import INGREDIENTS, USUAL, SearchOptions, switched
from c4.evaluators.base import Evaluator
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.search.decision import Decision
from c4.search.watch import Watch

POSITIONS = (
    "", "1", "333", "3345", "4453", "4415", "53442", "12345", "44443", "261534",
    "363514", "4432551", "4444433", "7654321", "2532347", "5247361", "4143521", "445123", "44123567", "44441215",
)  # fmt: skip
"""Twenty openings and early middle games; in none of them does a side win within ten plies."""


class Count(NamedTuple):
    """The cost of searching all positions, and a signature that depends on every value, column and count."""

    nodes: int
    seconds: float
    signature: int

    @property
    def nodes_per_second(self) -> int:
        """Nodes a second."""
        return round(self.nodes / self.seconds)


def count_all(evaluator: Evaluator, depth: int, options: SearchOptions = USUAL) -> Count:
    """Searches POSITIONS to a depth; the signature (32 bits) is the same on every machine and in every run."""
    nodes, seconds, signature = 0, 0.0, 0
    for text in POSITIONS:
        found = search(Position.from_moves(text), evaluator, depth=depth, options=options)
        nodes += found.nodes
        seconds += found.seconds
        assert found.column is not None  # none of these games is over
        assert found.value is not None
        for number in (found.nodes, found.column, found.value.points):
            signature = (signature * 1_000_003 + number) % (1 << 32)
    return Count(nodes, seconds, signature)


class Part(NamedTuple):
    """One ingredient switched (`on` or off): the result, with nodes and time as multiples of the unchanged search."""

    name: str
    on: bool
    found: Count
    nodes: float
    time: float


def ablate(evaluator: Evaluator, depth: int, options: SearchOptions = USUAL, repeats: int = 1) -> Iterator[Part]:
    """Switches every ingredient in turn: off if it is on, on if it is off.

    Each repeat measures the unchanged search alongside; the time is the median ratio, so a busy machine matters less.
    """
    for field in fields(options):
        turned = replace(options, **{field.name: not getattr(options, field.name)})
        pairs = [(count_all(evaluator, depth, options), count_all(evaluator, depth, turned)) for _ in range(repeats)]
        (base, count), times = pairs[0], [other.seconds / base.seconds for base, other in pairs]
        yield Part(field.name, getattr(turned, field.name), count, count.nodes / base.nodes, median(times))


ENOUGH_NODES = 20_000
"""A search of so many nodes shows what an ingredient saves, and takes some ten milliseconds."""

AT_MOST = 50
"""A search without an ingredient is given up at so many times the nodes of the search with it."""


class Saving(NamedTuple):
    """What one ingredient does to the search of one position, all others being as they are.

    nodes, other_nodes   visited with the ingredients as they are, and with this one the other way round
    time, other_time     seconds of processor time, likewise
    on                   whether it is on as things are
    more                 whether the other search was given up: its figures are only lower bounds
    """

    name: str
    on: bool
    depth: int
    nodes: int
    other_nodes: int
    time: float
    other_time: float
    more: bool

    @property
    def saved(self) -> tuple[float, float]:
        """The nodes and the time saved with it, as parts of those without it; negative where it costs some."""
        with_it, without = (self.nodes, self.time), (self.other_nodes, self.other_time)
        if not self.on:
            with_it, without = without, with_it
        return 1 - with_it[0] / without[0], 1 - with_it[1] / max(without[1], 1e-9)


def savings(position: Position, evaluator: Evaluator, options: SearchOptions, watch: Watch) -> Iterator[Saving]:
    """What each ingredient saves on a position, one after another until the watch stops it.

    The depth is the first whose search visits ENOUGH_NODES, or solves the game.  Each time is the least of five,
    measured in turns with the unchanged search.  Raises C4Error when the game is over or the board turns.
    """
    if position.outcome() is not None:
        raise C4Error("the game is over: there is nothing to search")
    left = position.rules.cells - position.ply
    depth, limit = 1, AT_MOST * ENOUGH_NODES

    def look(options: SearchOptions) -> tuple[Decision, float]:
        started = thread_time()
        found = search(position, evaluator, depth=depth, nodes=limit, options=options, watch=watch.part())
        return found, thread_time() - started

    for depth in range(1, left + 1):
        base, _ = look(options)
        if base.nodes >= ENOUGH_NODES or base.depth < depth or watch.stopped:
            break
    limit = AT_MOST * base.nodes
    for name in INGREDIENTS:
        pairs = []
        for _ in range(5):
            pairs.append((look(options), look(switched(options, [name]))))
            if watch.stopped:
                return
            if pairs[0][1][0].nodes > 5 * base.nodes:
                break
        (base, _), (other, _) = pairs[0]
        yield Saving(
            name,
            getattr(options, name),
            base.depth,
            base.nodes,
            other.nodes,
            min(seconds for (_, seconds), _ in pairs),
            min(seconds for _, (_, seconds) in pairs),
            other.nodes >= limit,
        )
