"""Faces: the three ways in which the window shows itself.  Plain Python."""

from __future__ import annotations

PLAY, ANALYSE, REVIEW = "play", "analyse", "review"
LABELS = {PLAY: "Play", ANALYSE: "Analyse", REVIEW: "Review"}
KEY = "F2"
"""The key that goes from Play to Analyse and back."""

PANES = {"board": "Board and moves", "tree": "Tree", "node": "Node, outline and bookmarks", "moves": "Move list"}
"""The panes of Analyse that can be hidden, by name, and what they are called."""
