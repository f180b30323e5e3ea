"""The exact solver against its peers: time per position, one core, no book, the table cleared for every position.

    python -m lab benchmark solver                                              our own figures
    python -m lab benchmark solver --peer-python VENV/bin/python                and bitbully's, installed there (PyPI,
    AGPL: measured, not read)
    python -m lab benchmark solver --peer-binary ./solver                       and those of a program: one line in
    (moves), one line out

All engines take their turns position by position in one run.  A ratio is our time by the best peer's; below 1 we are
quicker. Processor time is measured, which a busy machine disturbs least. A program answers "moves score nodes
microseconds" (its own clock is believed) or anything with the score second (then the way there and back counts); it
must clear its table itself.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

import click

from c4.cli.options import json_option, seed_option, show
from c4.game.position import Position
from c4.game.values import WIN, exact_value
from c4.solver.solver import solve, solve_many
from c4.solver.table import DEFAULT_BITS, Table

POSITIONS = Path(__file__).parents[1] / "positions"
EASY = ("end_easy", "middle_easy", "begin_easy")
SETS = {"end_easy": 1, "middle_easy": 1, "middle_medium": 1, "begin_easy": 1, "begin_medium": 5, "begin_hard": 2}
"""Every set with the step that keeps a whole run within some minutes."""

EMPTY = "empty"
"""The empty board, which is also in the set "opening", of 0 to 5 plies.  Both take minutes, and are measured only if
named; give our table 23 bits."""

HARD_PLIES = 6
"""Hard positions with fewer discs cost minutes each; `--min-plies 0` includes them."""

WARM_UP = "44444412222252576331"
"""An easy position for the first answer, whose time and score do not count."""

BITBULLY = """
import sys, time
from bitbully import BitBully, Board
agent = BitBully(opening_book=None)
for line in sys.stdin:
    method, moves = (line + " -").split()[:2]
    agent.reset_transposition_table()
    board = Board([int(c) - 1 for c in moves.strip("-")])
    solve = getattr(agent, method)
    started = time.process_time()
    score = solve(board)
    print(moves, score, 0, 1e6 * (time.process_time() - started), flush=True)
"""


@dataclass
class Peer:
    """A program that reads a position a line and answers a line; `prefix` goes before the moves."""

    name: str
    process: subprocess.Popen
    prefix: str = ""
    seconds: list[float] = field(default_factory=list)
    wrong: int = 0

    def run(self, moves: str, score: int) -> None:
        started = perf_counter()
        try:
            self.process.stdin.write(f"{self.prefix}{moves}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended; perhaps it said why
        line = self.process.stdout.readline()
        answer = line.rstrip("\r\n").split(" ")  # the moves of the empty board are an empty word
        try:
            self.wrong += int(answer[1]) != score
            self.seconds.append(float(answer[3]) / 1e6 if len(answer) > 3 else perf_counter() - started)
        except (IndexError, ValueError):
            raise click.ClickException(
                f"{self.name} should answer 'moves score nodes microseconds' or 'moves score', not {line!r}"
            ) from None


def start_peers(python: str | None, binaries: tuple[str, ...]) -> list[Peer]:
    def start(*command: str) -> subprocess.Popen:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    peers = [Peer(Path(path).name, start(path)) for path in binaries]
    if python is not None:
        process = start(python, "-c", BITBULLY)
        peers += [Peer(f"bitbully {method}", process, f"{method} ") for method in ("mtdf", "null_window")]
    return peers


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
    "--min-plies", type=int, help=f"Leave out positions with fewer stones; by default {HARD_PLIES} in begin_hard."
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
    solve_many([Position.from_moves("44")], table=table, weak=True, keep_table=True)
    for name in names.split(","):
        plies = min_plies
        if plies is None:
            plies = HARD_PLIES if name == "begin_hard" else 0
        rows = [(moves, score) for moves, score in read(name) if len(moves) >= plies][:: step or SETS.get(name, 1)]
        peers = start_peers(peer_python, binaries)
        with ExitStack() as running:
            for process in {peer.process for peer in peers}:
                running.enter_context(process)
            for peer in peers:  # the first answer includes their start, which must not run beside ours
                peer.run(WARM_UP, 0)
                peer.seconds = []
                peer.wrong = 0
            if name in EASY:
                ours, nodes, wrong = measure_easy(rows, table, peers, repeat)
            else:
                ours, nodes, wrong = measure_hard(rows, table, peers, each)
            print(
                f"{name}: {len(rows)} positions, c4 {1e3 * statistics.mean(ours):.4f} ms,"
                f" {nodes:,.0f} nodes, {wrong} wrong"
            )
            for peer in peers:
                print(f"    {peer.name} {1e3 * statistics.mean(peer.seconds):.4f} ms, {peer.wrong} wrong")
            if peers:
                best = min(peers, key=lambda peer: statistics.mean(peer.seconds))
                ratios = sorted(mine / theirs for mine, theirs in zip(ours, best.seconds))
                low, middle, high = statistics.quantiles(ratios if len(ratios) > 1 else 2 * ratios, n=4)
                total = sum(ours) / sum(best.seconds)
                print(
                    f"    against {best.name}: median ratio {middle:.2f} (quartiles {low:.2f} and {high:.2f}), of the"
                    f" totals {total:.2f}",
                    flush=True,
                )


def read(name: str) -> list[tuple[str, int]]:
    """The positions of a set, as moves, with their scores."""
    if name == EMPTY:
        return [("", 1)]
    lines = (line.split() for line in (POSITIONS / f"{name}.txt").read_text().splitlines() if line)
    return [("" if moves == EMPTY else moves, int(score)) for moves, score in lines]


def measure_hard(rows, table: Table, peers: list[Peer], each: bool) -> tuple[list[float], float, int]:
    """One position after another: (our seconds for each, mean nodes, wrong scores).  `each`: prints them."""
    seconds = []
    nodes = 0
    wrong = 0
    for moves, score in rows:
        table.clear()
        started = process_time()
        result = solve(Position.from_moves(moves), table=table)
        seconds.append(process_time() - started)
        nodes += result.nodes
        wrong += result.score != score
        for peer in peers:
            peer.run(moves, score)
        if each:
            theirs = "".join(f", {peer.name} {peer.seconds[-1]:.2f} s" for peer in peers)
            print(f"    {moves or EMPTY}: c4 {seconds[-1]:.2f} s, {result.nodes:,} nodes{theirs}", flush=True)
    return seconds, nodes / len(rows), wrong


def measure_easy(rows, table: Table, peers: list[Peer], repeat: int) -> tuple[list[float], float, int]:
    """The whole set in one call, several times: (our mean seconds per position in each run, mean nodes, wrong scores);
    likewise the peers'.
    """
    positions = [Position.from_moves(moves) for moves, _ in rows]
    seconds = []
    result = []
    for _ in range(repeat):
        started = process_time()
        result = solve_many(positions, table=table)
        seconds.append((process_time() - started) / len(rows))
        for peer in peers:
            before = len(peer.seconds)
            for moves, score in rows:
                peer.run(moves, score)
            peer.seconds[before:] = [statistics.mean(peer.seconds[before:])]
    wrong = sum(solution.score != score for solution, (_, score) in zip(result, rows))
    return seconds, statistics.mean(solution.nodes for solution in result), wrong


STONES = {"end_easy": range(29, 42), "middle_easy": range(15, 29)}
"""The discs on the board in the published sets of these names."""

PLIES_LEFT = range(2, 14)
"""The plies that perfect play goes on for in them."""

BATCH_POSITIONS = 3000
"""Positions that are asked about."""

OUR_PROGRAM = "c4 solve -"

OUR_REPEATS = 50
"""How often our program gets the positions."""


def like(name: str, number: int, seed: int) -> list[tuple[str, int]]:
    """So many different positions, each as moves with its score, by the rule of a published set."""
    random = Random(seed)
    result = dict[str, int]()
    while len(result) < number:
        drawn = [moves for _ in range(number) if (moves := at_random(random, STONES[name])) is not None]
        positions = [Position.from_moves(moves) for moves in drawn]
        for position, moves, solution in zip(positions, drawn, solve_many(positions), strict=True):
            score = solution.score
            assert score is not None, "nobody stopped it"
            value = exact_value(score, score, position)
            assert value is not None, "a score makes a value"
            ends = 42 if score == 0 else WIN - abs(value.points)
            if ends - position.ply in PLIES_LEFT:
                result[moves] = score
    return list(result.items())[:number]


def at_random(random: Random, stones: range) -> str | None:
    """The moves of a random game, as many as one of `stones`; None if one side has a line before."""
    heights = [0] * 7
    sides = [0, 0]
    moves = ""
    for ply in range(random.choice(stones)):
        column = random.choice([column for column in range(7) if heights[column] < 6])
        sides[ply % 2] |= 1 << (7 * column + heights[column])
        if has_line(sides[ply % 2]):
            return None
        heights[column] += 1
        moves += str(column + 1)
    return moves


def has_line(stones: int) -> bool:
    """Whether these discs complete a line: upright, in one diagonal, across, or in the other diagonal."""
    for step in (1, 6, 7, 8):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def run(command: list[str], rows: list[tuple[str, int]]) -> tuple[float, float]:
    """Seconds of processor time and of the clock for rows piped through a program.  Every score must be right."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = perf_counter()
    text = "".join(f"{moves}\n" for moves, _ in rows)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    passed = perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    for line, (moves, score) in zip(done.stdout.splitlines(), rows, strict=True):
        if line.split()[:2] != [moves, str(score)]:
            raise click.ClickException(f"{command[0]} says {line!r} of {moves}, whose score is {score}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, passed


def costs(rows: list[tuple[str, int]], turns: int, binaries: tuple[str, ...]) -> dict[str, list[tuple[float, float]]]:
    """For each program, ours first, microseconds of processor time and of the clock for a position, one pair a turn."""
    programs = {OUR_PROGRAM: [sys.executable, "-m", "c4", "solve", "-", "--no-book"]}
    programs |= {Path(path).name: [path] for path in binaries}
    result: dict[str, list[tuple[float, float]]] = {program: [] for program in programs}
    for _ in range(turns):
        for program, command in programs.items():
            repeats = OUR_REPEATS if program == OUR_PROGRAM else 1
            many = rows * repeats
            one = run(command, many[:1])
            every = run(command, many)
            processor, clock = (1e6 * (late - early) / (len(many) - 1) for early, late in zip(one, every))
            result[program].append((processor, clock))
    return result


@click.command()
@click.option("--sets", "names", default=",".join(STONES), show_default=True, help="Like which sets, with commas.")
@click.option("--positions", "number", type=click.IntRange(min=2), default=BATCH_POSITIONS, show_default=True)
@click.option("--turns", type=click.IntRange(min=1), default=7, show_default=True, help="Interleaved repeats.")
@seed_option
@click.option("--peer-binary", "binaries", multiple=True, help="Another solver program.")
@json_option
def lines_main(names: str, number: int, turns: int, seed: int, binaries: tuple[str, ...], as_json: bool) -> None:
    """Prints microseconds for a position: the median over the turns, and the lowest and highest."""
    for name in names.split(","):
        for program, result in costs(like(name, number, seed), turns, binaries).items():
            shown = [f"{median(part):.1f} ({min(part):.1f} to {max(part):.1f})" for part in zip(*result, strict=True)]
            text = f"{name}: {program} {shown[0]} microseconds of processor time, {shown[1]} by the clock"
            show({"set": name, "program": program, "microseconds": result}, text, as_json)
