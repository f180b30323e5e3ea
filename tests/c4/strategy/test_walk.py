"""Walking through strategies and diagrams."""

import random

from refusal import refused

from c4.game.position import Position
from c4.strategy.answers import Walk, meaning, why
from c4.strategy.diagram import Diagram, parse
from c4.strategy.diagram_search import of_diagram
from c4.strategy.strategies import canonical, load

PLACE = "333557752147"
GOOD = ["oo+oo.o", "..o....", "ooooo.!", "..X.O.O", "ooOoX.X", "OXXXO.O"]


def test_every_walk_ends_with_the_owners_win():
    """Replies drawn by chance, to the end, thirty games."""
    chance = random.Random(7)
    walk = Walk(load())
    for _ in range(30):
        walk.restart()
        while walk.outcome is None:
            walk.reply(chance.choice(list(walk.position.legal_columns())))
        assert walk.outcome.winner == 0
        assert walk.last.sure
        assert why(walk.last, "Red").startswith(f"Red plays column {walk.last.column + 1}. ")


def test_back_and_to_the_start():
    """Going back undoes a reply with its answer, as far as the first move; a restart does so at once."""
    walk = Walk(load())
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
    """After the end, and in a full column, a reply is refused in words for people."""
    walk = Walk(of_diagram(Position.from_moves("1212121"[:6]), 0, "win", Diagram()))
    assert walk.outcome is not None
    with refused("the game is over"):
        walk.reply(3)
    walk = Walk(load())
    for _ in range(3):
        walk.reply(3)
    with refused(match=r"^column 4 is full$"):
        walk.reply(3)


def test_one_diagram_is_a_strategy_from_either_sides_turn():
    """A diagram wins against random replies, whichever side moves first."""
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
    """Each mark is explained by its own word; an empty square has no explanation."""
    position = Position.from_moves(PLACE)
    diagram = parse(GOOD)
    assert meaning(diagram, position, 5, 0).startswith("Claimed")
    assert meaning(diagram, position, 3, 6).startswith("Urgent")
    assert meaning(diagram, position, 0, 0) == ""
