"""Other processes, by their numbers."""

import os
from pathlib import Path


def alive(process: int) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:  # it has just ended, or this system has no /proc
        return not Path("/proc/self").exists()
    return state != "Z"
