"""The textbook in the place of the compiled search, while that is still being compiled."""

from dataclasses import fields

import pytest

from c4.evaluators.v1 import V1
from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.game.rules import Rules
from c4.search import fixed_depth
from c4.search.fixed_depth import search
from c4.search.watch import Watch
from c4.tree.searchtree import SearchTree


@pytest.fixture
def uncompiled(monkeypatch):
    """Kernels that are not compiled until they are set free; how often the compiled search was called."""
    state = {"ready": False, "compiled": 0}
    visit = fixed_depth.visit

    def counting(*arguments):
        state["compiled"] += 1
        return visit(*arguments)

    monkeypatch.setattr(fixed_depth, "ready", lambda *kernels: state["ready"])
    monkeypatch.setattr(fixed_depth, "visit", counting)
    return state


def same(one, other) -> bool:
    """Whether two searches found the same, row by row."""
    for one_of in fields(one):
        if one_of.name not in ("seconds", "tree"):
            assert getattr(one, one_of.name) == getattr(other, one_of.name), one_of.name
    if one.tree is None or other.tree is None:
        return one.tree is other.tree
    assert isinstance(other.tree, SearchTree)
    return bool((one.tree.rows == other.tree.rows).all())


@pytest.mark.parametrize(
    ("position", "depth", "evaluator", "more"),
    [
        (Position.from_moves("4453"), 4, V2(), {}),
        (Position.from_moves("4453"), 3, V1(), {"algorithm": "minimax"}),
        (Position.from_moves("112233"), 5, V2(), {"maximizer": 1}),
        (Position.from_moves("4453"), 4, V2(), {"alpha": -2, "beta": 3}),
        (Position.from_moves("44535"), 3, V2(), {"budget": 0, "move_order": (6, 5, 4, 3, 2, 1, 0)}),
        (Position(rules=Rules(4, 4, 3, "count-lines")), 4, V1(), {}),
        (Position.from_moves("1212121"), 3, V2(), {}),
    ],
)
def test_it_finds_what_the_compiled_search_finds(uncompiled, position, depth, evaluator, more):
    """Nobody can tell by the answer which of the two it was: column, values, best line, counters, and every row."""
    plainly = search(position, depth, evaluator, **more)
    assert uncompiled["compiled"] == 0
    uncompiled["ready"] = True
    assert same(search(position, depth, evaluator, **more), plainly)
    assert uncompiled["compiled"] == 1


def test_it_gives_way_to_the_compiled_search(uncompiled, monkeypatch):
    """In the middle of a search, as soon as the machine code is there; and where the rows do not fit the budget."""
    looks = iter((False, True))
    monkeypatch.setattr(fixed_depth, "ready", lambda *kernels: next(looks, True))
    monkeypatch.setattr("c4.search.fallback.LOOK_SECONDS", 0.0)
    result = search(Position.from_moves("4453"), 6, V2())
    assert result.nodes == 15110
    assert len(result.tree) == 27473
    assert uncompiled["compiled"] == 1
    monkeypatch.setattr(fixed_depth, "ready", lambda *kernels: False)
    monkeypatch.setattr("c4.search.fallback.LOOK_SECONDS", 60.0)
    result = search(Position.from_moves("4453"), 4, V2(), budget=100)
    assert result.tree.left_out.sum() > 0
    assert uncompiled["compiled"] == 2


def test_it_can_be_stopped(uncompiled, monkeypatch):
    """It keeps what it had found; the columns that were done are known."""
    watch = Watch()
    evaluator = V2()
    asked = []

    def evaluate(position, side=None):
        asked.append(position)
        if len(asked) == 60:
            watch.stop()
        return V2.evaluate(evaluator, position, side)

    monkeypatch.setattr(evaluator, "evaluate", evaluate)
    result = search(Position.from_moves("4453"), 3, evaluator, watch=watch)
    assert not result.complete
    assert result.tree is None
    assert 0 < len(result.columns) < 7
    assert result.column in result.columns
    assert result.value == result.columns[result.column]
    assert uncompiled["compiled"] == 0
