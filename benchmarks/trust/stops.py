"""Ctrl-C over every command: each is started as a terminal starts it, and hears Ctrl-C at some moment.

The commands are those that declare themselves: one for which no call is written below is a fault.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.trust.formats import make_files
from c4 import cli

LONG = {
    "play": "play --first perfect --second engine --time-ms 3600000",
    "search": "search 4453 --algorithm minimax --depth 20",
    "solve": "solve empty --no-book",
    "threats": "threats -",
    "strategy diagram": "strategy diagram empty --seconds 3600",
    "strategy improve": "strategy improve {folder}/strategy --hours 1 --jobs 1",
    "strategy make": "strategy make 444 --out {folder}/made.c4strategy --work 1000000000 --jobs 1",
    "strategy play": "strategy play {folder}/strategy -",
    "strategy show": "strategy show {folder}/strategy",
    "strategy verify": "strategy verify {folder}/strategy",
    "puzzles list": "puzzles list",
    "puzzles make": "puzzles make --seed 1 --number 100000 --out {folder}/puzzles.jsonl",
    "puzzles page": "puzzles page --out {folder}/page.html",
    "evaluate": "evaluate -",
    "train windows": "train windows --model {folder}/w.json --episodes 100000000",
    "train td-lambda": "train td-lambda --model {folder}/t.json --episodes 100000000",
    "train sarsa": "train sarsa --model {folder}/s.npz --episodes 1000000000",
    "train ntuple": "train ntuple --model {folder}/n.npz --episodes 1000000000",
    "train network": "train network --model {folder}/net.npz --episodes 1000000000",
    "train patterns": "train patterns --model {folder}/p.db --episodes 100000000",
    "suite info": "suite info d",
    "help": "help",
    "labels info": "labels info {folder}/labels.npz",
    "labels join": "labels join {folder}/labels.npz --out {folder}/joined.npz",
    "labels make": "labels make --out {folder}/labels.npz --count 10000000 --jobs 1",
    "sweep": "sweep {folder}/sweep.toml --jobs 1",
    "errors": "errors v2 --depth 12 --jobs 1",
    "warm": "warm",
    "new agent": "new agent {folder}/player.py",
    "suite make": "suite make p --output {folder}/suite.npz --jobs 1",
    "match": "match engine:depth=12 alphabeta:depth=10 --games 10000 --games-file {folder}/m.jsonl --jobs 1",
    "tournament": "tournament engine:depth=12 alphabeta:depth=10 minimax:depth=9 --games 10000 --jobs 1",
    "games": "games {folder}/games.jsonl",
    "strength": "strength engine:depth=14 --jobs 1",
    "book build": "book build --plies 7 --output {folder}/b.c4book --jobs 1",
    "book check": "book check --hardest 1000000",
    "book info": "book info",
    "review": "review 4",
    "library edit": "library edit 1 --tag a --library {folder}/lib.sqlite",
    "library explore": "library explore --library {folder}/lib.sqlite",
    "library export": "library export {folder}/out.c4game --library {folder}/lib.sqlite",
    "library find": "library find --note a --library {folder}/lib.sqlite",
    "library import": "library import {folder}/many.txt --library {folder}/new.sqlite",
    "library list": "library list --library {folder}/lib.sqlite",
    "library show": "library show 1 --library {folder}/lib.sqlite",
    "verify": "verify {folder}/tree.npz",
    "growth": "growth 4453 --depth 16 --most 9000000000",
    "ablate": "ablate --depth 30",
    "bench": "bench --depth 40",
    "perft": "perft 16",
    "serve": "serve engine:time_ms=3600000",
    "check": "check {folder}/idea.py",
    "new evaluator": "new evaluator {folder}/new.py",
    "completion": "completion bash",
    "export connectx": "export connectx {folder}/agent.py",
    "exercises make": "exercises make {folder}/made.json --trees 100",
    "exercises page": "exercises page {folder}/set.json --out {folder}/set.html",
    "exercises score": "exercises score {folder}/set.json {folder}/answers.json",
}
"""A call of every command, that takes as long as it can."""

MORE = {
    "search, alpha-beta": "search empty --algorithm alphabeta --depth 30",
    "search, engine": "search empty --algorithm engine --depth 42",
    "search, exact": "search empty --algorithm exact",
    "search, recorded": "search empty --algorithm alphabeta --depth 20 --tree {folder}/big.npz",
    "solve, two threads": "solve empty --no-book --threads 2",
    "solve, columns": "solve empty --no-book --columns",
    "solve, a pipe": "solve -",
    "play, waiting": "play",
    "train windows, deep": "train windows --train-depth 12 --model {folder}/deep.json --episodes 1000",
    "train patterns, deep": "train patterns --opponent alphabeta --depth 12 --model {folder}/deep.db",
    "match, two processes": "match engine:depth=12 alphabeta:depth=10 --games 10000 --jobs 2",
    "strength, two processes": "strength engine:depth=14 --jobs 2",
    "suite make, two processes": "suite make d --output {folder}/suite2.npz --jobs 2",
    "book build, two processes": "book build --plies 7 --output {folder}/b2.c4book --jobs 2",
    "strategy make, two processes": "strategy make 444 --out {folder}/made2.c4strategy --work 1000000000 --jobs 2",
    "strategy improve, two processes": "strategy improve {folder}/strategy --hours 1 --jobs 2",
    "perft, distinct": "perft 16 --distinct",
}
"""Other ways of the same commands to be busy."""


SWEEP = """
learner = "windows"
episodes = 10000000

[choose]
seeds = [1]
"""
"""An experiment that takes long."""


def declared(command: click.Command = cli.cli, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Every command that declares itself, as it is typed."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from declared(inner, (*path, name))
    else:
        yield " ".join(path)


@dataclass
class Stop:
    """One Ctrl-C: seconds until the process and its helpers had ended, those of work in them, status, standard error;
    `done` if the command had ended by itself before.
    """

    call: str
    after: float
    seconds: float
    worked: float
    status: int
    said: str
    done: bool
    left: bool
    """Whether a process that it had started lived on."""

    @property
    def fault(self) -> str:
        """What was wrong, or ""."""
        if "Traceback" in self.said and ("c4/" in self.said or self.after > 1):  # before that Python itself is starting
            return "traceback"
        if self.left:
            return "a helper lives on"
        if not self.done and self.status not in ((130, 0) if self.after > 1 else (130, 0, 1, -2)):
            return f"status {self.status}"
        if self.worked > 0.5:
            return f"{self.worked:.2f} s of work after Ctrl-C"
        return ""


def stop(call: str, folder: Path, after: float | None) -> Stop:
    """Starts a command in a group of its own, as a terminal does, and presses Ctrl-C after so many seconds; None: as
    soon as it listens (it has a thread for that).
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored, and that is inherited
    with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w") as told:
        process = subprocess.Popen(
            [sys.executable, "-m", "c4", *call.format(folder=folder).split()],
            stdin=subprocess.PIPE,
            stdout=told,
            stderr=said,
            start_new_session=True,
        )
        assert process.stdin is not None
        with process.stdin:
            started = time.monotonic()
            if after is None:
                while len(os.listdir(f"/proc/{process.pid}/task")) < 2:
                    time.sleep(0.005)
            else:
                time.sleep(after)
            after = time.monotonic() - started
            done = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
            before, pressed = processor_seconds(process.pid), time.monotonic()
            if not done:
                os.killpg(process.pid, signal.SIGINT)
            killer = threading.Timer(60, os.killpg, (process.pid, signal.SIGKILL))
            killer.start()
            _, status, usage = os.wait4(process.pid, 0)
            killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - pressed
        worked = max(0.0, usage.ru_utime + usage.ru_stime - before)
        said.seek(0)
        return Stop(call, after, seconds, worked, process.returncode, said.read(), done, helpers(process.pid))


def processor_seconds(process: int) -> float:
    """What a process, and those it has waited for, have worked."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def helpers(group: int) -> bool:
    """Whether a process of this group is alive seconds later: those that clean up take a moment."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    return True


def prepare(folder: Path) -> None:
    """The files that the calls name."""
    make_files(folder)
    (folder / "played.jsonl").rename(folder / "games.jsonl")
    (folder / "library.sqlite").rename(folder / "lib.sqlite")
    (folder / "many.txt").write_text("4453\n1234567\n" * 200_000)
    for call in ("new evaluator {0}/idea.py", "exercises make {0}/set.json --puzzles 0"):
        subprocess.run([sys.executable, "-m", "c4", *call.format(folder).split()], check=True)
    (folder / "answers.json").write_text("{}")
    (folder / "sweep.toml").write_text(SWEEP)


def over_all(folder: Path, number: int, rounds: int, longest: float) -> Iterator[Stop]:
    """Every call so many times, each stopped at some moment of its first seconds."""
    missing = set(declared()) ^ set(LONG)
    assert not missing, f"no call of {missing}"
    dice = random.Random(number)
    for _ in range(rounds):
        for call in [*LONG.values(), *MORE.values()]:
            yield stop(call, folder, dice.uniform(0.0, longest))
