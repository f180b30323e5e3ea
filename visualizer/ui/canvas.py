"""Draws matplotlib's artists in a Tk canvas without its figures and axes."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from matplotlib.artist import Artist

if hasattr(Artist, "_update_set_signature_and_docstring"):
    # Must come before matplotlib's other modules: writing the documentation of each class takes a fifth of their import.
    Artist._update_set_signature_and_docstring = classmethod(lambda artist: None)

from matplotlib.backends._backend_tk import blit
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgb
from matplotlib.path import Path
from matplotlib.transforms import Affine2D, Bbox, IdentityTransform

from visualizer.ui.background import Debounce
from visualizer.ui.drawing_settings import own_settings

DPI = 72
"""Points are pixels, times the screen's scale."""

Drawn = TypeVar("Drawn", bound=Artist)


class Sheet:
    """Stands where artists ask for their figure and their axes.

    dpi     pixels in 72 points
    ground  the colour below everything, "#rrggbb"
    """

    def __init__(self, dpi: float, ground: str = "#ffffff") -> None:
        self.dpi, self.ground = dpi, ground
        self.collections: list[Artist] = []
        """All artists, in the order in which they came."""
        self.transData, self.bbox = Affine2D(), Bbox.unit()
        self.stale = False
        self._across, self._up = (0.0, 1.0), (0.0, 1.0)
        self._renderer: RendererAgg | None = None

    def get_figure(self, root: bool = False) -> Sheet:
        """Where artists look for the resolution."""
        return self

    def add_artist(self, artist: Drawn) -> Drawn:
        """Adds an artist; unless it has a transform of its own its numbers are those that the limits speak of."""
        artist.set_figure(self)  # type: ignore[arg-type]  # of a figure it uses the resolution alone
        if not artist.is_transform_set():
            artist.set_transform(self.transData)
        self.collections.append(artist)
        return artist

    def add_collection(self, collection: Drawn, autolim: bool = False) -> Drawn:
        """The same, by the name that axes have for it."""
        return self.add_artist(collection)

    def clear(self) -> None:
        """Takes all artists away."""
        self.collections.clear()

    def set_limits(self, across: tuple[float, float], up: tuple[float, float]) -> None:
        """Which numbers stand at the left and the right edge, and at the lower and the upper."""
        self._across, self._up = across, up

    @own_settings()
    def draw(self, width: int, height: int) -> np.ndarray:
        """The picture of so many pixels, at least one each way: rows from the top, then red, green, blue, alpha.

        It is valid until the next one is drawn.
        """
        renderer = self._renderer
        if renderer is None or (renderer.width, renderer.height, renderer.dpi) != (width, height, self.dpi):
            renderer = self._renderer = RendererAgg(width, height, self.dpi)  # type: ignore[no-untyped-call]
            self.bbox = renderer.bbox
        (left, right), (low, high) = self._across, self._up
        wide, tall = width / (right - left), height / (high - low)
        self.transData.clear().translate(-left, -low).scale(wide, tall)
        renderer.clear()  # type: ignore[no-untyped-call]
        ground = renderer.new_gc()
        ground.set_linewidth(0)
        corners = Path([(0, 0), (width, 0), (width, height), (0, height), (0, 0)], closed=True)
        renderer.draw_path(ground, corners, IdentityTransform(), to_rgb(self.ground))  # type: ignore[no-untyped-call]
        for artist in sorted(self.collections, key=Artist.get_zorder):
            artist.draw(renderer)
        return np.asarray(renderer.buffer_rgba())  # type: ignore[no-untyped-call]


class Canvas:
    """`widget` shows what was last drawn of the sheet as its lowest item, `image`; whatever else stands there is its
    owner's.  `paint()` is called once when Tk is idle, however often `refresh` is called before.
    """

    def __init__(self, sheet: Sheet, parent: tk.Misc, paint: Callable[[], None]) -> None:
        self.sheet = sheet
        self.widget = tk.Canvas(parent, borderwidth=0, highlightthickness=0)
        self._photo = tk.PhotoImage(master=self.widget)
        self.image = self.widget.create_image(0, 0, image=self._photo, anchor="nw")
        self._painting = Debounce(self.widget, paint)
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
        self._painting.after(1)

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
