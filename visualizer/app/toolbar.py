"""The buttons of the toolbar: which commands, in which order."""

from __future__ import annotations

from visualizer.ui.menus import Tool

TOOLS = (
    Tool("new", "new game", "New"),
    Tool("undo", "undo"),
    Tool("redo", "redo"),
    None,
    Tool("hint", "hint", "Hint"),
    Tool("stop", "stop", "Stop", instead=("go", "go", "Go")),
    None,
    Tool("values", "scores"),
    Tool("exact", "exact values"),
    Tool("threats", "threats"),
    None,
    Tool("playback", "playback"),
    Tool("find", "find"),
    Tool("compare", "compare"),
    Tool("train", "train"),
    None,
    Tool("keys", "keys"),
    Tool("commands", "palette"),
)
"""The toolbar from left to right; None is a gap."""
