"""The notebooks of the documentation run, and print what they show."""

import copy
import json

import pytest
from paths import ROOT

from lab.report import notebooks


def printed(cells) -> list[str]:
    """What each cell of code has printed."""
    streams = (one for cell in cells if cell["cell_type"] == "code" for one in cell["outputs"])
    return ["".join(one["text"]) for one in streams if one["output_type"] == "stream"]


@pytest.mark.parametrize("name", ["pruning", "learner", "own-heuristic"])
def test_a_notebook_prints_what_it_shows(name):
    """Every cell runs, in a folder of its own, and prints what is kept in the file."""
    if name == "pruning":
        pytest.importorskip("pandas")
    cells = json.loads((ROOT / "docs" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    again = copy.deepcopy(cells)
    notebooks.run(again)
    assert printed(again) == printed(cells)
    assert len(printed(cells)) >= 3
