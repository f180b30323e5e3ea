"""Attacks on the commands: Ctrl-C at some moment of every one, and command lines typed at random.

Ctrl-C: each command is started as a terminal starts it.  A command without a call below is a fault.

Command lines are made from what the commands declare: right values, wrong ones, options left out, repeated and
misspelt.  Every line runs in a forked child of a process that has imported all commands, with limits on memory and
files; one that is still at work after a moment is killed.  Whatever is typed, there is an answer, or one sentence.
Linux only.
"""

from __future__ import annotations

import os
import random
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from c4 import cli
from lab.__main__ import MAKE, MEASURE, REPORT
from lab.attack.readers import make_files

LONG = {
    "play": "play --first perfect --second engine:time_ms=3600000",
    "search": "search 4453 --algorithm minimax --depth 20",
    "solve": "solve empty --no-book",
    "threats": "threats -",
    "strategy diagram": "strategy diagram empty --seconds 3600",
    "lab make smaller-strategy": "lab make smaller-strategy {folder}/strategy --hours 1 --jobs 1",
    "lab make strategy": "lab make strategy 444 --out {folder}/made.c4strategy --work 1000000000 --jobs 1",
    "strategy list": "strategy list",
    "strategy play": "strategy play {folder}/strategy -",
    "strategy show": "strategy show {folder}/strategy",
    "strategy verify": "strategy verify {folder}/strategy",
    "puzzles list": "puzzles list",
    "lab make puzzles": "lab make puzzles --seed 1 --number 100000 --out {folder}/puzzles.jsonl",
    "evaluate": "evaluate -",
    "train windows": "train windows --model {folder}/w.json --episodes 100000000",
    "train td-lambda": "train td-lambda --model {folder}/t.json --episodes 100000000",
    "train sarsa": "train sarsa --model {folder}/s.npz --episodes 1000000000",
    "train ntuple": "train ntuple --model {folder}/n.npz --episodes 1000000000",
    "train network": "train network --model {folder}/net.npz --episodes 1000000000",
    "train patterns": "train patterns --model {folder}/p.db --episodes 100000000",
    "lab report suite": "lab report suite d",
    "help": "help",
    "lab report labels": "lab report labels {folder}/labels.npz",
    "lab make join-labels": "lab make join-labels {folder}/labels.npz --out {folder}/joined.npz",
    "lab make published-labels": "lab make published-labels --out {folder}/published.npz",
    "lab make published-book": "lab make published-book",
    "lab make levels": "lab make levels --dry --jobs 1",
    "lab make lesson": "lab make lesson --out {folder}/lesson.md",
    "lab make taught": "lab make taught {folder}/labels.npz saved_models/network.npz saved_models/ntuple.npz"
    " --lessons 1000000000 --out {folder}/made.npz",
    "lab report learning": "lab report learning saved_models/network.npz --games 10000 --jobs 1",
    "lab report models": "lab report models --games 10000 --jobs 1",
    "lab make labels": "lab make labels --out {folder}/labels.npz --count 10000000 --jobs 1",
    "lab measure arena": "lab measure arena tests/data/arena.json --depth 14",
    "lab measure sweep": "lab measure sweep {folder}/sweep.toml --jobs 1",
    "export safetensors": "export safetensors {folder}/network.safetensors",
    "warm": "warm",
    "lab make suite": "lab make suite p --out {folder}/suite.npz --jobs 1",
    "match": "match engine:depth=12 alphabeta:depth=10 --games 10000 --out {folder}/m.jsonl --jobs 1",
    "lab measure strength": "lab measure strength engine:depth=14 --jobs 1",
    "lab make book": "lab make book --plies 7 --out {folder}/b.c4book --jobs 1",
    "lab measure book": "lab measure book --hardest 1000000",
    "lab measure boards": "lab measure boards --largest 16 --file {folder}/boards.json",
    "lab report book": "lab report book",
    "review": "review 4",
    "library export": "library export {folder}/out.c4game --library {folder}/lib.sqlite",
    "library find": "library find --note a --library {folder}/lib.sqlite",
    "library import": "library import {folder}/many.txt --library {folder}/new.sqlite",
    "library list": "library list --library {folder}/lib.sqlite",
    "library show": "library show 1 --library {folder}/lib.sqlite",
    "verify": "verify {folder}/tree.npz",
    "lab measure advice": "lab measure advice --positions 100000",
    "lab measure beginner": "lab measure beginner --games 100000",
    "lab measure reasons": "lab measure reasons",
    "lab measure interpreter": "lab measure interpreter {folder}/strategy",
    "lab measure ablate": "lab measure ablate --depth 30",
    "lab measure bench": "lab measure bench --depth 40",
    "lab measure perft": "lab measure perft 16",
    "serve": "serve engine:time_ms=3600000",
    "check": "check {folder}/idea.py",
    "export connectx": "export connectx {folder}/agent.py",
}
"""A call of every command, that takes as long as it can."""

MORE = {
    "match, three": "match engine:depth=12 alphabeta:depth=10 minimax:depth=9 --games 10000 --jobs 1",
    "search, alpha-beta": "search empty --algorithm alphabeta --depth 30",
    "search, engine": "search empty --algorithm engine --depth 42",
    "solve, best play": "solve empty --no-book --line",
    "search, recorded": "search empty --algorithm alphabeta --depth 20 --out {folder}/big.npz",
    "solve, scores": "solve empty --no-book --scores",
    "solve, a pipe": "solve -",
    "play, waiting": "play",
    "train windows, deep": "train windows --train-depth 12 --model {folder}/deep.json --episodes 1000",
    "train patterns, deep": "train patterns --opponent alphabeta --depth 12 --model {folder}/deep.db",
    "match, two processes": "match engine:depth=12 alphabeta:depth=10 --games 10000 --jobs 2",
    "lab measure strength, two processes": "lab measure strength engine:depth=14 --jobs 2",
    "lab make suite, two processes": "lab make suite d --out {folder}/suite2.npz --jobs 2",
    "lab make book, two processes": "lab make book --plies 7 --out {folder}/b2.c4book --jobs 2",
    "lab make strategy, two processes": "lab make strategy 444 --out {folder}/made2.c4strategy --work 1000000000 --jobs 2",
    "lab make smaller-strategy, two processes": "lab make smaller-strategy {folder}/strategy --hours 1 --jobs 2",
    "lab measure perft, distinct": "lab measure perft 16 --distinct",
}
"""Other ways of the same commands to be busy."""


SWEEP = """
learner = "windows"
episodes = 10000000

[choose]
seeds = [1]
"""
"""An experiment that takes long."""


def declared(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Every command that declares itself, as it is typed."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from declared(inner, (*path, name))
    else:
        yield " ".join(path)


STARTING_SECONDS = 1
"""In these seconds Python itself may still be starting: Ctrl-C is its own then."""

STATUSES = (130, 0)
"""Exit statuses of a command that Ctrl-C stops, and of one that ends just then."""

STATUSES_WHILE_STARTING = (130, 0, 1, -signal.SIGINT)
"""Exit statuses while Python is starting."""


@dataclass
class Stop:
    """One Ctrl-C.

    call      the command
    after     seconds from its start until the key was pressed
    seconds   seconds from there until the process and its helpers had ended
    worked    seconds of processor time in those
    status    the exit status
    output    standard error
    had_ended whether the command had ended by itself before
    left      whether a process that it had started lived on
    """

    call: str
    after: float
    seconds: float
    worked: float
    status: int
    output: str
    had_ended: bool
    left: bool

    @property
    def fault(self) -> str:
        """What was wrong, or ""."""
        was_starting = self.after <= STARTING_SECONDS
        if "Traceback" in self.output and ("c4/" in self.output or not was_starting):
            return "traceback"
        if self.left:
            return "a helper lives on"
        if not self.had_ended and self.status not in (STATUSES_WHILE_STARTING if was_starting else STATUSES):
            return f"status {self.status}"
        if self.worked > 1.0:
            return f"{self.worked:.2f} s of work after Ctrl-C"
        return ""


def every_command() -> Iterator[str]:
    """Every command of `c4`, and those of the laboratory that make, measure and describe files, but scripts."""
    yield from declared(cli.cli)
    for name, group in (("make", MAKE), ("measure", MEASURE), ("report", REPORT)):
        for word, entry in group.table.items():
            if not entry.place.endswith(":main"):
                yield f"lab {name} {word}"


def program_of(words: list[str]) -> list[str]:
    """The module and arguments of a call; without "lab" in front it is one of `c4`."""
    return words if words[0] == "lab" else ["c4", *words]


def press_key(call: str, folder: Path, delay: float | None) -> Stop:
    """Starts a command in a group of its own, as a terminal does, and presses Ctrl-C after so many seconds; without a
    delay as soon as it listens (it has a thread for that).
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored, and that is inherited
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w") as text:
        process = subprocess.Popen(
            [sys.executable, "-m", *program_of(call.format(folder=folder).split())],
            stdin=subprocess.PIPE,
            stdout=text,
            stderr=output,
            start_new_session=True,
        )
        assert process.stdin is not None
        with process.stdin:
            started = time.monotonic()
            if delay is None:
                while len(os.listdir(f"/proc/{process.pid}/task")) < 2:
                    time.sleep(0.005)
            else:
                time.sleep(delay)
            after = time.monotonic() - started
            had_ended = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
            before = processor_seconds(process.pid)
            pressed = time.monotonic()
            if not had_ended:
                os.killpg(process.pid, signal.SIGINT)
            killer = threading.Timer(60, os.killpg, (process.pid, signal.SIGKILL))
            killer.start()
            _, status, usage = os.wait4(process.pid, 0)
            killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - pressed
        worked = max(0.0, usage.ru_utime + usage.ru_stime - before)
        output.seek(0)
        return Stop(
            call=call,
            after=after,
            seconds=seconds,
            worked=worked,
            status=process.returncode,
            output=output.read(),
            had_ended=had_ended,
            left=helpers(process.pid),
        )


def processor_seconds(group: int) -> float:
    """What the processes of a group, and those they have waited for, have worked."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            fields = path.read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15])) if int(fields[2]) == group else 0
    return ticks / os.sysconf("SC_CLK_TCK")


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
    made = [sys.executable, "-m", "c4", "check", str(folder / "idea.py"), "--new", "evaluator"]
    subprocess.run(made, check=True, capture_output=True)
    (folder / "sweep.toml").write_text(SWEEP)


def over_all(folder: Path, number: int, rounds: int, longest: float) -> Iterator[Stop]:
    """Every call so many times, each stopped at some moment of its first seconds."""
    missing = set(every_command()) ^ set(LONG)
    assert not missing, f"no call of {missing}"
    dice = random.Random(number)
    for _ in range(rounds):
        for call in [*LONG.values(), *MORE.values()]:
            yield press_key(call, folder, dice.uniform(0.0, longest))


MOMENT = 1.0
"""Seconds of processor time after which a command has understood what was typed."""

MEMORY = 4 << 30
MAX_CHILD_BYTES = 64 << 20
"""Bytes of memory, and of a file, that a child may have."""

SMALL = ("0", "1", "2", "3", "7", "8", "20", "64", "1.5", "0.1")
NUMBERS = (*SMALL, "-1", "-0", "1000000007", "1e3", "9" * 25, "9" * 5000)
UNPRINTABLE = ("", " ", "é", "\u202e", "\udcff", "a\nb", "²")
ODD = (*UNPRINTABLE, "-", "--", "x", "0x10", "nan", "inf", "1e999", "True", "%s", "{0}")
POSITIONS = ("empty", "4453", "44444", "12345671234567", "packed:10378549747928563776", "448", "X.O/.X.", "-")
SEARCHING = ("engine:depth=2", "alphabeta:depth=1,evaluator=v1", "engine:depth=0")
AGENTS = (*SEARCHING, "random", "greedy", "sarsa", "perfect", "nobody")
LEAVE_OUT = {"--jobs", "--dask", "--help", "--hours"}
"""What would start processes, or look for a cluster."""


class Typist:
    """Types command lines; `ends` counts their exit statuses (below 0: the signal of the limit that it met), `faults`
    says what was wrong.
    """

    def __init__(self, folder: Path, number: int, files: Sequence[str]) -> None:
        self.dice = random.Random(number)
        self.folder = folder
        self.files = files
        self.ends: Counter[int] = Counter()
        self.faults: list[str] = []
        self.commands = {name: find(name) for name in declared(cli.cli)}

    def line(self) -> list[str]:
        """A command with what it declares, mostly."""
        dice = self.dice
        name = dice.choice(list(self.commands))
        words: list[str] = []
        for parameter in self.commands[name].params:
            if isinstance(parameter, click.Option):
                if LEAVE_OUT & set(parameter.opts) or (dice.random() > 0.2 and not parameter.required):
                    continue
                for _ in range(dice.choice((1, 1, 1, 2))):
                    words.append(dice.choice([*parameter.opts, *parameter.secondary_opts]))
                    if not parameter.is_flag:
                        words.append(self.value(parameter))
            else:
                most = 3 if parameter.nargs == -1 else parameter.nargs
                (number,) = dice.choices((most, 0, most + 1), weights=(20, 1, 1))
                words += [self.value(parameter) for _ in range(number)]
        if any("--jobs" in parameter.opts for parameter in self.commands[name].params):
            words += ["--jobs", *dice.choices(("1", "0", "x", "-1"), weights=(20, 1, 1, 1))]
        if dice.random() < 0.05:
            words.insert(dice.randrange(len(words) + 1), dice.choice((*ODD, "--no-such-option", "--depth", "-h")))
        return [*name.split(), *words]

    def value(self, parameter: click.Parameter) -> str:
        """A value for a parameter: of its type, or of any."""
        dice = self.dice
        kind = parameter.type
        likely: list[Any] = [*POSITIONS, *AGENTS, *self.files, "new.json", "new.npz"]
        if isinstance(kind, click.Choice):
            likely = list(kind.choices) * 5
        elif isinstance(kind, click.IntRange | click.FloatRange) or kind in (click.INT, click.FLOAT):
            likely = [*"123" * 6, *NUMBERS]
        elif isinstance(kind, click.Path | click.File):
            likely = [*self.files, "new.json", "no/such", str(self.folder), "/dev/null", "/dev/full"]
        if dice.random() < 0.04:
            return str(dice.choice(ODD))
        return str(dice.choice(NUMBERS if dice.random() < 0.03 else likely))

    def step(self) -> None:
        """Types a line, and looks at how it ends."""
        words = [word.replace("\0", "") for word in self.line()]
        status, output = typed(words, self.folder)
        self.ends[status] += 1
        wrong = ""
        sentences = [line for line in output.splitlines() if line.startswith("c4: ")]
        if "Traceback" in output or "an error in the program" in output or "Warning" in output:
            wrong = output[-1500:]
        elif status not in (0, 1, 2, -signal.SIGKILL, -signal.SIGXCPU):
            wrong = f"status {status}: {output[-500:]}"
        elif status == 2 and len(sentences) != 1:
            wrong = f"{len(sentences)} sentences: {output[-500:]}"
        if wrong:
            self.faults.append(f"{shlex.join(word[:100] for word in words)!r}\n{wrong}")


def find(name: str) -> click.Command:
    """The command of that name, with all that it needs imported."""
    result: click.Command = cli.cli
    for word in name.split():
        assert isinstance(result, click.Group)
        inner = result.get_command(click.Context(result), word)
        assert inner is not None
        result = inner
    return result


def typed(words: list[str], folder: Path) -> tuple[int, str]:
    """(status, standard error) of a command line, in a child."""
    text = folder / "standard-error"
    child = os.fork()
    if not child:
        status = 3
        try:
            os.chdir(folder)
            (folder / "typed").write_text("4453\n44\n")
            for number, (name, how) in enumerate(
                [("typed", os.O_RDONLY), (os.devnull, os.O_WRONLY), (str(text), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)]
            ):
                os.dup2(os.open(name, how), number)
            used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
            resource.setrlimit(resource.RLIMIT_CPU, (int(used + MOMENT) + 1,) * 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_CHILD_BYTES, MAX_CHILD_BYTES))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            cli.main(words)
            status = 0
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 4
        except BaseException as error:
            os.write(2, f"Traceback: {error!r}".encode(errors="replace"))
        finally:
            os._exit(status)
    end = time.monotonic() + 4 * MOMENT
    while os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.002)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), text.read_text(errors="replace") if text.exists() else ""
