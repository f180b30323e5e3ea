"""Diagrams and strategies: how often one is found, how large they are, and how long it takes.

    python -m lab benchmark strategy                          diagrams, 50 positions of each number of discs, and of the
    six sets
    python -m lab benchmark strategy --number 20 --seconds 3  fewer, quicker
    python -m lab benchmark strategy --strategies             sizes of whole strategies and the time to make them (30 s
    each at most)

Processor time on one core, which a busy machine disturbs least.  Random positions are those of random legal play, won
for the side to move, but not at once, or drawn; those of a set are won or lost.
"""

from __future__ import annotations

import random
import statistics
import tempfile
from functools import partial
from pathlib import Path
from time import process_time

import click

from c4.cli.options import seed_option
from c4.exact.scores import solve
from c4.game.position import Position
from c4.strategy.diagram_search import find_diagram
from c4.strategy.strategies import canonical, wins_at_once
from lab.benchmarks.sets import SETS, read_set
from lab.make.maker import Maker, Stopped
from lab.make.strategies import make

DIAGRAM_DISCS = (12, 16, 20, 24)
"""How many discs are on the board in random positions for which a diagram is looked for."""

STRATEGY_DISCS = (16, 12, 8)
"""Likewise for whole strategies."""

SHORT_SECONDS = (0.1, 1.0)
"""The share of diagrams that are found in these times is printed, beside that in the whole time."""

WON = 1
DRAWN = 0
"""Results for the side to move."""

STRATEGY_SECONDS = 30.0
"""Seconds for a whole strategy."""


def random_positions(discs: int, number: int, seed: int, wanted: int) -> list[Position]:
    """Random positions with a result (WON or DRAWN) for the side to move, which does not win with its next disc."""
    chance = random.Random(f"{seed} {discs}")
    result = []
    while len(result) < number:
        position = Position()
        while position.ply < discs and position.outcome() is None:
            position = position.play(chance.choice(position.legal_columns()))
        if position.outcome() is not None or wins_at_once(position.mine, position.theirs):
            continue
        if solve(position, weak=True).sign == wanted:
            result.append(position)
    return result


def decisive_positions(name: str, number: int) -> list[Position]:
    """The first positions of a set that somebody wins."""
    return [Position.from_moves(moves) for moves, score in read_set(name) if score != 0][:number]


def print_diagrams(name: str, positions: list[Position], seconds: float) -> None:
    """Prints the share of positions for which a diagram is found in SHORT_SECONDS, and in `seconds`."""
    times = []
    for position in positions:
        result = find_diagram(position, seconds, clock=process_time)
        times.append(result.seconds if result.diagram is not None else float("inf"))
    shares = []
    for limit in (*SHORT_SECONDS, seconds):
        share = sum(time <= limit for time in times) / len(times)
        shares.append(f"in {limit:g} s {share:4.0%}")
    click.echo(f"{name:14} {len(times):4} positions   a diagram {'   '.join(shares)}")


def is_too_late(started: float) -> bool:
    """Whether a whole strategy that was begun at this processor time has used up its time."""
    return process_time() - started > STRATEGY_SECONDS


def print_strategies(discs: int, number: int, seed: int) -> None:
    """Prints the sizes of strategies and the time to make them."""
    sizes = []
    times = []
    for position in random_positions(discs, number, seed, WON):
        started = process_time()
        maker = Maker(stopped=partial(is_too_late, started))
        try:
            maker.solve(canonical(position.mine, position.theirs))
        except Stopped:
            sizes.append(float("inf"))
        else:
            sizes.append(maker.strategy(position, position.to_move).size().positions)
        times.append(process_time() - started)
    click.echo(
        f"{discs:2} discs {len(sizes):4} strategies   positions: median {statistics.median(sizes):g}, most"
        f" {max(sizes):g}   "
        f"seconds: median {statistics.median(times):.2f}, most {max(times):.1f}"
    )


@click.command()
@click.option("--number", type=int, default=50, show_default=True, help="Positions of each kind.")
@click.option("--seconds", type=float, default=10.0, show_default=True, help="Time for a diagram.")
@seed_option
@click.option("--strategies", "complete", is_flag=True, help="Whole strategies, not diagrams.")
def main(number: int, seconds: float, seed: int, complete: bool) -> None:
    """Prints the figures of docs/strategy.md."""
    with tempfile.TemporaryDirectory() as folder:  # everything compiled before the clock runs
        make(Position.from_moves("333557752147"), Path(folder) / "warm", processes=1, work=10_000)
    if complete:
        for discs in STRATEGY_DISCS:
            print_strategies(discs, number, seed)
        return
    for discs in DIAGRAM_DISCS:
        print_diagrams(f"{discs} discs", random_positions(discs, number, seed, WON), seconds)
        print_diagrams(f"{discs}, drawn", random_positions(discs, number, seed, DRAWN), seconds)
    for name in SETS:
        print_diagrams(name, decisive_positions(name, number), seconds)
