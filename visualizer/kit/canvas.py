"""Canvas: matplotlib's picture in a Tk window, painted when its owner says so.  Imports tkinter and matplotlib."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from matplotlib.backends.backend_tkagg import FigureCanvasTkAgg
from matplotlib.figure import Figure

from visualizer.kit.later import Later

DPI = 72
"""Points are pixels, times the screen's scale."""


class Canvas(FigureCanvasTkAgg):
    """Calls `paint()` once when Tk is idle, however often `refresh` is called before."""

    def __init__(self, figure: Figure, parent: tk.Misc, paint: Callable[[], None]) -> None:
        self._now = paint
        super().__init__(figure, parent)  # type: ignore[no-untyped-call]  # matplotlib's own lack types
        self.widget: tk.Canvas = self.get_tk_widget()  # type: ignore[no-untyped-call]  # likewise
        self._painting = Later(self.widget, self._now)

    @property
    def waiting(self) -> bool:
        """Whether a paint is still to come."""
        return self._painting.waiting

    def refresh(self) -> None:
        """Paints when Tk is idle."""
        self._painting.when_idle()

    def refresh_resized(self) -> None:
        """Paints in a turn of its own, once all has its new size."""
        self._painting.after(1)

    def forget(self) -> None:
        """Cancels a paint that is still to come."""
        self._painting.drop()

    def draw(self) -> None:
        """Paints the picture now."""
        super().draw()  # type: ignore[no-untyped-call]  # matplotlib has no types for it

    def draw_idle(self) -> None:
        """Called by matplotlib when it wants to be painted."""
        self.refresh()

    def _update_device_pixel_ratio(self, event: object = None) -> None:
        """Stops matplotlib from scaling the figure again: its resolution is already the screen's."""
