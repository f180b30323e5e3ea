"""The command that measures the window, part by part."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import click

from lab.benchmarks.figures import Figure, print_figure
from lab.benchmarks.window.hand import Hand
from lab.benchmarks.window.looks import looks, refreshing, resting
from lab.benchmarks.window.opening import leaks, opening
from lab.benchmarks.window.playing import by_hand, live
from lab.benchmarks.window.searching import searching
from lab.benchmarks.window.starting import start
from lab.benchmarks.window.trees import tree_figures
from visualizer.app.start import SWITCH_SECONDS

PARTS: dict[str, Callable[[Hand], Iterator[Figure]]] = {
    "start": start,
    "board": by_hand,
    "search": searching,
    "live": live,
    "tree": tree_figures,
    "idle": resting,
    "refresh": refreshing,
    "looks": looks,
    "open": opening,
    "leaks": leaks,
}


@contextmanager
def shown() -> Iterator[None]:
    """A display: the one there is, or a virtual one."""
    if os.environ.get("DISPLAY"):
        yield
        return
    from pyvirtualdisplay import Display

    with Display(visible=False, size=(1600, 1000)):
        yield


def figures(parts: Iterable[str]) -> Iterator[Figure]:
    """The figures of these parts, as they are measured."""
    sys.setswitchinterval(SWITCH_SECONDS)
    hand = Hand()
    for part in parts:
        yield from PARTS[part](hand)
    hand.close()


@click.command()
@click.option("--part", "parts", type=click.Choice(list(PARTS)), multiple=True, help="Only this part; repeatable.")
def main(parts: tuple[str, ...]) -> None:
    """Measures the window and prints every figure beside its target; the exit status is 1 when one is missed.

    Starting and drawing are measured in processor time, which other programs change little; what depends on others,
    such as stopping a search, by the clock.
    """
    with shown():
        results = [print_figure(figure) for figure in figures(parts or PARTS)]
    busy = os.getloadavg()[0] / (os.cpu_count() or 1)
    click.echo(f"{sum(results)} of {len(results)} targets are met; load of the computer: {busy:.1f} a core")
    sys.exit(not all(results))
