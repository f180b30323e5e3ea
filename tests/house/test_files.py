"""The size of files: one that grows past 400 lines is usually two ideas."""

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
