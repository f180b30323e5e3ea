"""The loop of training: resuming, stopping, saving, what goes wrong."""

import os
from contextlib import closing

import pytest
from refusal import refused

from c4 import learning
from c4.learning.run import train
from c4.learning.windows import WindowsLearner
from c4.learning.windows import WindowsSettings as Settings


def run(learner, episodes, path, **options):
    with closing(train(learner, episodes, path, **options)) as running:
        return list(running)


def test_progress(tmp_path):
    """Progress rises to the total and carries rate and figures."""
    reports = run(WindowsLearner(1), 500, tmp_path / "m.json")
    assert [report.done for report in reports] == sorted({report.done for report in reports})
    assert reports[-1].done == reports[-1].total == reports[-1].figures["episodes"] == 500
    assert reports[-1].rate > 0


def test_stop(tmp_path):
    """Asked to stop, the loop ends at its next step and what was learned is in the file."""
    path = tmp_path / "m.json"
    asked = []
    learner = WindowsLearner(1)
    for _ in train(learner, 10**9, path, stop=lambda: bool(asked), save_seconds=10**9):
        if learner.episodes > 200:
            asked.append(True)
    assert learner.episodes < 10**9
    assert WindowsLearner.from_file(path).content() == learner.content()


@pytest.mark.parametrize("where", ["reader", "learner"])
def test_interrupted(where, tmp_path, monkeypatch):
    """Ctrl-C, in whoever reads the progress or in the training itself, loses nothing."""
    path = tmp_path / "m.json"
    learner = WindowsLearner(1)
    if where == "learner":
        complete = learner.train

        def interrupted(episodes):
            complete(episodes)
            if learner.episodes > 60:
                raise KeyboardInterrupt

        monkeypatch.setattr(learner, "train", interrupted)

    def read():
        with closing(train(learner, 10**9, path, save_seconds=10**9)) as running:
            for progress in running:
                if progress.done > 60:
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read()
    assert WindowsLearner.from_file(path).content() == learner.content()


def test_disk_full_in_the_middle(tmp_path, monkeypatch):
    """When saving fails on the way, one sentence says so and the last good file is kept."""
    path = tmp_path / "m.json"
    learner = WindowsLearner(1)
    replace = os.replace
    calls = []

    def full(*names):
        calls.append(names)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        replace(*names)

    monkeypatch.setattr(os, "replace", full)
    with refused("m.json cannot be written: No space left on device"):
        run(learner, 10**6, path, save_seconds=0)
    assert len(calls) == 2
    assert 0 < WindowsLearner.from_file(path).episodes < learner.episodes
    assert list(tmp_path.iterdir()) == [path]


def test_astray(tmp_path):
    """Weights that grow without end stop the training with one sentence and are never written."""
    path = tmp_path / "m.json"
    learner = WindowsLearner(1)
    run(learner, 10, path)
    good = path.read_bytes()
    learner.weights[1] = 1e6
    with refused("choose a smaller learning rate"):
        run(learner, 10, path)
    assert path.read_bytes() == good


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ({"alpha": -1}, "learning rate must be a number from 0 to 1, not -1"),
        ({"eps_start": 0.01}, r"random moves at least \(0.5\) must not be above random moves at first \(0.01\)"),
        ({"snapshots": 2, "train_depth": 3}, "older versions play without search"),
    ],
)
def test_bad_settings(bad, sentence):
    """A setting out of range is refused in words."""
    with refused(match=f"^{sentence}"):
        Settings(**bad)


def test_bad_learners(tmp_path):
    """An unknown learner and no episodes are refused."""
    with refused("unknown learner 'x': choose windows"):
        learning.load("x")
    with refused("from 1"):
        run(WindowsLearner(1), 0, tmp_path / "m.json")


class Slow(WindowsLearner):
    """A learner by a clock of its own: a game takes a millisecond, a save as long as it was told."""

    def __init__(self, clock, quick):
        super().__init__(1)
        self.clock = clock
        self.quick = quick
        self.saves = []

    def train(self, episodes):
        self.games.tally[:2] += episodes
        self.clock[0] += episodes / 1000

    def save(self, path, *, quickly=False):
        self.saves.append((self.clock[0], quickly))
        self.clock[0] += self.quick if quickly else 20


@pytest.mark.parametrize("quick", [0.01, 0.3, 2.4])
def test_saving_takes_a_twentieth_of_the_time_and_a_minute_is_the_most_that_is_lost(quick, tmp_path, monkeypatch):
    """A save takes at most 5 % of the time since the last, less than a minute ago; only the last is not a quick one."""
    clock = [0.0]
    monkeypatch.setattr("c4.learning.run.perf_counter", lambda: clock[0])
    learner = Slow(clock, quick)
    assert run(learner, 300_000, tmp_path / "m.json")[-1].done == 300_000
    (last, _), *saves, (_, final) = learner.saves
    assert last < 0.1, "at once, so that a folder that cannot be written is known"
    assert saves
    assert not final
    for begun, quickly in saves:
        assert quickly
        assert quick <= 0.0501 * (begun - last)
        assert begun + quick - last < 60
        last = begun


def test_who_stops_it_waits_for_a_quick_save_only(tmp_path):
    """After Ctrl-C, or where the report is closed, the model is saved quickly."""
    slow = Slow([0.0], 0.05)
    training = train(slow, 1_000_000, tmp_path / "m.json", save_seconds=1e9)
    next(training)
    training.close()
    assert slow.saves[-1][1]
