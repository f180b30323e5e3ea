"""Windows that were closed are freed: opened and closed again and again, they leave nothing behind."""

from __future__ import annotations

import gc
import threading
import tkinter as tk

import pytest

TIMES, TIMES_DRAWN = 10, 3
"""How often; those that draw with matplotlib are slow to open, and one that is kept is 4,000 objects or more."""

DRAWN = ("compare", "measure", "train")

BESIDE = ("compare", "measure", "two evaluators", "train", "practice", "keys", "other board", "export", "open tree")


@pytest.mark.parametrize("name", BESIDE)
def test_a_closed_window_is_freed(drive, name):
    """A window opened and closed many times: objects that the collector visits, pictures, commands and threads stay
    flat.
    """
    hand = drive()
    hand.tree_ready()
    hand.do("hint")
    hand.until(lambda: hand.window.tree_pane.view is not None)

    def counts() -> tuple[int, int, int, int]:
        gc.collect()
        images = len(hand.root.tk.splitlist(hand.root.tk.call("image", "names")))
        commands = len(hand.root.tk.splitlist(hand.root.tk.call("info", "commands")))
        return len(gc.get_objects()), images, commands, threading.active_count()

    def open_and_close() -> None:
        hand.do(name)
        hand.pump(0.02)
        assert any(isinstance(child, tk.Toplevel) for child in hand.root.winfo_children())
        hand.close_beside()

    for _ in range(3):  # what is loaded once and remembered
        open_and_close()
    before = counts()
    times = TIMES_DRAWN if name in DRAWN else TIMES
    for _ in range(times):
        open_and_close()
    after = counts()
    assert after[0] - before[0] < 100 * times, f"{after[0] - before[0]:,} objects more"
    assert after[1] - before[1] <= 2
    assert after[2] - before[2] <= 8
    assert after[3] - before[3] <= 1
