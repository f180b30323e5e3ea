"""Watch: observing and stopping a running search from another thread."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from c4.game.values import NO_BOUND, Value

STOP_ASKED = 1
"""As in `c4.kernels.running`, which brings numpy: what asks a search to end."""


class Snapshot(NamedTuple):
    """A running search at one moment: nodes visited, seconds, and the best root column so far (from 0) or None.

    With iterative deepening also the last `depth` finished and the part of the table in use (`hash_use`, 0 to 1).
    """

    nodes: int
    seconds: float
    best: int | None
    columns: dict[int, Value]
    depth: int = 0
    hash_use: float = 0.0


class Running(Protocol):
    """The part of a search's record that a watch uses; `c4.kernels.running.Running` has it, but loads numba."""

    stop: int
    nodes: int
    best: int
    depth: int
    table_used: int
    table_size: int
    column_value: Any  # numpy.ndarray, which the first paint of the window does without
    column_bound: Any


def columns_so_far(control: Running) -> dict[int, Value]:
    """The values of the root columns (from 0) that a search has finished, left to right."""
    bounds = control.column_bound.tolist()
    return {
        column: Value(int(control.column_value[column]), bound)
        for column, bound in enumerate(bounds)
        if bound != NO_BOUND
    }


class Stopped(Exception):
    """Raised by work that has no answer because its watch was stopped."""


class Watch:
    """Given to a search, to stop it at its next node (`stop()`) and to see its progress (`snapshot()`) from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._control: Running | None = None
        self._look: Callable[[int], Any] | None = None
        self._started = 0.0
        self._parts: list[Watch] = []
        self.stopped = False
        self.unsaved: Callable[[], bool] = lambda: True
        """Whether ending the process would lose work, for a training that writes a model."""
        self.columns: dict[int, Value] = {}
        """The values of columns that parts of the work have finished."""

    def attach(self, control: Running, look: Callable[[int], Any] | None = None) -> None:
        """Called by the search to hand over its record; `look(most)` gives the tree so far (see `tree`)."""
        with self._lock:
            self._control = control
            self._look = look
            self._started = perf_counter()
            if self.stopped:
                control.stop = STOP_ASKED

    def stop(self) -> None:
        """Ends the search; one that has not started yet ends at once."""
        with self._lock:
            self.stopped = True
            if self._control is not None:
                self._control.stop = STOP_ASKED
            parts = self._parts
            self._parts = []
        for part in parts:
            part.stop()

    def part(self) -> Watch:
        """A watch for a part of the work: it stops with this one, and may be stopped alone."""
        part = Watch()
        with self._lock:
            if not self.stopped:
                self._parts.append(part)
                return part
        part.stop()
        return part

    def detach(self) -> None:
        """Called by the search before it gives its rows away: `tree` returns None from then on."""
        with self._lock:
            self._look = None

    def tree(self, most: int) -> Any:
        """The tree so far from at most so many rows (a `c4.tree.partial.Partial`); None where there is none."""
        with self._lock:  # the rows must not move meanwhile
            return None if self._look is None else self._look(most)

    def nodes(self) -> int:
        """The nodes visited so far, by all parts of the work."""
        with self._lock:
            control = self._control
            parts = list(self._parts)
        return (0 if control is None else int(control.nodes)) + sum(part.nodes() for part in parts)

    def snapshot(self) -> Snapshot | None:
        """The progress, None before the search begins; while a part of the work runs, that part's nodes and seconds."""
        with self._lock:
            control = self._control
            parts = list(self._parts)
        if control is None:
            return self._snapshot_of(parts)
        columns = columns_so_far(control)
        best = int(control.best)
        if best not in columns:  # the search has finished this column since the line above
            columns = columns_so_far(control)
        seconds = perf_counter() - self._started
        result = Snapshot(int(control.nodes), seconds, best if best in columns else None, columns)
        size = int(control.table_size)
        if not size:
            return result
        return result._replace(depth=int(control.depth), hash_use=float(control.table_used / size))

    def _snapshot_of(self, parts: list[Watch]) -> Snapshot | None:
        """The progress of the part of the work that runs, which is the last one."""
        for part in reversed(parts):
            look = part.snapshot()
            if look is not None:
                return look._replace(best=None, columns=self.columns.copy())
        return None
