"""Short sounds of the game, made here and played by a program of the system in a background thread."""

from __future__ import annotations

import shutil
import sys
import tkinter as tk
import wave
from array import array
from contextlib import suppress
from functools import cache
from math import exp, pi, sin
from pathlib import Path
from tempfile import TemporaryDirectory

from c4.callbacks import ignore
from c4.children import run_tool
from c4.search.watch import Watch
from c4.session.session import Session
from visualizer.ui.background import BackgroundTask

RATE = 22_050
"""Samples a second."""

PLAYERS = ("pw-play", "paplay", "aplay", "afplay")
"""Programs that play a file, the first that is installed is used; Windows needs none."""

SOUNDS = {
    "drop": ((150, 0.0, 0.12), (90, 0.02, 0.14)),
    "win": ((523, 0.0, 0.2), (659, 0.12, 0.2), (784, 0.24, 0.2), (1047, 0.36, 0.45)),
    "illegal": ((130, 0.0, 0.1), (120, 0.13, 0.14)),
}
"""Each sound as its tones: (hertz, seconds from the beginning, seconds until it has faded)."""


PLAYER_SECONDS = 3.0
"""How long a sound may take, with the start of its player."""


@cache
def player() -> str:
    """The program that plays sounds: a path, "winsound" on Windows; "" if there is none."""
    if sys.platform == "win32":
        return "winsound"
    for name in PLAYERS:
        path = shutil.which(name)
        if path:
            return path
    return ""


def no_player() -> str:
    """Why there is no sound; "" if there is."""
    return "" if player() else f"this system has no program that plays sounds ({', '.join(PLAYERS[:-1])})"


def samples(name: str) -> array[int]:
    """A sound as 16-bit samples."""
    tones = SOUNDS[name]
    seconds = max(begin + duration for _, begin, duration in tones)
    made = array("h", bytes(2 * round(RATE * seconds)))
    for hertz, begin, duration in tones:
        start = round(RATE * begin) - 1
        for at in range(round(RATE * duration)):
            time = at / RATE
            loudness = min(1.0, time / 0.004) * exp(-5 * time / duration)
            made[start + at] += round(9000 * loudness * sin(2 * pi * hertz * time))
    return made


def play(name: str, watch: Watch) -> None:
    """Plays a sound to its end; nothing happens where that fails."""
    with suppress(OSError, RuntimeError), TemporaryDirectory(prefix="connect4-", ignore_cleanup_errors=True) as folder:
        path = str(Path(folder) / f"{name}.wav")
        with wave.open(path, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(name).tobytes())
        if sys.platform == "win32":
            import winsound

            winsound.PlaySound(path, winsound.SND_FILENAME | winsound.SND_NODEFAULT)
        else:
            run_tool([player(), path], PLAYER_SECONDS)


class Sounds:
    """Plays sounds in a thread of the session, where the system can."""

    def __init__(self, root: tk.Tk, session: Session) -> None:
        self._task: BackgroundTask[None] = BackgroundTask(root, session.worker("sounds"), ignore, ignore)

    def play(self, name: str) -> None:
        """Plays a sound, one of `SOUNDS`, instead of one that still waits."""
        if player():
            self._task.start(lambda watch: play(name, watch))
