"""Pictures of sweeps."""

import pytest
from commands import lab, refuses

from lab.measure.sweep import Point, Training
from lab.report.sweep import curve, draw, grouped


def training(seed: int, alpha: float, *mistakes: float, part: str = "choose") -> Training:
    points = tuple(Point(100 * at, 1.0, {"mistakes": share}) for at, share in enumerate(mistakes, start=1))
    return Training(part, {"alpha": alpha}, seed, points, "")


def test_a_band_spans_the_seeds(tmp_path):
    """Mean, least and greatest at the games that all seeds have; the best setting comes first."""
    trainings = [
        training(1, 0.1, 0.5, 0.4), training(2, 0.1, 0.3, 0.3, 0.2), training(1, 0.2, 0.2, 0.1),
        training(9, 0.2, 0.2, 0.4, part="report"),
    ]  # fmt: skip
    settings = grouped(trainings)
    assert list(settings) == ["alpha 0.2", "alpha 0.1", "alpha 0.2, reported"]
    line = curve(settings["alpha 0.1"], "mistakes")
    assert line == ([100, 200], pytest.approx([40, 35]), pytest.approx([30, 30]), pytest.approx([50, 40]))
    (panel,) = draw(trainings).axes
    assert len(panel.lines) == len(panel.collections) == 3
    refuses(lab, "there is no table", "report", "sweep", tmp_path, tmp_path / "picture.png")
