"""The engine on fixed positions: its signature, and the gain of each ingredient.  Imports the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from statistics import median
from typing import NamedTuple

from c4.engine.deepening import USUAL, SearchOptions, search
from c4.evaluators.base import Evaluator
from c4.game.position import Position

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
