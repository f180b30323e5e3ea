"""Tree files: everything comes back, older ones open, and whatever is no tree file is told in one sentence."""

import io
import json
import os
import random
import resource
import time
import zipfile
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from json_trees import json_content
from often import often
from refusal import refused
from strategies import any_rules, searches

from c4.archives import encode_arrays, write_arrays
from c4.engine import deepening as engine
from c4.errors import C4Error
from c4.evaluators import load as load_evaluator
from c4.game.position import Position
from c4.game.rules import Rules
from c4.search.fixed_depth import ALGORITHMS, open_node, search
from c4.tree import table, treefile

TREE = search(Position.from_moves("4453"), 5, load_evaluator("v2")).tree


def assert_same(tree, other):
    """Every field and every number of every row."""
    assert np.array_equal(tree.rows, other.rows)
    for name in ("root", "maximizer", "depth", "algorithm", "evaluator", "move_order", "nodes", "pruned", "scale"):
        assert getattr(tree, name) == getattr(other, name), name


@pytest.mark.slow
@often(20)
@given(searches(600), any_rules().flatmap(lambda rules: searches(200, rules)))
def test_everything_comes_back(one, another):
    """On any board, with any evaluator and order, both algorithms: the tree is the same, and so are its bytes."""
    for position, depth, evaluator, order in (one, another):
        for algorithm in ALGORITHMS:
            tree = search(position, depth, evaluator, algorithm, move_order=order).tree
            data = treefile.encode(tree)
            back = treefile.decode(data)
            assert_same(tree, back)
            assert treefile.encode(back) == data


def test_engines_trees_and_opened_ones_come_back():
    """Null moves, reductions, table hits; a row budget, and a part that was opened later."""
    judge = load_evaluator("v2")
    tree = engine.search(Position.from_moves("445"), judge, depth=9, budget=4000).tree
    assert_same(tree, treefile.decode(treefile.encode(tree)))
    short = search(Position(), 6, judge, budget=500).tree
    assert_same(short, treefile.decode(treefile.encode(short)))
    opened = open_node(short, int(short.left_out.argmax()), judge).tree
    back = treefile.decode(treefile.encode(opened))
    assert_same(opened, back)
    assert open_node(back, int(back.left_out.argmax()), judge).tree.recorded > back.recorded


def test_a_position_without_moves_comes_back():
    """A root that was set up as a packed state."""
    root = Position.from_packed(Position.from_moves("445312").packed())
    tree = search(root, 3, load_evaluator("v1")).tree
    assert_same(tree, treefile.decode(treefile.encode(tree)))


def test_files_are_written_and_read(tmp_path):
    """By way of a file, whatever its name; also one with the bookmarks that version 1.0.0 could add."""
    for name in ("tree.npz", "tree.json"):
        treefile.save(tmp_path / name, TREE)
        assert_same(TREE, treefile.load(tmp_path / name))
    header, columns = treefile.parts_of(TREE)
    header["bookmarks"] = [{"path": [4, 3], "note": "look: ½ “quoted”"}]
    header["checksum"] = treefile.checksum_of({name: header[name] for name in header if name != "checksum"}, TREE)
    (tmp_path / "old.npz").write_bytes(encode_arrays(header, columns))
    assert_same(TREE, treefile.load(tmp_path / "old.npz"))


def new(header=(), table=(), tree=TREE):
    """A file with parts of its header and columns changed."""
    parts = treefile.parts_of(tree)
    return encode_arrays({**parts[0], **dict(header)}, {**parts[1], **dict(table)})


def new_row(name, place, number):
    column = TREE.rows[name].copy()
    column[place] = number
    return new(table={name: column})


def pickled():
    data = io.BytesIO()
    np.savez(data, header=np.array([{"format": "c4-saved-tree"}], dtype=object))
    return data.getvalue()


def bomb(declared):
    """An entry whose list says `declared` bytes for the few that it has."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("header.npy", b"\0" * 1000)
    packed = data.getvalue()
    place = packed.rindex(b"PK\x01\x02") + 24
    return packed[:place] + declared.to_bytes(4, "little") + packed[place + 4 :]


BAD = [
    (b"", "is not a saved tree"),
    (b"\x89PNG\r\n", "is not a saved tree"),
    (treefile.encode(TREE)[:-20], "cut off"),
    (b"PK\x03\x04nonsense", "cut off"),
    (pickled(), "1-d object: 1-d uint8 was expected"),
    (bomb(900), "the array 'header' cannot be read"),
    (bomb(1 << 31), "declares more than it can hold"),
    (new({"format": "c4-model"}), "its format is 'c4-model'"),
    (new({"version": 3}), "version 3"),
    (new({"rows": 3}), r"\(3,\) was expected"),
    (new({"rows": 1 << 40}), "its rows is"),
    (new({"rows": None}), "its rows is None"),
    (new({"rules": {"rows": 60, "columns": 7}}), "too large"),
    (new({"root": {"grid": "..", "moves": [9], "to_move": 0}}), "no column 9"),
    (new({"maximizer": 2}), "maximizer is 2"),
    (new({"nodes": 7}), "its counter says 7"),
    (new({"order": [1, 1, 1, 1, 1, 1, 1]}), "each column once"),
    (new({"algorithm": ["x"]}), "no name"),
    (new(table={"value": TREE.value.astype(float)}), "1-d float64: 1-d int32 was expected"),
    (new(table={"value": TREE.value[None]}), "2-d int32: 1-d int32 was expected"),
    (new_row("value", 3, 12345), "checksum"),
    (new_row("kind", 3, 9), "whole numbers from 0 to 6"),
    (new_row("move", 1, 7), "column that does not exist"),
    (new_row("ply", 3, 30), "do not form a tree"),
    (new_row("ply", 0, 1), "do not form a tree"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "message"), BAD, ids=[f"{place} {message}" for place, (_, message) in enumerate(BAD)])
def test_whatever_is_no_tree_file_is_told_in_one_sentence(tmp_path, data, message):
    """The sentence names the file and what is wrong; the file is left as it was."""
    path = tmp_path / "tree.npz"
    path.write_bytes(data)
    with pytest.raises(C4Error, match=message) as caught:
        treefile.load(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("path", "message"),
    [((0, 0, 0, 0), "full column"), ((0, 1, 0, 1, 0, 1), "after the end of a game"), ((0, 5), "does not exist")],
)
def test_impossible_games_are_refused(path, message):
    """A file made by hand: a stone on a full column, after the end of the game, beside the board."""
    rows = np.zeros(len(path) + 1, dtype=TREE.rows.dtype)
    rows["move"] = (-1, *path)
    rows["ply"] = np.arange(len(rows))
    small = search(Position(rules=Rules(3, 3, 3)), 1, load_evaluator("v2")).tree
    header = {"rows": len(rows), "nodes": len(rows)}
    with refused(match=message):
        treefile.decode(new(header, {name: rows[name] for name in table.SAVED}, small))


def test_no_damage_is_ever_believed_or_ends_in_another_error():
    """Bytes changed, cut and doubled at random: one sentence, or the very same tree."""
    data = treefile.encode(TREE)
    chance = random.Random(4)
    same = TREE
    for _ in range(200):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.choice([*b'0123456789[]{},:"-.eabc ', 0, 255, 80, 75])
        if chance.random() < 0.3:
            del damaged[chance.randrange(len(damaged)) :]
        with suppress(C4Error):
            assert_same(treefile.decode(bytes(damaged)), same)


def test_a_folder_that_cannot_be_written_or_a_missing_file(tmp_path):
    """One sentence each; a folder, a pipe and a device are no files."""
    with refused("cannot be read: No such file"):
        treefile.load(tmp_path / "nothing.npz")
    with refused("is a folder"):
        treefile.load(tmp_path)
    for path in (tmp_path / "pipe", "/dev/zero"):
        if path != "/dev/zero":
            os.mkfifo(path)
        with pytest.raises(C4Error, match="not a regular file"):
            treefile.load(path)
    with refused("cannot be written"):
        treefile.save(tmp_path / "nowhere" / "tree.npz", TREE)
    if os.geteuid() != 0:
        tmp_path.chmod(0o500)
        with refused("cannot be written: Permission denied"):
            treefile.save(tmp_path / "tree.npz", TREE)
        tmp_path.chmod(0o700)


@pytest.mark.slow
def test_a_large_tree_opens_soon_and_what_only_claims_to_be_one_is_refused_sooner(tmp_path):
    """A million rows open in 2 s; the largest file with one wrong row is refused as soon."""
    path = tmp_path / "large.npz"
    root = Position()
    large = search(root, 7, load_evaluator("v2"), "minimax").tree
    treefile.save(path, large)
    started = time.process_time()
    assert len(treefile.load(path)) == len(large) > 900_000
    assert time.process_time() - started < 2
    many = {name: np.resize(large.rows[name], table.MOST_ROWS) for name in table.SAVED}
    many["ply"][len(large) :] = np.maximum(many["ply"][len(large) :], 1)
    header = treefile.parts_of(large)[0] | {"rows": table.MOST_ROWS}
    write_arrays(path, header, many)
    del large, many
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    with refused("is a damaged saved tree"):
        treefile.load(path)
    assert time.process_time() - started < 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 256 * 1024 + treefile.MOST_BYTES / 1024


@pytest.mark.parametrize(("name", "words"), [("move", "holds an array twice"), ("other", "it also holds 'other'")])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_array_too_many_is_refused(name, words):
    """A file holds what its reader reads, and nothing that another one could read instead."""
    data = io.BytesIO(treefile.encode(TREE))
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr(f"{name}.npy", archive.read("move.npy"))
    with refused(words):
        treefile.decode(data.getvalue())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda tree: tree.update(version=1), "version 1"),
        (lambda tree: tree["nodes"][1].update(path=[9]), "into a column that does not exist"),
        (lambda tree: tree["nodes"][1].update(state="7"), "its states are not those"),
        (lambda tree: tree["nodes"][1].update(kind="lost"), "damaged tree"),
        (lambda tree: tree["nodes"][1].update(bound="mean"), "left unvisited, and no mean"),
        (lambda tree: tree["nodes"][-1].update(kind="unvisited"), "has no row that it left unvisited"),
        (lambda tree: tree["nodes"][1].update(value=1 << 40), "damaged tree"),
        (lambda tree: tree.pop("nodes"), "lacks 'nodes'"),
        (lambda tree: tree.update(searched=1), "its rows stand for"),
        (lambda tree: tree.update(nodes=[]), "it has 0 nodes"),
    ],
)
def test_a_tree_as_json_that_was_changed_is_refused(tmp_path, change, words):
    """In one sentence that says what is wrong."""
    content = json_content(search(Position.from_moves("4453"), 2, load_evaluator("v2")).tree)
    change(content)
    path = tmp_path / "tree.json"
    path.write_text(json.dumps(content))
    with refused(words):
        treefile.load(path)
