"""Work in threads of the session whose results the app takes over when it polls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from c4.callbacks import ignore
from c4.errors import report
from c4.search.watch import Watch
from c4.session.worker import Worker

Result = TypeVar("Result")


class Task(Generic[Result]):
    """Work in one thread; starting again drops what was running, and its result is never taken.

    on_done(result), on_failed(sentence)   called once by `poll` when the work has ended
    """

    def __init__(
        self,
        worker: Worker[Any],
        on_done: Callable[[Result], object] = ignore,
        on_failed: Callable[[str], object] = ignore,
    ) -> None:
        self.worker = worker
        self._on_done = on_done
        self._on_failed = on_failed
        self._watch: Watch | None = None

    @property
    def busy(self) -> bool:
        """Whether the work is going on."""
        return self._watch is not None and self.worker.busy and self.worker.watch is self._watch

    def start(self, work: Callable[[Watch], Result]) -> None:
        """Starts `work(watch)`."""
        self.worker.ask(work)
        self._watch = self.worker.watch

    def stop(self) -> None:
        """Stops the work and drops its result."""
        if self._watch is not None and self.worker.watch is self._watch:
            self.worker.drop()
        self._watch = None

    def poll(self) -> bool:
        """Takes over the result if the work has ended; returns whether it has."""
        if self._watch is None or self.worker.watch is not self._watch:
            return False
        future = self.worker.answer()
        if future is None:
            return False
        self._watch = None
        error = future.exception()
        if error is not None:
            self._on_failed(report(error))
        else:
            self._on_done(future.result())
        return True
