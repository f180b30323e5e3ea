"""The time for kernels: one call into the C library, about 20 ns, without Python's lock.

`now()` returns nanoseconds since some moment in the past and never goes back.
"""

from __future__ import annotations

import sys

import numpy as np
from numba import types

from c4.kernels.jit import kernel
from c4.kernels.kinds import signed

_place = types.CPointer(types.int64)

if sys.platform == "win32":
    _counter = types.ExternalFunction("QueryPerformanceCounter", types.int32(_place))

    @kernel(allocates=True)
    def now() -> int:
        """The counter of the system, which ticks every 100 ns."""
        ticks = np.empty(1, dtype=np.int64)
        _counter(ticks.ctypes)
        return signed(ticks[0] * 100)

else:
    _gettime = types.ExternalFunction("clock_gettime", types.int32(types.int32, _place))
    MONOTONIC = 6 if sys.platform == "darwin" else 1
    """The number of CLOCK_MONOTONIC in <time.h>."""

    @kernel(allocates=True)
    def now() -> int:
        """The monotonic clock: seconds and nanoseconds in one number."""
        parts = np.empty(2, dtype=np.int64)
        _gettime(MONOTONIC, parts.ctypes)
        return signed(parts[0] * 1_000_000_000 + parts[1])
