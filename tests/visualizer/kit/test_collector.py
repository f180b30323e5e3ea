"""The cycle collector runs fully only while nobody touches the window."""

from __future__ import annotations

import gc
import sys
import tkinter as tk
import weakref

from visualizer.kit import collector


def test_everything_is_collected_only_in_a_rest(root, monkeypatch):
    """What is new every time; everything after a rest, and not again soon, unless modules were loaded."""
    runs, now = [], [100.0]
    monkeypatch.setattr(collector, "monotonic", lambda: now[0])
    root.update()
    made = collector.Collector(root)
    made.start()
    made.spare()
    monkeypatch.setattr(collector.gc, "collect", lambda generation=2: runs.append(generation))
    try:
        for later in (1.0, 40.0, 4.0, 5.0, 4.0, 31.0):
            now[0] += later
            if later == 5.0:
                monkeypatch.setitem(sys.modules, "a_windows_module", gc)
            if later == 31.0:
                root.event_generate("<Motion>", x=1, y=1)
                root.update()
            made.start()
    finally:
        made.end()
    assert runs == [1, 2, 1, 2, 1, 1]
    assert gc.isenabled()


def test_a_window_that_was_open_while_everything_was_exempted_is_freed(root, monkeypatch):
    """What `spare` exempts is never freed: once no other window is open, it looks again."""
    calls = []
    for name in ("freeze", "unfreeze"):
        monkeypatch.setattr(collector.gc, name, lambda name=name: calls.append(name))
    monkeypatch.setattr(collector.Collector, "earlier", False)
    root.update()
    made = collector.Collector(root)
    try:
        made.spare()
        made.collect()
        assert calls == ["freeze"], "nobody has opened a window"
        root.event_generate(collector.LOADING)
        monkeypatch.setitem(sys.modules, "a_windows_module", gc)
        root.event_generate(collector.LOADED)
        assert calls == ["freeze", "freeze"], "what was loaded while no window was open"
        calls.pop()
        other = tk.Toplevel(root)
        other.itself = other
        gone = weakref.ref(other)
        root.update()
        made.spare()
        root.event_generate(collector.LOADING)
        monkeypatch.setitem(sys.modules, "another_windows_module", gc)
        root.event_generate(collector.LOADED)
        made.collect()
        assert calls == ["freeze", "freeze"], "it is still open"
        other.destroy()
        del other
        made.collect()
        made.collect()
        assert calls == ["freeze", "freeze", "unfreeze", "freeze"]
        assert gone() is None
    finally:
        made.end()


def test_what_is_left_of_an_earlier_main_window_is_looked_at_once_more(root, monkeypatch):
    """It may be among what the next one exempts."""
    calls = []
    for name in ("freeze", "unfreeze"):
        monkeypatch.setattr(collector.gc, name, lambda name=name: calls.append(name))
    monkeypatch.setattr(collector.Collector, "earlier", False)
    collector.Collector(root).end()
    made = collector.Collector(root)
    try:
        made.spare()
        made.collect()
        made.collect()
        assert calls == ["unfreeze", "freeze", "unfreeze", "freeze"]
    finally:
        made.end()
