"""Benchmarks: the protocol by which they talk to other programs (what they measure is not tested)."""

from __future__ import annotations

import sys
from functools import partial
from importlib.util import find_spec

import pytest
from click.testing import CliRunner

from benchmarks import learning_report, peers
from benchmarks.plain_alphabeta import Search, played
from benchmarks.solver import main
from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, C4Error, Rules
from c4.search.fixed_depth import search

OURS = "from c4.cli import main; main(['solve', '-', '--no-book'])"
"""A solver as others are: one line in, one line out; here our own."""

LIAR = "import sys\nfor line in sys.stdin: print(line.strip(), 21, flush=True)"
QUITTER = "print('usage: ...')"


def run(tmp_path, *programs: str):
    """The benchmark's result on a few easy positions, against programs in Python."""
    options = []
    for number, program in enumerate(programs):
        path = tmp_path / f"peer{number}"
        path.write_text(f"#!{sys.executable}\n{program}\n")
        path.chmod(0o755)
        options += ["--peer-binary", str(path)]
    return CliRunner().invoke(main, ["--sets", "end_easy", "--step", "200", "--repeat", "1", *options])


@pytest.mark.skipif(
    sys.platform == "win32", reason="the stand-ins are scripts with a first line that names their interpreter"
)
def test_peers_that_speak_lines(tmp_path):
    """A program that tells its time is believed, one that says only the score is timed; wrong scores count."""
    done = run(tmp_path, OURS, LIAR)
    assert done.exit_code == 0, done.output
    lines = [line.strip() for line in done.output.splitlines()]
    assert [line.partition(":")[0] for line in lines if line.endswith("nodes, 0 wrong")] == ["end_easy"]
    assert sum(line.startswith("peer0 ") and line.endswith(" 0 wrong") for line in lines) == 1
    assert sum(line.startswith("peer1 ") and not line.endswith(" 0 wrong") for line in lines) == 1
    assert sum("median ratio" in line for line in lines) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="as above")
def test_a_peer_that_speaks_otherwise(tmp_path):
    """A program that does not answer with a score ends the benchmark with one sentence that quotes it."""
    done = run(tmp_path, QUITTER)
    assert done.exit_code == 1
    assert "peer0 should answer 'moves score" in done.output
    assert "usage: ..." in done.output


def test_the_learning_report_keeps_what_was_said(tmp_path, monkeypatch):
    """A command is run once, and again when a model that it names has changed; what it said stands in the document."""
    kept, page = tmp_path / "kept.json", tmp_path / "page.md"
    page.write_text("before\n<!-- report: one -->\n<!-- end -->\nafter\n", encoding="utf-8")
    one = learning_report.Part("numbers", [["-c", "print('a figure of ntuple')"]])
    monkeypatch.setattr(
        learning_report, "parts", lambda: {"one": one, "two": learning_report.Part("", [["-c", "1/0"]])}
    )
    monkeypatch.setattr(learning_report, "DOCUMENT", page)
    monkeypatch.setattr(learning_report, "Kept", partial(learning_report.Kept, kept))
    report = CliRunner()
    assert report.invoke(learning_report.main, ["--part", "one"]).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "\na figure of ntuple\n" in text
    assert learning_report.written(text, learning_report.Kept()) == text
    assert not learning_report.Kept().missing("one", one.commands[0])
    monkeypatch.setattr(learning_report, "digest", lambda path: "another")
    assert learning_report.Kept().missing("one", one.commands[0])
    failed = report.invoke(learning_report.main, ["--part", "two"])
    assert isinstance(failed.exception, C4Error)
    assert "failed with status 1" in str(failed.exception)


def test_the_learning_report_stands_in_the_document():
    """Its parts name modules and evaluators that exist, and the page says, word for word, what they printed."""
    text = learning_report.DOCUMENT.read_text(encoding="utf-8")
    assert learning_report.written(text, learning_report.Kept()) == text
    for name, part in learning_report.parts().items():
        assert f"<!-- report: {name} -->" in text
        for command in part.commands:
            assert find_spec(command[1]) is not None
    learning_report.check(learning_report.SEEDS)
    with pytest.raises(C4Error, match="chosen by the seeds 18, 19, 20"):
        learning_report.check(range(18, 23))


@pytest.mark.parametrize("moves", ["", "4453", "444444333"])
def test_the_plain_peer_does_the_same_work(moves):
    """The rendering in plain Python, on whole numbers as states, finds our value and visits as many nodes."""
    position = Position.from_moves(moves, Rules(scoring=COUNT_LINES))
    ours = search(position, 3, load("v1"))
    plain = Search(3)
    state = played([int(move) - 1 for move in moves])
    assert (plain.run(state), plain.nodes) == (ours.value.points, ours.nodes)


def test_a_peer_that_is_missing_is_said(monkeypatch):
    """A row without its peer says how to get it."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    done = CliRunner().invoke(peers.main, ["--part", "openspiel", "--repeats", "1"])
    assert done.exit_code == 0, done.output
    assert "not here: pip install open_spiel" in done.output
