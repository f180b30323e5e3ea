"""The strip under the tree that explains its shapes.  Imports Tk, matplotlib and the glyphs."""

from __future__ import annotations

import tkinter as tk
from tkinter import font as tkfont
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.path import Path
from matplotlib.transforms import IdentityTransform

from c4.game.values import WIN_FLOOR
from c4.tree.explain import STRATEGY
from c4.tree.searchtree import HORIZON, PRUNED, TABLE, TERMINAL, THREAT, SearchTree
from visualizer.kit.canvas import show
from visualizer.kit.scale import scale
from visualizer.kit.sheet import DPI, Sheet
from visualizer.kit.theme import Theme
from visualizer.tree.colouring import STRONGEST
from visualizer.tree.glyphs import CHIP, CUT, STYLES, TURNED, Style, colour

Entry = tuple[Any, ...]
"""Words and the glyphs they explain; None is a piece of the best line."""

Shown = tuple[list[tk.PhotoImage], str]
"""The pictures of an entry, and its words."""

FOOT = CUT._replace(path=Path([(-0.5, -0.2), (0.5, -0.2), (0.5, -0.5), (-0.5, -0.5), (-0.5, -0.2)]))
"""The dash under a folded node."""

LEGENDS: dict[str, tuple[Entry, ...]] = {
    "": (),
    "value": (
        ("good for MAX", STYLES["leaf"]._replace(fill="good")),
        ("good for MIN", STYLES["leaf"]._replace(fill="bad")),
    ),
    "disagreement": (("Δ: how far two values are apart", STYLES["leaf"]._replace(fill=STRONGEST)),),
}
"""What the colours of glyphs say that are not coloured by side."""


LEAST_NEEDED = (
    "column", "cutoff inside", "other replies", "folded", "won or lost", "W5, L6: MAX wins, loses on ply 5, 6",
    "depth used up", "draw", "not recorded", "met before", "best line",
)  # fmt: skip
"""What a legend with few lines leaves out, first of all what explains itself; pointing at any glyph says what it is."""


def entries(tree: SearchTree) -> tuple[Entry, ...]:
    """What there is to explain about a tree: what occurs in it, folded or not, and nothing else."""
    kinds = set(np.unique(tree.kind).tolist())
    ends = np.abs(tree.value[tree.kind == TERMINAL])
    wins = bool((ends >= WIN_FLOOR).any()) or bool((np.abs(tree.value[tree.kind != PRUNED]) >= WIN_FLOOR).any())
    turns = bool(tree.root.rules.turns >> tree.root.ply + 1 & (1 << int(tree.ply.max())) - 1)
    strategy = tree.algorithm == STRATEGY
    found: list[tuple[bool, Entry]] = [
        (True, ("best line", None)),
        (True, ("column", CHIP)),
        (turns, ("then the board turned", TURNED)),
        (True, ("MAX", STYLES["max"])),
        (True, ("MIN", STYLES["min"])),
        (HORIZON in kinds, ("a diagram" if strategy else "depth used up", STYLES["leaf"])),
        (bool((ends >= WIN_FLOOR).any()), ("won or lost", STYLES["win"])),
        (bool((ends < WIN_FLOOR).any()), ("draw", STYLES["full"])),
        (TABLE in kinds, ("from the table", STYLES["table"])),
        (THREAT in kinds, ("threats decide", STYLES["threat"])),
        (True, ("folded", STYLES["max folded"], STYLES["min folded"])),
        (True, ("other replies", STYLES["rest"])),
        (PRUNED in kinds, ("pruned", STYLES["stub"], STYLES["pruned"])),
        (PRUNED in kinds, ("cutoff", CUT)),
        (PRUNED in kinds, ("cutoff inside", STYLES["max folded"], FOOT)),
        (bool(tree.total_left_out), ("met before" if strategy else "not recorded", STYLES["left out"])),
        (PRUNED in kinds or strategy, ("≤ at most, ≥ at least",)),
        (wins, ("W5, L6: MAX wins, loses on ply 5, 6",)),
    ]
    return tuple(entry for occurs, entry in found if occurs)


PICTURES: dict[tuple[str, float, int], np.ndarray] = {}
"""All pictures drawn so far, which every legend uses, by theme, scale and identity of the style."""


class Legend(tk.Canvas):
    """Glyphs with their words, in as many lines as the width asks for, or as `limit` allows."""

    def __init__(self, parent: tk.Misc, theme: Theme, font: tkfont.Font) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, height=1)
        self._font = font
        self._text = theme.faint
        self._entries: list[Shown] = []
        self._theme = theme
        self._shown: tuple[Entry, ...] = ()
        self._most: int | None = None
        self._images: dict[tuple[str, float, int], tk.PhotoImage] = {}
        self.bind("<Configure>", lambda event: self._arrange())

    def show(self, shown: tuple[Entry, ...]) -> None:
        """Explains these glyphs."""
        if shown != self._shown:
            self._shown = shown
            self.set_theme(self._theme)

    def limit(self, lines: int | None) -> None:
        """The most lines there are from now on; None for any number."""
        if lines != self._most:
            self._most = lines
            self._arrange()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        self.configure(background=theme.window)
        self._text = theme.faint
        look = theme.name, scale(self)
        self._images = {key: image for key, image in self._images.items() if key[:2] == look}
        self._entries = [([self._image(theme, style) for style in styles], words) for words, *styles in self._shown]
        self._arrange()

    def _image(self, theme: Theme, style: Style | None) -> tk.PhotoImage:
        """The picture of a glyph, drawn once."""
        points = scale(self)
        key = theme.name, points, id(style)
        if key not in self._images:
            if key not in PICTURES:
                PICTURES[key] = _picture(theme, style, points)
            self._images[key] = tk.PhotoImage(master=self)
            show(self._images[key], PICTURES[key])
        return self._images[key]

    def _arrange(self) -> None:
        self.delete("all")
        width, line = self.winfo_width(), round(18 * scale(self))
        placed = self._places(width - 6)
        for number, x, (images, words) in placed:
            y = line // 2 + 2 + number * line
            for image in images:
                self.create_image(x, y, image=image, anchor="w")
                x += image.width() + 2
            self.create_text(x, y, text=words, anchor="w", font=self._font, fill=self._text)
        if width > 1 and placed:  # an empty one keeps its room: the next tree comes soon
            self.configure(height=placed[-1][0] * line + line // 2 * 2 + 4)

    def _places(self, width: int) -> list[tuple[int, int, Shown]]:
        """The line (from 0) and the left edge of each entry that is to be seen."""
        left_out: set[str] = set()
        for name in (*LEAST_NEEDED, None):
            placed, number, x = [], 0, 8
            for entry in self._entries:
                images, words = entry
                if words in left_out:
                    continue
                taken = sum(image.width() + 2 for image in images) + self._font.measure(words)
                if x + taken > width and x > 8:
                    x, number = 8, number + 1
                placed.append((number, x, entry))
                x += taken + 8
            if self._most is None or number < self._most or name is None:
                break
            left_out.add(name)
        return placed


def _picture(theme: Theme, style: Style | None, points: float) -> np.ndarray:
    """The pixels of a glyph on the legend's ground; None is a piece of principal variation."""
    sheet, side = Sheet(DPI * points, theme.window), int(17 * points)
    middle = side / 2
    piece: LineCollection | PathCollection
    if style is None:
        piece = LineCollection(
            [[(middle, 0), (middle, 2 * middle)]], colors=theme.exact, linewidths=3.4, transform=IdentityTransform()
        )
    else:
        piece = PathCollection(
            (style.path,),
            sizes=[min(style.size + 4 * style.grows, 15) ** 2],
            offsets=[(middle, middle)],
            transform=IdentityTransform(),
            offset_transform=IdentityTransform(),
            facecolors=colour(theme, style.fill or "window"),
            edgecolors=colour(theme, style.edge),
            linestyles=[(0, (2, 1.5))] if style.dashed else "solid",
            hatch=style.hatch,
        )
    sheet.add_artist(piece)
    return sheet.draw(side, side).copy()  # alone: what it was drawn in takes a hundred times as much
