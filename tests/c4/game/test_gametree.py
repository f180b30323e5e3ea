"""A game with variations: a cursor that loses nothing, branches that can be cut off and brought back."""

from hypothesis import given
from hypothesis import strategies as st
from refusal import refused

from c4.game.gametree import ROOT, GameTree
from c4.game.position import Position


def test_a_line_goes_back_and_forth():
    """Undo and redo move along the line that was played, and stop at its ends."""
    tree = GameTree.from_moves((3, 3, 4))
    assert tree.position() == Position.from_moves("445")
    assert tree.back().moves() == (3, 3)
    assert tree.back().forward() == tree
    assert tree.back(9).at == ROOT
    assert tree.back(9).forward(9) == tree


def test_another_move_is_a_new_branch():
    """A move played after taking back keeps what was played before, and redo stays on the branch one is on."""
    tree = GameTree.from_moves((3, 3, 4)).back().played(2)
    assert tree.moves() == (3, 3, 2)
    assert [tree.moves(node) for node in tree.walk()] == [(), (3,), (3, 3), (3, 3, 4), (3, 3, 2)]
    assert tree.back(2).forward(2) == tree
    assert tree.end_of(ROOT) == 3
    assert tree.promoted(tree.at).end_of(ROOT) == tree.at


def test_a_move_that_was_tried_is_gone_to_again():
    """Playing a move that stands there already adds nothing."""
    tree = GameTree.from_moves((3, 3, 4))
    assert tree.back(2).played(3) == tree.back()
    assert len(tree.back(2).played(3)) == len(tree)


def test_a_branch_that_was_cut_off_comes_back():
    """Cutting a branch is undone by one call, whatever was played since, and by playing its move again."""
    tree = GameTree.from_moves((3, 3, 4, 4)).back(2).played(2)
    cut = tree.cut(3)
    assert [cut.moves(node) for node in cut.walk()] == [(), (3,), (3, 3), (3, 3, 2)]
    assert len(cut.played(0)) == 5
    again = cut.played(0).restored()
    assert again.moves() == (3, 3, 4)
    assert len(again) == 7
    assert cut.back().played(4).moves() == (3, 3, 4)
    assert not cut.back().played(4).pruned


def test_cutting_off_what_is_on_the_board():
    """When the position on the board is cut off, the one before the cut is there."""
    tree = GameTree.from_moves((3, 3, 4, 4))
    assert tree.cut(2).moves() == (3,)
    assert tree.cut(2).line() == (1,)
    assert tree.back(3).cut(3).line() == (1, 2)


def test_a_line_to_play_through():
    """A line that is tried stands beside what was played, its first move on the board and the rest ahead."""
    tree = GameTree.from_moves((3, 3, 4, 4)).tried(2, (2, 3, 0))
    assert tree.moves() == (3, 3, 2)
    assert tree.forward(9).moves() == (3, 3, 2, 3, 0)
    assert tree.moves(tree.end_of(ROOT)) == (3, 3, 4, 4)
    assert tree.tried(2, (4, 0)).forward(9).moves() == (3, 3, 4, 0)
    assert tree.tried(2, ()).moves() == (3, 3)
    with refused("there is no column 8"):
        tree.tried(2, (7,))


def test_what_cannot_be():
    """The root is not cut off, nothing is restored where nothing was cut, full columns are refused."""
    tree = GameTree.from_moves(())
    with refused("the beginning of a game cannot be removed"):
        tree.cut(ROOT)
    with refused("nothing has been removed"):
        tree.restored()
    with refused("column 4 is full"):
        GameTree.from_moves((3,) * 7)


@given(
    st.lists(st.tuples(st.sampled_from(["play", "back", "forward", "cut", "restore", "promote"]), st.integers(0, 6)))
)
def test_any_way_through_a_tree(steps):
    """Whatever is done, the moves of every node are legal and the cursor is on a visible node of its line."""
    tree = GameTree(Position())
    for what, number in steps:
        if what == "play" and number in tree.position().legal_columns():
            tree = tree.played(number)
        elif what in ("back", "forward"):
            tree = getattr(tree, what)(number)
        elif what == "restore" and tree.pruned:
            tree = tree.restored()
        elif what in ("cut", "promote") and (nodes := [node for node in tree.walk() if node != ROOT]):
            node = nodes[number % len(nodes)]
            tree = tree.cut(node) if what == "cut" else tree.promoted(node)
    seen = list(tree.walk())
    assert {tree.at, tree.tip} <= set(seen)
    assert tree.at in (ROOT, *tree.line())
    assert not tree.children(tree.tip)
    for node in seen:
        assert tree.position(node).ply == len(tree.path(node))
        assert all(tree.nodes[child].parent == node for child in tree.children(node))


def test_siblings():
    """Siblings are the moves tried in the same place."""
    tree = GameTree.from_moves((3, 3, 0)).back().played(1)
    assert [tree.nodes[node].column for node in tree.siblings()] == [0, 1]
    assert tree.siblings(0) == ()
