"""Strategies that need no calculation, as a feature of the window."""

from __future__ import annotations

from visualizer.state.app import App
from visualizer.ui.command import entry
from visualizer.ui.feature import Feature


def open_strategy(app: App) -> None:
    """Opens the strategy window."""
    app.open("strategy")


COMMANDS = (
    entry("Tree", "strategy", "Why perfect play wins...", open_strategy, "Shift+W", separated=True, after="open tree"),
)

FEATURE = Feature(COMMANDS, {"strategy": "visualizer.strategy.window:StrategyWindow"})
