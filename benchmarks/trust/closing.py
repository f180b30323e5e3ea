"""Closing the window, and Stop, while it is at work: each state in a process of its own.

    python -m benchmarks.trust.closing STATE        # what `closings` starts

The process brings its window into the state, stops and goes on where that is possible, closes the window, and ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

STATES = ("starting", "compiling", "searching", "solving", "playing", "training", "comparing", "growing", "growth")
MOST = 120
"""Seconds within which a window must have got there."""


@dataclass
class Closing:
    """Seconds from Stop until the worker is at rest (-1: not measured), and from closing to the end of the process."""

    state: str
    stopped: float
    ended: float
    status: int
    said: str


def closings(states: tuple[str, ...] = STATES) -> list[Closing]:
    """Every state once."""
    return [closing(state) for state in states]


def closing(state: str) -> Closing:
    """One state."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "C4_DATA": folder}
        if state == "compiling":
            environment["NUMBA_CACHE_DIR"] = folder
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.trust.closing", state], env=environment, capture_output=True, text=True
        )
        ended = time.time()
    words = dict(line.split() for line in done.stdout.splitlines())
    return Closing(
        state, float(words.get("stopped", -1)), ended - float(words.get("closed", 0)), done.returncode, done.stderr
    )


def main(state: str) -> None:
    """Goes into a state, stops, goes there again, closes."""
    import tkinter

    import interface
    from c4.game.rules import Rules
    from c4.session.session import Session
    from c4.session.settings import Settings
    from visualizer.learn.training import TrainingWindow
    from visualizer.shell.window import Window

    root = tkinter.Tk()
    seats = {"playing": ("human", "minimax")}.get(state, ("human", "human"))
    window = Window(root, Session(Settings(seats=seats)), Path(os.environ["C4_DATA"]) / "window.json")
    window.playing.offer_tour(False)
    session = window.session

    def until(there: Callable[[], object]) -> None:
        end = time.monotonic() + MOST
        while not there():
            root.update()
            time.sleep(0.001)
            assert time.monotonic() < end, f"never got to {state}"

    def busy() -> bool:
        seen = session.progress()
        return seen is not None and seen.nodes > 1000

    def leave() -> None:
        print("closed", time.time(), flush=True)
        window.close()
        interface.leave()

    def rest(worker_busy: Callable[[], bool], stop: Callable[[], object]) -> None:
        """Presses Stop, and waits until the thread is free for other work: it takes it at once."""
        started = time.monotonic()
        stop()
        until(lambda: not worker_busy())
        print("stopped", time.monotonic() - started, flush=True)

    if state == "starting":
        root.update()
    elif state == "compiling":
        until(lambda: session.loading)
        until(lambda: any("llvmlite.binding" in name for name in sys.modules))
    else:
        until(lambda: window.playing.ready)
    if state in ("searching", "solving", "playing"):
        session.set(depth=30, algorithm="minimax")
        if state == "playing":
            window.play(3)
        else:
            if state == "solving":
                session.set(rules=Rules(7, 8))  # a board without a book
            session.hint("perfect" if state == "solving" else None)
        until(busy)
        running = session._thinker._worker._future
        rest(lambda: running is not None and running.running(), session.stop)
        session.go() if state == "playing" else session.hint("perfect" if state == "solving" else None)
        until(busy)
    elif state == "training":
        window.do("train")
        (training,) = [found for found in root.winfo_children() if isinstance(found, TrainingWindow)]
        training.choose("windows")
        training.form.fields["train_depth"].set("10")
        training.start()
        until(lambda: training.errand.busy)
        end = time.monotonic() + 3
        until(lambda: time.monotonic() > end)
    elif state in ("comparing", "growth"):
        session.set(depth=20, algorithm="minimax")
        window.do("compare" if state == "comparing" else "growth")
        end = time.monotonic() + 3
        until(lambda: time.monotonic() > end)
    elif state == "growing":
        session.set(depth=12, algorithm="alphabeta")
        session.hint()
        until(lambda: session.found is not None)
        tree = session.found.decision.tree
        session.grow(int(tree.left_out.argmax()))
    leave()


if __name__ == "__main__":
    main(sys.argv[1])
