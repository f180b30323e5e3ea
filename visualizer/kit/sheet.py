"""Sheet: matplotlib's artists drawn to pixels without its figure and axes.  Imports numpy and matplotlib's Agg; no Tk.

Figures and axes, with all that belongs to them, take a tenth of a second to import before the first tree is seen, and
nothing here needs them: no axis is drawn, and words are Tk's.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgb
from matplotlib.path import Path
from matplotlib.transforms import Affine2D, Bbox, IdentityTransform

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
