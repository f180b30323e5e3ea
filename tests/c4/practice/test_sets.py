"""Sets of exercises: files, and pages with and without the solutions."""

from __future__ import annotations

import pytest

from c4.cli import main
from c4.errors import C4Error
from c4.practice.exercises import MINIMAX, Exercise
from c4.practice.puzzles import ODD, Puzzle
from c4.practice.sets import ExerciseSet, TreeTask, read_set, set_page, write_set
from c4.practice.trees import parse_tree

WIN = Puzzle("win", "1212", "121", "", "novice", {"3": 2})
SQUARE = Puzzle(ODD, "4453", "", "c3", "club")
TREE = TreeTask("(3 12 8) (2 4 6)", title="Two <plies> $title")
TASKS = ExerciseSet("Week 3", (TREE, TreeTask("(1 2) (0 9)", False, MINIMAX), WIN, SQUARE))


def test_the_page_has_no_solutions_and_the_other_has_all():
    """The page to hand out has the same fields and boards as the page with the solutions, but no answer."""
    page, solutions = set_page(TASKS), set_page(TASKS, solutions=True)
    assert page.count("<section") == solutions.count("<section") == 4
    assert page.count('class="field') == solutions.count('class="field') == 8 + 3 * 3 + 3
    assert "Two &lt;plies&gt; $title" in page
    assert "c3" not in page.replace("a1 to g6", "")
    assert '<td class="field right">3</td>' in solutions
    assert '<td class="field right">3</td>' not in page
    assert "Square c3" in solutions
    assert "Columns 1, 2, 1, both sides&#39; moves." in solutions


def test_a_title_is_put_in_once():
    """A title made of placeholders stands on the page as it is, twice, and makes it no larger than that."""
    title = "{{ title }}{{ sections }}$title" * 5_000
    page = set_page(ExerciseSet(title, TASKS.tasks))
    assert page.count(title) == 2
    assert len(page) < 3 * len(title)


def test_sets_are_files(tmp_path):
    """A set comes back from its file as it was; an exercise of the Practice window becomes a task."""
    write_set(tmp_path / "a.json", TASKS)
    assert read_set(tmp_path / "a.json") == TASKS
    assert TreeTask.of(Exercise(parse_tree("(3 12 8) (2 4 6)"), title="Two <plies> $title")) == TREE
    for bad in ("{}", "[1]", "nothing", '{"exercises": 2}', '{"exercises": 1, "title": "x", "tasks": [{}]}'):
        (tmp_path / "bad.json").write_text(bad)
        with pytest.raises(C4Error, match=r"bad\.json is (not )?a set"):
            read_set(tmp_path / "bad.json")
    with pytest.raises(C4Error, match="cannot be read"):
        read_set(tmp_path / "none.json")
    with pytest.raises(C4Error, match="from 1 to 100"):
        ExerciseSet("none", ())


def test_the_commands_make_and_print(tmp_path, capsys):
    """`c4 exercises` makes a set and its two pages."""

    def run(*arguments: object) -> str:
        main([*map(str, arguments)])
        return capsys.readouterr().out

    at = tmp_path / "set.json"
    made = run("exercises", "make", at, "--trees", 1, "--tree", "(3 12 8) (2 4 6)", "--puzzles", 2, "--title", "Week 3")
    assert "4 exercises" in made
    run("exercises", "page", at, "--out", tmp_path / "page.html", "--solutions", tmp_path / "solutions.html")
    assert (tmp_path / "page.html").read_text().count("<section") == 4
    assert ["fails to" in (tmp_path / name).read_text() for name in ("page.html", "solutions.html")] == [False, True]
