"""An unexpected error, wherever it happens, ends up in the window's list of errors with its traceback."""

import pytest
from patience import until

from c4 import evaluators
from c4.agents import HUMAN
from c4.agents.limits import Limits
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.app.window import Window
from visualizer.state.app import App
from visualizer.ui.background import BackgroundTask, Debounce


class Injected(Exception):
    """A bug."""


def bug(*_, **__):
    raise Injected


@pytest.fixture
def window(root, tmp_path, monkeypatch):
    """A window with a person against an agent; the log file goes to a folder of the test."""
    monkeypatch.setenv("C4_DATA", str(tmp_path))
    window = Window(root, App(Session(Settings(seats=(HUMAN, "random")))))
    yield window
    window.close()


def in_an_agent(window, monkeypatch):
    monkeypatch.setattr("c4.agents.search.Random.choose", bug)
    window.app.game.play(3)


def in_an_evaluator(window, monkeypatch):
    monkeypatch.setattr(evaluators, "load", bug)
    monkeypatch.setattr("c4.agents.search.load", bug, raising=False)
    window.do("search position")


def in_a_background_task(window, monkeypatch):
    BackgroundTask(window.root, window.app.session.worker("test"), print, window.app.say).start(bug)


def in_a_callback(window, monkeypatch):
    window.root.bind("<<Bug>>", bug)
    window.root.event_generate("<<Bug>>")


def in_a_timer(window, monkeypatch):
    Debounce(window.root, bug).after(1)


def while_learning(window, monkeypatch):
    monkeypatch.setattr("c4.session.worker.Thinker._agent_of", bug)
    window.app.session._thinker.learn("sarsa", window.app.session.position, (), 0, Limits())


def while_a_module_is_loaded(window, monkeypatch):
    monkeypatch.setattr("visualizer.app.loading.import_module", bug)
    window.loading.load("visualizer.not_loaded:Nothing", print)


PLACES = [in_an_agent, in_an_evaluator, in_a_background_task, in_a_callback, in_a_timer, while_learning]


@pytest.mark.parametrize("inject", [*PLACES, while_a_module_is_loaded])
def test_errors_reach_the_list(inject, window, tmp_path, monkeypatch):
    """The message names the log file, the list has the traceback, and play goes on."""
    inject(window, monkeypatch)
    until(window.root, lambda: window.errors)
    assert "Injected" in window.errors[0]
    assert "in bug" in window.errors[0]
    until(window.root, lambda: str(tmp_path / "c4.log") in window.app.state.message.text)
    assert "in bug" in (tmp_path / "c4.log").read_text()
    window.app.search.change(seats=(HUMAN, HUMAN))
    before = len(window.app.session.moves())
    window.app.game.play(0)
    assert len(window.app.session.moves()) == before + 1


def test_there_is_one_list_of_all_errors(window):
    """It counts them, and copies all details."""
    for _ in range(2):
        window.root.after(1, bug)
    until(window.root, lambda: len(window.errors) == 2)
    listed = window.windows.open["errors"]
    assert "2 errors" in listed.summary["text"]
    listed.copy()
    assert window.root.clipboard_get() == "\n".join(window.errors)
