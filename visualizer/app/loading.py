"""Loads the modules of windows in the background, so that the main window stays alive."""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable
from importlib import import_module

from visualizer.state.app import App
from visualizer.ui.background import BackgroundTask
from visualizer.ui.feature import load_class


class Loading:
    """Imports modules in threads of the session."""

    def __init__(self, root: tk.Tk, app: App) -> None:
        self.root = root
        self._app = app
        self.modules: set[str] = set()
        """The modules that are being imported."""

    def load(self, name: str, then: Callable[[type], object]) -> None:
        """Calls `then(kind)` with the class that "module:class" names, once it is there."""
        module = name.partition(":")[0]
        if module in sys.modules and not self.modules:  # it may be half loaded, by another module that needs it
            then(load_class(name))
            return

        def loaded(_: object) -> None:
            self.modules.discard(module)
            then(load_class(name))

        def failed(sentence: str) -> None:
            self.modules.discard(module)
            self._app.say(sentence, seconds=10)

        self.modules.add(module)
        worker = self._app.session.worker(f"loading {module}")
        task: BackgroundTask[object] = BackgroundTask(self.root, worker, loaded, failed)
        task.start(lambda watch: import_module(module))
