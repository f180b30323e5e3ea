"""Strength: the perfect opponents, the figures and the command that measures."""

import json
from functools import partial
from random import Random

import pytest
from commands import lab, refuses
from plain_solver import solve_columns

from c4.arena.ratings import wilson
from c4.game.position import Position
from lab.measure import strength
from lab.measure.strength import FORMS, Erring, allows_win, shared_truth, thill12
from lab.statistics import interval, mcnemar

LATE = "4444441222255257633"


def test_wilson():
    """The interval is Wilson's, as published tables have it; of nothing it is NaN."""
    assert wilson(8, 10) == pytest.approx((0.8, 0.4901625, 0.9433178), abs=1e-6)
    assert wilson(0, 20) == pytest.approx((0, 0, 0.1611252), abs=1e-6)
    assert all(number != number for number in wilson(0, 0))


def test_mcnemar():
    """The exact p of an uneven split: both sides of a fair coin's tail; 1 for an even one."""
    assert mcnemar(0, 0) == mcnemar(7, 7) == 1.0
    assert mcnemar(8, 0) == pytest.approx(2 / 2**8)
    assert mcnemar(1, 5) == mcnemar(5, 1) == pytest.approx(2 * (1 + 6) / 2**6)


def test_the_interval_of_a_mean():
    """Student's: wider for fewer values, endless for one."""
    assert interval([1.0, 2.0, 3.0, 4.0, 5.0]) == pytest.approx((3, 2.776 * 2.5**0.5 / 5**0.5))
    assert interval([7.0]) == (7.0, float("inf"))
    assert interval([0.0, 1.0] * 20)[1] == pytest.approx(2.0227 * 0.50637 / 40**0.5, rel=1e-3)


@pytest.mark.parametrize("moves", [LATE, LATE + "1"])
def test_the_truth_is_the_solvers(moves):
    """Scores and best columns are the solver's; a mirror image has the mirrored columns."""
    truth = shared_truth()
    position = Position.from_moves(moves)
    columns = {column: news.score for column, news in solve_columns(position).items()}
    best = max(columns.values())
    assert truth.score(position) == best
    assert truth.best(position) == tuple(column for column in columns if columns[column] == best)
    for score in (-3, 0, 2):
        assert truth.reaching(position, score) == tuple(column for column in columns if columns[column] >= score)
    assert truth.best(position.mirror()) == tuple(sorted(6 - column for column in truth.best(position)))


def test_thill12_varies_only_what_is_lost_late():
    """In a lost early position it may play any column that loses in 12 plies or more."""
    truth = shared_truth()
    lost = Position.from_moves("444")
    assert truth.score(lost) < 0
    played = {thill12(lost, Random(seed), truth) for seed in range(100)}
    scores = {column: -truth.score(lost.play(column)) for column in lost.legal_columns()}
    far = {column for column, score in scores.items() if score >= 0 or 2 * ((42 - 3) // 2 + score) + 2 >= 12}
    assert played == far > set(truth.best(lost))
    late = Position.from_moves("444442222754636")
    scores = {column: -truth.score(late.play(column)) for column in late.legal_columns()}
    assert scores == {0: -3, 1: -2, 2: -4, 4: -3, 5: -1, 6: -4}
    assert {thill12(late, Random(seed), truth) for seed in range(30)} == {5}


def test_erring_plays_no_gift():
    """With probability 1 it plays every column but those that let the other side win at once; with 0 it is strict."""
    truth = shared_truth()
    position = Position.from_moves("4455")
    gifts = {column for column in position.legal_columns() if allows_win(position.play(column))}
    played = {Erring(1.0)(position, Random(seed), truth) for seed in range(200)}
    assert played == set(position.legal_columns()) - gifts
    assert {Erring(0.0)(position, Random(seed), truth) for seed in range(50)} == set(truth.best(position))


GOLDEN = {
    "strict": ["443256343354425546375115111777771366", "443256343354465543311711727751571766"],
    "thill12": ["443256343354425546375115111777771366", "443256343354465543311711727751571766"],
    "erring10": ["4443437335565665777", "444343733556564455667"],
    "erring20": ["4443437335565665777", "444343733556564455667"],
    "erring30": ["4443434473355656266565513122222", "444343733556564465777"],
}


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_the_seeds_games_are_golden(form):
    """The first two games of greedy against every perfect opponent are what they have always been."""
    assert list(strength.examine("greedy", form, range(50_000, 50_002)).moves.values()) == GOLDEN[form]


strength_of = partial(lab, "measure", "strength")


def test_the_command():
    """`python -m lab measure strength --json` prints one object an agent, people get a table; unknown opponents and agents are refused."""
    usual = ("--suites", "", "--jobs", 1)
    message = strength_of("greedy", "random", "--games", 4, "--against", "strict,erring30", "--json", *usual)
    first, second = map(json.loads, message.splitlines())
    assert first["agent"] == "greedy"
    assert second["agent"] == "random"
    assert set(first["perfect"]) == {"strict", "erring30"}
    strict_ = first["perfect"]["strict"]
    assert strict_["games"] == strict_["won"] + strict_["drawn"] + strict_["lost"] == 4
    assert 1 <= strict_["differing"] <= 4
    assert strict_["success"]["interval"][0] <= strict_["success"]["share"] <= strict_["success"]["interval"][1]
    shown = strength_of("greedy", "--games", 2, "--against", "strict", *usual)
    assert "strict" in shown
    assert "success" in shown
    for arguments in (["greedy", "--against", "easy"], ["easy"], ["greedy", "--suites", "easy"]):
        refuses(strength_of, "easy", *arguments)


def test_games_begin_with_the_seed_that_is_asked_for():
    """So that a model can be confirmed by games that nobody has looked at."""
    protocol = strength.Protocol(games=2, forms=("erring30",), suites=(), first_seed=70_000)
    (part,) = strength.measure(["random"], protocol, partial(strength.run, jobs=1))
    assert set(part.moves) == {70_000, 70_001}
