"""The lists of moves: their columns."""

import pytest

from visualizer.board.move_list import MoveList
from visualizer.review.pane import ReviewedMoves
from visualizer.ui.theme import THEMES


@pytest.mark.parametrize("make", [MoveList, lambda root, theme: ReviewedMoves(root, theme, print)])
@pytest.mark.parametrize("width", [1, 30, 44, 45, 300])
def test_columns_stand_side_by_side(root, make, width):
    """However narrow the list is: Tk 9 takes no tab stop that is not right of the one before."""
    moves = make(root, THEMES["light"])
    moves.place(width=width, height=60)
    root.update()
    first, second = (int(str(tab)) for tab in root.tk.splitlist(moves.cget("tabs")))
    assert 0 < first < second
