"""The door of the command: whatever happens, a person sees one line and a status, and never a traceback."""

import errno
import os
import subprocess
import sys

import click
import pytest
from paths import ROOT

from c4 import cli
from c4.cli import main


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
