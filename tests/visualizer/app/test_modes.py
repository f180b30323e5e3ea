"""The two faces of the window: what each shows, and that nothing is lost on the way from one to the other."""

import itertools
from dataclasses import replace

from walking import MISTAKE

from c4.agents import HUMAN
from c4.agents.levels import LEVELS
from c4.review.finish import ZUGZWANG
from c4.session.settings import DEFAULT_OPPONENT, WINDOW_DEFAULTS, Settings
from visualizer.board.surface import BOARD_MARGIN, RIM_HEIGHT
from visualizer.state import film
from visualizer.state.opponents import COMPUTERS, FRIEND
from visualizer.state.preferences import ANALYSE, PLAY, Preferences

SIZES = ("900x600", "1280x800", "1920x1180")


def test_the_first_start_opens_play():
    """Without a file of preferences the window opens to play, against an opponent that can be beaten."""
    assert Preferences().mode == PLAY
    assert (WINDOW_DEFAULTS.seats, WINDOW_DEFAULTS.starter) == ((HUMAN, DEFAULT_OPPONENT), 0)
    assert (WINDOW_DEFAULTS.algorithm, WINDOW_DEFAULTS.limits.depth) == ("alphabeta", 6)
    assert WINDOW_DEFAULTS.limits.evaluator == "v2"


def test_each_face_fits_the_window(drive):
    """In both faces, at every size, all parts lie in the window, and the board takes most of Play's height."""
    hand = drive(mode=PLAY)
    hand.do("unfold moves")
    for size, mode in itertools.product(SIZES, (PLAY, ANALYSE, PLAY)):
        hand.root.geometry(size)
        hand.pump(0.1)
        hand.app.views.show_mode(mode)
        hand.pump(0.05)
        width = hand.root.winfo_width()
        height = hand.root.winfo_height()
        for part in (hand.board, hand.window.play.headline, hand.moves, hand.window.status_line):
            hand.until(part.winfo_ismapped)
            assert 0 <= part.winfo_rootx() - hand.root.winfo_rootx() <= width - part.winfo_width()
            assert 0 <= part.winfo_rooty() - hand.root.winfo_rooty() <= height - part.winfo_height()
        low = mode == ANALYSE and size == "900x600"  # the moves give way to the board
        assert hand.moves.winfo_height() >= (10 if low else 60)
        if mode == PLAY:
            assert hand.board.cell * 6 + RIM_HEIGHT >= 0.68 * height
        assert hand.window.search.winfo_ismapped() == (mode == ANALYSE)
        assert hand.window.play.opponent.winfo_ismapped() == (mode == PLAY)


def test_the_moves_are_hidden_where_no_line_of_them_fits(drive):
    """The board leaves them little room in a low window; half a line is not shown."""
    hand = drive()
    hand.do("unfold moves")
    hand.root.minsize(1, 1)
    for height in range(500, 661, 20):
        hand.root.geometry(f"900x{height}")
        hand.pump(0.1)
        moves = hand.moves
        assert not moves.winfo_ismapped() or moves.winfo_height() >= 28, height
    assert moves.winfo_ismapped()


def test_at_200_percent_the_window_fits_the_screen(drive):
    """The least size leaves room for the frame and the menu bar at every scale."""
    hand = drive()
    for percent in (200, 300, 100):
        hand.app.views.set_scale(percent)
        least = hand.root.minsize()
        assert least[0] <= hand.root.winfo_screenwidth()
        assert least[1] <= 0.9 * hand.root.winfo_screenheight()


def test_nothing_shrinks_the_board_below_380_pixels(drive):
    """Nor do the panes beside it, or where its edge was dragged; the tree is 300 wide at least."""
    hand = drive(ready=True)
    window = hand.window
    tabs = hand.window.search.tabs
    for size, sashes in itertools.product(SIZES, ({}, {"outer": 0.2})):
        hand.root.geometry(size)
        hand.app.prefer(sashes=sashes)
        window.layout.forget()
        hand.pump(0.1)
        assert hand.board.cell * 7 + 16 >= 378
        assert hand.board.left - BOARD_MARGIN >= 4, "its rim does not touch the edge of the window"
        assert hand.tree.winfo_ismapped()
        assert hand.tree.canvas.size[0] >= 300
        if size == "900x600":
            assert tabs.tab(tabs.select(), "text") == "Tree"
        else:
            assert hand.card.winfo_ismapped(), "beside the tree"


def test_the_board_keeps_its_size_during_a_film(drive, monkeypatch):
    """Where a caption takes two lines, the board has room for it from the first scene on."""
    for name in (
        "BEFORE_SECONDS",
        "PLAYED_SECONDS",
        "THREAT_SECONDS",
        "LINE_SECONDS",
        "BACK_SECONDS",
        "BETTER_SECONDS",
    ):
        monkeypatch.setattr(film, name, 0.05)
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY, geometry="900x600+0+0")
    hand.app.film.show(replace(MISTAKE, finish=MISTAKE.finish._replace(kind=ZUGZWANG)))
    cells = set()
    lines = set()

    def ended():
        if hand.app.film.playing:
            cells.add(hand.board.cell)
            lines.add(hand.window.play.headline.winfo_height())
        return not hand.app.film.playing

    hand.window.show()
    hand.root.update()
    hand.until(ended)
    assert len(lines) > 1, "some captions take one line, and some take two"
    assert len(cells) == 1


def test_a_narrow_window_has_the_tree_as_a_tab(drive):
    """Commands of the tree bring it to the front; a wide window puts it beside the tabs again."""
    hand = drive()
    hand.root.geometry("900x600")
    hand.tree_ready()
    hand.play(3)
    tabs = hand.window.search.tabs
    card = hand.window.search.card
    for command in ("find", "playback", "to tree"):
        tabs.select(card)
        hand.do(command)
        assert tabs.tab(tabs.select(), "text") == "Tree"
        hand.pump(0.02)
    hand.root.geometry("1280x800")
    hand.until(lambda: hand.tree.winfo_ismapped() and card.winfo_ismapped())
    hand.root.geometry("900x600")
    hand.until(lambda: hand.tree.winfo_ismapped() and not card.winfo_ismapped())


def test_one_key_swaps_the_faces_and_keeps_the_tree(drive):
    """F2 goes to Play, where commands of the tree say where it is, and back to the same tree."""
    hand = drive(ready=True)
    hand.play(3)
    tree = hand.shown_tree
    hand.press("<F2>")
    assert hand.mode == PLAY
    hand.press("k")
    assert "trees are shown in Analyse" in hand.says()
    hand.press("<F2>")
    assert hand.mode == ANALYSE
    assert hand.shown_tree is tree


def test_the_opponent_is_chosen_beside_the_board(drive):
    """A level takes the seat opposite, another person or two machines may, and one may let the opponent begin.

    The cards are one stop of Tab; the arrow keys go along and across their rows.
    """
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    opponent = hand.window.play.opponent

    def choose(box, index: int) -> None:
        box.current(index)
        box.event_generate("<<ComboboxSelected>>")
        hand.pump(0.02)

    def choose_card(key: str) -> None:
        opponent.card.event_generate("<Button-1>")
        hand.opened()
        hand.tool("opponents").cards[key].event_generate("<Button-1>")
        hand.pump(0.02)
        assert hand.tool("opponents") is None

    opponent.card.event_generate("<Button-1>")
    hand.opened()
    window = hand.tool("opponents")
    cards = list(window.cards.values())
    assert sum(bool(int(card["takefocus"])) for card in cards if card.winfo_viewable()) == 1
    cards[0].focus_force()
    hand.pump(0.02)
    cards[0].event_generate("<Right>")
    hand.pump(0.02)
    assert window.focus_get() is cards[1]
    cards[1].event_generate("<Down>")
    hand.pump(0.02)
    below = window.focus_get()
    assert (below.winfo_rootx(), below.grid_info()["row"]) == (cards[1].winfo_rootx(), 1)
    window.destroy()

    choose_card(LEVELS[0])
    assert hand.session.settings.seats == (HUMAN, LEVELS[0])
    choose(opponent.first, 1)
    assert hand.session.settings.starter == 1
    hand.answered()
    assert len(hand.session.moves()) == 1
    choose_card(FRIEND)
    assert hand.session.settings.seats == (HUMAN, HUMAN)
    assert not opponent.seats[0][1].winfo_manager()
    hand.session.stop()
    choose_card(COMPUTERS)
    choose(opponent.seats[1][1], 0)
    assert hand.session.settings.seats == ("amateur", LEVELS[0])
    assert hand.session.settings.pace


def test_what_happened_is_told_in_a_sentence(drive):
    """Beside the board: who begins, then both last moves, and that a line was stopped."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)), mode=PLAY)
    message = hand.window.play.last_moves
    assert message["text"].startswith("Red moves first. Click a column to drop a disc. Get four in a row:")
    for column in (3, 0, 3, 0, 3, 3):
        hand.click(column)
    assert message["text"] == "Red played column 4. Yellow replied in column 4, blocking Red's line."
    assert hand.headline == "Red to move"


def test_where_there_is_no_room_beside_the_tree_the_board_is_a_tab_and_buttons_lose_their_words(drive):
    """As at 200 % on a screen of 1280x800, where the board and two buttons were missing; with room all is as before."""
    hand = drive(mode=ANALYSE, ready=True)
    board = hand.window.play
    buttons = hand.window.toolbar.buttons
    tabs = hand.window.search.tabs
    hand.root.minsize(1, 1)
    hand.root.geometry("630x400")
    hand.until(lambda: str(board.frame) in tabs.tabs() and hand.window.search.tree_is_tab)
    assert all(button.winfo_ismapped() for button in buttons.values())
    tabs.select(board.frame)
    hand.until(board.board.winfo_viewable)
    hand.pump(0.1)
    low = board.board.winfo_rooty() + board.board.winfo_height()
    assert low <= hand.window.status_line.winfo_rooty()
    assert board.board.cell * 6 > 0.4 * board.frame.winfo_height(), "it has the height, and the words are beside it"
    hand.root.geometry("1280x800")
    hand.until(lambda: str(board.frame) in hand.window.split.panes() and board.board.winfo_viewable())
    assert str(board.frame) not in tabs.tabs()
    assert str(buttons["undo"]["compound"]) == "left"
