"""The window that puts two trainings of a sweep side by side."""

from __future__ import annotations

from stand_in import StandIn

from c4.arena.sweep import Point, Results, Training
from c4.arena.sweep_plan import Plan, Trial
from visualizer.kit.theme import DARK
from visualizer.learn.runs import RunsWindow

TRIAL = Trial("choose", (1, 2), "d", 1, ("random",), 1)
PLAN = Plan("windows", (10, 20), ({},), TRIAL, None, {}, "mistakes")


def test_two_trainings_are_chosen_and_compared(root, tmp_path):
    """The best stand first; two chosen have curves and can be compared, by the files of their models; one or a folder
    without a table can not.
    """
    results = Results(tmp_path)
    for seed, alpha, at_end in ((1, 0.1, 0.4), (2, 0.1, 0.2), (1, 0.2, 0.3)):
        points = tuple(Point(10 * at, 1.0, {"mistakes": at_end + 0.2 / at, "random": 0.5}) for at in (1, 2))
        results.keep(PLAN, Training("choose", {"alpha": alpha}, seed, points, b"{}"), TRIAL)
    compared = []
    host = StandIn(root)
    window = RunsWindow(host, {"Errors": lambda *both: compared.append(both)})
    window.open(tmp_path / "nothing")
    assert "there is no table" in window.told["text"].lower()
    assert not (tmp_path / "nothing").exists()
    window.open(tmp_path)
    window.update()
    assert [(one.settings["alpha"], one.seed) for one in window.chosen()] == [(0.1, 2), (0.2, 1)]
    assert [window.table.set(name, 0) for name in window.table.get_children()] == ["A", "B", ""]
    mistakes, _ = window.chart.plots
    assert [round(y) for line in mistakes.lines for y in line.ys] == [40, 30, 50, 40]
    assert [round(y) for y in mistakes.bands[0].high] == [60, 50]  # of both seeds with that setting
    window.buttons["Errors"].invoke()
    ((one, other),) = compared
    assert one.name == "windows"
    assert (one.model, other.model) == tuple(str(tmp_path / "models" / run.model) for run in window.chosen())
    window.set_theme(DARK)
    window.table.selection_set("1")
    window.update()
    assert str(window.buttons["Errors"]["state"]) == "disabled"
    assert window.chart.plots[0].note
    host.session.close()
