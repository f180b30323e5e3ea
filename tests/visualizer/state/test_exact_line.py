"""Beside a search in Analyse stands what exact values say, named as such.  Needs no display."""

import pytest
from patience import wait_until

from c4.agents import HUMAN
from c4.agents.limits import Limits
from c4.session.compilation import Compilation, KernelCount
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE, PLAY, Preferences
from visualizer.tree.origin_bar import OriginBar

LOSING_AT_DEPTH_1 = "62442713222"
"""Here a search one ply deep with V2 prefers a column that loses, though another wins."""


@pytest.fixture
def app():
    session = Session(Settings(seats=(HUMAN, HUMAN), analysis=Limits(depth=1)))
    made = App(session, Preferences(mode=ANALYSE, animation=False))
    made.tree.load()
    yield made
    made.close()


def line(app):
    return OriginBar.view(*[getattr(app.state, name) for name in OriginBar.reads]).text


def searched(app, moves):
    app.session.set_up(moves, paused=True)
    app.search.analyse()
    wait_until(lambda: app.state.tree.view is not None and not app.session.thinking, app.poll)
    wait_until(lambda: app.state.exact.advice is not None, app.poll)


def test_the_exact_line_contradicts_a_search_by_name(app):
    """It says which column is best by exact values, and what is wrong with the one that the search prefers."""
    app.code_loaded()
    searched(app, LOSING_AT_DEPTH_1)
    decision = app.state.searches.shown.decision
    advice = app.state.exact.advice
    assert advice.column != decision.column
    words = line(app)
    assert f"By exact values column {advice.column + 1} is best: " in words
    assert f"This search prefers column {decision.column + 1}. " in words
    app.tree.model.toggle_playback()
    app.sync()
    assert "exact" not in line(app)
    app.show_mode(PLAY)
    app.sync()
    assert app.state.exact.position is None


def test_it_waits_for_the_solver(app):
    """While that is still being compiled nothing is asked; then it is."""
    app.session.set_up(LOSING_AT_DEPTH_1, paused=True)
    app.search.analyse()
    wait_until(lambda: app.state.tree.view is not None and not app.session.thinking, app.poll)
    app.session.threads.compilation = Compilation(KernelCount(1, 9), KernelCount(1, 4))
    app.poll()
    assert app.state.exact.position is None
    app.session.threads.compilation = Compilation(KernelCount(4, 9), KernelCount(4, 4))
    wait_until(lambda: app.state.exact.advice is not None, app.poll)
