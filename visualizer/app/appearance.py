"""Theme, scale and full screen of the window, chosen by a person or followed from the system."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import NamedTuple

from c4.callbacks import ignore
from visualizer.state.app import App
from visualizer.state.preferences import SYSTEM_THEME, Preferences
from visualizer.ui.background import BackgroundTask
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import fit, set_scale
from visualizer.ui.style import restyle
from visualizer.ui.theme import LIGHT, THEMES, SystemAppearance, Theme, system_appearance
from visualizer.ui.windows import keep_on_screen

LOOK_AGAIN_MS = 60_000
"""How often the system is asked while it is followed."""


class Looks(NamedTuple):
    """The theme by name, the scale in per cent, and whether the window fills the screen."""

    theme: str
    scale: int
    full_screen: bool


class Appearance(Pane[Looks]):
    """Shows the window in the theme and at the scale that are chosen; `on_restyled()` is called when these change."""

    def __init__(self, root: tk.Tk, app: App, on_restyled: Callable[[], object]) -> None:
        super().__init__()
        self._root = root
        self._app = app
        self._on_restyled = on_restyled
        self._system = SystemAppearance()
        worker = app.session.worker("system appearance")
        self._task: BackgroundTask[SystemAppearance] = BackgroundTask(root, worker, self._answered, ignore)
        root.bind_class("Toplevel", "<Map>", self._opened, add="+")

    @property
    def theme(self) -> Theme:
        """The theme to be seen."""
        return self._theme(self._app.state.preferences.theme)

    def _theme(self, name: str) -> Theme:
        return THEMES.get(self._system.theme if name == SYSTEM_THEME else name, LIGHT)

    @staticmethod
    def view(preferences: Preferences) -> Looks:
        return Looks(preferences.theme, preferences.scale, preferences.full_screen)

    def draw(self, view: Looks, before: Looks | None) -> None:
        if before is None or view.full_screen != before.full_screen:
            self._root.attributes("-fullscreen", view.full_screen)
        if before is None:
            return  # the window has been built in this theme
        if view.theme != before.theme or view.scale != before.scale:
            self._restyle(view, before)
        if view.theme != before.theme:
            self.follow_system()

    def _restyle(self, view: Looks, before: Looks | None = None) -> None:
        set_scale(self._root, view.scale)
        restyle(self._root, self._theme(view.theme))
        self._on_restyled()
        if before is not None and view.scale > before.scale and not view.full_screen:
            self._root.after_idle(keep_on_screen, self._root)

    # -- the system ---------------------------------------------------------------------------------------------------

    def follow_system(self) -> None:
        """Asks the system in the background, while it is followed."""
        if self._app.state.preferences.theme == SYSTEM_THEME and not self._task.busy:
            self._task.start(lambda watch: system_appearance())

    def _answered(self, answer: SystemAppearance) -> None:
        earlier = self._system
        self._system = answer
        if answer.theme != earlier.theme and self.drawn is not None and self.drawn.theme == SYSTEM_THEME:
            self._restyle(self.drawn)
        if not answer.motion and earlier.motion:
            self._app.prefer(animation=False)
        self._root.after(LOOK_AGAIN_MS, self.follow_system)

    def _opened(self, event: tk.Event[tk.Misc]) -> None:
        """A window has opened: what was written for 100 % is fitted to the scale."""
        if isinstance(event.widget, tk.Toplevel):
            fit(event.widget)
