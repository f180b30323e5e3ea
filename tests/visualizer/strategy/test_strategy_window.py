"""The strategy window in a real display, with keys and with the pointer."""

import pytest
from patience import until
from stand_in import StandIn

from c4.strategy.trial import Found
from visualizer.kit.theme import DARK
from visualizer.strategy.window import HERE, StrategyWindow

COLOURS = (("Red", "#d1382c"), ("Yellow", "#f2c230"))


@pytest.fixture
def window(root):
    host = StandIn(root)
    host.session.set_up("333557752147")
    window = StrategyWindow(host, COLOURS, host.session.worker("strategy"))
    until(window, lambda: window.walk is not None)
    yield window
    host.session.close()


def marks(window):
    return [window.board.itemcget(item, "text") for item in window.board.find_withtag("mark")]


def test_a_game_is_walked_and_explained(window):
    assert "8," in window.goal.cget("text")
    assert window.reason.cget("text").startswith("Red plays column 4: ")
    assert window.board.scores[0].text == window.board.scores[6].text  # mirror images
    strip = [item for item in window.board.find_withtag("strip") if window.board.type(item) == "text"]
    assert window.board.scores[0].text in [window.board.itemcget(item, "text") for item in strip]
    window.focus_force()
    window.update()
    window.event_generate("<Key-2>")
    until(window, lambda: window.walk.position.ply == 3)
    window.event_generate("<BackSpace>")
    until(window, lambda: window.walk.position.ply == 1)
    x, y = (int(part) for part in window.board.centre(0, 2))
    window.board.event_generate("<Button-1>", x=x, y=y)
    until(window, lambda: window.walk.position.ply == 3)
    assert "Moves: 43" in window.moves.cget("text")


def test_a_bar_of_the_overview_leads_there(window):
    place = int(window._map.leaf.nonzero()[0][40])
    x = (window._map.left[place] + window._map.right[place]) / 2 * window.overview.winfo_width() / window._map.width
    window.overview.event_generate("<ButtonPress-1>", x=int(x) + 1, y=int(window._map.levels[place]) * 10 + 5)
    window.update()
    assert window.walk.asked() is not None
    assert window.overview.marked == window._map.place[window.walk.asked()]
    if window.walk.diagram is not None:
        assert marks(window)


def test_a_diagram_for_the_position_is_found_changed_and_beaten(window):
    window.choose(HERE)
    until(window, lambda: window.walk is not None)
    assert "wins with this diagram" in window.goal.cget("text")
    assert "o" in marks(window)
    window.editing.set(True)
    window.pen.set("no mark")
    began = window.walk.began()
    for row, column in [(5, 0), (5, 1), (5, 2), (5, 3), (5, 4), (3, 0), (3, 1), (3, 2), (3, 3), (3, 4)]:
        x, y = (int(part) for part in window.board.centre(row, column))
        window.board.event_generate("<Button-1>", x=x, y=y)
        window.update()
        if "fails" in window.goal.cget("text"):
            break
    assert "fails" in window.goal.cget("text")
    assert window.walk.began() == began
    assert window.play_line.winfo_manager()
    window._play_line()
    assert window._line or window.walk.position.ply > began.ply + 1
    window._halt()


def test_no_diagram_is_said_to_be_none(window):
    window._from = window._host.session.position
    window._found(Found(None, 0, "win", 0.2, 1.0))
    assert "no diagram was found" in window.goal.cget("text")


def test_a_game_that_is_over_has_no_diagram(window):
    window._host.session.set_up("1212121")
    window.choose(HERE)
    assert "over" in window.goal.cget("text")
    window.reply(3)  # nothing happens
    assert window.walk is None


def test_the_theme_changes(window):
    window.set_theme(DARK)
    assert window.board.theme is DARK


def test_a_strategy_is_shown_as_a_tree(window):
    taken = []
    window.choose(HERE)
    until(window, lambda: window.walk is not None)
    window._on_tree = lambda *given: taken.append(given)
    window.tree_button.invoke()
    until(window, lambda: taken)
    strategy, tree, path = taken[0]
    assert strategy is window.walk.strategy
    assert path is None
    assert tree.root == window.walk.strategy.root
