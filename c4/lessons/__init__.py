"""Lessons: Markdown files of numbered pages, each of which sets up a position and a search, and may ask a question."""

from __future__ import annotations

from pathlib import Path

SHIPPED: tuple[str, ...] = ("alpha-beta", "move-order", "evaluators", "mcts", "zugzwang", "first-player")
"""The lessons that ship with the program, in their order, by the names of their files."""

FOLDER = Path(__file__).parent

ENDING = ".md"
"""How the name of a lesson's file ends."""


def path_of(name: str) -> Path:
    """The file of a lesson that ships with the program."""
    return FOLDER / f"{name}{ENDING}"
