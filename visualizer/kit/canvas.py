"""Canvas: a sheet in a Tk window, painted when its owner says so.  Imports tkinter and matplotlib."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

import numpy as np
from matplotlib.backends._backend_tk import blit

from visualizer.kit.later import Later
from visualizer.kit.sheet import Sheet


class Canvas:
    """`widget` shows what was last drawn of the sheet as its lowest item, `image`; whatever else stands there is its
    owner's.  `paint()` is called once when Tk is idle, however often `refresh` is called before.
    """

    def __init__(self, sheet: Sheet, parent: tk.Misc, paint: Callable[[], None]) -> None:
        self.sheet = sheet
        self.widget = tk.Canvas(parent, borderwidth=0, highlightthickness=0)
        self._photo = tk.PhotoImage(master=self.widget)
        self.image = self.widget.create_image(0, 0, image=self._photo, anchor="nw")
        self._painting = Later(self.widget, paint)
        self._drawn = False  # since it was last to be painted
        self.widget.bind("<Configure>", lambda event: self.refresh())

    @property
    def waiting(self) -> bool:
        """Whether a paint is still to come."""
        return self._painting.waiting

    @property
    def painted(self) -> bool:
        """Whether what is to be seen is there; other threads may ask, too."""
        return self._drawn and not self.waiting

    def refresh(self) -> None:
        """Paints when Tk is idle."""
        self._drawn = False
        self._painting.when_idle()

    def refresh_resized(self) -> None:
        """Paints in a turn of its own, once all has its new size."""
        self._drawn = False
        self._painting.in_a_turn()

    def draw(self) -> None:
        """Draws the sheet now, in the widget's size."""
        show(self._photo, self.sheet.draw(self.widget.winfo_width(), self.widget.winfo_height()))
        self.widget.coords(self.image, 0, 0)
        self._drawn = True


def show(photo: tk.PhotoImage, pixels: np.ndarray) -> None:
    """Makes a picture of Tk's show these pixels (see `Sheet.draw`)."""
    height, width = pixels.shape[:2]
    if (photo.width(), photo.height()) != (width, height):
        photo.configure(width=width, height=height)
    blit(photo, pixels, (0, 1, 2, 3))  # type: ignore[no-untyped-call]  # matplotlib's own lacks types
