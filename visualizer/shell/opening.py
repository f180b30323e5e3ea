"""Opening a window whose modules are heavy: a thread loads them first, and the main window stays alive meanwhile.

Imports the errand.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

from c4.search.watch import Watch
from visualizer.kit.errand import Errand
from visualizer.kit.host import Host

LOADING = "loading a window"
"""The session's thread for it."""


def once_loaded(host: Host, module: str, then: Callable[[], object]) -> None:
    """Calls `then` in the window's thread once a module is loaded: now, where it is already."""
    worker = host.session.worker(LOADING)
    if module in sys.modules and not worker.busy:
        then()
        return

    def load(watch: Watch) -> None:
        import_module(module)

    Errand[None](host.root, worker, lambda _: then(), host.say).start(load)
