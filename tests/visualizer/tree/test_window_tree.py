"""The tree of a search in the window: its nodes, its card, what opens, and the playback on the board."""

import tkinter as tk
from dataclasses import replace
from random import Random
from threading import current_thread

import pytest
from node_counts import count_nodes
from showing import words
from stand_in import StandIn

from c4.agents import HUMAN
from c4.evaluators import EVALUATORS, load
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.search.fixed_depth import search
from c4.session.settings import Settings
from c4.tree.row_words import row_text, short_value
from c4.tree.searchtree import PRUNED
from lab.attack import trees
from visualizer.board.editor import Editor
from visualizer.state.preferences import EVALUATOR_TABLE, PACKED
from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.state import Remark
from visualizer.state.tree.view import STUB
from visualizer.tree.card import Card
from visualizer.ui.theme import LIGHT


def test_selecting_a_cut_node_tells_why(drive):
    """The card of a cut node names the reply, the bound and where it is held; its button goes there."""
    hand = drive(ready=True)
    hand.play(3)
    from c4.tree.reason import cut_of

    tree = hand.session.shown_search.decision.tree
    row = next(row for row in range(1, len(tree)) if tree.kind[row] == 0 and cut_of(tree, row))
    hand.select_row(row)
    why = hand.card.why.get("1.0", "end")
    assert "can't do better here" in why
    assert ": cut off. " in why
    assert hand.app.tree.model.selected == row
    hand.card.bound_button.invoke()
    assert hand.app.tree.model.selected == cut_of(tree, row).limit.holder


def test_another_scale_paints_the_tree_once(drive, monkeypatch):
    """The parts around the tree take their new sizes in several rounds; it is painted once, when it has its own."""
    hand = drive(ready=True, geometry="1280x800+0+0")
    hand.play(3)
    canvas = hand.window.search.tree.canvas
    hand.until(lambda: not hand.session.thinking and not canvas.busy)
    draw = canvas.sheet.draw
    sizes = []

    def draw_and_note(*size):
        sizes.append(size)
        return draw(*size)

    monkeypatch.setattr(canvas.sheet, "draw", draw_and_note)
    for scale in (150, 100):
        sizes.clear()
        hand.do(f"scale {scale}")
        hand.until(lambda: sizes and not canvas.busy)
        hand.pump(0.3)
        assert sizes == [canvas.size]


def test_the_card_shows_both_evaluators(drive, monkeypatch):
    """The values of V1, V2 and learned evaluators stand beside the search's; a thread loads them."""
    threads = set()

    def watched(name, model=None):
        threads.add((name, current_thread()))
        return load(name, model)

    monkeypatch.setattr("visualizer.state.evaluators.load", watched)
    hand = drive()
    hand.root.geometry("1280x800")
    hand.tree_ready()
    hand.play(3)
    tree = hand.session.shown_search.decision.tree
    row = tree.principal_variation()[-1]
    hand.select_row(row)
    hand.until(lambda: all(hand.app.state.evaluators.get(name) is not None for name in EVALUATORS))
    hand.pump(0.02)
    card = hand.card
    assert str(int(tree.state[row])) in card.packed_line["text"]
    assert "bit 63 = 1" in card.packed_line["text"]
    assert not card.bits.winfo_ismapped()
    assert not card.evaluators.winfo_ismapped()
    for line in (card.packed_line, card.evaluators_line):
        line.invoke()
    hand.pump(0.02)
    assert hand.app.state.preferences.unfolded == {PACKED: True, EVALUATOR_TABLE: True}
    shown = card.evaluators.get("1.0", "end")
    assert {name for name, _ in threads} == set(EVALUATORS)
    assert not [name for name, thread in threads if thread is current_thread() and EVALUATORS[name].learned]
    for name, label in (("v1", "V1"), ("v2", "V2"), ("windows", "Windows")):
        evaluator = load(name)
        value = evaluator.in_words(evaluator.evaluate(tree.position(row), tree.maximizer))
        assert f"{label}\t{value}\t{'of a win' if evaluator.unit == 'wins' else evaluator.unit}" in shown
    parts = load("windows").explain(tree.position(row), tree.maximizer)
    largest = max(parts, key=lambda part: abs(part.contribution))
    assert largest.feature in words(card.parts)
    bits = hand.card.bits
    assert bits.winfo_ismapped()
    assert str(int(tree.state[row])) in bits.get("1.0", "end")
    assert bits.get(*bits.tag_ranges("pruned bit")) == "bit 63  1 = searched"
    notes = bits.get(*bits.tag_ranges("faint")).strip().splitlines()
    assert [line.partition(":")[0] for line in notes] == ["bit 63", "pointer", "slot"]
    assert int(bits["height"]) == int(bits.index("end - 1 char").partition(".")[0])
    assert hand.card.board.position == tree.position(row)
    assert hand.card.value["text"].startswith("value ")


def test_trees_that_no_search_writes(drive, tmp_path):
    """Crafted files, opened by the window's own command, show a tree or a sentence; no callback fails."""
    dice = Random(1)
    opener = trees.Opener(drive(ready=True).window)
    tree = trees.searched(Position.from_moves("4453526"), 2)
    path = tmp_path / "tree.npz"
    for names in (("values", "left out"), ("all pruned",), ("kinds that cannot be", "no moves"), ("no rows",)):
        trees.filed(tree, trees.changed(tree, names, dice), path)
        opener.open_file(" and ".join(names), path, commands="all pruned" in names)
    assert (opener.opened_files, opener.refused, opener.faults) == (3, 1, [])


def test_what_the_budget_left_out_opens_with_a_click(drive):
    """A node whose inside was not recorded is searched again when it is unfolded, and the counts still tally."""
    hand = drive(Settings(rules=Rules(scoring=COUNT_LINES), seats=(HUMAN, HUMAN)), ready=True)
    hand.session.set(depth=9)
    hand.session.set_up("444")
    hand.press("<Shift-KeyPress-H>")
    hand.until(lambda: hand.session.shown_search is not None and hand.app.tree.model.view is not None)
    before = hand.session.shown_search.decision.tree
    row = int(before.left_out.argmax())
    assert before.left_out[row] > 0
    hand.select_row(row)
    assert "were searched but not recorded" in hand.card.why.get("1.0", "end")
    hand.app.tree.model.expand(row)
    hand.until(lambda: hand.session.shown_search.decision.tree is not before)
    hand.pump(0.1)
    after = hand.shown_tree
    assert after is hand.session.shown_search.decision.tree
    assert after.total_left_out < before.total_left_out
    assert after.recorded + after.total_left_out == before.nodes
    assert count_nodes(hand.app.tree.model.view).consistent


def test_the_engines_table_hits_and_threats_are_drawn_as_such(drive):
    """Table hits and threats are no plain nodes, and the legend explains them."""
    hand = drive(Settings(seats=(HUMAN, "engine")))
    hand.session.set(depth=9)
    hand.tree_ready()
    hand.play(3)
    hand.play(2)
    hand.pump(0.2)
    from c4.tree.searchtree import TABLE, THREAT

    tree = hand.session.shown_search.decision.tree
    assert tree.algorithm == "engine"
    drawn = {node.note for _, node in hand.app.tree.model.state.graph.nodes(data="data")}
    for kind, look in ((TABLE, "table"), (THREAT, "threat")):
        row = next((row for row in range(len(tree)) if tree.kind[row] == kind), None)
        if row is not None:
            hand.select_row(row)
            drawn |= {node.note for _, node in hand.app.tree.model.state.graph.nodes(data="data")}
            assert look in drawn
    assert drawn & {"table", "threat"}
    legend = hand.tree.legend
    legend.limit(None)
    assert {"table: from the transposition table", "threat: threats decide"} & set(words(legend))
    assert "pruned, never searched" in words(legend)
    legend.limit(2)
    texts = [item for item in legend.find_all() if legend.type(item) == "text"]
    assert len({legend.coords(item)[1] for item in texts}) <= 2


def test_the_playback_shows_its_moments_on_the_board(drive):
    """K plays the last search back: the board follows, nothing can be dropped, and K or Escape gives the game back."""
    hand = drive(ready=True)
    hand.do("search position")
    hand.until(lambda: hand.session.shown_search is not None and not hand.session.thinking)
    hand.pump(0.1)
    game = hand.board.position
    hand.press("k")
    model = hand.app.tree.model
    assert model.playback.is_open
    tree = model.playback.replay.tree
    for key in ["Shift-Down", "Shift-Down", "Shift-Down", "Shift-Right", "Shift-Left", "Shift-Up", "Control-Right"]:
        before = model.playback.event
        hand.press(f"<{key}>")
        playback = model.playback
        assert playback.event != before
        assert hand.board.position == tree.position(playback.moment.node)
        assert hand.board.counts.startswith("playback: after ")
        replies = [row for row in tree.children(playback.moment.node) if tree.kind[row] != PRUNED]
        known = {int(tree.move[row]) for row in replies if playback.replay.leave[row] <= playback.event}
        assert set(hand.board.scores) == known
    assert known, "the values of a node that cuts off are seen"
    assert "the search knows by now, for " in hand.board.captions[0]
    hand.click(3)
    assert hand.session.position == game
    assert "Esc ends it" in hand.says()
    hand.press("k")
    assert hand.board.position == game
    assert hand.board.counts == ""
    hand.press("k")
    assert hand.app.tree.model.playback.is_open
    hand.press("<Escape>")
    assert not hand.app.tree.model.playback.is_open
    hand.press("<Control-space>")
    assert model.playback.playing
    hand.press("<Control-space>")
    assert not model.playback.playing
    hand.do("new game")
    hand.pump(0.05)


def test_the_card_knows_no_more_than_the_search_did(drive):
    """During a playback the card has the window and the best so far, and values only when they are found."""
    hand = drive(ready=True)
    hand.root.geometry("1280x800")  # tree and card side by side
    hand.pump(0.2)
    hand.do("search position")
    hand.until(lambda: hand.session.shown_search is not None and not hand.session.thinking)
    hand.pump(0.1)
    tree = hand.session.shown_search.decision.tree
    card = hand.card
    model = hand.app.tree.model
    final = card.value["text"]
    hand.press("k")
    hand.until(lambda: card.value["text"].splitlines()[0] == "value not known yet")
    assert card.window["text"] == "alpha −∞\nbeta +∞"
    assert not card.bound_button.winfo_ismapped()
    first, second = tree.children(0)[:2]
    model.seek(int(model.playback.replay.leave[first]))
    best = short_value(tree, tree.value[first])
    hand.until(lambda: card.value["text"].splitlines()[0] == f"value {row_text(tree, first)}")
    hand.select_row(0)
    assert card.value["text"].splitlines()[0] == f"value {best} so far"
    assert card.window["text"] == f"alpha {best}\nbeta +∞"
    assert f"1 reply has returned, and the best for MAX so far is {best}" in card.why.get("1.0", "end")
    hand.select_row(second)
    assert card.value["text"].splitlines()[0] == "value not known yet"
    assert card.window["text"] == ""
    hand.press("k")
    hand.until(lambda: card.value["text"].splitlines()[0] == f"value {row_text(tree, second)}")
    hand.select_row(0)
    assert card.value["text"] == final


def test_without_a_tree_there_is_nothing_to_export(drive):
    """The command says why it is impossible; no dialog opens."""
    hand = drive(ready=True)
    assert hand.app.tree.model.view is None
    hand.do("export")
    assert "there is no tree yet" in hand.says().lower()
    assert not any(isinstance(child, tk.Toplevel) for child in hand.root.winfo_children())


RULES = Rules(5, 5, 4, turn_every=3)
TREE = search(Position.from_moves("12", RULES), 4, load("v2"), "alphabeta").tree


def card_of(root, model):
    """A card of its own that shows a model's node, in words of two players."""
    app = StandIn()
    card = Card(root, LIGHT, model.choose, model.choose)
    card.pack(fill="both", expand=True)
    root.update()

    def show():
        card.show(replace(app.state, tree=model.state))
        root.update()

    show()
    app.close()
    return card, show


def test_the_card_frames_the_disc_where_it_has_fallen_to(root):
    """The last disc is framed where it lies after the turn, and the card says that the board turned."""
    root.geometry("400x600")
    model = TreeModel()
    model.show(TREE)
    row = next(row for row in range(1, len(TREE)) if TREE.ply[row] == 1)
    model.choose(row)
    card, _ = card_of(root, model)
    assert "↻" in card.title["text"]
    assert "The board turned after this move." in card.why.get("1.0", "end")
    landed = TREE.root.landing(int(TREE.move[row]))
    assert card.board.coords("last") == pytest.approx(card.board.centre(*landed))
    assert TREE.position(row).owner(*landed) == TREE.root.to_move


def test_the_card_of_an_exact_node_says_why(root):
    """The reason why a side wins follows the explanation of the value once it is known, if the node is still shown."""
    model = TreeModel()
    model.show(TREE)
    model.choose(1)
    card, show = card_of(root, model)
    for row, said in ((2, False), (1, True)):
        model.remark(Remark((id(TREE), row), ("Red", "Yellow"), "Red has two threats."))
        show()
        assert ("\n\nRed has two threats." in card.why.get("1.0", "end")) == said


def test_a_letter_means_the_same_in_the_tree_as_on_the_board(drive):
    """Shift+U shows the pruned replies and folds them again; P opens the position editor."""
    hand = drive(ready=True)
    hand.do("search position")
    hand.until(lambda: not hand.app.tree.no_tree() and not hand.session.thinking)
    pane = hand.tree
    pane.model.choose(pane.model.state.explained)
    stub = next(glyph for glyph in pane.model.view.glyphs if glyph.sort == STUB)
    pane.model.select(stub.row)
    for shown in (True, False):
        hand.focus(pane.canvas.widget)
        pane.canvas.widget.event_generate("<Shift-KeyPress-U>")
        hand.pump(0.02)
        assert (set(stub.hidden) <= pane.model.view.rows) == shown
    pane.canvas.widget.event_generate("p")
    hand.opened()
    assert hand.tool_of(Editor).winfo_viewable()
