"""Which tree is shown, what the card says about it, and its files.  Needs no display."""

import re
import time

import numpy as np
import pytest

from c4.agents import HUMAN
from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.session.session import Session
from c4.session.settings import Settings
from c4.tree import treefile
from c4.tree.partial import tree_so_far
from c4.tree.reason import cut_of
from c4.tree.row_words import row_text
from visualizer.app.commands import BASE_COMMANDS
from visualizer.app.status_bar import StatusPane
from visualizer.state.app import App
from visualizer.state.evaluators import Loaded
from visualizer.state.names import Names
from visualizer.state.preferences import ANALYSE, PLAY, Preferences
from visualizer.state.requests import AskFile, CopyText
from visualizer.state.tree.card import CardView, card_view
from visualizer.state.tree.model import TreeModel
from visualizer.state.trees import GAME_OVER, NO_TREE, NOTHING_SEARCHED, chosen_node, replayed
from visualizer.ui.command import Commands

TREE = search(Position(), 5, load("v2")).tree

PATIENCE_SECONDS = 60


@pytest.fixture
def app():
    app = App(Session(Settings(seats=(HUMAN, HUMAN), depth=4)), Preferences(mode=ANALYSE, animation=False))
    app.session.threads.loader.ask(lambda watch: None)
    app.tree.load()
    yield app
    app.close()


def until(app, done):
    end = time.monotonic() + PATIENCE_SECONDS
    while not done():
        assert time.monotonic() < end, "it never came to that"
        app.poll()
        time.sleep(0.005)


def searched(app):
    """Searches the position on the board, and returns the tree."""
    app.session.analyse()
    app.sync()
    until(app, lambda: not app.session.thinking and app.state.searches.shown is app.state.tree.about)
    return app.state.tree.tree


def names(app):
    return app.names()


def test_what_brings_a_tree_is_the_command_that_is_named(app):
    """A hint comes from exact values, of which there is no tree."""
    app.prefer(follow=False)
    commands = Commands(BASE_COMMANDS, app)
    app.search.hint()
    until(app, lambda: app.state.hint.advice is not None)
    assert app.tree.no_tree() == NO_TREE
    command = commands["search position"]
    for words in (NO_TREE, NOTHING_SEARCHED.replace("\n", " ")):
        assert f"play a move, or choose {command.title} in menu {command.menu}" in words[0].lower() + words[1:]
    commands.run(command.name)
    until(app, lambda: not app.session.thinking)
    assert app.tree.no_tree() == ""


def test_a_search_brings_its_tree_and_the_next_move_keeps_it(app):
    """The tree of your own search is shown, with the colours of the sides, until another search replaces it."""
    assert app.tree.no_tree() == NO_TREE
    assert app.state.tree.empty == NOTHING_SEARCHED
    tree = searched(app)
    state = app.state.tree
    assert tree is app.session.shown_search.decision.tree
    assert (app.tree.no_tree(), state.selected, state.caption) == ("", 0, "MAX is Red")
    assert [word for word, _ in state.sides] == ["Red", "Yellow"]
    app.session.play(3)
    app.poll()
    assert app.state.tree.tree is tree


def test_a_tree_that_was_left_comes_back_as_it_was(app):
    """Folding and selection of the first tree are there again after undo."""
    first = searched(app)
    model = app.tree.model
    model.one_ply_more()
    row = first.principal_variation()[2]
    app.tree.choose(row)
    folding = model.view.folding
    app.session.play(3)
    app.poll()
    assert searched(app) is not first
    assert app.state.tree.selected == 0
    app.session.undo()
    app.poll()
    assert app.state.tree.tree is first
    assert (app.state.tree.view.folding, app.state.tree.selected) == (folding, row)


def test_a_mode_without_trees_ends_the_playback_and_takes_no_tree(app):
    """Play shows no tree: the playback ends there, and new trees wait for Analyse."""
    first = searched(app)
    app.tree.model.step_into()
    app.tree.sync()
    assert app.tree.replaying
    app.views.show_mode(PLAY)
    assert not app.tree.replaying
    assert app.tree.no_tree() == "trees are shown in Analyse"
    app.session.play(3)
    app.session.analyse()
    app.sync()
    until(app, lambda: not app.session.thinking)
    assert app.state.tree.tree is first
    app.views.show_mode(ANALYSE)
    assert app.state.tree.tree is app.session.shown_search.decision.tree is not first


def test_new_colours_change_words_and_nothing_else(app):
    """Other colours rename the sides and leave what is unfolded as it is."""
    searched(app)
    app.tree.model.one_ply_more()
    folding = app.tree.model.view.folding
    app.prefer(stones="blue and orange")
    app.sync()
    state = app.state.tree
    assert (state.caption, state.sides[0][0], state.view.folding) == ("MAX is Blue", "Blue", folding)


def test_the_board_shows_where_the_playback_is(app):
    """The position, its place in words, and only values that the search knows by then."""
    tree = searched(app)
    model = app.tree.model
    app.tree.sync()
    assert replayed(app.state.tree, app.state.searches, names(app)) is None
    for row in (0, tree.children(0)[1]):
        model.run_to_row(row)
        app.tree.sync()
        shown = replayed(app.state.tree, app.state.searches, names(app))
        node = model.playback.moment.node
        assert shown.position == tree.position(node)
        replies = {int(tree.move[child]) for child in tree.children(node) if not app.state.tree.playback.hides(child)}
        assert set(shown.values.scores) == replies
    model.seek(model.playback.last)
    app.tree.sync()
    shown = replayed(app.state.tree, app.state.searches, names(app))
    assert shown.caption == "playback: at the root"
    assert set(shown.values.scores) == set(Position().legal_columns())


def status_line(app):
    return StatusPane.view(*[getattr(app.state, part) for part in StatusPane.reads])


def test_the_status_line_does_not_tell_the_end_of_what_is_played_back(app):
    """It has the value of the search before and after, in sentences."""
    searched(app)
    assert "column" in status_line(app)
    assert re.match(r"(Red|Yellow) to move( \(you\))?\. [A-Z]", status_line(app))
    app.tree.model.open_playback()
    app.sync()
    assert status_line(app) == app.state.tree.playback.status()
    app.tree.end_playback()
    assert "column" in status_line(app)


def test_a_chosen_node_is_forgotten_when_the_board_moves(app):
    """A node is chosen by you, with its position and side, and no longer after the next move."""
    tree = searched(app)
    assert chosen_node(app.state.tree) is None
    row = tree.children(0)[2]
    app.tree.choose(row)
    chosen = chosen_node(app.state.tree)
    assert (chosen.position, chosen.side) == (tree.position(row), tree.maximizer)
    assert chosen.whose == f"MAX, at node {int(tree.move[row]) + 1} of the tree"
    app.session.play(3)
    app.poll()
    assert chosen_node(app.state.tree) is None


def test_a_part_that_was_left_out_is_searched_again(app):
    """Its rows are put in; what was selected stays selected, and it is unfolded."""
    tree = search(Position(), 6, load("v2"), budget=800).tree
    app.tree.take(tree)
    model = app.tree.model
    row = int(np.flatnonzero(tree.left_out)[0])
    app.tree.choose(row)
    model.expand(row)
    until(app, lambda: len(app.state.tree.tree) > len(tree))
    state = app.state.tree
    assert state.about is app.session.shown_search
    assert state.tree.path(state.selected) == tree.path(row)
    assert state.view.is_expanded(row)
    assert state.card.tree is state.tree


def test_a_running_search_is_looked_at_and_then_shown_whole(app):
    """While it runs nothing is folded back; its complete tree takes its place."""
    app.session.set(depth=30)
    app.session.analyse()
    app.sync()
    until(app, lambda: app.state.tree.live is not None)
    running = app.state.searches.running
    assert app.state.tree.about is running
    assert app.state.tree.header.endswith("still searching")
    assert app.tree.busy or app.session.thinking
    app.session.set(depth=4)
    tree = searched(app)
    assert app.state.tree.live is None
    assert app.state.tree.about is app.state.searches.shown
    assert tree.depth == 4


def test_a_search_that_was_stopped_leaves_its_tree(app):
    """Until the board moves, or another search is to be shown."""
    searched(app)
    app.session.set(depth=30)
    for leave in (lambda: app.game.play(3), lambda: searched(app)):
        app.session.analyse()
        until(app, lambda: app.state.tree.live is not None)
        grown = app.state.tree.tree
        app.search.stop()
        for _ in range(3):
            app.poll()
        assert len(app.state.tree.tree) >= len(grown)
        assert app.state.tree.live is not None
        assert "stopped" in app.state.tree.header
        assert "still" not in app.state.tree.header
        app.session.set(depth=29)
        app.session.analyse()
        headers = []
        until(app, lambda headers=headers: headers.append(app.state.tree.header) or "depth 29" in headers[-1])
        assert "still" in headers.pop()
        assert all("depth 30" in header and "stopped" in header for header in headers)
        app.session.set(depth=4)
        leave()
        app.poll()
        assert app.state.tree.live is None
        app.session.set(depth=30)


def test_the_end_of_a_game_is_said_in_place_of_a_tree(app):
    """After the last move the pane says that the game is over."""
    for column in (0, 1, 0, 1, 0, 1, 0):
        app.session.play(column)
    app.poll()
    assert app.state.tree.empty == GAME_OVER
    assert app.tree.nothing_to_search() == "the game is over"


def test_files_are_asked_for_and_written_in_the_background(app, tmp_path):
    """A bad name and a folder that cannot be written are sentences; a saved tree opens again."""
    tree = searched(app)

    def write(path):
        treefile.save(path, tree)
        return f"{len(tree):,} rows"

    app.tree.export(write, complete=False)
    request = app.requests.pop()
    assert (request.title, request.name) == ("Export what is unfolded", "connect4-tree.png")
    app.tree.export(write, complete=True)
    request = next(one for one in app.requests if isinstance(one, AskFile))
    assert request.saving
    assert (request.title, request.name) == ("Export the complete tree", "connect4-tree.npz")
    may_fold = [pattern for name, pattern in request.types if "folded" in name]
    assert may_fold == ["*.png", "*.svg", "*.pdf", "*.graphml", "*.dot"]
    request.then(str(tmp_path / "tree.tex"))
    assert "end it with" in app.state.message.text
    path = tmp_path / "tree.npz"
    request.then(str(path))
    until(app, lambda: app.state.message.text.lower().startswith("wrote"))
    assert f"{len(tree):,} rows" in app.state.message.text
    request.then(str(tmp_path / "nowhere" / "tree.npz"))
    until(app, lambda: "cannot be written" in app.state.message.text)
    app.session.new_game()
    app.poll()
    app.requests.clear()
    app.tree.open()
    next(one for one in app.requests if isinstance(one, AskFile)).then(str(path))
    until(app, lambda: app.state.tree.tree is not None)
    assert (app.state.tree.tree.rows == tree.rows).all()
    (tmp_path / "bad.npz").write_text("{}")
    app.tree.open_file(str(tmp_path / "bad.npz"))
    until(app, lambda: "bad.npz" in app.state.message.text)


def test_a_node_is_copied_as_text(app):
    """The copied text has the picture of the node's board."""
    tree = searched(app)
    app.requests.clear()
    app.tree.copy()
    copied = next(one for one in app.requests if isinstance(one, CopyText))
    assert tree.position(0).grid() in copied.text


# -- states and cards -------------------------------------------------------------------------------------------------


def card_of(state, loaded=None):
    red = ("Red", "#d1382c")
    yellow = ("Yellow", "#f2c230")
    return card_view(state, loaded or Loaded(), Names((red, yellow), (HUMAN, HUMAN), 0, 0, 0))


def test_the_card_says_what_the_row_says():
    """Path, value, window and packed state of every kind of row; the button goes to the row that set the bound."""
    assert card_of(None) == CardView()
    model = TreeModel()
    model.show(TREE)
    assert card_of(model.state).title == "Root  ·  MAX is Red"
    cut = next(row for row in range(1, len(TREE)) if TREE.kind[row] == 0 and cut_of(TREE, row))
    model.choose(cut)
    card = card_of(model.state)
    assert card.value.startswith(f"value {row_text(TREE, cut)}\n")
    assert card.position == TREE.position(cut)
    assert card.window.startswith("alpha ")
    assert card.setter.row == cut_of(TREE, cut).limit.holder
    assert f"packed  {card.position.packed(TREE.maximizer)}" in card.bits
    pruned = TREE.children(cut)[-1]
    model.choose(pruned)
    card = card_of(model.state)
    assert (card.value, card.window) == ("no value: never searched", "")
    assert "bit 63  0 = pruned" in card.bits


def test_the_card_lists_evaluators_that_are_loaded():
    """The table of a card has a line for each evaluator that is loaded, and for no other."""
    model = TreeModel()
    model.show(TREE)
    model.choose(TREE.principal_variation()[-1])
    loaded = Loaded({}, {("v1", None): load("v1"), ("v2", None): load("v2")})
    lines = card_of(model.state, loaded).evaluators
    assert [line.split("\t")[0] for line in lines] == ["V1", "V2"]


def test_a_state_that_waited_hears_of_all_that_it_missed():
    """Changes have numbers; after too many of them another tree is all there is to say."""
    model = TreeModel()
    model.show(TREE)
    before = model.state
    model.choose(TREE.best_child(0))
    model.bookmark()
    assert [change.what for change in model.state.changes_since(before.number)] == ["selection", "selection"]
    assert not model.state.changes_since(model.state.number)
    assert before.selected == 0
    assert not before.bookmarks
    for _ in range(150):
        model.bookmark()
    assert [change.what for change in model.state.changes_since(before.number)] == ["tree"]


def test_a_state_never_changes():
    """What is unfolded, found or played back later is in other states."""
    model = TreeModel()
    model.show(TREE)
    before = model.state
    rows = set(before.view.rows)
    folding = before.view.folding
    model.one_ply_more()
    model.find_next("pruned", True, True)
    model.open_playback()
    for _ in range(20):
        model.step_into()
    model.close_playback()
    assert (before.view.rows, before.view.folding) == (rows, folding)
    assert (before.found, before.matches, before.playback.is_open) == (None, None, False)


def test_a_refused_click_says_why_and_still_selects():
    """A node that would need too much room is selected, not unfolded, and a message says so."""
    model = TreeModel()
    model.show(TREE)
    row = next(row for row in sorted(model.view.rows) if model.view.is_folded(row) and len(TREE.children(row)) > 4)
    model.state.view.max_glyphs = len(model.view.glyphs) + 1
    model.click(row)
    assert "more than" in model.state.message
    assert model.selected == row


def test_a_running_search_keeps_its_selection():
    """While a search runs, later pictures of its tree keep the selected node, change nothing recorded and offer no
    playback.
    """
    rows = TREE.rows.copy()
    model = TreeModel()
    first = tree_so_far(TREE, 200, 10_000)
    model.show_live(first, "still searching")
    model.choose(5)
    assert model.state.card.live
    model.show_live(tree_so_far(TREE, 400, 10_000), "still searching")
    assert (model.selected, model.state.card.row) == (5, 5)
    assert (TREE.rows == rows).all()
    model.open_playback()
    assert not model.playback.is_open
