"""Another program as an agent: `program:./their_solver` reads the moves of the game and answers, a line for each.

    in    4453                the columns played, from 1; an empty line is the empty board
    out   3                   the column to play, from 1: what `c4 serve` and small programs say
          4453 s1 s2 ... s7   the moves and a score for each column, as the public solvers say with -a: the agent plays
                              the one with the best score

The program keeps running between moves.  What it prints before it is asked is no answer.  A program that has ended is
started again.  One that takes too long or prints too much is killed, with all programs that it has started; so are all
programs when this process ends.  Only programs that the user names are started.
"""

from __future__ import annotations

import atexit
import os
import re
import shlex
import subprocess
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from time import monotonic, perf_counter
from typing import IO, cast

from c4.agents import PROGRAM
from c4.agents.base import require_moves
from c4.agents.limits import Limits
from c4.children import GUARD, end_group
from c4.errors import C4Error
from c4.exact.scores import best_columns
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.values import exact_value
from c4.search.decision import Decision
from c4.search.watch import Watch
from c4.text import pluralise

MOVE_SECONDS = 60.0
"""The time for a move, unless `time_ms` says otherwise."""

START_SECONDS = 30.0
"""More seconds for the first answer after a start."""

POLL_SECONDS = 0.05
"""Seconds between two looks at the watch."""

GREETING_SECONDS = 0.05
"""Seconds after the first line in which another one means that the first was a greeting, no answer."""

RESTARTS = 1
"""How often a program that ends instead of answering is started again."""

MAX_LINE_BYTES = 10_000
"""The most bytes of a line of its output."""

MAX_PENDING_LINES = 1_000
"""The most lines that it may print without being asked."""

MAX_ERROR_BYTES = 2_000
"""The most bytes of its standard error that are remembered: the last ones."""

MAX_SHOWN_ANSWER = 80
"""The most characters of an answer that cannot be read in the message about it."""

MAX_SHOWN_ERROR = 200
"""The most characters of an error that it answers in the message about it."""


class Stopped(Exception):
    """The watch was stopped."""


class Ended(Exception):
    """The program has ended instead of answering."""


class Process:
    """A running program.  Threads write the lines of its input and queue the lines of its output: neither can block."""

    def __init__(self, command: str) -> None:
        """Raises C4Error if it cannot be started."""
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise C4Error(f"{command} cannot be started: {error}") from None
        if not words:
            raise C4Error("program: must be followed by a command, such as program:./solver")
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # a process group of its own, which `_end` can end
            )
            GUARD.add(self._process.pid)
        except OSError as error:
            raise C4Error(f"{command} cannot be started: {error.strerror}") from None
        self._input = cast("IO[bytes]", self._process.stdin)
        self._output = cast("IO[bytes]", self._process.stdout)
        self._errors = cast("IO[bytes]", self._process.stderr)
        self._questions: Queue[bytes | None] = Queue()
        self._lines: Queue[str | None] = Queue()
        self.errors_printed = b""
        """The end of what it has printed on standard error."""
        self.fault = ""
        """Why it was ended, if it printed too much."""
        self.has_answered = False
        self._threads = [
            Thread(target=work, daemon=True, name="program") for work in (self._write, self._read, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()

    def _write(self) -> None:
        """Writes the questions to its input, until None; works in a thread."""
        with suppress(OSError), self._input as lines:  # OSError: it does not read any more
            while (question := self._questions.get()) is not None:
                lines.write(question)
                lines.flush()

    def _read(self) -> None:
        """Queues the lines of its output, and None at its end; works in a thread."""
        with self._output as lines:
            while line := lines.readline(MAX_LINE_BYTES + 1):
                if len(line) > MAX_LINE_BYTES:
                    self.fault = f"prints a line of more than {MAX_LINE_BYTES:,} bytes"
                elif self._lines.qsize() >= MAX_PENDING_LINES:
                    self.fault = f"prints more than {MAX_PENDING_LINES:,} lines without being asked"
                if self.fault:
                    end_group(self._process.pid)
                    break
                self._lines.put(line.decode(errors="replace"))
        self._lines.put(None)

    def _read_errors(self) -> None:
        """Remembers the end of its standard error; works in a thread."""
        with self._errors as errors:
            while part := os.read(errors.fileno(), 1 << 16):
                self.errors_printed = (self.errors_printed + part)[-MAX_ERROR_BYTES:]

    def ask(self, line: str, until: float, watch: Watch | None) -> str | None:
        """The answer to a line; None if there is none until the time `until` (`monotonic`).  Raises Ended and Stopped.

        Lines that it printed before it was asked are dropped, and so is a greeting before the first answer.
        """
        self._drop_lines()
        self._questions.put(line.encode() + b"\n")
        if not self.has_answered:
            until += START_SECONDS
        while True:
            if watch is not None and watch.stopped:
                raise Stopped
            try:
                answer = self._lines.get(timeout=max(0.0, min(POLL_SECONDS, until - monotonic())))
            except Empty:
                if monotonic() >= until:
                    return None
                continue
            if answer is None:
                raise Ended
            if not self.has_answered:
                self.has_answered = True
                answer = self._after_greeting(answer)
            return answer.strip()

    def _drop_lines(self) -> None:
        """Drops what it has printed.  Raises Ended."""
        while not self._lines.empty():
            if self._lines.get() is None:
                raise Ended

    def _after_greeting(self, line: str) -> str:
        """The first line, or the last of those that follow it at once."""
        end = monotonic() + GREETING_SECONDS
        with suppress(Empty):
            while (seconds := end - monotonic()) > 0:
                following = self._lines.get(timeout=seconds)
                if following is None:
                    self._lines.put(None)  # it has ended after its answer: the next question finds out
                    break
                line = following
        return line

    def close_and_describe(self) -> str:
        """Ends it; returns its exit status and its last line on standard error, in words."""
        self.close()
        status = f"exit status {self._process.returncode}"
        lines = self.errors_printed.decode(errors="replace").strip().splitlines()
        return f"{status}, {lines[-1].strip()}" if lines else status

    def close(self) -> None:
        """Ends it, and all that it has started."""
        self._questions.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(POLL_SECONDS)
        end_group(self._process.pid)
        GUARD.remove(self._process.pid)
        self._process.wait()
        for thread in self._threads:
            thread.join(1.0)


class Conversation:
    """Questions to the program of a command, which is started when it is asked.

    All agents of the command share it, one move at a time.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        self.lock = Lock()
        self.process: Process | None = None

    def ask(self, line: str, until: float, watch: Watch | None) -> list[str]:
        """The words of the answer to a line, without the moves.  Raises C4Error if there is none, and Stopped."""
        end = ""
        for _ in range(1 + RESTARTS):
            process = self.process or Process(self.command)
            self.process = process
            try:
                answer = self._answer_of(process, line, until, watch)
            except Ended:
                end = self._forget(process)
            else:
                return self._words_of(answer, line)
        raise C4Error(f"{self.command} ends instead of answering {line!r}: {end}")

    def _answer_of(self, process: Process, line: str, until: float, watch: Watch | None) -> str:
        """The answer to a line.  Raises Ended; ends the program when there is no answer in time, or after a stop."""
        started = monotonic()
        try:
            answer = process.ask(line, until, watch)
        except Stopped:
            self.close()
            raise
        if answer is None:
            self.close()
            raise C4Error(f"{self.command} gave no answer to {line!r} in {monotonic() - started:.1f} seconds")
        return answer

    def _forget(self, process: Process) -> str:
        """Forgets a program that has ended; returns how it ended, in words.

        Raises Stopped if `close` has ended it, and C4Error if it printed too much.
        """
        if self.process is not process:
            raise Stopped from None
        end = process.close_and_describe()
        self.process = None
        if process.fault:
            raise C4Error(f"{self.command} {process.fault}") from None
        return end

    def _words_of(self, answer: str, line: str) -> list[str]:
        """The words of an answer to a line, without the moves.  Raises C4Error if it says that something is wrong."""
        if answer.lower().startswith("error"):
            raise C4Error(f"{self.command} says of {line!r}: {' '.join(answer.split())[:MAX_SHOWN_ERROR]}")
        words = answer.split()
        repeats_the_moves = len(words) > 1 and words[0] == line
        return words[1:] if repeats_the_moves else words

    def unreadable(self, line: str, words: list[str]) -> C4Error:
        """The error for an answer that is neither a column nor a score for every column."""
        answer = " ".join(words)[:MAX_SHOWN_ANSWER]
        wanted = "a column from 1, or the moves and a score for every column"
        return C4Error(f"{self.command} answers {answer!r} to {line!r}: {wanted} was expected")

    def close(self) -> None:
        """Ends the program; it is started again when it is asked."""
        process = self.process
        self.process = None
        if process is not None:
            process.close()


_conversations: dict[str, Conversation] = {}


@atexit.register
def end_all() -> None:
    """Ends all programs."""
    for conversation in list(_conversations.values()):
        conversation.close()


class Program:
    """The agent; see the module."""

    def __init__(self, name: str) -> None:
        command = name.removeprefix(PROGRAM)
        self._conversation = _conversations.setdefault(command, Conversation(command))

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        """What the program plays.  Raises C4Error for an answer that is none, or that does not come in time."""
        require_moves(position)
        if position.moves is None:
            raise C4Error(f"{self._conversation.command} needs the moves of the game, and {position!r} has none")
        started = perf_counter()
        seconds = MOVE_SECONDS if limits.time_ms is None else limits.time_ms / 1000
        until = monotonic() + seconds
        with self._conversation.lock:
            try:
                decision = self._choose(position, until, watch)
            except Stopped:
                return Decision(None, complete=False)
        return replace(decision, seconds=perf_counter() - started)

    def _choose(self, position: Position, until: float, watch: Watch | None) -> Decision:
        """What the program plays, asked now.  Raises C4Error and Stopped."""
        conversation = self._conversation
        moves = format_columns(position.moves or ())
        words = conversation.ask(moves, until, watch)
        name = Path(conversation.command.split()[0]).name
        column = column_of(words)
        if column in position.legal_columns():
            return Decision(column, reason=f"{name} plays it")
        scores = scores_of(words, position)
        if scores is None:
            raise conversation.unreadable(moves, words)
        return decision_by_scores(scores, position, name)

    def close(self) -> None:
        """Ends the program."""
        self._conversation.close()


def column_of(words: list[str]) -> int | None:
    """The column (from 0) that an answer names, full or not; None if it is no column."""
    if len(words) == 1 and re.fullmatch("[0-9]{1,2}", words[0]):
        return int(words[0]) - 1
    return None


def scores_of(words: list[str], position: Position) -> dict[int, int] | None:
    """The scores of the legal columns (from 0) that an answer has; None if it has no possible score for each column."""
    if len(words) != position.rules.columns:
        return None
    if not all(re.fullmatch("[+-]?[0-9]{1,9}", word) for word in words):
        return None
    scores = {column: int(words[column]) for column in position.legal_columns()}
    largest = position.rules.cells // 2 + 1
    return scores if all(abs(score) <= largest for score in scores.values()) else None


def decision_by_scores(scores: dict[int, int], position: Position, name: str) -> Decision:
    """The column with the best score, with the values that follow from the scores; `name` is that of the program."""
    column = best_columns(scores, position.rules)[0]
    values = {}
    for each, score in scores.items():
        value = exact_value(score, score, position)
        assert value is not None, "an exact score has a value"
        values[each] = value
    return Decision(
        column=column,
        value=values[column],
        columns=values,
        principal_variation=(column,),
        reason=f"the best of {pluralise(len(scores), 'score')} by {name}: {scores[column]:+d}",
        estimate=f"scores by {name}",
    )
