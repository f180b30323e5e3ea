"""The evaluator taught: its formula, searches, files of version 1.0.0, and what the built-in model is worth."""

import math

import pytest
from refusal import refused

from c4.arena.suites import mistakes
from c4.evaluators import identify, load
from c4.evaluators.quiet import POINTS_OF_ONE
from c4.game.position import Position
from c4.learning.network import NetworkLearner
from c4.learning.ntuple import NTupleLearner
from c4.models import default_path

GOLDEN = {"": -2497, "444444": 76699, "44535": 89949, "4453667": 90000}
"""Values of the built-in model for the side to move, in points."""


def test_values_are_those_of_the_formula():
    """The sums of both parts are added before tanh."""
    taught = load("taught")
    position = Position.from_moves("4453")
    entries = taught.entries.parts(position, 0)[0]
    units = taught.units.parts(position, 0)[0]
    total = entries.sum() / (1 << 13) + units.sum() / (1 << 22)
    assert taught.evaluate(position) == pytest.approx(POINTS_OF_ONE * math.tanh(total), abs=1)


def test_files(tmp_path):
    """A model of version 1.0.0, a network alone, means the same as before; a file of another learner is refused."""
    NetworkLearner.create(1, units=2).save(tmp_path / "old.npz")
    position = Position.from_moves("4453")
    old, network = (load(name, tmp_path / "old.npz") for name in ("taught", "network"))
    assert old.evaluate(position) == network.evaluate(position) != 0
    NTupleLearner.create(1, tuples=2, length=3).save(tmp_path / "other.npz")
    with refused("a taught model was expected"):
        load("taught", tmp_path / "other.npz")
    assert identify(tmp_path / "old.npz") == "network"
    assert identify(default_path("taught", ".npz")) == "taught"


def test_the_built_in_model():
    """Its values on a few positions are these."""
    taught = load("taught")
    assert {moves: taught.evaluate(Position.from_moves(moves)) for moves in GOLDEN} == GOLDEN


def test_it_keeps_results():
    """Without search it gives the result away in at most one decisive position in ten."""
    assert mistakes(load("taught"), "decisive", every=9).value <= 0.1
