"""The tour and the examples: they set something up, say what to see, and give the game back."""

from c4.agents import HUMAN
from c4.agents.limits import Limits
from c4.practice.examples import EXAMPLES
from c4.session.live import EXACT, SEARCH
from c4.session.settings import Settings
from visualizer.app.guide import POSITION
from visualizer.app.modes import ANALYSE, PLAY


def test_the_tour_leads_through_a_small_tree_and_back(drive):
    """Five steps select their nodes in a tree of depth 2; the end brings back the game and the mode."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    hand.tree_ready()
    for column in (0, 1):
        hand.click(column)
    hand.do("tour")
    guide = hand.window.guide
    hand.until(lambda: guide.title["text"].startswith("1 of 5"))
    assert hand.window.modes.mode == ANALYSE
    assert hand.session.moves() == POSITION
    selected = []
    tree = hand.window.tree_pane.model.view.tree
    assert tree.depth == 2
    for number in range(1, 6):
        assert guide.title["text"].startswith(f"{number} of 5")
        assert len(guide.text["text"]) < 320
        outlined = {edge.place_info()["in"] for edge in hand.window.guide.outline.edges}
        assert outlined == {hand.window.tree_pane.why if number == 5 else hand.window.tree_pane.canvas.widget}
        selected.append(hand.window.tree_pane.model.selected)
        if number < 5:
            guide.next.invoke()
            hand.pump(0.02)
    assert len(set(selected)) == 4
    assert guide.next["text"] == "Done"
    place = guide.next.winfo_x()
    guide.back.invoke()
    assert guide.title["text"].startswith("4 of 5")
    assert guide.next["text"] == "Next"
    guide.next.invoke()
    hand.pump(0.02)
    assert guide.next.winfo_x() == place, "one click too many on Next never lands on Back"
    guide.next.invoke()
    hand.pump(0.05)
    assert not guide.shown
    assert not any(edge.winfo_manager() for edge in guide.outline.edges)
    assert hand.session.moves() == "12"
    assert hand.window.modes.mode == PLAY


def test_the_tour_is_offered_once(drive):
    """In Play a button offers the tour, until it was taken."""
    hand = drive(mode=PLAY)
    playing = hand.window.playing
    playing.invite("tour")
    hand.pump(0.02)
    assert playing.tour.winfo_ismapped()
    playing.tour.invoke()
    hand.pump(0.02)
    assert not playing.tour.winfo_ismapped()
    hand.window.guide.close()


def test_the_first_reply_invites_to_see_why_once(drive):
    """The offer of the tour becomes one to look at the search; it can be dismissed, and does not come back."""
    hand = drive(Settings(seats=(HUMAN, "alphabeta"), limits=Limits(depth=2)), mode=PLAY)
    hand.tree_ready()
    playing = hand.window.playing
    playing.invite("tour")
    hand.click(3)
    hand.answered()
    assert playing.tour["text"] == f"Why column {hand.session.game.moves[-1] + 1}? See the search"
    playing.tour.invoke()
    hand.pump(0.02)
    assert hand.window.modes.mode == ANALYSE
    hand.do("analyse")
    hand.click(3)
    hand.answered()
    assert not playing.tour.winfo_ismapped()


def test_examples_are_set_up_and_explained(drive):
    """Each example of the menu shows its position, its search and what to see, and gives back what it switched on."""
    hand = drive(Settings(seats=(HUMAN, "random")))
    hand.tree_ready()
    playing = hand.window.playing
    preferences = hand.window.preferences
    preferences.source = SEARCH
    playing.show_scores = False
    for example in (EXAMPLES[1], EXAMPLES[-1]):
        hand.do(f"example {example.name}")
        hand.until(lambda: hand.session.shown_search is not None and not hand.session.thinking)
        hand.pump(0.02)
        assert hand.session.moves() == example.moves
        assert hand.session.shown_search.decision.tree.depth == example.limits.depth
        assert hand.window.guide.text["text"] == example.text
        assert (preferences.source, playing.show_scores, preferences.threats) == (EXACT, True, example.threats)
    assert hand.session.settings.limits.depth == Settings().limits.depth, "settings stay as they are"
    hand.do("new game")
    hand.until(lambda: not hand.window.guide.shown)
    assert (preferences.source, playing.show_scores, preferences.threats) == (SEARCH, False, False)
