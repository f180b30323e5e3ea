"""How strong the levels are: who meets whom, which games count, and what is written."""

import json

import numpy as np
import pytest
from commands import lab

from c4.agents.levels import LEVELS
from c4.arena.games import Game, GamesFile
from c4.arena.match import Pair
from c4.arena.ratings import Rating
from lab.make import levels
from lab.make.levels import LEVELS_MET, fewer_of_solving, games_of, pairs_of_neighbours, scores_of, table

FIRST_WINS = "1212121"
"""A game that the first player wins."""


def game(first: str, second: str, winner: int | None = 0, seed: int = 1) -> Game:
    """A game of two levels."""
    return Game(first, second, "12", seed, FIRST_WINS, winner)


def test_each_level_meets_the_next_two():
    """Of four levels the strongest two meet one and none above; every meeting has each opening, with a seed of its own."""
    pairs = pairs_of_neighbours(["a", "b", "c", "d"], games=6, seed=10)
    assert LEVELS_MET == 2
    assert sorted({(pair.one, pair.other) for pair in pairs}) == [
        ("a", "b"), ("a", "c"), ("b", "c"), ("b", "d"), ("c", "d"),
    ]  # fmt: skip
    meeting = [pair for pair in pairs if (pair.one, pair.other) == ("b", "d")]
    assert [pair.seed for pair in meeting] == [10, 11, 12]
    assert len({pair.opening for pair in meeting}) == 3


def test_levels_that_solve_play_fewer_games():
    """Of the pairs of a level that solves its positions only the first seeds are played, of the others all."""
    pairs = [
        Pair(one, other, "12", seed) for one, other in (("club", "expert"), ("master", "perfect")) for seed in (5, 6, 7)
    ]
    kept = fewer_of_solving(pairs, most=2, seed=5)
    assert [pair.seed for pair in kept if pair.one == "club"] == [5, 6, 7]
    assert [pair.seed for pair in kept if pair.one == "master"] == [5, 6]


def test_games_of_other_seeds_and_levels_count_only_if_asked_for(tmp_path):
    """A file may hold games of other seeds, which count where everything is rated; those of other levels never do."""
    file = GamesFile(tmp_path / "games.jsonl")
    wanted = game("random", "child", seed=1)
    of_another_seed = game("child", "random", seed=9)
    of_others = game("random", "perfect", seed=1)
    for one in (wanted, of_another_seed, of_others):
        file.append(one)
    pairs = [Pair("random", "child", "12", 1)]
    assert list(games_of(file, pairs, of_any_seed=False).values()) == [wanted]
    assert list(games_of(file, pairs, of_any_seed=True).values()) == [wanted, of_another_seed]


def test_scores_count_a_draw_as_half():
    """Row i, column j: what level i scored against level j; both sides of a game add up to one."""
    games = [game("a", "b", winner=0), game("b", "a", winner=0), game("a", "b", winner=None), game("c", "a", winner=1)]
    scores = scores_of(games, ["a", "b", "c"])
    assert np.array_equal(scores, [[0, 1.5, 1], [1.5, 0, 0], [0, 0, 0]])


def test_the_table_has_a_line_for_each_level():
    """Elo with its interval, and the score against the next level; the last level has none above it."""
    elo = {"a": Rating(0.0, 0.0, 0.0), "b": Rating(203.6, 150.2, 260.0)}
    assert list(table(["a", "b"], np.array([[0, 0.5], [3.5, 0]]), elo)) == [
        "a                    0  (0 to 0), scores 0.5 against the next",
        "b                  204  (150 to 260)",
    ]


@pytest.fixture
def strengths(monkeypatch, tmp_path):
    """The file that the command writes, in place of the one that ships; three levels that play at once."""
    path = tmp_path / "levels.json"
    monkeypatch.setattr(levels, "STRENGTHS", path)
    monkeypatch.setattr(levels, "LEVELS", LEVELS[:3])
    return path


def test_the_command_plays_what_is_missing_and_rates(strengths, tmp_path):
    """The same command plays none of its games again, and writes the strengths with how they were measured."""
    played = tmp_path / "games.jsonl"
    words = ["make", "levels", "--games", 4, "--jobs", 1, "--out", played]
    assert lab(*words, "--dry").endswith("12 games, 12 of them different\n")
    assert not strengths.exists()
    games = played.read_bytes()
    output = lab(*words)
    assert played.read_bytes() == games
    content = json.loads(strengths.read_text())
    assert content["made"] == "python -m lab make levels --games 4 --solving 58"
    assert content["games"] == 12
    assert list(content["elo"]) == list(LEVELS[:3])
    assert content["elo"]["random"] == [0, 0, 0]
    assert [line.split()[0] for line in output.splitlines()[:3]] == list(LEVELS[:3])


def test_rating_plays_nothing(strengths, tmp_path):
    """With --rate all games between the levels count, whatever their seeds, and none is played."""
    file = GamesFile(tmp_path / "games.jsonl")
    for seed in range(50, 54):
        file.append(game("toddler", "random", seed=seed))
        file.append(game("child", "toddler", seed=seed))
    content = (tmp_path / "games.jsonl").read_bytes()
    lab("make", "levels", "--rate", "--out", tmp_path / "games.jsonl")
    assert (tmp_path / "games.jsonl").read_bytes() == content
    elo = json.loads(strengths.read_text())["elo"]
    assert 0 < elo["toddler"][0] < elo["child"][0]
