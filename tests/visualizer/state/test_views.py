"""Where the values over the columns come from, and back.  Needs no display."""

import pytest

from c4.agents import HUMAN
from c4.session.session import Session
from c4.session.settings import EXACT, LEARNED, SEARCH, Settings
from visualizer.state.app import App
from visualizer.state.column_values import source_shown
from visualizer.state.preferences import ANALYSE, PLAY, REVIEW, Preferences


@pytest.fixture
def app():
    made = App(Session(Settings(seats=(HUMAN, HUMAN))), Preferences(mode=ANALYSE))
    yield made
    made.close()


@pytest.mark.parametrize("source", [SEARCH, LEARNED, None])
def test_exact_values_twice_leave_the_source_as_it_was(app, source):
    """And so do live values twice, unless they were off: no row of an earlier search is left behind."""
    app.views.choose_source(source)
    app.views.switch_exact()
    assert app.state.preferences.source == EXACT
    app.views.switch_exact()
    assert app.state.preferences.source == source
    app.views.switch_live()
    app.views.switch_live()
    assert app.state.preferences.source == (source and SEARCH)


def test_values_are_exact_but_in_analyse(app):
    """Whatever source Analyse has, Play and Review say who wins; one key shows and hides that."""
    app.views.choose_source(LEARNED)
    for mode in (PLAY, REVIEW):
        app.show(mode=mode)
        assert source_shown(app.state) == EXACT
        app.views.switch_exact()
        assert app.views.shows_values(EXACT)
        app.views.switch_exact()
        assert not app.views.shows_values()
    app.show(mode=ANALYSE)
    assert source_shown(app.state) == LEARNED
