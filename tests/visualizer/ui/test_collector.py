"""The cycle collector runs on the Tk thread."""

import gc

from visualizer.ui import collector


def test_it_collects_new_objects_often_and_all_objects_now_and_then(root, monkeypatch):
    """Python's own schedule is off until the end."""
    runs = []
    made = collector.Collector(root)
    with monkeypatch.context() as patch:
        patch.setattr(collector.gc, "collect", runs.append)
        assert not gc.isenabled()
        for _ in range(collector.FULL_EVERY + 1):
            made.start()
        made.end()
    assert runs == [1] * (collector.FULL_EVERY - 1) + [2, 1]
    assert gc.isenabled()
