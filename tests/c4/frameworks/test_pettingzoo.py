"""PettingZoo: its observations are our positions, and a match there is ours move by move."""

import random

import numpy as np
import pytest
from refusal import refused

import c4
from c4.agents.specification import parse_agent
from c4.arena import match
from c4.arena.match import Player
from c4.frameworks import pettingzoo
from c4.game.position import Position

pytest.importorskip("pettingzoo")


@pytest.fixture(scope="module")
def env():
    result = pettingzoo.environment()
    yield result
    result.close()


def test_observations_are_positions(env):
    """Through a random game the environment's observation is read as the position."""
    chance, position = random.Random(3), Position()
    env.reset()
    while position.outcome() is None:
        there, _, over, _, _ = env.last()
        assert not over
        assert np.flatnonzero(there["action_mask"]).tolist() == list(position.legal_columns())
        assert pettingzoo.position_of(there) == position
        column = chance.choice(position.legal_columns())
        env.step(column)
        position = position.play(column)
    assert env.last()[2]


@pytest.mark.parametrize(("one", "other"), [("alphabeta:depth=4", "engine:depth=5"), ("engine:depth=3", "td-lambda")])
def test_a_match_is_reproduced_move_by_move(env, one, other):
    """The same agents play the same game in our arena and there."""
    ours = match.play(Player(parse_agent(one)), Player(parse_agent(other)), "", 1)
    assert pettingzoo.play(c4.load_agent(one), c4.load_agent(other), env) == ours.moves


def test_what_is_no_observation_is_refused():
    refused(lambda: pettingzoo.position_of({"observation": np.zeros((7, 6, 2))}), "has the shape (6, 7, 2), not (7, 6")
    floating = np.zeros((6, 7, 2))
    floating[0, 0, 0] = 1
    refused(lambda: pettingzoo.position_of({"observation": floating}), "floats")
    floating[5, 0] = 1
    refused(lambda: pettingzoo.position_of({"observation": floating}), "no two discs in a cell")
