"""What a person likes is kept from one start of the window to the next; a file of no use is set aside and costs
nothing.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from visualizer.shell.preferences import Preferences, on_screen
from visualizer.shell.preferences_window import PreferencesWindow
from visualizer.shell.window import Window


def test_the_window_starts_as_it_was_left(root, tmp_path):
    """Look, seats, depth and evaluator of the last time are there again, and what is changed now is kept for the
    next.
    """
    path = tmp_path / "new folder" / "window.json"
    kept = Preferences(
        theme="dark",
        stones="blue and orange",
        toured=True,
        scale=125,
        animation=False,
        sounds=True,
        board=(6, 5, 4),
        starter=1,
        learn=False,
        from_left=True,
        keys={"new game": ["F12"]},
        seats=("human", "engine"),
        depth=3,
        time_ms=100,
        evaluator="v1",
        switched=["killers", "null_move"],
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
    assert (settings.rules.columns, settings.rules.rows, settings.starter, settings.learn) == (6, 5, 1, False)
    assert settings.limits.move_order == (0, 1, 2, 3, 4, 5)
    assert (settings.limits.options.killers, settings.limits.options.null_move) == (False, True)
    assert (window.appearance.percent, window.sounds.on) == (125, True)
    assert window.commands["new game"].keys == ("F12",)
    window.do("dark")
    window.session.set(depth=9)
    root.geometry("1200x800+20+30")
    root.update()
    window.close()
    kept.theme, kept.depth, kept.geometry = "light", 9, "1200x800+20+30"
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
        '{"version": 1, "seats": ["human", 0.5]}',
        '{"version": 1, "board": [7, "6", 4]}',
        '{"version": 1, "geometry": "tiny"}',
        '{"version": 1, "scores": "yes"}',
        '{"version": 1, "scale": 99}',
        '{"version": 1, "starter": 2}',
        '{"version": 1, "board": [7, 6]}',
        '{"version": 1, "board": [70, 6, 4]}',
        '{"version": 1, "keys": {"undo": "U"}}',
        '{"version": 1, "models": {"sarsa": 1}}',
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


def test_two_windows_keep_what_each_has_changed(tmp_path):
    """The second to close leaves alone what only the first has changed."""
    path, usual = tmp_path / "window.json", Preferences()
    usual.write(path)
    before = Preferences.read(path)[0]
    assert replace(before, theme="dark", depth=9).write(path, before) == ""
    assert replace(before, sounds=True, depth=3).write(path, before) == ""
    assert Preferences.read(path) == (replace(before, theme="dark", sounds=True, depth=3), "")


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    """Nothing is raised when preferences cannot be kept: one sentence."""
    (tmp_path / "file").write_text("")
    assert "were not saved" in Preferences().write(tmp_path / "file" / "window.json")


def test_a_model_file_that_is_gone_is_left_out(tmp_path):
    """The start does not fail for it; one that is there is used."""
    (tmp_path / "mine.json").write_text("{}")
    liked = Preferences(models={"windows": str(tmp_path / "mine.json"), "sarsa": str(tmp_path / "gone.npz")})
    assert dict(liked.settings().models) == {"windows": str(tmp_path / "mine.json")}


@pytest.mark.parametrize(
    ("kept", "opened"),
    [("900x600+10+10", "900x600+10+10"), ("900x600+9000+10", "900x600"), ("900x600+-2000+10", "900x600")],
)
def test_a_window_comes_back_on_screen(root, kept, opened):
    """A place that is on no screen any more is forgotten; the size is not."""
    assert on_screen(root, kept) == opened


def test_preferences_are_set_in_one_window(drive):
    """Choices and switches hold at once; what other windows change is shown."""
    hand = drive()
    hand.do("preferences")
    window = hand.window.windows.of(PreferencesWindow)
    box = window.boxes["View > Theme"]
    box.set("High contrast")
    box.event_generate("<<ComboboxSelected>>")
    hand.pump(0.02)
    assert hand.window.theme.name == "high contrast"
    assert hand.window.board.animate is False
    window.switches["animation"].invoke()
    assert hand.window.board.animate is True
    hand.do("theme light")
    assert window.boxes["View > Theme"].get() == "Light"
    assert {"View > Theme", "View > Scale", "View > Stones"} <= set(window.boxes)
