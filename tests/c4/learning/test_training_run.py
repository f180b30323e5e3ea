"""A training run, driven step by step, and a learner that is new: one file and one line."""

import json
import sys
import types
from typing import Annotated

import pytest
from click.testing import CliRunner
from refusal import refused

from c4 import learning
from c4.agents.specification import find_opponent
from c4.cli.train import command
from c4.game.rules import STANDARD
from c4.learning.base import Learner
from c4.learning.run import TrainingRun
from c4.learning.settings import RunOptions, Settings, option


@pytest.fixture
def guesser(monkeypatch):
    """A learner that is one file (this one) and one line."""
    entry = learning.Entry("Guesser", "guesses", f"{__name__}:Guesser", GuesserSettings, RunOptions)
    module = types.ModuleType(__name__)
    module.Guesser = Guesser
    monkeypatch.setitem(sys.modules, __name__, module)
    monkeypatch.setitem(learning.LEARNERS, "guesser", entry)


class GuesserSettings(Settings, frozen=True):
    guesses: Annotated[int, option("guesses a game", "How often it guesses.", ge=1, le=9, unit="guesses")] = 3


class Guesser(Learner):
    name = "guesser"

    settings_type = GuesserSettings
    _games = 0

    @classmethod
    def make(cls, seed, rules, settings, start):
        return cls(seed, settings, rules)

    @classmethod
    def read(cls, path, seed):
        content = json.loads(path.read_text())
        learner = cls(content["seed"], None, STANDARD)
        learner._games = content["games"]
        return learner

    @property
    def episodes(self):
        return self._games

    def play(self, episodes):
        self._games += episodes

    def figures(self):
        return {"episodes": self._games, "won": self._games, "drawn": 0, "lost": 0, "guesses_made": self._games * 3}

    def write(self, path, quickly):
        path.write_text(json.dumps({"seed": self.seed, "games": self._games}))


def test_a_new_learner_is_one_file_and_one_line(guesser, tmp_path):
    """What it declares is a command with its options, a run, and figures in words."""
    path = tmp_path / "g.json"
    arguments = ["guesser", "--guesses", "4", "--episodes", "700", "--seed", "1", "--model", str(path)]
    done = CliRunner().invoke(command, arguments)
    assert done.exit_code == 0, done.output
    assert "guesses made 2,100" in done.stdout
    assert json.loads(path.read_text()) == {"seed": 1, "games": 700}
    helped = CliRunner().invoke(command, ["guesser", "--help"]).output
    assert "--guesses GUESSES" in helped
    assert "Guesses a game: How often it guesses. [3 guesses]" in " ".join(helped.split())
    bad = CliRunner().invoke(command, ["guesser", "--guesses", "10"])
    assert str(bad.exception) == "guesses a game must be a whole number from 1 to 9, not 10"


@pytest.mark.parametrize("name", learning.LEARNERS)
def test_every_option_is_declared_once_and_in_words(name):
    """No two options of a learner share a name or a word; each has a title, a sentence, and a default in its range."""
    result = learning.options(name)
    assert len({one.name for one in result}) == len(result)
    assert len({one.flag for one in result}) == len(result)
    for one in result:
        assert "_" not in one.title
        assert one.help.endswith(".")
        one.check(one.default)


@pytest.mark.parametrize("name", learning.LEARNERS)
def test_figures_are_told_in_words(name):
    """No name of code is among the figures that people read."""
    learner = learning.load(name).create(1)
    learner.find_opponent(find_opponent)
    learner.train(2)
    assert not [word for word in learner.in_words(learner.figures()) if "_" in word]


def test_two_programs_on_one_file(tmp_path):
    """The second is refused while the first trains, and after that it must read what the first has learned."""
    given = {"model": str(tmp_path / "m.json"), "episodes": 200, "measure": 0}
    first, second = (TrainingRun("windows", given, find_opponent) for _ in range(2))
    reports = first.reports()
    next(reports)
    with refused("m.json is being trained by another program since"):
        next(second.reports())
    for _ in reports:
        pass
    with refused("has been trained by another program meanwhile: start again"):
        next(second.reports())
    third = TrainingRun("windows", given, find_opponent)
    for _ in third.reports():
        pass
    assert third.learner.episodes == 400
    assert {file.name for file in tmp_path.iterdir()} == {"m.json"}
