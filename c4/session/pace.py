"""How fast computers play in the window: how long a reply to you takes at least, and a move of two computers.

Each has a default, the most that a setting may be, and the choices that the window offers, all in seconds.
"""

from __future__ import annotations

DEFAULT_PAUSE = 0.5
LONGEST_PAUSE = 2.0
"""What a computer's reply to you takes at least at the first start, and the most that it may be set to."""

PAUSES = {"none": 0.0, "0.5 s": 0.5, "1 s": 1.0, "2 s": 2.0}
"""The choices of the pause before a reply, by label."""

DEFAULT_PACE = 0.5
LONGEST_PACE = 60.0
"""What a move of computer vs computer takes at least at the first start, and the most that it may be set to."""

PACES = {"as fast as possible": 0.0, "0.5 s a move": 0.5, "1 s a move": 1.0, "2 s a move": 2.0, "5 s a move": 5.0}
"""The choices of the speed of two computers, by label."""


def pace_text(pace: float) -> str:
    """The label of a pace; "" for one that is not among the choices."""
    for text, seconds in PACES.items():
        if seconds == pace:
            return text
    return ""
