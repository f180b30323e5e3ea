"""Preferences are kept from one start to the next; an unreadable file is set aside."""

import json

import pytest

from c4.engine.ingredients import USUAL, switched
from c4.game.rules import COUNT_LINES, Rules
from c4.session.settings import WINDOW_DEFAULTS, Settings
from visualizer.app.preferences_window import PreferencesWindow
from visualizer.app.window import Window, on_screen
from visualizer.ui.preferences import Preferences


def test_the_window_starts_as_it_was_left(root, tmp_path):
    """Theme, seats, depth and evaluator are there again, and changes are kept for the next start."""
    path = tmp_path / "new folder" / "window.json"
    limits = {"depth": 3, "time_ms": 100, "evaluator": "v1", "options": switched(USUAL, ["killers", "null_move"])}
    game = Settings(Rules(5, 6, 4), ("human", "engine"), starter=1, learn=False, pace=0.5, pause=1.0)
    kept = Preferences(
        theme="dark",
        stones="blue and orange",
        toured=True,
        scale=125,
        animation=False,
        keys={"new game": ["F12"]},
        game=game.changed(move_order=(0, 1, 2, 3, 4, 5), **limits),
    )
    assert kept.write(path) == ""
    assert Preferences.read(path) == (kept, "")
    window = Window(root, preferences=path)
    assert window.session.settings == kept.game
    assert (window.theme.name, window.names.stones, window.board.animate) == ("dark", "blue and orange", False)
    assert window.preferences.scale == 125
    assert window.commands["new game"].keys == ("F12",)
    window.do("theme light")
    window.session.set(depth=9)
    root.geometry("1200x800+20+30")
    root.update()
    window.close()
    kept.theme, kept.geometry = "light", "1200x800+20+30"
    kept.game = kept.game.changed(depth=9)
    assert Preferences.read(path) == (kept, "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "[]",
        '{"version": 0}',
        '{"version": 1, "depth": 0}',
        '{"version": 1, "seats": ["human", 0.5]}',
        '{"version": 1, "board": [7, "6", 4]}',
        '{"version": 1, "geometry": "tiny"}',
        '{"version": 1, "scores": "yes"}',
        '{"version": 1, "scale": 99}',
        '{"version": 1, "board": [70, 6, 4]}',
        '{"version": 1, "evaluator": "nobody"}',
        '{"version": 2, "theme": "pink"}',
        '{"version": 2, "game": {"seats": ["human"]}}',
        '{"version": 2, "game": {"starter": 2}}',
        '{"version": 2, "game": {"limits": {"depth": "6"}}}',
        '{"version": 2, "game": {"limits": {"options": {"killers": 1}}}}',
        '{"version": 2, "game": {"models": {"sarsa": 1}}}',
        '{"version": 2, "keys": {"undo": "U"}}',
        '{"version": 2, "hidden": [1]}',
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


def test_unknown_names_are_ignored(tmp_path):
    """A name that this program does not know is ignored."""
    path = tmp_path / "window.json"
    path.write_text(json.dumps({"version": 2, "loudness": "loud", "game": {"limits": {"depth": 9}, "clock": 1}}))
    assert Preferences.read(path) == (Preferences(game=WINDOW_DEFAULTS.changed(depth=9)), "")


def test_a_file_of_version_1_0_0_opens(tmp_path):
    """All settings of its one table are there."""
    path = tmp_path / "window.json"
    old = {
        "version": 1, "face": "analyse", "theme": "dark", "source": "", "scores": False, "scores_in_play": True,
        "board": [6, 5, 4], "scoring": COUNT_LINES, "seats": ["engine", "human"], "starter": 1, "depth": 9,
        "time_ms": 250.0, "evaluator": "v1", "control": "5+3", "pace": 2.0, "from_left": True,
        "switched": ["killers", "gone"], "keys": {"undo": ["F12"]}, "sashes": {"outer": 0.5}, "turn_seed": -1,
    }  # fmt: skip
    path.write_text(json.dumps(old))
    found, message = Preferences.read(path)
    assert message == ""
    game = found.game
    assert (found.mode, found.theme, found.source, found.keys) == ("analyse", "dark", None, {"undo": ["F12"]})
    assert (found.scores["play"], found.scores["analyse"], found.sashes) == (True, False, {"outer": 0.5})
    assert game.rules == Rules(5, 6, 4, COUNT_LINES)
    assert (game.seats, game.starter, game.pace) == (("engine", "human"), 1, 2.0)
    assert (game.limits.depth, game.limits.time_ms, game.limits.evaluator) == (9, 250.0, "v1")
    assert game.limits.move_order == (0, 1, 2, 3, 4, 5)
    assert not game.limits.options.killers


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    """Nothing is raised when preferences cannot be kept: one sentence."""
    (tmp_path / "file").write_text("")
    assert "were not saved" in Preferences().write(tmp_path / "file" / "window.json")


def test_a_model_file_that_is_gone_is_left_out(tmp_path):
    """The start does not fail for it; one that is there is used."""
    (tmp_path / "mine.json").write_text("{}")
    models = {"windows": str(tmp_path / "mine.json"), "sarsa": str(tmp_path / "gone.npz")}
    Preferences(game=Settings(models=models)).write(tmp_path / "window.json")
    assert set(Preferences.read(tmp_path / "window.json")[0].game.models) == {"windows"}


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
    assert {"View > Theme", "View > Scale", "View > Discs"} <= set(window.boxes)
