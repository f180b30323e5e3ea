"""What the tab Learned says: numbers stand under the name that they belong to.  Needs no display."""

import numpy as np
import pytest
from patience import wait_until
from walking import record

from c4 import models
from c4.agents import HUMAN
from c4.errors import C4Error
from c4.evaluators import load
from c4.evaluators.network import Network
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.state.app import App
from visualizer.state.preferences import Preferences
from visualizer.state.weights import PREPARING
from visualizer.tree.weights_pane import WeightsPane


@pytest.fixture
def app():
    """The page of a unit of the network is shown."""
    made = App(Session(Settings(seats=(HUMAN, HUMAN))), Preferences(animation=False))
    for name in ("network", "taught"):
        made.loader.require(name, None)
    made.sync()
    made.weights.choose("network")
    made.weights.choose_page("unit 2")
    yield made
    made.close()


def said(app):
    return record(WeightsPane, app.state)


def made(app):
    """What is said once the chosen page is there, or a sentence why it is not."""
    wait_until(lambda: said(app).title != PREPARING, app.poll)
    return said(app)


def numbers(page):
    return np.stack([heat.values for heat in page.heats])


def test_another_page_is_waited_for(app):
    """Its name stands above no numbers of the page before."""
    assert said(app).title == PREPARING
    assert made(app).page.name == "unit 2"
    app.weights.choose_page("unit 3")
    assert said(app).page_name == "unit 3"
    assert said(app).page is None
    assert said(app).title == PREPARING
    assert made(app).page.name == "unit 3"
    app.weights.choose_page("")
    assert said(app).title.startswith("Value for")
    app.weights.choose_page("unit 3")
    assert said(app).page.name == "unit 3", "it is still there"


def test_another_evaluator_with_a_page_of_that_name_is_waited_for(app):
    """Its name stands above no numbers of the evaluator before."""
    before = made(app).page
    app.weights.choose("taught")
    assert said(app).page_name == "unit 2"
    assert said(app).page is None
    assert said(app).title == PREPARING
    after = made(app).page
    assert not np.array_equal(numbers(after), numbers(before))
    assert np.array_equal(numbers(after), numbers(load("taught").page("unit 2")))


def test_another_model_is_waited_for(app, tmp_path):
    """Its name stands above no numbers of the model before."""
    before = made(app).page
    mine = tmp_path / "mine.npz"
    mine.write_bytes(models.default_path("network", ".npz").read_bytes())
    app.search.use_model(str(mine))
    assert ("network", "Network: mine") in said(app).evaluators
    assert said(app).title == PREPARING
    app.loader.require("network", str(mine))
    app.sync()
    assert said(app).page_name == "unit 2"
    assert said(app).page is None
    assert made(app).page is not before


def test_why_a_page_cannot_be_made_is_said_of_that_page(app, monkeypatch):
    """Not of the next one that is chosen."""
    made(app)
    page = Network._page

    def refuse(network, name, position):
        if name == "unit 3":
            raise C4Error("this unit is broken")
        return page(network, name, position)

    monkeypatch.setattr(Network, "_page", refuse)
    app.weights.choose_page("unit 3")
    assert made(app).title == "This unit is broken"
    assert said(app).page is None
    app.weights.choose_page("unit 4")
    assert said(app).title == PREPARING
    assert made(app).page.name == "unit 4"


def test_a_page_that_follows_the_board_stays_until_the_next_is_there(app):
    """That takes a moment: going through a game, the page does not flicker."""
    before = made(app).page
    app.session.set_up("44", paused=True)
    app.sync()
    assert said(app).page is before
    wait_until(lambda: said(app).page is not before, app.poll)
    after = said(app).page
    assert [heat.marks for heat in after.heats] != [heat.marks for heat in before.heats]
    assert np.array_equal(numbers(after), numbers(before))
