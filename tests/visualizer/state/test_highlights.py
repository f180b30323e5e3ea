"""What is drawn over the discs fits the position that is on the board."""

from c4.game.position import Position
from visualizer.state.highlights import Highlights

BOTTOM_ROW = tuple((0, column) for column in range(4))
SECOND_ROW = tuple((1, column) for column in range(4))


def test_a_line_goes_when_the_other_side_has_a_disc_on_it():
    """Of two threats, the one that is blocked is no line of four any more; the mark of the mistake stays."""
    drawn = Highlights((BOTTOM_ROW, SECOND_ROW), side=0, wrong=(0, 6), mark="?")
    before = Position.from_moves("1122")
    assert drawn.possible_in(before).lines == (BOTTOM_ROW,), "the second row has discs of the other side"
    blocked = drawn.possible_in(Position.from_moves("112243"))
    assert blocked == drawn._replace(lines=()), "the other side has played column 3"
    assert drawn._replace(side=1).possible_in(before).lines == (SECOND_ROW,)
