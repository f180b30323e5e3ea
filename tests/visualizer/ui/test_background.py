"""Work in a thread on behalf of a widget."""

import tkinter as tk
from threading import Event

from patience import LONG, until

from c4.session.worker import Worker
from visualizer.ui.background import BackgroundTask, Debounce


def test_an_answer_goes_to_the_task_that_asked(root):
    """Two errands of one thread: the second stops the first, which does not take its answer."""
    worker = Worker("of two")
    first = []
    second = []
    BackgroundTask(root, worker, first.append, first.append).start(lambda watch: "first")
    BackgroundTask(root, worker, second.append, second.append).start(lambda watch: "second")
    until(root, lambda: second)
    worker.close()
    assert (first, second) == ([], ["second"])


def test_a_call_ends_with_its_widget(root):
    """What a widget waits for, by a clock or for an answer, comes to nothing when it is gone; Tk would report it."""
    message = []
    called = []
    ended = Event()
    root.tk.createcommand("bgerror", message.append)
    worker = Worker("of one that goes")
    waits = (lambda later: later.after(1), lambda later: later.when_idle(), lambda later: later.when_drawn())
    for wait in waits:
        window = tk.Toplevel(root)
        wait(Debounce(window, lambda: called.append("late")))
        BackgroundTask(window, worker, called.append, called.append).start(lambda watch: ended.wait(LONG))
        window.destroy()
    ended.set()
    later = Debounce(root, lambda: called.append("once"))
    later.after(1)
    later.after(2)
    until(root, lambda: not later.waiting)
    worker.close()
    assert (called, message) == (["once"], [])


def test_a_slow_picture_comes_after_what_waits_to_be_drawn(root):
    """What Tk draws when it is idle, such as the disc that you have just played, does not wait for the tree."""
    order = []
    Debounce(root, lambda: order.append("tree")).when_drawn()
    Debounce(root, lambda: order.append("disc")).when_idle()
    root.update_idletasks()
    assert order == ["disc"]
    until(root, lambda: len(order) == 2)
    assert order == ["disc", "tree"]
