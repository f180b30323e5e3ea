"""Puzzles and exercises, as a feature of the window."""

from __future__ import annotations

from visualizer.state.app import App
from visualizer.ui.command import Command, entry
from visualizer.ui.feature import Feature


def open_puzzles(app: App) -> None:
    """Opens the puzzles."""
    app.open("puzzles")


def open_practice(app: App) -> None:
    """Opens the exercises."""
    app.open("practice")


def open_selections(app: App) -> None:
    """Opens the exercises on Monte-Carlo tree search."""
    app.open("selections")


# fmt: off
COMMANDS: tuple[Command, ...] = (
    entry("Tree", "puzzles", "Puzzles...", open_puzzles, "Shift+P", after="strategy"),
    entry("Tree", "practice", "Practice...", open_practice, "Y", separated=True, after="puzzles"),
    entry("Tree", "selections", "Practice: the next selection of MCTS...", open_selections,
          tip="Which reply does the next simulation select? You calculate with the formula.", after="practice"),
)
# fmt: on

WINDOWS = {
    "puzzles": "visualizer.practice.puzzles:PuzzleWindow",
    "selections": "visualizer.practice.selections:SelectionWindow",
    "practice": "visualizer.practice.window:PracticeWindow",
}

FEATURE = Feature(COMMANDS, WINDOWS)
