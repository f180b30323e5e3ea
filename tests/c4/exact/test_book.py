"""Books: codes, what is looked up, what is refused and in which words, how one is checked."""

import json
import random
from functools import partial

import numpy as np
import pytest
from commands import lab
from hypothesis import given
from refusal import refused
from small_book import SMALL, copy_of
from strategies import any_rules, positions

from c4 import jobs
from c4.cli import run
from c4.exact import book as books
from c4.exact.book import HEADER, Book, book_for
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules
from c4.solver.solver import solve
from lab.__main__ import cli
from lab.make import books as bookmaking
from lab.make.files import write_book


@pytest.fixture(scope="module")
def shipped() -> Book:
    return Book.open()


@given(positions(any_rules()))
def test_codes_and_back(position):
    """A code gives its position back, arrays agree with ints, and mirror images share an entry."""
    rules = position.rules
    code = books.encode(position.mine, position.theirs, rules)
    assert books.decode(code, position.ply, rules) == (position.mine, position.theirs)
    mirror = position.mirror()
    assert rules.mirrored(position.mine) == mirror.mine
    entry = books.entry_code(position.mine, position.theirs, rules)
    assert entry == books.entry_code(mirror.mine, mirror.theirs, rules)
    if books.code_bits(rules, position.ply) <= 64:
        array = books.entry_code(
            np.array([position.mine], dtype=np.uint64), np.array([position.theirs], dtype=np.uint64), rules
        )
        assert array.dtype == np.uint64
        assert array.tolist() == [entry]


@pytest.mark.parametrize("rules", [STANDARD, Rules(4, 4, 3), Rules(2, 3, 2), Rules(1, 8, 3), Rules(31, 2, 5)], ids=str)
def test_levels_are_all_positions(rules):
    """The plies hold every position that is not over, one of each mirror pair, and nothing else."""
    level = {Position(rules=rules)}
    for result in bookmaking.positions_by_ply(rules, 4):
        assert result.codes.tolist() == sorted(
            {books.entry_code(position.mine, position.theirs, rules) for position in level}
        )
        assert [
            books.encode(int(mine), int(theirs), rules) for _, mine, theirs in zip(*result)
        ] == result.codes.tolist()
        level = {
            child
            for position in level
            for column in position.legal_columns()
            if (child := position.play(column)).outcome() is None
        }


@pytest.mark.parametrize(
    ("rules", "plies", "sentence"),
    [
        (STANDARD, 42, "can have at most 28 plies, not 42"),
        (STANDARD, -1, "can have at most 28 plies, not -1"),
        (Rules(2, 3, 2), 6, "can have at most 5 plies, not 6"),
        (Rules(scoring=COUNT_LINES), 2, "the rule that the first line wins"),
    ],
)
def test_books_that_cannot_be(rules, plies, sentence):
    """More plies than there are, fewer than none, and count-lines are refused in a sentence."""
    with refused(match=sentence):
        bookmaking.positions_by_ply(rules, plies)


def test_every_entry_is_right(small):
    """All the scores of a small book, mirrored or not, are those of the exact solver."""
    assert small.counts == (1, 2, 8, 26, 82)
    for number in range(len(small)):
        position, score = small.entry(number)
        assert score == solve(position).score == small.score(position) == small.score(position.mirror())


def test_columns_of_a_position(small):
    """The columns of a position have the scores of their positions; None where one leads out of the book."""
    position = Position(rules=SMALL)
    for column in (0, 1, 3):
        columns = small.columns(position)
        assert set(columns) == set(position.legal_columns())
        assert max(columns.values()) == small.score(position)
        assert all(score == -small.score(position.play(column)) for column, score in columns.items())
        position = position.play(column)
    assert small.columns(position) is not None
    assert small.columns(position.play(0)) is None


def test_games_that_end_within_the_book(tmp_path):
    """Positions won or drawn within the plies of a book are not in it, but count for the columns that lead there."""
    rules = Rules(2, 3, 2)
    book = bookmaking.build(tmp_path / "tiny.c4book", rules, 5, partial(jobs.run, jobs=1))
    ahead = Position.from_moves("13", rules)
    assert book.columns(ahead) == {0: 2, 1: 2, 2: -2}
    won = ahead.play(0)
    assert won.outcome() is not None
    assert book.score(won) is None
    assert book.columns(won) is None
    row = Rules(1, 3, 3)
    full = bookmaking.build(tmp_path / "row.c4book", row, 2, partial(jobs.run, jobs=1))
    assert full.columns(Position.from_moves("12", row)) == {2: 0}


def test_what_is_not_in_a_book(shipped):
    """Deeper positions, other boards, the other scoring and impossible numbers of stones have no score."""
    assert shipped.score(Position.from_moves("444444111")) is None
    assert shipped.score(Position(rules=SMALL)) is None
    assert shipped.score(Position(rules=Rules(scoring=COUNT_LINES))) is None
    assert shipped.columns(Position(rules=Rules(scoring=COUNT_LINES))) is None
    assert shipped.score(Position((0b11, 0), 0, STANDARD, None)) is None
    assert shipped.score(Position((1, 0), 0, STANDARD, None)) is None


def test_the_shipped_book(shipped):
    """It has at most 1 MB and every position up to 8 plies, and `book_for` opens it once."""
    assert shipped.path.stat().st_size <= 1_000_000
    assert shipped.rules == STANDARD
    assert shipped.counts == (1, 4, 25, 121, 568, 2144, 8231, 27109, 91295)
    assert "bitbully-databases" in shipped.made
    assert book_for(STANDARD) is book_for(STANDARD)
    assert book_for(SMALL) is None


def test_the_shipped_book_agrees_with_itself(shipped):
    """The score of an entry with fewer than 8 stones is that of its best column."""
    for position, score in [shipped.entry(number) for number in range(719)] + [
        e for ply in (5, 6, 7) for e in bookmaking.sample(shipped, 150, 3, ply)
    ]:
        assert max(shipped.columns(position).values()) == score, position


def test_the_solver_confirms_quick_entries(shipped):
    """Entries of 8 plies with a score far from 0, which are quick, are what the exact solver finds."""
    quick = [(position, score) for position, score in bookmaking.sample(shipped, 4000, 5, 8) if abs(score) >= 14][:25]
    assert len(quick) == 25
    assert all(entry.score == entry.solved for entry in bookmaking.check_entries(shipped, quick))


def test_damage_is_noticed(small, tmp_path):
    """A book with one byte changed, or cut off, anywhere is refused in one line and left alone."""
    complete = small.path.read_bytes()
    rng = random.Random(1)
    damaged = [complete[:place] for place in (0, 1, 100, HEADER - 1, HEADER, HEADER + 1, len(complete) - 1)] + [
        complete + b"\0"
    ]
    text = len(complete[:HEADER].rstrip())
    for place in [*rng.sample(range(text), 60), *rng.sample(range(HEADER, len(complete)), 60)]:
        damaged.append(complete[:place] + bytes([complete[place] ^ 1 << rng.randrange(8)]) + complete[place + 1 :])
    for content in damaged:
        path = copy_of(small, tmp_path, content)
        with refused(path):
            partial(Book.open, path)()
        assert path.read_bytes() == content


def test_check_finds_nothing_wrong(small):
    """A right book passes, exit status 0: as many entries as asked for, then one of every ply up to the empty board."""
    caught = json.loads(lab("measure", "book", small.path, "--sample", 30, "--seed", 2, "--json"))
    assert caught["checked"] == 35
    assert caught["wrong"] == 0
    assert caught["seed"] == 2
    assert set(caught["plies"]) == {"0", "1", "2", "3", "4"}


def test_check_finds_what_is_wrong(small, tmp_path, capsys):
    """Entries with another score than the solver's are printed, and the exit status is 1."""
    levels = [(small.codes[a:b], small.scores[a:b].copy()) for a, b in zip(small.starts, small.starts[1:])]
    levels[4][1][7] += 1
    wrong = write_book(tmp_path / "wrong.c4book", SMALL, levels, "a mistake")
    with pytest.raises(SystemExit) as exit:
        run(cli, "lab", ["measure", "book", str(wrong.path), "--sample", "1000", "--ply", "4", "--hardest", "0"])
    output = capsys.readouterr().out.splitlines()
    assert exit.value.code == 1
    position, score = wrong.entry(wrong.starts[4] + 7)
    assert output[0] == f"packed:{position.packed()}  book {score}  solver {score - 1}"
    assert "82 entries solved again" in output[1]
    assert output[1].endswith("1 with another score")
