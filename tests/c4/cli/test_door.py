"""The door of the command: whatever happens, a person sees one line and a status, and never a traceback."""

import errno
import os
import subprocess
import sys

import click
import pytest
from commands import python
from paths import ROOT

from c4 import cli
from c4.cli import main
from c4.errors import report


def run(monkeypatch, capsys, raised):
    """(status, standard error) of a command that raises this."""

    @click.command()
    def command():
        raise raised

    monkeypatch.setattr(cli.TableGroup, "get_command", lambda *_: command)
    with pytest.raises(SystemExit) as end:
        main(["search"])
    return end.value.code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("raised", "status", "message"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), 2, "c4: writing failed: No space left on device\n"),
        (PermissionError(errno.EACCES, "Permission denied", "a.txt"), 2, "c4: a.txt: Permission denied\n"),
        (MemoryError(), 2, "c4: there is not enough memory for this\n"),
        (RecursionError("maximum"), 2, "c4: this is nested too deeply\n"),
        (OverflowError("int too large"), 2, "c4: a number is too large for this\n"),
        (KeyboardInterrupt(), 130, "\nstopped\n"),
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), 1, ""),
    ],
)
def test_in_one_line(monkeypatch, capsys, raised, status, message):
    """Errors that say what is wrong."""
    monkeypatch.setattr("c4.errors.USER_FILES", set())
    assert run(monkeypatch, capsys, raised) == (status, message)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("shell", "status", "message"),
    [
        ("{c4} evaluate 44 > /dev/full", 2, "c4: writing failed: No space left on device\n"),
        ("{c4} evaluate - <&-", 0, ""),
        ("{c4} evaluate 44 >&-", 0, ""),
        ("LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 {c4} evaluate é", 2, "c4: "),
    ],
)
def test_streams(shell, status, message):
    """A full disk behind standard output, streams that are closed, and letters that the terminal does not know."""
    command = shell.format(c4=f"{sys.executable} -m c4")
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == status
    assert done.stderr == message or (
        message == "c4: " and done.stderr.startswith(message) and done.stderr.count("\n") == 1
    )


FEW_FILES = "this process may open no more files: raise the limit of the system (ulimit -n)"
FEW_THREADS = "no more processes or threads may be started: raise the limit of the system (ulimit -u)"

WITH_FEW_FILES = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))
"""

WITHOUT_THREADS = """
import threading
def start(thread):
    raise RuntimeError("can't start new thread")
threading.Thread.start = start
"""


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.EMFILE, "Too many open files", "x"), FEW_FILES),
        (BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"), FEW_THREADS),
        (RuntimeError("can't start new thread"), FEW_THREADS),
        (BlockingIOError(errno.EAGAIN, "it would block", 3), "writing failed: it would block"),
    ],
)
def test_limits_of_the_system_are_named(error, sentence):
    """Too few files, processes or threads are told from other errors of the same numbers."""
    assert report(error) == sentence


@pytest.mark.skipif(os.name != "posix", reason="limits as POSIX has them")
@pytest.mark.parametrize(
    ("limit", "module", "sentence"),
    [
        (WITH_FEW_FILES, "visualizer.app.start", FEW_FILES),
        (WITHOUT_THREADS, "visualizer.app.start", FEW_THREADS),
        (WITHOUT_THREADS, "c4.__main__", f"c4: {FEW_THREADS}"),
    ],
)
def test_a_start_without_room_is_refused(limit, module, sentence):
    """Before Tcl or numpy's library ends the process with words of its own: one sentence, and status 2."""
    done = python("-P", "-c", f"{limit}from {module} import main; main()")
    assert done.returncode == 2
    assert done.stderr == f"{sentence}\n"
