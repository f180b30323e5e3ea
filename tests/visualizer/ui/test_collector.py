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


def test_what_is_loaded_is_exempted_once_no_other_window_is_open(root, monkeypatch):
    """A window that was exempt would never be freed; whatever was closed before is freed first."""
    runs: list[object] = []
    made, window = background.Collector(root), tk.Toplevel(root)
    monkeypatch.setattr(background.gc, "collect", runs.append)
    monkeypatch.setattr(background.gc, "freeze", lambda: runs.append("freeze"))
    made.freeze()
    made.start()
    window.destroy()
    made.start()
    made.start()
    made.end()
    assert runs == [1, 1, 2, "freeze", 1]


def test_the_first_exemption_needs_no_full_collection(root, monkeypatch):
    """While no window has been opened yet, what is loaded is exempted without a long pause."""
    runs: list[object] = []
    made = background.Collector(root)
    monkeypatch.setattr(background.gc, "collect", runs.append)
    monkeypatch.setattr(background.gc, "freeze", lambda: runs.append("freeze"))
    made.freeze()
    made.end()
    assert runs == [1, "freeze"]
