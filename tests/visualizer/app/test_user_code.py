"""Your own evaluators and players in the window: loaded, loaded again when saved, and not run at the next start."""

import os
from tkinter import filedialog

import pytest

from c4 import agents, evaluators
from c4.agents import HUMAN
from c4.session.settings import DEFAULT_OPPONENT, Settings
from visualizer.state.preferences import Preferences, PreferencesFile

IDEA = """
def explain(position, side):
    rows = []
    for owner, sign in ((side, {0}), (1 - side, -{0})):
        cells = [cell for cell in range(28, 34) if position.stones[owner] >> cell & 1]
        rows.append(("stones on the right", len(cells), sign, cells))
    return rows


def evaluate(position, side):
    return sum(count * weight for _, count, weight, _ in explain(position, side))
"""


@pytest.fixture
def write(tmp_path):
    """Writes a file, each time with a later time of change; its name."""
    times = []

    def put(text: str, name: str = "my_idea.py") -> str:
        path = tmp_path / name
        path.write_text(text)
        times.append(None)
        os.utime(path, (len(times), len(times)))
        return str(path)

    yield put
    for name in tmp_path.iterdir():
        evaluators.forget(str(name))
        agents.AGENTS.pop(str(name), None)


def test_an_evaluator_is_loaded_and_lives(drive, write, monkeypatch):
    """Loaded it searches the board, saved it searches again; a fault is named while the last good one stays."""
    hand = drive(Settings(seats=(HUMAN, "random")).changed(depth=3))
    session = hand.session
    name = write(IDEA.format(1))
    monkeypatch.setattr(filedialog, "askopenfilename", lambda **named: name)
    hand.tree_ready()
    session.set_up("5")
    session.set(seats=(HUMAN, HUMAN))

    def value() -> int | None:
        result = session.shown_search
        return None if result is None or result.decision.tree is None else int(result.decision.tree.value[0])

    hand.do("load own")
    hand.until(lambda: value() is not None)
    first = session.shown_search.decision.tree
    assert first.evaluator == name
    assert hand.settings_popover.evaluator.get() == "my_idea"
    hand.until(lambda: "plain Python" in hand.app.state.evaluators.form(name))  # a thread loads it
    write(IDEA.format(100))
    hand.until(lambda: value() == 100 * int(first.value[0]))
    hand.app.prefer(heat=True)
    session.analyse()
    hand.until(lambda: not session.thinking)
    hand.pump(0.02)
    assert hand.app.state.weights.name == name
    hand.until(lambda: hand.board.find_withtag("heat"))

    good = evaluators.load(name)
    write("def evaluate(position, side):\n    return 1 / 0\n")
    hand.until(lambda: "line 2: ZeroDivisionError: division by zero, at `return 1 / 0`" in hand.says())
    assert evaluators.load(name) is good
    assert session.shown_search.decision.tree.evaluator == name

    name = write("def choose(position):\n    return 6\n", "my_player.py")
    session.set(seats=(HUMAN, "random"))
    hand.do("load own")
    hand.until(lambda: session.settings.seats == (HUMAN, name))
    session.set_up("4")
    hand.until(lambda: session.moves() == "47")

    session.set(evaluator=evaluators.allow(write("def evaluate(", "broken.py")))  # as the command line names one
    hand.until(lambda: "broken.py line 1: SyntaxError" in hand.says())
    hand.pump(0.02)
    assert hand.settings_popover.evaluator.get() == "broken"


def test_files_are_not_run_at_the_next_start(write, tmp_path):
    """The next start has the usual evaluator and opponent."""
    idea = write(IDEA.format(1))
    player = write("def choose(position):\n    return 0\n", "my_player.py")
    settings = Settings(seats=(HUMAN, agents.allow(player))).changed(evaluator=evaluators.allow(idea))
    assert PreferencesFile(tmp_path / "preferences.json").write(settings, Preferences()) == ""
    evaluators.forget(idea)
    del agents.AGENTS[player]
    result, _, message = PreferencesFile(tmp_path / "preferences.json").read()
    assert (message, result.evaluator, result.seats[1]) == ("", "v2", DEFAULT_OPPONENT)
