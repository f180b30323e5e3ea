"""The tour: it sets something up, says what to see, and gives the game back."""

import re
from tkinter.font import nametofont

from c4.agents import AGENTS, HUMAN
from c4.session.settings import SEARCH, Settings
from visualizer.app.tour import POSITION
from visualizer.state.preferences import ANALYSE, PLAY


def test_the_tour_leads_through_a_small_tree_and_back(drive):
    """Eight steps: the game, the tabs, nodes of a tree of depth 2, the other searches; the end brings back the game and the mode.

    What the steps say of the window is so: the tabs and keys that they name, the values in the tree.
    """
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY, ready=True)
    hand.app.prefer(source=SEARCH, threats=True, follow=True)
    shown = hand.app.state.preferences.source, hand.app.state.preferences.scores, hand.app.state.preferences.threats
    for column in (0, 1):
        hand.click(column)
    hand.do("tour")
    guide = hand.window.guide
    assert guide.title["text"].startswith("1 of 8")
    assert (hand.mode, hand.session.moves()) == (PLAY, "12"), "a newcomer sees the own game first"
    guide.next.invoke()
    hand.pump(0.02)
    for button in hand.window.tabs.buttons.values():
        assert button["text"] in guide.text["text"]
    keys = {command.key for command in hand.window.commands}
    assert set(re.findall(r"F\d+", guide.text["text"])) == {"F1", "F5", "F9"} <= keys
    guide.next.invoke()
    hand.until(lambda: guide.title["text"].startswith("3 of 8"))
    assert hand.mode == ANALYSE
    assert hand.session.moves() == POSITION
    assert "waiting" not in hand.window.play.headline["text"]
    selected = []
    tree = hand.shown_tree
    assert tree.depth == 2
    searches = hand.window.search.analysis_bar
    outlines = {7: hand.tree.why, 8: searches}
    for number in range(3, 9):
        assert guide.title["text"].startswith(f"{number} of 8")
        assert len(guide.text["text"]) < 340
        outlined = {edge.place_info()["in"] for edge in hand.window.guide.outline.edges}
        assert outlined == {outlines.get(number, hand.tree.canvas.widget)}
        hand.pump(0.1)
        assert hand.shown_tree is tree, "the board is not searched again"
        selected.append(hand.app.tree.model.selected)
        if number < 8:
            guide.next.invoke()
            hand.pump(0.02)
    assert len(set(selected)) == 4
    assert AGENTS["mcts"].label in guide.text["text"]
    assert AGENTS["mcts"].label in searches.algorithm["values"]
    assert guide.next["text"] == "Done"
    place = guide.next.winfo_x()
    guide.back.invoke()
    assert guide.title["text"].startswith("7 of 8")
    assert guide.next["text"] == "Next"
    guide.next.invoke()
    hand.pump(0.02)
    assert guide.next.winfo_x() == place, "one click too many on Next never lands on Back"
    guide.next.invoke()
    hand.pump(0.05)
    assert not guide.shown
    assert not any(edge.winfo_manager() for edge in guide.outline.edges)
    assert hand.session.moves() == "12"
    assert hand.mode == PLAY
    assert (
        hand.app.state.preferences.source,
        hand.app.state.preferences.scores,
        hand.app.state.preferences.threats,
    ) == shown


def test_the_tour_waits_for_its_own_tree(drive, monkeypatch):
    """A search of the same depth without a cutoff, as one that you begin while the tour is loading, is not explained."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY, ready=True)
    analyse = hand.session.analyse
    monkeypatch.setattr(hand.session, "analyse", lambda agent, limits: analyse("minimax", limits))
    hand.do("tour")
    for _ in range(2):
        hand.window.guide.next.invoke()
    hand.until(lambda: not hand.session.thinking and hand.session.shown_search is not None)
    assert hand.session.shown_search.decision.tree.pruned == 0
    hand.pump(0.2)
    assert hand.window.guide.title["text"] == "Tour"
    assert not hand.window.errors


def test_the_tour_is_offered_once(drive):
    """In Play a button offers the tour, until it was taken."""
    hand = drive(mode=PLAY, toured=False)
    invited = hand.window.play.invited
    hand.pump(0.02)
    assert invited.winfo_ismapped()
    hand.app.views.set_scale(200)
    hand.pump(0.02)
    (cross,) = [part for part in invited.master.winfo_children() if part is not invited]
    assert cross.winfo_width() >= nametofont("TkDefaultFont", cross).measure(cross["text"]) + 20, "all of it is there"
    invited.invoke()
    hand.pump(0.02)
    assert not invited.winfo_ismapped()
    invited.invoke()  # it still has the keyboard: Space does this
    assert not hand.window.errors
    hand.window.guide.close()


def test_the_first_reply_invites_to_see_why_once(drive):
    """The offer of the tour becomes one to look at the search; it can be dismissed, and does not come back."""
    hand = drive(Settings(seats=(HUMAN, "alphabeta"), depth=2), mode=PLAY, ready=True, toured=False)
    invited = hand.window.play.invited
    hand.play(3)
    for _ in range(2):  # it is about the newest reply
        assert invited["text"] == f"Why column {hand.session.game.moves[-1] + 1}? See the search"
        hand.play(3)
    hand.do("new game")
    assert hand.app.state.shown.invitation is None, "no reply of another game, and no tour again"
    hand.play(3)
    invited.invoke()
    hand.pump(0.02)
    assert hand.mode == ANALYSE
    hand.do("analyse")
    hand.play(3)
    assert not invited.winfo_ismapped()
