"""The menu "File" below its games: model files, Quit.  Imports tkinter."""

from __future__ import annotations

from c4 import evaluators, models
from c4.evaluators import EVALUATORS
from c4.game.rules import C4Error
from visualizer.kit.commands import Command
from visualizer.shell.desk import Desk


def file_commands(desk: Desk) -> list[Command]:
    """The commands of the menu."""

    def no_models() -> str:
        return "" if desk.session.settings.models else "the built-in models are in use"

    return [
        Command("load model", "File", "Play with a model file...", lambda: load_model(desk), ("Ctrl+M",), parted=True),
        Command(
            "shipped models", "File", "Back to the built-in models", lambda: shipped_models(desk), blocked=no_models
        ),
        Command(
            "load own",
            "File",
            "Load evaluator or player...",
            desk.own.ask,
            ("Ctrl+Shift+M",),
            "A Python file of your own, which is run; when you save it, the search starts again with the new code.",
            parted=True,
        ),
        Command(
            "keep own",
            "File",
            "Run my files at the start",
            desk.own.switch_kept,
            tip="Whether the next start of the window runs your own evaluators and players, too.",
            blocked=desk.own.none,
            checked=lambda: desk.own.kept,
        ),
        Command(
            "preferences",
            "File",
            "Preferences...",
            lambda: show_preferences(desk),
            ("Ctrl+,",),
            "All settings; they are kept for the next start.",
            parted=True,
        ),
        Command("quit", "File", "Quit", desk.close, ("Ctrl+Q",), parted=True),
    ]


def load_model(desk: Desk) -> None:
    """Asks for a model file, which searches and seats that use such a model then use."""
    from tkinter import filedialog

    folder = models.usual_folder()
    path = filedialog.askopenfilename(parent=desk.root, title="Play with a model file", initialdir=folder)
    if path:
        use_model(desk, path)


def use_model(desk: Desk, path: str) -> None:
    """Uses a model file with its evaluator, and this evaluator in searches."""
    try:
        name = evaluators.identify(path)
    except C4Error as error:
        desk.say(str(error), seconds=10)
        return
    desk.evaluators.reload(path)
    desk.change(models={**desk.session.settings.models, name: path}, evaluator=name)
    desk.playing.learned.choose(name)
    desk.say(f"{EVALUATORS[name].label.removesuffix(' (learned)')} now plays with {path}")


def shipped_models(desk: Desk) -> None:
    """Goes back to the built-in models."""
    desk.change(models={})
    desk.playing.learned.refresh()


def show_preferences(desk: Desk) -> None:
    """Opens the window of all settings."""
    from visualizer.shell.preferences_window import PreferencesWindow

    desk.windows.show(PreferencesWindow, lambda: PreferencesWindow(desk.root, desk.commands, desk.say))
