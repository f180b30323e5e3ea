"""Python's collector runs on the Tk thread."""

import gc
import threading
import time

from patience import until

from visualizer.ui import background


class Cycle:
    """Notes the thread that frees it."""

    freed: list[threading.Thread] = []

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        Cycle.freed.append(threading.current_thread())


def test_only_the_tk_thread_collects(root, monkeypatch):
    """A thread that makes many objects frees no cycle; the collector does, and Python collects again after its end."""
    monkeypatch.setattr(background, "COLLECT_EVERY_MS", 10)
    collector = background.Collector(root)
    collector.start()
    assert not gc.isenabled()

    def work() -> None:
        for _ in range(20_000):
            Cycle()
        time.sleep(0.05)

    thread = threading.Thread(target=work)
    thread.start()
    until(root, lambda: not thread.is_alive() and len(Cycle.freed) == 20_000)
    assert set(Cycle.freed) == {threading.main_thread()}
    collector.end()
    assert gc.isenabled()
