"""Legend: the strip under the tree that explains its glyphs."""

from __future__ import annotations

import tkinter as tk
from functools import lru_cache
from tkinter import font as tkfont
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.path import Path as Outline
from matplotlib.transforms import IdentityTransform

from c4.evaluators import EVALUATORS, short_label_of
from c4.game.values import WIN_FLOOR
from c4.tree.searchtree import HORIZON, PRUNED, TABLE, TERMINAL, THREAT, UNVISITED, SearchTree
from visualizer.state.tree.glyphs import ALGORITHMS
from visualizer.tree.style import DISC, STYLES, Style, colour, skirt
from visualizer.ui.canvas import DPI, Sheet, show
from visualizer.ui.drawing_settings import own_settings
from visualizer.ui.scale import scale
from visualizer.ui.theme import Theme

Entry = tuple[Any, ...]
"""A text and the styles of the glyphs it explains; None is a piece of the principal variation."""

ORDER = "tried from left to right, middle columns first: good replies found early prune more"
TIE = "a tie is pruned too: it cannot change the result"


def entries(tree: SearchTree, max_name: str = "MAX") -> tuple[Entry, ...]:
    """What there is to explain about a tree: what occurs in it, the least obvious first; `max_name` is who MAX is."""
    if tree.simulations is not None:
        return entries_of_simulations(tree, max_name)
    kinds = set(np.unique(tree.kind).tolist())
    ends = np.abs(tree.value[tree.kind == TERMINAL])
    wins = bool((ends >= WIN_FLOOR).any()) or bool((np.abs(tree.value[tree.kind != PRUNED]) >= WIN_FLOOR).any())
    unit = unit_of(tree.evaluator)
    occurring: list[tuple[bool, Entry]] = [
        (True, (f"in a disc: the column; below it: the value in {unit}, + is good for {max_name}",)),
        (PRUNED in kinds, ("pruned, never searched", STYLES["stub"])),
        (TABLE in kinds, ("from the table", STYLES["table"])),
        (THREAT in kinds, ("threats decide", STYLES["threat"])),
        (PRUNED in kinds, ("≤ at most, ≥ at least",)),
        (PRUNED in kinds, (TIE,)),
        (True, ("best line", None)),
        (True, ("click to unfold; larger: more nodes", _folded(skirt(2, False)), _folded(skirt(6, False)))),
        (PRUNED in kinds, ("some pruned inside", _folded(skirt(5, True)))),
        (wins, (f"W5, L6: {max_name} wins on ply 5, loses on ply 6",)),
        (True, ("more replies", STYLES["rest"])),
        (tree.algorithm in ALGORITHMS, (ORDER,)),
        (bool(tree.total_left_out), ("not recorded", STYLES["left out"])),
        (bool((ends < WIN_FLOOR).any()), ("draw", STYLES["full"])),
        (HORIZON in kinds, ("depth limit", STYLES["leaf"])),
        (bool((ends >= WIN_FLOOR).any()), ("won or lost", STYLES["win"])),
    ]
    return tuple(entry for occurs, entry in occurring if occurs)


def entries_of_simulations(tree: SearchTree, max_name: str) -> tuple[Entry, ...]:
    """What there is to explain about a tree of Monte-Carlo tree search."""
    kinds = set(np.unique(tree.kind).tolist())
    occurring: list[tuple[bool, Entry]] = [
        (True, (f"value: mean of the simulations, from −1 (lost) to +1 (won) for {max_name}",)),
        (True, ("N: visits, how many simulations went through",)),
        (True, ("most visited line", None)),
        (UNVISITED in kinds, ("not visited yet", STYLES["unvisited"])),
        (UNVISITED in kinds, ("several of them", STYLES["untried"])),
        (True, ("click to unfold; larger: more visits", _folded(skirt(2, False)), _folded(skirt(6, False)))),
        (True, ("more replies", STYLES["rest"])),
        (bool(tree.total_left_out), ("not recorded", STYLES["left out"])),
        (THREAT in kinds, ("a line can be completed at once", STYLES["threat"])),
        (TERMINAL in kinds, ("won or lost", STYLES["win"])),
        (HORIZON in kinds, ("no replies yet", STYLES["leaf"])),
    ]
    return tuple(entry for occurs, entry in occurring if occurs)


def unit_of(evaluator: str) -> str:
    """What values count: "V2 points", "discs left" for exact values."""
    if not evaluator:
        return "exact score"
    if evaluator not in EVALUATORS:
        return "points"
    label = short_label_of(evaluator)
    return f"{label} points" if evaluator in ("v1", "v2") else f"units of {label}"


def _folded(skirt: Style) -> Style:
    """The skirt of a folded node as a picture of its own."""
    return skirt._replace(path=Outline(np.asarray(skirt.path.vertices) + (0, 0.6)), size=18)


class Legend(tk.Canvas):
    """Glyphs with their texts, in as many lines as the width needs, or as many as `limit` allows."""

    def __init__(self, parent: tk.Misc, theme: Theme, font: tkfont.Font) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, height=1)
        self._font = font
        self._theme = theme
        self._entries: tuple[Entry, ...] = ()
        self._explained: tuple[SearchTree, str] | None = None
        self._pictures: list[tuple[list[tk.PhotoImage], str]] = []
        self._max_lines: int | None = None
        self.bind("<Configure>", lambda event: self._arrange())

    def explain(self, tree: SearchTree, max_name: str) -> None:
        """Explains what occurs in a tree; `max_name` is who MAX is.  A million rows take 6 ms."""
        explained = self._explained
        if explained is None or explained[0] is not tree or explained[1] != max_name:
            self._explained = (tree, max_name)
            self.show(entries(tree, max_name))

    def clear(self) -> None:
        """Explains nothing."""
        self._explained = None
        self.show(())

    def show(self, entries: tuple[Entry, ...]) -> None:
        """Explains these glyphs."""
        if entries != self._entries:
            self._entries = entries
            self.set_theme(self._theme)

    def limit(self, lines: int | None) -> None:
        """Leaves out what does not fit in so many lines; None shows everything."""
        if lines != self._max_lines:
            self._max_lines = lines
            self._arrange()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        self.configure(background=theme.window)
        self._pictures = [([self._image(style) for style in styles], text) for text, *styles in self._entries]
        self._arrange()

    def _image(self, style: Style | None) -> tk.PhotoImage:
        image = tk.PhotoImage(master=self)
        show(image, _picture(self._theme, style, scale(self)))
        return image

    def _arrange(self) -> None:
        """Places the entries line by line."""
        self.delete("all")
        width, height = self.winfo_width(), round(18 * scale(self))
        x, line = 8, 0
        for images, text in self._pictures:
            needed = sum(image.width() + 2 for image in images) + self._font.measure(text)
            if x + needed > width - 6 and x > 8:
                if line + 1 == self._max_lines:
                    continue
                x, line = 8, line + 1
            y = height // 2 + 2 + line * height
            for image in images:
                self.create_image(x, y, image=image, anchor="w")
                x += image.width() + 2
            self.create_text(x, y, text=text, anchor="w", font=self._font, fill=self._theme.faint)
            x += self._font.measure(text) + 8
        if width > 1 and self._pictures:  # an empty one keeps its height: the next tree comes soon
            self.configure(height=line * height + height // 2 * 2 + 4)


@lru_cache(maxsize=128)
@own_settings()
def _picture(theme: Theme, style: Style | None, points: float) -> np.ndarray:
    """The pixels of a glyph on the legend's ground; None is a piece of the principal variation."""
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
            sizes=[min(style.size, 15) ** 2],
            offsets=[(middle, middle)],
            transform=IdentityTransform(),
            offset_transform=IdentityTransform(),
            facecolors=colour(theme, "leaf" if style.fill == DISC else style.fill or "window"),
            edgecolors=colour(theme, style.edge),
            linestyles=[(0, (2, 1.5))] if style.dashed else "solid",
            hatch=style.hatch,
        )
    sheet.add_artist(piece)
    return sheet.draw(side, side).copy()  # a copy, because the sheet's buffer is a hundred times as large
