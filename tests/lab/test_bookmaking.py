"""Building a book: stopped, killed, on several cores; `tests/c4/arena/test_cluster.py` tests work on a cluster."""

import json
import sys

import pytest
from commands import lab, refuses
from refusal import refused
from small_book import PLIES, SMALL

from c4 import jobs
from lab.make import books as bookmaking


class Dies:
    """Runs jobs in this process, notes their numbers, and dies instead of the job after the first `jobs` (None: never)."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = jobs
        self.solved: list[int] = []

    def __call__(self, function, tasks):
        for task in tasks:
            if len(self.solved) == self.jobs:
                raise MemoryError
            _, number, _ = task
            self.solved.append(number)
            yield function(*task)


def test_a_build_that_stops_goes_on(small, tmp_path):
    """A build that dies keeps what it has solved, and ends with the same file to the last byte."""
    path = tmp_path / "again.c4book"
    with pytest.raises(MemoryError):
        bookmaking.build(path, SMALL, PLIES, Dies(3))
    parts = sorted((tmp_path / "again.c4book.parts").iterdir())
    assert len(parts) == 3
    assert not path.exists()
    rest = Dies()
    reports = []
    book = bookmaking.build(path, SMALL, PLIES, rest, lambda *report: reports.append(report))
    assert rest.solved == [3, 4, 5]
    assert reports[0] == (3 * bookmaking.CHUNK_SIZE, 82)
    assert reports[-1] == (82, 82)
    assert book.path.read_bytes() == small.path.read_bytes()
    assert list(tmp_path.iterdir()) == [path]


def test_parts_that_do_not_fit_are_solved_again(small, tmp_path):
    """A part that is torn, or of another board, counts for nothing."""
    path = tmp_path / "again.c4book"
    with pytest.raises(MemoryError):
        bookmaking.build(path, SMALL, PLIES, Dies(3))
    torn, of_another_board, _ = sorted((tmp_path / "again.c4book.parts").iterdir())
    torn.write_text(torn.read_text()[:-20])
    of_another_board.write_text(of_another_board.read_text().replace('"connect": 4', '"connect": 3'))
    rest = Dies()
    book = bookmaking.build(path, SMALL, PLIES, rest)
    assert rest.solved == [0, 1, 3, 4, 5]
    assert book.path.read_bytes() == small.path.read_bytes()


@pytest.mark.slow
def test_the_command_builds_on_several_cores(small, tmp_path):
    """`python -m lab make book --jobs 2` writes the same file; `python -m lab report book` tells what is in it."""
    path = tmp_path / "command.c4book"
    made = lab("make", "book", "--plies", PLIES, "--rows", 5, "--columns", 4, "--out", path, "--jobs", 2, "--json")
    assert path.read_bytes() == small.path.read_bytes()
    described = json.loads(made)
    assert described["entries"] == 119
    assert described["plies"] == 4
    assert described["bytes"] == path.stat().st_size
    assert json.loads(lab("report", "book", path, "--json")) == described
    assert "119 positions up to ply 4" in lab("report", "book", path)


def test_a_cluster_that_is_not_there(tmp_path, monkeypatch):
    """An address where nothing answers is said in one sentence."""
    pytest.importorskip("dask.distributed")  # before the settings below, with which its own would go again
    dask = pytest.importorskip("dask")
    monkeypatch.setattr(jobs, "ANSWER_SECONDS", 0.5)
    quickly = dask.config.set({"distributed.comm.timeouts.connect": "200ms"})
    with quickly, refused("no Dask scheduler answers at tcp"):
        list(jobs.run(abs, [(1,)], dask="tcp://127.0.0.1:9"))
    monkeypatch.setitem(sys.modules, "dask.distributed", None)
    with refused("dask is not installed"):
        list(jobs.run(abs, [(1,)], dask="tcp://127.0.0.1:9"))


def test_without_the_package_of_published_scores(monkeypatch, tmp_path):
    """One sentence says how to install it."""
    monkeypatch.setitem(sys.modules, "bitbully_databases", None)
    refuses(lab, "pip install bitbully-databases", "make", "published-labels", "--out", tmp_path / "labels.npz")
