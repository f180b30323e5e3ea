"""Diagrams and strategies: how often one is found, how large they are, and how long it takes.

    python -m lab benchmark strategy                          diagrams, 50 positions of each number of discs, and of the
    six sets
    python -m lab benchmark strategy --number 20 --seconds 3  fewer, quicker
    python -m lab benchmark strategy --strategies             sizes of whole strategies and the time to make them (30 s
    each at most)

Processor time on one core, which a busy machine disturbs least.  Positions are random legal play, won for the side to
move but not at once.
"""

from __future__ import annotations

import random
import statistics
import tempfile
from pathlib import Path
from time import process_time

import click

from c4.cli.options import seed_option
from c4.exact.scores import solve
from c4.game.position import Position
from c4.strategy.diagram_search import find_diagram
from c4.strategy.strategies import canonical, wins_at_once
from lab.benchmarks.sets import SETS, read_set
from lab.make.strategies import Maker, Stopped, make

DIAGRAM_DISCS = (12, 16, 20, 24)
STRATEGY_DISCS = (16, 12, 8)
"""The discs on the board for which diagrams, and whole strategies, are looked for."""

STRATEGY_SECONDS = 30.0
"""Seconds for a whole strategy."""


def won(discs: int, number: int, seed: int, drawn: bool = False) -> list[Position]:
    """Random positions that the side to move wins, but not with its next disc; or drawn ones."""
    chance = random.Random(f"{seed} {discs}")
    result = []
    while len(result) < number:
        position = Position()
        while position.ply < discs and position.outcome() is None:
            position = position.play(chance.choice(position.legal_columns()))
        if (
            position.outcome() is None
            and not wins_at_once(position.mine, position.theirs)
            and solve(position, weak=True).sign == (0 if drawn else 1)
        ):
            result.append(position)
    return result


def of_set(name: str, number: int) -> list[Position]:
    """The first positions of a set that somebody wins."""
    return [Position.from_moves(moves) for moves, score in read_set(name) if score != 0][:number]


def diagrams(name: str, positions: list[Position], seconds: float) -> None:
    """Prints the share with a diagram in 1 s, and in `seconds`."""
    times = []
    for position in positions:
        result = find_diagram(position, seconds, clock=process_time)
        times.append(result.seconds if result.diagram is not None else float("inf"))
    shares = [sum(time <= limit for time in times) / len(times) for limit in (0.1, 1.0, seconds)]
    click.echo(
        f"{name:14} {len(times):4} positions   a diagram in 0.1 s {shares[0]:4.0%}   in 1 s {shares[1]:4.0%}   "
        f"in {seconds:g} s {shares[2]:4.0%}"
    )


def strategies(discs: int, number: int, seed: int) -> None:
    """Prints the sizes of strategies and the time to make them."""
    sizes = []
    times = []
    for position in won(discs, number, seed):
        started = process_time()

        def too_late(started: float = started) -> bool:
            return process_time() - started > STRATEGY_SECONDS

        maker = Maker(stopped=too_late)
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
        make(Position.from_moves("333557752147"), Path(folder) / "warm", number=1, work=10_000)
    if complete:
        for discs in STRATEGY_DISCS:
            strategies(discs, number, seed)
        return
    for discs in DIAGRAM_DISCS:
        diagrams(f"{discs} discs", won(discs, number, seed), seconds)
        diagrams(f"{discs}, drawn", won(discs, number, seed, drawn=True), seconds)
    for name in SETS:
        diagrams(name, of_set(name, number), seconds)
