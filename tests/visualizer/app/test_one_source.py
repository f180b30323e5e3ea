"""One source of truth: no two places of the window answer the same question differently without saying so."""

import pytest

from c4.agents import AGENTS, HUMAN, is_user_agent, load
from c4.agents.limits import Limits
from c4.game.position import Position
from c4.game.values import EXACT, WIN, Value
from c4.session.live import Known, News
from c4.session.settings import SEARCH, Settings
from visualizer.state.column_values import while_loading
from visualizer.state.preferences import PLAY
from visualizer.state.sentences import leaves_tree
from visualizer.state.state import ColumnValues, Progress, Score


def growing(hand) -> None:
    """Waits until the tree of the running search is on screen."""
    hand.until(lambda: hand.tree is not None and hand.app.state.tree.live is not None)


def test_the_header_says_which_search_the_growing_tree_belongs_to(drive):
    """After a change of depth, evaluator or algorithm no growing tree stands under the old search's name."""
    hand = drive(Settings(seats=(HUMAN, "minimax"), depth=20), ready=True)
    hand.click(3)
    growing(hand)
    assert hand.subject == "Minimax's search for move 2, still searching: Minimax, depth 20, V2."
    for change, words in (
        ({"depth": 21}, "Minimax, depth 21, V2"),
        ({"evaluator": "v1"}, "Minimax, depth 21, V1"),
        ({"seats": (HUMAN, "alphabeta")}, "Alpha-beta, depth 21, V1"),
    ):
        hand.app.search.change(**change)
        assert hand.app.state.tree.live is None, "the tree of the search that was given up"
        growing(hand)
        assert hand.subject == f"{words.partition(',')[0]}'s search for move 2, still searching: {words}."
        assert hand.app.state.tree.about is hand.session.running
    hand.do("stop")


def test_values_without_words_have_one_point_of_view(drive):
    """The row over the board, the list of moves and the status line give the same value, for MAX of the search."""
    hand = drive(ready=True)
    hand.play(3)
    decision = hand.session.newest.decision
    assert decision.value.points != 0
    hand.pump(0.05)
    hand.until(lambda: ", value " in hand.says())
    row = hand.board.scores[decision.column].text
    assert f", value {row} by V2 for Yellow: " in hand.says()
    assert hand.moves.get("1.0", "end").split()[-1] == row
    assert "values are for MAX" in hand.blocked("point of view")


def test_moves_that_were_set_up_were_played_by_nobody_here(drive):
    """A game that was set up or opened says so; what is played from there on is told as always."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    hand.app.game.set_up("4453")
    hand.pump(0.02)
    assert hand.last_moves == "This position was set up or opened. The last move was Yellow in column 3."
    hand.click(0)
    assert hand.last_moves == "Red played column 1."
    hand.do("undo")
    assert "set up" in hand.last_moves


def test_no_tree_is_promised_where_none_comes(drive):
    """With an agent that does not search, the empty pane says so and names what brings one."""
    hand = drive(Settings(seats=(HUMAN, "td-lambda")), ready=True)
    hand.pump(0.05)
    assert hand.app.state.tree.empty.startswith("TD-lambda plays without a search tree.")
    hand.app.search.change(seats=(HUMAN, "alphabeta"))
    assert "recorded" in hand.app.state.tree.empty


@pytest.mark.parametrize("name", [name for name in AGENTS if not is_user_agent(name)])
def test_which_agents_leave_a_tree(name):
    """What the window expects of each agent is what it does."""
    position = Position.from_moves("44444412222252576331")
    decision = load(name).choose(position, Limits(depth=2, nodes=1000 if AGENTS[name].deepens else None, seed=1))
    assert (decision.tree is not None) == leaves_tree(name)


def test_a_search_of_the_board_needs_no_second_one(drive):
    """After a search the values are its own; your own choice of a source stays."""
    hand = drive(Settings(seats=(HUMAN, HUMAN), depth=4), ready=True)
    hand.click(3)
    board = hand.board
    hand.app.prefer(source=SEARCH)
    hand.window.show()
    hand.until(lambda: bool(board.scores) and hand.session.live.source == SEARCH)
    hand.do("search position")
    hand.until(lambda: not hand.session.thinking and hand.session.newest is not None)
    hand.pump(0.1)
    assert hand.session.live.source is None, "no second search beside it"
    assert "Alpha-beta, depth 4, V2" in board.captions[0]
    hand.app.views.choose_source(SEARCH)
    hand.until(lambda: "search to depth" in board.captions[0])


def test_decided_columns_do_not_hold_the_depth_down(drive, monkeypatch):
    """The depth of the values is that of the columns that are still being searched."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), ready=True)
    won = News(0, Value(WIN - 3, EXACT), (0,), 1)
    known = Known({0: won, 1: News(1, Value(4, EXACT), (1,), 9), 2: News(2, Value(5, EXACT), (2,), 11)})
    monkeypatch.setattr(hand.session.live, "known", lambda position: known)
    hand.app.views.choose_source(SEARCH)
    hand.until(lambda: "search to depth 9" in hand.board.captions[0])


def test_the_depth_box_takes_what_the_board_can_use(drive):
    """Depths from 1 to the squares of the board; Ctrl+A selects, and keys after an arrow stay in the box."""
    hand = drive(Settings(seats=(HUMAN, "alphabeta")))
    box = hand.window.settings_popover.depth

    def settings():
        return hand.session.settings.limits

    hand.type_depth("4106")
    assert settings().depth == 6
    assert "at most 42" in hand.says()
    hand.focus(box)
    box.event_generate("<Control-a>")
    assert box.selection_present()
    hand.board.focus_force()
    hand.window.settings_popover._depth_spun()
    hand.until(lambda: hand.root.focus_get() is box)
    box.event_generate("<KeyPress-4>")
    hand.pump(0.02)
    assert hand.session.moves() == ""
    assert box.get() == "4"


def test_older_values_keep_their_caption_while_code_loads():
    """Only an empty row announces values that will come."""
    older = ColumnValues({0: Score("3", True, True)}, ("move 4, for Red: Alpha-beta, depth 3, V2",))
    assert while_loading(older, SEARCH, Progress()) == older
    assert "will appear" in while_loading(ColumnValues({}, ("",)), SEARCH, Progress()).captions[0]
