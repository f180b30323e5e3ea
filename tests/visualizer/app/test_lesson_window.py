"""A lesson in the window."""

from tkinter.font import Font

from visualizer.state.preferences import LEARN, PLAY
from visualizer.ui.markdown import ITALIC


def test_a_lesson_is_read_by_keys_alone(drive):
    """Learn lists it; its text is beside the tree with the keys, PgDn and arrows turn pages, Esc gives the window back."""
    hand = drive(mode=PLAY, ready=True)
    hand.root.geometry("1280x800")
    hand.click(0)
    hand.do("lessons")
    part = hand.window.layout.part(LEARN)
    part.lessons["alpha-beta"].invoke()
    hand.until(lambda: hand.app.lessons.pictured)
    assert hand.window.tabs.buttons[LEARN].instate(["selected"])
    assert hand.board.winfo_ismapped()
    hand.press("<Next>")
    hand.until(lambda: hand.app.lessons.pictured and hand.tree is not None and hand.tree.winfo_ismapped())
    hand.pump(0.05)
    assert part.page.title["text"] == "A tree of moves"
    assert "lead to MAX's 7 moves" in part.page.text.get("1.0", "end")
    assert Font(hand.root, font=part.page.text.tag_cget(ITALIC, "font")).actual("slant") == "italic"
    outline = {edge.place_info()["in"] for edge in hand.window.pointer.outline.edges}
    assert outline == {hand.tree.canvas.widget}
    part.page.text.event_generate("<Left>")
    hand.pump(0.02)
    assert part.page.title["text"] == "The game"
    hand.app.lessons.go(len(hand.app.lessons.reading.lesson.pages) - 1)
    hand.until(lambda: part.page.chart is not None and part.page.chart.widget.winfo_ismapped())
    hand.press("<Escape>")
    assert part.home.winfo_ismapped()
    assert not hand.app.lessons.reading
    assert hand.session.moves().startswith("1")


def test_a_square_is_answered_by_a_click(drive):
    """A click on a square of the board is the answer, and plays nothing."""
    hand = drive(mode=PLAY, ready=True)
    hand.app.lessons.open("zugzwang")
    hand.until(lambda: hand.app.lessons.pictured)
    moves = hand.session.moves()
    for square, right in (((2, 1), False), ((0, 1), True)):
        x, y = hand.board.centre(*square)
        hand.board.event_generate("<Button-1>", x=int(x), y=int(y))
        hand.pump(0.02)
        assert hand.app.state.lesson.reply.right == right
    assert hand.session.moves() == moves
