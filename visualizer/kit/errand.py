"""Errand: work in one of the session's threads on behalf of a Tk widget.  Imports tkinter's types; starts no thread."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Generic, TypeVar

from c4.search.watch import Watch
from c4.session.worker import Worker, describe
from visualizer.kit.later import Later

LOOK_MS = 40

Result = TypeVar("Result")


class Errand(Generic[Result]):
    """One piece of work at a time; a new one stops the old.

    on_done(result), on_failed(sentence)    called once in the window's thread when the work has ended
    on_look()       called many times a second while it runs, and once after it was stopped
    """

    def __init__(
        self,
        widget: tk.Misc,
        worker: Worker[Result],
        on_done: Callable[[Result], object],
        on_failed: Callable[[str], object],
        on_look: Callable[[], object] = lambda: None,
    ) -> None:
        self.widget, self.worker = widget, worker
        self.on_done, self.on_failed, self.on_look = on_done, on_failed, on_look
        self._looking = Later(widget, self._look)
        self._watch: Watch | None = None
        widget.bind("<Destroy>", self._gone, add="+")

    @property
    def busy(self) -> bool:
        """Whether work is going on."""
        return self.worker.busy

    def start(self, work: Callable[[Watch], Result]) -> None:
        """Starts `work(watch)`; drops what was running."""
        self.worker.ask(work)
        self._watch = self.worker.watch
        self._looking.after(LOOK_MS)
        self.on_look()

    def stop(self) -> None:
        """Stops the work; its result is dropped."""
        self.worker.drop()
        self._looking.drop()
        self.on_look()

    def _look(self) -> None:
        if self.worker.watch is not self._watch:
            return  # the thread works for another errand by now, whose answer is not ours
        future = self.worker.answer()
        if future is None:
            if self.worker.busy:
                self._looking.after(LOOK_MS)
            self.on_look()
            return
        error = future.exception()
        if error is not None:
            self.on_failed(describe(error))
        else:
            self.on_done(future.result())
        self.on_look()

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self.widget:
            self.worker.drop()
