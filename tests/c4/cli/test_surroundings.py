"""Full disks, folders that cannot be written, no home, names in all scripts: one sentence, and nothing is lost."""

import os
from contextlib import contextmanager

import pytest
import watchman
from commands import python
from paths import ROOT

from c4.errors import C4Error
from lab.attack.killed import remove, writers

resource = pytest.importorskip("resource", reason="limits and folders as POSIX has them")

STRANGE = "mit Leerzeichen, ü ñ 日本 Ж א 🙂 %s {0} #?'"
SMALL = 300
"""Bytes that a file may have on a disk that is full: less than any file has here."""

TOLD = "cannot be (written|used)|was not saved|were not saved"


@contextmanager
def full_disk():
    """No file grows any more: what is written ends with an error in the middle."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("name", ["windows", "sarsa", "patterns", "match", "book", "tree", "library", "preferences"])
def test_a_full_disk_in_a_folder_of_any_name(tmp_path, name):
    """What writes says so in a sentence, what was there stays, and when there is room again it goes on."""
    folder = tmp_path / STRANGE
    writer = writers()[name]
    folder.mkdir()
    writer.work(folder)
    had = writer.look(folder)
    assert had > 0
    if name == "match":  # it has nothing more to do otherwise
        remove(folder, writer)
        had = 0
    with full_disk(), pytest.raises((RuntimeError, AssertionError, C4Error), match=TOLD) as message:
        writer.work(folder)
    assert [line for line in str(message.value).splitlines() if "cannot be" in line or "not saved" in line] == [
        str(message.value).splitlines()[-1]
    ]
    assert writer.look(folder) >= had
    writer.work(folder)
    assert writer.look(folder) >= max(1, had)
    assert not list(folder.rglob("*.tmp"))


@pytest.mark.parametrize("home", ["/proc", "/proc/nowhere", "", None])
def test_no_home(c4, monkeypatch, home):
    """What needs none works, what writes there says that it cannot; /proc takes no files even from root."""
    for name in ("C4_DATA", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    if home is not None:
        monkeypatch.setenv("HOME", home)
    assert c4("play", "--first", "random", "--second", "greedy")[0] == 0
    if home:
        for words in (["train", "windows", "--episodes", "1", "--measure", "0"], ["library", "list"]):
            status, _, message = c4(*words)
            assert status == 2, message
            assert message.count("\n") == 1, message
            assert "cannot be" in message
    watchman.seen.clear()  # it has tried to write there


def test_a_terminal_without_letters(tmp_path):
    """LC_ALL=C in a folder with letters of all scripts."""
    folder = tmp_path / STRANGE
    folder.mkdir()
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": str(ROOT)}
    words = ["train", "windows", "--episodes", "1", "--measure", "0", "--model", f"{folder}/日本.json"]
    done = python("-m", "c4", *words, cwd=folder, env={**os.environ, **plain})
    assert done.returncode == 0, done.stderr
    assert (folder / "日本.json").exists()
