"""Widgets say what the records of their panes say, and the window works without any feature."""

import random

import pytest
from walking import record

from c4.agents import HUMAN
from c4.session.settings import Settings
from c4.text import capitalised
from visualizer.app.status_bar import StatusPane
from visualizer.board.board_panes import BoardPane
from visualizer.board.game_panes import HeadlinePane, LastMovesPane, MovesPane
from visualizer.state.preferences import ANALYSE, PLAY
from visualizer.tree.origin_bar import OriginBar

STEPS = 40

COMMANDS = (
    *(f"column {column}" for column in range(1, 8)),
    *("undo", "redo", "hint", "analyse", "scores", "point of view", "exact values", "live values", "next evaluator"),
    *("deeper", "new game", "swap seats", "teaching", "stones blue and orange", "stones red and yellow", "playback"),
    *("step into", "run to cut", "stop", "go", "back one move", "forward one move", "theme dark", "theme light"),
)


def check_texts(hand) -> None:
    """Each widget says what its pane's record says about the state on screen."""
    state = hand.app.state
    play = hand.window.play
    assert str(hand.window.status_line["text"]) == record(StatusPane, state)
    assert str(play.headline["text"]) == record(HeadlinePane, state).text
    if play.last_moves.winfo_ismapped():
        assert hand.last_moves == record(LastMovesPane, state)
    board = record(BoardPane, state)
    assert hand.board.position == board.position
    assert hand.board.scores == board.scores
    assert hand.board.marked == board.hint
    listed = hand.moves.get("1.0", "end")
    for move in record(MovesPane, state).moves:
        assert move.column in listed
    if hand.mode == ANALYSE and hand.window.search.built:
        assert str(hand.window.search.origin_bar.label["text"]) == record(OriginBar, state).text
        if hand.tree.winfo_ismapped():
            assert str(hand.tree.header["text"]) == capitalised(state.tree.message or state.tree.header)


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=[pytest.mark.slow] * (seed > 0)) for seed in range(2)])
def test_widgets_say_what_the_records_say(drive, seed):
    """After every step of a random walk the texts on the screen are those of the records."""
    hand = drive(Settings(seats=(HUMAN, "alphabeta"), depth=3), ready=True)
    rng = random.Random(seed)
    for _ in range(STEPS):
        hand.window.do(rng.choice(COMMANDS))
        hand.pump(0.03)
        hand.window.show()
        check_texts(hand)


def test_the_window_plays_and_shows_a_tree_without_any_feature(drive):
    """With no feature registered it starts, plays, and shows the tree of the reply."""
    hand = drive(Settings(seats=(HUMAN, "alphabeta"), depth=3), features=(), mode=PLAY, ready=True)
    hand.play(3)
    hand.do("analyse")
    hand.until(lambda: hand.shown_tree is not None and hand.tree.winfo_ismapped())
    assert hand.shown_tree is hand.session.shown_search.decision.tree
    names = [command.name for command in hand.window.commands]
    assert "train" not in names
    assert "review" not in names
    assert "review" not in hand.window.tabs.buttons
    assert hand.window.play.end_card.review is None


def test_an_unchanged_state_costs_next_to_nothing(drive):
    """Showing a state again that has not changed calls no pane."""
    hand = drive(ready=True)
    hand.play(3)
    hand.pump(0.2)
    hand.window.show()
    calls = []
    for pane in hand.window.panes:
        pane.show = lambda state, pane=pane: calls.append(pane)
    hand.window.show()
    assert calls == []


def test_a_pane_that_fails_stops_no_other(drive, monkeypatch):
    """Its error is logged, and the panes after it are drawn."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))

    def fail(self, view, before):
        raise RuntimeError("a bug in a pane")

    with monkeypatch.context() as patch:
        patch.setattr(BoardPane, "draw", fail)
        hand.window.do("column 4")
        hand.window.show()
        assert hand.headline == "Yellow to move"
    hand.window._show_errors()
    assert any("BoardPane cannot be shown" in error for error in hand.window.errors)
    hand.window.errors.clear()
    hand.close_beside()
    hand.click(3)
    assert hand.board.position == hand.session.position, "it is drawn again when something changes"
