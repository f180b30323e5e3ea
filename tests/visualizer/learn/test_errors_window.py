"""The window about an evaluator's errors: groups, the worst positions."""

from dataclasses import replace

import pytest
from patience import until

from c4.agents.limits import Limits
from c4.arena import errors
from c4.arena.suites import Suite
from c4.game.notation import parse_position
from visualizer.learn import errors as shown
from visualizer.learn.errors import LEAST_DEPTH, ErrorsWindow
from visualizer.ui.style import set_theme
from visualizer.ui.theme import CONTRAST, DARK


@pytest.fixture
def window(context, monkeypatch):
    """The window with v2 and a suite of 210 positions, measured."""
    complete = Suite.open("d")
    small = replace(
        complete, **{name: getattr(complete, name)[::10] for name in ("mine", "theirs", "scores", "stratum")}
    )
    for module in (errors, shown):
        monkeypatch.setattr(module, "open_suite", lambda name: small)
    window = ErrorsWindow(context)
    until(window, lambda: window.study is not None)
    return window


def test_errors_are_shown_by_ply_and_open_in_the_tree(window):
    """Groups list their mistakes; Enter opens one, Ctrl+C copies it; all themes draw."""
    study = window.study
    rows = [window.groups.item(name)["values"] for name in window.groups.get_children()]
    assert rows[0][1] == sum(int(row[1]) for row in rows[1:]) == 210
    everything = len(window.errors)
    assert everything == study.mistake.sum()
    window.groups.selection_set("2")
    window.update()
    assert 0 < len(window.errors) < everything
    assert len({error.ply for error in window.errors}) <= 4
    window.groups.selection_set("0")
    window.update()
    assert len(window.errors) == everything
    error = window.errors[1]
    window.table.selection_set("1")
    until(window, lambda: window.board.position == parse_position(error.position))
    assert window.board.scores[error.best[0]].best
    window.open_selected()
    assert window.context.demonstrated == [(error.position, "alphabeta", Limits(LEAST_DEPTH, "v2"))]
    for theme in (DARK, CONTRAST):
        set_theme(window, theme)
        window.update()


def test_another_evaluator_is_measured_and_stopped(window):
    """Another depth is measured anew; Stop ends that; a file that is not a model is refused in a message."""
    window.depth.set("depth 8")
    window.start()
    window.button.invoke()
    assert not window._task.busy
    assert "topped" in window.message["text"]
    window.chooser.take_file("nowhere.json")
    assert "nowhere.json" in window.message["text"]
