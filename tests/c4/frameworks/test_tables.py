"""The labels for other programs: what docs/frameworks.md says of them."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from c4.exact.labels import Labels, codes_of
from lab.__main__ import cli as laboratory
from lab.make.files import write_labels

pd = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


@pytest.mark.parametrize(("ending", "read"), [("csv", pd.read_csv), ("parquet", pd.read_parquet)])
def test_labels_as_a_table(tmp_path, ending, read):
    """Every label is a row with its discs, its ply and its value."""
    first, second = np.array([0, 1, 1 << 21 | 1], dtype=np.uint64), np.array([0, 1 << 7, 1 << 22], dtype=np.uint64)
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
