"""Monte-Carlo tree search explained from its record: scores, stories, and the four phases of a simulation."""

import math
import re

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
from c4.mcts.textbook import Textbook
from c4.tree.explain import describe, story
from c4.tree.moments import after
from c4.tree.playouts import result_for
from c4.tree.searchtree import UNVISITED
from c4.tree.selection import SCALE, USUAL
from c4.tree.simulation_story import (
    choice_text,
    formula_text,
    mean_in_words,
    next_reply,
    phases,
    playout_of,
    replies_of,
)

NAMES = ("Red", "Yellow")
MIDDLE = Position.from_moves("4453")
TREE = search(MIDDLE, 400).tree
PUCT = search(MIDDLE, 200, load("v2")).tree


@often(20)
@given(simulated() | simulated(st.sampled_from(TURNING)))
def test_the_phases_are_those_of_the_textbook(drawn):
    """Each simulation selects, expands, values and backs up what the textbook did."""
    position, selection, evaluator, move_order, seed, simulations = drawn
    book = Textbook(position, selection, move_order, seed, evaluator)
    book.search(simulations)
    tree = search(
        position, simulations, evaluator, selection=selection, seed=seed, move_order=move_order, budget=100_000
    ).tree
    for number in {1, 2, (len(book.log) + 1) // 2, len(book.log)} & set(range(1, len(book.log) + 1)):
        entry = book.log[number - 1]
        found = phases(tree, number)
        assert [tree.path(step.row) for step in found.selected] == [node.path for node in entry.path[:-1]]
        assert tree.path(found.leaf) == entry.path[-1].path
        assert found.value == entry.value
        assert [tree.path(update.row) for update in found.updates] == [node.path for node in reversed(entry.path)]
        assert all(after - before == 1 for before, after in (update.visits for update in found.updates))
        for step in found.selected:
            best = max(reply.score.total for reply in step.replies if reply.result != -1)
            chosen = next(reply for reply in step.replies if reply.row == step.selected)
            assert chosen.score.total == best
        if found.playout and selection.playouts == 1:
            outcome = found.end().outcome()
            assert result_for(outcome, tree.maximizer) * SCALE == found.value


@pytest.mark.parametrize("tree", [TREE, PUCT], ids=["uct", "puct"])
def test_the_next_reply_is_what_the_next_simulation_selects(tree):
    """What the formula chooses now is what a search with one more simulation does."""
    evaluator = None if tree is TREE else load("v2")
    for simulations in (2, 7, 30, 131):
        now = search(MIDDLE, simulations, evaluator).tree
        following = search(MIDDLE, simulations + 1, evaluator).tree
        path = following.path(int(following.simulations.leaf[-1]))
        assert next_reply(now, 0).column == path[0]


def test_of_the_replies_of_a_node_one_is_selected_next():
    """Deeper down, too: whichever simulation comes there next.  What is selected next is not called neglected."""
    for row in (0, next_reply(TREE, 0).row):
        chosen = next_reply(TREE, row)
        for reply in replies_of(TREE, row):
            if reply.result is not None:
                continue
            text = story(TREE, reply.row, NAMES)
            if reply.row == chosen.row:
                assert ", the largest: it is selected next." in text
                assert "neglected" not in text
            else:
                assert f"Selected next instead: column {chosen.column + 1}" in text


def test_the_simulations_of_a_reply_are_counted_out_of_n_above():
    """The two numbers of the sentence are N of the reply and N of its node, which the tree shows."""
    for row in (0, next_reply(TREE, 0).row):
        above = TREE.samples.visits[row]
        where = " simulations" if row == 0 else " simulations at the node above"
        for reply in replies_of(TREE, row):
            number = f"{'' if row == 0 else 'the '}{above}"
            assert story(TREE, reply.row, NAMES).startswith(f"Visited by {reply.visits} of {number}{where}")


def test_the_mean_where_min_selects_is_given_for_both():
    """The tree shows means for MAX; MIN selects by the opposite number."""
    row = next_reply(TREE, 0).row
    for reply in replies_of(TREE, row):
        if reply.result is None:
            mean = mean_in_words(reply.mean, "Yellow")
            shown = mean_in_words(TREE.samples.mean(reply.row), "Red")
            assert f"Its mean is {mean} ({shown})." in story(TREE, reply.row, NAMES)


def test_the_choice_is_explained():
    """The most visited reply, of equals the one with the highest mean; a proved win comes first."""
    best = max(replies_of(TREE, 0), key=lambda reply: reply.visits)
    assert choice_text(TREE) == f"column {best.column + 1}: most visits ({best.visits} of 400)"
    assert choice_text(TREE, with_visits=False) == f"column {best.column + 1}: most visits"
    assert f"The search plays {choice_text(TREE)}." in story(TREE, 0, NAMES)
    assert choice_text(after(TREE, 1)[0]) == ""
    for tried in range(3, 9):
        now, _ = after(TREE, tried)
        highest = max(reply.mean for reply in replies_of(now, 0) if reply.visits)
        first = next(reply for reply in replies_of(now, 0) if reply.mean == highest)
        assert choice_text(now) == f"column {first.column + 1}: most visits, then highest mean"
    assert choice_text(search(Position.from_moves("4455"), 100).tree) == "column 3: proved to win"
    assert "most visits of those that all lose" in choice_text(search(Position.from_moves("44553"), 300).tree)


def test_replies_have_their_numbers():
    """Visits add up, shares to 1, and means are those of the side to move."""
    for tree in (TREE, PUCT):
        for row in (0, tree.children(0)[0]):
            replies = replies_of(tree, row)
            assert sum(reply.visits for reply in replies) == tree.samples.visits[row] - 1
            assert math.isclose(sum(reply.share for reply in replies), 1)
            sign = 1 if tree.is_max(row) else -1
            for reply in replies:
                assert reply.parent_visits == tree.samples.visits[row]
                assert math.isclose(reply.mean, sign * tree.samples.mean(reply.row))


def test_the_formula_is_printed_with_its_numbers():
    """The printed sum is right, and the printed term gives the exploration."""
    reply = next(reply for reply in replies_of(TREE, 0) if reply.visits > 5)
    text = formula_text(USUAL, reply)
    c, parent, visits = re.search(r"\+ ([\d.]+) · √\(ln (\d+) / (\d+)\) =", text).groups()
    assert math.isclose(float(c) * math.sqrt(math.log(int(parent)) / int(visits)), reply.score.exploration)
    first, second, total = (float(part.replace("−", "-")) for part in re.findall(r"−?\d\.\d{3}", text)[-3:])
    assert round(first + second, 3) == total
    assert "tried once" in formula_text(USUAL, reply._replace(visits=0))
    assert re.search(
        r"0\.\d{3} · √200 / \(1 \+ \d+\)", formula_text(PUCT.simulations.selection, replies_of(PUCT, 0)[0])
    )


def test_every_row_has_a_story():
    """Each row is explained by its visits, its mean and its score; players have their names."""
    for tree in (TREE, PUCT):
        for row in range(len(tree)):
            text = story(tree, row, NAMES)
            assert text.endswith(".")
            assert "  " not in text
            if row and tree.kind[row] == UNVISITED:
                assert text.startswith("Never visited.")
            elif row:
                assert f"{int(tree.samples.visits[row]):,}" in text
            assert "window" not in describe(tree, row, NAMES)
    replies = replies_of(TREE, 0)
    most = max(replies, key=lambda one: one.visits)
    fewest = min(replies, key=lambda one: one.visits)
    assert "the most visited of seven" in story(TREE, most.row, NAMES)
    assert "It was neglected because its mean is" in story(TREE, fewest.row, NAMES)


def test_proofs_and_certain_wins_are_told():
    """A proved reply says which simulation proved it, and a leaf with a win that nothing was played out."""
    tree = search(Position.from_moves("44553"), 300).tree
    assert "Proved: Yellow loses." in story(tree, 0, NAMES)
    text = story(tree, tree.children(0)[0], NAMES)
    assert "proved that Yellow loses with it" in text
    assert "Red can complete a line" in text
    assert "The game is over: Red wins" in story(*won(), NAMES)
    assert playout_of(tree, 2) == ()


def won():
    """A tree and a row of it where the game is over."""
    tree = search(Position.from_moves("121212"), 10).tree
    return tree, tree.children(0)[0]


def test_a_playout_is_a_game_to_its_end():
    """The playout of every simulation starts at its leaf and ends the game; where an evaluator values, there is none."""
    for number in (1, 2, 50, 400):
        found = phases(TREE, number)
        assert found.end().outcome() is not None
        assert found.playout == playout_of(TREE, number)
    assert playout_of(PUCT, 10) == ()


def test_left_out_nodes_say_so():
    """A node without its replies says how many nodes are missing."""
    tree = search(MIDDLE, 400, budget=20).tree
    row = int(np.argmax(tree.left_out))
    assert "were visited but not recorded" in story(tree, row, NAMES)


def test_a_simulation_that_was_not_run_is_refused():
    """There is no simulation 0, and none after the last."""
    for number in (0, 401):
        with refused("400 simulations"):
            phases(TREE, number)


def test_equally_visited_replies_share_their_place():
    """Neither of two replies is "the most visited" or "the least visited"."""
    tree = search(Position(), 12).tree
    for row in range(1, len(tree)):
        text = story(tree, row, NAMES)
        if "most visited of" in text and "neglected" not in text:
            visits = [reply.visits for reply in replies_of(tree, int(tree.parent[row]))]
            shares = visits.count(int(tree.samples.visits[row])) > 1
            assert ("one of the most visited" in text) == (shares and tree.samples.visits[row] == max(visits))
