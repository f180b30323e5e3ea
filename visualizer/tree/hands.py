"""How a tree answers to pointer and keys.  Imports the screen and the model.

Click: select, unfold, fold.  Double click: fit the subtree.  Wheel: zoom about the pointer.  Drag: pan.  Arrows: walk.
Space: unfold or fold.  p: show the pruned replies.  Plus, minus: zoom.  0, Home: fit.  Right click, menu key: what can
be done with a node.
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable, Iterable
from contextlib import suppress

from visualizer.kit.commands import Command
from visualizer.kit.later import Later
from visualizer.kit.menus import fill_with
from visualizer.kit.widgets import on
from visualizer.tree.actions import commands
from visualizer.tree.model import TreeModel
from visualizer.tree.screen import ZOOM_STEP, Screen

CLICK_SLACK = 4
"""Pixels the pointer may move between press and release of a click."""

SETTLE = 150
"""Milliseconds after which a drag that rests is drawn anew."""


class Hands:
    """Listens to the canvas of a screen."""

    def __init__(self, screen: Screen, model: TreeModel) -> None:
        self.screen, self.model, self.widget = screen, model, screen.widget
        self._press: tuple[int, int] | None = None  # where the button went down
        self._moving = False  # the button is down and the pointer has moved
        self._settling = Later(self.widget, self.screen.refresh)
        self._last_click: int | None = None  # the row
        self.menu = tk.Menu(self.widget, tearoff=False)
        self.entries: Callable[[], Iterable[Command]] = lambda: commands(model)
        """What stands in the context menu."""
        screen.on_settle = self._settled
        bind = self.widget.bind
        bind("<Configure>", lambda event: screen.resized(), add="+")
        bind("<ButtonPress-1>", self._pressed, add="+")
        bind("<B1-Motion>", self._drag, add="+")
        bind("<ButtonRelease-1>", self._released, add="+")
        bind("<Double-Button-1>", self._double, add="+")
        bind("<Motion>", self._moved, add="+")
        bind("<Leave>", lambda event: screen.point_at(None), add="+")
        bind("<Button-4>", lambda event: self._wheel(event, 1), add="+")
        bind("<Button-5>", lambda event: self._wheel(event, -1), add="+")
        bind("<MouseWheel>", lambda event: self._wheel(event, 1 if event.delta > 0 else -1), add="+")
        for event in ("<Button-2>" if sys.platform == "darwin" else "<Button-3>",):
            bind(event, self._menu_at_pointer, add="+")
        for name in ("Menu", "App"):
            with suppress(tk.TclError):  # a key that this system does not have
                bind(f"<KeyPress-{name}>", lambda event: self._menu_at_node(), add="+")
        bind("<Shift-F10>", lambda event: self._menu_at_node(), add="+")
        for key in ("Left", "Right", "Up", "Down"):
            for modifier in ("Shift", "Control"):  # these are the playback's: see the window's commands
                bind(f"<{modifier}-KeyPress-{key}>", lambda event: None)
        keys: tuple[tuple[tuple[str, ...], Callable[[], object]], ...] = (
            (("Left",), lambda: model.walk(-1)),
            (("Right",), lambda: model.walk(1)),
            (("Up",), model.up),
            (("Down",), model.down),
            (("space", "Return"), model.toggle_selected),
            (("plus", "equal", "KP_Add"), lambda: screen.zoom(ZOOM_STEP)),
            (("minus", "KP_Subtract"), lambda: screen.zoom(1 / ZOOM_STEP)),
            (("0", "Home", "KP_0"), screen.fit),
            (("p",), model.toggle_pruned),
        )
        for names, action in keys:
            for name in names:
                on(self.widget, f"<KeyPress-{name}>", action)

    def _pressed(self, event: tk.Event) -> None:
        self.widget.focus_set()
        self.screen.settle()
        self._press, self._moving = (event.x, event.y), False

    def _drag(self, event: tk.Event) -> None:
        """Moves what is painted; it is drawn anew when the button is released or the pointer rests."""
        if self._press is None or self.model.view is None:
            return
        dx, dy = event.x - self._press[0], event.y - self._press[1]
        if not self._moving and max(abs(dx), abs(dy)) <= CLICK_SLACK:
            return
        self._moving = True
        self.screen.drag(dx, dy)
        self._settling.after(SETTLE)

    def _settled(self, dx: int, dy: int) -> None:
        """The picture was drawn where it had been dragged: the drag is counted from here on."""
        if self._press is not None:
            self._press = self._press[0] + dx, self._press[1] + dy

    def _released(self, event: tk.Event) -> None:
        press, self._press = self._press, None
        if press is None or self.model.view is None:
            return
        self._settling.drop()
        if self._moving:
            self.screen.refresh()
            return
        i = self.screen.hit(event.x, event.y)
        self._last_click = None if i is None else self.model.view.glyphs[i].row
        if i is not None:
            self.model.click(self.model.view.glyphs[i].key)

    def _double(self, event: tk.Event) -> None:
        """Fits the subtree of the node that the first of the two clicks has chosen."""
        self._press = None
        if self._last_click is not None:
            self.screen.fit_subtree(self._last_click)

    def _menu_at_pointer(self, event: tk.Event) -> None:
        """Selects the node under the pointer and opens the menu of what can be done with it."""
        self.widget.focus_set()
        i = self.screen.hit(event.x, event.y)
        if i is not None and self.model.view is not None:
            self.model.hold(self.model.view.glyphs[i].key)
        self._open_menu(event.x_root, event.y_root)

    def _menu_at_node(self) -> str:
        """Opens the menu beside the selected node."""
        spot = self.screen.pixel(self.model.shown(self.model.selected)) or (20.0, 20.0)
        self._open_menu(self.widget.winfo_rootx() + round(spot[0]) + 12, self.widget.winfo_rooty() + round(spot[1]))
        return "break"

    def _open_menu(self, x: int, y: int) -> None:
        if self.model.view is not None:
            fill_with(self.menu, list(self.entries()))
            self.menu.tk_popup(x, y)

    def _moved(self, event: tk.Event) -> None:
        if self._press is None:
            self.screen.point_at(self.screen.hit(event.x, event.y))

    def _wheel(self, event: tk.Event, direction: int) -> str:
        self.screen.zoom(ZOOM_STEP**direction, event.x, event.y)
        return "break"
