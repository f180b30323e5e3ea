"""The network evaluator: its values against a plain twin, its explanation and pages, the weights it refuses."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from plain_ntuple import comes_to
from refusal import refused
from strategies import positions

from c4.evaluators import load
from c4.evaluators.network import ACTIVATION_STEPS, INPUTS, OUTPUT_STEPS, VALUE_STEPS, Network, read_model
from c4.evaluators.quiet import CERTAIN_WIN, POINTS_OF_ONE
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.learning.network import NetworkLearner, first_weights
from c4.search.fixed_depth import search
from c4.tree.searchtree import HORIZON

SMALL = Rules(4, 5, 3)


def network(rules: Rules, units: int = 3, seed: int = 1) -> Network:
    return Network(first_weights(seed, units, rules), rules)


def plain(evaluator: Network, position: Position) -> int:
    """The value for the side to move, straight from the text."""
    end, what = comes_to(position)
    other = -1 if (end.ply - position.ply) % 2 else 1
    if what != "quiet":
        return other * {"wins": CERTAIN_WIN, "loses": -CERTAIN_WIN, "full": 0}[what]
    rules = end.rules
    stones = list(end.stones)
    if end.to_move != end.ply % 2:  # a position in which the other player began
        stones.reverse()
    totals = []
    for mirrored in (False, True):
        sums = evaluator.inner[INPUTS - 2 + end.ply % 2].copy()
        for cell in (cell for cell in range(64) if rules.board >> cell & 1):
            row, column = rules.place(cell)
            seen = rules.cell(row, rules.columns - 1 - column) if mirrored else cell
            for player in range(2):
                if stones[player] >> cell & 1:
                    sums += evaluator.inner[64 * player + seen]
                elif not (stones[0] | stones[1]) >> cell & 1 and rules.has_line(stones[player] | 1 << cell):
                    sums += evaluator.inner[64 * (2 + player) + seen]
        totals.append(np.clip(sums, 0, ACTIVATION_STEPS))
    total = int((sum(totals) * evaluator.outer[end.ply % 2]).sum() + evaluator.bias[end.ply % 2])
    value = round(POINTS_OF_ONE * math.tanh(total / VALUE_STEPS))
    return value if position.ply % 2 == 0 else -value


@pytest.mark.parametrize("rules", [STANDARD, SMALL], ids=str)
def test_values_are_those_of_the_formula(rules):
    """Stones, cells that complete a line, side to move, both readings, forced replies: each as the text says."""
    evaluator = network(rules)

    @often(40)
    @given(position=positions(st.just(rules)))
    def compare(position):
        if position.outcome() is None:
            assert evaluator.evaluate(position) == plain(evaluator, position)

    compare()


def test_the_accumulator_follows_a_search():
    """At the leaves of a deep search, which come in the order of the search, values are those made anew."""
    evaluator = load("network")
    tree = search(Position.from_moves("44535"), 5, evaluator, "alphabeta").tree
    leaves = np.flatnonzero(tree.kind == HORIZON)[::40].tolist()
    assert len(leaves) > 20
    assert all(tree.value[row] == evaluator.evaluate(tree.position(row), tree.maximizer) for row in leaves)


def test_each_unit_has_a_row():
    """A row for each unit, one for the side to move; after a forced reply one that names it."""
    rows = load("network").explain(Position.from_moves("445532"))
    units = load("network").units
    assert [row.feature for row in rows[: units + 1]] == [*(f"unit {n + 1}" for n in range(units)), "side to move"]
    assert all(len(row.cells) <= 4 and 0 <= row.value <= 2 for row in rows[:units])
    assert "1 forced reply" in [row.feature for row in load("network").explain(Position.from_moves("414141"[:5]))]


def test_pages():
    """Units together, each alone with the position's inputs framed."""
    evaluator = network(STANDARD, 30)
    names = evaluator.page_names()
    assert names[:3] == ("units 1 to 24", "units 25 to 30", "unit 1")
    assert [len(evaluator.page(name).heats) for name in names[:2]] == [24, 6]
    unit = evaluator.page("unit 2", Position.from_moves("4453"))
    assert [len(heat.marks) for heat in unit.heats[:2]] == [2, 2]
    assert unit.heats[0].values[5, 3] == evaluator.inner[STANDARD.cell(0, 3), 1] / ACTIVATION_STEPS
    assert dict(unit.bars)["adds, first to move"] == evaluator.outer[0, 1] / OUTPUT_STEPS


SIGNALLING_NAN = np.array([0x7FA00000], np.uint32).view(np.float32)
"""A NaN that makes numpy warn when it is used: no calculation gives one, but a file can hold one."""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda weights: weights[:-1], "not those of a network"),
        (lambda weights: weights * 1e6, "too large for the search"),
        (lambda weights: weights * np.nan, "not a number"),
        (lambda weights: np.full(weights.size, SIGNALLING_NAN), "not a number"),
        (lambda weights: np.full(weights.size, np.inf, np.float32), "too large for the search"),
        (lambda weights: np.where(np.arange(weights.size) < INPUTS * 600, 0, 3.9), "too large for the search"),
    ],
)
def test_refuses_weights(change, message):
    """Weights that the whole numbers of the search cannot hold are refused."""
    with refused(match=message):
        Network(change(first_weights(1, 600, STANDARD)), STANDARD)


def test_refuses_another_board(tmp_path):
    """A network knows the board that it was trained on, and a file with other weights is no model."""
    with refused(match=r"was trained on 5x4.*, not on 7x6"):
        network(SMALL).evaluate(Position())
    learner = NetworkLearner.create(1, units=2)
    learner.net = learner.net._replace(weights=learner.net.weights[:-3])
    learner.save(tmp_path / "n.npz")
    with refused("n.npz: 519 weights are not those"):
        read_model(tmp_path / "n.npz")
