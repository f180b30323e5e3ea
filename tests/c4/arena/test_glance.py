"""A glance at strength: mistakes on a part of suite D."""

import pytest

from c4.arena.suites import EVERY, mistakes
from c4.evaluators import load
from lab.measure.strength import grade, open_suite


def test_a_glance_is_part_of_the_whole_measurement():
    """It counts the mistakes that the full measurement finds on the same positions."""
    suite = open_suite("d")
    columns = grade("greedy:evaluator=v2", "d", 0, len(suite)).columns
    places = range(0, len(suite), EVERY)
    wrong = sum(suite.classes[place][columns[place]] < suite.classes[place].max() for place in places)
    share = mistakes(load("v2"))
    assert share.value == pytest.approx(wrong / len(places))
    assert share.low < share.value < share.high
