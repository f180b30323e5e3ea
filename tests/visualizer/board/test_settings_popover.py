"""The controls say what they govern, and greyed ones say why."""

from functools import partial

import pytest
from refusal import refused

from c4.agents import HUMAN
from c4.agents.limits import Limits
from c4.evaluators import EVALUATORS
from c4.session.settings import Settings
from c4.tree.selection import Selection
from visualizer.board.settings_popover import (
    FOR_ANALYSIS,
    FOR_BOTH,
    FOR_FIRST,
    FOR_SECOND,
    depth_tip,
    read_time,
    reasons,
    time_text,
)
from visualizer.state.opponents import described
from visualizer.ui.widgets import Tooltip


def test_depth_is_greyed_where_it_does_not_govern(drive):
    """Depth is for the players, for your own search alone, or for nobody; its tooltip says which."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    for opponent, time_ms, label, state, message in (
        ("alphabeta", None, "Depth", "normal", "looks ahead"),
        ("novice", None, "Depth", "normal", "your own search looks ahead"),
        ("perfect", None, "Depth", "normal", "your own search looks ahead"),
        ("engine", None, "Depth", "normal", "looks ahead"),
        ("engine", 100, "Depth", "normal", "your own search looks ahead"),
    ):
        hand.change(seats=(HUMAN, opponent), time_ms=time_ms)
        assert hand.settings_popover._depth_label["text"] == label
        assert str(hand.settings_popover.depth["state"]) == state
        assert message in depth_tip(hand.session.settings)


def test_a_tooltip_appears_and_goes(drive):
    """Resting on a button shows what it does, its keys and why it is greyed; leaving takes it away."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    tip = Tooltip(hand.window.toolbar.buttons["undo"], partial(hand.describe, "undo"))
    text = hand.describe("undo")
    assert "(U, Ctrl+Z, Backspace)" in text
    assert "Not now: " in text
    tip.show()
    hand.root.update()
    assert tip._window.winfo_children()[0]["text"] == text
    tip.hide()
    assert tip._window is None


def test_all_settings_of_mcts_have_a_field(drive):
    """For your own search, for a side, and hidden where nothing uses them; a wrong number changes nothing and says why."""
    hand = drive(Settings(seats=(HUMAN, HUMAN), algorithm="mcts", analysis=Limits(simulations=50)), mode="analyse")
    hand.do("search settings")
    sampling = hand.settings_popover.sampling
    assert hand.settings_popover.target.current() == FOR_ANALYSIS

    def typed(name: str, text: str) -> None:
        box = sampling.boxes[name]
        hand.focus(box)
        box.delete(0, "end")
        box.insert(0, text)
        box.event_generate("<Return>")
        hand.pump(0.02)

    for name, text in (("simulations", "60"), ("exploration", "0,7"), ("playouts", "2"), ("exploration", "much")):
        typed(name, text)
    assert "'much' is not a number" in hand.app.state.message.text
    assert sampling.boxes["exploration"].get() == "0.7"
    sampling.switches["proofs"].set(False)
    sampling._switched("proofs")
    limits = hand.session.settings.analysis_limits()
    assert (limits.simulations, limits.selection) == (60, Selection(exploration=0.7, playouts=2, proofs=False))
    assert hand.session.settings.limits.selection == Selection(), "players keep theirs"
    hand.app.search.set_analysis(selection=limits.selection.valued_by("v2"))
    hand.pump(0.02)
    typed("temperature", "0.5")
    assert hand.session.settings.analysis_limits().selection.temperature == 0.5
    assert str(sampling.boxes["playouts"]["state"]) == "disabled"
    choose(hand, hand.settings_popover.target, FOR_BOTH)
    assert not sampling.winfo_ismapped()


def choose(hand, box, index: int) -> None:
    box.current(index)
    box.event_generate("<<ComboboxSelected>>")
    hand.pump(0.02)


def test_each_seat_may_have_its_own_depth_time_and_evaluator(drive):
    """What is set for a side holds for it alone, and the label says so."""
    hand = drive(Settings(seats=("alphabeta", "engine"), starter=0))
    hand.session.stop()
    controls = hand.settings_popover
    choose(hand, controls.target, FOR_SECOND)
    hand.focus(controls.time)
    controls.time.set("250")
    controls.time.event_generate("<Return>")
    hand.pump(0.02)
    choose(hand, controls.target, FOR_FIRST)
    hand.type_depth("3")
    choose(hand, controls.evaluator, list(EVALUATORS).index("v1"))
    settings = hand.session.settings
    first, second = (settings.limits_of(settings.seats[seat], seat) for seat in (0, 1))
    assert (first.depth, first.evaluator, first.time_ms) == (3, "v1", None)
    assert (second.time_ms, second.evaluator) == (250, "v2")
    assert "settings of its own" in described(settings, 1)
    choose(hand, controls.target, FOR_SECOND)
    assert controls.time.get() == "250 ms"
    assert str(controls.depth["state"]) == "disabled"


@pytest.mark.parametrize(
    ("seats", "target", "greyed"),
    [
        ((HUMAN, "novice"), FOR_FIRST, {"depth", "time_ms", "evaluator"}),
        ((HUMAN, "novice"), FOR_SECOND, {"depth", "time_ms", "evaluator"}),
        ((HUMAN, "alphabeta"), FOR_SECOND, {"time_ms"}),
        ((HUMAN, "greedy"), FOR_SECOND, {"depth", "time_ms"}),
        ((HUMAN, "engine"), FOR_SECOND, set()),
    ],
)
def test_what_does_not_govern_a_side_says_why(seats, target, greyed):
    """For every kind of player the settings without effect have a reason, and only they."""
    result = reasons(Settings(seats=seats), target)
    assert {name for name, reason in result.items() if reason} == greyed
    assert all(reason.endswith(".") for reason in result.values() if reason)


@pytest.mark.parametrize(
    ("text", "time_ms"), [("250", 250), ("250 ms", 250), ("1.5 s", 1500), ("by depth", None), ("", None), ("0.5", 0.5)]
)
def test_any_time_can_be_typed(text, time_ms):
    """Milliseconds or seconds; what the box shows for a time is read as that time."""
    assert read_time(text) == time_ms
    assert read_time(time_text(time_ms)) == time_ms


@pytest.mark.parametrize("text", ["-5", "fast", "0", "1e9", "nan", "1 h"])
def test_a_time_that_is_none_is_refused(text):
    """With the text and what is meant instead."""
    with refused("number of milliseconds"):
        read_time(text)
