"""What Escape closes: everything that lies over the board or the tree, what was opened last first."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Overlay(NamedTuple):
    """Something that lies over the board or the tree: whether it is open, and what closes it."""

    name: str
    is_open: Callable[[], bool]
    close: Callable[[], object]


class Overlays:
    """A list of overlays that remembers in which order they were opened."""

    def __init__(self, overlays: tuple[Overlay, ...]) -> None:
        self._overlays = overlays
        self._opened: list[Overlay] = []

    def look(self) -> None:
        """Notes which overlays have been opened and closed since the last look."""
        still_open = [overlay for overlay in self._opened if overlay.is_open()]
        new = [overlay for overlay in self._overlays if overlay not in still_open and overlay.is_open()]
        self._opened = [*still_open, *new]

    def close_latest(self) -> bool:
        """Closes the one that was opened last; whether there was any."""
        self.look()
        if not self._opened:
            return False
        self._opened.pop().close()
        return True
