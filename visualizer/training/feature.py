"""Learning, as a feature of the window: training, and the errors of evaluators."""

from __future__ import annotations

from visualizer.state.app import App
from visualizer.ui.command import Command, entry
from visualizer.ui.feature import Feature


def open_training(app: App) -> None:
    """Opens the training window."""
    app.open("training")


def open_errors(app: App) -> None:
    """Opens the window of an evaluator's errors."""
    app.open("evaluator errors")


# fmt: off
COMMANDS: tuple[Command, ...] = (
    entry("Game", "train", "Train a learner...", open_training, "Q", separated=True, after="other board"),
    entry("Compare", "errors", "Evaluator errors", open_errors, "Ctrl+8",
          tip="Its mistakes on solved positions, by ply, and the worst of them.", after="match"),
)
# fmt: on

WINDOWS = {
    "training": "visualizer.training.window:TrainingWindow",
    "evaluator errors": "visualizer.training.evaluator_errors:EvaluatorErrorsWindow",
}

FEATURE = Feature(COMMANDS, WINDOWS)
