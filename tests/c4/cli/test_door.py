"""The door of the command: whatever happens, a person sees one line and a status, and never a traceback."""

import errno
import os
import signal
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

    monkeypatch.setattr(cli.LazyGroup, "get_command", lambda *_: command)
    with pytest.raises(SystemExit) as end:
        main(["bench"])
    return end.value.code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("raised", "status", "said"),
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
def test_in_one_line(monkeypatch, capsys, raised, status, said):
    """Errors that say what is wrong."""
    assert run(monkeypatch, capsys, raised) == (status, said)


def test_with_a_file_to_send(monkeypatch, capsys, tmp_path):
    """What nobody expected says so, and its traceback is in a file."""
    monkeypatch.setenv("C4_DATA", str(tmp_path / "data"))
    status, said = run(monkeypatch, capsys, ValueError("a\nb"))
    assert status == 2
    assert said.startswith("c4: an error in the program (ValueError: a b); please report it with the file ")
    assert said.count("\n") == 1
    (kept,) = (tmp_path / "data").iterdir()
    assert "Traceback" in kept.read_text()
    assert str(kept) in said


def test_where_no_file_can_be_written(monkeypatch, capsys):
    """It still ends in one line."""

    def refuse(*_, **__):
        raise PermissionError

    monkeypatch.setattr("tempfile.NamedTemporaryFile", refuse)
    status, said = run(monkeypatch, capsys, ValueError("x"))
    assert (status, said) == (2, "c4: an error in the program (ValueError: x)\n")


def test_what_ctrl_c_became(monkeypatch, capsys):
    """Ctrl-C while numba compiles comes out as an error of numba's."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    @click.command()
    def command():
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise RuntimeError("no compiled object yet") from None

    monkeypatch.setattr(cli.LazyGroup, "get_command", lambda *_: command)
    with pytest.raises(SystemExit) as end:
        main(["bench"])
    signal.signal(signal.SIGINT, before)
    assert (end.value.code, capsys.readouterr().err) == (130, "stopped\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("shell", "status", "said"),
    [
        ("{c4} evaluate 44 > /dev/full", 2, "c4: writing failed: No space left on device\n"),
        ("{c4} evaluate - <&-", 0, ""),
        ("{c4} evaluate 44 >&-", 0, ""),
        ("LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 {c4} evaluate é", 2, "c4: "),
    ],
)
def test_streams(shell, status, said):
    """A full disk behind standard output, streams that are closed, and letters that the terminal does not know."""
    command = shell.format(c4=f"{sys.executable} -m c4")
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == status
    assert done.stderr == said or (said == "c4: " and done.stderr.startswith(said) and done.stderr.count("\n") == 1)
