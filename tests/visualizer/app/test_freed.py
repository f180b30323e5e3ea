"""Windows that were closed are freed: opened and closed again and again, they leave nothing behind."""

import gc
import threading
import tkinter as tk
import weakref

import pytest

from c4.errors import C4Error
from c4.session.worker import Worker

WINDOWS = (
    "compare", "measure", "match", "ingredients", "errors", "train", "practice", "strategy", "palette",
    "glossary", "preferences", "library", "edit position", "other board",
)  # fmt: skip
"""Commands that open a window."""


def refused(*_):
    """Nothing is measured, whether the window is closed before or after this runs."""
    raise C4Error("nothing is measured here")


@pytest.mark.slow
def test_closed_windows_are_freed(drive, monkeypatch):
    """Every window is gone from memory once it was closed, and so are its pictures, its Tcl commands and its thread."""
    hand = drive(ready=True)
    hand.do("search position")
    hand.until(lambda: hand.app.tree.model.view is not None)
    monkeypatch.setattr(
        "visualizer.training.evaluator_errors.agent_of", refused
    )  # it would remember more, the further it comes

    def counts() -> tuple[int, int, int]:
        images = len(hand.root.tk.splitlist(hand.root.tk.call("image", "names")))
        commands = len(hand.root.tk.splitlist(hand.root.tk.call("info", "commands")))
        return images, commands, threading.active_count()

    def opened_and_closed(name: str) -> weakref.ref[tk.Toplevel]:
        hand.do(name)
        window = weakref.ref(next(child for child in hand.root.winfo_children() if isinstance(child, tk.Toplevel)))
        hand.close_beside()
        hand.until(lambda: all(task.future.done() for task in Worker.in_progress))
        gc.collect()
        return window

    left = []
    for name in WINDOWS:
        opened_and_closed(name)  # what is loaded once and remembered
        before = counts()
        window = opened_and_closed(name)
        if window() is not None:
            left.append(name)
        images, commands, threads = (now - then for now, then in zip(counts(), before))
        assert (images <= 2, commands <= 8, threads <= 1) == (True, True, True), (name, images, commands, threads)
    assert not left


def test_a_window_that_is_closed_gives_back_the_scale_of_the_screen(root):
    """Tk keeps it for a display: the next window of this process would multiply it by its own.  A screen that reports nearly
    the usual resolution counts as usual.
    """
    from c4.session.session import Session
    from visualizer.app.window import Window
    from visualizer.state.app import App

    usual = float(root.tk.call("tk", "scaling"))
    app = App(Session())
    window = Window(root, app)
    app.views.set_scale(300)
    window.show()
    assert float(root.tk.call("tk", "scaling")) > 2 * usual
    window.close()
    another = tk.Tk()
    assert abs(float(another.tk.call("tk", "scaling")) - usual) < 0.15 * usual
    another.destroy()
