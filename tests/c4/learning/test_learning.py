"""Training: the windows learner against a plain twin, resuming, stopping, saving, and `c4 train windows`."""

import json
import os
import signal
import subprocess
import sys
import time
import types
from contextlib import closing
from dataclasses import asdict, dataclass

import numpy as np
import pytest
from click.testing import CliRunner
from paths import ROOT
from plain_splitmix import Splitmix

from c4 import learning, models
from c4.agents.specification import find_opponent
from c4.cli.train import command
from c4.compiled import splitmix
from c4.evaluators import load
from c4.evaluators.windows import FEATURES, Windows, features
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules
from c4.learning import orders
from c4.learning.base import Learner
from c4.learning.loop import train
from c4.learning.options import Checked, option
from c4.learning.run import TrainingRun
from c4.learning.windows import Settings, WindowsLearner, next_mark

# -- the plain twin ---------------------------------------------------------------------------------------------------


def difference(position: Position, side: int) -> list[float]:
    return [mine - theirs for mine, theirs in zip(features(position, side), features(position, 1 - side), strict=True)]


def dot(weights, d) -> float:
    total = 0.0
    for weight, number in zip(weights, d, strict=True):
        total += weight * number
    return total


def plain_game(weights: list[float], epsilon: float, random: Splitmix, rules: Rules, settings: Settings) -> Position:
    """One game of R3-10 to R3-12, straight from the text; changes the weights."""
    position, stored = Position(rules=rules), []
    while position.outcome() is None:
        side = position.to_move
        candidates = [position.play(column) for column in position.legal_columns()]
        if random.uniform() >= epsilon:
            values = [dot(weights, difference(after, side)) for after in candidates]
            candidates = [after for after, value in zip(candidates, values, strict=True) if value == max(values)]
        position = candidates[random.below(len(candidates))]
        stored.append((side, difference(position, side)))
    winner = position.outcome().winner
    for t, (side, d) in enumerate(stored):
        reward = 0 if winner is None else 1 if side == winner else -1
        target = reward * settings.gamma ** (len(stored) - 1 - t)
        error = target - dot(weights, d)
        for i, number in enumerate(d):
            weights[i] += settings.alpha * error * number
    return position


BOARDS = [STANDARD, Rules(4, 5, 3), Rules(3, 6, 4), Rules(7, 8, 5), Rules(3, 3, 2), Rules(1, 20, 4), Rules(3, 3, 3)]


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_compiled_is_plain(rules):
    """Compiled and plain self-play agree bit for bit on every board: weights, random state, epsilon and tallies."""
    settings = Settings(alpha=0.05, gamma=0.9, eps_start=0.8, eps_end=0.1, eps_decay=0.8)
    learner = WindowsLearner(7, settings, rules)
    weights, epsilon, random, tally = [0.0] * 9, 0.8, Splitmix(7), [0, 0, 0]
    for _ in range(8):
        learner.train(1)
        winner = plain_game(weights, epsilon, random, rules, settings).outcome().winner
        epsilon = max(0.1, epsilon * 0.8)
        tally[{0: 0, None: 1, 1: 2}[winner]] += 1
        assert learner.weights.tolist() == weights
    figures = learner.figures()
    assert [figures[key] for key in ("won", "drawn", "lost")] == tally
    assert figures["epsilon"] == epsilon
    assert learner.content()["training"]["random_state"] == str(random.state)


def test_splitmix_known_words():
    """The generator gives splitmix64's published sequence for the seed 1234567."""
    state = splitmix.start(1234567)
    assert [int(splitmix.next_word(state)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_splitmix_ranges():
    """uniform lies in [0, 1), and below reaches every number and no other."""
    state = splitmix.start(splitmix.MAX_SEED)
    assert all(0 <= splitmix.uniform(state) < 1 for _ in range(1000))
    assert {splitmix.below(state, 7) for _ in range(1000)} == set(range(7))


# -- what is learned -------------------------------------------------------------------------------------------------


def test_redundant_features():
    """After fresh training the bias is 0 and opp_k is exactly minus my_k (R3-9)."""
    learner = WindowsLearner(5)
    learner.train(2000)
    assert learner.weights[0] == 0
    assert learner.weights[5:8].tolist() == (-learner.weights[2:5]).tolist()
    assert np.abs(learner.weights[1:]).min() > 0


def test_epsilon_schedule():
    """With the defaults epsilon reaches 0.05 after about 2,995 games and stays there (R3-13)."""
    learner = WindowsLearner(1)
    learner.train(2990)
    assert learner.figures()["epsilon"] > 0.05
    learner.train(10)
    assert learner.figures()["epsilon"] == 0.05


def test_history_marks():
    """The history's marks are 100, 200, 500, 1,000 ..., and its lines do not depend on how training was cut up."""
    marks, mark = [], 0
    while mark < 50_000:
        mark = next_mark(mark)
        marks.append(mark)
    assert marks == [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    learner = WindowsLearner(1)
    for _ in range(4):
        learner.train(137)
    assert [line["episodes"] for line in learner.content()["training"]["history"]] == [100, 200, 500]


def test_shipped_model_is_usable():
    """The shipped model loads into the evaluator, can be resumed, prefers a completed line, and its bias is 0."""
    shipped = WindowsLearner.resume(models.default_path("windows"))
    assert shipped.weights.tolist() == list(load("windows").weights)
    assert shipped.weights[0] == 0
    assert (
        load("windows").evaluate(Position.from_moves("4152637"), 0)
        > 0
        > load("windows").evaluate(Position.from_moves("4152637"), 1)
    )


def test_shipped_model_comes_from_its_command():
    """Training again with the shipped file's seed and settings gives its weights."""
    path = models.default_path("windows")
    training = models.read(path, "windows", len(FEATURES))["training"]
    assert training["earlier_settings"] == []
    again = WindowsLearner.fresh(training["seed"], **training["settings"])
    again.train(training["episodes"])
    assert again.weights == pytest.approx(load("windows").weights, rel=0, abs=1e-9)


# -- the loop --------------------------------------------------------------------------------------------------------


def run(learner, episodes, path, **options):
    with closing(train(learner, episodes, path, **options)) as running:
        return list(running)


def test_resume_is_bit_for_bit(tmp_path):
    """Training N and later M games leaves the very file that N + M games leave, and the same seed the same file."""
    one, two, three = (tmp_path / name for name in ("one.json", "two.json", "three.json"))
    run(WindowsLearner(3), 1500, one)
    run(WindowsLearner(3), 1500, three)
    run(WindowsLearner(3), 333, two)
    run(WindowsLearner.resume(two), 1167, two)
    assert one.read_bytes() == two.read_bytes() == three.read_bytes()


def test_progress(tmp_path):
    """Progress rises to the total and carries rate and figures."""
    reports = run(WindowsLearner(1), 500, tmp_path / "m.json")
    assert [report.done for report in reports] == sorted({report.done for report in reports})
    assert reports[-1].done == reports[-1].total == reports[-1].figures["episodes"] == 500
    assert reports[-1].rate > 0


def test_stop(tmp_path):
    """Asked to stop, the loop ends at its next step and what was learned is in the file."""
    path, asked = tmp_path / "m.json", []
    learner = WindowsLearner(1)
    for _ in train(learner, 10**9, path, stop=lambda: bool(asked), save_seconds=10**9):
        if learner.episodes > 200:
            asked.append(True)
    assert learner.episodes < 10**9
    assert WindowsLearner.resume(path).content() == learner.content()


@pytest.mark.parametrize("where", ["reader", "learner"])
def test_interrupted(where, tmp_path, monkeypatch):
    """Ctrl-C, in whoever reads the progress or in the training itself, loses nothing."""
    path, learner = tmp_path / "m.json", WindowsLearner(1)
    if where == "learner":
        whole = learner.train

        def interrupted(episodes):
            whole(episodes)
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
    assert WindowsLearner.resume(path).content() == learner.content()


def test_disk_full_in_the_middle(tmp_path, monkeypatch):
    """When saving fails on the way, one sentence says so and the last good file is kept."""
    path, learner = tmp_path / "m.json", WindowsLearner(1)
    replace, calls = os.replace, []

    def full(*names):
        calls.append(names)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        replace(*names)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(C4Error, match=r"m\.json cannot be written: No space left on device"):
        run(learner, 10**6, path, save_seconds=0)
    assert len(calls) == 2
    assert 0 < WindowsLearner.resume(path).episodes < learner.episodes
    assert list(tmp_path.iterdir()) == [path]


def test_astray(tmp_path):
    """Weights that grow without end stop the training with one sentence and are never written."""
    path, learner = tmp_path / "m.json", WindowsLearner(1)
    run(learner, 10, path)
    good = path.read_bytes()
    learner.weights[1] = 1e6
    with pytest.raises(C4Error, match="choose a smaller learning rate"):
        run(learner, 10, path)
    assert path.read_bytes() == good


# -- resuming what it should not -------------------------------------------------------------------------------------


def test_resume_refuses(tmp_path):
    """Another seed or another board than the file's is refused by name."""
    path = tmp_path / "m.json"
    run(WindowsLearner(3), 10, path)
    with pytest.raises(C4Error, match="was trained with seed 3, not 4"):
        WindowsLearner.resume(path, seed=4)
    with pytest.raises(C4Error, match="was trained on 7x6, connect 4, first line wins, not on 6x5"):
        WindowsLearner.resume(path, rules=Rules(5, 6))


@pytest.mark.parametrize(
    "change",
    [
        {"random_state": None}, {"random_state": "-1"}, {"random_state": "x"}, {"seed": -1}, {"seed": True},
        {"epsilon": 2}, {"epsilon": "x"},
        {"won": 10**30}, {"won": 5}, {"settings": {"alpha": 9}}, {"settings": None}, {"history": 3}, {"history": [1]},
        {"earlier_settings": None},
    ],
    ids=str,
)  # fmt: skip
def test_resume_refuses_broken_training(change, tmp_path):
    """A model whose training figures are missing or make no sense is refused in one sentence."""
    path = tmp_path / "m.json"
    run(WindowsLearner(3), 10, path)
    content = json.loads(path.read_text())
    content["training"].update(change)
    path.write_text(json.dumps(content))
    with pytest.raises(C4Error, match="its training cannot be resumed"):
        WindowsLearner.resume(path)
    del content["training"]
    path.write_text(json.dumps(content))
    with pytest.raises(C4Error, match="its training cannot be resumed"):
        WindowsLearner.resume(path)
    assert Windows.from_model(path).weights


def test_new_settings(tmp_path):
    """New settings hold from the resumption on, the old ones are remembered, and a new eps_start sets epsilon."""
    path = tmp_path / "m.json"
    run(WindowsLearner(3), 10, path)
    same, other = (
        WindowsLearner.resume(path, alpha=0.01, eps_start=1.0),
        WindowsLearner.resume(path, alpha=0.001, eps_start=0.5),
    )
    assert same.content() == WindowsLearner.resume(path).content()
    assert other.settings == Settings(alpha=0.001, eps_start=0.5)
    assert other.figures()["epsilon"] == 0.5
    assert other.content()["training"]["earlier_settings"] == [{"until": 10, **asdict(Settings())}]


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ({"alpha": -1}, "learning rate must be a number from 0 to 1, not -1"),
        ({"gamma": 1.1}, "discount must be a number from 0 to 1, not 1.1"),
        ({"eps_end": float("nan")}, "random moves at least must be a number from 0 to 1, not nan"),
        ({"eps_start": 0.01}, r"random moves at least \(0.05\) must not be above random moves at first \(0.01\)"),
        ({"eps_decay": "x"}, "random moves kept must be a number from 0 to 1, not 'x'"),
        ({"n_steps": 1.0}, "moves to the target must be a whole number from 0, not 1.0"),
        ({"mirror": 1}, "mirror images must be yes or no, not 1"),
    ],
)
def test_bad_settings(bad, sentence):
    """A setting out of range is refused in words."""
    with pytest.raises(C4Error, match=f"^{sentence}"):
        Settings(**bad)


def test_bad_learners(tmp_path):
    """Counting lines, a seed out of range, an unknown learner and no episodes are refused."""
    with pytest.raises(C4Error, match="first-line"):
        WindowsLearner(1, rules=Rules(scoring="count-lines"))
    with pytest.raises(C4Error, match="seed"):
        WindowsLearner(2**64)
    with pytest.raises(C4Error, match="unknown learner 'x': choose windows"):
        learning.load("x")
    with pytest.raises(C4Error, match="from 1"):
        run(WindowsLearner(1), 0, tmp_path / "m.json")


# -- the command -----------------------------------------------------------------------------------------------------


def c4(*arguments) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "c4", "train", "windows", *map(str, arguments)], capture_output=True, text=True, cwd=ROOT
    )


def test_every_learner_has_a_command():
    """`c4 train` has one subcommand for each learner of the registry."""
    assert command.list_commands(None) == list(learning.LEARNERS)
    assert all(command.get_command(None, name).params for name in learning.LEARNERS)


def test_registry_is_light():
    """Listing the learners, their commands and the loop imports neither numpy nor numba."""
    code = "import sys, c4.learning, c4.learning.loop, c4.cli.train\n"
    code += "assert not {'numpy', 'numba', 'tqdm'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_command(tmp_path):
    """`c4 train windows --json` prints one object; called again it goes on, and says so; --fresh starts anew."""
    path = tmp_path / "m.json"

    def result(*more):
        done = CliRunner().invoke(command, ["windows", "--model", str(path), "--episodes", "40", "--json", *more])
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout), done.stderr

    first, said = result("--seed", "1")
    assert "new model" in said
    assert (first["episodes"], first["total_episodes"], first["seed"], first["model"]) == (40, 40, 1, str(path))
    assert first["won"] + first["drawn"] + first["lost"] == 40
    assert len(first["weights"]) == 9
    second, said = result()
    assert "after 40 games: 40 more" in said
    assert (second["episodes"], second["total_episodes"], second["seed"]) == (40, 80, 1)
    anew, _ = result("--fresh", "--seed", "1")
    assert anew["weights"] == first["weights"]


def test_a_model_of_ones_own(tmp_path, monkeypatch):
    """Without --model a run makes a file of the person's own, the next goes on with it, and the model that ships
    stays as it is."""
    monkeypatch.setattr(models, "SAVED_MODELS", tmp_path)
    monkeypatch.setenv("C4_DATA", str(tmp_path / "own"))
    shipped = models.default_path("windows")
    shipped.write_text("the model that ships")
    said = [CliRunner().invoke(command, ["windows", "--episodes", "30"]).output for _ in range(2)]
    assert "new model" in said[0]
    assert f"resuming {tmp_path / 'own' / 'my-windows.json'} after 30 games" in said[1]
    assert shipped.read_text() == "the model that ships"
    assert WindowsLearner.resume(models.own_path("windows")).episodes == 60


def test_result_in_words(tmp_path):
    """Without --json the result tells games, tallies, single figures and the weights by their names."""
    done = CliRunner().invoke(command, ["windows", "--episodes", "30", "--model", str(tmp_path / "m.json")])
    first, numbers, weights, by_chance, by_minimax, saved = done.stdout.splitlines()
    assert first.startswith("30 games in ")
    assert "who began won" in first
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
    run(Measured(1), 60, path)
    assert not models.best_path(path).exists()
    run(Measured(1), 80, path)
    assert (tmp_path / "m.best.json").read_text() == "best at 70"
    assert Measured.resume(path).episodes == 80


def test_command_never_overwrites_a_broken_model(tmp_path):
    """A file that is no model: one line, exit status 2, the file as it was."""
    path = tmp_path / "m.json"
    path.write_text('{"format": "c4-model", "wei')
    done = c4("--model", path, "--episodes", 5)
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
    """After Ctrl-C the export is written all the same, of what was learned until then; what was not measured is told,
    and how it is."""
    from click.testing import CliRunner

    from c4.cli import cli
    from c4.learning import loop

    def interrupted(*arguments, **options):
        for number, progress in enumerate(loop.train(*arguments, **options)):
            yield progress
            if number == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr("c4.learning.run.train", interrupted)
    name, sentence = EXPORTS[learner]
    arguments = [
        "train",
        learner,
        "--model",
        str(tmp_path / "m"),
        "--episodes",
        "1000000",
        "--export",
        str(tmp_path / name),
    ]
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 130
    assert sentence in done.output
    assert (tmp_path / name).stat().st_size > 100
    assert ("the same command with --episodes 0 measures it" in done.output) == (learner == "td-lambda")


def test_interrupted_command(tmp_path):
    """Ctrl-C saves, says so, prints the result so far, and gives exit status 130."""
    path = tmp_path / "m.json"
    arguments = [
        sys.executable,
        "-m",
        "c4",
        "train",
        "windows",
        "--model",
        str(path),
        "--episodes",
        str(10**9),
        "--json",
    ]
    heard = signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # a test run in the background ignores it, and so would its children
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as running:
        signal.signal(signal.SIGINT, heard)
        while not path.exists() and running.poll() is None:
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        try:
            out, said = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 130
    result = json.loads(out)
    assert not result["complete"]
    assert "everything learned so far is saved" in said
    assert WindowsLearner.resume(path).episodes == result["total_episodes"]


# -- saving on the way -----------------------------------------------------------------------------------------------


class Slow(WindowsLearner):
    """A learner by a clock of its own: a game takes a millisecond, and a save as long as it was told."""

    def __init__(self, seed, clock, quick, full):
        super().__init__(seed)
        self.clock, self.quick, self.full, self.saves = clock, quick, full, []

    def train(self, episodes):
        self._tally[0] += episodes
        self._tally[1] += episodes
        self.clock[0] += episodes / 1000

    @property
    def save_seconds(self):
        return self.full

    def save(self, path, *, quickly=False):
        took = self.quick if quickly else self.full
        self.saves.append((self.clock[0], took))
        self.clock[0] += took


@pytest.mark.parametrize(("quick", "full"), [(0.01, 0.01), (0.3, 0.3), (0.5, 20.0), (2.4, 200.0)])
def test_saving_takes_a_twentieth_of_the_time_and_a_minute_is_the_most_that_is_lost(quick, full, tmp_path, monkeypatch):
    """However long a save takes: at most 5 % of the time since the one before, and less than a minute between two of
    them."""
    clock = [0.0]
    monkeypatch.setattr("c4.learning.loop.perf_counter", lambda: clock[0])
    learner = Slow(1, clock, quick, full)
    reports = run(learner, 1_000_000, tmp_path / "m.json")
    (first, took), *others = learner.saves
    assert first < 0.1, "at once, so that a folder that cannot be written is known"
    last = first + took
    for begun, took in others[:-1]:
        assert took <= 0.0501 * (begun - last)
        assert begun + took - last < 60
        last = begun + took
    assert learner.saves[-1][1] <= max(3, 0.05 * learner.saves[-1][0]), "the last one, by the whole run"
    assert reports[-1].done == 1_000_000


# -- lines of progress -----------------------------------------------------------------------------------------------


def test_lines_where_there_is_no_bar(tmp_path):
    """Piped, a run tells a line for every 500 games, below a head: games, results since the line before, figures,
    speed."""
    done = CliRunner().invoke(command, ["windows", "--episodes", "1200", "--model", str(tmp_path / "m.json")])
    head, first, second, *_ = done.stdout.splitlines()
    assert head.split() == ["games", "done", "won", "drawn", "lost", "random", "moves", "games/s"]
    assert first.split()[:2] == ["500", "42%"]
    assert second.split()[:2] == ["1,000", "83%"]
    for line in (first, second):
        assert sum(int(number) for number in line.split()[2:5]) == 500
    assert f"{0.999**500:.4g}" in first.split()
    told = CliRunner().invoke(
        command, ["td-lambda", "--episodes", "500", "--json", "--model", str(tmp_path / "t.json")]
    )
    assert json.loads(told.stdout)["episodes"] == 500
    assert [line.split()[0] for line in told.stderr.splitlines()[1:]] == ["games", "500"]


# -- a run, and a learner that is new --------------------------------------------------------------------------------


@pytest.fixture
def guesser(monkeypatch):
    """A learner that is one file (this one) and one line."""
    entry = learning.Entry("Guesser", "guesses", f"{__name__}:Guesser", __name__)
    module = types.ModuleType(__name__)
    module.Guesser, module.Settings, module.Order = Guesser, GuesserSettings, orders.Order
    monkeypatch.setitem(sys.modules, __name__, module)
    monkeypatch.setitem(learning.LEARNERS, "guesser", entry)


@dataclass(frozen=True)
class GuesserSettings(Checked):
    guesses: int = option(3, "guesses a game", "How often it guesses.", least=1, most=9, unit="guesses")


class Guesser(Learner):
    name = "guesser"

    def __init__(self, seed, settings, games=0):
        self.seed, self.settings, self.rules, self._games = seed, settings, STANDARD, games

    @classmethod
    def fresh(cls, seed, *, rules=STANDARD, **settings):
        return cls(seed, GuesserSettings(**settings))

    @classmethod
    def resume(cls, path, *, seed=None, rules=None, **settings):
        content = json.loads(path.read_text())
        return cls(content["seed"], GuesserSettings(**settings), content["games"])

    @property
    def episodes(self):
        return self._games

    def train(self, episodes):
        self._games += episodes

    def figures(self):
        return {"episodes": self._games, "won": self._games, "drawn": 0, "lost": 0, "guesses_made": self._games * 3}

    def save(self, path, *, quickly=False):
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


def test_a_run_is_driven_step_by_step(guesser, tmp_path):
    """It says how it opens, reports, carries lines, sums up, and goes on where it stopped."""
    path = tmp_path / "g.json"
    given = {"episodes": 1000, "seed": 2, "model": str(path)}
    first = TrainingRun("guesser", given, find_opponent)
    assert first.opening == f"new model {path}, seed 2: 1,000 games"
    reports = list(first.reports())
    assert [line.split()[0] for report in reports for line in report.lines] == ["games", "500", "1,000"]
    assert first.complete
    again = TrainingRun("guesser", given, find_opponent)
    assert again.opening == f"resuming {path} after 1,000 games: 1,000 more"
    for _ in again.reports(stop=lambda: again.learner.episodes > 1050):
        pass
    assert not again.complete
    result = again.result()
    assert result["episodes"] == result["won"] == again.learner.episodes - 1000
    assert json.loads(path.read_text())["games"] == again.learner.episodes
    with pytest.raises(C4Error, match="has no file format but its own"):
        again.learner.export(tmp_path / "x")


@pytest.mark.parametrize("name", learning.LEARNERS)
def test_every_option_is_declared_once_and_in_words(name):
    """No two options of a learner share a name or a word; each has a title, a sentence, and a default in its range."""
    found = learning.options(name)
    assert len({one.name for one in found}) == len(found)
    assert len({one.word for one in found}) == len(found)
    for one in found:
        assert "_" not in one.title
        assert one.help.endswith(".")
        one.check(one.default)


@pytest.mark.parametrize("name", learning.LEARNERS)
def test_figures_are_told_in_words(name):
    """No name of code is among the figures that people read."""
    learner = learning.load(name).fresh(1)
    learner.meet(find_opponent)
    learner.train(2)
    assert not [word for word in learner.in_words(learner.figures()) if "_" in word]
