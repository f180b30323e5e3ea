"""Monte-Carlo tree search as an agent: its options as text, and what it plays."""

import pytest
from refusal import refused

import c4
from c4.agents.specification import parse_agent
from c4.agents.words import in_words
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.tree.selection import USUAL, Selection


@pytest.mark.parametrize(
    ("text", "written", "words"),
    [
        ("mcts", "mcts", "MCTS"),
        ("mcts:simulations=400", "mcts:simulations=400", "MCTS, 400 simulations"),
        ("mcts:evaluator=ntuple", "mcts:evaluator=ntuple,playouts=0", "MCTS, N-tuple, playouts 0"),
        ("mcts:evaluator=v2", "mcts:playouts=0", "MCTS, V2, playouts 0"),
        ("mcts:time_ms=20,playouts=3", "mcts:time_ms=20,playouts=3", "MCTS, 20 ms, playouts 3"),
        (
            "mcts:exploration=1.23456789,wins=off,proofs=off,temperature=2,seed=5",
            "mcts:seed=5,exploration=1.23456789,temperature=2,wins=off,proofs=off",
            "MCTS, exploration 1.23456789, temperature 2, wins off, proofs off, seed 5",
        ),
    ],
)
def test_its_options_are_read_and_written(text, written, words):
    """What is written is read as the same agent; an evaluator stands in place of playouts."""
    agent = parse_agent(text)
    assert str(agent) == written
    assert parse_agent(written) == agent
    assert in_words(agent) == words
    assert agent.limits.selection.uses_priors == ("evaluator" in text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alphabeta:simulations=4", "unknown option 'simulations'"),
        ("mcts:playouts=2,evaluator=v2", "valued by one of them"),
        ("mcts:exploration=x", "must be a number"),
        ("mcts:exploration=-1", "from 0 to 1000"),
        ("mcts:simulations=0", "must be a whole number from 1, not '0'"),
        ("mcts:playouts=-1", "must be a whole number from 0, not '-1'"),
        ("mcts:wins=maybe", "on or off"),
        ("mcts:wins=on,wins=off", "given twice"),
    ],
)
def test_options_that_cannot_be_are_refused(text, message):
    """One sentence shows the text and what is wrong with it."""
    with refused(message):
        parse_agent(text)


def test_usual_settings_hold_for_what_is_not_named():
    """The settings that a text does not give are those that are usual there."""
    usual = parse_agent("mcts:exploration=3,simulations=70").limits
    assert parse_agent("mcts:wins=off", usual).limits.selection == Selection(3.0, wins=False)
    assert parse_agent("mcts:wins=off", usual).limits.simulations == 70
    assert parse_agent("mcts:simulations=5", usual).limits.simulations == 5
    assert parse_agent("mcts").limits.selection == USUAL


@pytest.mark.parametrize("rules", [Rules(), Rules(4, 4, 3, turn_every=2), Rules(3, 4, 3, COUNT_LINES)], ids=str)
@pytest.mark.parametrize("options", ["", ",playouts=0"])
def test_it_plays_on_every_board(rules, options):
    """It plays whole games, the same ones with the same seed."""
    games = []
    for _ in range(2):
        agent = parse_agent(f"mcts:simulations=30,seed=4{options}").load()
        position = Position(rules=rules)
        while position.outcome() is None:
            position = position.play(agent.choose(position).column)
        games.append(position.moves)
    assert games[0] == games[1]


def test_it_says_why():
    """The reason has the visits, or the proof."""
    decision = parse_agent("mcts:simulations=200,seed=1").load().choose(Position.from_moves("4453"))
    assert decision.reason.startswith("the most visited column, by ")
    assert "of 200 simulations" in decision.reason
    decision = parse_agent("mcts").load().choose(Position.from_moves("121212"))
    assert decision.column == 0
    assert decision.reason.startswith("proved to win")


def test_one_call_in_python():
    """c4.simulate searches a move string, by playouts or with an evaluator, and records all simulations."""
    decision = c4.simulate("4453", 200, seed=3)
    assert len(decision.tree.simulations) == 200
    assert decision.tree.evaluator == "playouts"
    decision = c4.simulate("4453", 50, "v2", exploration=2)
    assert decision.tree.evaluator == "v2"
    assert decision.tree.simulations.selection == Selection(2, playouts=0)
