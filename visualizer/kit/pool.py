"""Pool: lets all threads share what the C library has of memory.  Imports ctypes.

Glibc gives each thread a part of its own; what one has freed the others cannot use, and a window whose threads come and
go takes more and more.
"""

from __future__ import annotations

import ctypes
import sys

ARENAS = -8
"""Glibc's number for how many parts there are at most (M_ARENA_MAX in malloc.h)."""


def share_memory() -> None:
    """From now on there is one part for all threads, where the C library is glibc."""
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(ARENAS, 1)
