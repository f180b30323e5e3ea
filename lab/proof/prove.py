"""`python -m lab prove`: lets Coq check the theorems, and says what they assume and how long that took."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import click

from c4.children import GUARD, end_group
from c4.cli.options import json_option, show
from c4.errors import C4Error
from c4.interrupts import POLL_SECONDS, check
from c4.storage import write_text
from c4.strategy.strategies import load
from lab.proof.export import export

HERE = Path(__file__).parent
PROVED = HERE / "proved.json"
"""The fingerprints of what was proved last."""

GENERAL = ("Rules", "Bits", "Checker", "Sound", "Guide")
"""The files that every theorem needs, in the order of their compilation."""

COMPILER = "coqc"
GET_COQ = (
    f"{COMPILER} was not found: install the proof assistant Coq, version 8.16 (Debian, Ubuntu: apt install coq;"
    " elsewhere: https://coq.inria.fr)"
)

MOST_OF_AN_ERROR = 500
"""Characters of an error of Coq that are shown."""

TRUSTED = ("PrimInt63", "Uint63", "Uint63Axioms", "PArray", "PrimArray", "ArrayAxioms")
"""The modules of Coq's standard library with the machine integers and arrays, and what is assumed about them; newer
versions of Coq than 8.16 have all six.
"""


class Theorem(NamedTuple):
    """A theorem: its name and statement, the file with its proof, and the shipped strategy that it is about."""

    name: str
    statement: str
    file: str
    strategy: str

    @property
    def data(self) -> str:
        """The file with the certificate, which is generated."""
        return f"{self.file}_data"


THEOREMS = (
    Theorem("first_player_wins", "wins First empty_board", "First", "first-player-wins"),
    Theorem(
        "second_player_wins_after_1",
        "forall b : board, drop First 0 empty_board = Some b -> wins Second b",
        "Second",
        "second-player-wins-after-1",
    ),
)

REPORT = """\
Require {file}.
Import Rules.
Set Printing Width 10000.
Check {file}.{name}.
Print Assumptions {file}.{name}.
"""
"""Prints a theorem and what it assumes, with the module of each assumption."""


def compiler() -> str:
    """The path of Coq's compiler.  Raises C4Error, which says how to get it."""
    path = shutil.which(COMPILER)
    if path is None:
        raise C4Error(GET_COQ)
    return path


def wait_for(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a process prints, as output and as errors, when it has ended.  Raises KeyboardInterrupt after Ctrl-C."""
    while True:
        try:
            return process.communicate(timeout=POLL_SECONDS)
        except subprocess.TimeoutExpired:
            check()


def compile_file(folder: Path, name: str) -> str:
    """Compiles a file of a folder and returns what it prints.  Raises C4Error with the beginning of Coq's error."""
    process = subprocess.Popen(
        [compiler(), "-q", f"{name}.v"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a process group of its own, which Ctrl-C does not reach
    )
    GUARD.add(process.pid)
    try:
        output, errors = wait_for(process)
    finally:
        end_group(process.pid)
        GUARD.remove(process.pid)
        process.wait()
    if process.returncode:
        reason = " ".join(errors.split())[:MOST_OF_AN_ERROR]
        raise C4Error(f"{COMPILER} does not accept the proof: {reason}")
    return output


def compile_general(folder: Path) -> None:
    """Compiles the rules, the checker and the proof that it is sound in a folder.  Raises C4Error."""
    for name in GENERAL:
        shutil.copy(HERE / f"{name}.v", folder)
        compile_file(folder, name)


def prove(theorem: Theorem, folder: Path, definitions: str) -> list[str]:
    """Proves a theorem with the definitions of its certificate, and returns the names of its assumptions.

    Raises C4Error if Coq does not accept the proof, or for an assumption that is not about machine integers or arrays.
    """
    (folder / f"{theorem.data}.v").write_text(definitions, encoding="utf-8")
    shutil.copy(HERE / f"{theorem.file}.v", folder)
    compile_file(folder, theorem.data)
    compile_file(folder, theorem.file)
    return assumptions(theorem, folder)


def assumptions(theorem: Theorem, folder: Path) -> list[str]:
    """The names of what a theorem assumes, whose file has been compiled in a folder.

    Raises C4Error if the theorem is another one, or assumes anything but machine integers and arrays.
    """
    name = f"{theorem.file}_report"
    (folder / f"{name}.v").write_text(REPORT.format(file=theorem.file, name=theorem.name), encoding="utf-8")
    report = compile_file(folder, name)
    statement, _, assumed = report.partition("Axioms:\n")
    if " ".join(statement.split()) != f"{theorem.file}.{theorem.name} : {theorem.statement}":
        raise C4Error(f"another theorem was proved: {statement.strip()}")
    names = []
    for line in assumed.splitlines():
        if line.startswith(" "):
            continue
        known = re.fullmatch(rf"((?:{'|'.join(TRUSTED)})\.\w+) *(:.*)?", line)
        if known is None:
            raise C4Error(f"{theorem.name} assumes more than machine integers and arrays: {line}")
        names.append(known[1])
    return sorted(names)


def certificates() -> dict[str, str]:
    """The definitions of every theorem's certificate, by the name of their file."""
    return {theorem.data: export(load(theorem.strategy)).definitions() for theorem in THEOREMS}


def fingerprints(definitions: dict[str, str]) -> dict[str, str]:
    """The SHA-256 of every Coq file, those with the certificates included."""
    names = [*GENERAL, *(theorem.file for theorem in THEOREMS)]
    texts = {name: (HERE / f"{name}.v").read_text(encoding="utf-8") for name in names}
    return {name: sha256(text.encode()).hexdigest() for name, text in (texts | definitions).items()}


def proved_before() -> dict[str, str]:
    """The fingerprints of what was proved last."""
    return dict(json.loads(PROVED.read_text(encoding="utf-8"))) if PROVED.exists() else {}


@click.command()
@click.option("--if-changed", is_flag=True, help="Prove only if a file or a certificate is not what was proved last.")
@json_option
def command(if_changed: bool, as_json: bool) -> None:
    """Lets Coq check that the first player wins, and that the second player wins after 1."""
    started = perf_counter()
    definitions = certificates()
    current = fingerprints(definitions)
    if if_changed and current == proved_before():
        show({"changed": False}, "rules, checker, proof and certificates are those that were proved last", as_json)
        return
    compiler()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor() as pool:
        folder = Path(name)
        click.echo("compiling the rules, the checker and the proof that it is right", err=True)
        compile_general(folder)
        click.echo("playing every reply inside the proof assistant, for a minute or two", err=True)
        proofs = [(theorem, pool.submit(prove, theorem, folder, definitions[theorem.data])) for theorem in THEOREMS]
        proved = {theorem: proof.result() for theorem, proof in proofs}
    seconds = perf_counter() - started
    for theorem, names in proved.items():
        facts = {"theorem": theorem.name, "statement": theorem.statement, "assumptions": names}
        show(facts, f"{theorem.name} : {theorem.statement}\n{described(names)}\n", as_json)
    times = os.times()
    work = times.children_user + times.children_system
    show(
        {"seconds": round(seconds, 1), "processor_seconds": round(work, 1)},
        f"proved in {seconds:.0f} s, with {work:.0f} s of processor time",
        as_json,
    )
    if current != proved_before():
        write_text(PROVED, json.dumps(current, indent=2) + "\n")


def described(names: list[str]) -> str:
    """The assumptions in lines, one for each module."""
    lines = ["  assumes machine integers and arrays as Coq's standard library describes them, and nothing else:"]
    for module in TRUSTED:
        own = [name.partition(".")[2] for name in names if name.startswith(module + ".")]
        if own:
            lines.append(f"    {module}: {' '.join(own)}")
    return "\n".join(lines)
