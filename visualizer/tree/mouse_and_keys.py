"""What the mouse, its wheel and the keys do in a picture of a tree."""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from c4.callbacks import ignore
from visualizer.state.tree.model import TreeModel
from visualizer.tree.canvas import TreeCanvas
from visualizer.ui.background import Debounce
from visualizer.ui.wheel import bind_wheel, zoom_factor
from visualizer.ui.widgets import on

CLICK_SLACK = 4
"""Pixels the pointer may move between press and release of a click."""

SETTLE_MS = 150
"""Milliseconds after which a drag that rests is drawn again."""


class MouseAndKeys:
    """Works a tree by pointer and keys.

    Click: select, unfold, fold.  Double click: fit the subtree.  Wheel: zoom about the pointer.  Drag: pan.  Arrows:
    walk.  Space: unfold or fold.  Plus, minus: zoom.  0, Home: fit.  Right click, menu key:
    what can be done with a node.
    """

    def __init__(
        self, canvas: TreeCanvas, model: TreeModel, acted: Callable[[], object], fill: Callable[[tk.Menu], object]
    ) -> None:
        self.canvas = canvas
        self.model = model
        self.widget = canvas.widget
        self._acted = acted
        self._fill = fill
        self._press: tuple[int, int] | None = None  # where the button went down, or the pointer was last
        self._dragging = False
        self._settling = Debounce(self.widget, canvas.refresh)
        self._clicked: int | None = None  # the row of the last click
        self.menu = tk.Menu(self.widget, tearoff=False)
        bind = self.widget.bind
        bind("<Configure>", lambda event: canvas.resized(), add="+")
        bind("<ButtonPress-1>", self._pressed, add="+")
        bind("<B1-Motion>", self._drag, add="+")
        bind("<ButtonRelease-1>", self._released, add="+")
        bind("<Double-Button-1>", self._double_click, add="+")
        bind("<Motion>", self._moved, add="+")
        bind("<Leave>", lambda event: canvas.point_at(None), add="+")
        bind_wheel(self.widget, self._turned)
        bind("<Button-2>" if sys.platform == "darwin" else "<Button-3>", self._menu_at_pointer, add="+")
        for name in ("Menu", "App"):
            with suppress(tk.TclError):  # a key that this system does not have
                bind(f"<KeyPress-{name}>", lambda event: self._menu_at_node(), add="+")
        bind("<Shift-F10>", lambda event: self._menu_at_node(), add="+")
        for key in ("Left", "Right", "Up", "Down"):
            for modifier in ("Shift", "Control", "Alt"):  # the window's commands use these
                bind(f"<{modifier}-KeyPress-{key}>", lambda event: None)
        for names, action in (
            (("Left",), partial(model.walk, -1)),
            (("Right",), partial(model.walk, 1)),
            (("Up",), model.up),
            (("Down",), model.down),
            (("space", "Return"), model.toggle_selected),
            (("plus", "equal", "KP_Add"), partial(canvas.zoom, zoom_factor(1))),
            (("minus", "KP_Subtract"), partial(canvas.zoom, zoom_factor(-1))),
            (("0", "Home", "KP_0"), canvas.fit),
        ):
            for name in names:
                on(self.widget, f"<KeyPress-{name}>", action, acted)
                for modifier in ("Control", "Alt"):  # Ctrl with plus, minus or 0 changes the scale of the window
                    self.widget.bind(f"<{modifier}-KeyPress-{name}>", ignore)

    def _pressed(self, event: tk.Event) -> None:
        self.widget.focus_set()
        self.canvas.settle()
        self._press = (event.x, event.y)
        self._dragging = False

    def _drag(self, event: tk.Event) -> None:
        """Moves what is painted; it is drawn again when the button is released or the pointer rests."""
        if self._press is None or self.canvas.state.view is None:
            return
        dx = event.x - self._press[0]
        dy = event.y - self._press[1]
        if not self._dragging and max(abs(dx), abs(dy)) <= CLICK_SLACK:
            return
        self._press = (event.x, event.y)
        self._dragging = True
        self.canvas.drag(dx, dy)
        self._settling.after(SETTLE_MS)

    def _released(self, event: tk.Event) -> None:
        press = self._press
        self._press = None
        if press is None or self.canvas.state.view is None:
            return
        self._settling.drop()
        if self._dragging:
            self.canvas.refresh()
            return
        glyph = self.canvas.glyph_at(event.x, event.y)
        self._clicked = None if glyph is None else glyph.row
        if glyph is not None:
            self.model.click(glyph.key)
            self._acted()

    def _double_click(self, event: tk.Event) -> None:
        """Fits the subtree of the node that the first of the two clicks has chosen."""
        self._press = None
        if self._clicked is not None:
            self.canvas.fit_subtree(self._clicked)

    def _moved(self, event: tk.Event) -> None:
        if self._press is None:
            self.canvas.pointer_moved(event.x, event.y)

    def _turned(self, notches: float, event: tk.Event) -> str:
        self.canvas.zoom(zoom_factor(notches), event.x, event.y)
        return "break"

    def _menu_at_pointer(self, event: tk.Event) -> None:
        """Selects the node under the pointer and opens its menu."""
        self.widget.focus_set()
        glyph = self.canvas.glyph_at(event.x, event.y)
        if glyph is not None:
            self.model.choose(glyph.row, reveal=False)
            self._acted()
        self._open_menu(event.x_root, event.y_root)

    def _menu_at_node(self) -> str:
        """Opens the menu of the selected node."""
        spot = self.canvas.selected_pixel() or (20.0, 20.0)
        self._open_menu(self.widget.winfo_rootx() + round(spot[0]) + 12, self.widget.winfo_rooty() + round(spot[1]))
        return "break"

    def _open_menu(self, x: int, y: int) -> None:
        if self.model.view is not None:
            self._fill(self.menu)
            self.menu.tk_popup(x, y)
