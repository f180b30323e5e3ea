"""The lines of `c4 solve -`: read ahead as far as they are there, solved in batches in one compiled call each.

A line that is typed alone is answered at once; a batch is so long that it takes a twentieth of a second, as far as the
last one shows.  What is not a plain move string, or is in the book, is answered one by one.  Imports the solver.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import IO, Any

import numpy as np

from c4.compiled.board import board_of
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import C4Error, Rules
from c4.solver.reading import read_moves
from c4.solver.solver import solve_stones
from c4.solver.work import Solution, check
from c4.truth.book import book_for
from c4.truth.exact import solve

SECONDS = 0.05
"""What a batch may take."""

MOST = 4096
"""Lines of a batch."""

CHUNK = 1 << 16
"""Bytes that are read at most at a time."""


def answer_all(stream: IO[bytes], rules: Rules, book: bool, weak: bool) -> None:
    """Answers the lines of a stream on standard output until it ends.

    Raises C4Error, naming the line, once those before it are answered.
    """
    answers = Answers(rules, book, weak)
    rest = b""
    while chunk := stream.read1(CHUNK):  # type: ignore[attr-defined]  # every buffered stream has it
        whole, line_break, rest = (rest + chunk).rpartition(b"\n")
        if line_break:
            answers.take(whole + line_break)
    if rest:
        answers.take(rest + b"\n")


class Answers:
    """What has been answered so far: `number` lines; `size` is that of the next batch."""

    def __init__(self, rules: Rules, book: bool, weak: bool) -> None:
        self.rules, self.book, self.weak = rules, book, weak
        opened = book_for(rules) if book else None
        self._in_book = -1 if opened is None else opened.plies
        self.number, self.size = 0, 1

    def take(self, data: bytes) -> None:
        """Answers lines, each with its line break."""
        try:
            lines = data.decode().split("\n")[:-1]
        except UnicodeDecodeError:
            raise C4Error("standard input is not text: one position per line was expected") from None
        text = np.frombuffer(data, dtype=np.uint8).copy()  # kernels want what they could write to
        ends = np.flatnonzero(text == ord("\n"))
        lengths = np.diff(ends, prepend=-1) - 1
        at = 0
        while at < len(lines):
            start = 0 if at == 0 else int(ends[at - 1]) + 1
            known = np.flatnonzero(lengths[at : at + self.size] <= self._in_book)
            batch = ends[at : at + (int(known[0]) if len(known) else self.size)] - start
            stones = np.empty((len(batch), 2), dtype=np.uint64)
            done = read_moves(text[start:], batch, stones, board_of(self.rules))
            if done:
                self._solve(lines[at : at + done], stones[:done])
            else:
                self._answer(lines[at])
                done = 1
            at += done
            self.number += done

    def _solve(self, lines: list[str], stones: Any) -> None:
        started = perf_counter()
        first = Position.from_moves(lines[0], self.rules)
        found = solve_stones(stones, first, weak=self.weak)
        each = (perf_counter() - started) / len(lines)
        self.size = max(1, min(MOST, int(SECONDS / each)))
        self._write(lines, found)

    def _answer(self, line: str) -> None:
        """Answers a line that is not a plain move string, or is in the book."""
        if not line.strip():
            return
        try:
            position = parse_position(line, self.rules)
            check(position)
        except C4Error as error:
            raise C4Error(f"line {self.number + 1}: {error}") from None
        self._write([line.strip()], [solve(position, book=self.book, weak=self.weak)])

    def _write(self, lines: list[str], found: list[Solution]) -> None:
        weak = self.weak
        sys.stdout.write(
            "".join([
                f"{line} {one.sign if weak else one.score} {one.nodes} {1e6 * one.seconds:.0f}\n"
                for line, one in zip(lines, found)
            ])
        )  # fmt: skip
        sys.stdout.flush()
