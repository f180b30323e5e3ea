"""What a TreePane shows of the search as a whole: the strip and the playback below the tree, and how the tree follows them.  Imports both."""

from __future__ import annotations

from c4.search.fixed_depth import ALGORITHMS
from c4.tree.replay import Moment
from c4.tree.searchtree import SearchTree
from visualizer.kit.theme import Theme
from visualizer.tree.glyphs import CHIP
from visualizer.tree.playback import Playback
from visualizer.tree.strip import Strip
from visualizer.tree.view import NODE

ROOMY = 560
"""Height of a pane, in points, from which the legend stays while the playback is open."""


class Overview:
    """Base of TreePane, whose attributes it uses."""

    def _build_overview(self) -> None:
        """Puts strip and playback bar under the tree."""
        self.strip = Strip(self, self.theme, self._overlay.fonts["count"], self.points, self._picked)
        self.strip.grid(row=2, column=0, sticky="ew")
        self.playback = Playback(self)
        self.playback.bar.grid(row=3, column=0, sticky="ew")
        self.playback.bar.grid_remove()
        self._framed: tuple | None = None  # what the strip's frame was made for
        self.bind("<Configure>", lambda event: self._share_height(), add="+")

    def _new_overview(self) -> None:
        """Another tree is shown, or none."""
        self.playback.close()
        self.strip.show(self.view.tree if self.view else None)
        self._framed = None

    def _overview_opened(self, tree: SearchTree, row: int) -> None:
        """The tree has grown below a row."""
        self.strip.show(tree)
        self._framed = None
        self.playback.opened(tree, row)
        self._mark_overview()

    def _colour_overview(self, theme: Theme) -> None:
        self.strip.set_theme(theme)
        self.playback.bar.set_theme(theme)

    def _share_height(self) -> None:
        """The tree needs the room more than its legend while the playback is open in a small window."""
        roomy = self.explained and (not self.playback.is_open or self.winfo_height() >= ROOMY * self.points)
        if roomy != bool(self._legend.winfo_manager()):
            if roomy:
                self._legend.grid()
            else:
                self._legend.grid_remove()

    def can_open(self) -> bool:
        """Whether what the row budget left out can be searched again."""
        return self.on_open is not None and self.view.tree.algorithm in ALGORITHMS

    # -- from the strip -------------------------------------------------------------------------------------------------

    def _picked(self, row: int) -> None:
        """A row was pointed at in the strip: the playback goes there; without one it is selected."""
        if self.playback.is_open:
            self.playback.pause()
            self.playback.seek(self.playback.replay.to_row(row))
            return
        self._follow_to(row, [row])
        self.selected, self.held = row, None
        self._mark()
        if self.on_select is not None:
            self.on_select(row)

    # -- following ------------------------------------------------------------------------------------------------------

    def follow(self, moment: Moment) -> None:
        """Brings the node of a moment on screen and shows what was known then."""
        self._share_height()
        self._follow_to(self.playback.shown_row(), self.playback.path())
        self.selected, self.held = moment.row, None
        if self._dragged != (0, 0):
            self.refresh()
        elif (
            self.canvas.waiting is None
        ):  # the picture and its words stay: only which of them are seen, and the marks, change
            self._overlay.hide(self.playback.hides)
            self._mark()

    def _follow_to(self, row: int, way: list[int]) -> None:
        """Unfolds the way to a row, with what was unfolded for the last one folded again; the nearest ancestor in sight stays in place.

        As much of the way is brought into sight as fits, its end before all.
        """
        anchor = self._shown(row)
        spot = self._pixel(anchor)
        if self.view.follow(row):
            self._rebuild()
            self._keep(anchor, spot)
        self._bring_into_sight(*way)

    def _mark_overview(self) -> None:
        """The playback's way through the tree, and on the strip what is in sight, selected and played."""
        playback = self.playback
        at = None
        if playback.is_open and playback.moment is not None:
            at = playback.moment.row
            ways = [row for row in playback.path() if row in self._layout.at]
            spots = [(*self._spot(i), self._radius(i)) for i in map(self._index, ways)]
            columns = [str(int(self.view.tree.move[row]) + 1) for row in ways]
            chip = self.drawing.chip_zoom * self.points * CHIP.size / 2 if self.drawing.chips_shown[False] else 0.0
            self._overlay.path(spots, playback.windows(), columns, -self.drawing.bus(0) * self.lens.ply, chip)
        self.strip.mark(self.selected, at)
        if (self.lens, self.view.glyphs) != self._framed:
            self._framed = self.lens, self.view.glyphs
            self.strip.frame(*self._in_sight())

    def _in_sight(self) -> tuple[int, int, int, int]:
        """Of what is on screen: the first row, the one after the last, the first and the last ply."""
        tree = self.view.tree
        spots = self.lens.pixels(self.drawing.xy)
        inside = (spots[:, 0] > self._overlay.gutter) & (spots[:, 0] < self.widget.winfo_width())
        inside &= (spots[:, 1] > 0) & (spots[:, 1] < self.widget.winfo_height())
        glyphs = [glyph for glyph, seen in zip(self.view.glyphs, inside) if seen]
        if not glyphs:
            return 0, len(tree), 0, 0
        first = min(glyph.hidden[0] if glyph.hidden else glyph.row for glyph in glyphs)
        last = max(
            glyph.row + 1 if glyph.sort == NODE and not self.view.is_folded(glyph.row) else self._end(glyph)
            for glyph in glyphs
        )
        plies = [int(tree.ply[glyph.row]) + (glyph.sort != NODE) for glyph in glyphs]
        return first, last, min(plies), max(plies)

    def _end(self, glyph) -> int:
        """The row after all that a folded glyph stands for."""
        row = glyph.hidden[-1] if glyph.hidden else glyph.row
        return row + int(self.view.tree.size[row])
