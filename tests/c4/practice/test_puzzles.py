"""Puzzles: made from the truth, with one right answer at every step, and read back."""

import json

import pytest
from click.testing import CliRunner

from c4.cli import cli
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.practice import puzzles
from c4.practice.puzzles import GRADES, HOLD, KINDS, LOSES, ODD, WIN, Puzzle
from c4.solver.solver import solve_columns
from c4.strategy import threats


@pytest.fixture(scope="module")
def made():
    """A few puzzles."""
    return puzzles.make(12, 7)


def scores(position: Position) -> dict[int, int]:
    """The exact score of every column."""
    return {column: news.lower for column, news in solve_columns(position).items()}


def check(puzzle: Puzzle) -> None:
    """Exactly one answer is right at every step, by the solver."""
    position, answers = puzzle.position, [int(character) - 1 for character in puzzle.solution]
    worth = scores(position)
    if puzzle.kind == WIN:
        for step, column in enumerate(answers):
            worth = scores(position)
            best = [other for other in worth if worth[other] == max(worth.values())]
            assert column in best
            if step % 2 == 0:
                assert best == [column]
                assert worth[column] > 0
            position = position.play(column)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner == puzzle.position.to_move
    elif puzzle.kind == HOLD:
        assert [column for column in worth if worth[column] >= 0] == answers
    elif puzzle.kind == LOSES:
        assert [column for column in worth if worth[column] < 0] == answers
    else:
        found = threats.find(position)
        assert found.proved
        assert [
            threat.name
            for threat in found.threats
            if threat.odd and threat.side == 0 and threat.state == threats.COUNTS
        ] == [puzzle.square]


def test_every_puzzle_has_one_answer(made):
    """Win, hold and lose are checked by the solver, an odd threat by its proof."""
    assert len(made) == 12
    for puzzle in made:
        check(puzzle)
        assert puzzle.task.endswith((".", "?"))


def test_wrong_columns_are_refuted(made):
    """The reply that is told is the best one."""
    for puzzle in made:
        for column, reply in puzzle.refuted.items():
            child = puzzle.position.play(int(column) - 1)
            if reply:
                worth = scores(child)
                assert worth[reply - 1] == max(worth.values())
            else:
                assert child.outcome() is not None


def test_the_same_seed_gives_the_same(made):
    """Another run, the same puzzles."""
    assert puzzles.make(12, 7) == made


def test_what_is_written_is_read(made, tmp_path):
    """A file gives the puzzles again; a garbled line is named."""
    path = tmp_path / "some.jsonl"
    puzzles.write(path, made)
    assert puzzles.read(path) == made
    path.write_text(path.read_text() + json.dumps({"kind": "win"}) + "\n")
    with pytest.raises(C4Error, match="line 13 is no puzzle"):
        puzzles.read(path)
    with pytest.raises(C4Error, match="cannot be read"):
        puzzles.read(tmp_path / "none")


def test_the_commands(tmp_path):
    """`c4 puzzles make` writes a file, `c4 puzzles list` tells what is in it."""
    path = tmp_path / "few.jsonl"
    run = CliRunner().invoke(cli, ["puzzles", "make", "--seed", "3", "--number", "5", "--out", str(path)])
    assert run.exit_code == 0, run.output
    listed = CliRunner().invoke(cli, ["puzzles", "list", str(path), "--json"])
    assert len(listed.output.splitlines()) == 5
    assert json.loads(listed.output.splitlines()[0])["grade"] in GRADES
    assert ODD in KINDS


def test_what_ships_is_true():
    """At least 1,000 puzzles of every kind and grade; a sample of them is checked."""
    shipped = puzzles.read()
    assert len(shipped) >= 1000
    assert {puzzle.kind for puzzle in shipped} == set(KINDS)
    assert {puzzle.grade for puzzle in shipped} == set(GRADES)
    for puzzle in shipped[::60]:
        check(puzzle)
