"""Puzzles: one right answer at every step, attempts with hints, and the rating that decides what comes next."""

import json
from dataclasses import asdict

import pytest
from commands import c4, lab
from plain_solver import solve_columns
from refusal import refused

from c4.agents.levels import Level
from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.library.library import Library
from c4.practice import puzzles
from c4.practice.puzzle_progress import COMES_BACK_SECONDS, START, Progress, Standing, streaks
from c4.practice.puzzles import GRADES, HOLD, KINDS, LOSES, ODD, WIN, Attempt, Puzzle, place_of
from c4.strategy import threats
from c4.strategy.changed import WINS
from lab.make.puzzles import ExactPlay, by_least, by_moves, by_playing, make, wins_alone

OURS = puzzles.shipped()


@pytest.fixture(scope="module")
def made():
    """A few puzzles."""
    return make(12, 7)


def scores(position: Position) -> dict[int, int]:
    """The exact score of every column."""
    return {column: bounds.lower for column, bounds in solve_columns(position).items()}


def check(puzzle: Puzzle) -> None:
    """Exactly one answer is right at every step, by the solver."""
    position = puzzle.position
    answers = [int(character) - 1 for character in puzzle.solution]
    values = scores(position)
    if puzzle.kind == WIN:
        for step, column in enumerate(answers):
            values = scores(position)
            best = [other for other in values if values[other] == max(values.values())]
            assert column in best
            if step % 2 == 0:
                assert best == [column]
                assert values[column] > 0
            position = position.play(column)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner == puzzle.position.to_move
    elif puzzle.kind == HOLD:
        assert [column for column in values if values[column] >= 0] == answers
    elif puzzle.kind == LOSES:
        assert [column for column in values if values[column] < 0] == answers
    else:
        analysis = threats.find(position)
        assert analysis.proved is not None
        assert [
            threat.name
            for threat in analysis.threats
            if threat.odd and threat.side == 0 and threat.role == threats.COUNTS
        ] == [puzzle.square]
        own = [threat for threat in analysis.threats if threat.side == 0]
        assert [threat.name for threat in own if wins_alone(position, threat) == WINS] == [puzzle.square]


def test_every_puzzle_has_one_answer(made):
    """Win, hold and lose are checked by the solver, an odd threat by its proof."""
    assert len(made) == 12
    for puzzle in made:
        check(puzzle)
        assert puzzle.task.endswith((".", "?"))


def test_wrong_columns_are_refuted(made):
    """Each refutation is a best reply."""
    for puzzle in made:
        for column, reply in puzzle.refuted.items():
            values = scores(puzzle.position.play(int(column) - 1))
            assert reply
            assert values[reply - 1] == max(values.values())


def test_the_same_seed_gives_the_same(made, tmp_path):
    """The maker writes the same puzzles for the same seed, and a file gives them again."""
    path = tmp_path / "some.jsonl"
    lab("make", "puzzles", "--seed", 7, "--number", 12, "--out", path)
    assert puzzles.read(path) == made
    listed = c4("puzzles", "list", path, "--json").splitlines()
    assert [json.loads(line)["grade"] for line in listed] == [puzzle.grade for puzzle in made]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "lose"}, "line 2: not a puzzle"),
        ({"moves": "448"}, "line 2: '8' at place 3"),
        ({"refuted": {"9": 1}}, "line 2: not a puzzle"),
        ({"refuted": {"1": 9}}, "line 2: not a puzzle"),
        ({"solution": ""}, "line 2: not a puzzle"),
        ({"kind": LOSES, "moves": "44444", "solution": "4", "refuted": {"4": 4}}, "line 2: '4' at place 7"),
        ({"kind": puzzles.ODD, "square": "z9"}, "line 2: not a puzzle"),
        ({"colour": "red"}, "line 2: the field 'colour' is unknown: a newer program wrote it"),
    ],
)
def test_a_damaged_file_names_the_line(tmp_path, change, message):
    """A file with a line that is not a puzzle raises an error that names the line."""
    good = asdict(OURS[0])
    (tmp_path / "p.jsonl").write_text(json.dumps(good) + "\n" + json.dumps(good | change) + "\n")
    with refused(match=message):
        puzzles.read(tmp_path / "p.jsonl")
    with refused("cannot be read"):
        puzzles.read(tmp_path / "none")


def test_what_ships_is_true():
    """At least 1,000 puzzles of every kind and grade ship; a sample of them is checked, and every odd threat."""
    assert len(OURS) >= 1000
    assert {puzzle.kind for puzzle in OURS} == set(KINDS)
    assert {puzzle.grade for puzzle in OURS} == set(GRADES)
    for puzzle in [*OURS[::60], *(puzzle for puzzle in OURS if puzzle.kind == ODD)]:
        check(puzzle)


def own_steps(puzzle: Puzzle) -> list[tuple[Position, int]]:
    """The positions in which the side of a puzzle is to move, and the right columns."""
    position = puzzle.position
    steps = []
    for number, character in enumerate(puzzle.solution):
        column = DIGITS.index(character)
        if number % 2 == 0:
            steps.append((position, column))
        position = position.play(column)
    return steps


@pytest.mark.parametrize("kind", [WIN, HOLD, LOSES])
def test_the_grades_that_ship_are_those_of_the_levels(kind):
    """The weakest level that solves a puzzle is its grade: of the first puzzle of each grade that ships."""
    seen = {}
    for puzzle in OURS:
        if puzzle.kind == kind and puzzle.grade not in seen:
            if kind == LOSES:
                seen[puzzle.grade] = by_least(puzzle.position, DIGITS.index(puzzle.solution))
            else:
                seen[puzzle.grade] = by_moves(own_steps(puzzle))
    assert len(seen) >= 8
    assert seen == {grade: grade for grade in seen}


@pytest.fixture
def levels_by_depth(monkeypatch):
    """Levels that never slip, the weakest look 1, 2 and 3 plies ahead and the others 3, in place of those of the grades."""
    levels = {name: Level(depth=min(number, 3)) for number, name in enumerate(GRADES, start=1)}
    monkeypatch.setattr("lab.make.puzzles.level_named", levels.__getitem__)


@pytest.mark.usefixtures("levels_by_depth")
def test_a_grade_by_moves_is_the_weakest_level_that_plays_every_step():
    """Everyone completes a line; after 44455 the columns 3, 6 and 5 look best with one, two and three plies."""
    wins_at_once = (Position.from_moves("121212"), 0)
    middle_game = Position.from_moves("44455")
    assert by_moves([wins_at_once]) == GRADES[0]
    assert by_moves([(middle_game, 5)]) == GRADES[1]
    assert by_moves([(middle_game, 4)]) == GRADES[2]
    assert by_moves([wins_at_once, (middle_game, 4)]) == GRADES[2]
    assert by_moves([(middle_game, 5), (middle_game, 4)]) == GRADES[-1]


@pytest.mark.usefixtures("levels_by_depth")
def test_a_grade_of_a_losing_column_is_the_weakest_level_that_values_only_it_least():
    """After 4141 column 1 looks worst with one ply, column 4 with two; after 44455 several columns look equally bad."""
    early = Position.from_moves("4141")
    middle_game = Position.from_moves("44455")
    assert by_least(early, 0) == GRADES[0]
    assert by_least(early, 3) == GRADES[1]
    assert by_least(middle_game, 1) == GRADES[2]
    assert by_least(middle_game, 2) == GRADES[-1]


def test_a_grade_by_playing_is_the_weakest_level_that_wins_most_games(monkeypatch):
    """A level that plays anywhere seldom completes a line; one that looks a ply ahead always does."""
    levels = dict.fromkeys(GRADES, Level(depth=1))
    levels[GRADES[0]] = Level(depth=1, anywhere=1.0)
    monkeypatch.setattr("lab.make.puzzles.level_named", levels.__getitem__)
    exact = ExactPlay()
    assert by_playing(Position.from_moves("414141"), exact.best_column) == GRADES[1]


@pytest.mark.usefixtures("levels_by_depth")
def test_one_game_won_of_three_is_not_enough_for_a_grade(monkeypatch):
    """A level solves a puzzle that it plays to the end if it wins two of three games."""

    def wins_as_many_games_as_it_looks_ahead(level, position, best, seed):
        return seed < level.depth

    monkeypatch.setattr("lab.make.puzzles.wins_game", wins_as_many_games_as_it_looks_ahead)
    assert by_playing(Position(), best=ExactPlay().best_column) == GRADES[1]


def first(kind, **wanted):
    return next(
        puzzle
        for puzzle in OURS
        if puzzle.kind == kind and all(getattr(puzzle, name) == value for name, value in wanted.items())
    )


@pytest.mark.parametrize("puzzle", [*OURS[::60], first(ODD)], ids=lambda puzzle: f"{puzzle.kind} {puzzle.moves}")
def test_the_solution_solves(puzzle):
    """Playing the solution solves each puzzle."""
    attempt = Attempt(puzzle)
    if puzzle.kind == ODD:
        attempt.choose(int(puzzle.square[1]) - 1, "abcdefg".index(puzzle.square[0]))
    else:
        for column in puzzle.solution[::2]:
            assert not attempt.done
            attempt.play(DIGITS.index(column))
    assert attempt.done
    assert attempt.clean
    if puzzle.kind == WIN:
        assert attempt.position.outcome().winner == puzzle.position.to_move
    if puzzle.kind == ODD:
        with refused("over"):
            attempt.choose(5, 0)
    else:
        with refused("over"):
            attempt.play(0)


def test_a_move_that_does_not_lose_is_no_answer():
    """Where the losing move is asked for, another one fails."""
    puzzle = first(LOSES)
    attempt = Attempt(puzzle)
    attempt.play(next(column for column in puzzle.position.legal_columns() if DIGITS[column] != puzzle.solution))
    assert "does not lose" in attempt.message


def test_squares_and_columns_are_not_mixed_up():
    """A column is refused where a square is asked for, and the reverse; so is a full column."""
    square = Attempt(first(ODD))
    column = Attempt(first(WIN))
    with refused("choose a square"):
        square.play(3)
    with refused("choose a column"):
        column.choose(0, 0)
    where = next(column for column in range(7) if square.position.height(column))
    with refused("there is a disc"):
        square.choose(square.position.height(where) - 1, where)
    column = Attempt(next(each for each in OURS if each.kind == WIN and each.position.height(6) == 6))
    with refused(match=r"^column 7 is full$"):
        column.play(6)


def test_a_wrong_square_costs_the_point():
    """Where a square is asked for, another empty one ends the attempt, which is no longer clean."""
    attempt = Attempt(first(ODD))
    empty = [divmod(cell, 7) for cell in range(42) if attempt.position.owner(*divmod(cell, 7)) is None]
    row, column = next(one for one in empty if f"{'abcdefg'[one[1]]}{one[0] + 1}" != attempt.puzzle.square)
    attempt.choose(row, column)
    assert attempt.failed
    assert not attempt.clean


@pytest.mark.parametrize("kind", [WIN, ODD])
def test_hints_come_nearer_and_cost_the_point(kind):
    """The first hint is the idea, the second one is the answer."""
    puzzle = first(kind)
    attempt = Attempt(puzzle)
    near = attempt.hint()
    nearest = attempt.hint()
    answer = place_of(puzzle.square) if kind == ODD else puzzle.solution[0]
    assert answer in nearest
    assert answer not in near
    assert not attempt.clean


def test_what_is_said_of_a_win():
    """The idea of the next moves, and after a wrong column the reply that stops it, with what it does."""
    puzzle = first(WIN, grade="toddler")
    attempt = Attempt(puzzle)
    assert attempt.hint() == "It ends with two threats at once, in two columns."
    attempt.play(0)
    assert attempt.message.startswith("Column 1 does not win in 2 moves: the other side answers with column 4")


def test_a_hint_never_lists_every_open_column():
    """Where nothing else can be said, it names fewer columns than are open."""
    for puzzle in [one for one in OURS if one.kind in (LOSES, HOLD)][:60]:
        hint = Attempt(puzzle).hint()
        if hint.startswith("One of"):
            named = [digit for digit in hint if digit.isdigit()]
            assert puzzle.solution[0] in named
            assert len(named) < len(puzzle.position.legal_columns())


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path / "library.sqlite") as library:
        yield library


def test_the_rating_moves_and_stays(library, tmp_path):
    """A solved puzzle raises the rating, a harder one more, and the library stores it."""
    progress = Progress(library, OURS)
    assert progress.standing() == Standing()
    easy = first(WIN, grade="toddler")
    hard = first(WIN, grade="expert")
    before, after = progress.note(easy, True)
    assert before == START < after
    assert progress.note(hard, True)[1] - after > after - before  # the harder, the more
    again = Library(tmp_path / "library.sqlite")
    assert Progress(again, OURS).standing().rating == progress.standing().rating > START
    again.close()


def test_a_failed_puzzle_comes_back_after_a_day(library):
    """A failed puzzle is due after a day, of its kind, until it is solved."""
    now = [1e9]
    progress = Progress(library, OURS, lambda: now[0])
    puzzle = first(HOLD)
    for _ in range(2):
        progress.note(puzzle, False)
        now[0] += COMES_BACK_SECONDS - 60
        assert progress.standing().due == 0
        now[0] += 120
        assert progress.standing().due == 1
        assert progress.next() == puzzle
        assert progress.next(last=puzzle) != puzzle
        assert progress.next(WIN).kind == WIN
    progress.note(puzzle, True)
    now[0] += 1000 * COMES_BACK_SECONDS
    assert progress.standing().due == 0


def test_the_next_puzzle_is_new_and_near_the_rating(library):
    """The next puzzle is one that you have not tried, of a grade near your rating."""
    progress = Progress(library, OURS)
    seen = []
    for _ in range(12):
        puzzle = progress.next()
        assert puzzle not in seen
        assert puzzle.grade in ("child", "novice", "casual", "amateur")
        seen.append(puzzle)
        progress.note(puzzle, len(seen) % 2 == 0)


@pytest.mark.parametrize(
    ("kind", "solution", "refuted", "words"),
    [
        (WIN, "4", {"1": 4, "2": 4}, "Play 4: it wins. Any other column is stopped by a reply in column 4."),
        (WIN, "443", {}, "Play 4, the other side must answer 4, then 3 wins."),
        (
            HOLD,
            "4",
            {"1": 4, "2": 4, "3": 5},
            "Play 4: it holds. Columns 1 and 2 lose to a reply in column 4. Column 3 loses to a reply in column 5.",
        ),
        (HOLD, "4", {"1": 4, "2": 0}, "Play 4: it holds. Column 1 loses to a reply in column 4."),
        (LOSES, "4", {"1": 4}, "Column 4 loses."),
        (LOSES, "4", {"4": 5}, "Column 4 loses: the other side answers with column 5."),
    ],
)
def test_the_solution_in_words(kind, solution, refuted, words):
    """What to play, what the other side must answer, and what stops everything else."""
    assert Puzzle(kind, "", solution, "", "child", refuted).explanation == words


def test_a_streak_ends_with_a_mistake():
    """The last right answers one after another, and the longest row of them so far."""
    assert streaks([]) == (0, 0)
    assert streaks([True, True, False, True]) == (1, 2)
    assert streaks([True, False]) == (0, 1)
