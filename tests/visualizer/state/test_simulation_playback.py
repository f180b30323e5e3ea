"""The playback of Monte-Carlo tree search says of each node what is true at that moment."""

import math

import pytest
from figures import figure_of
from patience import wait_until

from c4.agents import HUMAN
from c4.agents.limits import Limits
from c4.game.position import Position
from c4.mcts.search import search
from c4.session.session import Session
from c4.session.settings import Settings
from c4.tree.moments import after
from c4.tree.simulation_replay import EXPANSION, PHASES, PLAYOUT, SELECTION
from visualizer.app.status_bar import StatusPane
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE, OVERVIEW, Preferences
from visualizer.state.tree.card import card_view
from visualizer.state.tree.glyphs import effort_of
from visualizer.state.tree.playback import Playback
from visualizer.state.tree.simulation_playback import playback_of
from visualizer.state.tree.view import Folding
from visualizer.state.views import shows_overview
from visualizer.ui.theme import LIGHT


def test_a_new_node_is_called_new_until_its_first_simulation_is_backed_up():
    """In the first fifty simulations: while it is expanded and played out the card has no tree for it, then it has."""
    tree = search(Position(), 50, seed=1).tree
    playback = playback_of(tree, Folding(), Playback())
    for event in range(50 * PHASES):
        playback = playback.at(event, 0.0)
        row = playback.scene.row
        if playback.scene.phase in (EXPANSION, PLAYOUT):
            assert playback.subject(row) is None
            assert playback.so_far(row).story.startswith("This node is new")
        elif event:
            shown, place = playback.subject(row)
            assert shown.samples.visits[place]
            assert playback.so_far(row) is None


@pytest.fixture
def app():
    limits = Limits(simulations=100, seed=1)
    session = Session(Settings(seats=(HUMAN, HUMAN), algorithm="mcts", analysis=limits))
    made = App(session, Preferences(mode=ANALYSE, animation=False, unfolded={OVERVIEW: True}))
    made.tree.load()
    made.code_loaded()
    made.search.analyse()
    wait_until(lambda: made.state.tree.view is not None and not made.session.thinking, made.poll)
    yield made
    made.close()


def texts_below(app):
    """What is written in and below each visible node, by its line."""
    tree = app.state.tree
    shown = [(key, data) for key, data in tree.graph.nodes(data="data") if isinstance(key, int) and not data.invisible]
    return {tuple(tree.tree.path(key)): f"{data.detail} {data.note}" for key, data in shown}


def test_the_values_of_all_rivals_are_in_the_tree_while_one_is_selected(app):
    """At every selection of the first simulations each reply has its UCT value; in other phases none has one."""
    model = app.tree.model
    model.toggle_playback()
    for number in range(9, 40):
        model.seek((number - 1) * PHASES + SELECTION)
        app.sync()
        scores = {path: text.rpartition("UCT ")[2] for path, text in texts_below(app).items() if "UCT" in text}
        tree, _ = after(app.state.tree.tree, number - 1)
        log_visits = math.log(tree.samples.visits[0])
        path = app.state.tree.tree.path(model.playback.scene.row)
        for reply in tree.children(0):
            visits = tree.samples.visits[reply]
            value = tree.samples.mean(reply) + 1.4 * math.sqrt(log_visits / visits)
            line = tree.path(reply)
            if line == path[:1] and path[1:]:  # edges begin below it, and its parent has the note
                assert f"Red selects {line[0] + 1}: UCT " in model.playback.notes(("Red", "Yellow"))[0]
                assert tuple(line) not in scores
            else:
                assert scores[tuple(line)].strip() == f"{value:.2f}".replace("-", "−")
    model.seek(38 * PHASES + PLAYOUT)
    app.sync()
    assert not any("UCT" in text for text in texts_below(app).values())


def test_nothing_speaks_of_the_finished_search_while_simulations_are_played_back(app):
    """Status line and header name the simulation and its phase, the overview is hidden, evaluators have no part."""

    def status():
        return StatusPane.view(*[getattr(app.state, name) for name in StatusPane.reads])

    assert "100 simulations" in status()
    assert shows_overview(app.state.preferences, app.state.tree)
    model = app.tree.model
    model.toggle_playback()
    model.seek(8 * PHASES + SELECTION)
    wait_until(lambda: not model.card_waits, app.poll)
    assert status().startswith("Playback: simulation 9 of 100, phase 1 of 4, selection.")
    assert "exploration constant c = 1.4" in app.state.tree.header
    assert not shows_overview(app.state.preferences, app.state.tree)
    card = card_view(app.state.tree, app.state.evaluators, app.names())
    assert (card.evaluators, card.parts_title) == ((), "")
    model.toggle_playback()
    app.sync()
    assert shows_overview(app.state.preferences, app.state.tree)
    assert card_view(app.state.tree, app.state.evaluators, app.names()).evaluators


def test_the_line_of_the_simulation_is_marked_and_no_other(app):
    """Best play, which is blue elsewhere, would look like what is selected; edges on the line have the colour of text."""
    model = app.tree.model
    model.toggle_playback()
    for number in range(9, 40):
        model.seek((number - 1) * PHASES + SELECTION)
        app.sync()
        tree = app.state.tree
        assert not [key for key, data in tree.graph.nodes(data="data") if data.principal]
        figure = figure_of(model)
        edges = {line.key: line.ink for line in figure.lines if line.name == "edge"}
        marked = {row for row, ink in edges.items() if ink == LIGHT.text}
        assert marked == set(tree.playback.path()) & set(edges)


def test_results_and_the_move_are_explained_at_every_moment(app):
    """The header says what a result means, the headline which move would be played; the card for whom W counts."""
    assert app.state.tree.headlines[0].startswith("It plays column ")
    model = app.tree.model
    model.toggle_playback()
    for number in (2, 9, 60):
        for phase in range(PHASES):
            model.seek((number - 1) * PHASES + phase)
            app.sync()
            tree = app.state.tree
            assert "values for Red: +1 won, 0 draw, −1 lost" in tree.header
            now, _ = after(tree.tree, tree.playback.scene.ended)
            best = now.best_child(0)
            assert bool(tree.headlines) == (best is not None)
            if best is not None:
                assert tree.headlines[0].startswith(f"Now it would play column {now.move[best] + 1}: most visits")
    wait_until(lambda: not model.card_waits, app.poll)
    assert " for Red\n" in card_view(app.state.tree, app.state.evaluators, app.names()).value
    model.seek(model.playback.last)
    app.sync()
    assert app.state.tree.headlines[0].startswith("It plays column ")


def test_each_simulation_unfolds_its_own_path(app):
    """What the last one unfolded is folded at the root, so that all replies that are compared have room."""
    model = app.tree.model
    model.toggle_playback()
    for number in range(9, 60):
        for phase in range(PHASES):
            model.seek((number - 1) * PHASES + phase)
            view = model.state.view
            path = model.playback.path()
            unfolded = {row for row in view.rows if view.is_expanded(row)}
            assert unfolded <= set(path)


def test_the_new_node_is_solid_among_the_dashed_replies(app):
    """A dashed outline means that a reply has not been tried and is no node yet."""
    model = app.tree.model
    model.toggle_playback()
    for event in (PHASES + EXPANSION, 8 * PHASES + EXPANSION, 8 * PHASES + PLAYOUT):
        model.seek(event)
        app.sync()
        tree = app.state.tree
        new = tree.playback.scene.row
        nodes = dict(tree.graph.nodes(data="data"))
        siblings = {row for row in tree.tree.children(int(tree.tree.parent[new])) if row in nodes}
        assert {row for row in siblings if not nodes[row].dashed} == {new}


def test_of_two_edges_the_one_with_more_visits_is_wider(app):
    """Also where they are on different plies: one visit below a node with two is no wider than one at the root."""
    tree = app.state.tree.tree
    rows = [row for row in range(1, len(tree)) if tree.samples.visits[row]]
    by_visits = sorted(rows, key=lambda row: tree.samples.visits[row])
    widths = [effort_of(tree, row) for row in by_visits]
    assert widths == sorted(widths)
    assert effort_of(tree, 0) == 1
