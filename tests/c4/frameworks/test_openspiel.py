"""OpenSpiel: positions both ways, our agents as its bots."""

import random
import re

import pytest
from paths import ROOT
from refusal import refused

import c4
from c4.agents.specification import parse_agent
from c4.arena import match
from c4.arena.match import Player
from c4.frameworks import openspiel
from c4.game.position import Position
from c4.game.rules import Rules

pytest.importorskip("pyspiel")


@pytest.mark.parametrize("rules", [Rules(), Rules(4, 5, 3)], ids=str)
def test_positions_both_ways(rules):
    """Through random games: the same moves, legal columns and results; and a position given by its stones alone."""
    chance = random.Random(str(rules))
    for _ in range(5):
        position = Position(rules=rules)
        while True:
            state = openspiel.state_of(position)
            outcome = position.outcome()
            back = openspiel.position_of(state)
            assert (back, back.moves) == (position, position.moves)
            assert state.is_terminal() == (outcome is not None)
            stones = Position.from_stones(position.mine, position.theirs, rules)
            assert openspiel.position_of(openspiel.state_of(stones)) == stones
            if outcome is not None:
                break
            assert tuple(state.legal_actions()) == position.legal_columns()
            position = position.play(chance.choice(position.legal_columns()))
        expected = [0, 0] if outcome.winner is None else [1 - 2 * outcome.winner, 2 * outcome.winner - 1]
        assert state.returns() == expected


def test_our_agents_play_there():
    """As bots of OpenSpiel they play the game of our arena."""
    one, other = "alphabeta:depth=3", "engine:depth=4"
    ours = match.play(Player(parse_agent(one)), Player(parse_agent(other)), "", 1)
    assert openspiel.play([openspiel.bot(c4.load_agent(text)) for text in (one, other)]) == ours.moves


def test_rules_it_does_not_have_are_refused():
    refused(lambda: openspiel.game_of(Rules(scoring="count-lines")), "OpenSpiel's game ends with the first line")
    alone = Position(stones=(0b1111, 0), to_move=0, moves=None)
    refused(lambda: openspiel.state_of(alone), "no game leads to")


def test_the_examples_of_the_docs_run(capsys):
    """Every block of Python in docs/frameworks.md before that of the weights, one after the other."""
    text = (ROOT / "docs" / "frameworks.md").read_text(encoding="utf-8").partition("## The network's weights")[0]
    names: dict = {}
    for block in re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL):
        exec(block, names)
    moves, action, *_ = capsys.readouterr().out.split()
    assert Position.from_moves(moves).outcome()
    assert action in "0123456"
    assert names["state"].history() == [3, 3, 4, 2]
