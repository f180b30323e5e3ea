"""kill -9 while something is written, as often as one likes: the next start finds the last complete state.

All is imported and compiled once; every attempt is a child of that process, begun by fork, and killed at a moment drawn
by its seed: by the clock, at an event of the file system that Python tells of, or in the middle of a write.  Linux.
"""

from __future__ import annotations

import io
import os
import random
import shutil
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from tqdm import tqdm

from c4 import cli, jobs, storage
from c4.arena.games import GamesFile
from c4.arena.suites import Suite
from c4.exact import labels
from c4.exact.book import Book
from c4.game.position import Position
from c4.learning import LEARNERS, load
from c4.library.library import Library
from c4.practice import puzzles
from c4.session.settings import Settings
from c4.strategy import strategies
from c4.tree import treefile
from lab.__main__ import cli as lab
from lab.make import label_chunks, label_plan
from lab.make import labels as labelmaking
from lab.make import strategies as making
from lab.make.suites import SuitePlan, make, plan_of
from lab.measure.sweep.results import SweepFolder
from visualizer.state.preferences import Preferences, PreferencesFile

EVENTS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.utime", "shutil.rmtree"}
"""What Python tells of before it happens: there a process can be killed."""

ATTEMPTS_FOR_ONE_UNDISTURBED = 10
"""Every so many attempts one is left alone: it must go on from what is there, and end well."""

Work = Callable[[Path], None]
Look = Callable[[Path], int]
Moment = tuple[str, float]
"""("clock", seconds), ("event", number) or ("write", number)."""


@dataclass(frozen=True)
class Writer:
    """Something that writes: `work(folder)`, and `look(folder)`, which reads what is there, and says how much: that
    never shrinks.  `once`: the work ends with a file, and begins anew when that is removed.
    """

    work: Work
    look: Look
    once: str = ""


@dataclass
class Kills:
    """How often a writer was killed, how often it had finished before, and what was wrong."""

    killed: int
    finished: int
    faults: list[str]


# -- what writes ------------------------------------------------------------------------------------------------------


def command(words: str) -> Work:
    """A command of `c4`, or of the laboratory with "lab" in front; {0} is the folder."""
    group = lab if words.startswith("lab ") else cli.cli
    rest = words.removeprefix("lab ")

    def work(folder: Path) -> None:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as message:
            try:
                cli.run(group, "c4", [word.format(folder) for word in rest.split()])
            except SystemExit as end:
                raise RuntimeError(message.getvalue()) from end

    return work


def read(file: str, reader: Callable[[Path], Any]) -> Look:
    """A file that is there and can be read, or is not there."""

    def look(folder: Path) -> int:
        if not (folder / file).exists():
            return 0
        reader(folder / file)
        return 1

    return look


def trained(name: str, file: str) -> Look:
    """The games of a model."""

    def episodes(folder: Path) -> int:
        path = folder / file
        return load(name).from_file(path).episodes if path.exists() else 0

    return episodes


def played(folder: Path) -> int:
    """The games of a file, each once."""
    games = list(GamesFile(folder / "games.jsonl").read()) if (folder / "games.jsonl").exists() else []
    assert len({game.pairing for game in games}) == len(games), "a game was played twice"
    return len(games)


def stored(folder: Path) -> int:
    """The games of a library whose index and pages agree."""
    path = folder / "library.sqlite"
    if not path.exists():
        return 0
    with Library(path) as library:
        number = sum(1 for _ in library.export())
    connection = sqlite3.connect(path)
    (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    assert answer == "ok", answer
    return number


def make_suite(folder: Path) -> None:
    """The last stages of suite d, which are quick."""
    make(folder / "suite.npz", SuitePlan("d", 1, 4, plan_of("d").stages[-2:], True), set(), partial(jobs.run, jobs=1))


def make_labels(folder: Path) -> None:
    """Labels of late positions, one or two chunks more than there are."""
    path = folder / "labels.npz"
    small = {"POSITIONS_OF_ROOT_PLY": dict.fromkeys(range(30, 37), 40), "LEAVES": {4: 20}, "LEAF_ROOTS": range(30, 34)}
    none = np.zeros(0, dtype=np.uint64)
    plan = labelmaking.LabelsPlan(first=30, last=33)
    without_book = patch.object(label_chunks, "from_book", lambda: (none, none.astype(np.int8)))
    with without_book, patch.multiple(label_plan, **small):
        many = label_plan.positions_drawn(plan, labelled(folder) + 2)
        labelmaking.make(path, plan, many, none, partial(jobs.run, jobs=1))


def labelled(folder: Path) -> int:
    """How many chunks of labels there are."""
    path = folder / "labels.npz"
    return len(labels.read(path).about["chunks"]) if path.exists() else 0


SWEEP = """
learner = "windows"
episodes = 20
[settings]
temperature = [0.0, 0.2]
[choose]
seeds = [1, 2]
every = 700
"""


def sweep(folder: Path) -> None:
    """Four short trainings."""
    (folder / "sweep.toml").write_text(SWEEP)
    command("lab measure sweep {0}/sweep.toml --jobs 1")(folder)


def swept(folder: Path) -> int:
    """The trainings of a sweep whose models are there and can be read."""
    results = SweepFolder(folder / "sweep-results")
    trainings = results.trainings() if results.exists() else []
    for training in trainings:
        load("windows").from_file(results.folder / "models" / str(training.model))
    return len(trainings)


def make_strategy(folder: Path) -> None:
    """A small one, which keeps what is settled all the time."""
    with patch.object(making, "SAVE_INTERVAL_SECONDS", 0.01):
        making.make(Position.from_moves("44444432213355"), folder / "s.c4strategy", processes=1, work=1000)


def import_games(folder: Path) -> None:
    """Games that no import before has brought."""
    first = stored(folder)
    (folder / "more.txt").write_text("".join(f"{moves(number)}\n" for number in range(first, first + 300)))
    command("library import {0}/more.txt --library {0}/library.sqlite")(folder)


def moves(number: int) -> str:
    """A game for every number."""
    return "".join(str(1 + number // 7**place % 7) for place in range(6))


MOST_CHANGES = 1_000_000
"""A sash is a share of the width: how often the preferences were changed is one of so many."""


def prefer(folder: Path) -> None:
    """Changes the preferences twenty times."""
    path = folder / "window.json"
    number = preferred(folder)
    for later in range(number + 1, number + 21):
        preferences = Preferences(sashes={"changes": later / MOST_CHANGES})
        message = PreferencesFile(path).write(Settings(), preferences)
        assert not message, message


def preferred(folder: Path) -> int:
    """How often they were changed."""
    _, preferences, message = PreferencesFile(folder / "window.json").read()
    assert not message, message
    return round(preferences.sashes.get("changes", 0) * MOST_CHANGES)


COMMANDS: dict[str, tuple[str, Look, str]] = {
    "match": ("match random greedy --games 12 --jobs 1 --out {0}/games.jsonl", played, "games.jsonl"),
    "tournament": ("match random greedy trainer --games 8 --jobs 1 --out {0}/games.jsonl", played, "games.jsonl"),
    "book": (
        "lab make book --rows 4 --columns 4 --plies 5 --jobs 1 --out {0}/b.c4book",
        read("b.c4book", Book.open),
        "b.c4book",
    ),
    "tree": ("search 44 --depth 5 --out {0}/tree.npz", read("tree.npz", treefile.load), "tree.npz"),
    "puzzles": (
        "lab make puzzles --seed 1 --number 1 --out {0}/puzzles.jsonl",
        read("puzzles.jsonl", puzzles.read),
        "puzzles.jsonl",
    ),
}
"""Commands that end with a file."""

LEARNING = {
    "windows": ("m.json", "--episodes 20 --measure 0"),
    "td-lambda": ("m.json", "--episodes 20"),
    "sarsa": ("m.npz", "--episodes 20 --rows 4 --columns 4"),
    "ntuple": ("m.npz", "--episodes 20 --rows 4 --columns 4 --tuples 4 --length 3"),
    "network": ("m.npz", "--episodes 20"),
    "patterns": ("m.db", "--episodes 3"),
}
"""The files and settings of all learners."""


def writers() -> dict[str, Writer]:
    """Everything that writes and takes some time; a learner that is new must be named here."""
    assert set(LEARNING) == set(LEARNERS)
    return {
        **{
            name: Writer(command(f"train {name} --seed 1 --model {{0}}/{file} {settings}"), trained(name, file))
            for name, (file, settings) in LEARNING.items()
        },
        **{name: Writer(command(words), look, file) for name, (words, look, file) in COMMANDS.items()},
        "suite": Writer(make_suite, read("suite.npz", Suite.read), "suite.npz"),
        "labels": Writer(make_labels, labelled),
        "sweep": Writer(sweep, swept, "sweep-results/results.sqlite"),
        "strategy": Writer(make_strategy, read("s.c4strategy", strategies.read), "s.c4strategy"),
        "library": Writer(import_games, stored, "library.sqlite"),
        "preferences": Writer(prefer, preferred),
    }


# -- killing ----------------------------------------------------------------------------------------------------------


def attempt(work: Work, folder: Path, moment: Moment | None) -> tuple[int, int, int]:
    """(status, events, writes) of a child that does the work, and is killed at a moment."""
    ear, voice = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            os.close(ear)
            doom = Doom(moment)
            doom.begin()
            work(folder)
            os.write(voice, b"%d %d" % (doom.events, doom.writes))
            status = 0
        except BaseException as error:
            os.write(voice, repr(error).encode()[:500])
        finally:
            os._exit(status)
    os.close(voice)
    if moment is not None and moment[0] == "clock":
        time.sleep(moment[1])
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    with open(ear, "rb") as text:
        message = text.read()
    status = os.waitstatus_to_exitcode(status)
    if status > 0:
        raise RuntimeError(message.decode())
    if status < 0:  # killed before it could say
        return status, 0, 0
    events, writes = map(int, message.split())
    return status, events, writes


class Doom:
    """Counts events and writes of this process, and kills it at a moment; for a child, which soon ends in any case.

    events  the events of the file system so far, see EVENTS
    writes  the writes of `c4.storage` so far
    """

    def __init__(self, moment: Moment | None) -> None:
        self.events = 0
        self.writes = 0
        self._kind, self._last = ("", -1.0) if moment is None else moment
        self._write = os.write

    def begin(self) -> None:
        """Listens from now on.  What it puts in the place of `os.write` stays there to the end of the process."""
        storage.ABANDONED_SECONDS = 0.0
        storage.os.write = self._tear  # type: ignore[attr-defined]
        sys.addaudithook(self._hear)

    def _hear(self, event: str, _: tuple[Any, ...]) -> None:
        if event in EVENTS:
            self.events += 1
            if self._kind == "event" and self.events == self._last:
                os.kill(os.getpid(), signal.SIGKILL)

    def _tear(self, descriptor: int, content: Any) -> int:
        self.writes += 1
        if self._kind == "write" and self.writes == self._last:
            self._write(descriptor, content[: len(content) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return self._write(descriptor, content)


def kill(writer: Writer, folder: Path, dice: random.Random, number: int, seconds: float = float("inf")) -> Kills:
    """Kills a writer so many times, or for so many seconds once it is prepared; at last it may end."""
    kills = Kills(0, 0, [])
    tqdm.set_lock(threading.RLock())  # its own is shared by processes: one that is killed would keep it
    folder.mkdir()
    writer.work(folder)  # what it needs is loaded and compiled, in this process
    remove(folder, writer)
    started = time.monotonic()
    _, events, writes = attempt(writer.work, folder, None)
    ended = time.monotonic()
    remove(folder, writer)
    while kills.killed < number and time.monotonic() < ended + seconds:
        attempt_once(writer, folder, kills, drawn(dice, ended - started, events, writes))
        if (kills.killed + kills.finished) % ATTEMPTS_FOR_ONE_UNDISTURBED == 0:
            attempt_once(writer, folder, kills, None)
    attempt_once(writer, folder, kills, None)
    shutil.rmtree(folder)
    return kills


def attempt_once(writer: Writer, folder: Path, kills: Kills, moment: Moment | None) -> None:
    """One attempt, and what it leaves; without a moment it has to end well."""
    try:
        before = writer.look(folder)
        status, *_ = attempt(writer.work, folder, moment)
        after = writer.look(folder)
        if after < before:
            kills.faults.append(f"after {moment}: {after} where {before} were")
        if moment is None:
            left = [path.name for path in folder.rglob("*.tmp")]
            if after == 0 or left:
                kills.faults.append(f"{after} when it had ended, {left}")
    except Exception as error:
        kills.faults.append(f"after {moment}: {type(error).__name__}: {error}")
        shutil.rmtree(folder)
        folder.mkdir()
        status = 0
    if status == -signal.SIGKILL:
        kills.killed += 1
        return
    if moment is not None:
        kills.finished += 1
    remove(folder, writer)


def drawn(dice: random.Random, seconds: float, events: int, writes: int) -> Moment:
    """A moment."""
    kinds = ["clock"]
    if events:
        kinds.append("event")
    if writes:
        kinds.append("write")
    kind = dice.choice(kinds)
    if kind == "clock":
        return kind, dice.uniform(0, seconds)
    return kind, dice.randint(1, events if kind == "event" else writes)


def remove(folder: Path, writer: Writer) -> None:
    """So that work that ends begins anew."""
    if writer.once:
        (folder / writer.once).unlink(missing_ok=True)
