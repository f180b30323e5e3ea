"""The network's weights and the labels for other programs: what docs/frameworks.md says of them."""

from __future__ import annotations

import re
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner
from paths import ROOT

from c4 import evaluators
from c4.cli import cli
from c4.evaluators.quiet import POINTS_OF_ONE, QUIET, after_replies
from c4.exact.labels import Labels, codes_of
from c4.game.position import Position
from lab.__main__ import cli as laboratory
from lab.make.files import write_labels

pd = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")
pytest.importorskip("safetensors")

PAGE = (ROOT / "docs" / "frameworks.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def value(tmp_path_factory):
    """The function of the page, of the weights that ship."""
    file = tmp_path_factory.mktemp("weights") / "network.safetensors"
    done = CliRunner().invoke(cli, ["export", "safetensors", str(file)])
    assert done.exit_code == 0, done.output
    code = re.search(r"```python\n(import numpy.*?)```", PAGE, re.DOTALL)[1]
    names: dict = {}
    exec(code.replace("network.safetensors", str(file)), names)
    return names["value"]


def test_numpy_evaluates_by_the_weights(value):
    """The page's numpy gives the evaluator's value of quiet positions, but for rounding."""
    random = Random(1)
    compared = 0
    while compared < 50:
        position = Position()
        for _ in range(random.randrange(36)):
            if position.outcome() is None:
                position = position.play(random.choice(position.legal_columns()))
        if position.outcome() is None and after_replies(position) == (position, QUIET):
            owners = [position.owner(row, column) for row in range(6) for column in range(7)]
            discs = np.array([[float(owner == player) for owner in owners] for player in (0, 1)])
            exact = evaluators.load("network").evaluate(position, 0)
            assert POINTS_OF_ONE * value(discs, position.to_move) == pytest.approx(exact, abs=2)
            compared += 1


@pytest.mark.parametrize(("ending", "read"), [("csv", pd.read_csv), ("parquet", pd.read_parquet)])
def test_labels_as_a_table(tmp_path, ending, read):
    """Every label is a row with its discs, its ply and its value."""
    first = np.array([0, 1, 1 << 21 | 1], dtype=np.uint64)
    second = np.array([0, 1 << 7, 1 << 22], dtype=np.uint64)
    order = np.argsort(codes_of(first, second))
    labels = Labels(codes_of(first, second)[order], np.array([1, 0, -1], dtype=np.int8)[order], {})
    write_labels(tmp_path / "l.npz", labels)
    asked = ["report", "labels", str(tmp_path / "l.npz"), "--out", str(tmp_path / f"l.{ending}")]
    done = CliRunner().invoke(laboratory, asked)
    assert done.exit_code == 0, done.output
    table = read(tmp_path / f"l.{ending}")
    assert table["first"].tolist() == labels.first.tolist()
    assert table[["ply", "value"]].to_numpy().tolist() == [[0, 1], [2, 0], [3, -1]]


def test_another_ending_is_refused(tmp_path):
    """One sentence names the two that are written."""
    write_labels(tmp_path / "l.npz", Labels(codes_of(*np.zeros((2, 1), np.uint64)), np.zeros(1, np.int8), {}))
    asked = ["report", "labels", str(tmp_path / "l.npz"), "--out", str(tmp_path / "l.xls")]
    assert "must end with .csv or .parquet" in str(CliRunner().invoke(laboratory, asked).exception)
