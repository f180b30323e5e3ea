"""`c4 solve -` and other solver programs, from their standard input to their standard output.

    python -m lab benchmark solve-lines                             our own program
    python -m lab benchmark solve-lines --peer-binary ./solver      and another one: moves in, "moves score ..." out

Every program gets the same random positions, and takes its turn.  A turn is two runs, one with a single position and
one with all of them; the difference is what the positions take without the start of the program.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import click

from c4.cli.options import json_option, seed_option, show
from lab.benchmarks.sets import DISCS, Scored, positions_like

POSITIONS = 3000
"""Positions that are asked about, by default."""

OUR_PROGRAM = "c4 solve -"

OUR_REPEATS = 50
"""How often our program gets the positions in a run, which it would otherwise answer too quickly to be measured."""


class Cost(NamedTuple):
    """The time of a run, in seconds, or of a position, in microseconds."""

    processor: float
    clock: float


def run(command: list[str], positions: list[Scored]) -> Cost:
    """Pipes positions through a program, and returns the seconds.  Raises ClickException if a score is wrong."""
    text = "".join(f"{position.moves}\n" for position in positions)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = perf_counter()
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    clock = perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
    for line, (moves, score) in zip(done.stdout.splitlines(), positions, strict=True):
        if line.split()[:2] != [moves, str(score)]:
            raise click.ClickException(f"{command[0]} says {line!r} of {moves}, whose score is {score}")
    return Cost(processor, clock)


def cost_of_position(command: list[str], positions: list[Scored]) -> Cost:
    """Microseconds for one position: a run with all of them, less a run with the first one alone."""
    one = run(command, positions[:1])
    every = run(command, positions)
    further = len(positions) - 1
    return Cost(1e6 * (every.processor - one.processor) / further, 1e6 * (every.clock - one.clock) / further)


def costs(positions: list[Scored], turns: int, binaries: tuple[str, ...]) -> dict[str, list[Cost]]:
    """Microseconds for a position, for each program by its name, ours first; one `Cost` a turn."""
    commands = {OUR_PROGRAM: [sys.executable, "-m", "c4", "solve", "-", "--no-book"]}
    commands |= {Path(path).name: [path] for path in binaries}
    result: dict[str, list[Cost]] = {program: [] for program in commands}
    for _ in range(turns):
        for program, command in commands.items():
            repeats = OUR_REPEATS if program == OUR_PROGRAM else 1
            result[program].append(cost_of_position(command, positions * repeats))
    return result


def spread(values: list[float]) -> str:
    """The median, with the lowest and the highest: "1.5 (1.4 to 1.9)"."""
    return f"{median(values):.1f} ({min(values):.1f} to {max(values):.1f})"


@click.command()
@click.option("--sets", "names", default=",".join(DISCS), show_default=True, help="Like which sets, with commas.")
@click.option("--positions", "number", type=click.IntRange(min=2), default=POSITIONS, show_default=True)
@click.option("--turns", type=click.IntRange(min=1), default=7, show_default=True, help="Interleaved repeats.")
@seed_option
@click.option("--peer-binary", "binaries", multiple=True, help="Another solver program.")
@json_option
def main(names: str, number: int, turns: int, seed: int, binaries: tuple[str, ...], as_json: bool) -> None:
    """Prints microseconds for a position: the median over the turns, and the lowest and highest."""
    for name in names.split(","):
        positions = positions_like(name, number, seed)
        for program, used in costs(positions, turns, binaries).items():
            processor = spread([cost.processor for cost in used])
            clock = spread([cost.clock for cost in used])
            text = f"{name}: {program} {processor} microseconds of processor time, {clock} by the clock"
            show({"set": name, "program": program, "microseconds": used}, text, as_json)
