"""Preferences are kept from one start to the next; an unreadable file is set aside."""

import json
from dataclasses import replace

import pytest
from refusal import refused

from c4.engine.ingredients import USUAL, switched
from c4.game.rules import Rules
from c4.session.session import Session
from c4.session.settings import WINDOW_DEFAULTS, Settings
from visualizer.app import window as window_module
from visualizer.app.start import start_app
from visualizer.app.window import Window
from visualizer.state.app import App
from visualizer.state.preferences import Preferences, PreferencesFile


def test_the_window_starts_as_it_was_left(root, tmp_path):
    """Theme, seats, depth and evaluator are there again, and changes are kept for the next start."""
    path = tmp_path / "new folder" / "window.json"
    limits = {"depth": 3, "time_ms": 100, "evaluator": "v1", "options": switched(USUAL, ["killers", "null_move"])}
    limits |= {"rules": Rules(5, 6, 4), "seats": ("human", "engine"), "starter": 1, "move_order": (0, 1, 2, 3, 4, 5)}
    looks = {"theme": "dark", "stones": "blue and orange", "scale": 125, "animation": False, "toured": True}
    looks["keys"] = {"hint": "Ctrl+H", "undo": ""}
    settings = Settings(learn=False, pace=0.5, pause=1.0, **limits)
    preferences = Preferences(**looks)
    assert PreferencesFile(path).write(settings, preferences) == ""
    assert PreferencesFile(path).read() == (settings, preferences, "")
    app = start_app(path)
    window = Window(root, app)
    assert app.session.settings == settings
    assert app.state.preferences == preferences
    window.show()
    assert window.commands.owner("Ctrl+H").name == "hint"
    assert (window.appearance.theme.name, app.names().seats()) == ("dark", ("Blue", "Orange"))
    window.do("theme light")
    app.session.set(depth=9)
    app.sync()
    root.geometry("1200x800+20+30")
    root.update()
    window.do("quit")  # nothing is drawn any more
    preferences = replace(preferences, theme="light", geometry="1200x800+20+30")
    assert PreferencesFile(path).read() == (replace(settings, depth=9), preferences, "")


WRONG = [{"geometry": "tiny"}, {"depth": 0}, {"depth": "6"}, {"theme": "pink"}, {"seats": ["human"]}, {"starter": 2}]
WRONG += [{"options": {"killers": 1}}, {"models": {"sarsa": 1}}, {"keys": {"undo": 7}}]
TEXTS = ["", "not json", "[]", '{"version": 0}', '{"version": 1}', *(json.dumps({"version": 3} | one) for one in WRONG)]


@pytest.mark.parametrize("text", TEXTS)
def test_a_file_of_no_use_is_set_aside(tmp_path, text):
    """Garbled preferences give the defaults and a sentence; what was in the file is kept under another name."""
    path = tmp_path / "window.json"
    path.write_text(text)
    settings, preferences, sentence = PreferencesFile(path).read()
    assert (settings, preferences) == (WINDOW_DEFAULTS, Preferences())
    assert "window.unreadable.json" in sentence
    assert (tmp_path / "window.unreadable.json").read_text() == text
    assert not path.exists()


def test_unknown_names_are_ignored(tmp_path):
    """A name that this program does not know is ignored."""
    path = tmp_path / "window.json"
    path.write_text(json.dumps({"version": 3, "loudness": "loud", "depth": 9}))
    assert PreferencesFile(path).read() == (WINDOW_DEFAULTS.changed(depth=9), Preferences(), "")


def test_a_depth_that_no_game_on_the_board_has_is_limited(tmp_path):
    """Settings refuse it; a file that has it opens with the depth of a full board."""
    with refused("at most 42 on this board"):
        Settings(depth=4106)
    assert Settings(depth=42).changed(rules=Rules(4, 4, 3)).depth == 16
    path = tmp_path / "window.json"
    path.write_text(json.dumps({"version": 3, "rules": {"columns": 5, "rows": 5}, "depth": 40}))
    assert PreferencesFile(path).read()[0].depth == 25


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    """Nothing is raised when preferences cannot be kept: one sentence."""
    (tmp_path / "file").write_text("")
    said = PreferencesFile(tmp_path / "file" / "window.json").write(Settings(), Preferences())
    assert said.startswith(f"the preferences were not saved: {tmp_path / 'file'}: ")
    assert "Errno" not in said


def test_a_model_file_that_is_gone_is_left_out(tmp_path):
    """The start does not fail for it; one that is there is used."""
    (tmp_path / "mine.json").write_text("{}")
    models = {"windows": str(tmp_path / "mine.json"), "sarsa": str(tmp_path / "gone.npz")}
    PreferencesFile(tmp_path / "window.json").write(Settings(models=models), Preferences())
    assert set(PreferencesFile(tmp_path / "window.json").read()[0].models) == {"windows"}


def test_a_window_comes_back_on_screen(root, monkeypatch):
    """A place that is on no screen any more becomes one that is; a window fits on a small screen."""
    monkeypatch.setattr(window_module, "largest", lambda widget: (1024, 540))
    width = root.winfo_screenwidth()
    preferences = Preferences(geometry="1100x700+9000+10")
    window = Window(root, App(Session(WINDOW_DEFAULTS), preferences))
    root.update()
    assert window.root.winfo_width() == 1100
    assert window.root.minsize() == (900, 540)
    frame = 20
    assert window.root.winfo_x() + 1100 <= width + frame
    window.close()


def test_preferences_are_set_in_one_window(drive):
    """Choices and switches hold at once; what other windows change is shown."""
    hand = drive()
    hand.do("preferences")
    window = hand.tool("preferences")
    box = window.boxes["View > Theme"]
    box.set("High contrast")
    box.event_generate("<<ComboboxSelected>>")
    hand.pump(0.02)
    assert hand.theme.name == "high contrast"
    assert hand.app.state.preferences.animation is False
    window.switches["animation"].invoke()
    assert hand.app.state.preferences.animation is True
    hand.do("theme light")
    assert window.boxes["View > Theme"].get() == "Light"
    assert {"View > Theme", "View > Scale", "View > Discs"} <= set(window.boxes)
    assert not {"analyse", "review", "search settings"} & set(window.switches), "what is open is no preference"
