"""The training window in a real display: it trains by the commands of `c4 train`, waits, stops with nothing lost, and lets one play."""

from __future__ import annotations

import json

import pytest
from driver import Driver

from c4.agents import HUMAN
from c4.cli.train import command as train_command
from c4.learning import LEARNERS
from visualizer.learn.curves import MISTAKES
from visualizer.learn.form import Form
from visualizer.learn.training import TrainingWindow


@pytest.fixture
def hand(root):
    driver = Driver(root)
    driver.window.actions.open_training()
    yield driver
    driver.window.close()
    assert not driver.window.errors, driver.window.errors[0]


def trainer(hand: Driver) -> TrainingWindow:
    return next(other for other in hand.window.others if isinstance(other, TrainingWindow))


def fill(training: TrainingWindow, **fields) -> None:
    for name, text in fields.items():
        training.form.fields[name].set(str(text))


def test_it_trains_as_the_command_does(hand, tmp_path):
    """The same seed and options leave the same file as `c4 train`; the curves hold what was reported, up to the last game."""
    from click.testing import CliRunner

    training = trainer(hand)
    fill(training, episodes=3000, seed=7, model=tmp_path / "window.json", alpha=0.02)
    training.start()
    hand.until(lambda: training.background is not None and not training.errand.busy)
    CliRunner().invoke(
        train_command,
        ["windows", "--episodes", "3000", "--seed", "7", "--alpha", "0.02", "--model", str(tmp_path / "command.json")],
    )
    assert json.loads((tmp_path / "window.json").read_text()) == json.loads((tmp_path / "command.json").read_text())
    assert training.line["text"] == f"done; saved in {tmp_path / 'window.json'}"
    assert training.curves.points[-1][0] == 3000
    assert training.curves.features[1] == "centre"
    assert 0 < training.curves.points[-1][1][MISTAKES] < 100


def test_it_waits_goes_on_and_stops_with_nothing_lost(hand, tmp_path):
    """Pause halts the games, Go on lets them run, Stop saves what was learned; the window stays alive all the time."""
    training = trainer(hand)
    fill(training, episodes=50_000_000, model=tmp_path / "long.json")
    training.start()
    hand.until(lambda: len(training.curves.points) > 3)
    training.pause_button.invoke()
    hand.pump(0.4)
    waiting = training.curves.points[-1][0]
    hand.pump(0.4)
    assert training.curves.points[-1][0] == waiting
    training.pause_button.invoke()
    hand.until(lambda: training.curves.points[-1][0] > waiting)
    training.stop_button.invoke()
    hand.until(lambda: not training.errand.busy)
    assert training.line["text"].startswith("stopped; everything learned is saved")
    assert json.loads((tmp_path / "long.json").read_text())["training"]["episodes"] == training.curves.points[-1][0]


def test_one_plays_against_what_was_learned(hand, tmp_path):
    """After training, one click sits the model in the other seat in a new game."""
    training = trainer(hand)
    fill(training, episodes=200, model=tmp_path / "mine.json")
    assert str(training.play_button["state"]) == "disabled"
    training.start()
    hand.until(lambda: training.background is not None and not training.errand.busy)
    training.play_button.invoke()
    settings = hand.session.settings
    assert settings.seats[0] == HUMAN
    assert settings.limits.evaluator == "windows"
    assert settings.models["windows"] == str(tmp_path / "mine.json")
    hand.click(3)
    hand.answered()
    assert hand.session.found.limits.model == str(tmp_path / "mine.json")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"alpha": "fast"}, "'fast' is not a valid float"),
        ({"episodes": "0"}, "0"),
        ({"alpha": "7"}, "alpha must be a number from 0 to 1"),
        ({"model": "/nowhere/at/all.json"}, "cannot be written"),
    ],
)
def test_what_is_wrong_is_said(hand, tmp_path, fields, sentence):
    """A field that cannot be, or a folder that is not there, is told in one sentence, and Start can be pressed again."""
    training = trainer(hand)
    fill(training, **({"model": tmp_path / "none.json"} | fields))
    training.start()
    hand.until(lambda: not training.errand.busy)
    assert sentence in training.line["text"]
    assert str(training.start_button["state"]) == "normal"
    assert not (tmp_path / "none.json").exists()


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_has_its_form(root, name):
    """Each learner's options make a form that says nothing as long as nothing is filled in, and the command takes what it says."""
    command = train_command.get_command(None, name)
    form = Form(root, command, lambda text: None)
    assert form.arguments() == []
    assert "episodes" in form.fields
    form.fields["episodes"].set("5")
    assert command.make_context(name, form.arguments()).params["episodes"] == 5


def test_sarsas_statistics_are_told_while_it_trains(hand, tmp_path):
    """With the field Statistics filled in a tab has a line for every 10,000 games, with how much is done; the next run has none."""
    training = trainer(hand)
    training.choose("sarsa")
    assert training.tabs.tab(training.statistics, "state") == "hidden"
    fill(training, episodes=50_000, statistics="yes", model=tmp_path / "m.npz")
    training.start()
    hand.until(lambda: training.tabs.tab(training.statistics, "state") == "normal")
    hand.until(lambda: training.background is not None and not training.errand.busy)
    head, *lines = training.statistics.get("1.0", "end").strip().splitlines()
    assert head.split()[:2] == ["games", "done"]
    assert lines[5].startswith("Result:")
    assert len(lines) == 12
    assert [line.split()[:2] for line in lines[:5]] == [
        [f"{10 * place},000", f"{20 * place}%"] for place in range(1, 6)
    ]
    fill(training, episodes=100, statistics="")
    training.start()
    assert training.tabs.tab(training.statistics, "state") == "hidden"
    hand.until(lambda: not training.errand.busy)
