"""What is learned in the window: the weights, and models of your own."""

import pytest
from showing import words

from c4.agents import HUMAN
from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import Rules
from c4.search.fixed_depth import search
from c4.session.settings import Settings
from visualizer.state.tree.card import learned_parts


def test_the_panel_follows_a_game_without_searches(drive):
    """Between two people the panel shows the position on the board, also once it is won."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.show_weights()
    windows = load("windows")
    for column in (0, 0, 1, 1, 2, 2, 3):
        hand.click(column)
    position = hand.session.position
    assert position.outcome() is not None
    title = f"Value for Yellow, on the board: {windows.with_unit(windows.evaluate(position))}"
    weights = hand.window.search.weights.page
    hand.until(lambda: title in words(weights), 10)


@pytest.mark.parametrize(
    ("rules", "shown"),
    [(Rules(), "Value for Red"), (Rules(5, 6), "was trained on 7x6, connect 4, first line wins, not on 6x5")],
    ids=str,
)
def test_the_chosen_learned_evaluator_is_shown(drive, rules, shown):
    """The panel of weights shows the learned evaluator that is chosen, or says that it does not know the board."""
    hand = drive(Settings(rules=rules, seats=(HUMAN, HUMAN), evaluator="td-lambda"))
    hand.show_weights()
    weights = hand.window.search.weights.page
    hand.until(lambda: shown in " ".join(words(weights)))


def test_a_model_file_of_ones_own_plays(drive, tmp_path):
    """A chosen model file evaluates from then on; a file that is none is refused and changes nothing."""
    import json

    from c4 import models

    hand = drive()
    content = json.loads(models.default_path("windows").read_text())
    content["weights"] = [0.0, 2.0, *[0.0] * 7]
    (tmp_path / "mine.json").write_text(json.dumps(content))
    (tmp_path / "none.json").write_text("[]")
    hand.app.search.use_model(str(tmp_path / "none.json"))
    hand.says("is not a model")
    assert hand.session.settings.models == {}
    hand.app.search.use_model(str(tmp_path / "mine.json"))
    hand.pump(0.05)
    assert hand.settings_popover.evaluator.get() == "Windows: mine"
    hand.session.set_up("4")
    hand.press("<Shift-KeyPress-H>")
    hand.until(lambda: not hand.session.thinking)
    assert hand.session.shown_search.limits.model == str(tmp_path / "mine.json")
    assert hand.session.shown_search.decision.column == 3, "it loves the middle"
    hand.do("shipped models")
    assert hand.settings_popover.evaluator.get() == "Windows (learned)"


def test_what_the_evaluator_sees_is_drawn_on_the_board(drive):
    """I draws a disc into the cells that add to the learned value, and takes them away again."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.session.set_up("4455")
    hand.press("i")
    board = hand.board
    hand.until(lambda: board.find_withtag("heat"))  # a thread loads the evaluator
    discs = [item for item in board.find_withtag("heat") if board.type(item) == "oval"]
    assert len({board.itemcget(item, "fill") for item in discs}) == 2
    assert "for Red" in board.counts
    hand.press("i")
    assert not board.find_withtag("heat")


def test_weights_are_prepared_in_a_thread(drive):
    """The card says so until the evaluator has been loaded and has explained a position there."""
    hand = drive(ready=True)
    app = hand.app
    app.loader.forget("ntuple")
    app.sync()

    tree = search(Position(), 2, load("v2")).tree

    def parts():
        return learned_parts("ntuple", Position(), tree, app.state.evaluators)

    assert parts() == ("Preparing the weights...", ())
    hand.until(lambda: parts()[1])
