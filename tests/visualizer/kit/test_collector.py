"""The cycle collector runs fully only while nobody touches the window."""

from __future__ import annotations

import gc

from visualizer.kit import collector


def test_everything_is_collected_only_in_a_rest(root, monkeypatch):
    """What is new every time; everything after a rest, and not again soon."""
    runs, now = [], [100.0]
    monkeypatch.setattr(collector, "monotonic", lambda: now[0])
    root.update()
    made = collector.Collector(root)
    made.start()
    made.spare()
    monkeypatch.setattr(collector.gc, "collect", lambda generation=2: runs.append(generation))
    try:
        for later in (1.0, 40.0, 4.0, 31.0):
            now[0] += later
            if later == 31.0:
                root.event_generate("<Motion>", x=1, y=1)
                root.update()
            made.start()
    finally:
        made.end()
    assert runs == [1, 2, 1, 1]
    assert gc.isenabled()
