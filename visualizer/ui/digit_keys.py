"""Digits on any keyboard: by the character of a key, on the keypad with or without NumLock, or by the key's place."""

from __future__ import annotations

import unicodedata

SHIFT = 1
CONTROL = 4
"""Bits of the state of a Tk event."""

X11_ALT = 8
X11_SUPER = 64
X11_ALT_GR = 128
"""The same for modifiers of X11."""

MODIFIERS = SHIFT | CONTROL | X11_ALT | X11_SUPER | X11_ALT_GR
"""The bits of all modifiers."""

KEYPAD = ("Insert", "End", "Down", "Next", "Left", "Begin", "Right", "Home", "Up", "Prior")
"""What the keys 0 to 9 of the keypad are without NumLock, after "KP_"."""

FIRST_KEYCODES = {"x11": 10, "win32": 0x31}
"""The key code of the key 1 in the upper row, by Tk's windowing system; the keys 2 to 9 follow."""


def digit_of(keysym: str, character: str, keycode: int = 0, state: int = 0, system: str = "x11") -> int | None:
    """The digit (0 to 9) of a key press, or None: keysym, char, keycode and state of Tk's event.

    On an AZERTY keyboard the upper row has digits only with Shift: without modifiers its place counts.
    """
    if state & CONTROL:
        return None
    digit = unicodedata.digit(character, None) if len(character) == 1 else None
    if digit is not None:
        return digit
    name = keysym.removeprefix("KP_")
    if name != keysym:
        if name in KEYPAD:
            return KEYPAD.index(name)
        return int(name) if name.isascii() and name.isdigit() else None
    first = FIRST_KEYCODES.get(system)
    if first is not None and not state & MODIFIERS and first <= keycode < first + 9:
        return keycode - first + 1
    return None
