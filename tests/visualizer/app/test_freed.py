"""Windows that were closed are freed: opened and closed again and again, they leave nothing behind."""

from __future__ import annotations

import gc
import threading
import tkinter as tk

import pytest

from c4.errors import C4Error
from c4.session.worker import Worker

TIMES = 2
"""How often each is opened and closed; one that is kept is thousands of objects.  `lab.window` does it more."""

MOST = 100
"""Objects left of each time, at most."""

BESIDE = (
    "compare",
    "measure",
    "match",
    "ingredients",
    "errors",
    "train",
    "practice",
    "keys",
    "palette",
    "glossary",
    "preferences",
    "library",
    "edit position",
    "other board",
)


def refused(*_):
    """Nothing is measured, whether the window is closed before or after this runs."""
    raise C4Error("nothing is measured here")


@pytest.mark.slow
def test_closed_windows_are_freed(drive, monkeypatch):
    """Windows opened and closed many times leave no objects, pictures, commands or threads behind."""
    hand = drive()
    hand.tree_ready()
    hand.do("hint")
    hand.until(lambda: hand.window.tree_pane.model.view is not None)
    monkeypatch.setattr("visualizer.learn.errors.agent_of", refused)  # it would remember more, the further it comes

    def counts() -> tuple[int, int, int, int]:
        hand.until(lambda: all(future.done() for future, _ in Worker._held))
        gc.collect()
        images = len(hand.root.tk.splitlist(hand.root.tk.call("image", "names")))
        commands = len(hand.root.tk.splitlist(hand.root.tk.call("info", "commands")))
        return len(gc.get_objects()), images, commands, threading.active_count()

    def open_and_close(name: str) -> None:
        hand.do(name)
        assert any(isinstance(child, tk.Toplevel) for child in hand.root.winfo_children()), name
        hand.close_beside()

    for name in BESIDE:
        for _ in range(2):  # what is loaded once and remembered
            open_and_close(name)
        before = counts()
        for _ in range(TIMES):
            open_and_close(name)
        objects, images, commands, threads = (now - then for now, then in zip(counts(), before))
        assert objects < MOST * TIMES, f"{name}: {objects:,} objects more"
        assert images <= 2, name
        assert commands <= 8, name
        assert threads <= 1, name


def test_a_window_that_is_closed_gives_back_the_scale_of_the_screen(root):
    """Tk keeps it for a display: the next window of this process would multiply it by its own."""
    from visualizer.app.window import Window

    usual = float(root.tk.call("tk", "scaling"))
    window = Window(root)
    window.appearance.set_percent(300)
    assert float(root.tk.call("tk", "scaling")) > 2 * usual
    window.close()
    another = tk.Tk()
    assert abs(float(another.tk.call("tk", "scaling")) - usual) < 0.05
    another.destroy()
