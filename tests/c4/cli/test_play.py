"""`c4 play`: a whole game in the terminal, its keys, and what it says of nonsense."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from c4.cli.play import command
from c4.game.position import Position


def play(*arguments: str, typed: str = "") -> tuple[str, str]:
    """(standard output, standard error) of a game that ended well."""
    done = CliRunner().invoke(command, arguments, input=typed, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout, done.stderr


def test_two_people_play_to_the_end():
    """Two people type columns, and the winner is named with the reason."""
    out, _ = play("--second", "human", typed="1\n2\n1\n2\n1\n2\n1\n")
    assert "X wins: 4 in a line" in out
    assert "X O . . . . ." in out


def test_nonsense_is_answered_with_help():
    """What is no column, or a full one, is answered in a sentence and asked again."""
    out, _ = play("--second", "human", typed="x\n0\n9\n" + "1\n" * 7 + "q\n")
    assert out.count("is not a column") == 3
    assert "column 1 is full" in out


def test_taking_back_and_hints():
    """u takes the last pair of moves back, h names a column, and at the beginning there is nothing to take back."""
    out, _ = play("--depth", "2", typed="u\n4\nu\nh\nq\n")
    assert "there is nothing to take back" in out
    assert "hint: column 4" in out
    boards = [block for block in out.split("\n\n") if block.strip().startswith(".")]
    assert (
        Position().grid().replace("\n", "").replace("", " ").split()
        == "".join(boards[-1].split()[:42]).replace("", " ").split()
    )


@pytest.mark.parametrize("agents", [("random", "random"), ("alphabeta", "minimax")])
def test_machines_play_and_json_tells_the_game(agents):
    """With --json only one object about the game stands on standard output; its moves lead to the end it names."""
    out, talk = play("--first", agents[0], "--second", agents[1], "--depth", "2", "--seed", "5", "--json")
    game = json.loads(out)
    assert game["finished"]
    outcome = Position.from_moves(game["moves"]).outcome()
    assert game["winner"] == (None if outcome.winner is None else "XO"[outcome.winner])
    assert "plays" in talk


def test_a_seed_repeats_a_game_of_chance():
    """The same seed gives the same game, another seed another one."""
    games = [play("--first", "random", "--second", "random", "--seed", seed, "--json")[0] for seed in ("1", "1", "2")]
    assert games[0] == games[1] != games[2]


def test_the_end_of_the_input_ends_the_game():
    """Without further input the game ends quietly, unfinished."""
    out, _ = play("--second", "human", "--json", typed="4\n")
    assert json.loads(out) == {"moves": "4", "finished": False, "winner": None, "reason": None}


def test_it_starts_where_it_is_told():
    """--position begins in the middle of a game, and the right side is to move."""
    out, _ = play("--second", "human", "--position", "121212", typed="1\n")
    assert "X wins" in out


def test_agents_learn_from_the_game(tmp_path, monkeypatch):
    """A game that has ended is learned from once, from the seat the agent had; one that was broken off, or with --no-learn, is not."""
    from c4 import models
    from c4.learning import pattern_memory

    monkeypatch.setattr(models, "SAVED_MODELS", tmp_path)
    monkeypatch.setenv("C4_DATA", str(tmp_path))
    play("--first", "patterns", "--second", "random", "--seed", "5", "--no-learn")
    play("--second", "patterns", typed="4\nq\n")
    assert list(tmp_path.iterdir()) == []
    out, _ = play("--first", "random", "--second", "patterns", "--seed", "5", "--json")
    memory = pattern_memory.read(tmp_path / "my-patterns.sqlite")
    assert (memory.games, memory.won) == (1, int(json.loads(out)["winner"] == "O"))
