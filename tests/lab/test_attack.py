"""The attacks of `python -m lab.attack`, a moment of each: they run, and the program holds."""

import os
import random
import subprocess
import sys
import time

import pytest
from paths import ROOT

from c4.databases import schema_entries, schema_of
from c4.game.rules import Rules
from c4.library.schema import SCHEMA
from lab.attack import commands, readers, references, surroundings, window


def test_rules_and_searches():
    """Games and searches on any board are those of the plain references."""
    dice = random.Random(1)
    evaluators = references.evaluators()
    for _ in range(10):
        assert references.compare_a_game(dice) == ""
    for _ in range(25):
        assert references.compare_a_search(dice, evaluators) == ""


def test_the_references_are_other_code():
    """The reference knows the first perft numbers of the standard board, and a win when it sees one."""
    rules = Rules()
    assert [references.perft([[] for _ in range(7)], depth, rules) for depth in range(4)] == [1, 7, 49, 343]
    assert references.result([[0, 0, 0, 0], [1, 1, 1], [], [], [], [], []], rules) == 0


def test_the_solver_is_right():
    """Every position of 4x4 with connect 3 has the score of retrograde analysis."""
    asked, wrong = references.small_boards(Rules(4, 4, 3))
    assert asked > 12_000
    assert wrong == 0


@pytest.mark.slow
def test_readers(tmp_path, monkeypatch):
    """Changed files of every format, and what hypothesis invents, are read or refused in a sentence."""
    monkeypatch.setenv("C4_DATA", str(tmp_path))
    fuzz = readers.Fuzz(tmp_path, 1)
    fuzz.round()
    assert fuzz.faults == {}
    assert readers.invented(tmp_path, 1, 3)[1] == {}


@pytest.mark.slow
def test_every_command_can_be_stopped(tmp_path):
    """The long script presses Ctrl-C in every command there is; here in one that computes and one that waits."""
    assert set(commands.LONG) == set(commands.every_command())
    for call in ("lab measure perft 16", "threats -"):
        stop = commands.press_key(call, tmp_path, None)
        assert stop.status == 130, stop.output
        assert stop.fault == "", stop.output


FORKED = """
import random, sys
from pathlib import Path
from lab.attack.killed import kill, writers
from lab.attack.commands import Typist

for name in ("windows", "library", "tree"):
    done = kill(writers()[name], Path(sys.argv[1]) / name, random.Random(2), 2)
    assert (done.killed, done.faults) == (2, []), (name, done)
typist = Typist(Path(sys.argv[1]), 1, ["killed", "nowhere"])
for _ in range(5):
    typist.step()
assert not typist.faults, typist.faults
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it forks")
def test_what_is_killed_goes_on_and_what_is_typed_is_answered(tmp_path):
    """A model, a library and a tree, each killed twice while it is written; and what is typed at
    random gets an answer or a sentence.  In a process of its own: one that has threads must not fork.
    """
    subprocess.run([sys.executable, "-c", FORKED, tmp_path], env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["code", "schemas", "planted"])
def test_the_surroundings(tmp_path, name):
    """Strange user code, hidden schemas and planted files find no fault.

    What a sudden end leaves behind is tested where processes are started: `test_jobs.py`, `test_program.py`.
    """
    attack, often = surroundings.ATTACKS[name]
    for number in range(often):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert attack(folder, random.Random(number)) == ""


def test_the_attack_on_schemas_and_files_finds_what_is_not_checked(tmp_path, monkeypatch):
    """Without the checks of the program it reports faults."""
    ours = schema_entries(SCHEMA)
    monkeypatch.setattr(
        "c4.library.library.schema_of", lambda connection: [entry for entry in schema_of(connection) if entry in ours]
    )
    monkeypatch.setattr("c4.locks.is_own", lambda status: True)
    for name in ("schemas", "planted"):
        attack = surroundings.ATTACKS[name][0]
        faults = []
        for number in range(40):
            folder = tmp_path / f"{name}{number}"
            folder.mkdir()
            faults.append(attack(folder, random.Random(number)))
        assert any(faults), name


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no alarms")
def test_an_event_that_does_not_end_is_found(monkeypatch):
    """The clock of the window's attack ends such an event while it goes on."""

    class StuckError(Exception):
        pass

    def stuck(where):
        raise StuckError

    def work(seconds):
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            pass

    monkeypatch.setattr(window, "STUCK_SECONDS", 0.2)
    watch = window.Stopwatch(stuck)
    started = watch.start()
    with pytest.raises(StuckError):
        work(5)
    watch.stop(started)
