"""Canvas: a picture in a Tk window, painted when its owner says so.  Imports tkinter and Pillow."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from PIL import Image, ImageTk

from visualizer.kit.later import Later


class Canvas:
    """`widget` shows what was last drawn as its lowest item, `image`; whatever else stands there is its owner's.

    `picture(width, height)` is drawn by `draw`; `paint()` is called once when Tk is idle, however often `refresh` is
    called before.
    """

    def __init__(self, picture: Callable[[int, int], Image.Image], parent: tk.Misc, paint: Callable[[], None]) -> None:
        self._picture = picture
        self.widget = tk.Canvas(parent, borderwidth=0, highlightthickness=0)
        self._photo: ImageTk.PhotoImage | None = None
        self.image = self.widget.create_image(0, 0, anchor="nw")
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
        """Draws the picture now, in the widget's size."""
        picture = self._picture(self.widget.winfo_width(), self.widget.winfo_height())
        photo = self._photo
        if photo is None or (photo.width(), photo.height()) != picture.size:
            photo = self._photo = ImageTk.PhotoImage(picture, master=self.widget)
            self.widget.itemconfigure(self.image, image=str(photo))
        else:
            photo.paste(picture)
        self.widget.coords(self.image, 0, 0)
        self._drawn = True
