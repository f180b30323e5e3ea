"""Errors: one sentence for the user, and the traceback in the log file, whatever thread or process they come from."""

import logging
import os
import pickle
import threading
import time

import click
import pytest
from sessions import settle

from c4 import cli, errors
from c4.errors import C4Error, report
from c4.session.events import Failed
from c4.session.session import Session
from c4.session.settings import Settings
from c4.session.worker import Worker


class Injected(Exception):
    """A bug."""


def bug(*_, **__):
    raise Injected("a\nbug")


@pytest.fixture
def log(tmp_path, monkeypatch):
    """The log file of this test."""
    monkeypatch.setenv("C4_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "c4.log"


def command(monkeypatch, capsys):
    monkeypatch.setattr(cli.TableGroup, "get_command", lambda *_: click.command()(bug))
    with pytest.raises(SystemExit):
        cli.main(["warm"])
    return capsys.readouterr().err


def agent(monkeypatch, capsys):
    monkeypatch.setattr("c4.session.worker.Thinker._agent_of", bug)
    session = Session(Settings())
    session.play(3)
    (failed,) = (event for event in settle(session) if isinstance(event, Failed))
    session.close()
    return failed.sentence


def queued(monkeypatch, capsys):
    worker = Worker("test")
    worker.tell(bug)
    worker.close()
    while not (failures := worker.failures()):
        time.sleep(0.01)
    return report(failures[0])


def job(monkeypatch, capsys):
    from c4.jobs import run

    with pytest.raises(Injected) as raised:
        list(run(bug, [()], jobs=1))
    return report(raised.value)


def thread(monkeypatch, capsys):
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr("sys.excepthook", None)
    errors.start_logging(uncaught=True)
    thread = threading.Thread(target=bug)
    thread.start()
    thread.join()
    return capsys.readouterr().err


@pytest.mark.parametrize("channel", [command, agent, queued, job, thread])
def test_a_bug_is_logged_with_its_traceback(channel, log, monkeypatch, capsys):
    """The sentence names the log file, which has the traceback and the versions."""
    sentence = " ".join(channel(monkeypatch, capsys).split())
    assert f"an error in the program (Injected: a bug); please report it with the file {log}" in sentence
    text = log.read_text()
    assert "Traceback" in text
    assert "in bug" in text
    assert "Python 3" in text
    assert text.count("Injected: a") == 2


def test_errors_that_users_can_correct_are_not_logged(log):
    """Their text is the sentence."""
    assert report(C4Error("column 3 is full")) == "column 3 is full"
    assert not log.exists()


def test_no_log_file_can_be_written(log, monkeypatch):
    """The sentence names no file."""
    monkeypatch.setattr(errors, "_log_handler", lambda folder: None)
    assert report(ValueError("x")) == "an error in the program (ValueError: x)"


def test_a_log_that_cannot_be_written_any_more(log, monkeypatch, capsys):
    """As on a full disk: the sentence is all that is said."""
    assert report(ValueError("x")).endswith(str(log))
    monkeypatch.setattr(errors._log_handler(log.parent), "shouldRollover", bug)
    assert report(ValueError("y")).endswith(str(log))
    assert capsys.readouterr().err == ""


def test_a_sentence_has_a_length():
    """Of a sentence that quotes 100 MB the two ends are left, also in another process."""
    error = C4Error(f"{'x' * 100_000_000} is not a column")
    assert str(error).endswith("xx is not a column")
    assert len(str(error)) < 2_010
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_an_error_is_one_line_whatever_it_quotes():
    """Line breaks in a name that it quotes become spaces, control characters escapes, other spaces stay."""
    assert str(C4Error("my  file: 'a\nb\r\nc\u2028d' is no board")) == "my  file: 'a b c d' is no board"
    assert str(C4Error("\x1b[2J\u202egpj: no board")) == r"\x1b[2J\u202egpj: no board"
    assert report(FileNotFoundError(2, "no such file", "a\x1b\nb")) == r"a\x1b\nb: no such file"


@pytest.mark.skipif(os.name != "posix", reason="links, pipes and owners as POSIX has them")
@pytest.mark.parametrize("planted", ["link", "hard link", "pipe", "another user"])
def test_a_log_file_that_somebody_else_has_put_there(tmp_path, planted, monkeypatch):
    """It is neither followed nor written to; an ordinary one is closed to others."""
    victim = tmp_path / "victim"
    log = tmp_path / "c4.log"
    victim.write_text("precious")
    if planted == "link":
        log.symlink_to(victim)
    elif planted == "hard link":
        os.link(victim, log)
    elif planted == "pipe":
        os.mkfifo(log)
    else:
        log.touch()
        owner = log.stat().st_uid
        monkeypatch.setattr("c4.errors.os.geteuid", lambda: owner + 1)
    monkeypatch.setenv("C4_DATA", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(errors, "LOG", logging.getLogger("of this test"))
    assert report(Injected("a bug")) == "an error in the program (Injected: a bug)"
    assert victim.read_text() == "precious"
    monkeypatch.undo()
    log.unlink()
    descriptor = errors.open_own(log)
    os.close(descriptor)
    assert log.stat().st_mode & 0o777 == 0o600
    log.chmod(0o666)
    os.close(errors.open_own(log))
    assert log.stat().st_mode & 0o777 == 0o600
