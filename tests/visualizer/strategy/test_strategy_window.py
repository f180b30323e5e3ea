"""The strategy window in a real display, with keys and with the pointer."""

from dataclasses import replace

import pytest
from working import until

from c4.game.columns import format_columns
from c4.strategy.strategies import load
from visualizer.strategy.view import FIRST_CHOICE, HERE, Study, study_view
from visualizer.strategy.window import StrategyWindow, StudyPane


@pytest.fixture
def window(app, root):
    app.game.set_up("333557752147")
    window = StrategyWindow(app, root)
    until(window, lambda: window.walk is not None)
    return window


def marks(window):
    return [window.board.itemcget(item, "text") for item in window.board.find_withtag("mark")]


def test_a_game_is_walked_and_explained(window):
    """You choose the replies in the window, and may go on against the strategy on the main board."""
    assert "It takes an answer in" in window.goal.cget("text")
    assert window.reason.cget("text").startswith("Red plays column 4. ")
    window.focus_force()
    window.update()
    window.event_generate("<KP_Down>")  # the keypad without NumLock
    until(window, lambda: window.walk.position.ply == 3)
    window.event_generate("<BackSpace>")
    until(window, lambda: window.walk.position.ply == 1)
    x, y = (int(part) for part in window.board.centre(0, 2))
    window.board.event_generate("<Button-1>", x=x, y=y)
    until(window, lambda: window.walk.position.ply == 3)
    assert "Columns played: 43" in window.moves.cget("text")
    window.play_from_here()
    assert window.app.session.position == window.walk.position
    assert window.app.session.settings.seats == ("strategy", "human")
    assert window.app.session.humans_turn


@pytest.mark.parametrize(
    ("column", "name", "owner", "moves"),
    [
        (5, "second-player-wins-after-2", 1, "6"),
        (4, "first-player-draws-after-3", 0, "5"),
        (2, "second-player-draws-after-3", 1, "3"),
    ],
)
def test_the_picture_of_the_opening_leads_to_each_strategy(window, column, name, owner, moves):
    """A click on what a first move leads to walks through that strategy, also in the mirror image."""
    until(window, lambda: window.walk is not None)
    left, top, _, bottom = window.opening.coords(f"{name}:{column + 1}")
    window.opening.event_generate("<Button-1>", x=int(left) + 20, y=int(top + bottom) // 2)
    until(window, lambda: window.walk is not None and window.walk.strategy.owner == owner)
    position = window.walk.position
    assert format_columns(position.moves).startswith(moves)
    assert position.to_move != owner
    texts = [window.opening.itemcget(item, "text") for item in window.opening.find_withtag(f"{name}:{column + 1}")[2:]]
    assert texts[1] == f"{window.walk.strategy.size().owner:,}"


def test_a_diagram_for_the_position_is_found(window):
    """The position on the board gets a diagram, whose marks are drawn."""
    window.choose(HERE)
    until(window, lambda: window.walk is not None)
    assert "wins with this diagram" in window.goal.cget("text")
    assert set(marks(window)) - {"."}


def test_a_game_that_is_over_has_no_diagram(window):
    """For a finished game the window says that it is over, and replies do nothing."""
    window.app.game.set_up("1212121")
    window.choose(HERE)
    assert "over" in window.goal.cget("text")
    window.reply(3)  # nothing happens
    assert window.walk is None


def test_what_is_said_without_a_display(app):
    """While a strategy is read; at its beginning; after a reply; and when there is none."""
    state = app.state

    def seen(**known):
        study = replace(Study(), **known)
        own = [getattr(study, name) for name in StudyPane.reads if hasattr(study, name)]
        return study_view(*own, state.game, state.preferences)

    assert seen(working=True).goal == "Reading the strategy..."
    assert seen(source=HERE, working=True).stoppable
    assert seen(failure="the game is over").goal == "The game is over."
    strategy = load(FIRST_CHOICE[1])
    beginning = seen(strategy=strategy)
    assert beginning.goal.startswith("Red wins from the empty board whatever Yellow plays.")
    assert (beginning.moves, beginning.steps, beginning.playable) == ("Columns played: 4", 1, True)
    after = seen(strategy=strategy, replies=(1,))
    assert after.moves.startswith("Columns played: 42")
    assert after.reason.startswith("Red plays column")
    assert seen(strategy=strategy, problem="column 4 is full").note == "Column 4 is full."
