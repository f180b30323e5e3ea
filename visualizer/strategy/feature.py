"""Strategies that need no calculation, as a feature of the window."""

from __future__ import annotations

from visualizer.state.app import App
from visualizer.ui.command import entry
from visualizer.ui.feature import Feature


def open_strategy(app: App) -> None:
    """Opens the strategy window."""
    app.open("strategy")


# fmt: off
COMMANDS = (
    entry("Learn", "strategy", "Why perfect play wins...", open_strategy, "Shift+W", separated=True,
          tip="What each first move leads to, and the answer to every reply, with its reason.", after="previous page"),
)
# fmt: on

FEATURE = Feature(COMMANDS, {"strategy": "visualizer.strategy.window:StrategyWindow"})
