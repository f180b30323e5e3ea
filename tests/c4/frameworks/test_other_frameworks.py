"""Our agents under the conventions of others: Gymnasium's calls, PettingZoo's observations, OpenSpiel's bots."""

import random
import re

import numpy as np
import pytest
from paths import ROOT
from refusal import refused

from c4 import load_agent
from c4.frameworks.environment import Environment
from c4.frameworks.pettingzoo import policy
from c4.game.position import Position
from c4.game.rules import Rules

AGENT = "alphabeta:depth=4"


def test_an_episode_of_the_environment():
    """You see the board as 0, 1 and 2 from the top, your opponent has answered, and a win is worth 1."""
    environment = Environment("disc-counter", first=False)  # it begins in column 1, and goes on there
    observation, info = environment.reset()
    assert observation.dtype == np.int8
    assert observation.tolist()[-1] == [1, 0, 0, 0, 0, 0, 0]
    assert info["action_mask"].tolist() == [1] * 7
    assert environment.step(1)[1:4] == (0.0, False, False)
    assert environment.step(1)[1:4] == (0.0, False, False)
    observation, reward, terminated, truncated, info = environment.step(1)  # its three discs in column 1 become four
    assert reward == -1.0
    assert terminated
    assert not truncated
    assert observation[:, 0].tolist() == [0, 0, 1, 1, 1, 1]
    assert not info["action_mask"].any()
    with refused("reset the environment to begin another"):
        environment.step(1)


def test_rewards_of_the_environment():
    """A full column costs 10, ends the episode and leaves the board; winning gives 1."""
    environment = Environment("disc-counter", rules=Rules(4, 5))
    environment.reset()
    for _ in range(2):
        environment.step(0)  # it answers in the same column, which is then full
    before = environment.observation()
    observation, reward, terminated, _, _ = environment.step(0)
    assert reward == -10.0
    assert terminated
    assert (observation == before).all()
    environment.reset()
    assert environment.step(9)[1:3] == (-10.0, True)
    environment = Environment("random")
    environment.reset(seed=1)
    player = load_agent(AGENT)
    terminated = False
    while not terminated:
        _, reward, terminated, _, _ = environment.step(player.choose(environment.position).column)
    assert reward == 1.0


def test_a_seed_repeats_an_episode():
    """The opponent draws the same moves again."""
    environment = Environment("random")
    boards = []
    for seed in (3, 3, 4):
        environment.reset(seed=seed)
        for column in (3, 2, 3):
            environment.step(column)
        boards.append(environment.observation().tolist())
    assert boards[0] == boards[1]
    assert boards[0] != boards[2]


def test_a_policy_for_pettingzoo():
    """In a game of `connect_four_v3` against random moves it plays what the agent plays, from either seat."""
    connect_four = pytest.importorskip("pettingzoo.classic.connect_four.connect_four")
    act = policy(AGENT)
    agent = load_agent(AGENT)
    for ours, seed in (("player_0", 1), ("player_1", 2)):
        environment = connect_four.env()
        environment.reset(seed=seed)
        chance = random.Random(seed)
        position = Position()
        for name in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            action = None
            if not (terminated or truncated):
                action = chance.choice(np.flatnonzero(observation["action_mask"]).tolist())
                if name == ours:
                    action = act(observation)
                    assert action == agent.choose(position).column
                position = position.play(action)
            environment.step(action)
        assert position.outcome().winner == int(ours[-1])


def test_a_bot_for_openspiel():
    """In games of `connect_four` against OpenSpiel's random bot it plays what the agent plays, on other boards, too."""
    pyspiel = pytest.importorskip("pyspiel")
    from c4.frameworks.openspiel import AgentBot, position_of

    for game in (pyspiel.load_game("connect_four"), pyspiel.load_game("connect_four(rows=5,columns=6)")):
        bot = AgentBot(AGENT)
        other = pyspiel.make_uniform_random_bot(1, 1)
        state = game.new_initial_state()
        while not state.is_terminal():
            ours = state.current_player() == 0
            action = (bot if ours else other).step(state)
            if ours:
                assert action == load_agent(AGENT).choose(position_of(state)).column
            state.apply_action(action)
        assert state.returns() == [1.0, -1.0]
        assert position_of(state).outcome().winner == 0


def test_the_page_runs_as_printed(capsys):
    """The three examples of docs/frameworks.md run, and print what became of the game."""
    pytest.importorskip("pyspiel")
    pytest.importorskip("pettingzoo.classic.connect_four.connect_four")
    page = (ROOT / "docs" / "frameworks.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n((?:import pyspiel|from c4|from pettingzoo).*?)```", page, re.DOTALL)
    assert len(examples) == 3
    for example in examples:
        exec(compile(example, "frameworks.md", "exec"), {})
    assert capsys.readouterr().out.split("\n") == ["-1.0", "[1.0, -1.0]", ""]
