"""What holds for every file: one that grows past 400 lines is usually two ideas; traces of variables end in time."""

from paths import ROOT

MOST = 400
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("c4", "visualizer", "tests", "benchmarks", "docs")
    for path in (ROOT / folder).rglob("*.py")
)


def test_no_file_is_longer_than_400_lines():
    """Neither code nor tests."""
    long = {name for name in FILES if len((ROOT / name).read_text(encoding="utf-8").splitlines()) > MOST}
    assert len(FILES) > 500
    assert not long


def test_only_one_place_traces_variables():
    """A trace that outlives its widget keeps the whole window: `on_written` takes it away in time."""
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in FILES if name.startswith("visualizer/")}
    assert {name for name, text in texts.items() if "trace_add(" in text} == {"visualizer/kit/widgets.py"}
