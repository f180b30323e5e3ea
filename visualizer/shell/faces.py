"""Faces: the two ways in which the window shows itself.  Plain Python."""

from __future__ import annotations

PLAY, ANALYSE = "play", "analyse"
LABELS = {PLAY: "Play", ANALYSE: "Analyse"}
KEY = "F2"
"""The key that goes from one to the other."""
