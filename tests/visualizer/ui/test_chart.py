"""Charts: where their pictures stand."""

from __future__ import annotations

import pytest

from visualizer.ui.chart import Chart, Line, Plot
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
