"""Worker: a background thread that does one thing at a time; a new request stops the old.  Plain Python."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread, get_ident
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import WeakSet

from c4 import halting
from c4.game.rules import C4Error
from c4.search.watch import Watch

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

Result = TypeVar("Result")

GRACE = 0.5
"""Seconds that a person's code has to return to the work that was stopped, before it is halted."""

LOOK = 0.02
"""Seconds after which `rest` looks again at what is left."""

TRAINER = "trainer"
"""The thread whose work, once stopped, still has a model to write."""


class Worker(Generic[Result]):
    """`ask` starts a piece of work, `answer` returns its result once.

    Results of old requests are never returned.
    """

    everyone: WeakSet[Worker[Any]] = WeakSet()
    _held: list[tuple[Future[Any], Callable[[Watch], Any]]] = []
    """Work that goes on, of all: the last to let go of it, and of a window that it knows, is the thread that asked."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.everyone.add(self)
        self._left: list[tuple[Future[Any], Watch]] = []
        self._thread = 0
        self._executor: ThreadPoolExecutor | None = None
        self._closed = False
        self._future: Future[Result] | None = None
        self._told: list[Future[object]] = []
        self.watch = Watch()

    @property
    def busy(self) -> bool:
        """Whether a result is still to come."""
        return self._future is not None

    def ask(self, work: Callable[[Watch], Result]) -> None:
        """Stops the current work and starts `work(watch)`, which should end soon after the watch is stopped."""
        self.drop()
        self.watch = Watch()
        self._future = self._submit(self._do, work, self.watch)
        self._let_go()
        self._held.append((self._future, work))
        if self.name == TRAINER:
            self._submitted(self._future, self.watch)

    def answer(self) -> Future[Result] | None:
        """The finished future of the newest request, once; None while it runs or if there was none."""
        if self._future is None or not self._future.done():
            return None
        future, self._future = self._future, None
        self._let_go()
        return future

    def tell(self, work: Callable[[], object]) -> None:
        """Queues work that is always done, whatever is asked or dropped meanwhile; see `failures`."""
        self._told.append(self._submitted(self._submit(work), Watch()))

    def failures(self) -> list[BaseException]:
        """Errors of the work queued by `tell`, each once."""
        ended = [future for future in self._told if future.done()]
        self._told = [future for future in self._told if future not in ended]
        return [error for future in ended if not future.cancelled() and (error := future.exception()) is not None]

    def drop(self) -> None:
        """Stops the current work; its result is dropped."""
        self.watch.stop()
        future, self._future = self._future, None
        if future is not None and not future.cancel() and halting.used():
            Thread(target=self._halt, args=(future,), name="halting", daemon=True).start()

    def _let_go(self) -> None:
        """Lets go of all work that has ended."""
        self._held[:] = [held for held in self._held if not held[0].done()]

    def _do(self, work: Callable[[Watch], Result], watch: Watch) -> Result:
        self._thread = get_ident()
        return work(watch)

    def _halt(self, future: Future[Any]) -> None:
        """Ends a person's code that keeps stopped work from ending."""
        from concurrent.futures import wait

        while wait([future], GRACE).not_done:
            halting.halt(self._thread, wanted=lambda: not future.done())

    def _submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Gives work to the thread, which is made for the first: a window opens before it needs one."""
        from concurrent.futures import ThreadPoolExecutor

        if self._closed:
            raise RuntimeError(f"the thread {self.name} has ended")
        if self._executor is None:
            self._executor = ThreadPoolExecutor(1, thread_name_prefix=self.name)
        return self._executor.submit(work, *arguments)

    def _submitted(self, future: Future[Any], watch: Watch) -> Future[Any]:
        self._left = [*(left for left in self._left if not left[0].done()), (future, watch)]
        return future

    def close(self) -> None:
        """Stops the current work and ends the thread once the queued work is done."""
        self.drop()
        self._let_go()
        self._closed = True
        if self._executor is not None:
            self._executor.shutdown(wait=False)


def rest(seconds: float) -> bool:
    """Waits, at most so long, until what was learned and played is written; whether it is.

    For the end of the process, when all threads were closed: searches, what is being loaded, and a training that has
    learned nothing yet, are not waited for.
    """
    from concurrent.futures import wait

    end = monotonic() + seconds
    while left := [
        future for worker in Worker.everyone for future, watch in worker._left if not future.done() and watch.unsaved()
    ]:
        if monotonic() >= end:
            return False
        wait(left, LOOK)
    return True


def describe(error: BaseException | None) -> str:
    """An error as one sentence: ours as they are, any other with its kind."""
    if isinstance(error, C4Error):
        return str(error)
    return f"something went wrong in the background: {type(error).__name__}: {error}"
