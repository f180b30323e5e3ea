"""Several programs on one library: made once, nothing lost, whole after a kill."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from paths import ROOT
from refusal import refused

from c4.game.position import Position
from c4.library.library import Library
from c4.library.query import Query
from c4.library.record import Record

WRITER = """
import sys
from c4.library.library import Library
from c4.library.record import Record
with Library(sys.argv[1]) as library:
    for number in range(60):
        library.add(Record.from_moves("4453", first=sys.argv[2], event=str(number)))
        if number % 20 == 0:
            library.add_all([Record.from_moves("1212121", first=sys.argv[2])] * 300)
"""


def test_several_may_make_one_library(tmp_path):
    """Whoever opens it first makes it; the others, at the same moment, find it whole."""
    together = Barrier(4)

    def make(number: int) -> int:
        together.wait()
        with Library(tmp_path / f"{number}.sqlite") as library:
            return len(library)

    with ThreadPoolExecutor(4) as pool:
        for number in range(20):
            assert [*pool.map(make, [number] * 4)] == [0] * 4


def test_a_library_that_another_program_keeps_locked(tmp_path):
    """Readers answer at once, and a writer that waited in vain says why."""
    path = tmp_path / "library.sqlite"
    with Library(path) as writer, Library(path, wait=0.01) as other:
        writer.add(Record.from_moves("44"))
        with writer.transaction(write=True):
            assert other.find().total == 1
            with refused("cannot be used: another program is writing to it"):
                other.add(Record.from_moves("4"))
        assert other.add(Record.from_moves("4")) == 2


@pytest.mark.slow
def test_two_programs_lose_nothing(tmp_path):
    """Programs that write one library at once, from its making on, keep every game; readers see whole games."""
    path = tmp_path / "library.sqlite"
    programs = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], cwd=ROOT, stderr=subprocess.PIPE)
        for name in ("one", "two", "three")
    ]
    while any(program.poll() is None for program in programs):
        if path.exists():
            with Library(path) as library:
                result = library.find(Query(position=Position.from_moves("4453")))
                assert result.total == len(result.games)
        time.sleep(0.02)
    for program, (_, error) in [(program, program.communicate()) for program in programs]:
        assert program.returncode == 0, error
    with Library(path) as library:
        assert len(library) == 3 * (60 + 900)
        for name in ("one", "two", "three"):
            result = library.find(Query(position=Position.from_moves("4453"), player=name))
            assert sorted(int(game.record.event) for game in result.games) == list(range(60))
            assert library.find(Query(position=Position.from_moves("1212"), player=name)).total == 900


def test_a_killed_import_leaves_a_whole_library(tmp_path):
    """After a kill in the middle of an import the library opens with the games that it had before."""
    path = tmp_path / "library.sqlite"
    games = tmp_path / "games.txt"
    games.write_text("4453\n" * 60_000)
    code = "import sys; from c4.library.library import Library; Library(sys.argv[1]).import_file(sys.argv[2])"
    with Library(path) as library:
        library.add(Record.from_moves("44"))
    running = subprocess.Popen([sys.executable, "-c", code, str(path), str(games)], cwd=ROOT)
    while running.poll() is None and not path.with_name("library.sqlite-wal").exists():
        time.sleep(0.01)
    time.sleep(0.3)
    running.kill()
    running.wait()
    with Library(path) as library:
        assert len(library) == library.find(Query(position=Position.from_moves("44"))).total == 1


def test_a_library_that_cannot_be_written_can_be_read(tmp_path, monkeypatch):
    """On a read-only disk its games are shown, and what changes it is refused in a sentence."""
    path = tmp_path / "library.sqlite"
    with Library(path) as writer:
        writer.add(Record.from_moves("44"))
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Library(path) as library:
        assert library.find().total == 1
        with refused("cannot be used: attempt to write a readonly database"):
            library.add(Record.from_moves("4"))
    assert [*tmp_path.iterdir()] == [path]
