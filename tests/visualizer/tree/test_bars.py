"""The bars of what a learned evaluator says, without a display."""

from c4.evaluators import load
from c4.evaluators.base import Contribution
from c4.game.position import Position
from visualizer.state.weights import bar_rows, largest_parts
from visualizer.tree.bars import Fonts, RowDrawing
from visualizer.tree.weights_drawing import LEAST_FULL_BAR
from visualizer.ui.theme import LIGHT


class PaperFont:
    """Letters of six pixels."""

    def measure(self, text):
        return 6 * len(text)


class Paper:
    """A canvas that notes the lengths of bars, in pixels."""

    def __init__(self):
        self.bars = []

    def create_rectangle(self, left, top, right, bottom, **style):
        self.bars.append(right - left)

    def create_text(self, *place, **style):
        """Words are not looked at."""

    create_line = create_text


def bars_of(rows, least_full=LEAST_FULL_BAR):
    paper = Paper()
    RowDrawing(paper, LIGHT, Fonts(*[PaperFont()] * 4), rows, (), (0, 0, 400, 200), 30, (6, 7), least_full).draw()
    return paper.bars


def contribution(name, points):
    return Contribution(name, 1.0, points / 1000, points)


def test_a_part_that_is_written_as_nothing_has_no_bar_and_a_small_one_has_a_short_bar():
    """Two parts of "0.00" were two full bars, because the largest part had a full one however small it was."""
    rows = [contribution("my ones", 4), contribution("their ones", -4)]
    drawn = bar_rows(rows, 1000)
    assert [row.cells[1] for row in drawn] == [(0.0, "0.00")] * 2
    assert bars_of([row._replace(cells=row.cells[1:]) for row in drawn]) == []
    full, half = bars_of(
        [row._replace(cells=row.cells[1:]) for row in bar_rows([contribution("a", 200), contribution("b", -100)], 1000)]
    )
    assert half == -full / 2
    (small,) = bars_of([row._replace(cells=row.cells[1:]) for row in bar_rows([contribution("a", 50)], 1000)])
    assert small == full / 2, "a full bar is at least a tenth of a win"


def test_the_card_shows_parts_in_units():
    """A tenth of a win is a tenth, whatever the evaluator counts in."""
    evaluator = load("windows")
    for row in largest_parts(evaluator, Position.from_moves("4453"), 0):
        ((value, text),) = row.cells
        assert round(value, 2) == float(text.replace("−", "-"))
