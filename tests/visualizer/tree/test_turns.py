"""A board that turns, in the tree: square beads, the rows between which it turns, the legend and the card."""

from __future__ import annotations

from driver import pane_of, settle

from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import Rules
from c4.search.fixed_depth import search
from c4.tree.explain import turned_before
from visualizer.kit.theme import LIGHT
from visualizer.tree.card import Card
from visualizer.tree.legend import entries

RULES = Rules(5, 5, 4, turn_every=3)
TREE = search(Position.from_moves("12", RULES), 4, load("v2"), "alphabeta").tree
TURN = "then the board turned"


def test_a_turn_is_marked_where_it_happens(root):
    """The moves after which the board turned have square beads, and the gutter has a sign between those plies alone."""
    turned = {row for row in range(len(TREE)) if turned_before(TREE, row)}
    assert turned == {row for row in range(1, len(TREE)) if TREE.ply[row] in (1, 4)}
    pane = pane_of(root, TREE)
    nodes = {key: node for key, node in pane.model.graph().nodes(data="facts") if isinstance(key, int) and node.column}
    assert {key for key, node in nodes.items() if node.turned} == turned & nodes.keys() != set()
    beads = {label.key: "turned" in label.style for label in pane.screen.drawing.labels if label.in_bead}
    assert beads == {key: node.turned for key, node in nodes.items()}
    items = pane.widget.find_withtag("plies")
    assert [pane.widget.itemcget(item, "text") for item in items].count("↻") == 2
    assert TURN in {words for words, *_ in entries(TREE)}
    still = search(Position.from_moves("12"), 3, load("v2"), "alphabeta").tree
    assert TURN not in {words for words, *_ in entries(still)}
    pane.show(still)
    settle(pane)
    assert not any("turned" in label.style for label in pane.screen.drawing.labels)


def test_the_card_frames_the_stone_where_it_has_fallen_to(root):
    """The last stone is framed where it lies after the turn, and the card says that the board turned."""
    card = Card(root, LIGHT, lambda row: None)
    card.pack()
    row = next(row for row in range(1, len(TREE)) if TREE.ply[row] == 1)
    card.show(TREE, row, (0, 1), [])
    root.update()
    assert "↻" in card.title["text"]
    assert "The board turned after this move." in card.why.get("1.0", "end")
    framed = [item for item in card.board.find_all() if card.board.type(item) == "rectangle"][-1]
    left, top, right, bottom = card.board.coords(framed)
    cell = min(int(card.board["width"]), int(card.board["height"])) / 5
    x0 = (int(card.board["width"]) - 5 * cell) / 2
    at = int(4.999 - ((top + bottom) / 2) / cell), int(((left + right) / 2 - x0) / cell)
    landed = TREE.root.landing(int(TREE.move[row]))
    assert at == landed
    assert TREE.position(row).owner(*landed) == TREE.root.to_move
