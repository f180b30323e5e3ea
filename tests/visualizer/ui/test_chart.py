"""Charts: where their plots stand, and what they show."""

from __future__ import annotations

import pytest

from visualizer.ui.chart import Bars, Chart, Line, Plot, axis_number
from visualizer.ui.theme import DARK, LIGHT


def test_plots_stand_where_they_show_most(root):
    """Beside each other in a wide place, below each other in a narrow one; inside it, and none over another."""
    chart = Chart(root)
    chart.widget.pack(fill="both", expand=True)
    line = Line([0.0, 1.0], [0.0, 1.0], "black", "won")
    chart.show(LIGHT, Plot("one", "games", (line,), outside=True), Plot("two", "games", (line,), outside=True))
    for size, columns in (("590x460", 1), ("1500x300", 2), ("300x700", 1)):
        root.geometry(size)
        root.update()
        boxes = chart.boxes()
        assert len({round(left, 6) for left, *_ in boxes}) == columns
        assert len({round(bottom, 6) for _, bottom, *_ in boxes}) == 3 - columns
        assert all(x > 0 and y > 0 and x + wide < 1 and y + high < 1 for x, y, wide, high in boxes)
        one, two = boxes
        assert one[0] + one[2] < two[0] or one[1] > two[1] + two[3]


def test_curves_and_bars_are_drawn(root):
    """Each plot has axes with its curves and its legend; a note stands alone; other colours are drawn anew."""
    root.geometry("900x400")
    chart = Chart(root)
    chart.widget.pack(fill="both", expand=True)
    curves = Plot("growth", "depth", (Line([1, 2, 3], [0, 10, 1000], "#0072b2", "nodes"),), log=True)
    bars = Plot("cutoffs", "reply", bars=Bars([5, 0, 2], "#009e73"))
    chart.show(LIGHT, curves, bars)
    root.update()
    first, second = chart.figure.axes
    assert first.get_yscale() == "log"
    assert first.get_legend().get_texts()[0].get_text() == "nodes"
    assert len(second.patches) == 3
    assert [text.get_text() for text in second.texts] == ["5", "", "2"]
    chart.show(DARK, Plot(note="nothing yet"))
    root.update()
    (only,) = chart.figure.axes
    assert only.texts[0].get_text() == "nothing yet"
    assert not only.axison


def test_no_turn_of_the_event_loop_draws_two_plots(root):
    """A plot takes 40 ms; what you do meanwhile is answered before the next one is drawn."""
    root.geometry("900x400")
    chart = Chart(root)
    chart.widget.pack(fill="both", expand=True)
    root.update()
    line = Line([0.0, 1.0], [0.0, 1.0], "black", "won")
    chart.show(LIGHT, *(Plot(name, "games", (line,)) for name in ("one", "two", "three")))
    drawn = [0]
    while drawn[-1] < 3:
        root.tk.dooneevent(2)  # one turn, without waiting
        drawn.append(len(chart.figure.axes))
    assert set(drawn) == {0, 1, 2, 3}


def test_a_long_legend_is_not_cut(root):
    """Two plots with nine curves, as high as in the smallest training window."""
    root.geometry("560x324")
    chart = Chart(root)
    chart.widget.pack(fill="both", expand=True)
    curves = tuple(Line([0.0, 1.0], [0.0, 1.0], "black", f"weight {number}") for number in range(9))
    chart.show(
        LIGHT, Plot("results", "games", curves[:4], outside=True), Plot("weights", "games", curves, outside=True)
    )
    root.update()
    legend = chart.figure.axes[1].get_legend().get_window_extent()
    assert legend.y0 >= 0, legend


@pytest.mark.parametrize(
    ("number", "text"), [(5, "5"), (2000, "2,000"), (0.25, "0.25"), (-3, "−3"), (1e7, "10 M"), (0.00001, "0.00001")]
)
def test_numbers_beside_an_axis(number, text):
    """Thousands have commas, millions an M, and small numbers no exponent."""
    assert axis_number(number) == text
