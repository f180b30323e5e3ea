"""The key of a command, for sentences that name it."""

from __future__ import annotations

from collections.abc import Mapping

STANDARD = {
    "analyse": ("F2",),
    "back one move": (",",),
    "forward one move": (".",),
    "go": ("G",),
    "hint": ("H",),
    "keys": ("F1", "?"),
    "lessons": ("F5",),
    "new game": ("N", "Ctrl+N"),
    "next mistake": ("F8",),
    "playback": ("K",),
    "review": ("F9",),
    "undo": ("U", "Ctrl+Z", "Backspace"),
    "worst mistake": ("F7",),
}
"""The standard keys of the commands that sentences name."""


def key_of(command: str, own: Mapping[str, str]) -> str:
    """The key of a command now; "" for none.  `own` are your own keys by the name of a command (`Preferences.keys`)."""
    if command in own:
        return own[command]
    taken = set(own.values())
    return next((key for key in STANDARD[command] if key not in taken), "")


def with_key(words: str, command: str, own: Mapping[str, str]) -> str:
    """Words with the key of a command behind them: "Hint (H)"."""
    key = key_of(command, own)
    return f"{words} ({key})" if key else words


def by_keys(own: Mapping[str, str], **does: str) -> str:
    """What keys do, as a sentence: "H gives a hint, U undoes."; "" if none of the commands has a key.

    `does` are the words by the name of a command, with underscores for its spaces.
    """
    parts = []
    for name, words in does.items():
        key = key_of(name.replace("_", " "), own)
        if key:
            parts.append(f"{key} {words}")
    return f"{', '.join(parts)}." if parts else ""
