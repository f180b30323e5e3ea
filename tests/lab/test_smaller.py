"""Making strategies smaller: what one round gains, and that the positions in use are counted rightly."""

import pytest

from c4.game.position import Position
from c4.strategy.strategies import Strategy
from c4.strategy.verify import verify
from lab.make.improver import Change, Effort, Improver
from lab.make.maker import Maker
from lab.make.smaller import ROUNDS, adopt_changes, effort_of_round, improve_chunk
from lab.make.strategies import make
from lab.make.strategy_graph import StrategyGraph, count_discs

ROOT = "333557752147"
"""A position that the first player wins."""

EFFORT = Effort(leaf_work=300, reply_work=300, replaced=100)


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Strategy:
    """A strategy that was made in haste."""
    return make(Position.from_moves(ROOT), tmp_path_factory.mktemp("made") / "strategy", processes=1, work=300)


def improver_of(strategy: Strategy, effort: Effort = EFFORT) -> Improver:
    maker = Maker(seed=1)
    maker.adopt(strategy)
    return Improver(strategy, maker, effort)


def improved(improver: Improver, strategy: Strategy) -> Strategy:
    return improver.maker.strategy(strategy.root, strategy.owner)


def test_a_round_makes_a_strategy_smaller(made):
    """After every position was answered anew the strategy has fewer positions, and the checker accepts it."""
    improver = improver_of(made)
    assert improver.graph.size == made.size().positions
    for stones in improver.graph.with_moves():
        improver.improve(stones)
    smaller = improved(improver, made)
    assert verify(smaller).problem is None
    assert smaller.size().positions < made.size().positions


@pytest.mark.parametrize("effort", [Effort(300, 0, 0), Effort(0, 0, 100), Effort(0, 300, 100)])
def test_positions_in_use_are_counted_as_in_a_new_graph(made, effort):
    """Whatever was changed and taken back, the uses are those that counting again from the root gives."""
    improver = improver_of(made, effort)
    for stones in improver.graph.with_moves():
        improver.improve(stones)
        again = StrategyGraph(made, improver.maker)
        assert improver.graph.owner_to_move == again.owner_to_move
        assert improver.graph.other_to_move == again.other_to_move


def test_positions_with_the_most_discs_come_first(made):
    """A round goes through the positions with a move from the last to the first."""
    graph = improver_of(made).graph
    discs = [count_discs(stones) for stones in graph.with_moves()]
    assert discs == sorted(discs, reverse=True)
    assert len(discs) > 3


def test_changes_of_a_job_are_adopted(made):
    """What a job found makes the strategy of the process that started it smaller, too."""
    improver = improver_of(made)
    positions = improver.graph.with_moves()
    rows, changes = improve_chunk(made, positions, EFFORT, seed=1, seconds=1000)
    assert changes
    adopt_changes(improver, rows, changes)
    smaller = improved(improver, made)
    assert verify(smaller).problem is None
    assert smaller.size().positions < made.size().positions


def test_changes_of_positions_that_are_not_in_use_are_dropped(made):
    """A change of a position that another change has removed changes nothing."""
    improver = improver_of(made)
    before = improver.graph.size
    assert not improver.apply(Change((1, 2), cell=4))
    assert improver.graph.size == before


def test_the_effort_grows_and_begins_again():
    """Every round tries longer than the one before, up to the largest effort; after the last round they begin again."""
    first = effort_of_round(0)
    second = effort_of_round(1)
    assert second.leaf_work == 2 * first.leaf_work
    assert second.replaced == 2 * first.replaced
    assert first.reply_work == 0
    assert effort_of_round(ROUNDS - 1).reply_work > 0
    assert effort_of_round(ROUNDS) == first
