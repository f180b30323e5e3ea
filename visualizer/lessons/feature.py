"""Learn, as a feature of the window."""

from __future__ import annotations

from visualizer.state.app import App
from visualizer.state.preferences import LEARN
from visualizer.ui.command import Command, entry
from visualizer.ui.feature import Feature


def show_learn(app: App) -> None:
    """Shows Learn."""
    app.show_mode(LEARN)


def learning(app: App) -> bool:
    """Whether Learn is shown."""
    return app.state.shown.mode == LEARN


# fmt: off
COMMANDS: tuple[Command, ...] = (
    entry("Learn", "lessons", "Learn", show_learn, "F5", tip="Everything that you can learn here, on one page.",
          checked=learning, after="play"),
)
# fmt: on

FEATURE = Feature(COMMANDS, parts={LEARN: "visualizer.lessons.part:LearnPart"})
