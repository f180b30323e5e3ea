"""What a window that draws a tree in its own way shows in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from visualizer.state.tree.glyphs import StyleOverride


class Overlay(NamedTuple):
    """Replaces what a tree says of itself.

    style       changes what glyphs show
    headline    above the root
    why         the sentence about the selected row, or about none
    """

    style: StyleOverride
    headline: str
    why: Callable[[int | None], str]
