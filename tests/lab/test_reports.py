"""Pictures of tournaments and sweeps."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from played import games_of

from c4.arena.ratings import Table
from lab.__main__ import cli
from lab.measure.sweep import Point, Training
from lab.report.crosstable import draw as draw_table
from lab.report.sweep import curve, draw, grouped


def test_the_picture(tmp_path):
    """The crosstable is drawn from its JSON, light and dark, with every number; what is no table is refused."""
    table = tmp_path / "table.json"
    content = Table(["random", "greedy"], games_of()).to_json()
    table.write_text(json.dumps(content))
    for name, more in (("light.png", []), ("dark.svg", ["--dark"])):
        assert CliRunner().invoke(cli, ["report", "crosstable", str(table), str(tmp_path / name), *more]).exit_code == 0
        assert (tmp_path / name).stat().st_size > 1000
    texts = [text.get_text() for text in draw_table(content).axes[0].texts]
    assert {"random", "greedy", "-".join(map(str, content["table"][0]["against"][1]))} <= set(texts)
    table.write_text("[]")
    refused = CliRunner().invoke(cli, ["report", "crosstable", str(table), str(tmp_path / "no.png")])
    assert "is not a crosstable" in str(refused.exception)


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
    refused = CliRunner().invoke(cli, ["report", "sweep", str(tmp_path), str(tmp_path / "picture.png")])
    assert "there is no table" in str(refused.exception)
