"""Threads: those of a session that work beside the game.  Plain Python."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import Any

from c4 import agents, evaluators
from c4.evaluators import EVALUATORS
from c4.game.rules import C4Error
from c4.search.watch import Watch
from c4.session.worker import Worker

BUILT_IN = tuple(EVALUATORS)


class Threads:
    """Threads by name, each made when it is asked for; all end with `close`."""

    def __init__(self) -> None:
        self.loader: Worker[None] = Worker("loader")
        self._workers: dict[str, Worker[Any]] = {}

    def load_ahead(self, algorithm: str, modules: Iterable[str]) -> None:
        """Loads search and built-in evaluators (the first time ever: compiles), then the `modules` named; then looks
        for evaluators and agents of installed packages.
        """

        def work(watch: Watch) -> None:
            agents.load(algorithm)
            for name in BUILT_IN:
                with suppress(C4Error):  # whoever asks for it says so
                    evaluators.load(name)
            for name in modules:
                import_module(name)
            agents.find_installed()
            evaluators.find_installed()

        self.loader.ask(work)

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
        for worker in (self.loader, *self._workers.values()):
            worker.close()
