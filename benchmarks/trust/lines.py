"""Command lines made from what the commands declare: right values, wrong ones, options left out, doubled and misspelt.

Every line runs in a child of a process that has imported all commands, begun by fork, with limits on memory and files;
one that is still at work after a moment is killed.  Whatever is typed, there is an answer, or one sentence.  Linux.
"""

from __future__ import annotations

import os
import random
import resource
import shlex
import signal
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks.trust.stops import declared
from c4 import cli

MOMENT = 1.0
"""Seconds of processor time after which a command has understood what was typed."""

MEMORY, LARGEST = 4 << 30, 64 << 20
"""Bytes of memory, and of a file, that a child may have."""

NUMBERS = (
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "20",
    "64",
    "-1",
    "-0",
    "1000000007",
    "9" * 25,
    "9" * 5000,
    "1e3",
    "1.5",
    "0.1",
)
ODD = (
    "",
    " ",
    "-",
    "--",
    "x",
    "é",
    "\u202e",
    "\udcff",
    "a\nb",
    "0x10",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "²",
    "True",
    "%s",
    "{0}",
)
POSITIONS = (
    "empty",
    "4453",
    "44444",
    "12345671234567",
    "packed:10378549747928563776",
    "448",
    "X.O/.X.",
    "4 4 5 3",
    "-",
)
AGENTS = (
    "random",
    "greedy",
    "engine:depth=2",
    "alphabeta:depth=1,evaluator=v1",
    "sarsa",
    "perfect",
    "nobody",
    "engine:depth=0",
)
LEAVE_OUT = {"--jobs", "--dask", "--help", "--hours"}
"""What would start processes, or look for a cluster."""


class Typist:
    """Types command lines; `ends` counts their exit statuses (below 0: the signal of the limit that it met), `faults`
    says what was wrong.
    """

    def __init__(self, folder: Path, number: int, files: Sequence[str]) -> None:
        self.dice, self.folder, self.files = random.Random(number), folder, files
        self.ends: Counter[int] = Counter()
        self.faults: list[str] = []
        self.commands = {name: find(name) for name in declared()}

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
                words += [self.value(parameter) for _ in range(dice.choice((*[most] * 20, 0, most + 1)))]
        if any("--jobs" in parameter.opts for parameter in self.commands[name].params):
            words += ["--jobs", dice.choice((*["1"] * 20, "0", "x", "-1"))]
        if dice.random() < 0.05:
            words.insert(dice.randrange(len(words) + 1), dice.choice((*ODD, "--no-such-option", "--depth", "-h")))
        return [*name.split(), *words]

    def value(self, parameter: click.Parameter) -> str:
        """A value for a parameter: of its type, or of any."""
        dice, kind = self.dice, parameter.type
        likely: list[Any] = [*POSITIONS, *AGENTS, *self.files, "new.json", "new.npz"]
        if isinstance(kind, click.Choice):
            likely = list(kind.choices) * 5
        elif isinstance(kind, click.IntRange | click.FloatRange) or kind in (click.INT, click.FLOAT):
            likely = [*"123" * 6, *NUMBERS]
        elif isinstance(kind, click.Path | click.File):
            likely = [*self.files, "new.json", "no/such", str(self.folder), "/dev/null", "/dev/full"]
        return str(dice.choice(ODD if dice.random() < 0.04 else NUMBERS if dice.random() < 0.03 else likely))

    def step(self) -> None:
        """Types a line, and looks at how it ends."""
        words = [word.replace("\0", "") for word in self.line()]
        status, said = typed(words, self.folder)
        self.ends[status] += 1
        wrong = ""
        sentences = [line for line in said.splitlines() if line.startswith("c4: ")]
        if "Traceback" in said or "an error in the program" in said or "Warning" in said:
            wrong = said[-1500:]
        elif status not in (0, 1, 2, -signal.SIGKILL, -signal.SIGXCPU):
            wrong = f"status {status}: {said[-500:]}"
        elif status == 2 and len(sentences) != 1:
            wrong = f"{len(sentences)} sentences: {said[-500:]}"
        if wrong:
            self.faults.append(f"{shlex.join(word[:100] for word in words)!r}\n{wrong}")


def find(name: str) -> click.Command:
    """The command of that name, with all that it needs imported."""
    found: click.Command = cli.cli
    for word in name.split():
        assert isinstance(found, click.Group)
        inner = found.get_command(click.Context(found), word)
        assert inner is not None
        found = inner
    return found


def typed(words: list[str], folder: Path) -> tuple[int, str]:
    """(status, standard error) of a command line, in a child."""
    told = folder / "standard-error"
    child = os.fork()
    if not child:
        status = 3
        try:
            os.chdir(folder)
            (folder / "typed").write_text("4453\n44\n")
            for number, (name, how) in enumerate(
                [("typed", os.O_RDONLY), (os.devnull, os.O_WRONLY), (str(told), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)]
            ):
                os.dup2(os.open(name, how), number)
            used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
            resource.setrlimit(resource.RLIMIT_CPU, (int(used + MOMENT) + 1,) * 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))
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
    return os.waitstatus_to_exitcode(status), told.read_text(errors="replace") if told.exists() else ""
