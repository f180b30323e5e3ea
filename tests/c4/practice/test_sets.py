"""Sets of exercises: made, printed without their solutions, answered, scored; what is no set is refused."""

from __future__ import annotations

import json

import pytest

from c4.cli import main
from c4.game.rules import C4Error
from c4.practice.exercises import MINIMAX, Exercise
from c4.practice.madeup import parse
from c4.practice.puzzles import ODD, Puzzle
from c4.practice.set_page import handout, solutions_page
from c4.practice.sets import (
    Answers,
    ExerciseSet,
    Points,
    TreeTask,
    fields_of,
    read_answers,
    read_set,
    score,
    solutions,
    write_set,
)

WIN = Puzzle("win", "1212", "121", "", "novice", {"3": 2})
SQUARE = Puzzle(ODD, "4453", "", "c3", "club")
TREE = TreeTask("(3 12 8) (2 4 6)", title="Two <plies>")
TASKS = ExerciseSet("Week 3", (TREE, TreeTask("(1 2) (0 9)", False, MINIMAX), WIN, SQUARE))


def answers(**changed) -> Answers:
    """All right, but for what is changed."""
    given = {number: dict(solutions(task)) for number, task in enumerate(TASKS.tasks, start=1)}
    given[3]["column"] = "1"
    for name, text in changed.items():
        number, field = int(name[1]), name[3:].replace("_", " ")
        given[number][field] = text
    return Answers("Ada", "Week 3", given)


def test_right_answers_score_all_and_wrong_ones_less():
    """A point for every right entry; a wrong cut takes one away; a puzzle counts by its first move or its square."""
    whole = score(TASKS, answers())
    assert [points.got for points in whole] == [points.most for points in whole] == [11, 3, 1, 1]
    found = score(TASKS, answers(t1_root_value="7", t1_1_cut="cut", t3_column="2", t4_square=" C3 "))
    assert found == [Points(9, 11), Points(3, 3), Points(0, 1), Points(1, 1)]
    assert [points.got for points in score(TASKS, Answers("Bo", "Week 3", {}))] == [0, 0, 0, 0]
    with pytest.raises(C4Error, match="answers to 'Week 4', not to 'Week 3'"):
        score(TASKS, Answers("Bo", "Week 4", {}))


def test_the_fields_give_no_cutoff_away():
    """Every edge can be marked, every inner node has all its fields, whatever the search does there."""
    assert {f"{node} cut" for node in ("1", "2", "1-1", "2-3")} < set(fields_of(TREE))
    assert {"2 alpha", "2 beta", "2 value"} < set(fields_of(TREE))
    assert fields_of(TASKS.tasks[1]) == ["1 value", "2 value", "root value"]


def test_the_page_has_no_solutions_and_the_other_has_all():
    """What is handed out has fields and boards; the solutions are on a page of their own."""
    page, apart = handout(TASKS), solutions_page(TASKS)
    assert page.count("<section") == apart.count("<section") == 4
    for field in fields_of(TREE):
        assert f'name="{field}"' in page
    assert "Two &lt;plies&gt;" in page
    assert ("write inf for" in page, "write inf for" in handout(ExerciseSet("Puzzles", (WIN,)))) == (True, False)
    assert "c3" not in page.replace("a1 to g6", "")
    assert '<td class="right">' not in page
    assert "<input" not in apart
    assert "Square c3" in apart
    assert "Columns 1, 2, 1, both sides&#x27; moves." in apart


def test_sets_and_answers_are_files(tmp_path):
    """A set comes back from its file as it was; an exercise of the Practice window becomes a task."""
    write_set(tmp_path / "a.json", TASKS)
    assert read_set(tmp_path / "a.json") == TASKS
    assert TreeTask.of(Exercise(parse("(3 12 8) (2 4 6)"), title="Two <plies>")) == TREE
    for bad in ("{}", "[1]", "nothing", '{"exercises": 2}', '{"exercises": 1, "title": "x", "tasks": [{}]}'):
        (tmp_path / "bad.json").write_text(bad)
        with pytest.raises(C4Error, match=r"bad\.json is (no|a) set"):
            read_set(tmp_path / "bad.json")
        with pytest.raises(C4Error, match=r"bad\.json is no file of answers"):
            read_answers(tmp_path / "bad.json")
    with pytest.raises(C4Error, match="cannot be read"):
        read_set(tmp_path / "none.json")
    with pytest.raises(C4Error, match="from 1 to 100"):
        ExerciseSet("none", ())


def test_the_command_makes_prints_and_scores(tmp_path, capsys):
    """As a teacher does it: a set, its two pages, and a table of what came back."""

    def run(*arguments: object) -> str:
        main(["exercises", *map(str, arguments)])
        return capsys.readouterr().out

    at = tmp_path / "set.json"
    assert "4 exercises" in run(
        "make", at, "--trees", 1, "--tree", "(3 12 8) (2 4 6)", "--puzzles", 2, "--title", "Week 3"
    )
    run("page", at, "--out", tmp_path / "page.html", "--solutions", tmp_path / "solutions.html")
    assert (tmp_path / "page.html").read_text().count("<section") == 4
    tasks = read_set(at)
    for student, number in (("Ada", 4), ("Bo", 1)):
        given = {str(n): solutions(task) for n, task in enumerate(tasks.tasks[:number], start=1)}
        content = {"answers": 1, "title": "Week 3", "student": student, "given": given}
        (tmp_path / f"{student}.json").write_text(json.dumps(content))
    told = run("score", at, tmp_path / "Bo.json", tmp_path / "Ada.json").splitlines()
    assert told[0].startswith("Ada")
    assert told[1].startswith("Bo")
    assert "11/11" in told[1]
    first = json.loads(run("score", at, tmp_path / "Ada.json", "--json"))
    assert first["points"] == first["of"] == sum(one["of"] for one in first["exercises"])
