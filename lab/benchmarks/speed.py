"""Speed of the search: against the textbook, with and without recording, by evaluator, and with a user evaluator.

Works that are compared take turns, so that a busy computer slows all of them; times are processor time of one thread,
a ratio is the median over the turns, with the lowest and the highest.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

import click
import numpy as np

from c4.cli.options import json_option, show
from c4.evaluators import EVALUATORS, load
from c4.evaluators.base import Evaluator
from c4.evaluators.user import load as load_file
from c4.game.position import Position
from c4.search import textbook
from c4.search.fixed_depth import ALGORITHMS, search
from c4.tree.searchtree import HORIZON

POSITIONS = [Position.from_moves(moves) for moves in ("", "4453", "435261", "12345671", "44442235")]
OPENING = Position.from_moves("4453")

TEXTBOOK_DEPTH = {"minimax": 5, "alphabeta": 6}
RECORD_DEPTH = {"minimax": 7, "alphabeta": 8}
LEAVES_DEPTH = {"minimax": 6, "alphabeta": 8}
USER_DEPTH = 9
PLAIN_DEPTH = 4

TEXTBOOK_FLOOR = 100
"""The compiled, recording search is at least this many times as fast as the textbook."""

RECORDING_CEILING = 1.30
"""A search that records takes at most this many times the time of one that does not."""

ROW_CEILING = 32
"""Bytes of a row, at most."""

USER_CEILING = 1.10
"""A search with `evaluate_bits` of a file takes at most this many times the time of the built-in evaluator."""

LEAVES_FLOOR = {"ntuple": 3_000_000, "network": 2_000_000}
"""Leaves per second that an evaluator must reach."""

PLAIN = """
import c4

RULES = c4.Rules()


def evaluate(position, side):
    discs, value = position.stones, 0
    for owner, sign in ((side, 1), (1 - side, -1)):
        for line in RULES.lines:
            own, other = (discs[owner] & line.mask).bit_count(), (discs[1 - owner] & line.mask).bit_count()
            if discs[owner] >> line.cells[0] & 1:
                if other == 0 and own >= 2:
                    value += sign * own
                elif other == 1 and own == 3:
                    value -= sign
            elif line.direction == "H" and own == 3 and other == 0:
                value += 3 * sign
    return value
"""

FAST = (
    PLAIN
    + """
FULL = sum(1 << 7 * column + row for column in range(7) for row in range(6))
LOWEST = {way: sum(line.mask & -line.mask for line in RULES.lines if line.direction == way) for way in "VHRL"}
UPRIGHT, ACROSS, RISING, FALLING = LOWEST["V"], LOWEST["H"], LOWEST["R"], LOWEST["L"]


@numba.njit
def part(own, other, shift, lines, first, across):
    gaps, one, two, three, met, twice = ~own & FULL, 0, 0, 0, 0, 0
    for step in range(4):  # all lines of a direction at once; a line's bit is that of its lowest cell
        gap, foreign = gaps >> step * shift, other >> step * shift
        three |= two & gap
        two |= one & gap
        one |= gap
        twice |= met & foreign
        met |= foreign
    anchored = lines & first
    unblocked = anchored & ~met
    value = 4 * (unblocked & ~one).bit_count() + 3 * (unblocked & one & ~two).bit_count()
    value += 2 * (unblocked & two & ~three).bit_count()
    if across:
        value += 3 * (lines & ~first & ~met & one & ~two).bit_count()
    return value - (anchored & met & ~twice & one & ~two).bit_count()


@numba.njit
def total(own, other):
    value = part(own, other, 1, UPRIGHT, own, False) + part(own, other, 7, ACROSS, own, True)
    return value + part(own, other, 8, RISING, own, False) + part(own, other, 6, FALLING, own >> 18, False)


def evaluate_bits(own, other):
    return total(own, other) - total(other, own)
"""
).replace("import c4", "import numba\n\nimport c4")


class Result(NamedTuple):
    """A figure in words, and whether it is within its limit."""

    text: str
    holds: bool = True


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Processor time of one call, the mean over `times` calls."""
    started = process_time()
    for _ in range(times):
        work()
    return (process_time() - started) / times


def in_turns(works: dict[str, Callable[[], object]], turns: int) -> dict[str, list[float]]:
    """Processor seconds of each work, once in every turn."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(turns):
        for name, work in works.items():
            times[name].append(seconds(work))
    return times


def ratio(times: list[float], others: list[float]) -> tuple[float, str]:
    """The median of times / others, and the same as text with its spread."""
    ratios = [one / other for one, other in zip(times, others, strict=True)]
    return median(ratios), f"{median(ratios):.2f}x ({min(ratios):.2f} to {max(ratios):.2f})"


def search_all(evaluator: Evaluator, depth: int, algorithm: str = "alphabeta") -> None:
    """Searches POSITIONS without recording."""
    for position in POSITIONS:
        search(position, depth, evaluator, algorithm, budget=0)


def textbook_speed(turns: int) -> Iterator[Result]:
    """The compiled, recording search against the textbook search, the same work."""
    plain = {"minimax": textbook.minimax, "alphabeta": textbook.alphabeta}
    for algorithm in ALGORITHMS:
        for name in ("v1", "v2"):
            evaluator = load(name)
            depth = TEXTBOOK_DEPTH[algorithm]
            slow = [seconds(lambda: plain[algorithm](OPENING, depth, evaluator)) for _ in range(turns)]  # noqa: B023
            fast = [seconds(lambda: search(OPENING, depth, evaluator, algorithm), 20) for _ in range(turns)]  # noqa: B023
            middle, text = ratio(slow, fast)
            yield Result(f"{algorithm}, {name}, depth {depth}: {text} as fast", middle >= TEXTBOOK_FLOOR)


def recording_cost(turns: int) -> Iterator[Result]:
    """What it costs to record the tree, and the bytes of a row."""
    for algorithm in ALGORITHMS:
        for name in ("v1", "v2"):
            evaluator = load(name)
            depth = RECORD_DEPTH[algorithm]
            results = search(OPENING, depth, evaluator, algorithm)
            times = in_turns(
                {
                    "with": lambda: search(OPENING, depth, evaluator, algorithm),  # noqa: B023
                    "without": lambda: search(OPENING, depth, evaluator, algorithm, budget=0),  # noqa: B023
                },
                turns,
            )
            middle, text = ratio(times["with"], times["without"])
            speed = f"{results.nodes / median(times['with']) / 1e6:.1f} M nodes/s"
            yield Result(f"{algorithm}, {name}, depth {depth}: {text} the time, {speed}", middle <= RECORDING_CEILING)
    tree = search(OPENING, 6, load("v1")).tree
    size = tree.rows.nbytes / len(tree)
    yield Result(f"a row: {size:.0f} bytes", size <= ROW_CEILING)


def leaves(turns: int) -> Iterator[Result]:
    """Leaves per second of every evaluator inside the search, and its time as a multiple of V2's."""
    for algorithm, depth in LEAVES_DEPTH.items():
        evaluators = {name: load(name) for name in EVALUATORS}
        count = {}
        for name, evaluator in evaluators.items():
            trees = (search(one, depth, evaluator, algorithm, budget=10_000_000).tree for one in POSITIONS)
            count[name] = sum(int(np.count_nonzero(tree.kind == HORIZON)) for tree in trees)
        works = {name: lambda one=one: search_all(one, depth, algorithm) for name, one in evaluators.items()}  # noqa: B023
        times = in_turns(works, turns)
        each = {name: [one / count[name] for one in times[name]] for name in times}
        for name in EVALUATORS:
            rate = 1 / min(each[name])
            text = f"{algorithm}, {name}: {rate / 1e6:.2f} M leaves/s at best, {ratio(each[name], each['v2'])[1]} V2's time"
            yield Result(text, rate >= LEAVES_FLOOR.get(name, 0))


def user_evaluator(turns: int) -> Iterator[Result]:
    """V1 written again in a user's file, as `evaluate_bits` and as plain `evaluate`, against the built-in V1."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "plain_v1.py"), Path(folder, "fast_v1.py")
        for file, text in zip(files, (PLAIN, FAST), strict=True):
            file.write_text(text, encoding="utf-8")
        plain, fast = (load_file(file) for file in files)
    built_in = load("v1")
    for depth, other in ((USER_DEPTH, fast), (PLAIN_DEPTH, plain)):
        for position in POSITIONS:
            results = []
            for one in (built_in, other):
                decision = search(position, depth, one, budget=0)
                assert decision.value is not None
                results.append((one.in_words(decision.value.points), decision.nodes))
            assert results[0] == results[1], (other.name, position)
    for name, one, depth, ceiling in (
        ("evaluate_bits", fast, USER_DEPTH, USER_CEILING),
        ("evaluate in plain Python", plain, PLAIN_DEPTH, float("inf")),
    ):
        times = in_turns(
            {"user": lambda: search_all(one, depth), "built in": lambda: search_all(built_in, depth)},  # noqa: B023
            turns,
        )
        middle, text = ratio(times["user"], times["built in"])
        yield Result(f"V1 as {name}: {text} the time of the built-in V1", middle <= ceiling)


PARTS = {"textbook": textbook_speed, "recording": recording_cost, "leaves": leaves, "user": user_evaluator}


@click.command()
@click.option("--part", "parts", type=click.Choice(list(PARTS)), multiple=True, help="Only this part; repeatable.")
@click.option("--turns", type=click.IntRange(min=1), default=9, show_default=True, help="Turns of each comparison.")
@json_option
def main(parts: tuple[str, ...], turns: int, as_json: bool) -> None:
    """Prints how fast the search is, as ratios; the exit status is 1 when a figure misses its limit."""
    missed = False
    for part in parts or PARTS:
        if not as_json:
            click.echo(f"{part}: {PARTS[part].__doc__}")
        for result in PARTS[part](turns):
            missed |= not result.holds
            show({"part": part, **result._asdict()}, f"  {result.text}" + "  MISSED" * (not result.holds), as_json)
    sys.exit(missed)
