"""What a chart draws: round numbers beside its axes, and ranges that hold every point."""

from __future__ import annotations

import pytest

from visualizer.ui.chart import Bars, Line, Plot, decades, number_text, ticks


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
