"""The cycle collector runs on the Tk thread."""

import gc
import tkinter as tk

from visualizer.ui import background


def test_it_collects_new_objects_often_and_all_objects_now_and_then(root, monkeypatch):
    """Python's own schedule is off until the end."""
    runs = []
    made = background.Collector(root)
    with monkeypatch.context() as patch:
        patch.setattr(background.gc, "collect", runs.append)
        assert not gc.isenabled()
        for _ in range(background.FULL_EVERY + 1):
            made.start()
        made.end()
    assert runs == [1] * (background.FULL_EVERY - 1) + [2, 1]
    assert gc.isenabled()


def test_what_was_exempted_while_it_was_open_is_freed_once_it_is_closed(root, monkeypatch):
    """All is collected then, and exempted by the next run over all; other windows that are closed change nothing."""
    runs: list[object] = []
    made, window = background.Collector(root), tk.Toplevel(root)
    monkeypatch.setattr(background.gc, "collect", runs.append)
    monkeypatch.setattr(background.gc, "freeze", lambda: runs.append("freeze"))
    monkeypatch.setattr(background.gc, "unfreeze", lambda: runs.append("unfreeze"))
    monkeypatch.setattr(background, "FULL_EVERY", 5)
    made.freeze()
    late = tk.Toplevel(root)
    made.start()
    late.destroy()
    made.start()
    window.destroy()
    for _ in range(3):
        made.start()
    assert runs == [1, "freeze", 1, 2, "unfreeze", 2, 1, 2, "freeze"]
    made.end()


def test_the_first_exemption_needs_no_full_collection(root, monkeypatch):
    """While no window has been opened yet, what is loaded is exempted without a long pause."""
    runs: list[object] = []
    made = background.Collector(root)
    monkeypatch.setattr(background.gc, "collect", runs.append)
    monkeypatch.setattr(background.gc, "freeze", lambda: runs.append("freeze"))
    made.freeze()
    made.end()
    assert runs == [1, "freeze"]
