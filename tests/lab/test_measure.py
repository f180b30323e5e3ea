"""What the laboratory measures of the engine: perft, the bench signature, ingredients."""

import json
from functools import partial

import commands
import pytest

from c4.engine.ingredients import INGREDIENTS
from c4.learning import load

lab = partial(commands.lab, "measure")


def test_perft():
    """Perft prints the number alone; with --json an object; the rules can be chosen."""
    assert lab("perft", 7) == "823536\n"
    assert lab("perft", 8, "--scoring", "count-lines") == "5764458\n"
    distinct = json.loads(lab("perft", 6, "--distinct", "--json"))
    assert distinct == {"depth": 6, "scoring": "first-line", "distinct": 16422}
    small = json.loads(lab("perft", 3, "--rows", 3, "--columns", 3, "--connect", 3, "--json"))
    assert small == {"depth": 3, "scoring": "first-line", "perft": 27}


def test_bench_has_a_signature():
    """The signature moves only when the engine's results, or its node counts, do: say so then."""
    bench = json.loads(lab("bench", "--depth", 9, "--json"))
    del bench["seconds"], bench["nps"]
    assert bench == {"positions": 20, "depth": 9, "evaluator": "v2", "nodes": 604859, "signature": "2028a8bf"}
    assert "signature" in lab("bench", "--depth", 3)


def test_ablate():
    """Ablation gives nodes and time for every ingredient switched."""
    lines = [json.loads(line) for line in lab("ablate", "--depth", 4, "--repeats", 1, "--json").splitlines()]
    assert [line["ingredient"] for line in lines] == list(INGREDIENTS)
    assert {line["switched"] for line in lines} == {"on", "off"}
    assert all(line["nodes"] > 0 and line["nodes_ratio"] > 0 and line["time_ratio"] > 0 for line in lines)
    assert "table        off" in lab("ablate", "--depth", 3, "--repeats", 1, "--plain")


def test_a_learner_before_and_after(tmp_path):
    """Each seed's two models play the same games; what is in the folder is not trained again."""
    for seed in (1, 2):
        learner = load("windows").create(seed)
        learner.save(tmp_path / f"windows-{seed}-untrained.json")
        learner.train(300)
        learner.save(tmp_path / f"windows-{seed}.json")
    asked = ("seeds", "windows", "--seeds", "1,2", "--folder", tmp_path, "--games", 8, "--jobs", 1)
    facts = json.loads(lab(*asked, "--against", "erring30", "--suites", "", "--json"))
    success = facts["success, erring30"]
    assert facts["seeds"] == ["1", "2"]
    assert len(success["before"]) == len(success["after"]) == 2
    assert success["gain"] == pytest.approx(sum(success["after"]) / 2 - sum(success["before"]) / 2)
    table = lab(*asked, "--against", "erring30", "--suites", "")
    assert "| success, erring30 |" in table
    assert len(list(tmp_path.glob("*.json"))) == 4
