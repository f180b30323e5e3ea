"""What commands say on a terminal about work that takes long: progress bars, and that code is being compiled."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from tqdm import tqdm

COMPILING = "compiling what this needs, once after an installation or an update; `c4 warm` does all of it ahead"

PREPARING = "preparing"
"""The description of a bar until the first piece of work is done."""


class Bar(tqdm):  # type: ignore[misc]  # tqdm has no types
    """A progress bar on standard error, on a terminal.

    Its rate, and so its forecast, is that of the work after the first piece, which may load and compile code.  Work that
    is done in `delay` seconds after that piece shows no bar.
    """

    def __init__(self, total: int, unit: str, delay: float = 0.0) -> None:
        super().__init__(total=total, unit=f" {unit}", disable=None, desc=PREPARING, delay=delay)
        self._measures = False

    def update(self, n: float | None = 1) -> Any:
        """Moves the bar by `n`."""
        if self._measures or self.disable:
            return super().update(n)
        self._measures = True
        self.n += n or 0
        self.initial = self.n
        self.last_print_n = self.n
        self.start_t = self._time()
        self.last_print_t = self.start_t
        self.set_description_str(refresh=not self.delay)
        return True


@cache
def say_compiling() -> None:
    """Says once that something is compiled, on a terminal; bars are moved out of the way."""
    if sys.stderr.isatty():
        tqdm.write(COMPILING, file=sys.stderr)
