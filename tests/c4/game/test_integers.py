"""Whole numbers of other libraries: whatever has `__index__` is taken, and stored as an int of Python."""

import json

import numpy as np
import pytest
from refusal import refused

import c4
from c4.agents.limits import Limits
from c4.arena.match import openings_of, pairs_of
from c4.engine import deepening
from c4.evaluators import load
from c4.game.gametree import GameTree
from c4.game.position import Position
from c4.game.rules import Rules
from c4.library.library import Library
from c4.library.record import Record
from c4.review.stream import review
from c4.search.fixed_depth import search
from c4.session.plans import Plan
from c4.text import plain, positive_int

KINDS = (np.int8, np.uint8, np.int64, np.uint64, np.intp)


class Indexed:
    """A whole number of a library that we have never heard of."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.mark.parametrize("kind", [*KINDS, Indexed])
def test_positions_take_any_whole_number(kind):
    """Columns, states, bitboards and sides may be any whole numbers; the position is the same and holds ints."""
    position = Position.from_moves("4453").play(kind(3))
    assert position == Position.from_moves("44534")
    assert position.moves == (3, 3, 4, 2, 3)
    assert type(position.packed()) is int
    assert position.packed(kind(1)) == position.packed(1)
    assert position.height(kind(3)) == 3
    assert position.owner(kind(0), kind(3)) == 0
    assert position.landing(kind(0)) == (0, 0)
    assert Position.from_moves("4453").after([kind(3), kind(0)]) == Position.from_moves("445341")
    values = (*position.stones, position.to_move, *position.moves)
    assert all(type(value) is int for value in values)
    assert json.dumps(position.moves) == "[3, 3, 4, 2, 3]"


@pytest.mark.parametrize("kind", [np.uint64, Indexed])
def test_states_take_any_whole_number(kind):
    """Packed states and bitboards out of an array give the same position."""
    position = Position.from_moves("4453")
    assert Position.from_packed(kind(position.packed())) == position
    built = Position.from_stones(kind(position.mine), kind(position.theirs))
    assert built == position
    direct = Position((kind(position.stones[0]), kind(position.stones[1])), kind(0), moves=(kind(3),))
    assert all(type(value) is int for value in (*built.stones, *direct.stones, direct.to_move, *direct.moves))


@pytest.mark.parametrize("kind", [np.int16, Indexed])
def test_boards_and_limits_take_any_whole_number(kind):
    """Sizes, depths, counts, seeds and orders are stored as ints."""
    rules = Rules(kind(5), kind(5), kind(3), turn_every=kind(2), turn_seed=kind(7))
    assert rules == Rules(5, 5, 3, turn_every=2, turn_seed=7)
    assert json.dumps(rules.content())
    limits = Limits(kind(3), move_order=tuple(map(kind, range(7))), seed=kind(1), nodes=kind(9))
    assert json.dumps([limits.depth, limits.move_order, limits.seed, limits.nodes])
    assert json.dumps(Plan(depth=kind(3)).depth)
    pairs = pairs_of(("a", "b"), openings_of("plies=1", kind(3), kind(1)), kind(5))
    assert json.dumps([pair.seed for pair in pairs]) == "[5, 6, 7]"
    assert positive_int("the depth", kind(4)) == 4


@pytest.mark.parametrize("kind", [np.int64, Indexed])
def test_searches_take_any_whole_number(kind):
    """Depth, budget, window, side, node limit and order of a search."""
    assert c4.look_ahead("4453", depth=kind(3)) is not None
    position = Position.from_moves("4453")
    evaluator = load("v2")
    order = [kind(column) for column in (3, 2, 4, 1, 5, 0, 6)]
    plain_search = search(position, 3, evaluator, move_order=[3, 2, 4, 1, 5, 0, 6], budget=100, maximizer=1)
    other = search(position, kind(3), evaluator, move_order=order, budget=kind(100), maximizer=kind(1))
    assert other.value == plain_search.value
    assert other.nodes == plain_search.nodes
    assert all(type(child) is int for child in other.tree.children(kind(0)))
    by_engine = deepening.search(position, evaluator, depth=kind(3), nodes=kind(500))
    assert by_engine.nodes == deepening.search(position, evaluator, depth=3, nodes=500).nodes


def test_fractions_of_numpy_are_times():
    """A time out of an array is a time."""
    assert deepening.search(Position.from_moves("4453"), load("v2"), time_ms=np.float64(5)).column is not None
    assert type(Limits(time_ms=np.float64(5)).time_ms) is float
    assert type(plain(np.float32(0.5))) is float


@pytest.mark.parametrize("kind", [np.int64, Indexed])
def test_games_take_any_whole_number(tmp_path, kind):
    """Columns of game trees and reviews, numbers and limits of the library."""
    tree = GameTree.from_moves([kind(3), kind(3)]).played(kind(4)).gone_to(kind(0))
    assert all(type(node.column) is int for node in tree.nodes)
    rows = review(Position.from_moves("121212"), [kind(2)]).rows
    assert all(type(value) is int for value in rows[0][:5])
    with Library(tmp_path / "games.sqlite") as library:
        number = library.add(Record.from_moves("4453"))
        assert library.get(kind(number)).moves == "4453"
        assert len(library.find(limit=kind(1), offset=kind(0)).games) == 1
        assert library.remove([kind(number)]) == 1


@pytest.mark.parametrize("wrong", [2.5, np.float64(3), "3", None, True, np.bool_(True), np.array([1, 2])])
def test_what_is_no_whole_number_is_refused(wrong):
    """Fractions, texts and truth values are refused in one sentence."""
    with refused("must be a whole number"):
        Rules(rows=wrong)
    with refused("must be a whole number"):
        c4.look_ahead("4453", depth=wrong)
