"""Appearance: theme, scale, full screen and motion of the window, chosen by a person or followed from the system.

Imports tkinter.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from c4.session.session import Session
from visualizer.kit import system_look
from visualizer.kit.errand import Errand
from visualizer.kit.scale import SCALES, fit, set_scale
from visualizer.kit.system_look import SystemLook
from visualizer.kit.theme import LIGHT, SYSTEM, THEMES, Theme

PROJECTOR = 175
"""The scale for a projector, per cent."""

LOOK_AGAIN_MS = 60_000
"""How often the system is asked while it is followed."""


class Appearance:
    """`chosen` is the name of a theme or `SYSTEM`, `percent` the scale; `show(theme)` changes the window's colours and
    sizes, `still()` is called when the system wants no motion.
    """

    def __init__(
        self,
        root: tk.Tk,
        session: Session,
        chosen: str,
        percent: int,
        show: Callable[[Theme], object],
        still: Callable[[], object],
    ) -> None:
        self._root, self._show, self._still = root, show, still
        self.chosen, self.percent = chosen, percent
        self.full_screen = False
        self._system = SystemLook()
        self._before: tuple[str, int] | None = None
        self._errand: Errand[SystemLook] = Errand(
            root, session.worker("system look"), self._answered, lambda sentence: None
        )
        set_scale(root, percent)
        root.bind_class("Toplevel", "<Map>", self._opened, add="+")

    @property
    def theme(self) -> Theme:
        """The theme to be seen."""
        return THEMES.get(self._system.theme if self.chosen == SYSTEM else self.chosen, LIGHT)

    def choose(self, name: str) -> None:
        """Chooses a theme by its name, or `SYSTEM`."""
        self.chosen = name
        self._show(self.theme)
        self.follow()

    def set_percent(self, percent: int) -> None:
        """Changes the scale."""
        self.percent = percent
        set_scale(self._root, percent)
        self._show(self.theme)

    def step(self, by: int) -> None:
        """To the next larger (1) or smaller (-1) scale."""
        further = [one for one in SCALES if (one - self.percent) * by > 0]
        if further:
            self.set_percent(min(further) if by > 0 else max(further))

    @property
    def projected(self) -> bool:
        """Whether the window looks as it should on a projector."""
        return self._before is not None

    def switch_projector(self) -> None:
        """Light and large for a projector, or as it was before."""
        if self._before is None:
            self._before = self.chosen, self.percent
            self.chosen, percent = LIGHT.name, PROJECTOR
        else:
            (self.chosen, percent), self._before = self._before, None
        self.set_percent(percent)

    def switch_full_screen(self) -> None:
        """The whole screen, or a window."""
        self.full_screen = not self.full_screen
        self._root.attributes("-fullscreen", self.full_screen)

    # -- the system ---------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Asks the system in the background, while it is followed."""
        if self.chosen == SYSTEM and not self._errand.busy:
            self._errand.start(lambda watch: system_look.ask())

    def _answered(self, found: SystemLook) -> None:
        before, self._system = self._system, found
        if found.theme != before.theme and self.chosen == SYSTEM:
            self._show(self.theme)
        if not found.motion and before.motion:
            self._still()
        self._root.after(LOOK_AGAIN_MS, self.follow)

    def _opened(self, event: tk.Event[tk.Misc]) -> None:
        """A window has opened: what was written for 100 % is fitted to the scale."""
        if isinstance(event.widget, tk.Toplevel):
            fit(event.widget)
