"""Puzzles made by hand: their files, attempts step by step, hints, and which one comes next."""

import json
from dataclasses import asdict

import pytest
from refusal import refused

from c4.agents.rating import MAX_CHANGE, MAX_QUICK_CHANGE, QUICK_RESULTS, rating_after
from c4.game.position import Position
from c4.game.rules import Rules
from c4.library.library import Library
from c4.practice import puzzle_progress
from c4.practice.puzzle_progress import COMES_BACK_SECONDS, START, STRENGTH, Progress
from c4.practice.puzzles import (
    HOLD,
    LOSES,
    ODD,
    WIN,
    Attempt,
    Puzzle,
    idea_of_defence,
    idea_of_win,
    parse,
    place_of,
    reply_in_words,
)

TWO_MOVES = Puzzle(WIN, "4455", "326", "", "child", {"1": 3, "2": 0, "6": 3})
"""X makes two threats with column 3 and then completes a line; column 6 would do as well, which no real puzzle has."""

DEFENCE = Puzzle(HOLD, "11223", "4", "", "child", {"1": 4, "7": 4})
"""X threatens to complete the first row in column 4."""

LOSER = Puzzle(LOSES, "44", "1", "", "child", {"1": 4})
SQUARE = Puzzle(ODD, "4", "", "c3", "child")


@pytest.mark.parametrize(
    ("puzzle", "columns", "task"),
    [
        (TWO_MOVES, (2, 1, 5), "Win in 2 moves."),
        (Puzzle(WIN, "112233", "4", "", "child"), (3,), "Win in 1 move."),
        (DEFENCE, (3,), "Find the only move that does not lose."),
        (LOSER, (0, 3), "Which move loses?"),
        (Puzzle(LOSES, "44", "1", "", "child", {"1": 0, "2": 4}), (0,), "Which move loses?"),
        (SQUARE, (), "Find the odd threat that decides the game."),
    ],
)
def test_what_is_asked_and_shown(puzzle, columns, task):
    """The solution is shown by its moves, a losing move with its refutation."""
    assert puzzle.demonstration == columns
    assert puzzle.task == task


def test_an_odd_threat_is_explained_by_its_place():
    """Rows count from the bottom."""
    assert place_of("c4") == "column 3, row 4"
    assert place_of("a1") == "column 1, row 1"
    assert SQUARE.explanation == "It is in column 3, row 3, counted from the bottom."


@pytest.mark.parametrize(
    ("puzzle", "change", "sound"),
    [
        (DEFENCE, {}, True),
        (DEFENCE, {"refuted": {"1": 0, "7": 7}}, True),
        (DEFENCE, {"refuted": {"1": -1}}, False),
        (DEFENCE, {"refuted": {"1": 8}}, False),
        (DEFENCE, {"refuted": {"1": True}}, False),
        (DEFENCE, {"refuted": {"0": 1}}, False),
        (DEFENCE, {"refuted": {"8": 1}}, False),
        (DEFENCE, {"refuted": []}, False),
        (DEFENCE, {"grade": "nearly-perfect"}, False),
        (DEFENCE, {"grade": "random"}, False),
        (DEFENCE, {"grade": "perfect"}, True),
        (DEFENCE, {"kind": 1}, False),
        (DEFENCE, {"square": None}, False),
        (TWO_MOVES, {"solution": "32"}, False),
        (SQUARE, {"square": "g6"}, True),
        (SQUARE, {"square": "a1"}, True),
        (SQUARE, {"square": "h1"}, False),
        (SQUARE, {"square": "a7"}, False),
        (SQUARE, {"square": "a0"}, False),
        (SQUARE, {"square": "a11"}, False),
    ],
)
def test_which_objects_are_puzzles(puzzle, change, sound):
    """Of each field the values that can be."""
    content = json.loads(json.dumps(asdict(puzzle) | change))
    if sound:
        assert asdict(parse(content)) == asdict(puzzle) | change
        return
    with refused("not a puzzle"):
        parse(content)


@pytest.mark.parametrize("content", [None, [], "win", 3])
def test_anything_else_is_no_puzzle(content):
    """What is not an object."""
    with refused("not a puzzle"):
        parse(content)


# -- attempts ----------------------------------------------------------------------------------------------------------


def test_a_win_is_played_to_its_end():
    """After each right move the best reply is on the board, and the next move is asked."""
    attempt = Attempt(TWO_MOVES)
    attempt.play(2)
    assert (attempt.right, attempt.answered, attempt.done, attempt.failed) == (True, (0, 2), False, False)
    assert attempt.message == "The best reply is column 2. Go on."
    assert attempt.position == attempt.asked_position == Position.from_moves("445532")
    attempt.play(5)
    assert (attempt.done, attempt.clean, attempt.message) == (True, True, "Four in a row.")
    assert attempt.position == Position.from_moves("4455326")


def test_a_wrong_move_is_refuted_and_taken_back():
    """The reply is on the board until the attempt is begun again; it is no longer clean."""
    attempt = Attempt(TWO_MOVES)
    attempt.play(0)
    assert (attempt.failed, attempt.clean, attempt.right, attempt.done) == (True, False, False, False)
    assert attempt.position == Position.from_moves("445513")
    assert attempt.message.startswith("Column 1 does not win in 2 moves: the other side answers with column 3")
    with refused("this attempt is over"):
        attempt.play(2)
    attempt.again()
    assert (attempt.failed, attempt.clean, attempt.message, attempt.answered) == (False, False, "", None)
    assert attempt.position == Position.from_moves("4455")
    attempt.play(2)
    attempt.play(5)
    assert (attempt.done, attempt.clean) == (True, False)


def test_where_no_reply_is_known_none_is_shown():
    """Of a column that needs none, and after the first step."""
    attempt = Attempt(TWO_MOVES)
    attempt.play(1)
    assert attempt.message == "Column 2 does not win in 2 moves."
    assert attempt.position == Position.from_moves("44552")
    later = Attempt(TWO_MOVES)
    later.play(2)
    later.play(0)
    assert later.message == "Column 1 does not win in 1 move."
    assert later.position == Position.from_moves("4455321")
    later.again()
    assert later.position == Position.from_moves("445532")


def test_what_is_said_where_a_move_loses():
    """The reply that wins, if there is one to be played; a move that ends the game has none."""
    attempt = Attempt(DEFENCE)
    attempt.play(0)
    assert attempt.message == "Column 1 loses: the other side answers with column 4, a line of four."
    assert attempt.position.outcome().winner == 0
    unknown = Attempt(DEFENCE)
    unknown.play(1)
    assert unknown.message == "Column 2 loses."
    over = Attempt(Puzzle(HOLD, "112233", "1", "", "child", {"4": 5}))
    over.play(3)
    assert over.message == "Column 4 loses."
    assert over.position == Position.from_moves("1122334")
    right = Attempt(DEFENCE)
    right.play(3)
    assert (right.done, right.message) == (True, "Every other column loses.")


def test_what_is_said_where_the_losing_move_is_asked():
    """The right answer with what refutes it; any other one does not lose."""
    attempt = Attempt(LOSER)
    attempt.play(1)
    assert (attempt.message, attempt.failed) == ("Column 2 does not lose.", True)
    assert attempt.position == Position.from_moves("442")
    attempt.again()
    attempt.play(0)
    assert attempt.message == "Column 1 loses: the other side answers with column 4. No other column does."


def test_a_square_is_chosen():
    """A wrong one ends the attempt until it is begun again; the right one says what it decides."""
    attempt = Attempt(SQUARE)
    attempt.choose(3, 2)
    assert (attempt.failed, attempt.clean, attempt.right, attempt.answered) == (True, False, False, (3, 2))
    assert attempt.message == "Column 3, row 4 does not decide the game."
    with refused("this attempt is over"):
        attempt.choose(2, 2)
    attempt.again()
    attempt.choose(2, 2)
    assert (attempt.done, attempt.right, attempt.failed) == (True, True, False)
    assert attempt.message == "Column 3, row 3: in the end the other side must play below it."


# -- hints -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "hints"),
    [
        (TWO_MOVES, ["It ends with two threats at once, in two columns.", "Column 3."]),
        (DEFENCE, ["The other side threatens to complete a line in column 4.", "Column 4."]),
        (LOSER, ["One of columns 1, 4 and 5.", "Column 1."]),
        (Puzzle(LOSES, "44", "4", "", "child"), ["One of columns 3, 4 and 5.", "Column 4."]),
        (Puzzle(HOLD, "4", "4", "", "child"), ["One of columns 2, 3 and 4.", "Column 4."]),
        (SQUARE, ["The square is in column 3.", "The square is in column 3, row 3."]),
    ],
)
def test_the_first_hint_is_the_idea_and_the_second_the_answer(puzzle, hints):
    """A third one begins again where a column is asked; each costs the point."""
    attempt = Attempt(puzzle)
    assert attempt.clean
    assert [attempt.hint(), attempt.hint()] == hints
    assert not attempt.clean
    assert attempt.hint() == hints[1 if puzzle.kind == ODD else 0]


def test_a_hint_is_of_the_step_that_is_asked():
    """After the first move, the idea and the answer are those of the second."""
    attempt = Attempt(TWO_MOVES)
    attempt.play(2)
    assert attempt.hint() == "You can complete a line now."
    assert attempt.hint() == "Column 6."


@pytest.mark.parametrize(
    ("open_columns", "hint"), [((0, 1, 2), "One of columns 1 and 3."), ((0, 1), "Column 1."), ((0,), "Column 1.")]
)
def test_a_hint_names_fewer_columns_than_are_open(monkeypatch, open_columns, hint):
    """Two others at most, and one less than there are."""
    monkeypatch.setattr(Position, "legal_columns", lambda position: open_columns)
    assert Attempt(Puzzle(LOSES, "4", "1", "", "child")).hint() == hint


@pytest.mark.parametrize(
    ("moves", "line", "idea"),
    [
        ("112233", "4", "You can complete a line now."),
        ("4455", "326", "It ends with two threats at once, in two columns."),
        ("44444526222255", "567154675211163363733", "It ends with two threats in one column, one above the other."),
        (
            "444445262222556",
            "3433533235511111177777766",
            "It ends with a winning square that the other side must play below.",
        ),
        ("4455", "32", ""),
    ],
)
def test_the_idea_of_a_win(moves, line, idea):
    """How it ends, without its columns; nothing if it does not end."""
    assert idea_of_win(Position.from_moves(moves), [int(digit) - 1 for digit in line]) == idea


@pytest.mark.parametrize(
    ("moves", "rules", "column", "words"),
    [
        ("44", Rules(), 1, "with column 2"),
        ("11223", Rules(), 3, "with column 4, which blocks your line"),
        ("112233", Rules(), 3, "with column 4, a line of four"),
        ("1122", Rules(), 2, "with column 3, which threatens to win in column 4"),
        ("1212343", Rules(2, 4, 4), 3, "with column 4"),
        ("3112273", Rules(), 3, "with column 4"),
    ],
)
def test_what_a_reply_does(moves, rules, column, words):
    """It completes a line, blocks one, threatens another, or nothing of these."""
    assert reply_in_words(Position.from_moves(moves, rules), column) == words


def test_a_defence_names_every_threat():
    """In the order of the columns; nothing where there is none."""
    assert idea_of_defence(Position.from_moves("44332")) == (
        "The other side threatens to complete a line in columns 1 and 5."
    )
    assert idea_of_defence(Position.from_moves("44")) == ""


# -- what comes next ---------------------------------------------------------------------------------------------------


def of(grade: str, moves: str, kind: str = HOLD) -> Puzzle:
    return Puzzle(kind, moves, "4", "", grade)


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path / "library.sqlite") as library:
        yield library


@pytest.fixture
def choices(monkeypatch):
    """Among which puzzles the next one is drawn."""
    offered = []

    def first(puzzles):
        offered.append(puzzles)
        return puzzles[0]

    monkeypatch.setattr(puzzle_progress.random, "choice", first)
    return offered


def test_the_next_puzzle_is_hardly_further_from_the_rating_than_the_nearest(library, monkeypatch, choices):
    """By 130 Elo at most, above or below it."""
    for grade, strength in (("toddler", 670), ("child", 800), ("novice", 930), ("casual", 931), ("amateur", 669)):
        monkeypatch.setitem(STRENGTH, grade, strength)
    puzzles = [of("toddler", "1"), of("child", "2"), of("novice", "3"), of("casual", "4"), of("amateur", "5")]
    Progress(library, puzzles).next()
    assert [puzzle.moves for puzzle in choices[0]] == ["1", "2", "3"]
    Progress(library, puzzles[3:]).next()
    assert [puzzle.moves for puzzle in choices[1]] == ["4", "5"]


def test_the_next_puzzle_is_untried_and_of_the_kind(library, choices):
    """Not the last one again; when all were tried, any of them."""
    puzzles = [of("child", "1"), of("child", "2"), of("child", "3", LOSES), of("child", "2", LOSES)]
    progress = Progress(library, puzzles)
    assert progress.next(last=puzzles[0]) == puzzles[1]
    progress.note(puzzles[0], True)
    progress.next()
    assert choices[-1] == puzzles[1:]
    progress.next(LOSES)
    assert choices[-1] == puzzles[2:]
    for puzzle in puzzles[1:]:
        progress.note(puzzle, True)
    progress.next()
    assert choices[-1] == puzzles


def test_the_longest_overdue_comes_first(library):
    """A failed puzzle comes back exactly a day later, one that was solved since then does not."""
    now = [1e9]
    puzzles = [of("child", "1"), of("child", "2"), of("child", "3")]
    progress = Progress(library, puzzles, lambda: now[0])
    for puzzle in (puzzles[2], puzzles[1], puzzles[0]):
        progress.note(puzzle, False)
        now[0] += 10
    now[0] += COMES_BACK_SECONDS - 31
    assert progress.standing().due == 0
    now[0] += 1
    assert progress.standing().due == 1
    now[0] += 20
    assert progress.standing().due == 3
    assert progress.next() == puzzles[2]
    assert progress.next(last=puzzles[2]) == puzzles[1]
    progress.note(puzzles[2], True)
    assert progress.next() == puzzles[1]
    assert Progress(library, puzzles[:1], lambda: now[0]).standing().due == 1


def test_the_standing_counts(library):
    """Puzzles tried and solved, and how many one after another; the rating follows Elo's formula."""
    progress = Progress(library, [])
    results = [True, True, False, True]
    rating = START
    for place, solved in enumerate(results):
        expected = 1 / (1 + 10 ** ((STRENGTH["child"] - rating) / 400))
        before, after = progress.note(of("child", str(place + 1)), solved)
        assert before == pytest.approx(rating)
        assert after == pytest.approx(rating + MAX_QUICK_CHANGE * (solved - expected))
        rating = after
    standing = progress.standing()
    assert (standing.tried, standing.solved, standing.streak, standing.longest) == (4, 3, 1, 2)
    assert standing.rating == pytest.approx(rating)


@pytest.mark.parametrize(
    ("results", "most"), [(0, MAX_QUICK_CHANGE), (QUICK_RESULTS - 1, MAX_QUICK_CHANGE), (QUICK_RESULTS, MAX_CHANGE)]
)
def test_a_rating_moves_quickly_at_first(results, most):
    """Against an opponent of the same rating a win is worth half of the most, and a draw nothing."""
    assert rating_after(800, results, 800, 1) == 800 + most / 2
    assert rating_after(800, results, 800, 0.5) == 800
    assert rating_after(800, results, 1200, 1) == pytest.approx(800 + most * 10 / 11)
    assert rating_after(1200, results, 800, 1) == pytest.approx(1200 + most / 11)


def test_a_level_that_is_not_measured_has_a_rating_of_its_own(monkeypatch):
    """Otherwise a puzzle is rated as its level was measured."""
    monkeypatch.setattr(puzzle_progress, "elo", {"child": 512, "novice": None}.get)
    assert puzzle_progress.strength_of("child") == 512
    assert puzzle_progress.strength_of("novice") == puzzle_progress.UNMEASURED
