"""Threads: those of a session that work beside the game.  Plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from c4 import agents, evaluators, halting
from c4.compiled import jit
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.search.watch import Watch
from c4.session.warming import Warming
from c4.session.worker import Worker

PATIENCE = 1.0
"""Seconds that a person's code may keep the window from answering."""

BUILT_IN = tuple(EVALUATORS)

MANNERS = 1.0
"""Seconds for which the loader waits for an answer or a tree: both would be at work at half the speed."""


class Threads:
    """Threads by name, each made when it is asked for; all end with `close`."""

    def __init__(self) -> None:
        self.loader: Worker[None] = Worker("loader")
        self.warming = Warming()
        self.imported = False
        """Whether the modules that `load_ahead` was given are there."""
        self._workers: dict[str, Worker[Any]] = {}
        self._watching: Thread | None = None
        self._closed = Event()

    def load_ahead(self, algorithm: str, modules: Iterable[str], busy: Callable[[], bool] = lambda: False) -> None:
        """Loads the search, then the `modules` named (see `imported`), then numba, all kernels and the built-in
        evaluators; then looks for evaluators and agents of installed packages.

        While somebody waits for an answer or for its tree (`busy`), whatever is not needed for that waits, but not for
        long.  Kernels that are not compiled yet are compiled here, the first time ever, or where they sleep (see
        `c4.compiled.later`), by another process: until then the textbook searches.
        """

        def work(watch: Watch) -> None:
            agents.load(algorithm)
            _give_way(busy, watch)
            for name in modules:
                import_module(name)
            self.imported = True
            _give_way(busy, watch)
            jit.bring()
            self._wake(watch)
            for name in () if watch.stopped else BUILT_IN:
                with suppress(C4Error):  # whoever asks for it says so
                    evaluators.load(name).evaluate(Position())  # which loads its kernels
            agents.find_installed()
            evaluators.find_installed()

        self.loader.ask(work)

    def _wake(self, watch: Watch) -> None:
        """Waits until all kernels that were imported are compiled, and loads those that the window itself calls."""
        for name in BUILT_IN:
            import_module(EVALUATORS[name].where.partition(":")[0])
        sleeping = [kernel for kernel in jit.asleep if not getattr(kernel, "awake", True)]
        if not all(getattr(kernel, "kept", True) for kernel in sleeping):  # without it: the window has just woken it
            self.warming.run(watch)
        for kernel in sleeping:
            if kernel.py_func.__module__.startswith(("c4.tree.", "c4.compiled.perft")) and not watch.stopped:
                jit.wake(kernel)

    def watch_over(self, thread: int) -> None:
        """From now on a person's code that keeps a thread, the window's, for longer than PATIENCE is halted."""
        if self._watching is None:
            self._watching = Thread(target=self._watch_over, args=(thread,), name="halting", daemon=True)
            self._watching.start()

    def _watch_over(self, thread: int) -> None:
        while not self._closed.wait(PATIENCE / 4):
            halting.halt(thread, after=PATIENCE)

    def worker(self, name: str) -> Worker[Any]:
        """The thread of that name."""
        if name not in self._workers:
            self._workers[name] = Worker(name)
        return self._workers[name]

    def release(self, name: str) -> None:
        """Ends the thread of that name."""
        if name in self._workers:
            self._workers.pop(name).close()

    def close(self) -> None:
        """Ends them all."""
        self._closed.set()
        for worker in (self.loader, *self._workers.values()):
            worker.close()
        self.warming.close()


def _give_way(busy: Callable[[], bool], watch: Watch) -> None:
    """Waits while something is more urgent, but not for long."""
    end = monotonic() + MANNERS
    while busy() and monotonic() < end and not watch.stopped:
        sleep(0.005)
