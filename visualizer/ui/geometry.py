"""Places and sizes of windows as Tk writes them, "1000x700+40+20", kept on the screen.

A size without a place lets the window manager choose one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

FRAME_HEIGHT = 40
"""Pixels that the title bar and a panel of the desktop take, at least."""

MENU_HEIGHT = 28
"""Pixels that a menu bar takes, which Tk does not count on X11."""

OUTSIDE_HEIGHT = FRAME_HEIGHT + MENU_HEIGHT
"""Pixels of the screen's height that a window with all that is around it takes beside its own height."""

MIN_SIDE_PIXELS = 200
"""Pixels each way below which a remembered size is of no use."""

_GEOMETRY = re.compile(r"(\d{1,6})x(\d{1,6})(?:\+(-?\d{1,6})\+(-?\d{1,6}))?")


class Screen(NamedTuple):
    """The area on which windows may be: its left and upper edge, its width and height, in pixels."""

    left: int
    top: int
    width: int
    height: int


def on_screen(geometry: str, screen: Screen) -> str:
    """The geometry with a size that fits the screen and a place at which the whole window is visible.

    A text that is no geometry gives "": Tk then chooses size and place.
    """
    match = _GEOMETRY.fullmatch(geometry)
    if match is None or min(int(match[1]), int(match[2])) < MIN_SIDE_PIXELS:
        return ""
    width = min(int(match[1]), screen.width)
    height = min(int(match[2]), screen.height - OUTSIDE_HEIGHT)
    if match[3] is None:
        return f"{width}x{height}"
    farthest_left = screen.left + screen.width - width
    lowest_top = screen.top + screen.height - OUTSIDE_HEIGHT - height
    x = min(max(int(match[3]), screen.left), farthest_left)
    y = min(max(int(match[4]), screen.top), lowest_top)
    return f"{width}x{height}+{x}+{y}"


def over(width: int, height: int, main: Screen, screen: Screen) -> str:
    """The geometry of a window that opens over the middle of the main window, a little above it, on the screen."""
    x = main.left + (main.width - width) // 2
    y = main.top + (main.height - height) // 3
    return on_screen(f"{width}x{height}+{x}+{y}", screen)


def to_remember(geometry: str) -> str:
    """What is stored of a window's geometry: its size, and its place unless that is +0+0.

    Tk says +0+0 of a window that the window manager has placed and nobody has moved.
    """
    return geometry.removesuffix("+0+0")
