"""The strip under the tree that explains its shapes.  Imports Tk, matplotlib's Agg canvas and the glyphs."""

from __future__ import annotations

import io
import tkinter as tk
from tkinter import font as tkfont
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.transforms import IdentityTransform

from visualizer.kit.theme import Theme
from visualizer.tree.glyphs import CHIP, CUT, STYLES, Style, colour, scaled

SHOWN = (
    ("principal variation", None),
    ("MAX", STYLES["max"]),
    ("MIN", STYLES["min"]),
    ("horizon", STYLES["leaf"]),
    ("win", STYLES["win"]),
    ("folded", STYLES["max folded"], STYLES["min folded"]),
    ("other replies", STYLES["rest"]),
    ("pruned", STYLES["stub"], STYLES["pruned"]),
    ("cutoff", CUT),
    ("column", CHIP),
    ("not recorded", STYLES["left out"]),
)
"""Words and the glyphs they explain; None is a piece of principal variation."""

ENGINE = (("from the table", STYLES["table"]), ("threats decide", STYLES["threat"]))
"""The same for what only the engine leaves in a tree."""

NOTES = "≤ at most, ≥ at least    W5, L5: MAX wins, loses on ply 5"


class Legend(tk.Canvas):
    """Glyphs with their words, in as many lines as the width asks for."""

    def __init__(self, parent: tk.Misc, theme: Theme, font: tkfont.Font, points: float) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, height=1)
        self._font, self._points = font, points
        self._text = theme.faint
        self._entries: list[tuple[list[tk.PhotoImage], str]] = []
        self._theme = theme
        self._shown: tuple[tuple[Any, ...], ...] = SHOWN
        self._images: dict[tuple[str, int], tk.PhotoImage] = {}
        self.bind("<Configure>", lambda event: self._arrange())

    def explain(self, engine: bool) -> None:
        """Explains what the engine leaves in its trees, too, or no longer."""
        self.show(SHOWN + ENGINE if engine else SHOWN)

    def show(self, shown: tuple[tuple[Any, ...], ...]) -> None:
        """Explains these glyphs, a tuple like SHOWN."""
        if shown != self._shown:
            self._shown = shown
            self.set_theme(self._theme)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        self.configure(background=theme.window)
        self._text = theme.faint
        self._entries = [([self._image(theme, style) for style in styles], words) for words, *styles in self._shown]
        self._entries += [([], note) for note in NOTES.split("    ")]
        self._arrange()

    def _image(self, theme: Theme, style: Style | None) -> tk.PhotoImage:
        """The picture of a glyph, drawn once."""
        key = theme.name, id(style)
        if key not in self._images:
            self._images[key] = tk.PhotoImage(master=self, data=_picture(theme, style, self._points))
        return self._images[key]

    def _arrange(self) -> None:
        self.delete("all")
        width, line = self.winfo_width(), round(18 * self._points)
        x, y = 8, line // 2 + 2
        for images, words in self._entries:
            taken = sum(image.width() + 2 for image in images) + self._font.measure(words)
            if x + taken > width - 6 and x > 8:
                x, y = 8, y + line
            for image in images:
                self.create_image(x, y, image=image, anchor="w")
                x += image.width() + 2
            self.create_text(x, y, text=words, anchor="w", font=self._font, fill=self._text)
            x += self._font.measure(words) + 8
        needed = y + line // 2 + 2
        if width > 1 and int(self["height"]) != needed:
            self.configure(height=needed)


def _picture(theme: Theme, style: Style | None, points: float) -> bytes:
    """A glyph as a PNG on the legend's ground; None is a piece of principal variation."""
    side = 17
    figure = Figure(figsize=(side / 72, side / 72), dpi=72 * points, facecolor=theme.window)
    canvas = FigureCanvasAgg(figure)
    middle = side * points / 2
    piece: LineCollection | PathCollection
    if style is None:
        piece = LineCollection(
            [[(middle, 0), (middle, 2 * middle)]], colors=theme.exact, linewidths=3.4, transform=IdentityTransform()
        )
    else:
        piece = PathCollection(
            (style.path,),
            sizes=scaled([min(style.size + 4 * style.grows, 15)], 1.0),
            offsets=[(middle, middle)],
            transform=IdentityTransform(),
            offset_transform=IdentityTransform(),
            facecolors=colour(theme, style.fill or "window"),
            edgecolors=colour(theme, style.edge),
            linestyles=[(0, (2, 1.5))] if style.dashed else "solid",
            hatch=style.hatch,
        )
    figure.add_artist(piece)
    data = io.BytesIO()
    canvas.print_png(data)  # type: ignore[no-untyped-call]  # matplotlib has no types for it
    return data.getvalue()
