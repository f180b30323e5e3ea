"""Anatomy of errors: where an evaluator is wrong, and two of them compared."""

from dataclasses import replace

import numpy as np
import pytest
from plain_solver import solve_columns

from c4.arena import errors
from c4.arena.errors import UNKNOWN, Study, bands, ends
from c4.arena.suites import FULL, Suite
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.values import plies_to_end
from c4.solver.solver import solve
from lab.measure import strength
from lab.measure.strength import Graded

EVERY = 30


@pytest.fixture(scope="module")
def small():
    """A suite of 70 positions, one of 30 of suite D, instead of all suites."""
    complete = Suite.open("d")
    suite = replace(
        complete, **{name: getattr(complete, name)[::EVERY] for name in ("mine", "theirs", "scores", "stratum")}
    )
    with pytest.MonkeyPatch.context() as patch:
        for module in (errors, strength):
            patch.setattr(module, "open_suite", lambda name: suite)
        yield suite


def study(suite: Suite, values: np.ndarray) -> Study:
    """What somebody would do who thinks these of the columns, (n, 7) points, 100 in a unit."""
    points = np.where(suite.scores == FULL, UNKNOWN, values)
    return Study("somebody", suite, points.argmax(axis=1), points, 100)


def test_groups_add_up_to_the_whole(small):
    """Each position is in one group, and mistakes are those that `measure strength` counts."""
    done = []
    result = errors.measure("greedy:evaluator=v2", "d", report=done.append)
    assert done == list(range(1, 71))
    judged = Graded.of(small, dict(enumerate(strength.grade("greedy:evaluator=v2", "d", 0, len(small)).columns)))
    assert (result.mistake == judged.mistake).all()
    assert 0 < result.mistake.sum() < 70
    rows = result.groups()
    assert sum(row.positions for row in rows) == 70
    assert sum(row.positions * row.mistakes.value for row in rows) == pytest.approx(result.mistake.sum())
    assert len({row.name for row in rows}) == len(rows)
    assert min(row.positions for row in rows) > 0
    plies = [position.ply for position in small.positions]
    names, group = bands(small)
    assert all(int(names[at].split()[0]) <= ply <= int(names[at].split()[-1]) for at, ply in zip(group, plies))


@pytest.mark.parametrize("moves", ["4444441222255257633", "44444412222552576331", "44444412222552576331135"])
def test_the_distance_is_that_of_best_play(moves):
    """Played with best scores on both sides, a game ends after as many plies as its score says."""
    position = Position.from_moves(moves)
    score = solve(position).score
    expected = plies_to_end(score, position.rules.cells - position.ply)
    played = 0
    while position.outcome() is None:
        columns = {column: news.score for column, news in solve_columns(position).items()}
        assert max(columns.values()) == solve(position).score
        position = position.play(max(columns, key=columns.__getitem__))
        played = played + 1
    assert played == expected


def test_who_believes_the_opposite_errs_everywhere(small):
    """Every position is a mistake; the worst turn wins into losses, the best value first."""
    wrong = study(small, -100 * small.classes.astype(np.int64) + np.arange(7))
    assert wrong.mistake.all()
    won = small.classes.max(axis=1) == 1
    lost_there = np.where(small.scores == FULL, 9, small.classes).min(axis=1) == -1
    assert wrong.overall().misjudged.value == 0  # the move is thought to be good, and so is the position
    worst = wrong.worst(5)
    assert [max(error.scores.values()) > 0 > error.scores[error.played] for error in worst] == [True] * 5
    assert [error.points for error in worst] == sorted((error.points for error in worst), reverse=True)
    assert worst[0].points == wrong.points[won & lost_there].max()
    error = worst[0]
    assert parse_position(error.position) == small.positions[error.place]
    assert error.played not in error.best
    assert "wins in" in ends(error, error.best[0])
    pessimist = study(small, 100 * small.classes.astype(np.int64) - 150)
    assert pessimist.overall().misjudged.value == 1
