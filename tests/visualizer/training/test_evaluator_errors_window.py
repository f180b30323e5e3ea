"""The window about an evaluator's errors: groups, the worst positions."""

from dataclasses import replace

import pytest
from working import until, work

from c4.agents.limits import Limits
from c4.arena import errors
from c4.arena.suites import Suite
from c4.game.notation import parse_position
from visualizer.training import evaluator_errors as shown
from visualizer.training.evaluator_errors import DEPTH_SMALLEST, EvaluatorErrorsWindow
from visualizer.training.evaluator_errors_view import ALL_POSITIONS, errors_of, measuring_view
from visualizer.ui.style import set_theme
from visualizer.ui.theme import CONTRAST, DARK


@pytest.fixture
def window(app, root, monkeypatch):
    """The window with v2 and a suite of 210 positions, measured."""
    complete = Suite.open("d")
    small = replace(
        complete, **{name: getattr(complete, name)[::10] for name in ("mine", "theirs", "scores", "stratum")}
    )
    for module in (errors, shown):
        monkeypatch.setattr(module, "open_suite", lambda name: small)
    window = EvaluatorErrorsWindow(app, root)
    until(window, lambda: window.known.study is not None)
    return window


def test_errors_are_shown_by_ply_and_open_in_the_tree(window):
    """Groups list their mistakes; Enter opens one, Ctrl+C copies it; all themes draw."""
    study = window.known.study
    rows = [window.groups.item(name)["values"] for name in window.groups.get_children()]
    assert rows[0][1] == sum(int(row[1]) for row in rows[1:]) == 210
    everything = len(window.table.get_children())
    assert everything == study.mistake.sum()
    window.groups.selection_set("2")
    work(window)
    plies = {window.table.set(name, 0) for name in window.table.get_children()}
    assert 0 < len(window.table.get_children()) < everything
    assert len(plies) <= 4
    window.groups.selection_set("0")
    work(window)
    assert len(window.table.get_children()) == everything
    error = errors_of(study, ALL_POSITIONS)[1][1]
    window.table.selection_set("1")
    until(window, lambda: window.board.position == parse_position(error.position))
    assert window.board.scores[error.best[0]].best
    window.open_selected()
    assert window.app.demonstrated == [(error.position, "alphabeta", Limits(DEPTH_SMALLEST, "v2"))]
    for theme in (DARK, CONTRAST):
        set_theme(window, theme)
        window.update()


def test_another_evaluator_is_measured_and_stopped(window):
    """Another depth is measured anew; Stop ends that; a file that is not a model is refused in a message."""
    window.depth.set("depth 8")
    window.start()
    window.button.invoke()
    assert not window.task.busy
    assert "topped" in window.message["text"]
    window.chooser.take_file("nowhere.json")
    assert "nowhere.json" in window.message["text"]


def test_how_far_a_measurement_is():
    """Without a display: the message, or how many positions have been asked."""
    assert measuring_view(False, 0, 1, "stopped: nothing was asked") == ("Stopped: nothing was asked", None)
    assert measuring_view(True, 0, 1, "asking for a move") == ("Asking for a move", 0)
    assert measuring_view(True, 1050, 2100, "asking") == ("1,050 of 2,100 positions, 50 %", 0.5)
