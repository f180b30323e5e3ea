"""Figures of a tournament, and the commands `c4 match`."""

import json

import numpy as np
import pytest
from commands import c4, refuses

from c4.agents.specification import parse_agent
from c4.arena.games import Game
from c4.arena.match import Player
from c4.arena.ratings import POINTS, Ratings, Table
from c4.game.position import Position


def test_elo_of_two_is_the_formula():
    """Of two players the difference and its interval follow from the score, with one drawn game added."""
    scores = np.array([[0.0, 70.0], [28.0, 0.0]])
    difference = Ratings(scores).difference(0, 1)
    share = 70.5 / 99
    assert difference.elo == pytest.approx(400 * np.log10(share / (1 - share)), abs=1e-3)
    reach = 1.959964 * POINTS / np.sqrt(99 * share * (1 - share))
    assert (difference.low, difference.high) == pytest.approx(
        (difference.elo - reach, difference.elo + reach), abs=1e-2
    )
    assert Ratings(scores).of(0).elo == pytest.approx(difference.elo / 2, abs=1e-3)


def test_the_crosstable():
    """Tallies are seen from both sides, totals add up, the best stands first, and the text has every cell."""
    games = [
        Game("a", "b", "", 1, "1212121", 0, "four in a row", (1.0, 2.0)),
        Game("b", "a", "", 1, "1212121", 0, "four in a row", (0.5, 0.25)),
        Game("b", "a", "1", 2, "12121217", 1),
        Game("a", "c", "", 1, "1212121", None),
    ]
    table = Table(["c", "a", "b"], games)
    assert table.tallies["a", "b"] == (2, 0, 1)
    assert table.tallies["b", "a"] == (1, 0, 2)
    assert table.total("a") == (2, 1, 1)
    assert table.as_first["b"] == (1, 0, 1)
    assert table.seconds("b") == 2.5
    assert table.ranked[0] == "a"
    content = table.to_json()
    assert content == json.loads(json.dumps(content))
    assert content["table"][0]["against"][0] is None
    assert sum(row["elo"] for row in content["table"]) == pytest.approx(0, abs=0.2)
    assert "2-0-1" in table.text()


def test_the_match_command(tmp_path):
    """`c4 match` tells score and Elo of A, with --json as one object; odd numbers of games are refused."""
    path = tmp_path / "games.jsonl"
    message = json.loads(c4("match", "greedy", "random", "--games", 6, "--out", path, "--jobs", 1, "--json"))
    assert message["a"] == "greedy"
    assert message["b"] == "random"
    assert message["games"] == 6
    assert message["won"] + message["drawn"] + message["lost"] == 6
    assert message["elo_interval"][0] < message["elo"] < message["elo_interval"][1]
    shown = c4("match", "greedy", "random", "--games", 6, "--out", path, "--jobs", 1)
    assert f"A won {message['won']}, drew {message['drawn']} and lost {message['lost']} of 6 games" in shown
    assert "Elo points above B" in shown
    assert path.read_text().count("\n") == 6
    refuses(c4, "must be even, not 5", "match", "greedy", "random", "--games", 5)


def test_the_tournament_and_its_games(tmp_path):
    """Three agents get a crosstable; `c4 library` lists the recorded games and replays one."""
    path = tmp_path / "games.jsonl"
    arguments = ("match", "greedy", "random", "novice", "--games", 2, "--out", path, "--jobs", 1)
    assert "6 games" in c4(*arguments)
    table = json.loads(c4(*arguments, "--json"))
    assert {row["agent"] for row in table["table"]} == {"greedy", "random", "novice"}
    listed = c4("library", "list", "--file", path).splitlines()
    assert len(listed) == 7
    assert listed[-1] == "6 games"
    first = json.loads(c4("library", "show", 1, "--file", path, "--json"))
    winner = Position.from_moves(first["moves"]).outcome().winner
    assert first["result"] == {0: "1-0", 1: "0-1", None: "1/2-1/2"}[winner]
    replay = c4("library", "show", 1, "--file", path, "--replay")
    assert replay.count(" plays ") == len(first["moves"])
    assert replay.splitlines()[-1].startswith(first["result"])
    for words, error in ((("show", "7"), "there is no game 7"), (("find", "--won", "greedy"), "conditions apply")):
        refuses(c4, error, "library", *words, "--file", path)


def test_an_agent_that_repeats_is_asked_once_a_position():
    """Where an agent always answers the same, its answer is remembered; one that plays by chance is asked again."""
    for text, asked in (("greedy", 1), ("random", 2)):
        player = Player(parse_agent(text))
        for seed in (1, 2):
            player.new_game(seed)
            player.column(Position())
        assert player.asked == asked
