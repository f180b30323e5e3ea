"""SearchTree: walking, finding, counting, grafting and writing what a search recorded."""

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from json_trees import json_content
from often import often
from refusal import refused
from strategies import searches

from c4.evaluators.v2 import V2
from c4.game import packed
from c4.game.position import Position
from c4.game.values import INFINITY
from c4.search.fixed_depth import ALGORITHMS, search
from c4.tree.searchtree import INTERIOR, NO_MOVE, NO_PARENT, PRUNED
from c4.tree.verify import verify


@st.composite
def trees(draw):
    """The tree of a random search, whole or under a small budget."""
    position, depth, evaluator, order = draw(searches(400))
    budget = draw(st.sampled_from([1_000_000, position.rules.columns + 1, 60 + position.rules.columns]))
    return search(position, depth, evaluator, draw(st.sampled_from(ALGORITHMS)), move_order=order, budget=budget).tree


@given(trees())
def test_children_and_parents_fit_together(tree):
    """All rows but the root are children, one ply below their parents, in order, pruned ones last."""
    seen = [0]
    for row in range(len(tree)):
        children = tree.children(row)
        seen += children
        assert all(tree.parent[child] == row and tree.ply[child] == tree.ply[row] + 1 for child in children)
        assert children == sorted(children)
        marks = [bool(tree.kind[child] == PRUNED) for child in children]
        assert marks == sorted(marks)
        assert tree.size[row] == 1 + sum(int(tree.size[child]) for child in children)
    assert sorted(seen) == list(range(len(tree)))
    assert tree.parent[0] == NO_PARENT
    assert tree.move[0] == NO_MOVE
    assert tree.size[0] == len(tree)


@given(trees())
def test_paths_find_positions(tree):
    """`find` undoes `path`, and the position of a row has the row's state, pruned or not."""
    for row in range(len(tree)):
        path = tree.path(row)
        assert tree.find(path) == row
        assert [tree.path(above) for above in tree.ancestors(row)] == [path[:i] for i in range(len(path) - 1, -1, -1)]
        position = tree.position(row)
        assert position.ply == tree.root.ply + tree.ply[row]
        assert tree.is_max(row) == (position.to_move == tree.maximizer)
        state = int(tree.state[row])
        rules = position.rules
        assert packed.as_normal(state, rules) == position.packed(tree.maximizer)
        assert bool(packed.is_pruned(state, rules)) == (tree.kind[row] == PRUNED and packed.normal(rules) > 0)


@given(trees())
def test_searched_adds_up(tree):
    """The nodes of a subtree are its visit, its children's nodes, and what was left out."""
    for row in range(len(tree)):
        own = 0 if tree.kind[row] == PRUNED else 1 + int(tree.left_out[row])
        assert tree.nodes_below(row) == own + sum(tree.nodes_below(child) for child in tree.children(row))
    assert tree.nodes_below(0) == tree.nodes


@given(trees())
def test_the_principal_variation_keeps_the_value(tree):
    """Best play follows the first child with the node's value to a leaf or the end of the record."""
    line = tree.principal_variation()
    assert line[0] == 0
    assert len({int(tree.value[row]) for row in line}) == 1
    assert all(tree.parent[child] == parent for parent, child in pairwise(line))
    assert PRUNED not in tree.kind[line]
    for parent, child in pairwise(line):
        earlier = [sibling for sibling in tree.children(parent) if sibling < child]
        assert all(tree.value[sibling] != tree.value[parent] for sibling in earlier)
    assert tree.kind[line[-1]] != INTERIOR or tree.left_out[line[-1]] > 0


def test_more_than_32_bits_of_nodes_may_be_left_out():
    """A count beyond 2^32 is kept in two fields and adds up."""
    tree = search(Position(), 4, V2(), budget=8).tree
    rows = tree.rows.copy()
    missing = (7 << 32) + 5
    rows["left_out"][2] = 5
    rows["left_out_high"][2] = 7
    large = replace(tree, rows=rows, nodes=tree.nodes - int(tree.left_out[2]) + missing)
    assert large.left_out[2] == missing
    assert large.recorded + large.total_left_out == large.nodes == large.nodes_below(0)
    assert json_content(large)["nodes"][2]["left_out"] == missing
    assert verify(large) == []


def test_grafting_needs_the_same_node():
    """A part with another value or window than the row it should replace is refused, and the tree stays as it was."""
    tree = search(Position(), 4, V2(), budget=8).tree
    before = tree.rows.copy()
    with refused("not the node it should replace"):
        tree.graft(1, search(Position(), 4, V2()).tree)
    assert (tree.rows == before).all()


@often(25)
@given(trees())
def test_json_holds_every_row(tree):
    """The JSON has each row, in visit order, with all its fields, and the search's own counters."""
    content = json_content(tree)
    rules = tree.root.rules
    assert len(content["nodes"]) == len(tree)
    for row, node in enumerate(content["nodes"]):
        pruned = bool(tree.kind[row] == PRUNED)
        assert node["state"] == str(int(tree.state[row]))
        assert node["path"] == [column + 1 for column in tree.path(row)]
        assert node["max"] is tree.is_max(row) is (len(node["path"]) % 2 == 0)
        assert node["pruned"] is pruned
        assert node["alpha"] == (None if pruned or tree.alpha[row] == -INFINITY else tree.alpha[row])
        assert node["beta"] == (None if pruned or tree.beta[row] == INFINITY else tree.beta[row])
        assert node["value"] == (None if pruned else tree.value[row])
        assert node["bound"] == (None if pruned else ["exact", "lower", "upper"][tree.bound[row]])
        assert node["kind"] == ["interior", "horizon", "terminal", "pruned"][tree.kind[row]]
        assert node.get("left_out", 0) == tree.left_out[row]
    assert content["format"] == "c4-tree"
    assert content["rules"] == rules.content()
    assert Position.from_grid(content["root"]["grid"], rules) == tree.root
    counters = {"searched": tree.nodes, "pruned": tree.pruned, "left_out": tree.total_left_out}
    assert [column - 1 for column in content["order"]] == list(tree.move_order)
    named = {name: getattr(tree, name) for name in ("algorithm", "evaluator", "depth")}
    assert {**content, **counters, **named} == content


def test_visits_are_the_rows_with_the_same_stones_and_side_to_move():
    """The visits of a row are all rows with its stones and side to move; a pruned row has none."""
    tree = search(Position.from_moves("44"), 5, V2()).tree
    by_position = defaultdict(list)
    for row in range(len(tree)):
        if tree.kind[row] != PRUNED:
            position = tree.position(row)
            by_position[position.grid(), position.to_move].append(row)
    for rows in list(by_position.values())[::7]:
        assert all(tree.rows_of_same_position(row) == rows for row in rows)
    assert tree.rows_of_same_position(int((tree.kind == PRUNED).argmax())) == []


def test_a_restricted_tree_is_a_tree_that_says_what_it_leaves_out():
    """Some rows with all their siblings; it counts as many nodes, has the same best line, and can be verified."""
    tree = search(Position.from_moves("4453"), 5, V2()).tree
    line = tree.principal_variation()
    part = tree.restricted(line[:4])
    assert [part.path(row) for row in part.principal_variation()] == [tree.path(row) for row in line[:4]]
    assert part.nodes_below(0) == tree.nodes_below(0)
    assert part.recorded + part.total_left_out == part.nodes
    assert len(part.children(0)) == len(tree.children(0))
    assert verify(part) == []
    assert (tree.restricted(range(len(tree))).rows == tree.rows).all()
    with refused("there is no row"):
        tree.restricted([len(tree)])


def test_two_searches_with_the_same_result_can_be_compared():
    """A decision of which a part has been searched again is another one, and comparing them is no error."""
    decision = search(Position(), 3, V2())
    again = replace(decision, tree=replace(decision.tree, rows=decision.tree.rows.copy()))
    assert decision != again
    assert decision == replace(decision)
