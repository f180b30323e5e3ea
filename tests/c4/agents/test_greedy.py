"""The greedy agent: the best afterstate by its evaluator, a win at once, no gift, the middle first."""

import os

from hypothesis import assume, given
from refusal import refused
from strategies import any_rules, evaluators, knows, unfinished_positions

from c4 import evaluators as registry
from c4.agents import load
from c4.agents.limits import Limits
from c4.cli import main
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.game.values import WIN
from c4.search.one_ply import LOSES, QUIET, WINS, choose


def expected(position: Position, evaluator) -> dict[int, tuple[int, int]]:
    """The same as `choose`, as one would write it down: (kind, points) of every legal column."""
    result = {}
    for column in position.legal_columns():
        child = position.play(column)
        outcome = child.outcome()
        kind = QUIET
        if position.rules.scoring != COUNT_LINES:
            if outcome and outcome.winner == position.to_move:
                kind = WINS
            elif not outcome and child.winning_columns():
                kind = LOSES
        result[column] = (kind, evaluator.evaluate(child, position.to_move))
    return result


@given(unfinished_positions(any_rules()), evaluators)
def test_it_is_what_it_says(position, evaluator):
    """On every board, with every evaluator, the choice is the best kind, then the best value, then the middle."""
    assume(knows(evaluator, position.rules))
    column, result = choose(position, evaluator)
    assert result == expected(position, evaluator)
    order = position.rules.centre_first
    assert column == max(result, key=lambda c: (*result[c], -order.index(c)))


def test_wins_and_gifts_come_first():
    """A win is taken, a win of the other side prevented, and where nothing prevents it the agent says so."""
    greedy = load("greedy")
    limits = Limits(evaluator="v1")
    won = greedy.choose(Position.from_moves("121212"), limits)
    assert won.column == 0
    assert won.value.points == WIN - 7
    assert won.reason == "it wins at once"
    assert greedy.choose(Position.from_moves("12121"), limits).column == 0
    lost = greedy.choose(Position.from_moves("44553"), limits)
    assert lost.reason == "every column lets the opponent win at once"
    assert {value.points for value in lost.columns.values()} == {7 - WIN}


def test_equals_go_to_the_first_in_the_order():
    """On the empty board where two columns are equally good, the one earlier in the order is played."""
    position = Position(rules=Rules(4, 4, 3))
    assert load("greedy").choose(position, Limits(evaluator="windows")).column == 1
    assert load("greedy").choose(position, Limits(evaluator="windows", move_order=(2, 1, 0, 3))).column == 2


def test_a_model_is_read_once_until_it_changes(tmp_path):
    """A learned evaluator is not read again for every move, but a file that training has replaced is."""
    path = tmp_path / "mine.json"
    train = ["train", "windows", "--model", str(path), "--seed", "1", "--episodes", "50"]
    main(train)
    first = registry.load("windows", path)
    assert registry.load("windows", path) is first
    main(train)
    os.utime(path, ns=(1, 1))
    assert registry.load("windows", path).weights != first.weights
    path.write_text("{}")
    with refused("is not a model"):
        registry.load("windows", path)
