"""The list of moves: its columns."""

from visualizer.board.move_list import MoveList
from visualizer.ui.theme import THEMES


def test_columns_stand_side_by_side(root):
    """However narrow the list is: Tk 9 takes no tab stop that is not right of the one before."""
    moves = MoveList(root, THEMES["light"])
    for width in (1, 30, 44, 45, 300):
        moves.place(width=width, height=60)
        root.update()
        first, second = (int(str(tab)) for tab in root.tk.splitlist(moves.cget("tabs")))
        assert 0 < first < second
