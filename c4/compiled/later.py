"""Later: whether kernels are left alone when their modules are imported.  Plain Python; imports nothing heavy.

A program with a window sets `wanted` before anything heavy is imported.  A kernel is then loaded, or compiled, when it
is first called (see `c4.compiled.jit`); if they were never compiled, a process beside the window does it for all.
"""

from __future__ import annotations

from collections.abc import Callable

wanted = False
"""Whether kernels wait until they are called."""

nobody: Callable[[], bool] = lambda: False  # noqa: E731
compiling_elsewhere: Callable[[], bool] = nobody
"""Whether another process is compiling the kernels: who needs one waits until it is kept, and loads it."""
