"""Learn, as a feature of the window: the list of what you can learn, and lessons."""

from __future__ import annotations

from visualizer.state.app import App
from visualizer.state.preferences import LEARN
from visualizer.ui.command import Command, entry
from visualizer.ui.feature import Feature


def show_learn(app: App) -> None:
    """Shows Learn; a lesson that is being read is closed."""
    app.show_mode(LEARN)


def learning(app: App) -> bool:
    """Whether Learn is shown, or a lesson is read."""
    return app.state.shown.mode == LEARN or app.lessons.reading is not None


def no_lesson(app: App) -> str:
    """Why there is no page to turn; "" if there is one."""
    return "" if app.lessons.reading is not None else "no lesson is open: the tab Learn lists them"


def next_page(app: App) -> None:
    """Goes to the next page of the lesson."""
    app.lessons.next()


def previous_page(app: App) -> None:
    """Goes to the page before."""
    app.lessons.back()


def first_page(app: App) -> str:
    """Why there is no page before; "" if there is one."""
    reading = app.lessons.reading
    return no_lesson(app) or ("" if reading is not None and reading.at else "this is the first page")


# fmt: off
COMMANDS: tuple[Command, ...] = (
    entry("Learn", "lessons", "Learn", show_learn, "F5", tip="Everything that you can learn here, on one page.",
          checked=learning, after="play"),
    entry("Learn", "next page", "Next page", next_page, "PgDn", blocked=no_lesson, after="lessons"),
    entry("Learn", "previous page", "Previous page", previous_page, "PgUp", blocked=first_page, after="next page"),
)
# fmt: on

FEATURE = Feature(COMMANDS, parts={LEARN: "visualizer.lessons.part:LearnPart"})
