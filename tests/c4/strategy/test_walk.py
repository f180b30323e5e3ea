"""Walking through strategies, their map, and lines that beat a wrong diagram."""

import random
from itertools import pairwise

import pytest

from c4.game.position import Position
from c4.game.rules import C4Error
from c4.strategy.diagram import Diagram, decide, parse
from c4.strategy.graph import canonical, shipped
from c4.strategy.map import Map
from c4.strategy.trial import of_diagram, refutation
from c4.strategy.walk import Walk, meaning, why

PLACE = "333557752147"
GOOD = ["oo+oo.o", "..o....", "ooooo.!", "..X.O.O", "ooOoX.X", "OXXXO.O"]


@pytest.fixture(scope="module")
def whole():
    return Map(shipped())


def test_every_walk_ends_with_the_owners_win():
    """Replies drawn by chance, to the end, thirty games."""
    chance = random.Random(7)
    walk = Walk(shipped())
    for _ in range(30):
        walk.restart()
        while walk.outcome is None:
            walk.reply(chance.choice(list(walk.position.legal_columns())))
        assert walk.outcome.winner == 0
        assert walk.last.sure
        assert why(walk.last, "Red", "Yellow").startswith(f"Red plays column {walk.last.column + 1}: ")


def test_back_and_to_the_start():
    walk = Walk(shipped())
    assert [step.column for step in walk.steps] == [3]
    assert not walk.back()
    walk.reply(1)
    before = walk.position
    walk.reply(4)
    assert walk.back()
    assert walk.position == before
    walk.restart()
    assert walk.position.ply == 1


def test_refused_replies():
    walk = Walk(of_diagram(Position.from_moves("1212121"[:6]), 0, "win", Diagram()))
    assert walk.outcome is not None
    with pytest.raises(C4Error, match="the game is over"):
        walk.reply(3)


def test_the_map_has_every_position_with_the_owner_to_move_once(whole):
    strategy = shipped()
    assert set(whole.positions) == set(strategy.walk())
    assert len(whole.positions) == len(set(whole.positions))
    assert whole.leaf.sum() == len(strategy.leaves)


def test_bars_lie_within_their_parents_and_beside_each_other(whole):
    for place, parent in enumerate(whole.parents.tolist()):
        if parent >= 0:
            assert whole.left[parent] <= whole.left[place] < whole.right[place] <= whole.right[parent]
            assert whole.levels[place] == whole.levels[parent] + 1
    for level in range(whole.depth):
        row = [place for place in range(len(whole.positions)) if whole.levels[place] == level]
        assert all(whole.right[a] <= whole.left[b] for a, b in pairwise(row))


def test_what_is_drawn_can_be_found(whole):
    for place in range(0, len(whole.positions), 97):
        assert whole.at((whole.left[place] + whole.right[place]) / 2, int(whole.levels[place])) == place
    assert whole.at(-1, 0) is None
    assert whole.at(whole.width + 1, 0) is None


def test_a_walk_goes_to_any_position_of_the_map(whole):
    walk = Walk(shipped())
    for place in range(0, len(whole.positions), 601):
        walk.go(whole.path(place))
        assert walk.asked() == whole.positions[place]


def test_positions_below_are_counted_once(whole):
    root = Position()
    assert whole.below(root.mine, root.theirs) == len(whole.positions)
    leaf = whole.positions[int(whole.leaf.nonzero()[0][0])]
    assert whole.below(*leaf) == 1
    assert whole.below(1, 2) == 0


def test_the_picture_has_the_size_it_says(whole):
    colours = tuple(bytes((n, n, n)) for n in range(4))
    picture = whole.picture(300, 5, colours)
    head = b"P6 300 %d 255 " % (5 * whole.depth)
    assert picture.startswith(head)
    assert len(picture) == len(head) + 3 * 300 * 5 * whole.depth


@pytest.mark.parametrize("turned", [False, True])
def test_a_diagram_is_beaten_or_it_is_not(turned):
    """A good diagram has no refutation; that of a worse one is legal, follows the diagram, and ends without a win."""
    position, good, worse = (
        Position.from_moves(PLACE),
        parse(GOOD),
        parse([".......", *GOOD[1:2], ".......", *GOOD[3:]]),
    )
    if turned:
        position, good, worse = position.mirror(), good.mirror(), worse.mirror()
    assert refutation(position, 0, good, False) is None
    line = refutation(position, 0, worse, False)
    for column in line:
        if position.to_move == 0:
            assert decide(position, worse).column == column
        position = position.play(column)
    over = position.outcome()
    assert (over is not None and over.winner != 0) or decide(position, worse) is None


def test_one_diagram_is_a_strategy_from_either_sides_turn():
    position = Position.from_moves(PLACE)
    for start in (position, position.play(6)):
        strategy = of_diagram(start, 0, "win", parse(GOOD))
        for own, other in strategy.walk():
            assert canonical(own, other) == (own, other)
        walk = Walk(strategy)
        chance = random.Random(3)
        while walk.outcome is None:
            walk.reply(chance.choice(list(walk.position.legal_columns())))
        assert walk.outcome.winner == 0
        assert walk.diagram is not None or walk.last.rule == "win"


def test_marks_say_what_they_mean():
    position, diagram = Position.from_moves(PLACE), parse(GOOD)
    assert meaning(diagram, position, 5, 0).startswith("Claimed")
    assert meaning(diagram, position, 3, 6).startswith("Urgent")
    assert meaning(diagram, position, 0, 0) == ""
