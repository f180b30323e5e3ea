"""How a TreePane answers to pointer and keys: the part of the pane that listens.  Imports the tree's view only.

Click: select, unfold, fold.  Double click: fit the subtree.  Wheel: zoom about the pointer.  Drag: pan.  Arrows: walk.
Space: unfold or fold.  p: show the pruned replies.  Plus, minus: zoom.  0, Home: fit.
"""

from __future__ import annotations

from visualizer.tree.view import NODE, Key

ZOOM_STEP = 1.25

CLICK_SLACK = 4
"""Pixels the pointer may move between press and release of a click."""

SETTLE = 150
"""Milliseconds after which a drag that rests is drawn anew."""


class Hands:
    """Base of TreePane, whose attributes it uses."""

    def _bind_hands(self) -> None:
        """Listens to the canvas."""
        self._press: tuple[int, int] | None = None  # where the button went down
        self._dragged = (0, 0)  # how far the picture has been moved since it was drawn
        self._moving = False  # the button is down and the pointer has moved
        self._settling: str | None = None
        self._last_click: int | None = None  # the row
        on = self.widget.bind
        on("<Configure>", self._resized, add="+")
        on("<ButtonPress-1>", self._pressed, add="+")
        on("<B1-Motion>", self._drag, add="+")
        on("<ButtonRelease-1>", self._released, add="+")
        on("<Double-Button-1>", self._double, add="+")
        on("<Motion>", self._moved, add="+")
        on("<Leave>", lambda event: self._point_at(None), add="+")
        on("<Button-4>", lambda event: self._wheel(event, 1), add="+")
        on("<Button-5>", lambda event: self._wheel(event, -1), add="+")
        on("<MouseWheel>", lambda event: self._wheel(event, 1 if event.delta > 0 else -1), add="+")
        for key in ("Left", "Right", "Up", "Down"):
            for modifier in ("Shift", "Control"):
                on(
                    f"<{modifier}-KeyPress-{key}>", lambda event: None
                )  # these are the playback's: see the window's commands
        for keys, action in (
            (("Left",), lambda: self._walk(-1)),
            (("Right",), lambda: self._walk(1)),
            (("Up",), self._go_up),
            (("Down",), self._go_down),
            (("space", "Return"), self._toggle_selected),
            (("plus", "equal", "KP_Add"), self.zoom_in),
            (("minus", "KP_Subtract"), self.zoom_out),
            (("0", "Home", "KP_0"), self.fit),
            (("p",), self._toggle_pruned),
        ):
            for key in keys:
                on(f"<KeyPress-{key}>", lambda event, action=action: (action(), "break")[1], add="+")

    # -- pointer --------------------------------------------------------------------------------------------------------

    def _pressed(self, event) -> None:
        self.widget.focus_set()
        self._press, self._dragged, self._moving = (event.x, event.y), (0, 0), False

    def _drag(self, event) -> None:
        """Moves what is painted; nothing is drawn until the button is released or the pointer rests."""
        if self._press is None or self.view is None:
            return
        dx, dy = event.x - self._press[0], event.y - self._press[1]
        if not self._moving and max(abs(dx), abs(dy)) <= CLICK_SLACK:
            return
        self._moving = True
        step = dx - self._dragged[0], dy - self._dragged[1]
        self.widget.move(self.canvas._tkcanvas_image_region, *step)
        self.widget.move("moving", *step)
        self.widget.move("plies", 0, step[1])
        self._dragged = (dx, dy)
        if self._settling is not None:
            self.after_cancel(self._settling)
        self._settling = self.after(SETTLE, self.refresh)

    def _settle(self) -> None:
        """Makes what was dragged so far the place of the picture."""
        if self._settling is not None:
            self.after_cancel(self._settling)
            self._settling = None
        if self._dragged != (0, 0):
            dx, dy = self._dragged
            self.lens, self._dragged, self._as_fitted = self.lens.moved(dx, dy), (0, 0), False
            if self._press is not None:
                self._press = self._press[0] + dx, self._press[1] + dy

    def _released(self, event) -> None:
        press, self._press = self._press, None
        if press is None or self.view is None:
            return
        if self._moving:
            self.refresh()
        else:
            i = self._hit(event.x, event.y)
            self._last_click = None if i is None else self.view.glyphs[i].row
            if i is not None:
                self._clicked(i)

    def _clicked(self, i: int) -> None:
        """Selects; unfolds what is folded; folds what was selected and unfolded."""
        glyph = self.view.glyphs[i]
        again = glyph.row == self.selected and glyph.sort == NODE
        if glyph.sort != NODE or self.view.is_folded(glyph.row) or again:
            change = self.view.toggle if again else self.view.expand
            self._unfold(glyph.key, lambda: change(glyph.key))
        self._choose(glyph.row)

    def _double(self, event) -> None:
        """Fits the subtree of the node that the first of the two clicks has chosen."""
        self._press = None
        if self._last_click is not None:
            self.fit_subtree(self._last_click)

    def _moved(self, event) -> None:
        if self._press is None:
            self._point_at(self._hit(event.x, event.y))

    def _point_at(self, i: int | None) -> None:
        if i != self._hover:
            self._hover = i
            self._mark()
            self.widget.configure(cursor="hand2" if i is not None else "")

    def _wheel(self, event, direction: int) -> str:
        self._zoom(ZOOM_STEP**direction, event.x, event.y)
        return "break"

    # -- keys -----------------------------------------------------------------------------------------------------------

    def _walk(self, step: int) -> None:
        """To the glyph to the left or right below the same node: a sibling, or what is folded together there."""
        here = self.held or self.selected
        if self.view is None or here in (None, 0) or here not in self._layout.at:
            return
        parent = self.held[1] if self.held else int(self.view.tree.parent[here])
        siblings = list(self._graph.successors(parent))
        i = siblings.index(here) + step
        if 0 <= i < len(siblings):
            self._hold(siblings[i])

    def _hold(self, key: Key) -> None:
        """Selects a node, or stands on a rest or stub: then its parent is the selected node."""
        if isinstance(key, int):
            self._choose(key)
            return
        self._choose(key[1])
        self.held = key
        self._bring_into_sight(key)
        self._mark()

    def _go_up(self) -> None:
        if self.view is None or self.selected is None:
            return
        if self.held:
            self._choose(self.held[1])
        elif self.selected:
            self._choose(int(self.view.tree.parent[self.selected]))

    def _go_down(self) -> None:
        """To the best child, which is unfolded when needed; from a rest or stub to the first node folded into it."""
        if self.view is None or self.selected is None:
            return
        if self.held:
            self._open_held()
            return
        if self.view.is_folded(self.selected):
            self.expand(self.selected)
        best = self.view.tree.best_child(self.selected)
        if best is not None:
            self._choose(best)

    def _open_held(self) -> None:
        """Unfolds the rest or stub the selection stands on, and goes to its first node."""
        key = self.held
        first = next(glyph.hidden[0] for glyph in self.view.glyphs if glyph.key == key)
        self._unfold(key, lambda: self.view.expand(key))
        if first in self._layout.at:
            self._choose(first)

    def _toggle_selected(self) -> None:
        if self.view is not None and self.held:
            self._open_held()
        elif self.view is not None and self.selected is not None:
            row = self.selected
            self._unfold(row, lambda: self.view.toggle(row))
            self.select(row if row in self._layout.at else int(self.view.tree.parent[row]))

    def _toggle_pruned(self) -> None:
        """Shows the pruned replies to the selected node one by one, or folds them into their stub again."""
        if self.view is not None and self.selected is not None and self.view.is_cut(self.selected):
            row, last = self.selected, self.view.children(self.selected)[-1]
            if last in self.view.rows:
                self.collapse(last)
            else:
                self._unfold(row, lambda: self.view.reveal(last))
