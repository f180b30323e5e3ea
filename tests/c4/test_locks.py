"""Two programs that make one file: the second is told, and nothing is done twice."""

import errno
import os
import subprocess
import sys
from functools import partial

import pytest
from paths import ROOT

from c4.cli import run
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import Rules
from c4.locks import locked
from lab.__main__ import cli
from lab.make import books as bookmaking
from lab.make import smaller, strategies
from lab.make import suites as labelling

MAKERS = {
    "suite": lambda path: labelling.make(path, labelling.plan_of("d"), set(), partial(print)),
    "book": lambda path: bookmaking.build(path, Rules(4, 4), 2, partial(print)),
    "strategy": lambda path: strategies.make(Position.from_moves("444"), path),
    "improved": lambda path: smaller.improve(path, 1),
}


@pytest.mark.parametrize("name", MAKERS)
def test_one_at_a_time(tmp_path, name):
    """While one program makes a file another is refused before it has begun."""
    with locked(tmp_path / "f", "made"), pytest.raises(C4Error, match=r"f is being (made|improved) by another program"):
        MAKERS[name](tmp_path / "f")


def test_puzzles(tmp_path, capsys):
    """So is the command."""
    with locked(tmp_path / "f", "made"), pytest.raises(SystemExit):
        run(cli, "lab", ["make", "puzzles", "--seed", "1", "--number", "100000", "--out", str(tmp_path / "f")])
    assert "is being made by another program" in capsys.readouterr().err


COUNT = """
import sys
from pathlib import Path
from c4.locks import locked
path = Path(sys.argv[1])
for _ in range(200):
    with locked(path, "changed", wait=60):
        path.write_text(str(int(path.read_text()) + 1))
"""


@pytest.mark.slow
def test_the_lock_file_is_removed_and_still_locks(tmp_path):
    """Programs that take turns lose no change, and leave no lock file."""
    path = tmp_path / "count"
    path.write_text("0")
    programs = [subprocess.Popen([sys.executable, "-c", COUNT, str(path)], cwd=ROOT) for _ in range(4)]
    assert [program.wait() for program in programs] == [0] * 4
    assert path.read_text() == "800"
    assert [file.name for file in tmp_path.iterdir()] == ["count"]


def test_no_lock_file_is_left_beside_what_was_refused(tmp_path):
    """Also when the block ends with an error."""
    with pytest.raises(C4Error, match="no model"), locked(tmp_path / "m.json", "trained"):
        raise C4Error("no model")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="links, pipes and owners as POSIX has them")
@pytest.mark.parametrize("planted", ["link", "hard link", "pipe", "folder", "a file of yours", "another user"])
def test_a_lock_that_cannot_be_taken_is_said(tmp_path, planted, monkeypatch):
    """Whatever somebody has put in the place of the lock file is left alone, and the work does not begin without a lock."""
    victim = tmp_path / "victim"
    lock_file = tmp_path / ".m.json.lock"
    victim.write_text("precious")
    if planted == "link":
        lock_file.symlink_to(victim)
    elif planted == "hard link":
        os.link(victim, lock_file)
    elif planted == "pipe":
        os.mkfifo(lock_file)
    elif planted == "folder":
        lock_file.mkdir()
    elif planted == "a file of yours":
        victim = lock_file
        victim.write_text("precious")
    else:
        lock_file.touch()
        owner = lock_file.stat().st_uid
        monkeypatch.setattr("c4.errors.os.geteuid", lambda: owner + 1)
    advice = rf"{lock_file} is no lock file: remove it"
    if planted == "another user":  # who may be honest, and at work
        advice = rf"the user \w+ may be at work on it; if not, remove {lock_file}"
    with pytest.raises(C4Error, match=rf"m\.json cannot be locked: {advice}$"), locked(tmp_path / "m.json", "trained"):
        raise AssertionError("it has begun")
    assert victim.read_text() == "precious"


def test_what_needs_no_lock_has_none(tmp_path, monkeypatch):
    """A device, and a folder that cannot be written, whose writer says so."""
    with locked(os.devnull, "trained"):
        pass
    monkeypatch.setattr("c4.storage.os.access", lambda path, mode: False)
    with locked(tmp_path / "m.json", "trained"):
        assert not list(tmp_path.iterdir())


def test_a_lock_that_the_system_refuses_is_said(tmp_path, monkeypatch):
    """As without free descriptors, or on a file system that has no locks."""
    for error, sentence in (
        (OSError(errno.EMFILE, "Too many open files"), "Too many"),
        (NotImplementedError(), "no locks"),
    ):
        monkeypatch.setattr("filelock.FileLock.acquire", partial(raised, error))
        with pytest.raises(C4Error, match=f"cannot be locked: .*{sentence}"), locked(tmp_path / "m.json", "trained"):
            pass


def raised(error, *_, **__):
    raise error
