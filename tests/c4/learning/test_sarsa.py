"""The sarsa learner: against its plain twin, by what it learns, by its settings and its runs, and `c4 train sarsa`."""

import json

import numpy as np
import pytest
from click.testing import CliRunner
from plain_sarsa import Plain
from refusal import refused

from c4.cli import cli
from c4.evaluators.sarsa import read_table
from c4.game.position import Position
from c4.game.rules import Rules
from c4.learning.sarsa import MARK, SarsaLearner
from c4.learning.settings import AUTHOR
from c4.learning.settings import SarsaSettings as Settings

SIZES = [(6, 7, 4), (4, 5, 3), (5, 4, 4), (7, 8, 5), (3, 3, 3), (1, 8, 3), (15, 4, 4), (63, 1, 4)]
VARIANTS = [
    {},
    AUTHOR,
    {"opponent": "self", "gamma": 0.9},
    {"opponent": "random", "starts": "opponent", "reward_step": -1.0, "epsilon": 0.1},
]


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("rules", [Rules(*size) for size in SIZES], ids=str)
def test_compiled_is_plain(rules, variant, mirrored):
    """Compiled and plain learning agree bit for bit on every board (R1-2 to R1-8)."""
    settings = Settings(**variant)
    learner = SarsaLearner(7, settings, rules, mirrored)
    plain = Plain(7, settings, rules, mirrored)
    learner.train(20)
    for _ in range(20):
        plain.game()
    table = learner.table()
    assert dict(zip(table.keys.tolist(), table.values.tolist())) == {
        k: [float(v) for v in values] for k, values in plain.table.items()
    }
    assert dict(zip(table.keys.tolist(), table.visits.tolist())) == plain.visits
    assert int(learner.games.random[0]) == plain.random.state
    assert [learner.figures()[name] for name in ("won", "drawn", "lost")] == plain.tally


def test_without_exploration_a_full_column_does_not_hold_the_game_up():
    """With nothing to learn from and no exploration a game still ends, whatever column seems best."""
    learner = SarsaLearner(3, Settings(epsilon=0.0, alpha=0.0, full_columns=True, reward_invalid=5.0), Rules(3, 3, 3))
    learner.train(200)
    assert learner.episodes == 200


@pytest.mark.slow
def test_it_learns_to_beat_the_trainer():
    """With the author's settings it loses more games than it wins at first, and wins more later (R1-10)."""
    learner = SarsaLearner(1, Settings(**AUTHOR))
    learner.train(5 * MARK)
    ratios = [line["win_lose_ratio"] for line in learner.history]
    assert [line["episodes"] for line in learner.history] == [MARK * i for i in range(1, 6)]
    assert ratios[0] < ratios[1] < ratios[-1]
    assert 0.8 < ratios[0] < 1 < ratios[-1]
    assert sum(line["new_states"] for line in learner.history) == learner.states
    assert sum(line["won"] + line["drawn"] + line["lost"] for line in learner.history) == learner.episodes


def test_playing_on_is_learning(tmp_path):
    """A game learned from after it was played leaves the table that learning while playing leaves (R1-9)."""
    rules = Rules(4, 5, 3)
    watched = Plain(11, Settings(opponent="random", starts="opponent"), rules, False)
    learner = SarsaLearner(11, watched.settings, rules)
    for _ in range(30):
        learner.learn(Position(rules=rules), watched.game(), 1)
    table = learner.table()
    assert dict(zip(table.keys.tolist(), table.values.tolist())) == {
        k: [float(v) for v in values] for k, values in watched.table.items()
    }
    assert learner.episodes == 30


def test_only_ended_games_on_its_board_teach():
    """A game that was broken off, or one on another board, is refused, and nothing is learned."""
    learner = SarsaLearner(1)
    with refused("has not ended"):
        learner.learn(Position(), (3, 3), 0)
    with refused("teaches it nothing"):
        learner.learn(Position(rules=Rules(4, 5, 3)), (0, 1, 0, 1, 0), 0)
    assert learner.states == learner.episodes == 0


def test_no_game_asks_for_input(monkeypatch):
    """Training goes past the millionth game like past any other (D1-8)."""
    monkeypatch.setattr("builtins.input", lambda *words: pytest.fail("training asks for input"))
    monkeypatch.setattr("click.prompt", lambda *words, **named: pytest.fail("training asks for input"))
    learner = SarsaLearner(5, rules=Rules(4, 5, 3))
    learner.games.tally[0] = 999_995
    learner.train(10)
    assert learner.episodes == 1_000_005


def test_random_moves_fall(tmp_path):
    """With an end their share falls in a straight line; a run that is cut leaves the same table."""
    assert Settings().epsilon == 0.4
    assert Settings().alpha == 0.1
    assert Settings().gamma == 1
    assert Settings().reward_draw == 0
    assert Settings(**AUTHOR).reward_draw == -10
    fallen = Settings(epsilon=0.5, epsilon_end=0.1, epsilon_games=4000)
    learner = SarsaLearner(3, fallen)
    message = []
    for _ in range(6):
        message.append(learner.figures()["epsilon"])
        learner.train(1000)
    assert message == pytest.approx([0.5, 0.4, 0.3, 0.2, 0.1, 0.1])
    path = tmp_path / "m.npz"
    cut = SarsaLearner(3, fallen)
    for games in (1, 1500, 2600, 1899):
        cut.train(games)
        cut.save(path)
        cut = SarsaLearner.from_file(path)
    assert np.array_equal(cut.table().values, learner.table().values)
    constant = SarsaLearner(3, Settings(epsilon=0.5))
    constant.train(6000)
    assert constant.epsilon() == 0.5
    assert constant.states > learner.states, "who explores more meets more"


@pytest.mark.slow
def test_train_sarsa(tmp_path):
    """`c4 train sarsa` trains, resumes, prints statistics, exports and imports; refused files stay as they are."""
    model = str(tmp_path / "m.npz")
    table = str(tmp_path / "ActionQ.json")

    def run(*arguments, code=0):
        done = CliRunner().invoke(
            cli, ["train", "sarsa", "--model", model, "--rows", "4", "--columns", "5", "--connect", "3", *arguments]
        )
        assert (done.exit_code == 0) == (code == 0), done.output
        return done.output if code == 0 else str(done.exception)

    first = run("--episodes", "20000", "--seed", "3", "--author", "--statistics")
    assert "20,000 games" in first
    head, half, complete = first.splitlines()[[line.split()[:1] for line in first.splitlines()].index(["games"]) :][:3]
    assert head.split() == [
        "games", "done", "new", "states", "won", "drawn", "lost", "states", "random", "moves", "won/lost", "games/s"
    ]  # fmt: skip
    assert half.split()[:2] == ["10,000", "50%"]
    assert complete.split()[:2] == ["20,000", "100%"]
    result = first.splitlines().index(next(line for line in first.splitlines() if line.startswith("Result:")))
    field = [line.split() for line in first.splitlines()[result + 1 : result + 5]]
    assert all(len(row) == 5 and set(row) <= set(".XO") for row in field), field
    assert "10,100" not in run("--episodes", "10000", "--statistics"), (
        "a line stands at every 10,000 games, whatever a run begins with"
    )
    assert "the learner won" in first
    assert '"episodes": 100,' in run("--episodes", "100", "--json")
    assert "states written" in run("--episodes", "0", "--export", table, "--width", "8")
    assert read_table(model)[0]["training"]["episodes"] == 30_100
    assert "already exists" in run("--import", table, code=2)
    model = str(tmp_path / "n.npz")
    run("--episodes", "0", "--import", table)
    assert len(read_table(model)[1].keys) == len(json.loads((tmp_path / "ActionQ.json").read_text()))
    assert "random moves must be a number from 0 to 1, not 2" in run(
        "--epsilon", "2", "--fresh", "--episodes", "1", code=2
    )
