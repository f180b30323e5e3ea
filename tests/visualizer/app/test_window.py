"""Playing in the window, in a real display: clicks, keys, and settings changed in the middle of a search."""

import tkinter as tk

from node_counts import count_nodes

from c4.agents import HUMAN
from c4.game.rules import COUNT_LINES, Rules
from c4.session.settings import Settings

DEEP = 42


def test_a_click_drops_a_stone_and_is_answered(drive):
    """A click anywhere in a column drops a stone; the machine answers and its tree is shown."""
    hand = drive(ready=True)
    x, y = (int(part) for part in hand.board.centre(0, 4))
    for button in (2, 3, 4, 5):  # only the first button plays (D4-9)
        hand.board.event_generate(f"<Button-{button}>", x=x, y=y)
    hand.pump(0.02)
    assert hand.session.moves() == ""
    hand.click(2, row=5)
    hand.answered()
    assert hand.session.moves().startswith("3")
    assert len(hand.session.moves()) == 2
    tree = hand.session.shown_search.decision.tree
    assert hand.shown_tree is tree
    assert tree.recorded + tree.total_left_out == hand.session.shown_search.decision.nodes
    assert f"depth 6, {tree.nodes:,} nodes, " in hand.says()
    assert count_nodes(hand.app.tree.model.view).consistent


def test_every_stone_is_drawn(drive):
    """As many stones lie on the canvas as on the board, and a full column takes no more and says so."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    for _ in range(7):
        hand.click(0)
    assert hand.session.moves() == "111111"
    assert "Column 1 is full" in hand.says()


def test_clicking_while_a_stone_falls_loses_nothing(drive):
    """A click during the fall lets the stone lie at once and is taken."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.app.prefer(animation=True)
    x, y = (int(part) for part in hand.board.centre(0, 3))
    for _ in range(3):
        hand.board.event_generate("<Button-1>", x=x, y=y)
        hand.root.update()
    hand.until(lambda: not hand.board.falling)
    assert hand.session.moves() == "444"


def test_depth_and_evaluator_change_in_the_middle_of_a_search(drive):
    """A search without end obeys the spin box and the evaluator list at once, and then answers by the new setting."""
    hand = drive()
    hand.set_for_both_sides()
    hand.session.set(depth=DEEP)
    hand.click(3)
    hand.searching()
    hand.settings_popover.evaluator.set("V1")
    hand.settings_popover.evaluator.event_generate("<<ComboboxSelected>>")
    hand.searching()
    assert hand.session.settings.limits.evaluator == "v1"
    hand.type_depth("3")
    hand.answered()
    tree = hand.session.shown_search.decision.tree
    assert (tree.depth, tree.evaluator) == (3, "v1")


def test_another_opponent_changes_the_algorithm(drive):
    """Choosing minimax as the opponent while alpha-beta thinks lets minimax answer."""
    hand = drive()
    hand.session.set(depth=DEEP)
    hand.click(3)
    hand.searching()
    hand.app.game.choose_opponent("minimax")
    hand.searching()
    hand.session.set(depth=3)
    hand.answered()
    assert hand.session.shown_search.decision.tree.algorithm == "minimax"


def test_stop_and_go(drive):
    """Escape stops the search, the button turns into Go, and Go lets the machine answer."""
    hand = drive()
    hand.session.set(depth=DEEP)
    hand.click(3)
    hand.searching()
    hand.press("<Escape>")
    assert not hand.session.thinking
    assert hand.window.toolbar.buttons["stop"]["text"] == "Go"
    assert "Stopped after" in hand.says()
    hand.session.set(depth=2)
    hand.window.toolbar.buttons["stop"].invoke()
    hand.answered()
    assert len(hand.session.moves()) == 2


def test_the_engine_can_be_given_a_time(drive):
    """The time box wakes when the engine sits down; a shorter time takes effect at once."""
    hand = drive()
    hand.set_for_both_sides()

    def choose(time: str) -> None:
        hand.settings_popover.time.set(time)
        hand.settings_popover.time.event_generate("<<ComboboxSelected>>")

    assert str(hand.settings_popover.time["state"]) == "disabled"
    hand.session.set(seats=(HUMAN, "engine"), depth=DEEP)
    hand.pump(0.02)
    assert str(hand.settings_popover.time["state"]) == "normal"
    choose("20 s")
    assert hand.session.settings.limits.time_ms == 20_000
    hand.click(3)
    hand.until(lambda: "of 20 s" in hand.says())
    choose("20 ms")
    hand.answered()
    assert len(hand.session.moves()) == 2
    hand.press("<Control-t>")  # the time of your own search
    assert hand.settings_popover.time.get() == "20 ms"


def test_a_won_game_says_who_and_how(drive):
    """The end of the game is written below the board; a further click says that it is over."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    for column in (0, 1, 0, 1, 0, 1, 0):
        hand.click(column)
    assert hand.headline == "Red wins: four in a row"
    hand.click(3)
    assert len(hand.session.moves()) == 7
    assert "Red wins" in hand.says()


def test_counted_lines_stand_below_the_board(drive):
    """With the second scoring the lines of both sides are shown as they are made."""
    hand = drive(Settings(rules=Rules(scoring=COUNT_LINES), seats=(HUMAN, HUMAN)))
    for column in (0, 1, 0, 1, 0, 1, 0):
        hand.click(column)
    assert hand.board.foot == "lines:  Red 1   Yellow 0"
    assert hand.session.position.outcome() is None


def test_another_board_from_the_dialog(drive):
    """The dialog refuses a board that does not fit, in words, and begins a game on one that does."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.do("other board")
    dialog = next(child for child in hand.root.winfo_children() if isinstance(child, tk.Toplevel))
    dialog.numbers["columns"].set("30")
    dialog.accept()
    assert "too large" in dialog.problem["text"]
    dialog.numbers["columns"].set("5")
    dialog.numbers["rows"].set("4")
    dialog.accept()
    hand.pump(0.05)
    assert hand.session.position.rules == Rules(4, 5)
    hand.click(4)
    assert hand.session.moves() == "5"


def test_paste_and_copy(drive):
    """A pasted position is set up, a bad one is refused with its place; copying gives the text back."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.root.clipboard_clear()
    hand.root.clipboard_append("4453")
    hand.do("paste position")
    assert hand.session.moves() == "4453"
    hand.do("copy position")
    assert hand.root.clipboard_get() == "4453"
    hand.root.clipboard_clear()
    hand.root.clipboard_append("44x")
    hand.do("paste position")
    assert "'x' at place 3" in hand.says()
    assert hand.session.moves() == "4453"
