"""The first start, while the program is still being compiled.  Needs no display."""

from dataclasses import replace
from threading import current_thread, main_thread

import pytest
from patience import wait_until

from c4.agents import HUMAN
from c4.evaluators import load
from c4.game.position import Position
from c4.kernels import jit
from c4.search.fixed_depth import search
from c4.session.compilation import Compilation, KernelCount
from c4.session.live import NOTHING
from c4.session.session import Session
from c4.session.settings import EXACT, LEARNED, SEARCH, Settings
from c4.strategy import threats
from c4.tree.explain import story
from c4.tree.reason import cut_of
from visualizer.app.status_bar import LESSON_KEYS, ProgressPane, StatusPane
from visualizer.board.value_graph import GraphPane
from visualizer.review.view import review_view
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE, LEARN, PLAY, PUZZLES, Preferences
from visualizer.state.state import NO_HINT
from visualizer.state.tree.model import TreeModel

TREE = search(Position(), 4, load("v2")).tree
SOLVER_HALF_COMPILED = Compilation(KernelCount(20, 160), KernelCount(12, 48))
SOLVER_COMPILED = Compilation(KernelCount(60, 160), KernelCount(48, 48))
ALL_COMPILED = Compilation(KernelCount(160, 160), KernelCount(48, 48))


@pytest.fixture
def app():
    made = App(
        Session(Settings(seats=(HUMAN, HUMAN))),
        Preferences(mode=ANALYSE, source=EXACT, scores={ANALYSE: True, PLAY: True}, graph=True),
    )
    made.session.set_up("445356432", paused=True)
    made.session.play(6)
    yield made
    made.close()


def view_of(pane, app):
    return pane.view(*[getattr(app.state, name) for name in pane.reads])


def compiling(app, compilation):
    app.session.threads.compilation = compilation
    app.poll()


def test_exact_values_wait_for_the_solver_alone(app):
    """They are there, and the game is reviewed, while evaluators and searches are still being compiled."""
    app.poll()
    assert app.session.live.source is None
    compiling(app, SOLVER_COMPILED)
    wait_until(lambda: app.state.values.scores, app.poll)
    assert not app.state.progress.ready
    wait_until(lambda: app.state.review.complete, app.poll)


@pytest.mark.parametrize("source", [SEARCH, LEARNED])
def test_other_values_wait_for_all_code(app, source):
    """And say how far it is."""
    compiling(app, SOLVER_COMPILED)
    app.views.choose_source(source)
    app.poll()
    assert app.session.live.source is None
    assert "60 of 160 parts are ready" in app.state.values.captions[0]


def test_what_waits_for_the_solver_says_so(app):
    """Column values, value graph, review, status line and progress bar say how far it is compiled, and then no more."""
    app.session.live.look = lambda *_, **options: None  # nothing is found before it is compiled
    app.review._task.start = lambda work: None
    compiling(app, SOLVER_HALF_COMPILED)
    parts = "12 of 48 parts are ready"
    assert parts in app.state.values.captions[0]
    assert parts in view_of(GraphPane, app).graph.curves.waiting
    assert "20 of 160 parts are ready" in view_of(StatusPane, app)
    assert ". You can already play" in view_of(StatusPane, app)
    assert view_of(ProgressPane, app) == pytest.approx(12 / 48)
    app.review.show()
    state = app.state
    review = replace(state.review, busy=True)
    words = review_view(state.game, state.settings, state.preferences, state.shown, state.progress, review, None).words
    assert parts in words.progress
    for mode in (LEARN, PUZZLES, PLAY, ANALYSE):
        app.views.show_mode(mode)
        assert "20 of 160 parts are ready" in view_of(StatusPane, app), "no bar without words"
    compiling(app, SOLVER_COMPILED)
    assert "parts" not in " ".join(app.state.values.captions)
    assert "parts" not in view_of(GraphPane, app).graph.curves.waiting
    assert view_of(ProgressPane, app) == pytest.approx(60 / 160)
    compiling(app, ALL_COMPILED)
    assert "parts" not in view_of(StatusPane, app)
    assert app.state.progress.known == NOTHING
    assert view_of(ProgressPane, app) is None


def test_a_hint_a_playback_and_a_lesson_leave_room_for_how_far_it_is(app):
    """The progress bar shows it then, too, and no bar is without words; it goes when all is compiled."""
    app.tree.load()
    app.views.choose_source(None)
    app.search.set_analysis("alphabeta", depth=2)

    def come_to_rest():
        wait_until(lambda: not app.session.thinking and app.state.tree.view is not None, app.poll)

    def says(words):
        for compilation in (SOLVER_COMPILED, ALL_COMPILED):
            compiling(app, compilation)
            line = view_of(StatusPane, app)
            assert words in line
            bar = view_of(ProgressPane, app)
            assert bar == (None if compilation is ALL_COMPILED else pytest.approx(60 / 160))
            assert line.endswith("itself: 60 of 160 parts are ready.") == (bar is not None)

    come_to_rest()
    app.search._hint.start = lambda work: None
    app.search.hint()
    says("Looking for a hint...")
    app.change(hint=NO_HINT)
    app.tree.model.open_playback()
    app.sync()
    says("Playback: ")
    app.tree.end_playback()
    app.lessons.open("alpha-beta")
    come_to_rest()
    says(LESSON_KEYS)
    app.lessons.leave()


@pytest.fixture
def called_kernels(monkeypatch):
    """The names of the kernels that the window's thread calls; none of them is compiled as yet."""
    called = []

    def note(kernel, *arguments):
        if current_thread() is main_thread():
            called.append(kernel.__name__)
        return run(kernel, *arguments)

    run = jit.Kernel.__call__
    monkeypatch.setattr(jit.Kernel, "__call__", note)
    monkeypatch.setattr(jit, "background", True)
    monkeypatch.setattr(jit, "numba_loaded", False)
    return called


def test_the_card_of_a_cut_node_waits_for_no_kernel(called_kernels):
    """How many positions a cutoff skipped is an upper bound until what counts them is compiled."""
    tree = TREE
    cut_nodes = [row for row in range(len(tree)) if cut_of(tree, row) is not None]
    texts = [story(tree, row, ("Red", "Yellow")) for row in cut_nodes]
    assert cut_nodes
    assert all("skipped at most" in text for text in texts)
    assert not called_kernels


def test_the_playback_says_that_it_is_not_compiled(called_kernels):
    """And opens as soon as it is."""
    model = TreeModel(lambda row: None)
    model.show(TREE)
    model.open_playback()
    assert "being compiled" in model.state.message
    assert not model.state.playback.is_open
    assert not called_kernels
    jit.background = False
    model.open_playback()
    assert model.state.playback.is_open


def test_the_marks_of_threats_wait_for_no_kernel(called_kernels):
    """Proofs of who wins are left out until they are compiled."""
    position = Position.from_moves("46653463727326454")
    assert threats.find(position).proved is None
    assert not called_kernels
    jit.background = False
    assert threats.find(position).proved is not None
