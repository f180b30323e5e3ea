"""Draws matplotlib's artists in a Tk canvas without its figures and axes."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends._backend_tk import blit
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgb
from matplotlib.path import Path
from matplotlib.transforms import Affine2D, Bbox, IdentityTransform

from visualizer.ui.background import Debounce

DPI = 72
"""Points are pixels, times the screen's scale."""

Drawn = TypeVar("Drawn", bound=Artist)


class Sheet:
    """Holds artists, and answers what they ask of their figure and their axes.

    dpi     pixels in 72 points
    ground  the colour below everything, "#rrggbb"
    """

    def __init__(self, dpi: float, ground: str = "#ffffff") -> None:
        self.dpi = dpi
        self.ground = ground
        self.collections: list[Artist] = []
        """All artists, in the order in which they were added."""
        self.transData = Affine2D()
        self.bbox = Bbox.unit()
        self.stale = False
        self._across = (0.0, 1.0)
        self._up = (0.0, 1.0)
        self._renderer: RendererAgg | None = None

    def get_figure(self, root: bool = False) -> Sheet:
        """Where artists look for the resolution."""
        return self

    def add_artist(self, artist: Drawn) -> Drawn:
        """Adds an artist; without a transform of its own, its coordinates are those of `set_limits`."""
        artist.set_figure(self)  # type: ignore[arg-type]  # it only uses the resolution of a figure
        if not artist.is_transform_set():
            artist.set_transform(self.transData)
        self.collections.append(artist)
        return artist

    def add_collection(self, collection: Drawn, autolim: bool = False) -> Drawn:
        """The same as `add_artist`, by the name that axes have for it."""
        return self.add_artist(collection)

    def clear(self) -> None:
        """Removes all artists."""
        self.collections.clear()

    def set_limits(self, across: tuple[float, float], up: tuple[float, float]) -> None:
        """Sets the coordinates of the left and the right edge, and of the lower and the upper one."""
        self._across = across
        self._up = up

    def draw(self, width: int, height: int) -> np.ndarray:
        """The picture, an array of uint8 of shape (height, width, 4): rows from the top, red, green, blue, alpha.

        `width` and `height` are at least 1.  The array is valid until the next call.  Call this inside `own_settings`.
        """
        renderer = self._renderer_for(width, height)
        left, right = self._across
        low, high = self._up
        self.transData.clear().translate(-left, -low).scale(width / (right - left), height / (high - low))
        renderer.clear()  # type: ignore[no-untyped-call]
        self._fill(renderer, width, height)
        for artist in sorted(self.collections, key=Artist.get_zorder):
            artist.draw(renderer)
        return np.asarray(renderer.buffer_rgba())  # type: ignore[no-untyped-call]

    def _renderer_for(self, width: int, height: int) -> RendererAgg:
        """The renderer of the last picture if that had the same size, otherwise a new one."""
        renderer = self._renderer
        if renderer is None or (renderer.width, renderer.height, renderer.dpi) != (width, height, self.dpi):
            renderer = RendererAgg(width, height, self.dpi)  # type: ignore[no-untyped-call]
            self._renderer = renderer
            self.bbox = renderer.bbox
        return renderer

    def _fill(self, renderer: RendererAgg, width: int, height: int) -> None:
        """Fills the picture with the colour of the ground."""
        ground = renderer.new_gc()
        ground.set_linewidth(0)
        corners = Path([(0, 0), (width, 0), (width, height), (0, height), (0, 0)], closed=True)
        renderer.draw_path(ground, corners, IdentityTransform(), to_rgb(self.ground))  # type: ignore[no-untyped-call]


class Canvas:
    """Shows a sheet in a Tk canvas, `widget`.

    The picture is its lowest item, `image`; others may add items above it.  `paint()` is called once when Tk has drawn
    what is quick, no matter how often `refresh` was called before.
    """

    def __init__(self, sheet: Sheet, parent: tk.Misc, paint: Callable[[], None]) -> None:
        self.sheet = sheet
        self.widget = tk.Canvas(parent, borderwidth=0, highlightthickness=0)
        self._photo = tk.PhotoImage(master=self.widget)
        self.image = self.widget.create_image(0, 0, image=self._photo, anchor="nw")
        self._painting = Debounce(self.widget, paint)
        self._drawn = False  # since the last call of `refresh`
        self.widget.bind("<Configure>", lambda event: self.refresh())

    @property
    def waiting(self) -> bool:
        """Whether a paint is still to come."""
        return self._painting.waiting

    @property
    def painted(self) -> bool:
        """Whether the picture is up to date; you can ask this in other threads, too."""
        return self._drawn and not self.waiting

    def refresh(self) -> None:
        """Paints after Tk has drawn what is quick to draw, such as the disc that you have just played."""
        self._drawn = False
        self._painting.when_drawn()

    def draw(self) -> None:
        """Draws the sheet now, in the widget's size; call this inside `own_settings`."""
        picture = self.sheet.draw(self.widget.winfo_width(), self.widget.winfo_height())
        show(self._photo, picture)
        self.widget.coords(self.image, 0, 0)
        self._drawn = True


def show(photo: tk.PhotoImage, pixels: np.ndarray) -> None:
    """Shows an array of pixels (see `Sheet.draw`) in a picture of Tk's."""
    height, width = pixels.shape[:2]
    if (photo.width(), photo.height()) != (width, height):
        photo.configure(width=width, height=height)
    blit(photo, pixels, (0, 1, 2, 3))  # type: ignore[no-untyped-call]  # matplotlib's own lacks types
