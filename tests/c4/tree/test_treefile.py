"""Saved trees: everything comes back, and whatever is no saved tree is told in one sentence."""

import gzip
import json
import os
import random
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import any_rules, searches

from c4.engine import deepening as engine
from c4.evaluators import load as load_evaluator
from c4.game.position import Position
from c4.game.rules import C4Error, Rules
from c4.search.fixed_depth import ALGORITHMS, open_node, search
from c4.tree import treefile

TREE = search(Position.from_moves("4453"), 5, load_evaluator("v2")).tree


def assert_same(tree, other):
    """Every field and every number of every row."""
    assert np.array_equal(tree.rows, other.rows)
    for name in ("root", "maximizer", "depth", "algorithm", "evaluator", "move_order", "nodes", "pruned", "scale"):
        assert getattr(tree, name) == getattr(other, name), name


@settings(max_examples=40)
@given(searches(600), any_rules().flatmap(lambda rules: searches(200, rules)))
def test_everything_comes_back(one, another):
    """On any board, with any evaluator and order, both algorithms: the tree is the same, and so are its bytes, gzipped or not."""
    for position, depth, evaluator, order in (one, another):
        for algorithm in ALGORITHMS:
            tree = search(position, depth, evaluator, algorithm, move_order=order).tree
            data = treefile.encode(tree)
            back = treefile.decode(data).tree
            assert_same(tree, back)
            assert treefile.encode(back) == data
            assert_same(tree, treefile.decode(treefile.encode(tree, zipped=True)).tree)


def test_engines_trees_and_opened_ones_come_back():
    """Null moves, reductions, table hits; a row budget, and a part that was opened later."""
    judge = load_evaluator("v2")
    assert_same(*2 * (tree := engine.search(Position.from_moves("445"), judge, depth=9, budget=4000).tree,))
    assert_same(tree, treefile.decode(treefile.encode(tree)).tree)
    short = search(Position(), 6, judge, budget=500).tree
    assert_same(short, treefile.decode(treefile.encode(short)).tree)
    opened = open_node(short, int(short.left_out.argmax()), judge).tree
    back = treefile.decode(treefile.encode(opened)).tree
    assert_same(opened, back)
    assert open_node(back, int(back.left_out.argmax()), judge).tree.recorded > back.recorded


def test_a_position_without_moves_comes_back():
    """A root that was set up as a packed state."""
    root = Position.from_packed(Position.from_moves("445312").packed())
    tree = search(root, 3, load_evaluator("v1")).tree
    assert_same(tree, treefile.decode(treefile.encode(tree)).tree)


@pytest.mark.parametrize("name", ["tree.json", "tree.json.gz"])
def test_files_are_written_and_read_with_their_bookmarks(tmp_path, name):
    """By way of a file; the ending decides about gzip."""
    marks = [((3, 2), "look"), ((), "")]
    treefile.save(tmp_path / name, TREE, marks)
    found = treefile.load(tmp_path / name)
    assert_same(TREE, found.tree)
    assert found.bookmarks == marks
    assert (tmp_path / name).read_bytes().startswith(b"\x1f\x8b") == name.endswith(".gz")


def content(**changes):
    """A saved tree's content, changed."""
    found = json.loads(treefile.encode(TREE))
    for name, value in changes.items():
        found[name] = value
    return found


def table(name, place, number):
    """The same with a number of the table changed."""
    found = content()
    found["table"][name][place] = number
    return found


def without(name):
    found = content()
    del found[name]
    return found


BAD = [
    (b"", "not a saved tree"),
    (b"\x89PNG\r\n", "not a saved tree"),
    (b"[" * 100_000, "not a saved tree"),
    (b"\x1f\x8bnonsense", "damaged"),
    (gzip.compress(treefile.encode(TREE))[:300], "cut off"),
    (treefile.encode(TREE)[:-20], "cut off"),
    (b"[]", 'lacks "format"'),
    (b'{"format": "c4-model"}', 'lacks "format"'),
    (json.dumps(TREE.to_json()).encode(), "c4 search --save"),
    (content(version=2), "version 2"),
    (without("table"), "lacks 'table'"),
    (content(rules={"rows": 60, "columns": 7}), "too large"),
    (content(root={"grid": "..", "moves": [9], "to_move": 0}), "no column 9"),
    (content(maximizer=2), "maximizer is 2"),
    (content(nodes=7), "its counter says 7"),
    (content(order=[1, 1, 1, 1, 1, 1, 1]), "each column once"),
    (content(rows=3), "3 numbers"),
    (content(algorithm=["x"]), "no name"),
    (table("value", 3, 12345), "checksum"),
    (table("value", 3, 1.5), "whole numbers"),
    (table("value", 3, 1 << 70), "whole numbers"),
    (table("value", 3, None), "whole numbers"),
    (table("kind", 3, 9), "whole numbers from 0 to 5"),
    (table("move", 1, 7), "column that is not there"),
    (table("ply", 3, 30), "not those of a tree"),
    (table("ply", 0, 1), "not those of a tree"),
]


@pytest.mark.parametrize(("data", "said"), BAD, ids=[said for _, said in BAD])
def test_whatever_is_no_saved_tree_is_told_in_one_sentence(tmp_path, data, said):
    """The sentence names the file and what is wrong; the file is left as it was."""
    data = data if isinstance(data, bytes) else json.dumps(data).encode()
    path = tmp_path / "tree.json"
    path.write_bytes(data)
    with pytest.raises(C4Error, match=said) as told:
        treefile.load(path)
    assert str(told.value).startswith(str(path))
    assert "\n" not in str(told.value)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("path", "said"),
    [((0, 0, 0, 0), "full column"), ((0, 1, 0, 1, 0, 1), "after the end of a game"), ((0, 5), "not there")],
)
def test_impossible_games_are_refused(path, said):
    """A file made by hand: a stone on a full column, after the end of the game, beside the board."""
    rows = np.zeros(len(path) + 1, dtype=TREE.rows.dtype)
    rows["move"], rows["ply"] = (-1, *path), np.arange(len(rows))
    forged = replace(TREE, root=Position(rules=Rules(3, 3, 3)), move_order=(0, 1, 2), rows=rows)
    with pytest.raises(C4Error, match=said):
        treefile.decode(treefile.encode(forged))


def test_no_damage_is_ever_believed_or_ends_in_another_error():
    """Bytes changed, cut and doubled at random: one sentence, or the very same tree."""
    chance, data = random.Random(4), treefile.encode(TREE)
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.choice(b'0123456789[]{},:"-.eabc \xff')
        if chance.random() < 0.3:
            del damaged[chance.randrange(len(damaged)) :]
        with suppress(C4Error):
            assert_same(treefile.decode(bytes(damaged)).tree, TREE)


def test_a_folder_that_cannot_be_written_or_a_missing_file(tmp_path):
    """One sentence each."""
    with pytest.raises(C4Error, match="cannot be read: No such file"):
        treefile.load(tmp_path / "nothing.json")
    with pytest.raises(C4Error, match="cannot be written"):
        treefile.save(tmp_path / "nowhere" / "tree.json", TREE)
    if os.geteuid() != 0:
        tmp_path.chmod(0o500)
        with pytest.raises(C4Error, match="cannot be written: Permission denied"):
            treefile.save(tmp_path / "tree.json", TREE)
        tmp_path.chmod(0o700)
