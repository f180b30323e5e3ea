"""`c4 check` works out a lesson without a window."""

import re

from click.testing import CliRunner
from paths import ROOT

from c4.cli import cli

TEACHERS = (ROOT / "docs" / "own-lesson.md").read_text(encoding="utf-8")
LESSON = re.search(r"````markdown\n(.*?)````", TEACHERS, re.DOTALL)[1]


def test_each_page_that_cannot_be_worked_out_is_said(tmp_path):
    """With its line, and that of the next one; a good lesson is ok."""
    path = tmp_path / "mine.md"
    path.write_text(LESSON)
    good = CliRunner().invoke(cli, ["check", str(path)])
    assert good.exit_code == 0
    assert good.output.splitlines()[-1] == "ok"
    path.write_text(LESSON.replace("{depth} moves", "{why} moves").replace("{column}", "{column 5-5-5-5}"))
    bad = CliRunner().invoke(cli, ["check", str(path)])
    assert bad.exit_code != 0
    lines = [number for number, line in enumerate(path.read_text().splitlines(), 1) if "{why}" in line or "5-5" in line]
    for line in lines:
        assert f"mine.md: line {line}: {{" in bad.output
