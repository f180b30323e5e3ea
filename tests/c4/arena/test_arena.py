"""Matches: openings, both colours, games kept and resumed, a cluster that loses a worker, learning."""

import itertools
import json
from collections import Counter
from dataclasses import asdict
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from played import HERE, games_of
from refusal import refused

from c4.agents.specification import parse_agent
from c4.arena import match
from c4.arena.games import Game, GamesFile, parse_game
from c4.arena.match import Player, openings_of
from c4.errors import C4Error
from c4.game.position import Position


def test_the_49_openings():
    """By default every opening of two plies comes once, in an order given by the seed, then again."""
    result = openings_of("plies=2", 49, 1)
    assert sorted(result) == [f"{a}{b}" for a in range(1, 8) for b in range(1, 8)]
    assert openings_of("plies=2", 49, 1) == result != openings_of("plies=2", 49, 2)
    assert openings_of("plies=2", 60, 1) == result + result[:11]
    assert openings_of("plies=2", 5, 1) == result[:5]
    assert openings_of("plies=0", 2, 1) == ["", ""]


def test_longer_openings_are_drawn():
    """More plies are drawn at random: different positions, mirror images too, in which nobody can win at once."""
    result = openings_of("plies=7", 60, 3)
    assert result == openings_of("plies=7", 60, 3) != openings_of("plies=7", 60, 4)
    positions = {min(position.stones, position.mirror().stones) for position in map(Position.from_moves, result)}
    assert len(positions) == 60
    assert all(len(opening) == 7 and not Position.from_moves(opening).winning_columns() for opening in result)


def test_more_openings_than_there_are():
    """It says soon how many there are; a search for 5,000 openings of four plies once took a quarter of an hour."""
    with refused("there are only 25 different openings of 2 plies"):
        match.draw_openings(2, 5000, Random(1))


def test_openings_of_a_file(tmp_path):
    """A file has one opening a line; comments and blank lines count for nothing."""
    path = tmp_path / "openings.txt"
    path.write_text("# mine\n44\n\nempty\n4453  # a side line\n")
    assert sorted(openings_of(str(path), 3, 1)) == ["", "44", "4453"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("44\n48\n", "line 2 of .*: '8' at place 2 of '48' is not a column"),
        ("1212121", "line 1 of .* the game is over"),
        ("# no", "contains no opening"),
    ],
)
def test_openings_that_are_none(tmp_path, content, sentence):
    """A bad opening is refused in a sentence that names the line."""
    path = tmp_path / "openings.txt"
    path.write_text(content)
    with refused(match=sentence):
        openings_of(str(path), 2, 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("plies=x", "a whole number from 0 to 20"), ("none.txt", "cannot be read"), ("plies=-1", "from 0 to 20")],
)
def test_openings_in_other_words(text, sentence):
    """Anything else is refused."""
    with refused(match=sentence):
        openings_of(text, 2, 1)


def test_everybody_meets_everybody_from_both_sides():
    """Every two agents play every opening twice, each beginning once, and the games are legal and come to their end."""
    agents = ("random", "greedy", "novice")
    games = games_of(agents=agents)
    assert Counter((game.first, game.second, game.opening) for game in games) == {
        (one, other, opening): 1 for one in agents for other in agents if one != other for opening in ("11", "44", "72")
    }
    for game in games:
        outcome = game.position().outcome()
        assert outcome is not None
        assert outcome.winner == game.winner
        assert outcome.reason == game.reason
        assert game.moves.startswith(game.opening)


def test_games_are_golden():
    """The games of a seed are what they have always been, in whatever order they are played."""
    result = {(game.first, game.opening): game.moves for game in games_of(openings=("11", "44"))}
    assert result == GOLDEN
    backwards = games_of(openings=("11", "44"), run=lambda function, tasks: HERE(function, tasks[::-1]))
    assert {(game.first, game.opening): game.moves for game in backwards} == GOLDEN


GOLDEN = {("random", "11"): "113435746474", ("greedy", "11"): "1146253"}
GOLDEN |= {("random", "44"): "4423134221", ("greedy", "44"): "4431526"}


def test_a_match_needs_two(tmp_path):
    """One agent alone, or the same twice, is refused, and so is an agent whose model is none, before any game."""
    for agents in (("greedy",), ("greedy", "greedy")):
        with pytest.raises(C4Error, match="two different agents"):
            games_of(agents=agents)
    model = tmp_path / "model.json"
    model.write_text("[]")
    with pytest.raises(C4Error, match="is not a model"):
        games_of(tmp_path / "games.jsonl", agents=("greedy", f"greedy:evaluator=windows,model={model}"))
    assert not (tmp_path / "games.jsonl").exists()


@given(st.text(), st.text(), st.sampled_from(["", "12"]), st.integers(), st.text())
@often(20)
def test_a_line_and_back(first, second, opening, seed, reason):
    """What is written of a game is read as the same game."""
    game = Game(first, second, opening, seed, "1212121", 0, reason)
    assert parse_game(json.dumps(asdict(game))) == game


def test_what_is_no_game():
    """A game that is not over, not legal, won by somebody else, or garbled, is none."""
    good = asdict(Game("a", "b", "12", 1, "1212121", 0))
    changes = [{"moves": "121212"}, {"moves": "12121218"}, {"winner": 1}, {"opening": "44"}, {"first": 3}]
    for change in (*changes, {"seconds": None}, {"more": 1}):
        assert parse_game(json.dumps(good | change)) is None, change


def test_games_are_kept_and_not_played_again(tmp_path):
    """A match plays only what its file lacks, such as a torn line; another match shares the file."""
    path = tmp_path / "games.jsonl"
    games = games_of(path)
    complete = path.read_bytes()
    assert complete.count(b"\n") == len(games) == 6

    def nothing(function, tasks):
        assert not tasks, "jobs are done again"
        return ()

    assert games_of(path, run=nothing) == games
    path.write_bytes(complete[:-30])
    again = games_of(path)
    assert {game.pairing: game.moves for game in again} == {game.pairing: game.moves for game in games}
    assert len(list(GamesFile(path).read())) == 6
    other = games_of(path, seed=99)
    assert len(list(GamesFile(path).read())) == 6 + len(other)


def test_a_file_of_something_else_is_left_alone(tmp_path):
    """A file that holds no games is refused, and not written to."""
    path = tmp_path / "model.json"
    path.write_text('{"format": "c4-model"}\n')
    with refused("is not a file of games"):
        games_of(path)
    assert path.read_text() == '{"format": "c4-model"}\n'
    with pytest.raises(C4Error, match="cannot be written"):
        GamesFile(tmp_path / "no" / "games.jsonl").append(Game("a", "b", "", 1, "1212121", 0))


def test_agents_do_not_learn_here(monkeypatch):
    """An agent that can learn from games is not asked to: games are independent of each other."""
    from c4.agents.search import Random

    monkeypatch.setattr(Random, "learn", lambda *_: pytest.fail("it was asked to learn"), raising=False)
    assert len(games_of(openings=("11",))) == 2


def test_openings_of_other_programs(tmp_path):
    """A file of openings may begin with a byte order mark, and hold pairs, remarks and scores; a board is no opening."""
    path = tmp_path / "openings.txt"
    path.write_text("\ufeff44 53\n# remark\n4453 -2\nempty\n4, 4\n", encoding="utf-8")
    assert sorted(openings_of(str(path), 4, 1)) == ["", "44", "4453", "4453"]
    path.write_text("packed:10378549747928563776\n......./......./......./......./......./...X...\n")
    with refused("line 2", "is a position, but an opening is a move string"):
        openings_of(str(path), 1, 1)


def test_a_players_time_is_that_of_its_moves(monkeypatch):
    """Each move adds the time from before it to after it; a move that is known already adds none."""
    player = Player(parse_agent("greedy"))
    monkeypatch.setattr("c4.arena.match.process_time", itertools.count(5).__next__)
    player.column(Position())
    player.column(Position.from_moves("44"))
    player.column(Position())
    assert player.seconds == 2
    assert player.asked == 2
