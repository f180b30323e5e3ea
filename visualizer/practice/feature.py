"""Puzzles and exercises, as a feature of the window."""

from __future__ import annotations

from visualizer.state.app import App
from visualizer.state.preferences import PUZZLES
from visualizer.ui.command import Command, entry
from visualizer.ui.feature import Feature


def show_puzzles(app: App) -> None:
    """Shows the puzzles."""
    app.show_mode(PUZZLES)


def solving(app: App) -> bool:
    """Whether they are shown."""
    return app.puzzles.shown


def open_practice(app: App) -> None:
    """Opens the exercises."""
    app.open("practice")


def open_selections(app: App) -> None:
    """Opens the exercises on Monte-Carlo tree search."""
    app.open("selections")


# fmt: off
COMMANDS: tuple[Command, ...] = (
    entry("Learn", "puzzles", "Puzzles", show_puzzles, "Shift+P",
          tip="Win in a few moves, hold, find the odd threat; from beginner to perfect play.",
          checked=solving, after="lessons"),
    entry("Learn", "practice", "Practice...", open_practice, "Y",
          tip="Work out the values, windows and cutoffs of a tree; each entry is checked.", separated=True, after="strategy"),
    entry("Learn", "selections", "Practice selections of MCTS...", open_selections,
          tip="Which reply does the next simulation select? You calculate with the formula.", after="practice"),
)
# fmt: on

WINDOWS = {
    "selections": "visualizer.practice.selections:SelectionWindow",
    "practice": "visualizer.practice.exercises:PracticeWindow",
}

FEATURE = Feature(COMMANDS, WINDOWS, {PUZZLES: "visualizer.practice.puzzles:PuzzlePart"})
