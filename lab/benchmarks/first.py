"""The first minute: the window from its first paint to the first reply and the first tree, cold and warm.

Each start is a process of its own, as `python interface.py` begins it, with the modules compiled, as an installation
leaves them.  "Cold": the folder of machine code is empty.  A column is clicked as soon as the board is painted, the
worst moment: everything else is still to be loaded.  Times are processor time of the window's process, and by the
clock; turns of the event loop are processor time of the window's thread, gaps are by the clock.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from lab.benchmarks.child import ask, run
from lab.benchmarks.figures import Figure, middle, print_figure
from lab.benchmarks.first_child import FirstMinute, Moment

POSITION = "445356432"
"""Nine discs: no book knows its values."""

DEPTH = 6
"""Of alpha-beta, and of the tree."""

WATCHED_SECONDS = 3.0
"""How long the event loop is watched after the click, at least."""


def seconds_to_exact_values(modules: str) -> float:
    """Seconds by the clock from the first paint to the exact values of seven columns, with nothing compiled."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as kernels:
        seconds: float = ask("exact_values", {"moves": POSITION}, modules, Path(kernels))
    return seconds


def start(modules: str, kernels: Path | None, seat: str, pictures: str = "") -> FirstMinute:
    """What a window did that was started with these folders of modules and machine code (None: the usual one)."""
    arguments = {"seat": seat, "depth": DEPTH, "rest": WATCHED_SECONDS, "pictures": pictures}
    longest_gap, longest_turn, answer, tree = ask("first_minute", arguments, modules, kernels)
    return FirstMinute(longest_gap, longest_turn, Moment(*answer), Moment(*tree))


def cold_start(modules: str, seat: str, pictures: str) -> FirstMinute:
    """What a window did that was started without any machine code."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as kernels:
        return start(modules, Path(kernels), seat, pictures)


def measured(modules: str, repeats: int, pictures: str) -> Iterator[Figure]:
    """Every figure; `modules` is a folder for what Python makes of them."""
    run(["-m", "c4", "warm"], modules)
    start(modules, None, "alphabeta")
    for seat in ("alphabeta", "amateur"):
        starts = [cold_start(modules, seat, pictures) for _ in range(repeats)]
        yield from cold_figures(f"cold, against {seat}", starts)
    waits = [seconds_to_exact_values(modules) for _ in range(repeats)]
    yield Figure("F3", "cold: paint to exact values, by the clock, median", middle(waits), "s", 15.0)
    starts = [start(modules, None, "alphabeta") for _ in range(repeats)]
    yield from warm_figures("warm", starts)


def cold_figures(what: str, starts: list[FirstMinute]) -> Iterator[Figure]:
    """Until the reply and its tree; processor time counts from the click."""
    answer_used = middle(one.answer.processor for one in starts)
    answer_waited = middle(one.answer.since_click for one in starts)
    yield Figure("F1", f"{what}: click to answer, processor, median", answer_used, "s", 2.0)
    yield Figure("F1", f"{what}: click to answer, by the clock, median", answer_waited, "s", 2.0)
    tree_used = middle(one.tree.processor for one in starts)
    tree_waited = middle(one.tree.since_paint for one in starts)
    yield Figure("F1", f"{what}: click to its tree, processor, median", tree_used, "s", 2.0)
    yield Figure("F1", f"{what}: paint to its tree, by the clock, median", tree_waited, "s", 2.0)
    yield from event_loop_figures("F1", what, starts)


def warm_figures(what: str, starts: list[FirstMinute]) -> Iterator[Figure]:
    """Until the first tree; processor time counts from the click, which follows the first paint at once."""
    tree_used = middle(one.tree.processor for one in starts)
    tree_waited = middle(one.tree.since_paint for one in starts)
    yield Figure("F2", f"{what}: click to the first tree, processor, median", tree_used, "s", 1.0)
    yield Figure("F2", f"{what}: paint to the first tree, by the clock, median", tree_waited, "s", 1.0)
    yield from event_loop_figures("F2", what, starts)


def event_loop_figures(topic: str, what: str, starts: list[FirstMinute]) -> Iterator[Figure]:
    """How long the window did not answer."""
    gap = 1000 * max(one.longest_gap for one in starts)
    turn = 1000 * max(one.longest_turn for one in starts)
    yield Figure(topic, f"{what}: longest gap, by the clock", gap, "ms", 100)
    yield Figure(topic, f"{what}: longest turn, processor", turn, "ms", 100)


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
