"""The set of positions of the ARENA course: its file is read strictly, and its metric is the one of our suites."""

import json
from pathlib import Path

import numpy as np
import pytest
from commands import lab, refuses

from c4.arena.suites import FULL
from c4.solver.solver import solve
from lab.measure import arena

FILE = Path(__file__).resolve().parents[1] / "data" / "arena.json"


def test_scores_are_results():
    """Columns count from 0 in the file; a score keeps its sign, and a full column is FULL."""
    suite = arena.read(FILE)
    rows = json.loads(FILE.read_text())["positions"]
    assert len(suite) == len(rows) == 20
    for position, row, results in zip(suite.positions, rows, suite.scores.tolist()):
        assert position.ply == row["depth"]
        assert [FULL if score == -1000 else int(np.sign(score)) for score in row["scores"]] == results
        assert solve(position, weak=True).sign == max(results)


def test_every_evaluator_gets_a_line():
    """The accuracy is the share of positions in which the column played has the best result."""
    found = json.loads(lab("measure", "arena", FILE, "--evaluators", "v1,ntuple", "--json"))
    assert list(found["evaluators"]) == ["v1", "ntuple"]
    suite = arena.read(FILE)
    kept = arena.measure("greedy:evaluator=v1", suite).kept
    assert found["evaluators"]["v1"]["acc"]["share"] == pytest.approx(kept.value)
    perfect = {place: int(classes.argmax()) for place, classes in enumerate(suite.classes)}
    assert not arena.Graded.of(suite, perfect).mistake.any()
    text = lab("measure", "arena", FILE, "--evaluators", "v1", "--depth", 2)
    assert text.splitlines()[-1].split()[0] == "v1"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"moves": "7"}, "not columns from 0 to 6"),
        ({"moves": "0000000"}, "column 1 is full"),
        ({"depth": 3}, "not the number of moves"),
        ({"scores": [1, 2]}, "not seven whole numbers"),
        ({"scores": [-1000, 0, 0, 0, 0, 5, 0]}, "do not fit the columns"),
        ({"scores": [0, 0, 0, 0, 0, 0, 0]}, "every column has the same result"),
    ],
)
def test_other_positions_are_refused(tmp_path, change, says):
    """One sentence names the position and what is wrong with it."""
    content = json.loads(FILE.read_text())
    content["positions"][0].update(change)
    path = tmp_path / "other.json"
    path.write_text(json.dumps(content))
    refuses(lab, f"position 1 of {path}", "measure", "arena", path)
    refuses(lab, says, "measure", "arena", path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"positions": []}', '{"positions": 7}'])
def test_other_files_are_refused(tmp_path, text):
    """A file that holds something else, or none."""
    path = tmp_path / "other.json"
    path.write_text(text)
    refuses(lab, "as the ARENA course writes it", "measure", "arena", path)
    refuses(lab, "there is no file", "measure", "arena", tmp_path / "none.json")
