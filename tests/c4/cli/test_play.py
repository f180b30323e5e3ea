"""`c4 play`: a whole game in the terminal, its keys, and what it says of nonsense."""

import json

import pytest
from click.testing import CliRunner
from refusal import refused

from c4.cli.play import command
from c4.game.position import Position
from c4.models import SAVED_MODELS


def play(*arguments: str, typed: str = "") -> tuple[str, str]:
    """(standard output, standard error) of a game that ended well."""
    done = CliRunner(echo_stdin="--json" not in arguments).invoke(
        command, arguments, input=typed, catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    return done.stdout, done.stderr


def test_two_people_play_to_the_end():
    """Two people type columns, and the winner is named with the reason."""
    out, _ = play("--second", "human", typed="1\n2\n1\n2\n1\n2\n1\n")
    assert "X wins: four in a row" in out
    assert "X O . . . . ." in out


def test_another_game():
    """After the end a person is asked for another game; machines are not, nor is a game with --json."""
    won = "1\n2\n1\n2\n1\n2\n1\n"
    out, _ = play("--second", "human", typed=won + "y\n" + won + "no\n")
    assert out.count("X wins") == out.count("another game?") == 2
    assert "another game?" not in play("--first", "random", "--second", "random", typed="y\n")[0]
    assert "another game?" not in "".join(play("--second", "human", "--json", typed=won))


def test_nonsense_is_answered_with_help():
    """What is no column, or a full one, is answered in a sentence and asked again."""
    out, _ = play("--second", "human", typed="x\n0\n9\n" + "1\n" * 7 + "q\n")
    assert out.count("is not a column") == 3
    assert "column 1 is full" in out


def test_taking_back_and_hints():
    """u takes the last pair of moves back, h names a column, and at the beginning there is nothing to undo."""
    out, _ = play("--second", "alphabeta:depth=2", typed="u\n4\nu\nh\nq\n")
    assert "there is nothing to undo" in out
    assert "hint: Column 4: it wins in 21 moves" in out
    boards = [block for block in out.split("\n\n") if block.strip().startswith(".")]
    assert "".join(boards[-1].split()[:42]) == Position().grid().replace("\n", "")


@pytest.mark.parametrize("agents", [("random:seed=5", "random:seed=5"), ("alphabeta:depth=2", "minimax:depth=2")])
def test_machines_play_and_json_tells_the_game(agents):
    """With --json only one object about the game stands on standard output; its moves lead to the end it names."""
    out, talk = play("--first", agents[0], "--second", agents[1], "--json")
    game = json.loads(out)
    assert game["finished"]
    outcome = Position.from_moves(game["moves"]).outcome()
    assert game["winner"] == (None if outcome.winner is None else "XO"[outcome.winner])
    assert "plays" in talk


def test_a_seed_repeats_a_game_of_chance():
    """The same seed gives the same game, another seed another one."""
    agents = [f"random:seed={seed}" for seed in (1, 1, 2)]
    games = [play("--first", agent, "--second", agent, "--json")[0] for agent in agents]
    assert games[0] == games[1] != games[2]


def test_the_end_of_the_input_ends_the_game():
    """Without further input the game ends quietly, unfinished."""
    out, _ = play("--second", "human", "--json", typed="4\n")
    assert json.loads(out) == {"moves": "4", "finished": False, "winner": None, "reason": None}


def test_ctrl_c_at_the_question(c4, monkeypatch):
    """It ends the command as everywhere, and is not an answer."""

    def interrupt(*_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert c4("play")[0] == 130


def test_agents_learn_from_the_game(tmp_path, monkeypatch):
    """A game that has ended is learned from once; one that was broken off, or with --no-learn, is not."""
    from c4 import models
    from c4.learning import pattern_memory

    monkeypatch.setattr(models, "SAVED_MODELS", tmp_path)
    monkeypatch.setenv("C4_DATA", str(tmp_path))
    play("--first", "patterns:seed=5", "--second", "random:seed=5", "--no-learn")
    play("--second", "patterns", typed="4\nq\n")
    assert list(tmp_path.iterdir()) == []
    out, _ = play("--first", "random:seed=5", "--second", "patterns:seed=5", "--json")
    memory = pattern_memory.read(tmp_path / "my-patterns.sqlite")
    assert memory.games == 1
    assert memory.won == int(json.loads(out)["winner"] == "O")


def test_seats_are_agents_with_their_options():
    """Each seat has its own depth, evaluator and order."""
    out, _ = play("--first", "minimax:depth=1,evaluator=v1", "--second", "alphabeta:depth=2,order=1234567")
    moves = [line for line in out.splitlines() if " plays " in line]
    assert len(moves) > 6
    assert all("at depth 1;" in line for line in moves[::2])
    assert all("at depth 2;" in line for line in moves[1::2])
    with refused("unknown option 'speed'"):
        play("--first", "engine:speed=9")
    with refused("unknown agent 'nobody'"):
        play("--second", "nobody")


def test_a_model_is_an_option_of_its_agent():
    """A model plays as sarsa's table, or brings its own evaluator; a file that is not there is named."""
    sarsa = str(SAVED_MODELS / "sarsa.npz")
    windows = str(SAVED_MODELS / "windows.json")
    out, _ = play("--first", f"sarsa:model={sarsa}", "--no-learn", typed="q\n")
    assert "X (Sarsa) plays" in out
    out, _ = play("--second", f"alphabeta:depth=1,model={windows}", typed="4\nq\n")
    assert "values: 1 −0." in out  # with the minus sign that belongs to a number
    with refused("no model file"):
        play("--second", "alphabeta:model=nowhere.json")


def test_values_are_told():
    """Beside its column and its reason a searching agent tells the value of every column it looked at."""
    out, _ = play("--second", "minimax:depth=1", typed="4\nq\n")
    message = out[out.index("O (Minimax) plays") :].splitlines()
    assert message[0].startswith("O (Minimax) plays 4: ")
    assert message[1].startswith("values: 1 ")
    assert [entry.split()[0] for entry in message[1].removeprefix("values: ").split(", ")] == list("1234567")


def test_going_back_beyond_the_beginning():
    """A game that began with --position MOVES can be taken back into those."""
    out, _ = play("--second", "human", "--position", "44", typed="u\nu\nu\n1\nq\n")
    assert "there is nothing to undo" in out
    bottoms = [line for line in out.splitlines() if line.endswith(".") and line.count(" ") == 6][5::6]
    assert bottoms == [". . . X . . .", ". . . X . . .", ". . . . . . .", "X . . . . . ."]
