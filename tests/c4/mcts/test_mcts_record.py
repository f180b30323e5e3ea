"""Trees of Monte-Carlo tree search are saved, exported, and derived a second time by `c4 verify`."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from refusal import refused
from simulated import TURNING, simulated

from c4.evaluators import load
from c4.game.position import Position
from c4.mcts.search import search
from c4.tree import treefile
from c4.tree.jsonfile import write_json
from c4.tree.verify import verify

TREE = search(Position.from_moves("4453"), 300).tree
PUCT = search(Position.from_moves("4453"), 150, load("v2")).tree


def changed(tree, name, place, by=1):
    """The tree with one number of its log changed."""
    array = getattr(tree.simulations, name).copy()
    array[place] += by
    return replace(tree, simulations=replace(tree.simulations, **{name: array}))


def changed_row(tree, name, place, value):
    """The tree with one field of a row changed."""
    rows = tree.rows.copy()
    rows[name][place] = value
    return replace(tree, rows=rows)


@often(30)
@given(simulated() | simulated(st.sampled_from(TURNING)), st.sampled_from([0, 40]))
def test_every_search_is_verified_and_comes_back_from_its_file(drawn, small):
    """Any search, also one whose record leaves nodes out, follows from its record, and is the same after loading."""
    position, selection, evaluator, move_order, seed, simulations = drawn
    budget = position.rules.columns + 1 + small if small else 100_000
    tree = search(
        position, simulations, evaluator, selection=selection, seed=seed, move_order=move_order, budget=budget
    ).tree
    assert verify(tree, evaluator) == []
    loaded = treefile.decode(treefile.encode(tree))
    assert (loaded.rows == tree.rows).all()
    assert loaded.simulations.selection == selection
    assert loaded.simulations.seed == seed
    for name in ("prior", "proved", "leaf", "value"):
        assert (getattr(loaded.simulations, name) == getattr(tree.simulations, name)).all()


@pytest.mark.parametrize("place", [0, 1, 20, 150, 299])
def test_a_changed_log_is_noticed(place):
    """A simulation with another leaf, or another value, does not follow from what was known before it."""
    assert verify(changed(TREE, "value", place, -1))
    if place:
        assert verify(changed(TREE, "leaf", place))


@pytest.mark.parametrize(
    ("name", "value"), [("value", 77), ("bound", 0), ("kind", 5), ("kind", 6), ("alpha", 3), ("note", 1), ("order", 6)]
)
def test_a_changed_row_is_noticed(name, value):
    """A row says what follows from the log, and nothing else."""
    row = next(row for row in range(1, len(TREE)) if TREE.samples.visits[row] > 3 and TREE.rows[name][row] != value)
    assert verify(changed_row(TREE, name, row, value))


def test_changed_priors_proofs_and_counts_are_noticed():
    """Priors are computed again with the evaluator, and without it they have to add up."""
    row = int(np.argmax(PUCT.simulations.prior))
    assert verify(PUCT, load("v2")) == verify(PUCT) == []
    assert verify(changed(PUCT, "prior", row, -0.25))
    assert verify(PUCT, load("v1"))
    assert verify(changed(TREE, "prior", 1))
    assert verify(changed(TREE, "proved", 1))
    assert verify(replace(TREE, nodes=TREE.nodes + 1))
    assert verify(replace(TREE, pruned=1))


def test_a_file_whose_log_does_not_fit_is_refused(tmp_path):
    """Numbers outside the rows, and a log without its algorithm, are told in one sentence."""
    for name, place, by in (("leaf", 3, len(TREE)), ("value", 3, 20_001), ("proved", 0, 301), ("prior", 0, -1)):
        data = treefile.encode(changed(TREE, name, place, by))
        with refused("does not fit its rows"):
            treefile.decode(data)
    with refused("does not go with"):
        treefile.decode(treefile.encode(replace(TREE, algorithm="minimax")))
    with refused("does not go with"):
        treefile.decode(treefile.encode(replace(TREE, simulations=None)))


def test_json_and_graphs_have_the_numbers(tmp_path):
    """Other programs get N, W, P of every node, and the log."""
    path = tmp_path / "tree.json"
    write_json(path, PUCT)
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["simulations"]["leaf"] == PUCT.simulations.leaf.tolist()
    assert content["simulations"]["exploration"] == 1.4
    node = content["nodes"][1]
    assert node["visits"] == PUCT.samples.visits[1]
    assert node["total"] == PUCT.samples.total[1]
    assert node["prior"] == pytest.approx(float(PUCT.simulations.prior[1]))
    assert {entry["kind"] for entry in content["nodes"]} >= {"interior", "horizon", "unvisited"}
    graph = PUCT.graph(range(10))
    assert graph.nodes[0]["visits"] == 150
    assert graph.nodes[0]["bound"] == "mean"
