"""A duel between two agents: games from both sides, Elo with its interval."""

from c4.agents.specification import parse_agent
from visualizer.training.end_of_training import duel


def test_the_better_agent_is_ahead():
    """Greedy with V2 beats random moves by far; the interval lies around the difference, and the sentence says it."""
    result = duel(parse_agent("greedy:evaluator=v2"), parse_agent("random"), seconds=0.5)
    assert result is not None
    assert result.tally.games >= 2
    assert result.tally.games % 2 == 0
    assert result.low < result.elo < result.high
    assert result.elo > 0
    assert result.in_words().startswith(f"{result.tally.won} won, ")
    assert "-" not in result.in_words()


def test_a_stopped_duel_has_no_result():
    """Stopped before the first game there is nothing to tell."""
    assert duel(parse_agent("random"), parse_agent("random"), stopped=lambda: True) is None
