"""The exact solver against its peers: time per position, one core, no book, the table cleared for every position.

    python -m lab benchmark solver                                              our own figures
    python -m lab benchmark solver --peer-python VENV/bin/python                and bitbully's, installed there (PyPI,
    AGPL: measured, not read)
    python -m lab benchmark solver --peer-binary ./solver                       and those of a program: one line in
    (moves), one line out

All engines take their turns in one run, position by position, in an easy set over the whole set.  A ratio is our time by
the best peer's; below 1 we are quicker.  Ours is processor time, which a busy machine disturbs least; for a peer's time
see `lab.benchmarks.solver_peers.Peer`.  A peer must clear its table itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import mean, quantiles
from time import process_time
from typing import NamedTuple

import click

from c4.game.position import Position
from c4.solver.solver import Solution, solve, solve_many
from c4.solver.table import DEFAULT_BITS, Table
from lab.benchmarks.sets import EMPTY, SETS, Scored, read_set
from lab.benchmarks.solver_peers import Peer, running_peers

EASY = ("end_easy", "middle_easy", "begin_easy")
"""Sets that are solved whole, several times; of the others each position is solved and timed by itself, once."""

STEPS = {"begin_medium": 5, "begin_hard": 2}
"""In these sets every N-th position is taken, which keeps a whole run within some minutes.

The empty board, and the set "opening", of 0 to 5 plies, take minutes too, and are measured only if named; give our table
23 bits.
"""

MIN_PLIES = {"begin_hard": 6}
"""Positions of these sets with fewer discs cost minutes each; `--min-plies 0` includes them."""


@dataclass
class Record:
    """What an engine did in a set.  Ours and the peers' have as many entries, since they take turns."""

    name: str
    seconds: list[float] = field(default_factory=list)
    """For a position: in an easy set, an entry is the mean of one run over all of them; in another set, one position."""

    wrong: int = 0
    """How many scores were wrong: of a peer in all runs, of ours in the last one."""


class Measured(NamedTuple):
    """What was measured in a set."""

    ours: Record
    nodes: float
    """How many nodes we visit for a position, in the mean."""

    theirs: list[Record]


@click.command()
@click.option(
    "--sets",
    "names",
    default=",".join(SETS),
    show_default=True,
    help="Which sets, with commas; also 'opening', positions of 0 to 5 plies, and 'empty', the empty board.",
)
@click.option(
    "--step", type=click.IntRange(min=1), help="Take every N-th position; by default as many as some minutes allow."
)
@click.option(
    "--min-plies",
    type=int,
    help=f"Leave out positions with fewer stones; by default {MIN_PLIES['begin_hard']} in begin_hard.",
)
@click.option("--repeat", type=click.IntRange(min=1), default=5, show_default=True, help="Runs over an easy set.")
@click.option(
    "--table-bits",
    type=click.IntRange(10, 30),
    default=DEFAULT_BITS,
    show_default=True,
    help="Size of our table: 2^(N + 4) bytes.",
)
@click.option("--peer-python", help="An interpreter that has the package bitbully.")
@click.option("--peer-binary", "binaries", multiple=True, help="A solver program.")
@click.option("--each", is_flag=True, help="Print a line for each position of a set that is not easy, too.")
def main(
    names: str,
    step: int | None,
    min_plies: int | None,
    repeat: int,
    table_bits: int,
    peer_python: str | None,
    binaries: tuple[str, ...],
    each: bool,
) -> None:
    """Prints for every set: our mean time and nodes, every peer's mean time, and the ratio to the best: median and
    quartiles; wrong scores.
    """
    table = Table(table_bits)
    warm_up(table)
    for name in names.split(","):
        positions = positions_of(name, step, min_plies)
        with running_peers(peer_python, binaries) as peers:
            if name in EASY:
                measured = measure_easy(positions, table, peers, repeat)
            else:
                measured = measure_hard(positions, table, peers, each)
        print_set(name, len(positions), measured)
        if measured.theirs:
            print_ratio(measured)


def warm_up(table: Table) -> None:
    """Loads the compiled solver before any clock runs."""
    solve_many([Position.from_moves("44")], table=table, weak=True, keep_table=True)


def positions_of(name: str, step: int | None, min_plies: int | None) -> list[Scored]:
    """Every `step`-th position of a set with at least `min_plies` discs; None: as STEPS and MIN_PLIES say."""
    if step is None:
        step = STEPS.get(name, 1)
    if min_plies is None:
        min_plies = MIN_PLIES.get(name, 0)
    positions = [position for position in read_set(name) if len(position.moves) >= min_plies]
    return positions[::step]


def measure_easy(positions: list[Scored], table: Table, peers: list[Peer], repeat: int) -> Measured:
    """Solves a whole set in one call, and asks each peer about all its positions; in turns, `repeat` times."""
    boards = [Position.from_moves(position.moves) for position in positions]
    ours = Record("c4")
    theirs = [Record(peer.name) for peer in peers]
    solutions: list[Solution] = []
    for _ in range(repeat):
        started = process_time()
        solutions = solve_many(boards, table=table)
        ours.seconds.append((process_time() - started) / len(positions))
        for peer, record in zip(peers, theirs):
            answers = peer.answer_all(positions)
            record.seconds.append(answers.seconds / len(positions))
            record.wrong += answers.wrong
    ours.wrong = sum(solution.score != position.score for solution, position in zip(solutions, positions))
    return Measured(ours, mean(solution.nodes for solution in solutions), theirs)


def measure_hard(positions: list[Scored], table: Table, peers: list[Peer], each: bool) -> Measured:
    """Solves one position after another, and asks each peer about it; `each`: prints a line for it."""
    ours = Record("c4")
    theirs = [Record(peer.name) for peer in peers]
    nodes = 0
    for moves, score in positions:
        table.clear()
        board = Position.from_moves(moves)
        started = process_time()
        solution = solve(board, table=table)
        ours.seconds.append(process_time() - started)
        ours.wrong += solution.score != score
        nodes += solution.nodes
        for peer, record in zip(peers, theirs):
            answer = peer.answer(moves)
            record.seconds.append(answer.seconds)
            record.wrong += answer.score != score
        if each:
            print_position(moves, solution.nodes, [ours, *theirs])
    return Measured(ours, nodes / len(positions), theirs)


def print_position(moves: str, nodes: int, records: list[Record]) -> None:
    """Prints what the last position took, ours first."""
    ours, *theirs = [f"{record.name} {record.seconds[-1]:.2f} s" for record in records]
    print(f"    {moves or EMPTY}: {', '.join([ours, f'{nodes:,} nodes', *theirs])}", flush=True)


def print_set(name: str, number: int, measured: Measured) -> None:
    """Prints the mean times of a set of so many positions, ours and the peers'."""
    ours = measured.ours
    print(
        f"{name}: {number} positions, {ours.name} {1e3 * mean(ours.seconds):.4f} ms,"
        f" {measured.nodes:,.0f} nodes, {ours.wrong} wrong"
    )
    for record in measured.theirs:
        print(f"    {record.name} {1e3 * mean(record.seconds):.4f} ms, {record.wrong} wrong")


def print_ratio(measured: Measured) -> None:
    """Prints our time by that of the best peer, entry by entry, and in all."""
    ours = measured.ours.seconds
    best = min(measured.theirs, key=mean_seconds)
    low, middle, high = quartiles([mine / other for mine, other in zip(ours, best.seconds, strict=True)])
    total = sum(ours) / sum(best.seconds)
    print(
        f"    against {best.name}: median ratio {middle:.2f} (quartiles {low:.2f} and {high:.2f}), of the"
        f" totals {total:.2f}",
        flush=True,
    )


def mean_seconds(record: Record) -> float:
    """The mean over the entries of a record."""
    return mean(record.seconds)


def quartiles(values: list[float]) -> list[float]:
    """The three quartiles; all three are the same if there is one value only."""
    if len(values) == 1:
        return 3 * values
    return quantiles(values, n=4)
