"""Charts: where their pictures stand, round numbers beside the axes, and ranges that hold every point."""

import pytest

from visualizer.ui.chart import Bars, Chart, Line, Plot, decades, number_text, ticks
from visualizer.ui.theme import LIGHT


@pytest.mark.parametrize(("size", "columns"), [("590x460", 1), ("1500x300", 2), ("300x700", 1)])
def test_pictures_stand_where_they_show_most(root, size, columns):
    """Beside each other in a wide place, below each other in a narrow one; inside it, and none over another."""
    root.geometry(size)
    chart = Chart(root)
    chart.widget.pack(fill="both", expand=True)
    line = Line([0.0, 1.0], [0.0, 1.0], "black", "won")
    chart.show(LIGHT, Plot("one", "games", (line,), outside=True), Plot("two", "games", (line,), outside=True))
    root.update()
    boxes = list(chart.boxes())
    assert len({box.left for box in boxes}) == columns
    assert len({box.top for box in boxes}) == 3 - columns
    width, height = chart.widget.winfo_width(), chart.widget.winfo_height()
    assert all(0 < box.left < box.right < width and 0 < box.top < box.bottom < height for box in boxes)
    one, two = boxes
    assert one.right < two.left or one.bottom < two.top


@pytest.mark.parametrize(
    ("low", "high", "most", "whole", "found"),
    [
        (0, 100, 5, False, [0, 20, 40, 60, 80, 100]),
        (-4.2, 4.4, 9, False, [-4, -3, -2, -1, 0, 1, 2, 3, 4]),
        (0.7, 3.4, 8, True, [1, 2, 3]),
        (0, 0.07, 4, False, [0, 0.02, 0.04, 0.06]),
        (5, 5, 4, False, []),
    ],
)
def test_numbers_beside_an_axis_are_round_and_few(low, high, most, whole, found):
    """Steps of 1, 2 or 5 and powers of ten; whole numbers where nothing lies between them."""
    assert ticks(low, high, most, whole) == pytest.approx(found)


def test_a_logarithmic_axis_has_powers_of_ten():
    """Those within the range, never more than fit."""
    assert decades(-3.2, 2.1) == [-3, -2, -1, 0, 1, 2]
    assert len(decades(0, 40)) <= 9
    assert [number_text(10.0**power) for power in (-5, -3, 0, 4, 7)] == ["0.00001", "0.001", "1", "10,000", "10 M"]


@pytest.mark.parametrize(
    "plot",
    [
        Plot(lines=(Line([3], [7.0], "red"),)),
        Plot(lines=(Line([0, 5], [-3.0, 8.0], "red"), Line([9], [20.0], "blue"))),
        Plot(lines=(Line([1, 2], [2.0, 9.0], "red"),), zero=True),
        Plot(bars=Bars([0, 0, 0], "red")),
        Plot(),
    ],
)
def test_the_range_holds_every_point(plot):
    """Also of one point, of none, and of bars of no height: never a range of no width."""
    (x0, x1), (y0, y1) = plot.x_range(), plot.y_range()
    assert x0 < x1
    assert y0 < y1
    assert all(x0 <= x <= x1 for line in plot.lines for x in line.xs)
    assert all(y0 <= y <= y1 for line in plot.lines for y in line.ys)
