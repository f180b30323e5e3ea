"""Sounds: short tones for stones and the end of a game.  They never keep anybody waiting, and can be muted.

A tone is written to a file once and played by the system: by Windows itself, by afplay, or by one of the players that
Linux desktops have.  Where there is none, `missing` says so.  Standard library only.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import cached_property
from math import exp, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess
    import tempfile

RATE = 22050
"""Samples a second."""

TONES: dict[str, Sequence[tuple[float, float]]] = {
    "stone": ((190.0, 0.09),),
    "win": ((523.0, 0.12), (659.0, 0.12), (784.0, 0.26)),
    "loss": ((392.0, 0.14), (330.0, 0.14), (262.0, 0.3)),
    "draw": ((392.0, 0.14), (392.0, 0.26)),
}
"""Each sound as notes: hertz, seconds."""

PLAYERS = (("pw-play",), ("paplay",), ("aplay", "-q"), ("afplay",))
"""Programs that play a file, and their options."""


def samples(notes: Sequence[tuple[float, float]]) -> bytes:
    """Notes as 16-bit samples; each fades away."""
    values = array("h")
    for pitch, seconds in notes:
        count = int(RATE * seconds)
        for at in range(count):
            time = at / RATE
            loud = 9000 * exp(-5 * time / seconds) * min(1.0, at / 60)
            values.append(int(loud * (sin(2 * pi * pitch * time) + 0.3 * sin(4 * pi * pitch * time))))
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


class Sounds:
    """`on` is whether they are to be heard; `close` ends what still sounds."""

    def __init__(self, on: bool = False) -> None:
        self.on = on
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._running: subprocess.Popen[bytes] | None = None
        self._unfit = False

    @cached_property
    def _player(self) -> tuple[str, ...] | None:
        """The program that plays files here."""
        from shutil import which

        return next((player for player in PLAYERS if which(player[0])), None)

    @property
    def missing(self) -> str:
        """Why nothing can be heard on this system; "" if sounds can be played."""
        if sys.platform == "win32" or (self._player is not None and not self._unfit):
            return ""
        return "this system has no program that plays sounds (pw-play, paplay, aplay or afplay)"

    def play(self, name: str) -> None:
        """Begins to play a sound and returns at once; nothing while another still sounds, and where none can be."""
        if not self.on or self.missing or (self._running is not None and self._running.poll() is None):
            return
        try:
            self._begin(str(self._file(name)))
        except OSError:
            self._unfit = True  # it cannot be started after all

    def _begin(self, path: str) -> None:
        if sys.platform == "win32":
            import winsound

            winsound.PlaySound(path, winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT)
        elif self._player is not None:
            import subprocess

            quiet = subprocess.DEVNULL
            self._running = subprocess.Popen([*self._player, path], stdin=quiet, stdout=quiet, stderr=quiet)

    def _file(self, name: str) -> Path:
        """The file of a sound, written when it is played for the first time."""
        import tempfile
        import wave

        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="connect4-")
        path = Path(self._folder.name) / f"{name}.wav"
        if not path.exists():
            with wave.open(str(path), "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(RATE)
                file.writeframes(samples(TONES[name]))
        return path

    def close(self) -> None:
        """Ends what still sounds and removes the files."""
        if self._running is not None:
            if self._running.poll() is None:
                self._running.kill()
            self._running.wait()
            self._running = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
