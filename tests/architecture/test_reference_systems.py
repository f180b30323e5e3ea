"""docs/reference-systems.md answers every number that the project cites, and what it names exists."""

import re

import pytest
from paths import ROOT

PAGE = ROOT / "docs" / "reference-systems.md"
TEXT = PAGE.read_text(encoding="utf-8")
NUMBER = re.compile(r"\b[RDW][0-4]-\d+\b")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in TEXT.splitlines()
    if re.match(r"\| [RDW][0-4]-\d+ \|", line)
]


def sources():
    """Every Python and Markdown file of the project but the page itself."""
    for folder in ("c4", "visualizer", "tests", "lab", "docs", "saved_models", "."):
        pattern = "*" if folder == "." else "**/*"
        for path in (ROOT / folder).glob(pattern):
            if path.suffix in (".py", ".md") and path != PAGE:
                yield path


def test_every_number_that_is_cited_can_be_looked_up():
    """Code, tests and documents cite no number that the page lacks, and ranges such as R4-1 to R4-9 end on it."""
    known = {row[0].strip("| ") for row in ROWS}
    cited = {
        (number, str(path.relative_to(ROOT)))
        for path in sources()
        for number in NUMBER.findall(path.read_text(encoding="utf-8"))
    }
    assert len(cited) > 100
    assert not {(number, path) for number, path in cited if number not in known}


def test_every_number_stands_once_and_none_is_left_out():
    """Requirements, defects and wishes of each system are numbered from 1 without a gap, in rows of four cells."""
    numbers = [row[0].strip("| ") for row in ROWS]
    assert len(numbers) == len(set(numbers))
    for row in ROWS:
        assert len(row) == 4, row
        assert all(row), row
    for system in range(5):
        for letter in "RDW":
            result = sorted(int(n.split("-")[1]) for n in numbers if n.startswith(f"{letter}{system}-"))
            assert result
            assert result == list(range(1, len(result) + 1)), f"{letter}{system}"


@pytest.mark.parametrize("system", range(5))
def test_what_a_row_names_exists(system):
    """Every test that a row names is a test of this project, and every file is there."""
    tests = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    }
    for row in ROWS:
        if row[0].strip("| ")[1] == str(system):
            named = re.findall(r"`([^`]+)`", row[-1])
            assert named, f"{row[0]} names no test"
            for name in named:
                assert name in tests, f"{row[0]}: {name}"
            for name in re.findall(r"`((?:c4|visualizer|tests|docs)/[^`]+)`", " ".join(row)):
                assert (ROOT / name).exists(), f"{row[0]}: {name}"


def test_there_is_one_event_loop():
    """Only the front door starts an event loop; nothing else waits in one of its own (D4-7).

    `testing.py` runs the same loop for tests and for the lab.
    """
    loops = re.compile(r"\.(mainloop|wait_window|wait_variable|wait_visibility)\(")
    result = [
        path.name
        for path in sources()
        if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in ("c4", "visualizer", "interface.py")
        for _ in loops.findall(path.read_text(encoding="utf-8"))
    ]
    assert set(result) == {"start.py", "testing.py"}
