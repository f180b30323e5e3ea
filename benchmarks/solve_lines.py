"""What a position costs `c4 solve -` from standard input to standard output: `python -m benchmarks.solve_lines`.

Thousands of different positions are piped in, and then only the first of them: the difference is what the others cost,
without the start of the program.  Processor time of the whole process, and the clock.  They are random positions by the
rule of the easy sets.  `--peer-binary ./solver` measures a program that reads moves and prints "moves score ..."; it
must say the same.  A program that remembers what it has solved, as the public solvers do, would be asked for next to
nothing if a position came twice; ours forgets after each, so its positions come many times, as its start takes long.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import click

from c4.game.position import Position
from c4.game.values import WIN, exact_value
from c4.solver.solver import solve_many

STONES = {"end_easy": range(29, 42), "middle_easy": range(15, 29)}
"""The stones on the board in the published sets of these names."""

LEFT = range(2, 14)
"""The plies that perfect play goes on for in them."""


MANY = 3000
"""Positions that are asked about."""

OURS, AGAIN = "c4 solve -", 50
"""Our program, and how often it gets the positions."""


def like(name: str, number: int, seed: int) -> list[tuple[str, int]]:
    """So many different positions, each as moves with its score, by the rule of a published set."""
    random, found = Random(seed), dict[str, int]()
    while len(found) < number:
        drawn = [moves for _ in range(number) if (moves := at_random(random, STONES[name])) is not None]
        positions = [Position.from_moves(moves) for moves in drawn]
        for position, moves, solution in zip(positions, drawn, solve_many(positions), strict=True):
            score = solution.score
            assert score is not None, "nobody stopped it"
            value = exact_value(score, score, position)
            assert value is not None, "a score makes a value"
            ends = 42 if score == 0 else WIN - abs(value.points)
            if ends - position.ply in LEFT:
                found[moves] = score
    return list(found.items())[:number]


def at_random(random: Random, stones: range) -> str | None:
    """The moves of a random game, so many stones long; None if one side has a line before."""
    heights, sides, moves = [0] * 7, [0, 0], ""
    for ply in range(random.choice(stones)):
        column = random.choice([column for column in range(7) if heights[column] < 6])
        mine = sides[ply % 2] = sides[ply % 2] | 1 << (7 * column + heights[column])
        if any((pair := mine & mine >> step) & pair >> 2 * step for step in (1, 6, 7, 8)):
            return None
        heights[column] += 1
        moves += str(column + 1)
    return moves


def run(command: list[str], rows: list[tuple[str, int]]) -> tuple[float, float]:
    """Seconds of processor time and of the clock for rows piped through a program.  Every score must be right."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    text = "".join(f"{moves}\n" for moves, _ in rows)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    passed, after = perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    for line, (moves, score) in zip(done.stdout.splitlines(), rows, strict=True):
        if line.split()[:2] != [moves, str(score)]:
            raise click.ClickException(f"{command[0]} says {line!r} of {moves}, whose score is {score}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, passed


def costs(rows: list[tuple[str, int]], turns: int, binaries: tuple[str, ...]) -> dict[str, list[tuple[float, float]]]:
    """For each program, ours first, microseconds of processor time and of the clock for a position, one pair a turn."""
    programs = {OURS: [sys.executable, "-m", "c4", "solve", "-", "--no-book"]}
    programs |= {Path(path).name: [path] for path in binaries}
    found: dict[str, list[tuple[float, float]]] = {program: [] for program in programs}
    for _ in range(turns):
        for program, command in programs.items():
            many = rows * (AGAIN if program == OURS else 1)
            one, every = run(command, many[:1]), run(command, many)
            processor, clock = (1e6 * (late - early) / (len(many) - 1) for early, late in zip(one, every))
            found[program].append((processor, clock))
    return found


@click.command()
@click.option("--sets", "names", default=",".join(STONES), show_default=True, help="Like which sets, with commas.")
@click.option("--positions", "number", type=click.IntRange(min=2), default=MANY, show_default=True)
@click.option("--turns", type=click.IntRange(min=1), default=7, show_default=True, help="Interleaved repeats.")
@click.option("--seed", default=1, show_default=True)
@click.option("--peer-binary", "binaries", multiple=True, help="Another solver program.")
def main(names: str, number: int, turns: int, seed: int, binaries: tuple[str, ...]) -> None:
    """Prints microseconds for a position: the median over the turns, and the lowest and highest."""
    for name in names.split(","):
        for program, found in costs(like(name, number, seed), turns, binaries).items():
            shown = [f"{median(part):.1f} ({min(part):.1f} to {max(part):.1f})" for part in zip(*found, strict=True)]
            print(f"{name}: {program} {shown[0]} microseconds of processor time, {shown[1]} by the clock", flush=True)


if __name__ == "__main__":
    main()
