"""Faces: the three ways in which the window shows itself.  Plain Python."""

from __future__ import annotations

PLAY, ANALYSE, REVIEW = "play", "analyse", "review"
LABELS = {PLAY: "Play", ANALYSE: "Analyse", REVIEW: "Review"}
KEY = "F2"
"""The key that goes from Play to Analyse and back."""
