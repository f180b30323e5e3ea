"""The callback of a caller who does not want to hear of anything."""

from __future__ import annotations


def ignore(*_: object) -> None:
    """Does nothing, whatever it is told."""
