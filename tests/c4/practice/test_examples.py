"""The examples are what they say: every claim is checked by the engine, the solver or the threats."""

import re

import pytest

from c4.evaluators import load
from c4.exact.scores import principal_variation, solve, stream_columns
from c4.game.position import Position
from c4.practice.examples import EXAMPLES, Example
from c4.search.fixed_depth import search
from c4.strategy import threats

PERFT = (1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234)
"""Positions after so many plies, by every order of moves: the nodes of minimax."""

BY_NAME = {example.name: example for example in EXAMPLES}


def of(name: str) -> tuple[Example, Position]:
    example = BY_NAME[name]
    return example, Position.from_moves(example.moves)


def exact(position: Position) -> dict[int, int]:
    """The exact score of every column."""
    return {news.column: news.lower for news in stream_columns(position) if news.lower == news.upper}


def chosen(position: Position, evaluator: str) -> int:
    """The column that alpha-beta plays, 6 plies deep."""
    column = search(position, 6, load(evaluator), budget=0).column
    assert column is not None
    return column


def test_each_has_a_position_and_something_to_say():
    """Every example can be set up, its game goes on, and its text is not long."""
    assert len({example.name for example in EXAMPLES}) == len(EXAMPLES) == 5
    for example in EXAMPLES:
        assert Position.from_moves(example.moves).outcome() is None
        assert 60 < len(example.text) < 320


def test_the_middle_wins_and_its_neighbours_draw():
    """The opening: +, 0, - from the middle outwards."""
    _, position = of("opening")
    signs = {column: (score > 0) - (score < 0) for column, score in exact(position).items()}
    assert signs == {0: -1, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -1}


def test_three_columns_avoid_the_trap():
    """After any column but 2, 5 and 6 Red completes its line with its fourth stone, on ply 7."""
    _, position = of("trap")
    assert position.to_move == 1
    scores = exact(position)
    worst = min(scores.values())
    assert {column + 1 for column, score in scores.items() if score > worst} == {2, 5, 6}
    for column in (0, 2, 3, 6):
        line = principal_variation(position.play(column))
        assert position.ply + 1 + len(line) == 7


def test_v1_errs_and_v2_does_not():
    """V1 plays a column that loses, V2 one that wins."""
    example, position = of("v1 errs")
    scores = exact(position)
    assert example.limits.evaluator == "v1"
    assert chosen(position, "v1") == 4
    assert scores[4] < 0
    assert chosen(position, "v2") == 2
    assert scores[2] > 0


def test_pruning_saves_99_per_cent():
    """The two numbers of nodes are those of the searches."""
    example, position = of("pruning")
    said = [int(number.replace(",", "")) for number in re.findall(r"[0-9,]{6,}", example.text)]
    found = search(position, example.limits.depth, load("v2"), budget=0)
    assert said == [found.nodes, sum(PERFT)]
    assert found.nodes < 0.01 * sum(PERFT)


@pytest.mark.parametrize("example", [BY_NAME["odd threat"]])
def test_the_odd_threat_decides(example):
    """Red has one threat, on the third row, Yellow none; Red wins, and best play ends on that cell."""
    position = Position.from_moves(example.moves)
    found = threats.find(position).threats
    assert [(threat.name, threat.side, threat.odd) for threat in found] == [("e3", 0, True)]
    assert solve(position).score > 0
    place = position
    for column in principal_variation(position):
        last, place = (place.height(column), column), place.play(column)
    assert last == (found[0].row, found[0].column)
    outcome = place.outcome()
    assert outcome is not None
    assert outcome.winner == 0
