"""Speed of the search: against the textbook, with and without recording, by evaluator, and with a user evaluator.

Works that are compared take turns, so that a busy computer slows all of them; times are processor time of one thread,
a ratio is the median over the turns, with the lowest and the highest.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
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
"""Where evaluators are compared."""

OPENING = Position.from_moves("4453")
"""Where the search is compared with others."""

COMPILED_TIMES = 20
"""Searches that are timed together where one would be too short."""

TEXTBOOK_DEPTH = {"minimax": 5, "alphabeta": 6}
RECORD_DEPTH = {"minimax": 7, "alphabeta": 8}
LEAVES_DEPTH = {"minimax": 6, "alphabeta": 8}
USER_DEPTH = 9
PLAIN_DEPTH = 4
"""Plies of each comparison: few where the slower side is in plain Python."""

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

PLAIN_EVALUATOR = """
import c4

RULES = c4.Rules()


def evaluate(position, side):
    value = 0
    for owner, sign in ((side, 1), (1 - side, -1)):
        own_discs = position.stones[owner]
        other_discs = position.stones[1 - owner]
        for line in RULES.lines:
            own = (own_discs & line.mask).bit_count()
            other = (other_discs & line.mask).bit_count()
            if own_discs >> line.cells[0] & 1:
                if other == 0 and own >= 2:
                    value += sign * own
                elif other == 1 and own == 3:
                    value -= sign
            elif line.direction == "H" and own == 3 and other == 0:
                value += 3 * sign
    return value
"""
"""A user's file: V1 written again, with `evaluate` in plain Python."""

FAST_EVALUATOR = f"""
import numba
{PLAIN_EVALUATOR}
FULL = sum(1 << 7 * column + row for column in range(7) for row in range(6))


def lowest_cells(direction):
    return sum(line.mask & -line.mask for line in RULES.lines if line.direction == direction)


UPRIGHT = lowest_cells("V")
ACROSS = lowest_cells("H")
RISING = lowest_cells("R")
FALLING = lowest_cells("L")


@numba.njit
def part(own, other, shift, lines, first, across):
    # All lines of a direction at once; the bit of a line is that of its lowest cell.
    gaps = ~own & FULL
    one_gap = 0
    two_gaps = 0
    three_gaps = 0
    one_foreign = 0
    two_foreign = 0
    for step in range(4):
        gap = gaps >> step * shift
        foreign = other >> step * shift
        three_gaps |= two_gaps & gap
        two_gaps |= one_gap & gap
        one_gap |= gap
        two_foreign |= one_foreign & foreign
        one_foreign |= foreign
    three_own = one_gap & ~two_gaps
    anchored = lines & first
    unblocked = anchored & ~one_foreign
    value = 4 * (unblocked & ~one_gap).bit_count()
    value += 3 * (unblocked & three_own).bit_count()
    value += 2 * (unblocked & two_gaps & ~three_gaps).bit_count()
    if across:
        value += 3 * (lines & ~first & ~one_foreign & three_own).bit_count()
    return value - (anchored & one_foreign & ~two_foreign & three_own).bit_count()


@numba.njit
def total(own, other):
    value = part(own, other, 1, UPRIGHT, own, False)
    value += part(own, other, 7, ACROSS, own, True)
    value += part(own, other, 8, RISING, own, False)
    value += part(own, other, 6, FALLING, own >> 18, False)
    return value


def evaluate_bits(own, other):
    return total(own, other) - total(other, own)
"""
"""The same file with `evaluate_bits`, which is compiled into the search."""


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


def in_turns(works: Mapping[str, Callable[[], object]], turns: int) -> dict[str, list[float]]:
    """Processor seconds of each work, once in every turn."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(turns):
        for name, work in works.items():
            times[name].append(seconds(work))
    return times


def ratio(times: list[float], others: list[float]) -> tuple[float, str]:
    """The median of times / others, and the same as text with its spread."""
    ratios = [time / other for time, other in zip(times, others, strict=True)]
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
            slow_search = partial(plain[algorithm], OPENING, depth, evaluator)
            fast_search = partial(search, OPENING, depth, evaluator, algorithm)
            slow = []
            fast = []
            for _ in range(turns):
                slow.append(seconds(slow_search))
                fast.append(seconds(fast_search, COMPILED_TIMES))
            middle, text = ratio(slow, fast)
            yield Result(f"{algorithm}, {name}, depth {depth}: {text} as fast", middle >= TEXTBOOK_FLOOR)


def recording_cost(turns: int) -> Iterator[Result]:
    """What it costs to record the tree, and the bytes of a row."""
    for algorithm in ALGORITHMS:
        for name in ("v1", "v2"):
            evaluator = load(name)
            depth = RECORD_DEPTH[algorithm]
            recording = partial(search, OPENING, depth, evaluator, algorithm)
            nodes = recording().nodes
            times = in_turns({"with": recording, "without": partial(recording, budget=0)}, turns)
            middle, text = ratio(times["with"], times["without"])
            speed = f"{nodes / median(times['with']) / 1e6:.1f} M nodes/s"
            yield Result(f"{algorithm}, {name}, depth {depth}: {text} the time, {speed}", middle <= RECORDING_CEILING)
    tree = search(OPENING, 6, load("v1")).tree
    size = tree.rows.nbytes / len(tree)
    yield Result(f"a row: {size:.0f} bytes", size <= ROW_CEILING)


def leaves(turns: int) -> Iterator[Result]:
    """Leaves per second of every evaluator inside the search, and its time as a multiple of V2's."""
    for algorithm, depth in LEAVES_DEPTH.items():
        evaluators = {name: load(name) for name in EVALUATORS}
        works = {name: partial(search_all, evaluator, depth, algorithm) for name, evaluator in evaluators.items()}
        times = in_turns(works, turns)
        seconds_a_leaf = {}
        for name, evaluator in evaluators.items():
            count = count_leaves(evaluator, depth, algorithm)
            seconds_a_leaf[name] = [total / count for total in times[name]]
        for name in EVALUATORS:
            rate = 1 / min(seconds_a_leaf[name])
            _, text = ratio(seconds_a_leaf[name], seconds_a_leaf["v2"])
            yield Result(
                f"{algorithm}, {name}: {rate / 1e6:.2f} M leaves/s at best, {text} V2's time",
                rate >= LEAVES_FLOOR.get(name, 0),
            )


def count_leaves(evaluator: Evaluator, depth: int, algorithm: str) -> int:
    """How many positions the evaluator values in a search of POSITIONS."""
    count = 0
    for position in POSITIONS:
        tree = search(position, depth, evaluator, algorithm, budget=10_000_000).tree
        assert tree is not None
        count += int(np.count_nonzero(tree.kind == HORIZON))
    return count


def user_evaluator(turns: int) -> Iterator[Result]:
    """V1 written again in a user's file, as `evaluate_bits` and as plain `evaluate`, against the built-in V1."""
    with tempfile.TemporaryDirectory() as folder:
        plain = evaluator_from(Path(folder, "plain_v1.py"), PLAIN_EVALUATOR)
        fast = evaluator_from(Path(folder, "fast_v1.py"), FAST_EVALUATOR)
    middle, text = compare_with_v1(fast, USER_DEPTH, turns)
    yield Result(f"V1 as evaluate_bits: {text} the time of the built-in V1", middle <= USER_CEILING)
    _, text = compare_with_v1(plain, PLAIN_DEPTH, turns)
    yield Result(f"V1 as evaluate in plain Python: {text} the time of the built-in V1")


def evaluator_from(path: Path, text: str) -> Evaluator:
    """The evaluator of a file with this text."""
    path.write_text(text, encoding="utf-8")
    return load_file(path)


def compare_with_v1(evaluator: Evaluator, depth: int, turns: int) -> tuple[float, str]:
    """The time of a search with an evaluator that is V1 written again, as a multiple of the time with V1 (`ratio`)."""
    built_in = load("v1")
    for position in POSITIONS:
        expected = words_and_nodes(position, depth, built_in)
        assert words_and_nodes(position, depth, evaluator) == expected, (evaluator.name, position)
    works = {"user": partial(search_all, evaluator, depth), "built in": partial(search_all, built_in, depth)}
    times = in_turns(works, turns)
    return ratio(times["user"], times["built in"])


def words_and_nodes(position: Position, depth: int, evaluator: Evaluator) -> tuple[str, int]:
    """What a search gives: the value in the evaluator's words, and the number of nodes."""
    decision = search(position, depth, evaluator, budget=0)
    assert decision.value is not None
    return evaluator.in_words(decision.value.points), decision.nodes


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
            line = f"  {result.text}"
            if not result.holds:
                missed = True
                line += "  MISSED"
            show({"part": part, **result._asdict()}, line, as_json)
    sys.exit(missed)
