"""Texts of others, such as names of files, in which control characters are shown instead of obeyed."""

from __future__ import annotations

import re

_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Characters that move a terminal's cursor, change its colours, or reverse what follows, and numbers that are none."""

_CONTROL_OF_A_LINE = re.compile(f"[\t\n]|{_CONTROL.pattern}")
"""These, and what ends a line or leaves a gap in it."""


def printable(text: str) -> str:
    """The text for a terminal: control characters other than tabs and line breaks as escapes such as \\x1b."""
    return _CONTROL.sub(_escape, text)


def one_line(text: str) -> str:
    """The text for a sentence or a label: all control characters as escapes such as \\n."""
    return _CONTROL_OF_A_LINE.sub(_escape, text)


def _escape(character: re.Match[str]) -> str:
    return ascii(character[0])[1:-1]
