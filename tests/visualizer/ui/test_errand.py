"""Work in a thread on behalf of a widget."""

from __future__ import annotations

import tkinter as tk
from threading import Event
from time import monotonic, sleep

from c4.session.worker import Worker
from visualizer.ui.background import BackgroundTask, Debounce

LONG = 60.0


def test_an_answer_goes_to_the_errand_that_asked(root):
    """Two errands of one thread: the second stops the first, which does not take its answer."""
    worker, first, second = Worker("of two"), [], []
    BackgroundTask(root, worker, first.append, first.append).start(lambda watch: "first")
    BackgroundTask(root, worker, second.append, second.append).start(lambda watch: "second")
    end = monotonic() + LONG
    while not second and monotonic() < end:
        root.update()
        sleep(0.002)
    worker.close()
    assert (first, second) == ([], ["second"])


def test_a_call_ends_with_its_widget(root):
    """What a widget waits for, by a clock or for an answer, comes to nothing when it is gone; Tk would report it."""
    said, called, ended = [], [], Event()
    root.tk.createcommand("bgerror", said.append)
    worker = Worker("of one that goes")
    for wait in (lambda later: later.after(1), lambda later: later.when_idle()):
        window = tk.Toplevel(root)
        wait(Debounce(window, lambda: called.append("late")))
        BackgroundTask(window, worker, called.append, called.append).start(lambda watch: ended.wait(LONG))
        window.destroy()
    ended.set()
    later = Debounce(root, lambda: called.append("once"))
    later.after(1)
    later.after(2)
    end = monotonic() + LONG
    while later.waiting and monotonic() < end:
        root.update()
    worker.close()
    assert (called, said) == (["once"], [])
