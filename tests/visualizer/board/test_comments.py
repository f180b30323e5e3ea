"""Marks and comments on moves: written in a window, shown in the list of moves and in the review."""

import pytest
from walking import record

from c4.agents import HUMAN
from c4.library.gamefile import read_one
from c4.session.settings import Settings
from visualizer.board.move_list import COMMENTED
from visualizer.review.part import ReviewPane
from visualizer.state.preferences import PLAY, REVIEW


@pytest.fixture
def hand(drive):
    made = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    for key in "445":
        made.press(key)
    return made


def listed(hand) -> str:
    """The list of moves."""
    hand.pump(0.02)
    return hand.moves.get("1.0", "end")


def write(window, text: str) -> None:
    """Types into the field."""
    window.text.insert("end", text)
    window.update()


def test_a_move_is_marked_and_commented(hand, tmp_path):
    """What is written is in the game at once, is to be seen, and is saved and opened again."""
    hand.press("<Shift-C>")
    notes = hand.tool("notes")
    assert notes.caption["text"] == "Move 3: Red in column 5"
    write(notes, "too  early,")
    write(notes, " I think")
    notes.marks["?!"].invoke()
    assert f"5?!{COMMENTED}" in listed(hand)
    assert "too early, I think" in listed(hand)
    hand.app.game.step(-1)
    assert "too early" not in listed(hand)
    assert f"5?!{COMMENTED}" in listed(hand)
    assert notes.comment == ""
    write(notes, "a reply")
    hand.app.game.step(1)
    hand.pump(0.02)
    assert (notes.comment, notes.chosen.get()) == ("too early, I think", "?!")
    path = str(tmp_path / "game.c4game")
    hand.app.game.save_file(path)
    tree = read_one(path).tree
    assert [node[2:4] for node in tree.nodes[2:4]] == [("a reply", ""), ("too early, I think", "?!")]
    hand.do("new game")
    hand.app.game.open_file(path)
    assert "too early, I think" in listed(hand)


def test_what_is_typed_quickly_stays(hand):
    """The field is not set back while the game catches up, nor is the last letter lost when the window is closed."""
    notes = hand.open("notes", "note")
    for letter in "I would resign":
        notes.text.insert("end", letter)
        notes._written(None)
        notes.text.insert("end", letter)
        hand.window.show()
    assert notes.text.get("1.0", "end - 1 chars") == "II  wwoouulldd  rreessiiggnn"
    notes.text.insert("end", "!")
    notes.destroy()
    assert hand.session.game.tree.nodes[3].comment == "II wwoouulldd rreessiiggnn!"


def test_the_game_as_a_whole_has_a_comment(hand):
    """At the start, where there is no move to mark."""
    hand.app.game.go_to(0)
    notes = hand.open("notes", "note")
    assert notes.caption["text"] == "The game as a whole"
    assert notes.marks["!"].instate(["disabled"])
    write(notes, "a fine\ngame")
    assert hand.session.game.tree.nodes[0].comment == "a fine\ngame"
    assert listed(hand).startswith("a fine\ngame\n1.")


def test_what_cannot_be_saved_is_said(hand):
    """The field keeps what you typed, the game what it had."""
    notes = hand.open("notes", "note")
    write(notes, "fine")
    write(notes, "x" * 10_000)
    assert "10,000" in notes.problem["text"]
    assert hand.session.game.tree.nodes[3].comment == "fine"
    notes.text.delete("1.4", "end")
    notes.update()
    assert notes.problem["text"] == ""


def test_comments_are_written_in_a_review_and_shown_there(hand):
    """A move of the game is commented; a line that was only tried is not in the game."""
    hand.app.show_mode(REVIEW)
    hand.app.game.go_to(3)
    notes = hand.open("notes", "note")
    write(notes, "mine")
    assert record(ReviewPane, hand.app.state).words.explanation.endswith("\n✎ mine")
    hand.app.game.go_to(1)
    hand.press("7")
    hand.pump(0.05)
    assert "not in the game" in notes.problem["text"]
    assert str(notes.text["state"]) == "disabled"
    hand.app.show_mode(PLAY)
    assert hand.session.game.tree.nodes[3].comment == "mine"
