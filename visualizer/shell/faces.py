"""Faces: the three ways in which the window shows itself.  No tkinter."""

from __future__ import annotations

from visualizer.play.status import Status

PLAY, ANALYSE, REVIEW = "play", "analyse", "review"
LABELS = {PLAY: "Play", ANALYSE: "Analyse", REVIEW: "Review"}
KEY = "F2"
"""The key that goes from Play to Analyse and back."""

PANES = {"board": "Board and moves", "tree": "Tree", "node": "Node, outline and bookmarks", "moves": "Move list"}
"""The panes of Analyse that can be hidden, by name, and what they are called."""


def said_in(face: str, status: Status) -> str:
    """The status line of a face."""
    return {PLAY: status.plain, REVIEW: status.reviewed}.get(face, status.line)()
