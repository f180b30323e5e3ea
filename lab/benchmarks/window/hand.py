"""A window, and a hand that works it and takes the time."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from time import sleep, thread_time
from typing import Any

from c4.session.worker import Task, Worker
from lab.benchmarks.first_child import DONT_WAIT
from visualizer import testing
from visualizer.testing import make_window, open_root
from visualizer.ui.drawing_settings import ignore_user_settings

IDLE_SECONDS = 0.001
"""How long the event loop rests when no event waits."""


class Hand(testing.Hand):
    """A window at 1280x800 and a hand that works it; times are processor time of the window's thread in ms."""

    def __init__(self) -> None:
        ignore_user_settings()  # as the window does when it starts
        super().__init__(make_window(open_root(), mode="analyse", source=None, geometry="1280x800+0+0"))
        self.turns: list[float] = []
        """How long each turn of the event loop took, since somebody emptied the list."""
        self.load = max(self.turns_until(self._has_loaded, rest=0.5))
        """The longest turn of the event loop while the code of the tree was loaded and built."""

    def _has_loaded(self) -> bool:
        """Whether all code is there."""
        return self.app.state.progress.ready

    def turn(self) -> None:
        """One event of the event loop, timed, or a short rest."""
        started = thread_time()
        did = self.root.tk.dooneevent(DONT_WAIT)
        self.turns.append(1000 * (thread_time() - started))
        if not did:
            sleep(IDLE_SECONDS)

    def turns_until(self, done: Callable[[], object], rest: float = 0.0) -> list[float]:
        """Turns of the event loop until something is so, and `rest` seconds more."""
        self.turns = []
        self.until(done)
        self.pump(rest)
        return self.turns

    def once(self, action: Callable[[], object]) -> float:
        """An action and everything it puts on screen."""
        started = thread_time()
        action()
        self.root.update()
        return 1000 * (thread_time() - started)

    def timed(self, action: Callable[[int], object], times: int) -> list[float]:
        """An action and everything it puts on screen, each time; it is called with 0, 1, and so on."""
        milliseconds = []
        for i in range(times):
            started = thread_time()
            action(i)
            self.root.update()
            milliseconds.append(1000 * (thread_time() - started))
        return milliseconds

    def longest(self, action: Callable[[], object], done: Callable[[], object], rest: float = 0.4) -> float:
        """The longest time without an event from an action until something is so, and a little later."""
        started = thread_time()
        action()
        of_action = 1000 * (thread_time() - started)
        return max(of_action, *self.turns_until(done, rest))

    def event(self, widget: tk.Misc, event: str, x: float, y: float, **more: Any) -> None:
        """A real event of the pointer."""
        widget.event_generate(event, x=round(x), y=round(y), **more)

    def change(self, **settings: object) -> None:
        """Changes settings as the boxes do."""
        self.app.search.change(**settings)
        self.window.show()

    def close(self) -> None:
        """Ends the window; raises what went wrong in it."""
        self.window.close()
        if self.window.errors:
            raise RuntimeError(self.window.errors[0])


def no_agent_thinks(hand: Hand) -> bool:
    """Whether no agent chooses a move."""
    return not hand.session.thinking


def unfinished_tasks() -> list[Task]:
    """What the threads of the program work at now, also what nobody waits for any more."""
    return [task for task in Worker.in_progress if not task.future.done()]


def are_finished(tasks: list[Task]) -> bool:
    """Whether all these tasks have ended."""
    return all(task.future.done() for task in tasks)


def threads_rest() -> bool:
    """Whether no thread of the program works."""
    return not unfinished_tasks()
