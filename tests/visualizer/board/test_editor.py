"""Setting up a position stone by stone: what can be is handed over, what cannot is refused with its reason."""

from refusal import refused

from c4.game.position import Position
from visualizer.board.editor import EMPTY, Arranged, Editor
from visualizer.ui.theme import DARK

NAMES = ("Red", "Yellow")


def test_an_arranged_position_is_the_same_again():
    """Taken from a board and handed over at once, a position and its beginner are the same."""
    for text in ("", "4", "4453", "1213"):
        for seats in ((0, 1), (1, 0)):
            position, starter = Arranged(Position.from_moves(text), seats).position(NAMES)
            assert position.grid() == Position.from_moves(text).grid()
            assert starter == seats[0]


def test_impossible_positions_are_refused_with_their_reason():
    """Numbers of discs, the side to move, and an order of moves are checked."""
    arranged = Arranged(Position(), (0, 1))
    for column in (0, 0):
        arranged.put(5, column, 0)
    with refused("Red has 2 discs and Yellow 0"):
        arranged.position(NAMES)
    arranged.put(0, 0, EMPTY)
    arranged.to_move = 0
    with refused("Red has one more disc, so Yellow is to move"):
        arranged.position(NAMES)
    arranged.take(Position(), (0, 1))
    for row in range(4):
        for column in (0, 1):
            arranged.put(row, column, column)
    with refused("both sides have 4 in a row"):
        arranged.position(NAMES)
    arranged.take(Position(), (0, 1))
    for seat in (0, 0, 1, 1):
        arranged.put(5, 0, seat)
    with refused("no order of moves"):
        arranged.position(NAMES)


def test_taking_away_mirror_and_clear():
    """Discs above one that is removed fall; a disc on a full column changes nothing."""
    arranged = Arranged(Position.from_moves("4453"), (0, 1))
    arranged.put(0, 3, EMPTY)
    assert arranged.columns[3] == [1]
    arranged.mirror()
    assert arranged.columns[2] == [0]
    arranged.clear()
    assert arranged.counts == (0, 0)


def test_the_editor_by_pointer_and_keys(root, app):
    """Clicks, drags, the right button and digits put discs; Return hands the position over and closes the window."""
    app.session.set_up("44")
    editor = Editor(app, root)
    editor.update()

    def point(event, row, column):
        x, y = editor.centre(row, column)
        editor.canvas.event_generate(event, x=x, y=y)

    point("<Button-3>", 1, 3)
    assert editor.arranged.counts == (1, 0)
    assert editor.message["text"] == "Yellow to move."
    editor.brush.set(1)
    point("<Button-1>", 3, 0)
    point("<B1-Motion>", 0, 1)
    assert editor.arranged.counts == (1, 2)
    editor.canvas.focus_force()
    editor.update()
    editor.canvas.event_generate("<KeyPress-7>")
    assert editor.arranged.counts == (1, 3)
    assert str(editor.ok["state"]) == "disabled"
    editor.canvas.event_generate("<space>")
    editor.canvas.event_generate("<KeyPress-7>")
    assert editor.brush.get() == EMPTY
    assert editor.arranged.counts == (1, 2)
    editor.set_theme(DARK)
    editor.arranged.mirror()
    editor.canvas.event_generate("<Return>")
    assert app.session.position.grid().endswith("...O.XX")
    assert app.session.game.starter == 1
    assert not editor.winfo_exists()
