"""What a position costs `c4 solve -` from standard input to standard output: `python -m benchmarks.solve_lines`.

Each easy set is piped in, twice as often the second time: the difference is what its positions cost, without the start
of the program.  Processor time of the whole process, and the clock.  `--peer-binary ./solver` measures a program that
reads moves and prints "moves score ..." in the same way; it must clear its table for every position, as ours does.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import click

from benchmarks.solver import read

SETS = {"end_easy": 1000, "middle_easy": 100, "begin_easy": 1}
"""How often each set is repeated in the shorter pipe."""


def run(command: list[str], rows: list[tuple[str, int]]) -> tuple[float, float]:
    """Seconds of processor time and of the clock for rows piped through a program.  Every score must be right."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    text = "".join(f"{moves}\n" for moves, _ in rows)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    passed, after = perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    for line, (moves, score) in zip(done.stdout.splitlines(), rows, strict=True):
        assert line.split()[:2] == [moves, str(score)], line
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, passed


@click.command()
@click.option("--sets", "names", default="end_easy,middle_easy", show_default=True, help="Which sets, with commas.")
@click.option("--turns", type=click.IntRange(min=1), default=5, show_default=True, help="Interleaved repeats.")
@click.option("--peer-binary", "binaries", multiple=True, help="Another solver program.")
def main(names: str, turns: int, binaries: tuple[str, ...]) -> None:
    """Prints microseconds for a position, the median over the turns."""
    programs = {"c4 solve -": [sys.executable, "-m", "c4", "solve", "-", "--no-book"]}
    programs |= {Path(path).name: [path] for path in binaries}
    for name in names.split(","):
        rows = read(name) * SETS.get(name, 1)
        costs: dict[str, list[tuple[float, float]]] = {program: [] for program in programs}
        for _ in range(turns):
            for program, command in programs.items():
                once, twice = run(command, rows), run(command, rows * 2)
                costs[program].append(((twice[0] - once[0]) / len(rows), (twice[1] - once[1]) / len(rows)))
        for program, found in costs.items():
            processor, clock = (1e6 * median(part) for part in zip(*found, strict=True))
            print(f"{name}: {program} {processor:.1f} microseconds of processor time, {clock:.1f} by the clock")


if __name__ == "__main__":
    main()
