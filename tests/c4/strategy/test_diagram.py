"""Diagrams: their language, their pictures, the compiled twin, and the search for them."""

import random

import numpy as np
import pytest
from paths import ROOT
from refusal import refused

from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.strategy import graph
from c4.strategy.diagram import LEGEND, MARKS, RULES, Diagram, decide, parse
from c4.strategy.diagram_search import find_diagram
from c4.strategy.marks import Planes, column_of, planes_of
from c4.strategy.memory import make_scratch
from c4.strategy.passes import verify
from c4.strategy.strategies import known_marks, load
from c4.strategy.verify import HOLDS, REFUTED, THROUGH, make_memory, play_to_the_end


def random_position(chance: random.Random, stones: int) -> Position:
    """A position of so many stones that goes on."""
    while True:
        position = Position()
        while position.ply < stones and position.outcome() is None:
            position = position.play(chance.choice(position.legal_columns()))
        if position.outcome() is None:
            return position


def random_diagram(chance: random.Random, right: bool = False) -> Diagram:
    """Every square with one of the marks or none."""
    result = [0] * len(MARKS)
    for row in range(6):
        for column in range(7):
            mark = chance.randrange(len(MARKS) + 1)
            if mark < len(MARKS):
                result[mark] |= 1 << STANDARD.cell(row, column)
    return Diagram(tuple(result), right)


def test_a_picture_is_read_back():
    """`parse` is the reverse of `rows`, wherever there are no stones."""
    chance = random.Random(1)
    for _ in range(50):
        position = random_position(chance, chance.randrange(30))
        diagram = random_diagram(chance)
        shown = diagram.rows(position)
        assert parse(shown).rows(position) == shown
        assert diagram.mirror().rows(position.mirror()) == [row[::-1] for row in shown]
        assert diagram.mirror().mirror() == diagram


@pytest.mark.parametrize(
    ("rows", "words"), [(["......."], "1 row, "), (["....."] * 6, "5 squares"), (["...?..."] * 6, "'\\?' at place 4")]
)
def test_a_picture_that_is_none_is_refused(rows, words):
    """One sentence names the place."""
    with refused(match=words):
        parse(rows)


def test_every_mark_and_rule_has_a_sentence():
    """What can stand in a picture is in the legend, what can decide a move among the rules."""
    assert set(LEGEND) == set(MARKS) | set(".XO")
    assert set(RULES) == {*MARKS, ".", "win", "fork", "block"}


def test_the_compiled_twin_decides_the_same():
    """What the compiled graph knows of a position, and the column it plays there, agree with `decide` at every stage."""
    # in whose positions every rule decides
    chance = random.Random(365)
    rules = set()
    scratch = make_scratch()
    for _ in range(120):
        position = random_position(chance, chance.randrange(38))
        diagram = random_diagram(chance)
        number = graph.root_of(np.uint64(position.mine), np.uint64(position.theirs), False, scratch.graph)
        move = decide(position, diagram)
        rules.add(None if move is None else move.rule)
        if move is None:
            assert number == graph.OWNER_LOSES
        elif move.rule in ("win", "fork"):
            assert number == graph.OWNER_WINS
        else:
            planes = Planes(*map(np.uint64, planes_of(np.array(diagram.cells, np.uint64))))
            assert move.column == column_of(number, planes, scratch.graph)
    assert rules == {*RULES, None}


def test_a_mirror_image_plays_the_mirror_image():
    """The mirrored diagram answers the mirrored position with the mirrored move, and its legend says which side."""
    chance = random.Random(3)
    for _ in range(80):
        position = random_position(chance, chance.randrange(38))
        diagram = random_diagram(chance)
        here = decide(position, diagram)
        there = decide(position.mirror(), diagram.mirror())
        assert (here is None) == (there is None)
        if here is not None:
            assert there == (6 - here.column, here.rule)
        assert diagram.rule.endswith("of two equally near the left one.")
        assert diagram.mirror().rule.endswith("of two equally near the right one.")


def test_verify_agrees_with_the_checker():
    """The compiled check and the independent one agree on good and bad diagrams."""
    chance = random.Random(4)
    result = set()
    scratch = make_scratch()
    memory = make_memory()
    for _ in range(60):
        position = random_position(chance, 2 * chance.randrange(13, 20))
        marks = np.array(random_diagram(chance).cells, np.uint64)
        stones = np.uint64(position.mine), np.uint64(position.theirs)
        for hold in (False, True):
            here = verify(*stones, marks, hold, False, scratch)
            order = np.array(STANDARD.centre_first)
            there, played, _ = play_to_the_end(*stones, marks, hold, order, THROUGH, memory)
            assert there == (HOLDS if here else REFUTED)
            assert played > 0
            result.add((here, hold))
    assert result == {(False, False), (False, True), (True, False), (True, True)}


def lost_by(position: Position, owner: int, diagram: Diagram, chance: random.Random, hold: bool = False) -> bool:
    """Whether a random opponent got away with it in one game."""
    while position.outcome() is None:
        if position.to_move == owner:
            move = decide(position, diagram)
            if move is None:
                return True
            position = position.play(move.column)
        else:
            position = position.play(chance.choice(position.legal_columns()))
    outcome = position.outcome()
    return outcome is None or outcome.winner not in ((owner, None) if hold else (owner,))


def test_found_diagrams_win_every_game():
    """Nearly all won positions with 20 to 27 stones get a diagram in a second that beats random opponents."""
    lines = [line.split() for line in (ROOT / "lab" / "positions" / "middle_easy.txt").read_text().splitlines()]
    tried = result = 0
    chance = random.Random(5)
    for moves, score in lines:
        position = Position.from_moves(moves)
        if int(score) <= 0 or position.ply < 20 or tried == 12:
            continue
        tried += 1
        diagram = find_diagram(position, 1.0).diagram
        if diagram is not None:
            result += 1
            assert not any(lost_by(position, position.to_move, diagram, chance) for _ in range(30))
    assert result >= 10


def test_a_diagram_for_the_side_that_is_not_to_move():
    """The winner may be the one who has just moved."""
    position = Position.from_moves("444444526")
    result = find_diagram(position, 5.0)
    assert result.owner == 0
    assert result.diagram is not None
    chance = random.Random(6)
    assert not any(lost_by(position, 0, result.diagram, chance) for _ in range(30))


def test_a_drawn_position_has_a_diagram_of_either_side():
    """Where no known diagram of the side to move holds the draw, one of the other side proves it as well."""
    position = Position.from_stones(6291843, 4398860255232)
    chance = random.Random(7)
    result = find_diagram(position, seconds=0)
    assert result.diagram is not None
    assert result.owner == 1 - position.to_move
    assert result.result == "draw"
    assert not any(lost_by(position, result.owner, result.diagram, chance, hold=True) for _ in range(30))


def test_what_has_no_diagram_is_said():
    """Other boards and games that are over are refused in a sentence."""
    with refused("standard board"):
        find_diagram(Position(rules=Rules(5, 5)), 1.0)
    with refused("over"):
        find_diagram(Position.from_moves("1212121"), 1.0)


def test_known_diagrams_are_those_of_the_shipped_strategies():
    """They are tried before a search: a position deep in a strategy has its diagram at once."""
    strategy = load("first-player-wins")
    known = {tuple(row) for row in known_marks().tolist()}
    assert {diagram.cells for diagram in strategy.diagrams} <= known
    own, other = next(stones for stones in strategy.leaves if sum(stones).bit_count() == 12)
    result = find_diagram(Position.from_stones(own, other), seconds=0)
    assert result.diagram is not None
