"""The exported ConnectX player: the same moves as ours, on every board, within the time; real games."""

import importlib.util
import random
from types import SimpleNamespace

import pytest
from connectx import play
from refusal import refused

from c4 import evaluators
from c4.cli import main
from c4.frameworks.connectx import EVALUATORS, export, export_sampling
from c4.game.position import Position
from c4.game.rules import Rules
from c4.mcts.search import search as simulate
from c4.search.fixed_depth import search
from c4.tree.selection import Selection


class Clock:
    """A clock that a file of ours reads: each reading is a millisecond after the one before."""

    def __init__(self) -> None:
        self.readings = 0

    def perf_counter(self) -> float:
        self.readings += 1
        return self.readings / 1000

    @property
    def seconds(self) -> float:
        return self.readings / 1000


def loaded(text: str):
    """The last function of a file, as ConnectX takes it."""
    names: dict = {}
    exec(compile(text, "agent.py", "exec"), names)
    return [thing for thing in names.values() if callable(thing)][-1]


def asked(agent, position: Position, seconds: float = 60) -> int:
    """The agent's column in a position, asked as ConnectX does."""
    rules = position.rules
    owners = [position.owner(row, column) for row in reversed(range(rules.rows)) for column in range(rules.columns)]
    observation = SimpleNamespace(board=[0 if owner is None else owner + 1 for owner in owners])
    observation.mark = position.to_move + 1
    configuration = SimpleNamespace(rows=rules.rows, columns=rules.columns, inarow=rules.connect, actTimeout=seconds)
    return agent(observation, configuration)


@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize("rules", [Rules(), Rules(5, 6, 3), Rules(7, 7, 5), Rules(4, 3, 2)], ids=str)
def test_the_file_plays_our_moves(rules, evaluator):
    """At a fixed depth it is our alpha-beta: of random positions it plays the same columns."""
    chance = random.Random(f"{rules} {evaluator}")
    judge = evaluators.load(evaluator)
    for depth in (1, 3):
        agent = loaded(export("ours", evaluator, depth=depth).replace("SECONDS: float = 1.5", "SECONDS = 60"))
        for _ in range(3):
            position = Position(rules=rules)
            for _ in range(chance.randrange(rules.cells - 2)):
                following = position.play(chance.choice(position.legal_columns()))
                position = position if following.outcome() else following
            assert asked(agent, position) == search(position, depth, judge).column


def test_a_whole_game_within_the_time(tmp_path, monkeypatch):
    """The written file, as a user makes it, beats a player of random moves within ConnectX's time."""
    file = tmp_path / "agent.py"
    main(["export", "connectx", "--agent", "engine:time_ms=20,evaluator=windows", str(file)])
    agent = loaded(file.read_text(encoding="utf-8"))
    chance = random.Random(7)

    def by_chance(observation, configuration):
        return chance.choice([column for column in range(configuration.columns) if not observation.board[column]])

    for rows, columns, inarow in ((6, 7, 4), (9, 12, 5)):
        assert play([agent, by_chance], rows, columns, inarow)[1] == 1
        assert play([by_chance, agent], rows, columns, inarow)[1] == 2


@pytest.mark.parametrize("rules", [Rules(), Rules(5, 6, 3), Rules(7, 7, 5), Rules(4, 3, 2)], ids=str)
@pytest.mark.parametrize("selection", [Selection(), Selection(2.5, wins=False), Selection(proofs=False)], ids=str)
def test_the_file_runs_our_simulations(rules, selection):
    """With the same seed it is our Monte-Carlo tree search: of random positions it plays the same columns."""
    chance = random.Random(f"{rules} {selection}")
    for simulations, seed in ((30, 3), (150, 2**64 - 1)):
        agent = loaded(export_sampling("ours", simulations, selection, seed))
        for _ in range(3):
            position = Position(rules=rules)
            for _ in range(chance.randrange(rules.cells - 2)):
                following = position.play(chance.choice(position.legal_columns()))
                position = position if following.outcome() else following
            ours = simulate(position, simulations, selection=selection, seed=seed)
            assert asked(agent, position) == ours.column


def test_simulations_within_the_time(tmp_path):
    """Without a number of simulations the file plays as many as its time allows, on every board."""
    file = tmp_path / "agent.py"
    main(["export", "connectx", "--agent", "mcts:time_ms=50", str(file)])
    agent = loaded(file.read_text(encoding="utf-8"))
    assert asked(agent, Position.from_moves("121212")) == 0
    clock = Clock()
    agent.__globals__["time"] = clock
    assert asked(agent, Position()) in range(7)
    assert 0.05 < clock.seconds < 0.06
    with refused("plays out one game"):
        export_sampling("x", 10, Selection(playouts=2), 1)


def test_any_board_is_answered_in_time():
    """A huge board, and a full one but for a column; a quarter of the allowed time is left over."""
    agent = loaded(export("quick", "v2"))
    clock = Clock()
    agent.__globals__["time"] = clock
    board = [0] * (30 * 40)
    column = agent(SimpleNamespace(board=board, mark=1), SimpleNamespace(rows=30, columns=40, inarow=6, actTimeout=0.2))
    assert 0 <= column < 40
    assert 0.15 < clock.seconds < 0.16
    assert asked(agent, Position.from_moves("1234", Rules(1, 5, 4)), 0.2) == 4


def test_what_a_file_cannot_hold_is_said():
    """One sentence names what it can."""
    with refused("a ConnectX file can hold the evaluators v2, windows, not ntuple"):
        export("x", "ntuple")
    assert '"' not in export('"""\n', "v2").splitlines()[0].strip('"'), "a name cannot end the docstring"
    with refused("at most 1,500 ms leave a margin, not 1,900"):
        export("x", "v2", time_ms=1900)


@pytest.mark.parametrize(
    ("agent", "words"),
    [("minimax", "plays the moves of alphabeta"), ("sarsa", "not as sarsa"), ("engine:nodes=9", "not by nodes")],
)
def test_agents_that_no_file_can_be_are_refused(agent, words, tmp_path, capsys):
    """The command says why an agent cannot be exported."""
    with pytest.raises(SystemExit):
        main(["export", "connectx", "--agent", agent, str(tmp_path / "agent.py")])
    assert words in capsys.readouterr().err


@pytest.mark.skipif(not importlib.util.find_spec("kaggle_environments"), reason="a gigabyte; the stand-in plays here")
def test_the_real_framework_plays_the_same_game(tmp_path):
    """In kaggle-environments, where it is installed, the file plays move by move what it plays in the stand-in."""
    from kaggle_environments import make

    files = []
    for number, evaluator in enumerate(("v2", "windows")):
        files.append(tmp_path / f"{number}.py")
        files[-1].write_text(export(evaluator, evaluator, depth=2))
    env = make("connectx", debug=True)
    steps = env.run([str(file) for file in files])
    there = [step[number % 2].action for number, step in enumerate(steps[1:])]
    here, winner = play([loaded(file.read_text()) for file in files])
    assert there == here
    assert steps[-1][0].reward == {0: 0, 1: 1, 2: -1}[winner]
