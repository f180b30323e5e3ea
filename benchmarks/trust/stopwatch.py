"""What the window's thread was at when something took long."""

from __future__ import annotations

import signal
import sys
import time
import traceback
from pathlib import Path
from types import FrameType

FREEZE = 0.25
"""Seconds of work in the window's thread, for one event of Tk or one command, that nobody should notice."""


class Stopwatch:
    """Times what the window's thread does, and sees what it was at.

    The system's alarm looks, in this very thread, where there is one: another thread that looked would keep what the
    calls hold, and free pictures of Tk.
    """

    def __init__(self) -> None:
        self._seen = ""
        if sys.platform != "win32":
            signal.signal(signal.SIGALRM, self._look)

    def start(self) -> float:
        """Something begins; seconds of the thread's processor time."""
        self._seen = ""
        self._alarm(FREEZE / 2)
        return time.thread_time()

    def stop(self, started: float) -> tuple[float, str]:
        """It has ended: seconds of processor time, and where it was seen if it took long."""
        spent = time.thread_time() - started
        self._alarm(0)
        return spent, self._seen

    def _alarm(self, seconds: float) -> None:
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, seconds, 0.05 if seconds else 0.0)

    def _look(self, number: int, frame: FrameType | None) -> None:
        calls = traceback.extract_stack(frame, 60)
        ours = [f"{Path(call.filename).stem}.{call.name}" for call in calls if "visualizer" in call.filename]
        self._seen = " > ".join(dict.fromkeys(ours[-6:]))
