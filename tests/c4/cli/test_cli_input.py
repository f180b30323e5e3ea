"""What the command refuses, and how it ends: one line, an exit status."""

import contextlib
import json
import subprocess
import sys

import pytest
from commands import python
from paths import ROOT
from patience import LONG

from c4.library.library import Library


def test_a_tree_file_that_cannot_be_written(c4, tmp_path):
    """A tree that cannot be written is an error with exit status 2, after the result that was found."""
    status, out, err = c4("search", "empty", "--depth", 2, "--json", "--out", tmp_path / "nowhere" / "tree.json")
    assert status == 2
    assert err.count("\n") == 1
    assert "cannot be written: No such file or directory" in err
    assert json.loads(out)["column"] == 4


@pytest.mark.parametrize(
    ("read", "arguments"),
    [
        ("games.txt", ["search", "games.txt", "--out", "./games.txt"]),
        ("games.txt", ["solve", "games.txt", "--out", "games.txt"]),
        ("games.txt", ["review", "games.txt", "--out", "page.html", "--out", "linked.txt"]),
        (
            "windows.json",
            ["search", "4453", "--evaluator", "windows", "--model", "windows.json", "--out", "windows.json"],
        ),
        ("idea.py", ["search", "4453", "--evaluator", "idea.py", "--out", "idea.py"]),
        ("library.txt", ["library", "export", "--library", "library.txt", "library.txt"]),
        ("windows.json", ["train", "windows", "--model", "windows.json", "--export", "windows.json"]),
        ("games.txt", ["train", "windows", "--fresh", "--model", "games.txt", "--import", "games.txt"]),
        (
            "windows.json",
            ["export", "connectx", "--agent", "engine:evaluator=windows,model=windows.json", "windows.json"],
        ),
    ],
)
def test_what_a_command_reads_is_not_overwritten(c4, tmp_path, model, monkeypatch, read, arguments):
    """A file that is named as input and as output stays as it is, also under another name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.txt").write_text("4453\n")
    (tmp_path / "linked.txt").symlink_to("games.txt")
    (tmp_path / "idea.py").write_text("def evaluate(position, side): return 1\n")
    Library("library.txt").close()
    if "--import" in arguments:
        (tmp_path / "games.txt").write_text(json.dumps({"weights": [0.0] * 9}))
    before = (tmp_path / read).read_bytes()
    status, out, err = c4(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert "is read by this, and would be overwritten: name another file to write" in err
    assert (tmp_path / read).read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["search", "448"], "'8' at place 3 of '448' is not a column"),
        (["search", "4444444"], "column 4 is full"),
        (["search", "packed:12"], "12 is no packed state"),
        (["search", "packed:" + "1" * 6000], "6,000 digits"),
        (["search", "empty", "--depth", "0"], "depth"),
        (["search", "empty", "--depth", "deep"], "'deep' is not a valid integer"),
        (["search", "empty", "--algorithm", "guess"], "'guess' is not one of"),
        (["search", "empty", "--evaluator", "v9"], "'v9' is not one of"),
        (["search", "empty", "--evaluator", "v2", "--model", "x.json"], "has no model file"),
        (["search", "empty", "--evaluator", "windows", "--model", "no.json"], "there is no model file no.json"),
        (["search", "empty", "--order", "123"], "an order must name each of the columns 1 to 7 once"),
        (["search", "empty", "--order", "123456x"], "'x' at place 7 of the order"),
        (["search", "-", "--out", "tree.json"], "there is no tree to write"),
        (["search", "4453", "--out", "tree.SVG"], "writes a tree as .json or .npz, not as tree.SVG"),
        (["solve", "4453", "--out", "tree.dot"], "whose menu Tree exports pictures and graphs"),
        (["search"], "Missing argument"),
        (["search", "packed:0", "--rows", "7", "--columns", "8"], "column 1 has no mark"),
        (["evaluate", "empty", "--scoring", "golf"], "'golf' is not one of"),
        (["evaluate", "empty", "--rows", "9"], "too large"),
        (["evaluate", "empty", "--connect", "9"], "a line of 9 does not fit"),
        (["search", "4453", "--time-ms", "10"], "the depth of alphabeta is fixed: use --algorithm engine"),
        (["search", "4453", "--algorithm", "engine", "--time-ms", "0"], "0.0 is not in the range x>0"),
        (["dance"], "there is no command 'dance'"),
        (["search", "empty", "--dance"], "No such option"),
    ],
    ids=lambda value: " ".join(value)[:50] if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_status_2(c4, arguments, words):
    """Bad input gives nothing on standard output, one line on standard error, exit status 2."""
    status, out, err = c4(*arguments)
    assert status == 2
    assert out == ""
    assert err.startswith("c4: ")
    assert err.count("\n") == 1
    assert words.lower() in err.lower()


def test_python_m_c4():
    """`python -m c4` is the command; its exit status is the command's."""
    assert "column" in python("-m", "c4", "search", "4453", "--depth", 2).stdout
    assert python("-m", "c4", "nonsense").returncode == 2


def test_input_that_is_no_text():
    """Bytes that are no text on standard input are bad input like any other."""
    done = python("-m", "c4", "evaluate", "-", text=False, input=b"44\n4\xff4\n")
    assert done.returncode == 2
    assert done.stderr.startswith(b"c4: ")
    assert done.stderr.count(b"\n") == 1


def test_a_reader_that_leaves():
    """When the reader of the output goes away, the command ends without a word."""
    words = [sys.executable, "-m", "c4", "evaluate", "-", "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        process.stdout.close()
        process.stdin.write(b"4453\n" * 500)
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(LONG) == 1
