"""`c4 solve`: exact scores of positions, printed as the public solvers print them."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from time import perf_counter
from typing import IO, Any

import click
import numpy as np

from c4.cli.options import (
    LONGEST_LINE,
    Integer,
    board_options,
    files_of,
    json_option,
    positions_argument,
    read_positions,
    show,
    too_long,
    tree_option,
    write_tree,
)
from c4.errors import C4Error, naming
from c4.exact.book import book_for
from c4.exact.scores import principal_variation, solve, stream_columns
from c4.exact.tree import decide
from c4.game.columns import format_columns
from c4.game.grid import is_line_of_picture
from c4.game.notation import entry_text
from c4.game.position import Position
from c4.game.rules import Rules
from c4.kernels.board import board_of
from c4.library.reader import is_in_picture, read_line
from c4.solver.questions import read_moves
from c4.solver.solver import Solution, bits_for, check_solvable, sign_of, solve_stones
from c4.solver.table import Table
from c4.storage import keep_input


@click.command()
@positions_argument
@click.option(
    "--book/--no-book", default=True, help="Whether to look positions up in the book first (0 nodes).  [default: book]"
)
@click.option("--weak", is_flag=True, help="Only find out win (1), draw (0) or loss (-1), which is faster.")
@click.option("--scores", is_flag=True, help="Also print the score of every column, left to right; '.' is a full one.")
@click.option("--line", is_flag=True, help="Also print the columns that both sides play with best play.")
@click.option("--threads", type=Integer(min=1), help="Threads of a search that takes long.  [default: one per core]")
@tree_option
@board_options
@json_option
def command(
    positions: tuple[str, ...],
    book: bool,
    weak: bool,
    scores: bool,
    line: bool,
    threads: int | None,
    out: str | None,
    as_json: bool,
    **board: Any,
) -> None:
    """Prints a line for each POSITION: the position, its exact score, nodes, microseconds.

    +k means that the side to move wins with its k-th last disc (+1: with its last), 0 is a draw, -k means that the
    other side wins with its k-th last disc.  Only the rule "first line wins" can be solved.  With "-" positions are
    read ahead and solved some at a time, for which the microseconds are the mean.  The tree of --out has the exact
    values of the columns; in the window each of its nodes can be opened further.  A search of more than a second shows
    a bar on a terminal: the bounds so far, and how long the present question is likely to take.
    """
    rules = Rules(**board)
    if out is not None:
        keep_input(out, *files_of(positions, rules))
    several_questions = bool(scores or line or out)
    if positions == ("-",) and not several_questions and not as_json and hasattr(sys.stdin, "buffer"):
        answer_all(sys.stdin.buffer, rules, book, weak)
        return
    questions = Questions(book, weak, threads or os.cpu_count() or 1)
    position = None
    for text, position in read_positions(positions, rules, check_solvable):
        if several_questions:
            questions.table = table_for(position, questions.table)
        answer = questions.answer(text, position, scores, line)
        show(answer.to_json(), answer.in_words(), as_json)
    if out is not None:
        last = None if position is None else decide(position, table=questions.table, recording=True)
        write_tree(last, out)


@dataclass
class Answer:
    """What was found of the position `text`; `columns` (a score each, None for a full one) and `line` if asked for."""

    text: str
    solution: Solution
    weak: bool
    columns: list[int | None] | None = None
    line: tuple[int, ...] | None = None

    @property
    def score(self) -> int | None:
        """The score, with `weak` its sign."""
        return self.solution.sign if self.weak else self.solution.score

    @property
    def microseconds(self) -> int:
        """The time of the search."""
        return round(1e6 * self.solution.seconds)

    def to_json(self) -> dict[str, Any]:
        """The object that --json prints."""
        result: dict[str, Any] = {
            "position": self.text,
            "score": self.score,
            "nodes": self.solution.nodes,
            "microseconds": self.microseconds,
            "weak": self.weak,
        }
        if self.columns is not None:
            result["columns"] = self.columns
        if self.line is not None:
            result["pv"] = [column + 1 for column in self.line]
        return result

    def in_words(self) -> str:
        """The line that is printed for people and for programs that read the public solvers."""
        words: list[object] = [self.text, self.score, self.solution.nodes, self.microseconds]
        if self.columns is not None:
            words += ["." if score is None else score for score in self.columns]
        if self.line is not None:
            words.append(format_columns(self.line))
        return " ".join(map(str, words))


@dataclass
class Questions:
    """How questions are asked; one `table` serves all questions about a position."""

    book: bool
    weak: bool
    threads: int
    table: Table | None = None

    def answer(self, text: str, position: Position, with_columns: bool, with_line: bool) -> Answer:
        """Solves a position; also every column, and best play, if they are wanted."""
        how: dict[str, Any] = {"book": self.book, "table": self.table, "threads": self.threads}
        with SolvingBar("score") as report:
            solution = solve(position, weak=self.weak, report=report, **how)
        answer = Answer(text, solution, self.weak)
        if with_columns:
            scores: dict[int, int | None] = {}
            with SolvingBar("score of a column") as report:
                for news in stream_columns(position, weak=self.weak, report=report, **how):
                    scores[news.column] = sign_of(news.lower, news.upper) if self.weak else news.score
            answer.columns = [scores.get(column) for column in range(position.rules.columns)]
        if with_line:
            with SolvingBar("score along the line") as report:
                answer.line = principal_variation(position, report=report, **how)
        return answer


def table_for(position: Position, table: Table | None) -> Table:
    """An empty table for all questions about a position: this one if its size suits, otherwise a new one."""
    bits = bits_for(position)
    if table is None or table.bits != bits:
        return Table(bits)
    table.clear()
    return table


class SolvingBar:
    """A progress bar on standard error, on a terminal, for a search that takes longer than a second."""

    DELAY = 1.0
    """Seconds without a bar."""

    INTERVAL = 0.2
    """Seconds between two changes of it."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.bar: Any = None
        self.changed = 0.0

    def __enter__(self) -> SolvingBar:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()

    def __call__(self, solution: Solution, nodes_left: int) -> None:
        if solution.seconds < self.DELAY or solution.seconds < self.changed + self.INTERVAL:
            return
        self.changed = solution.seconds
        if self.bar is None:
            from tqdm import tqdm

            self.bar = tqdm(unit=" nodes", unit_scale=True, disable=None, leave=False)
        self.bar.total = solution.nodes + nodes_left
        self.bar.n = solution.nodes
        self.bar.set_description(f"{self.what} from {solution.lower} to {solution.upper}")


BATCH_SECONDS = 0.05
"""What a batch may take."""

BATCH_LINES = 4096
"""Lines of a batch."""

CHUNK_BYTES = 1 << 16
"""Bytes that are read at most at a time."""


def answer_all(stream: IO[bytes], rules: Rules, book: bool, weak: bool) -> None:
    """Answers the lines of a stream on standard output until it ends.

    Raises C4Error, naming the line, once those before it are answered.
    """
    answers = Answers(rules, book, weak)
    rest = b""
    while chunk := stream.read1(CHUNK_BYTES):  # type: ignore[attr-defined]  # every buffered stream has it
        complete, line_break, rest = (rest + chunk).rpartition(b"\n")
        if line_break:
            answers.take(complete + line_break)
        if len(rest) >= LONGEST_LINE:
            raise too_long(answers.number + 1)
    if rest:
        answers.take(rest + b"\n")
    answers.end_picture()


class Answers:
    """What has been answered so far: `number` lines; `size` is that of the next batch.

    Lines that are plain move strings, and not short enough to be in the book, are solved some at a time; any other line
    alone.
    """

    def __init__(self, rules: Rules, book: bool, weak: bool) -> None:
        self.rules = rules
        self.book = book
        self.weak = weak
        opened = book_for(rules) if book else None
        self._moves_in_book = -1 if opened is None else opened.plies  # no line is shorter than 0
        self.number = 0
        self.size = 1
        self.picture: list[str] = []

    def take(self, data: bytes) -> None:
        """Answers lines, each with its line break."""
        try:
            lines = data.decode("utf-8-sig" if self.number == 0 else "utf-8").split("\n")[:-1]
        except UnicodeDecodeError:
            raise C4Error("standard input is not text in UTF-8: one position per line was expected") from None
        lines = [self._position_in(line) for line in lines]
        text = np.frombuffer("".join(f"{line}\n" for line in lines).encode(), dtype=np.uint8)
        text = text.copy()  # kernels want what they could write to
        ends = np.flatnonzero(text == ord("\n"))  # of each line, the place of its line break
        starts = np.concatenate(([0], ends[:-1] + 1))
        first = 0  # the next line to answer
        while first < len(lines):
            end = first + self._next_batch((ends - starts)[first:])
            start = int(starts[first])
            stones = np.empty((end - first, 2), dtype=np.uint64)
            done = read_moves(text[start:], ends[first:end] - start, stones, board_of(self.rules))
            if done:
                self.end_picture()
                self._solve_batch(lines[first : first + done], stones[:done])
            else:
                self._take_line(lines[first])
                done = 1
            first += done
            self.number += done

    def _next_batch(self, lengths: Any) -> int:
        """How many of the next lines make a batch, given their lengths: those before the first that may be in the book."""
        lengths = lengths[: self.size]
        in_book = np.flatnonzero(lengths <= self._moves_in_book)
        return int(in_book[0]) if len(in_book) else len(lengths)

    def _position_in(self, line: str) -> str:
        """The position of a line without a score after it; a row of a picture as it is."""
        is_remark = line.lstrip().startswith("#")
        if line.isalnum() or (not is_remark and is_line_of_picture(line, self.rules, begun=True)):
            return line
        return entry_text(line)

    def _solve_batch(self, lines: list[str], stones: Any) -> None:
        """Solves positions of plain move strings together; the time that they take sets the size of the next batch."""
        started = perf_counter()
        first = Position.from_moves(lines[0], self.rules)
        solutions = solve_stones(stones, first, weak=self.weak)
        seconds_each = (perf_counter() - started) / len(lines)
        self.size = max(1, min(BATCH_LINES, int(BATCH_SECONDS / seconds_each)))
        self._write(lines, solutions)

    def _take_line(self, line: str) -> None:
        """Solves a line that is not a plain move string, or is in the book; the rows of a picture are collected."""
        if is_in_picture(line, self.rules, len(self.picture)):
            self.picture.append(line)
            return
        self.end_picture()
        if line.strip():
            self._solve_alone(line, self.number + 1)

    def end_picture(self) -> None:
        """Solves the picture whose rows were collected, if there is one."""
        if self.picture:
            rows = self.picture
            self.picture = []
            self._solve_alone("\n".join(rows), self.number + 1 - len(rows))

    def _solve_alone(self, line: str, number: int) -> None:
        """Solves the position of a line or a picture, whose first line has this number."""
        with naming(f"line {number}"):
            text, position = read_line(line, self.rules)
            check_solvable(position)
        self._write([text], [solve(position, book=self.book, weak=self.weak)])

    def _write(self, lines: list[str], solutions: list[Solution]) -> None:
        for line, solution in zip(lines, solutions):
            sys.stdout.write(f"{Answer(line, solution, self.weak).in_words()}\n")
        sys.stdout.flush()
