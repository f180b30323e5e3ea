"""The arena on a Dask cluster: a scheduler and two workers give the same as this process."""

import json
import logging
import os
import signal
import subprocess
import sys
import time
from functools import partial
from threading import Timer

import commands
import pytest
from refusal import refused

from c4 import interrupts, jobs
from c4.arena.games import GamesFile
from c4.arena.match import openings_of, tournament
from lab.measure.sweep.plan import read as read_sweep
from lab.measure.sweep.results import SweepFolder
from lab.measure.sweep.running import sweep

distributed = pytest.importorskip("dask.distributed")


@pytest.fixture(scope="module")
def address():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        yield cluster.scheduler_address


def c4(*arguments) -> list[dict]:
    return [without_seconds(json.loads(line)) for line in command_of(arguments)(*arguments, "--json").splitlines()]


def command_of(arguments):
    """The program that has this command."""
    return commands.lab if arguments[0] in ("make", "measure") else commands.c4


def without_seconds(content):
    """What a command printed, but for the time it took."""
    if isinstance(content, dict):
        return {name: without_seconds(value) for name, value in content.items() if "seconds" not in name}
    return [without_seconds(value) for value in content] if isinstance(content, list) else content


@pytest.fixture
def nothing_is_done_here(monkeypatch):
    """Makes this process unable to play: what is played, the workers play."""
    for place in ("lab.measure.strength.Player", "c4.arena.match.Player"):  # importing the first brings the second
        monkeypatch.setattr(place, lambda *_: pytest.fail("this process was asked to play"))


STRENGTH = ("measure", "strength", "greedy", "random", "--games", 1, "--against", "strict,erring30", "--suites", "d")
AGENTS = ["random", "greedy"]
TOURNAMENT = ("match", "greedy", "random", "novice", "--games", 4)


@pytest.mark.parametrize("arguments", [STRENGTH, TOURNAMENT], ids=lambda arguments: arguments[0])
def test_a_cluster_finds_what_this_process_finds(address, arguments, request):
    """Figures, intervals and games from two workers are those of one process; nothing is played here."""
    here = c4(*arguments, "--jobs", 1)
    request.getfixturevalue("nothing_is_done_here")
    assert c4(*arguments, "--dask", address) == here


def test_a_cluster_prints_no_tracebacks(address, capfd):
    """What Dask's client would print of a lost scheduler is not printed: the command says it in one sentence."""
    assert sorted(jobs.on_dask(abs, [(-2,), (1,)], address)) == [1, 2]
    for part in ("client", "core", "utils"):
        logging.getLogger(f"distributed.{part}").error("Traceback")
    assert "Traceback" not in "".join(capfd.readouterr())


def test_games_from_a_cluster_are_kept_here(address, nothing_is_done_here, tmp_path):
    """The workers' games are in the file of who asked for them; asked again, nothing is left to be played."""
    path = tmp_path / "games.jsonl"
    first = c4(*TOURNAMENT, "--out", path, "--dask", address)
    assert path.read_text().count("\n") == 12
    assert c4(*TOURNAMENT, "--out", path, "--jobs", 1) == first


def test_a_cluster_loses_no_game(address, tmp_path):
    """When one of two workers is killed in the middle, every game is played once and is the same as here."""
    openings = openings_of("plies=1", 7, 1)
    path = tmp_path / "games.jsonl"
    killed = []
    games = []
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        workers = client.run(os.getpid)
    for game in tournament(AGENTS, openings, 1, GamesFile(path), partial(jobs.run, dask=address)):
        games.append(game)
        if not killed:
            killed.append(max(workers.values()))
            os.kill(killed[0], signal.SIGKILL)
    here = {
        game.pairing: game.moves for game in tournament(AGENTS, openings, 1, GamesFile(None), partial(jobs.run, jobs=1))
    }
    assert killed
    assert len(games) == 14
    assert {game.pairing: game.moves for game in games} == here
    assert {game.pairing: game.moves for game in GamesFile(path).read()} == here


@pytest.mark.parametrize("arguments", [STRENGTH, TOURNAMENT], ids=lambda arguments: arguments[0])
def test_an_address_where_nothing_answers_is_bad_input(arguments):
    """Every command with --dask refuses an address without a scheduler in one sentence."""
    sentence = "no Dask scheduler answers at tcp:/nowhere"
    commands.refuses(command_of(arguments), sentence, *arguments, "--dask", "tcp:/nowhere")


def test_a_sweep_from_a_cluster(address, tmp_path):
    """Trainings by workers end with the figures of those in this process."""
    (tmp_path / "small.toml").write_text(
        'learner = "windows"\nepisodes = 20\nchoose = { seeds = [1, 2], every = 300 }\n', encoding="utf-8"
    )
    plan = read_sweep(tmp_path / "small.toml")
    figures = []
    for place, run in (("here", partial(jobs.run, jobs=1)), ("there", partial(jobs.run, dask=address))):
        done = list(sweep(plan, SweepFolder(tmp_path / place), run))
        figures.append(sorted((one.seed, one.last) for one in done))
    assert figures[0] == figures[1]


def test_a_cluster_that_cannot_import_the_program(address, monkeypatch):
    """One sentence says how to start the cluster."""

    def failing(future):
        raise RuntimeError("Error during deserialization of the task graph.")

    monkeypatch.setattr(distributed.Future, "result", failing)
    with refused("PYTHONPATH"):
        list(jobs.on_dask(abs, [(1,)], address))


def test_a_strategy_from_a_cluster_is_that_of_any_processes(address, tmp_path, monkeypatch):
    """Its parts are settled by the workers, and put together in the same order."""
    make = ("make", "strategy", "53356527", "--work", 30_000)
    commands.lab(*make, "--out", tmp_path / "there", "--dask", address)

    def run_here(function, tasks, **where):
        return (function(*task) for task in tasks)

    monkeypatch.setattr(jobs, "run", run_here)
    commands.lab(*make, "--out", tmp_path / "here", "--jobs", 2)
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


@pytest.mark.slow
def test_a_cluster_without_workers(monkeypatch, capfd):
    """A sentence says so at once; the command goes on when a worker comes, and ends with a sentence if none does."""
    with distributed.LocalCluster(n_workers=0, processes=False, protocol="tcp://", dashboard_address=":0") as cluster:
        coming = Timer(2, cluster.scale, [1])
        coming.start()
        assert list(jobs.on_dask(abs, [(-1,)], cluster.scheduler_address)) == [1]
        coming.join()
        assert capfd.readouterr().err.count("has no worker: waiting for one, at most 60 s") == 1
        cluster.scale(0)
        monkeypatch.setattr(jobs, "WORKER_SECONDS", 1)
        with refused("has had no worker for 1 s"):
            list(jobs.on_dask(time.sleep, [(1,)], cluster.scheduler_address))


@pytest.mark.slow
def test_a_cluster_whose_scheduler_is_lost(tmp_path, monkeypatch):
    """One sentence says what to do, and promises nothing where no file was written."""
    file = tmp_path / "scheduler.json"
    start = ["-m", "distributed.cli.dask_scheduler", "--port", "0", "--dashboard-address", ":0", "--scheduler-file"]
    with subprocess.Popen([sys.executable, *start, file], stderr=subprocess.DEVNULL) as scheduler:
        while not (file.exists() and file.read_text()):
            time.sleep(0.05)

        def kill_scheduler(workers: jobs.WorkerWatch, client: object) -> None:
            scheduler.kill()

        monkeypatch.setattr(jobs.WorkerWatch, "look", kill_scheduler)  # it looks once the jobs have been given out
        with refused("was lost: repeat the command; what is in its output file"):
            list(jobs.on_dask(abs, [(1,)], json.loads(file.read_text())["address"]))


def test_ctrl_c_while_a_cluster_works(address, monkeypatch):
    """The command does not wait for the jobs that are left."""
    monkeypatch.setattr(interrupts, "GRACE_SECONDS", 60.0)  # so the loop must notice it, and is not just abandoned

    def command():
        left = jobs.on_dask(time.sleep, [(0,), (8,)], address)
        next(left)
        os.kill(os.getpid(), signal.SIGINT)
        list(left)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    started = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            interrupts.run(command)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - started < 6
