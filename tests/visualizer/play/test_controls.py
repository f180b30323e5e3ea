"""The controls say what they govern, and greyed ones say why."""

from __future__ import annotations

import pytest

from c4.agents import HUMAN
from c4.session.settings import Settings
from visualizer.kit.tooltip import Tooltip


@pytest.mark.parametrize(
    ("seats", "time_ms", "label", "state", "said"),
    [
        ((HUMAN, "alphabeta"), None, "Depth", "normal", "looks ahead"),
        ((HUMAN, "novice"), None, "Hint depth", "normal", "hints look ahead"),
        ((HUMAN, "perfect"), None, "Hint depth", "normal", "hints look ahead"),
        ((HUMAN, "engine"), None, "Depth", "normal", "looks ahead"),
        ((HUMAN, "engine"), 100, "Depth", "disabled", "as deep as that allows"),
    ],
)
def test_depth_is_greyed_where_it_does_not_govern(drive, seats, time_ms, label, state, said):
    """Depth is for seats and hints, for hints alone, or for nobody; its tooltip says which."""
    from visualizer.play.controls import depth_tip

    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.window.change(seats=seats, time_ms=time_ms)
    controls = hand.window.controls
    assert controls._depth_label["text"] == label
    assert str(controls.depth["state"]) == state
    assert said in depth_tip(hand.session.settings)


def test_a_tooltip_appears_and_goes(drive):
    """Resting on a button shows what it does, its keys and why it is greyed; leaving takes it away."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    tip = Tooltip(hand.window.toolbar.buttons["undo"], hand.window.commands["undo"].told)
    text = hand.window.commands["undo"].told()
    assert "(U, Ctrl+Z, Backspace)" in text
    assert "Not now: " in text
    tip.show()
    hand.root.update()
    assert tip._window.winfo_children()[0]["text"] == text
    tip.hide()
    assert tip._window is None
