"""Theme, scale, full screen and motion of the window, chosen by a person or followed from the system."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

from c4.session.settings import SCALES
from visualizer.ui.background import BackgroundTask
from visualizer.ui.scale import fit, set_scale
from visualizer.ui.theme import LIGHT, SYSTEM, THEMES, SystemAppearance, Theme, system_appearance

if TYPE_CHECKING:
    from visualizer.app.window import Window

LOOK_AGAIN_MS = 60_000
"""How often the system is asked while it is followed."""


class Appearance:
    """Changes the theme, scale and full screen."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._system = SystemAppearance()
        self._task: BackgroundTask[SystemAppearance] = BackgroundTask(
            window.root, window.session.worker("system appearance"), self._answered, lambda sentence: None
        )
        set_scale(window.root, window.settings.scale)
        window.root.bind_class("Toplevel", "<Map>", self._opened, add="+")

    @property
    def theme(self) -> Theme:
        """The theme to be seen."""
        name = self._window.settings.theme
        return THEMES.get(self._system.theme if name == SYSTEM else name, LIGHT)

    def choose(self, name: str) -> None:
        """Chooses a theme by its name, or `SYSTEM`."""
        self._window.prefer(theme=name)
        self._window.set_theme(self.theme)
        self.follow()

    def set_percent(self, percent: int) -> None:
        """Changes the scale."""
        self._window.prefer(scale=percent)
        set_scale(self._window.root, percent)
        self._window.set_theme(self.theme)

    def step(self, by: int) -> None:
        """To the next larger (1) or smaller (-1) scale."""
        further = [one for one in SCALES if (one - self._window.settings.scale) * by > 0]
        if further:
            self.set_percent(min(further) if by > 0 else max(further))
            self._window.say(f"scale {self._window.settings.scale} %; Ctrl+0 is 100 %")

    def switch_full_screen(self) -> None:
        """The whole screen, or a window."""
        self._window.prefer(full_screen=not self._window.settings.full_screen)
        self._window.root.attributes("-fullscreen", self._window.settings.full_screen)

    # -- the system ---------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Asks the system in the background, while it is followed."""
        if self._window.settings.theme == SYSTEM and not self._task.busy:
            self._task.start(lambda watch: system_appearance())

    def _answered(self, answer: SystemAppearance) -> None:
        before, self._system = self._system, answer
        if answer.theme != before.theme and self._window.settings.theme == SYSTEM:
            self._window.set_theme(self.theme)
        if not answer.motion and before.motion:
            self._window.board.animate = False
        self._window.root.after(LOOK_AGAIN_MS, self.follow)

    def _opened(self, event: tk.Event[tk.Misc]) -> None:
        """A window has opened: what was written for 100 % is fitted to the scale."""
        if isinstance(event.widget, tk.Toplevel):
            fit(event.widget)
