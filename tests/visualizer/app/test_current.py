"""Nothing stale looks current: tree, card, values, weights and status say which position they belong to."""

import pytest
from showing import words

from c4.agents import HUMAN
from c4.session.settings import Settings
from visualizer.state.preferences import MOVES


def test_the_tree_says_which_move_it_is_of(drive):
    """Behind the last move, of the position on the board after going back, and dated once the game has gone on."""
    hand = drive(ready=True)
    assert hand.subject == ""
    hand.play(3)
    assert hand.subject.startswith("Alpha-beta's search for move 2: it played column ")
    hand.app.tree.go_to_position()
    assert hand.subject == "Alpha-beta's search for move 2, the position on the board."
    assert not hand.session.thinking, "looking back lets nobody move"
    hand.do("redo")
    hand.session.set(seats=(HUMAN, HUMAN))
    for column in (0, 6):
        hand.click(column)
    assert hand.subject == "From move 2: Yellow's search, 3 moves ago."
    assert hand.tree.theme.text != hand.theme.text, "what is dated is grey"
    hand.do("undo")
    hand.do("undo")
    hand.pump(0.05)
    assert hand.tree.theme == hand.theme


def test_new_clears_everything(drive):
    """After New no tree, card, value, weight or sentence of the old game is there; Undo brings the tree back."""
    hand = drive(ready=True)
    hand.play(3)
    hand.pump(0.05)
    tree = hand.shown_tree
    hand.do("new game")
    assert hand.subject == ""
    assert hand.shown_tree is None
    assert hand.card.title["text"] == "No node selected"
    assert not any(part.winfo_ismapped() for part in (hand.card.bits, hand.card.evaluators)), "empty"
    assert hand.board.scores == {}
    assert hand.moves.get("1.0", "end").strip() == "No moves yet."
    assert "Red to move (you): click a column" in hand.says()
    hand.do("undo")
    hand.pump(0.05)
    assert hand.shown_tree is tree


def test_a_move_list_shows_the_values_of_its_own_game(drive):
    """The same moves in another game carry no values of the first; a click on a move goes there."""
    hand = drive(unfolded={MOVES: True})
    hand.play(3)
    hand.pump(0.05)
    assert "4  −8" in hand.moves.get("1.0", "end")
    assert hand.moves.get("1.0", "2.0").strip() == "In grey: what each search found, for Yellow"
    assert hand.moves.header.get("1.0", "end-1c").split("\t") == ["", "You (Red)", "", "Alpha-beta (Yellow)"]
    hand.session.set(seats=(HUMAN, HUMAN))
    hand.do("new game")
    for column in (3, 3, 3):
        hand.click(column)
    assert "8" not in hand.moves.get("1.0", "end")
    hand.root.update()
    x, y, width, height = hand.moves.bbox(hand.moves.tag_ranges("move 1")[0])
    for event in ("<Enter>", "<Motion>", "<Button-1>"):
        hand.moves.event_generate(event, x=x + width // 2, y=y + height // 2)
        hand.root.update()
    hand.pump(0.05)
    assert hand.session.moves() == "4"
    assert hand.session.can_redo


def test_column_values_of_an_earlier_move_say_so_and_lead_back(drive):
    """Values that are not of the board are grey, name their move and side, and a click on their caption goes there."""
    hand = drive()
    hand.play(3)
    hand.pump(0.05)
    board = hand.board
    assert all(score.stale for score in board.scores.values())
    assert any(score.text.startswith("≤") for score in board.scores.values()), "cut columns show their bound"
    assert all(caption.startswith("move 2, ") and "for Yellow" in caption for caption in board.captions)
    board.event_generate("<Button-1>", x=board.winfo_width() // 2, y=8)
    hand.pump(0.05)
    assert hand.session.moves() == "4"
    assert not any(score.stale for score in board.scores.values())
    assert "move" not in board.captions[0]


def test_an_agent_without_a_tree_tells_its_own_reason(drive):
    """After another agent's game, the status and the values are Trainer's own, never those of the agent before."""
    hand = drive(Settings(seats=(HUMAN, "td-lambda")), ready=True)
    hand.play(3)
    hand.pump(0.05)
    before = hand.session.newest.decision.reason
    hand.session.set(seats=(HUMAN, "trainer"))
    hand.do("new game")
    assert before not in hand.says()
    hand.play(3)
    hand.pump(0.05)
    assert hand.session.newest.decision.reason in hand.says()
    assert hand.board.scores == {}
    assert "without column values" in hand.board.captions[0]


def test_weights_are_of_the_board_until_a_node_is_chosen(drive):
    """The learned weights name the board or the node they are about, and follow the board again after a move."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.show_weights()
    hand.do("search position")
    hand.until(lambda: hand.session.shown_search is not None)
    hand.pump(0.1)

    weights = hand.window.search.weights.page
    assert "Red, on the board" in " ".join(words(weights))
    hand.select_row(hand.session.shown_search.decision.tree.children(0)[0])
    assert "at node 4 of the tree" in " ".join(words(weights))
    hand.click(0)
    assert "Yellow, on the board" in " ".join(words(weights))


@pytest.mark.parametrize("columns", [5, 9])
def test_the_digits_named_are_those_of_the_board(drive, columns):
    """On a board of other width the hints name its columns, and a digit beyond them says so."""
    from c4.game.rules import Rules

    hand = drive(Settings(rules=Rules(4, columns, 4), seats=(HUMAN, HUMAN)))
    assert f"press 1 to {columns}" in hand.says()
    if columns < 9:
        hand.press("9")
        assert f"This board has {columns} columns" in hand.says()
