"""Other solvers, as processes that are asked for one position after another."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import click

from lab.benchmarks.sets import Scored

WARM_UP = "44444412222252576331"
"""An easy position for the first answer, which includes the start of the process and does not count."""

BITBULLY_METHODS = ("mtdf", "null_window")
"""The two ways in which bitbully solves a position."""

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
"""A program for a Python that has the package bitbully: it reads lines "method moves", and answers as a `Peer` does."""


class Answer(NamedTuple):
    """The score of a position, and the seconds that it took."""

    score: int
    seconds: float


class Answers(NamedTuple):
    """What a peer said of several positions: the seconds for all of them, and how many scores were wrong."""

    seconds: float
    wrong: int


@dataclass
class Peer:
    """A program that reads a position a line and answers a line.

    It answers "moves score nodes microseconds", and then its own clock is believed; or "moves score", and then the time
    from the question to the answer counts.
    """

    name: str
    process: subprocess.Popen[str]
    prefix: str = ""
    """Goes before the moves of a position."""

    def answer(self, moves: str) -> Answer:
        """Asks about one position.  Raises ClickException for an answer of another form."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        started = perf_counter()
        try:
            self.process.stdin.write(f"{self.prefix}{moves}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended; perhaps it said why
        line = self.process.stdout.readline()
        passed = perf_counter() - started
        words = line.rstrip("\r\n").split(" ")  # the moves of the empty board are an empty word
        try:
            has_own_clock = len(words) > 3
            return Answer(int(words[1]), float(words[3]) / 1e6 if has_own_clock else passed)
        except (IndexError, ValueError):
            raise click.ClickException(
                f"{self.name} should answer 'moves score nodes microseconds' or 'moves score', not {line!r}"
            ) from None

    def answer_all(self, positions: Iterable[Scored]) -> Answers:
        """Asks about one position after another, and compares the scores."""
        seconds = 0.0
        wrong = 0
        for moves, score in positions:
            answer = self.answer(moves)
            seconds += answer.seconds
            wrong += answer.score != score
        return Answers(seconds, wrong)


@contextmanager
def running_peers(python: str | None, binaries: Iterable[str], bitbully_name: str = "bitbully") -> Iterator[list[Peer]]:
    """Starts solver programs, and bitbully twice, by each method, if `python` is an interpreter that has it.

    Each has answered once when the block begins, so that its start does not run beside our work.  All processes end with
    the block.
    """
    with ExitStack() as processes:

        def start(*command: str) -> subprocess.Popen[str]:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            processes.callback(end, process)
            return process

        peers = [Peer(Path(path).name, start(path)) for path in binaries]
        if python is not None:
            bitbully = start(python, "-c", BITBULLY)
            peers += [Peer(f"{bitbully_name} {method}", bitbully, f"{method} ") for method in BITBULLY_METHODS]
        for peer in peers:
            peer.answer(WARM_UP)
        yield peers


def end(process: subprocess.Popen[str]) -> None:
    """Closes what a process reads, which ends it, and waits for that."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError):  # it had ended before, with a question unread
        process.stdin.close()
    process.stdout.close()
    process.wait()
