"""Callbacks for callers that need none."""

from __future__ import annotations


def ignore(*_: object) -> None:
    """Does nothing."""


def never() -> bool:
    """Never asks to stop."""
    return False
