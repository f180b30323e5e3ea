"""The lessons in the documentation, and the one that is made from the strategy."""

import pytest
from paths import ROOT

from c4.lessons import SHIPPED, path_of
from c4.lessons.reader import shipped_lesson
from lab.make.lesson import NAME, lesson_text
from lab.report.lessons import page_text, pictures


@pytest.mark.parametrize("name", SHIPPED)
def test_the_documentation_shows_the_lessons(name):
    """Its pages are what `python -m lab report lessons` writes now, and every picture is there, none too many."""
    lesson = shipped_lesson(name)
    folder = ROOT / "docs" / "lessons"
    assert (folder / f"{name}.md").read_text(encoding="utf-8") == page_text(lesson)
    assert {path.name for path in folder.glob(f"{name}-*.*")} == set(pictures(lesson))


@pytest.mark.slow
def test_the_lesson_of_the_win():
    """It is what `python -m lab make lesson` makes from the strategy."""
    assert path_of(NAME).read_text(encoding="utf-8") == lesson_text(1)
