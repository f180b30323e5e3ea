"""Worker: one background thread that does one thing at a time; asking for something new stops the old.  Plain Python."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from c4.search.watch import Watch

Result = TypeVar("Result")


class Worker(Generic[Result]):
    """`ask` starts a piece of work, `answer` hands its result over once, when it is there.

    Answers to old requests are never seen.
    """

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._future: Future[Result] | None = None
        self._told: list[Future[object]] = []
        self.watch = Watch()

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._future is not None

    def ask(self, work: Callable[[Watch], Result]) -> None:
        """Stops what is going on and starts `work(watch)` in the thread; work should end soon after the watch says stop."""
        self.drop()
        self.watch = Watch()
        self._future = self._executor.submit(work, self.watch)

    def answer(self) -> Future[Result] | None:
        """The finished future of the newest request, once; None while it is going on or when nothing was asked."""
        if self._future is None or not self._future.done():
            return None
        future, self._future = self._future, None
        return future

    def tell(self, work: Callable[[], object]) -> None:
        """Queues work that is always done, whatever is asked or dropped meanwhile; see `failures`."""
        self._told.append(self._executor.submit(work))

    def failures(self) -> list[BaseException]:
        """What went wrong in the work that `tell` queued, each once."""
        ended = [future for future in self._told if future.done()]
        self._told = [future for future in self._told if future not in ended]
        return [error for future in ended if not future.cancelled() and (error := future.exception()) is not None]

    def drop(self) -> None:
        """Stops what is going on; its answer will not be seen."""
        self.watch.stop()
        if self._future is not None:
            self._future.cancel()
        self._future = None

    def close(self) -> None:
        """Stops what is going on and ends the thread, once it has done what it was told."""
        self.drop()
        self._executor.shutdown(wait=False)
