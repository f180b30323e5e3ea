"""What a person likes is kept from one start of the window to the next; a file of no use is set aside and costs
nothing.
"""

from __future__ import annotations

import json

import pytest

from visualizer.shell.preferences import Preferences
from visualizer.shell.window import Window


def test_the_window_starts_as_it_was_left(root, tmp_path):
    """Look, seats, depth and evaluator of the last time are there again, and what is changed now is kept for the
    next.
    """
    path = tmp_path / "new folder" / "window.json"
    kept = Preferences(
        theme="dark",
        stones="blue and orange",
        animation=False,
        seats=("human", "engine"),
        depth=3,
        time_ms=100,
        evaluator="v1",
    )
    assert kept.write(path) == ""
    window = Window(root, preferences=path)
    settings = window.session.settings
    assert (settings.seats, settings.limits.depth, settings.limits.time_ms, settings.limits.evaluator) == (
        ("human", "engine"),
        3,
        100,
        "v1",
    )
    assert (window.theme.name, window.names.stones, window.board.animate) == ("dark", "blue and orange", False)
    window.do("dark")
    window.session.set(depth=9)
    root.geometry("1000x700")
    root.update()
    window.close()
    kept.theme, kept.depth, kept.geometry = "light", 9, "1000x700"
    assert Preferences.read(path) == (kept, "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "[]",
        '{"version": 0}',
        '{"version": 1, "depth": 0}',
        '{"version": 1, "theme": "pink"}',
        '{"version": 1, "seats": ["human"]}',
        '{"version": 1, "geometry": "tiny"}',
        '{"version": 1, "scores": "yes"}',
        '{"version": 1, "evaluator": "nobody"}',
    ],
)
def test_a_file_of_no_use_is_set_aside(tmp_path, text):
    """Garbled preferences give the defaults and a sentence; what was in the file is kept under another name."""
    path = tmp_path / "window.json"
    path.write_text(text)
    found, sentence = Preferences.read(path)
    assert found == Preferences()
    assert "window.unreadable.json" in sentence
    assert (tmp_path / "window.unreadable.json").read_text() == text
    assert not path.exists()


def test_what_a_newer_program_kept_is_no_trouble(tmp_path):
    """A name this program does not know is ignored."""
    path = tmp_path / "window.json"
    path.write_text(json.dumps({"version": 1, "depth": 9, "sound": "loud"}))
    assert Preferences.read(path) == (Preferences(depth=9), "")


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    """Nothing is raised when preferences cannot be kept: one sentence."""
    (tmp_path / "file").write_text("")
    assert "were not saved" in Preferences().write(tmp_path / "file" / "window.json")
