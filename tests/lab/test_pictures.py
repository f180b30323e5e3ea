"""The pictures in docs: what they say is what the window says."""

import json

import pytest

from lab.report.screenshot import PICTURES, STAGES, words_of


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(STAGES))
def test_the_words_in_the_pictures_are_those_of_the_window(name):
    """If they are not, `python -m lab report screenshot` makes the pictures anew."""
    stage = STAGES[name]()
    try:
        assert words_of(stage.root) == json.loads(PICTURES.read_text(encoding="utf-8"))[name]
    finally:
        stage.close()
