"""The list of moves: its columns."""

import pytest

from visualizer.board.move_list import DECISIVE, ListedMove, MoveList, MovesView
from visualizer.ui.theme import THEMES


def test_columns_stand_side_by_side(root):
    """However narrow the list is: Tk 9 takes no tab stop that is not right of the one before."""
    moves = MoveList(root, THEMES["light"])
    for width in (1, 30, 44, 45, 300):
        moves.place(width=width, height=60)
        root.update()
        tabs = [int(str(tab)) for tab in root.tk.splitlist(moves.cget("tabs"))]
        assert 0 < tabs[0] < tabs[1] < tabs[2]


def test_every_move_has_its_number(root):
    """Sentences speak of "move 6", so both columns are numbered, also where the second player begins the list."""
    moves = MoveList(root, THEMES["light"])
    moves.show(MovesView((ListedMove("4"), ListedMove("2"), ListedMove("3")), 3))
    assert moves.get("1.0", "end").split() == ["1.", "4", "2.", "2", "3.", "3"]
    moves.show(MovesView((ListedMove("4"), ListedMove("2")), 2, 1, players=(("You (Red)", "Child (Yellow)"),)))
    assert moves.header.get("1.0", "end-1c") == "\tYou (Red)\t\tChild (Yellow)"
    assert moves.get("1.0", "end-1c").split("\n") == ["\t\t2.\t4", "3.\t2\t"]


def test_a_long_name_takes_no_colour_from_the_other(root):
    """Each column has the longest wording that has room above it."""
    moves = MoveList(root, THEMES["light"])
    moves.place(width=300, height=60)
    root.update()
    long = "Somebody with a name as long as a line (Yellow)"
    moves.show(MovesView((ListedMove("4"),), 1, players=(("You (Red)", long), ("You", "Somebody"))))
    assert moves.header.get("1.0", "end-1c") == "\tYou (Red)\t\tSomebody"


@pytest.mark.parametrize("height", [40, 61, 84, 97, 130])
def test_it_scrolls_by_whole_rows(root, height):
    """Whatever its height, and however it is scrolled, no row is half in sight."""
    moves = MoveList(root, THEMES["light"])
    moves.place(width=260, height=height)
    listed = tuple(ListedMove(str(number % 7 + 1)) for number in range(41))

    def cut() -> int:
        root.update()
        box = moves.dlineinfo("@0,0")
        return int(moves["pady"]) + 2 - box[1]

    for at in (41, 40, 12, 0, 25):
        moves.show(MovesView(listed, at))
        assert cut() == 0
        here, top = (moves.dlineinfo(place) for place in (moves.tag_ranges("here")[0] if at else "1.0", "@0,0"))
        assert here[3] >= top[3] - 1, "one pixel of a row may be covered"
    for scroll in (("scroll", 3, "units"), ("moveto", "0.37"), ("moveto", "1.0"), ("scroll", -1, "units")):
        moves.yview(*scroll)
        assert cut() == 0
    moves.event_generate("<Button-4>")
    assert cut() == 0
    moves.yview("moveto", "0.0")
    for _ in range(11):
        moves.event_generate("<MouseWheel>", delta=-10)
    assert moves.index("@0,0") == "1.0", "less than a notch"
    moves.event_generate("<MouseWheel>", delta=-10)
    assert moves.index("@0,0") == "3.0"


def test_it_says_what_is_in_sight(root):
    """Its scroll bar asks between which shares of the list is in sight: of a short one all is."""
    moves = MoveList(root, THEMES["light"])
    moves.place(width=260, height=100)
    moves.show(MovesView((ListedMove("4"),), 1))
    root.update()
    assert moves.yview() == (0.0, 1.0)
    moves.show(MovesView((ListedMove("4"),) * 41, 41))
    root.update()
    first, last = moves.yview()
    assert 0.0 < first < last <= 1.0


def test_the_decisive_mistake_stands_out(root):
    """Its move is bold and keeps the colour of its mark; a greater mark on another move is grey."""
    moves = MoveList(root, THEMES["light"])
    moves.show(MovesView((ListedMove("6", "??"), ListedMove("5"), ListedMove("3", "?")), 2, decisive=3))
    assert "faint" in moves.tag_names(moves.search("??", "1.0"))
    mark = moves.tag_names(moves.search("?", moves.search("3?", "1.0")))
    assert {"bad", DECISIVE} <= set(mark)
    moves.destroy()
