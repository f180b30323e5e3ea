"""A glance at strength: mistakes on a part of suite D."""

import pytest

from c4.agents.specification import parse_agent
from c4.arena.glance import EVERY, mistakes
from c4.arena.strength import grade, opened
from c4.game.rules import C4Error


def test_a_glance_is_part_of_the_whole_measurement():
    """It counts the mistakes that the full measurement finds on the same positions."""
    agent, suite = "greedy:evaluator=v2", opened("d")
    columns = grade(agent, "d", 0, len(suite)).columns
    places = range(0, len(suite), EVERY)
    wrong = sum(suite.classes[place][columns[place]] < suite.classes[place].max() for place in places)
    share = mistakes(parse_agent(agent))
    assert share.value == pytest.approx(wrong / len(places))
    assert share.low < share.value < share.high


def test_a_model_that_is_none_is_refused(tmp_path):
    """A file that is no model is one sentence, not a figure."""
    (tmp_path / "none.json").write_text("[]")
    with pytest.raises(C4Error, match="is not a model"):
        mistakes(parse_agent(f"greedy:evaluator=windows,model={tmp_path / 'none.json'}"))
