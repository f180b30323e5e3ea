"""`python interface.py` paints before anything heavy is loaded, and says what is missing."""

import sys
from dataclasses import replace

import pytest
from commands import python

from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.models import SAVED_MODELS
from c4.search.fixed_depth import search
from c4.session.session import Session
from c4.session.settings import WINDOW_DEFAULTS
from c4.tree import treefile
from visualizer.app import start
from visualizer.app.arguments import read_arguments
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE


def test_agents_with_their_options_take_the_seats():
    """Options say who plays, and how; a person sees an agent's limits."""
    window = App(Session(WINDOW_DEFAULTS))
    try:
        read_arguments(["44", "--second", "engine:time_ms=50", "--evaluator", "v1"]).apply(window)
        settings = window.session.settings
        assert settings.seats == ("human", "engine")
        assert (settings.limits.time_ms, settings.limits.evaluator) == (50, "v1")
        assert window.session.moves() == "44"
        read_arguments(["--first", "minimax"]).apply(window)
        assert window.session.settings.seats == ("minimax", "human")
        read_arguments(["--second", "engine"]).apply(window)
        assert window.session.settings.seats == ("human", "engine")
        read_arguments(["--depth", "3"]).apply(window)
        assert (window.session.settings.limits.depth, window.session.settings.limits.time_ms) == (3, None)
        table = str(SAVED_MODELS / "sarsa.npz")
        nine = str(SAVED_MODELS / "windows.json")
        read_arguments(["--first", "sarsa", "--second", "human", "--model", table]).apply(window)
        settings = window.session.settings
        assert settings.limits_of("sarsa").model == table
        assert settings.limits_of("alphabeta").model is None
        read_arguments(["--first", "human", "--second", "alphabeta", "--model", nine]).apply(window)
        limits = window.session.settings.limits_of("alphabeta")
        assert (limits.evaluator, limits.model) == ("windows", nine)
    finally:
        window.close()


def test_an_argument_may_be_a_file_or_a_typed_position_of_the_standard_board(tmp_path):
    """A saved game keeps its headers, a file of one position is set up, and a saved tree is shown."""
    app = App(Session(replace(WINDOW_DEFAULTS, rules=Rules(4, 5))))
    session = app.session
    game = tmp_path / "one.c4game"
    game.write_text('[First "Ada"]\n\n4453')
    position = tmp_path / "position.txt"
    position.write_text("12\n")
    tree = tmp_path / "tree.npz"
    treefile.save(tree, search(Position.from_moves("44"), 2, load("v1")).tree)
    try:
        read_arguments([str(game)]).apply(app)
        assert session.moves() == "4453"
        assert session.game.opened.first == "Ada"
        assert session.position.rules == STANDARD
        read_arguments([position.as_uri()]).apply(app)
        assert session.moves() == "12"
        read_arguments([str(tree)]).apply(app)
        assert session.moves() == "12"
        assert session.shown_search.decision.tree.root == Position.from_moves("44")
        assert app.state.shown.mode == ANALYSE
        assert app.state.preferences.recent == (str(tree), str(position), str(game))
    finally:
        session.close()
    app = App(Session(replace(WINDOW_DEFAULTS, rules=Rules(4, 5))))
    session = app.session
    try:
        read_arguments(["77"]).apply(app)
        assert session.position.rules == STANDARD
    finally:
        session.close()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["absent.c4game"], "there is no file absent.c4game"),
        (["48"], "'8' at place 2 of '48' is not a column"),
        (["--first", "nobody"], "unknown agent 'nobody'"),
        (["--second", "engine:speed=9"], "unknown option 'speed'"),
        (["--evaluator", "v9"], "unknown evaluator 'v9'"),
        (["--fast"], "unrecognized arguments: --fast"),
    ],
)
def test_wrong_arguments(words, message, capsys, monkeypatch):
    """What is no game, agent or option ends with status 2 before a window opens, and says what was wrong."""
    monkeypatch.setattr(sys, "argv", ["c4-window", *words])
    with pytest.raises(SystemExit) as exit:
        start.main()
    assert exit.value.code == 2
    error = capsys.readouterr().err
    assert message in error
    assert "interface.py" not in error


HEAVY = ("numba", "numpy", "networkx", "matplotlib")


def test_the_board_is_painted_before_anything_heavy_is_imported(root):
    """A new process paints and plays without numba, numpy, networkx and matplotlib."""
    code = f"""
import sys, tkinter
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.app.window import Window
from visualizer.state.app import App
app = App(Session(Settings(seats=("human", "human"))))
window = Window(tkinter.Tk(), app)
window.root.update_idletasks()
assert window.play.board.find_all()
app.do("column 4")
window.show()
assert app.session.position.ply == 1
assert window.play.board.position.ply == 1
print([name for name in {HEAVY!r} if name in sys.modules])
"""
    out = python("-c", code)
    assert out.returncode == 0, out.stderr
    assert out.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("missing", "message"), [("a display", "c4 play"), ("Tk", "python3-tk")], ids=["no display", "no Tk"]
)
def test_what_is_missing_is_one_sentence_and_status_2(tmp_path, missing, message):
    """Without a display, or without Tk, it names the remedy and the way in the terminal, without a traceback."""
    if missing == "Tk":
        (tmp_path / "tkinter.py").write_text("raise ImportError('No module named _tkinter')\n")
    out = python("interface.py", env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(tmp_path)})
    assert out.returncode == 2
    assert len(out.stderr.strip().splitlines()) == 1
    assert message in out.stderr
    assert "c4 play" in out.stderr


END = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from c4.tree import treefile
from visualizer.app import start
from visualizer.app.window import Window
painted = Window._after_first_paint
def then(self):
    painted(self)
    self.root.after(1, lambda: {ends})
Window._after_first_paint = then
sys.argv = ["interface.py"]
start.main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    ("ends", "status", "message"),
    [("self.close()", 0, ""), ("os.kill(os.getpid(), signal.SIGINT)", 130, "stopped\n")],
    ids=["closed", "Ctrl-C"],
)
def test_it_ends_while_it_is_loading(root, tmp_path, monkeypatch, ends, status, message):
    """Closed in its first moments, or by Ctrl-C, it ends quietly: threads that load are not waited for."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    out = python("-c", END.format(ends=ends))
    assert (out.returncode, out.stderr) == (status, message)
    assert (tmp_path / "connect4" / "window.json").exists()
