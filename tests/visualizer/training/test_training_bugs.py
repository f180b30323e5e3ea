"""An unexpected error of a learner, wherever it trains, reaches the log with its traceback."""

import time

import pytest
from driver import Driver
from patience import LONG

from c4.learning import LEARNERS, load


class Injected(Exception):
    """A bug."""


def bug(*_, **__):
    raise Injected


@pytest.fixture
def log(tmp_path, monkeypatch):
    """The log file of this test."""
    monkeypatch.setenv("C4_DATA", str(tmp_path))
    return tmp_path / "c4.log"


CHANNELS = {
    **{name: (name, f"{load(name).__module__}.{load(name).__name__}.train") for name in LEARNERS},
    "the mistakes on the way": ("windows", "c4.arena.suites.mistakes_by_ply"),
    "the weights on the way": ("windows", "visualizer.training.job.pages_of"),
    "the measurement at the end": ("windows", "c4.learning.windows.measure"),
    "the match at the end": ("windows", "visualizer.training.end_of_training.duel"),
}
"""Where a training of the window can fail: the learner, and the function that has the bug."""


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_bug_in_training_in_the_window(channel, log, tmp_path, root, monkeypatch):
    """The window lists the error with its traceback, the log has it, and another training can begin."""
    name, function = CHANNELS[channel]
    driver = Driver(root)
    training = driver.open("training", "train")
    training.choose(name)
    training.form.fields["episodes"].set("20")
    training.form.fields["model"].set(str(tmp_path / "m"))
    driver.until(lambda: training.known.pages is not None)
    monkeypatch.setattr(function, bug)
    training.start()
    training.tabs.select(training.weights)
    end = time.monotonic() + LONG
    while not driver.window.errors or training.task.busy:  # `Driver.until` allows no error
        assert time.monotonic() < end
        root.update()
    assert "in bug" in driver.window.errors[0]
    assert "in bug" in log.read_text()
    assert str(training.start_button["state"]) == "normal"
    driver.window.close()
