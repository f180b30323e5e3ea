"""The command "c4 train"."""

import json
import re

import pytest
from click.testing import CliRunner
from commands import python

from c4 import models
from c4.cli.train import command
from c4.learning.run import train
from c4.learning.windows import WindowsLearner


def test_command(tmp_path):
    """`c4 train windows --json` prints one object; called again it goes on, and says so; --fresh starts anew."""
    path = tmp_path / "m.json"

    def result(*more):
        done = CliRunner().invoke(command, ["windows", "--model", str(path), "--episodes", "40", "--json", *more])
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout), done.stderr

    first, message = result("--seed", "1")
    assert "new model" in message
    assert first["episodes"] == 40
    assert first["total_episodes"] == 40
    assert first["seed"] == 1
    assert first["model"] == str(path)
    assert first["won"] + first["drawn"] + first["lost"] == 40
    assert len(first["weights"]) == 9
    second, message = result()
    assert "after 40 games: 40 more" in message
    assert second["episodes"] == 40
    assert second["total_episodes"] == 80
    assert second["seed"] == 1
    anew, _ = result("--fresh", "--seed", "1")
    assert anew["weights"] == first["weights"]


def test_a_model_of_ones_own(tmp_path, monkeypatch):
    """Without --model a run makes your own file, the next goes on with it; the shipped one stays as it is."""
    monkeypatch.setattr(models, "SAVED_MODELS", tmp_path)
    monkeypatch.setenv("C4_DATA", str(tmp_path / "own"))
    shipped = models.default_path("windows")
    shipped.write_text("the model that ships")
    message = [CliRunner().invoke(command, ["windows", "--episodes", "30"]).output for _ in range(2)]
    assert "new model" in message[0]
    assert f"resuming {tmp_path / 'own' / 'my-windows.json'} after 30 games" in message[1]
    assert shipped.read_text() == "the model that ships"
    assert WindowsLearner.from_file(models.user_path("windows")).episodes == 60


def test_result_in_words(tmp_path):
    """Without --json the result tells games, tallies, single figures and the weights by their names."""
    done = CliRunner().invoke(command, ["windows", "--episodes", "30", "--model", str(tmp_path / "m.json")])
    first, numbers, weights, by_chance, by_minimax, saved = done.stdout.splitlines()
    assert first.startswith("30 games in ")
    assert "the first player won" in first
    assert numbers.startswith("random moves 0.97")
    assert weights.startswith("bias +0.0000  centre ")
    assert by_chance.startswith("against random, won / drawn / lost: first ")
    assert by_minimax.startswith("against minimax 3, won / drawn / lost: first ")
    assert saved == f"saved in {tmp_path / 'm.json'}"


class Measured(WindowsLearner):
    """A learner that found its best model after 70 episodes."""

    @property
    def best(self):
        return None if self.episodes < 70 else 70

    def save_best(self, path):
        path.write_text(f"best at {self.best}")


def test_best_is_kept_apart(tmp_path):
    """The loop keeps the best model beside the latest, and writes it when there is a new best only."""
    path = tmp_path / "m.json"
    list(train(Measured(1), 60, path))
    assert not models.best_path(path).exists()
    list(train(Measured(1), 80, path))
    assert (tmp_path / "m.best.json").read_text() == "best at 70"
    assert Measured.from_file(path).episodes == 80


def test_command_never_overwrites_a_broken_model(tmp_path):
    """A file that is no model: one line, exit status 2, the file as it was."""
    path = tmp_path / "m.json"
    path.write_text('{"format": "c4-model", "wei')
    done = python("-m", "c4", "train", "windows", "--model", path, "--episodes", 5)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "is not a model" in done.stderr
    assert path.read_text() == '{"format": "c4-model", "wei'


EXPORTS = {
    "td-lambda": ("w.npy", "best weights so far written to"),
    "sarsa": ("ActionQ.json", "states written to"),
    "patterns": ("p.xml", "patterns written to"),
}


@pytest.mark.parametrize("learner", EXPORTS)
def test_what_was_stopped_is_exported(learner, tmp_path, monkeypatch):
    """After Ctrl-C the export is written of what was learned; what was not measured is named."""
    from c4.cli import cli
    from c4.learning.run import train as real

    def interrupted(*arguments, **options):
        for number, progress in enumerate(real(*arguments, **options)):
            yield progress
            if number == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr("c4.learning.run.train", interrupted)
    name, sentence = EXPORTS[learner]
    arguments = f"train {learner} --model m --episodes 1000000 --export {name}"
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(cli, arguments.split())
    assert done.exit_code == 130
    assert sentence in done.output
    assert (tmp_path / name).stat().st_size > 100
    assert ("the same command with --episodes 0 measures it" in done.output) == (learner == "td-lambda")


def test_lines_where_there_is_no_bar(tmp_path):
    """Piped, a run prints a line for every 500 games: games, results, figures, speed."""
    done = CliRunner().invoke(command, ["windows", "--episodes", "1200", "--model", str(tmp_path / "m.json")])
    head, first, second, *_ = done.stdout.splitlines()
    assert head.split() == ["games", "done", "won", "drawn", "lost", "random", "moves", "games/s"]
    assert first.split()[:2] == ["500", "42%"]
    assert second.split()[:2] == ["1,000", "83%"]
    for line in (first, second):
        assert sum(int(number) for number in line.split()[2:5]) == 500
    assert f"{0.999**500:.4g}" in first.split()
    message = CliRunner().invoke(
        command, ["td-lambda", "--episodes", "500", "--json", "--model", str(tmp_path / "t.json")]
    )
    assert json.loads(message.stdout)["episodes"] == 500
    assert [line.split()[0] for line in message.stderr.splitlines()[1:]] == ["games", "500"]


def test_a_long_run_prints_a_hundred_lines_at_most(tmp_path):
    """They stand for more games, and say for how many."""
    done = CliRunner().invoke(command, ["windows", "--episodes", "60000", "--model", str(tmp_path / "m.json")])
    games = re.findall("^ *([0-9,]+) +[0-9]+%", done.stdout, re.MULTILINE)
    assert games == [f"{number:,}" for number in range(1000, 60_001, 1000)]
