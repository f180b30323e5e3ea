"""The printed legend is the whole language: an interpreter written from it alone plays the shipped files."""

from dataclasses import replace

import pytest
from numba import njit
from paths import ROOT

from c4.game.position import Position
from c4.strategy.diagram import LEGEND, MARKS, ORDER, Diagram
from c4.strategy.strategies import SUFFIX, read, write
from c4.strategy.verify import verify
from lab.make.strategies import make
from lab.measure import interpreter
from lab.measure.interpreter import play


def test_the_guide_prints_the_legend():
    """docs/strategy.md explains the language in the words of the window and the terminal."""
    guide = (ROOT / "docs" / "strategy.md").read_text(encoding="utf-8")
    assert ORDER in " ".join(line.removeprefix("> ") for line in guide.splitlines())
    for mark in MARKS + ".":
        assert f"| `{mark}` | {LEGEND[mark]} |" in guide


@pytest.mark.parametrize("moves", ["333557752147", "353752423361147463767737", "271142651543214673116263242634"])
def test_it_agrees_with_the_checker(tmp_path, moves):
    """A win, a loss for the side to move and a draw hold in both; without marks both agree again."""
    path = tmp_path / "small"
    strategy = make(Position.from_moves(moves), path, processes=1, work=50_000)
    assert verify(strategy).problem is None
    answers, leaves, failed, played = play(str(path))
    assert answers == len(strategy.moves) + len(strategy.leaves)
    assert leaves == len(strategy.leaves)
    assert failed == 0
    assert played > 0
    bare = replace(strategy, diagrams=[Diagram() for _ in strategy.diagrams])
    write(path, bare)
    assert (play(str(path))[2] > 0) == (verify(bare).problem is not None)


def test_a_diagram_that_meets_too_many_positions_is_no_failure(tmp_path, monkeypatch):
    """It could not be played through, which is an error and no verdict on the strategy."""
    path = tmp_path / "small"
    make(Position.from_moves("333557752147"), path, processes=1, work=50_000)
    monkeypatch.setattr(interpreter, "MAX_POSITIONS", 1)
    monkeypatch.setattr(interpreter, "played_through", njit(interpreter.played_through.py_func))
    with pytest.raises(ValueError, match="diagram 1 meets more than 1 positions"):
        play(str(path))


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((ROOT / "saved_models").glob(f"*{SUFFIX}")), ids=lambda path: path.stem)
def test_what_ships_holds(path):
    """Every reply to every shipped strategy leads to its result."""
    answers, _, failed, _ = play(str(path))
    assert failed == 0
    assert answers == len(read(path).moves) + len(read(path).leaves)
