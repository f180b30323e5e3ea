"""Your own search in Analyse: it has its own settings, follows the board, and gives way to the search behind a move."""

import time

import pytest
from patience import LONG

from c4.agents import HUMAN
from c4.agents.levels import Level, Slip
from c4.agents.limits import Limits
from c4.game.position import Position
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.state.app import App
from visualizer.state.preferences import Preferences
from visualizer.state.sentences import subject_of
from visualizer.tree.analysis_bar import AnalysisBar


@pytest.fixture
def make():
    made = []

    def start(*seats):
        session = Session(Settings(seats=seats or (HUMAN, "amateur"), analysis=Limits(depth=3)))
        app = App(session, Preferences(mode="analyse", animation=False))
        made.append(app)
        app.tree.load()
        app.code_loaded()
        return app

    yield start
    for app in made:
        app.close()


def until(app, done):
    end = time.monotonic() + LONG
    while not done():
        assert time.monotonic() < end, "it never came to that"
        app.poll()
        time.sleep(0.005)


def settled(app):
    """Waits until nothing is searched, and the tree that belongs to the state is shown."""
    app.poll()

    def shown() -> bool:
        about = app.state.searches.shown
        return about is not None and about is app.state.tree.about and not app.session.thinking

    until(app, shown)
    return app.state.tree


def bar(app):
    """What the bar above the tree says."""
    return AnalysisBar.view(*[getattr(app.state, name) for name in AnalysisBar.reads])


def test_every_change_searches_the_board_again(make):
    """Depth, algorithm and evaluator take effect at once, and the bar says what is set."""
    app = make(HUMAN, HUMAN)
    assert settled(app).tree.depth == 3
    app.search.deepen(1)
    assert settled(app).tree.depth == 4
    app.search.next_algorithm()
    assert settled(app).tree.algorithm == "minimax"
    app.search.set_analysis(evaluator="v1")
    assert settled(app).tree.evaluator == "v1"
    said = bar(app)
    assert (said.algorithm, said.effort, said.evaluator) == ("Minimax", "depth 4", "V1")


def test_a_change_during_a_search_starts_it_again(make):
    """A search that runs is replaced by one with the new settings."""
    app = make(HUMAN, HUMAN)
    app.search.set_analysis(depth=30)
    until(app, lambda: app.session.thinking)
    app.search.set_analysis(depth=2)
    assert settled(app).tree.depth == 2


def test_players_keep_their_settings(make):
    """What you set in Analyse is not what an opponent searches with."""
    app = make(HUMAN, "alphabeta")
    before = app.session.settings.limits_of("alphabeta", 1)
    app.search.set_analysis("minimax", depth=2, evaluator="v1")
    assert app.session.settings.limits_of("alphabeta", 1) == before
    assert app.session.settings.seats == (HUMAN, "alphabeta")


def test_moving_through_the_game_searches(make):
    """Each position that you go to is searched, and one that has been searched so before shows its tree at once."""
    app = make(HUMAN, HUMAN)
    first = settled(app).tree
    app.game.play(3)
    assert settled(app).about.position.ply == 1
    app.game.undo()
    app.poll()
    assert settled(app).tree is first


def test_the_search_behind_a_move_is_shown_first(make):
    """After a reply you see the search that chose it, the move selected; one click leads to your own and back."""
    app = make(HUMAN, "amateur")
    settled(app)
    app.game.play(3)
    until(app, lambda: app.session.game.at == 2 and not app.session.thinking)
    state = settled(app)
    theirs = state.about
    assert not theirs.analysis
    played = app.session.game.moves[-1]
    assert state.tree.path(state.selected) == (played,)
    words = subject_of(app.state.game, app.names(), theirs).text
    assert words.startswith(f"Amateur's search for move 2: it played column {played + 1}")
    assert bar(app).other == "Search this position"
    app.search.swap_searches()
    assert settled(app).about.position == app.session.position
    assert bar(app).other == "Amateur's search"
    app.search.swap_searches()
    app.poll()
    assert settled(app).about is theirs


@pytest.mark.parametrize("searched", [True, False])
def test_button_and_key_lead_to_the_other_search_alike(make, searched):
    """Also of a game that was given up: your own search of the board can be shown again, but the board not be searched."""
    app = make(HUMAN, "amateur")
    settled(app)
    app.game.play(3)
    until(app, lambda: app.session.game.at == 2 and not app.session.thinking)
    settled(app)
    if searched:
        app.search.swap_searches()
        mine = settled(app).about
        app.search.swap_searches()
    app.game.resign()
    app.poll()
    assert app.state.game.outcome is not None
    assert not app.session.showing_own
    assert bool(bar(app).other) == (app.search.why_not_swap() == "") == searched
    if searched:
        app.search.swap_searches()
        app.poll()
        assert app.state.tree.about is mine
        assert bar(app).other == "Amateur's search"


def test_all_values_count_for_max(make):
    """Row, status line and tree have the point of view of the side that searched."""
    app = make(HUMAN, "amateur")
    app.game.play(3)
    until(app, lambda: app.session.game.at == 2 and not app.session.thinking)
    tree = settled(app).tree
    assert app.names().viewer() == "Yellow"
    values = app.state.searches.shown.decision.columns
    for column, score in app.state.values.scores.items():
        assert score.sign in (0, (values[column].points > 0) - (values[column].points < 0))
    assert tree.maximizer == 1
    app.search.swap_searches()
    settled(app)
    assert app.names().viewer() == "you (Red)"


def test_the_searches_of_one_position_do_not_replace_each_other(make):
    """Your own search of the position before the reply leaves the tree that chose the reply."""
    app = make(HUMAN, "amateur")
    app.game.play(3)
    until(app, lambda: app.session.game.at == 2 and not app.session.thinking)
    theirs = settled(app).about
    app.game.go_to(1)
    mine = settled(app).about
    assert (mine.position, mine.analysis) == (theirs.position, True)
    app.game.go_to(2)
    app.search.swap_searches()
    app.poll()
    assert settled(app).about is theirs


def test_a_position_that_is_set_up_again_is_searched_again(make):
    """It is another game, whose searches are gone."""
    app = make(HUMAN, HUMAN)
    for _ in range(2):
        app.game.set_up("4453")
        assert settled(app).tree.root.moves == (3, 3, 4, 2)
        assert app.session.own_search is not None


def test_a_deliberate_slip_is_said(make, monkeypatch):
    """The sentence about the search of a level that slipped says so, and names the column that its search prefers."""

    def worst(level, position, known, *_):
        return min(known, key=known.get), Slip.OVERLOOKS_REPLY

    monkeypatch.setattr(Level, "pick", worst)
    app = make(HUMAN, "amateur")
    settled(app)
    app.game.play(3)
    until(app, lambda: app.session.game.at == 2 and not app.session.thinking)
    theirs = settled(app).about
    values = {column: value.points for column, value in theirs.decision.columns.items()}
    best = max(Position().rules.centre_first, key=values.__getitem__)
    assert subject_of(app.state.game, app.names(), theirs).text == (
        f"Amateur's search for move 2: it played column {theirs.decision.column + 1}, a deliberate slip that overlooks"
        f" the reply; its own search prefers column {best + 1}."
    )
