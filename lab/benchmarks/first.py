"""The first minute: the window from its first paint to the first reply and the first tree, cold and warm.

Each start is a process of its own, as `python interface.py` begins it, with the modules compiled, as an installation
leaves them.  "Cold": the folder of machine code is empty.  A column is clicked as soon as the board is painted, the
worst moment: everything else is still to be loaded.  Times are processor time of the window's process, and by the
clock; turns of the event loop are processor time of the window's thread, gaps are by the clock.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from lab.benchmarks.first_child import FirstMinute, Moment
from lab.benchmarks.window import Figure, middle, print_figure

ROOT = Path(__file__).resolve().parents[2]

POSITION = "445356432"
"""Nine discs: no book knows its values."""


def seconds_to_exact_values(modules: str) -> float:
    """Seconds by the clock from the first paint to the exact values of seven columns, with nothing compiled."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        seconds: float = call(modules, Path(folder), f"exact_values({POSITION!r})")
    return seconds


def start(
    modules: str, kernels: Path | None, seat: str, depth: int = 6, rest: float = 3.0, pictures: str = ""
) -> FirstMinute:
    """What a window did that was started with these folders of modules and machine code (None: the usual one)."""
    longest_gap, longest_turn, answer, tree = call(
        modules, kernels, f"first_minute({seat!r}, {depth}, {rest}, {pictures!r})"
    )
    return FirstMinute(longest_gap, longest_turn, Moment(*answer), Moment(*tree))


def call(modules: str, kernels: Path | None, expression: str) -> Any:
    """What a call of a function of `first_child` printed last, as JSON, in a process of its own."""
    program = f"from lab.benchmarks.first_child import *; {expression}"
    return json.loads(run(modules, kernels, "-c", program).splitlines()[-1])


def run(modules: str, kernels: Path | None, *words: str) -> str:
    """What Python prints that is started with these words and folders; ends this program with its fault."""
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    saved = {"PYTHONPYCACHEPREFIX": modules} | ({} if kernels is None else {"NUMBA_CACHE_DIR": str(kernels)})
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, cwd=ROOT, env=usual | saved, check=False
    )
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def measured(modules: str, repeats: int, pictures: str) -> Iterator[Figure]:
    """Every figure; `modules` is a folder for what Python makes of them."""
    run(modules, None, "-m", "c4", "warm")
    start(modules, None, "alphabeta")
    for seat in ("alphabeta", "amateur"):
        starts = []
        for _ in range(repeats):
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                starts.append(start(modules, Path(folder), seat, pictures=pictures))
        what = f"cold, against {seat}"
        yield from (
            Figure(
                "F1", f"{what}: click to the answer, median", middle(one.answer.processor for one in starts), "s", 2.0
            ),
            Figure("F1", f"{what}: the same by the clock", middle(one.answer.clock for one in starts), "s", 2.0),
            Figure("F1", f"{what}: click to its tree, median", middle(one.tree.processor for one in starts), "s", 2.0),
            Figure("F1", f"{what}: the same by the clock", middle(one.tree.clock for one in starts), "s", 2.0),
            Figure("F1", f"{what}: longest gap", max(1000 * one.longest_gap for one in starts), "ms", 100),
            Figure("F1", f"{what}: longest turn", max(1000 * one.longest_turn for one in starts), "ms", 100),
        )
    waits = [seconds_to_exact_values(modules) for _ in range(repeats)]
    yield Figure("F3", "cold: first paint to exact values, by the clock, median", middle(waits), "s", 15.0)
    starts = [start(modules, None, "alphabeta") for _ in range(repeats)]
    yield from (
        Figure(
            "F2", "warm: first paint to the first tree, median", middle(one.tree.processor for one in starts), "s", 1.0
        ),
        Figure("F2", "warm: the same by the clock", middle(one.tree.clock for one in starts), "s", 1.0),
        Figure("F2", "warm: longest gap in the event loop", max(1000 * one.longest_gap for one in starts), "ms", 100),
        Figure("F2", "warm: longest turn", max(1000 * one.longest_turn for one in starts), "ms", 100),
    )


@click.command()
@click.option("--pictures", default="", metavar="FOLDER", help="Save pictures of a cold start (needs ImageMagick).")
@click.option("--repeats", type=click.IntRange(min=1), default=3, show_default=True, help="Starts of each kind.")
def main(repeats: int, pictures: str) -> None:
    """Measures the window from its first paint to the first reply and the first tree, cold and warm.

    The exit status is 1 when a target is missed.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as modules:
        met = [print_figure(figure) for figure in measured(modules, repeats, pictures)]
    sys.exit(not all(met))
