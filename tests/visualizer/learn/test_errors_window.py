"""The window about an evaluator's errors: bars, calibration, the worst positions, two evaluators."""

from __future__ import annotations

from dataclasses import replace

import pytest
from patience import until
from stand_in import StandIn

from c4.arena import errors, strength
from c4.arena.error_groups import CUTS
from c4.arena.suites import Suite
from c4.game.notation import parse_position
from visualizer.kit.theme import CONTRAST, DARK
from visualizer.learn import errors as shown
from visualizer.learn.errors import WHOSE, ErrorsWindow
from visualizer.play.chooser import Choice


@pytest.fixture
def opened():
    return []


@pytest.fixture
def window(root, opened, monkeypatch):
    """The window with v2 and a suite of 210 positions, measured."""
    whole = Suite.open("d")
    small = replace(whole, **{name: getattr(whole, name)[::10] for name in ("mine", "theirs", "scores", "stratum")})
    for module in (errors, strength, shown):
        monkeypatch.setattr(module, "opened", lambda name: small)
    host = StandIn(root)
    window = ErrorsWindow(host, "errors 1", Choice("v2"), "red and yellow", lambda *given: opened.append(given))
    until(window, lambda: bool(window.studies))
    yield window
    host.session.close()


def choose(window, box, text):
    box.set(text)
    box.event_generate("<<ComboboxSelected>>")
    window.update()


def test_errors_are_shown_by_kind_and_open_in_the_tree(window, opened):
    """Bars for every division; a click on one lists its mistakes only; Enter opens the selected one, Ctrl+C copies it;
    all themes draw.
    """
    study = window.studies[0]
    for title in list(CUTS.values())[:-1]:
        choose(window, window.cut, title)
        assert sum(group.positions for group in window.groups.groups) == 210
    choose(window, window.cut, CUTS["result"])
    everything = len(window.errors)
    assert everything == study.mistake.sum()
    window.groups.event_generate("<Button-1>", x=5, y=int(window.groups._high() * 1.5))
    assert window.groups.chosen == 1
    assert 0 < len(window.errors) < everything
    assert all(error.was == 0 for error in window.errors)
    window.groups.event_generate("<Button-1>", x=5, y=int(window.groups._high() * 1.5))
    assert len(window.errors) == everything
    error = window.errors[1]
    window.table.selection_set("1")
    until(window, lambda: window.board.position == parse_position(error.position))
    assert window.board.scores[error.best[0]].best
    window.open_selected()
    assert opened == [(error.position, Choice("v2"), 0)]
    window.copy()
    assert window.clipboard_get() == error.position
    for theme in (DARK, CONTRAST):
        window.set_theme(theme)
        window.update()
    assert window.chart.plots[0].across.startswith("moves in ten groups")  # V2 promises no result


def test_the_board_s_width_does_not_change_its_height(window):
    """It is as wide as it is high: a help text that wrapped beside it, and so changed the height, went on for ever."""
    beside = window.board.master
    foot = beside.master
    window.update()
    heights = []
    foot.bind("<Configure>", lambda event: heights.append(event.height), add="+")
    for width in (500, 230, 400):
        beside.configure(width=width)
        window.update()
    assert not heights


def test_two_evaluators_are_compared_in_the_same_positions(window, opened):
    """The second has bars of its own; lists of what only one of them gets wrong; what opens is searched by the one that
    errs.
    """
    window.choosers[1].take(Choice("windows"))
    until(window, lambda: len(window.studies) == 2)
    first, second = window.studies
    assert all(len(group.shares) == 2 for group in window.groups.groups)
    assert "Only A errs" in window.told["text"]
    lengths = {}
    for whose in WHOSE:
        choose(window, window.whose, whose)
        lengths[whose] = len(window.errors)
    assert lengths["mistakes of B"] == second.mistake.sum()
    assert lengths["only B errs"] == (second.mistake & ~first.mistake).sum()
    window.open_selected()
    assert opened[-1][1] == Choice("windows")
    window.depth.set("depth 8")
    window.start()
    window.button.invoke()
    assert not window._errand.busy
    assert "topped" in window.told["text"]
    window.choosers[1].take_file("nowhere.json")
    assert "nowhere.json" in window.told["text"]
