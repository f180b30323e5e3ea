"""The window of sets of exercises: put together, saved, opened, handed out and scored."""

from __future__ import annotations

import json
from types import SimpleNamespace

from stand_in import StandIn

from c4.practice.exercises import Exercise
from c4.practice.madeup import parse
from c4.practice.sets import solutions
from visualizer.practice.sets import SetWindow


def test_a_set_is_made_handed_out_and_scored(root, tmp_path):
    """A tree by chance, the one of Practice and a puzzle; up and down; two pages; the answers of a student."""
    host, practised = StandIn(root), [None]
    window = SetWindow(host, lambda: practised[0])
    assert window.buttons["Save..."].instate(["disabled"])
    window.buttons["Add the tree of Practice"].invoke()
    assert "Open Practice" in window.said["text"]
    practised[0] = SimpleNamespace(exercise=Exercise(parse("(3 12 8) (2 4 6)"), title="Mine"))
    for label in ("Add a random tree", "Add the tree of Practice", "Add a puzzle"):
        window.buttons[label].invoke()
    window.buttons["Up"].invoke()
    window.buttons["Up"].invoke()
    assert [getattr(task, "title", "a puzzle")[:6] for task in window.tasks] == ["a puzz", "Random", "Mine"]
    window.name.set("Week 3")
    window.save(str(tmp_path / "set.json"))
    tasks = list(window.tasks)
    window.buttons["Remove"].invoke()
    assert len(window.tasks) == 2
    window.open(str(tmp_path / "set.json"))
    assert window.tasks == tasks
    window.hand_out(tmp_path / "page.html")
    assert (tmp_path / "page-solutions.html").exists()
    assert "Mine" in (tmp_path / "page.html").read_text()
    given = {str(number): solutions(task) for number, task in enumerate(tasks, start=1)}
    content = {"answers": 1, "title": "Week 3", "student": "Ada", "given": given}
    (tmp_path / "ada.json").write_text(json.dumps(content))
    window.score([str(tmp_path / "ada.json")])
    (row,) = window.scores.get_children()
    assert str(window.scores.set(row, 0)) == "Ada"
    got, _, most = str(window.scores.set(row, 1)).split()
    assert got == most
    window.open(str(tmp_path / "ada.json"))
    assert "no set of exercises" in window.said["text"]
    assert window.tasks == tasks
    host.session.close()
