"""The engine on fixed positions: node counts with a signature, the gain of each ingredient, and perft."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from statistics import median
from typing import Any, NamedTuple

import click

from c4.cli.options import evaluator_options, json_option, print_json, rules_options
from c4.engine.deepening import search
from c4.engine.ingredients import PLAIN, USUAL, SearchOptions
from c4.evaluators import load
from c4.evaluators.base import Evaluator
from c4.game.position import Position
from c4.game.rules import Rules
from c4.kernels.perft import count_games
from c4.text import pluralise

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
    nodes = 0
    seconds = 0.0
    signature = 0
    for text in POSITIONS:
        result = search(Position.from_moves(text), evaluator, depth=depth, options=options)
        nodes += result.nodes
        seconds += result.seconds
        assert result.column is not None  # none of these games is over
        assert result.value is not None
        for number in (result.nodes, result.column, result.value.points):
            signature = (signature * 1_000_003 + number) % (1 << 32)
    return Count(nodes, seconds, signature)


class Part(NamedTuple):
    """One ingredient switched (`on` or off): the result, with nodes and time as multiples of the unchanged search."""

    name: str
    on: bool
    switched: Count
    nodes_ratio: float
    time_ratio: float


def ablate(evaluator: Evaluator, depth: int, options: SearchOptions = USUAL, repeats: int = 1) -> Iterator[Part]:
    """Switches every ingredient in turn: off if it is on, on if it is off.

    Each repeat measures the unchanged search alongside; the time is the median ratio, so a busy machine matters less.
    """
    for field in fields(options):
        switched = replace(options, **{field.name: not getattr(options, field.name)})
        pairs = [(count_all(evaluator, depth, options), count_all(evaluator, depth, switched)) for _ in range(repeats)]
        unchanged, changed = pairs[0]
        yield Part(
            name=field.name,
            on=getattr(switched, field.name),
            switched=changed,
            nodes_ratio=changed.nodes / unchanged.nodes,
            time_ratio=median(after.seconds / before.seconds for before, after in pairs),
        )


@click.command("bench")
@click.option("--depth", type=click.IntRange(min=1), default=12, show_default=True, help="Plies to look ahead.")
@evaluator_options()
@json_option
def bench_command(depth: int, evaluator: str, model: str | None, as_json: bool) -> None:
    """Searches twenty fixed positions with the engine and prints nodes, nodes per second, and a signature.

    The signature changes with any value, column or node count and with nothing else: a change that only saves time
    keeps it.
    """
    result = count_all(load(evaluator, model), depth)
    if as_json:
        content = {"positions": len(POSITIONS), "depth": depth, "evaluator": evaluator, "nodes": result.nodes}
        content |= {"seconds": round(result.seconds, 6), "nps": result.nodes_per_second}
        print_json({**content, "signature": f"{result.signature:08x}"})
    else:
        speed = f"{result.seconds:.3f} s  {result.nodes_per_second:,} nodes/s"
        click.echo(
            f"{pluralise(len(POSITIONS), 'position')}  depth {depth}  {evaluator}  {pluralise(result.nodes, 'node')}  {speed}"
            f"  signature {result.signature:08x}"
        )


@click.command("ablate")
@click.option("--depth", type=click.IntRange(min=1), default=12, show_default=True, help="Plies to look ahead.")
@click.option("--plain", is_flag=True, help="Start from the ingredients that never change the value found at a depth.")
@click.option(
    "--repeats", type=click.IntRange(min=1), default=3, show_default=True, help="Measurements; the median counts."
)
@evaluator_options()
@json_option
def ablate_command(depth: int, plain: bool, repeats: int, evaluator: str, model: str | None, as_json: bool) -> None:
    """Searches twenty fixed positions again and again, with one ingredient of the engine switched each time.

    Nodes and time are printed as multiples of the unchanged search: 2.00 beside "off" means that the ingredient
    halves them.
    """
    options = PLAIN if plain else USUAL
    for part in ablate(load(evaluator, model), depth, options, repeats):
        switch = "on" if part.on else "off"
        nodes = part.switched.nodes
        seconds = part.switched.seconds
        if as_json:
            content = {"ingredient": part.name, "switched": switch, "nodes": nodes, "seconds": round(seconds, 6)}
            ratios = {"nodes_ratio": round(part.nodes_ratio, 3), "time_ratio": round(part.time_ratio, 3)}
            print_json({**content, **ratios, "depth": depth, "evaluator": evaluator})
        else:
            click.echo(
                f"{part.name:<12} {switch:<4} {nodes:>12,} nodes  x{part.nodes_ratio:<6.2f} {seconds:>8.3f} s "
                f" x{part.time_ratio:.2f}"
            )


def count_positions(plies: int, rules: Rules) -> int:
    """How many different positions there are after so many moves (OEIS A212693 on the standard board)."""
    level = {Position(rules=rules)}
    for _ in range(plies):
        level = {position.play(column) for position in level for column in position.legal_columns()}
    return len(level)


@click.command("perft")
@click.argument("depth", type=click.IntRange(min=0))
@click.option("--distinct", is_flag=True, help="Count different positions instead of move sequences.")
@rules_options
@json_option
def perft_command(depth: int, distinct: bool, as_json: bool, **board: Any) -> None:
    """Counts the sequences of DEPTH moves from the empty board.  A finished game has no further moves.

    The standard board has 7, 49, 343, 2401, 16807, 117649, 823536, ...  sequences; for different positions see OEIS
    A212693.
    """
    rules = Rules(**board)
    number = count_positions(depth, rules) if distinct else count_games(depth, rules)
    if as_json:
        print_json({"depth": depth, "scoring": rules.scoring, "distinct" if distinct else "perft": number})
    else:
        click.echo(number)
