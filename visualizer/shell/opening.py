"""Opening a window whose modules are heavy: a thread loads them first, and the main window stays alive meanwhile.

Imports the errand and the collector.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from weakref import WeakKeyDictionary

from c4.search.watch import Watch
from visualizer.kit import collector
from visualizer.kit.errand import Errand
from visualizer.kit.host import Host

LOADING = "loading a window"
"""The session's thread for it."""


_waiting: WeakKeyDictionary[Host, dict[str, Callable[[], object]]] = WeakKeyDictionary()
"""What is called once all modules named are loaded, by module."""


def once_loaded(host: Host, module: str, then: Callable[[], object]) -> None:
    """Calls `then` in the window's thread once a module is loaded: now, where it is already.

    What was asked for while another module was loading comes after it.
    """
    worker = host.session.worker(LOADING)
    if module in sys.modules and not worker.busy:
        then()
        return
    waiting = _waiting.setdefault(host, {})
    waiting[module] = then
    modules = tuple(waiting)

    def load(watch: Watch) -> None:
        for name in modules:
            import_module(name)

    def loaded() -> None:
        host.root.event_generate(collector.LOADED)
        for name in modules:
            waiting.pop(name)()

    def failed(sentence: str) -> None:
        waiting.clear()
        host.say(sentence)

    host.root.event_generate(collector.LOADING)
    Errand[None](host.root, worker, lambda _: loaded(), failed).start(load)
