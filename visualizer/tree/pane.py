"""TreePane: the search tree in the window: header, picture, overview, playback bar and legend, and its input controller."""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable, Iterable
from contextlib import suppress
from tkinter import ttk

from visualizer.tree.actions import commands
from visualizer.tree.canvas import TreeCanvas
from visualizer.tree.legend import Entry, Legend, entries
from visualizer.tree.model import Change, TreeModel, ViewState
from visualizer.tree.overview import Overview
from visualizer.tree.playback import PlaybackBar
from visualizer.ui.background import Debounce
from visualizer.ui.command import Command
from visualizer.ui.menus import fill_with
from visualizer.ui.scale import font
from visualizer.ui.style import set_theme
from visualizer.ui.theme import LIGHT, Theme
from visualizer.ui.widgets import Flow, on, wrap

LEGEND_HEIGHT = 560
"""Height of a pane, in points, from which the legend is complete, and stays while the playback is open."""

OVERVIEW_HEIGHT = 480
"""Height of a pane, in points, from which the overview is shown; below it only during a playback."""

RECORD_MS = 350
"""Milliseconds without change after which the view state is recorded, to come back to it."""

ZOOM_STEP = 1.25

CLICK_SLACK = 4
"""Pixels the pointer may move between press and release of a click."""

SETTLE_MS = 150
"""Milliseconds after which a drag that rests is drawn again."""


class TreePane(ttk.Frame):
    """Shows one recorded search: what `model` says."""

    def __init__(self, parent: tk.Misc, theme: Theme = LIGHT, model: TreeModel | None = None) -> None:
        super().__init__(parent)
        self.model = model or TreeModel()
        self.theme = theme
        self.header = wrap(tk.Label(self, anchor="w", justify="left", padx=6, pady=3))
        self.header.grid(row=0, column=0, sticky="ew")
        self.canvas = TreeCanvas(self, self.model, theme, self._painted)
        fonts = self.canvas.overlay.fonts
        self.header.configure(font=fonts["value"])
        self.buttons = Flow(self)
        self.buttons.grid(row=1, column=0, sticky="ew", padx=6)
        views = (("One ply more", self.model.one_ply_more), ("Best line", self.model.best_line))
        for name, action in (*views, ("Fit", self.canvas.fit), ("Back", self.back)):
            button = ttk.Button(self.buttons, text=name, command=action, style="Tree.TButton", takefocus=False)
            self.buttons.add(button)
        ttk.Style(parent).configure("Tree.TButton", font=fonts["value"], padding=(6, 1))
        self.canvas.widget.grid(row=2, column=0, sticky="nsew")
        self.why = tk.Label(self, anchor="nw", justify="left", padx=8, pady=2, font=font(self, 12), height=2)
        self.why.grid(row=3, column=0, sticky="ew")
        self.overview = Overview(self, theme, fonts["count"], self.model.pick)
        self.overview.grid(row=4, column=0, sticky="ew")
        self._marked: tuple[object, object] | None = None  # what the overview's frame shows
        self._explained: tuple[object, str, tuple[Entry, ...]] = None, "", ()  # what occurs in which tree, to MAX
        self.bar = PlaybackBar(self, self.model.playback, fonts, self._share_height, self.canvas.widget.focus_set)
        self.bar.grid(row=5, column=0, sticky="ew")
        self.bar.grid_remove()
        self.legend = Legend(self, theme, fonts["count"])
        self.legend.grid(row=6, column=0, sticky="ew")
        self.rowconfigure(2, weight=1)
        self.columnconfigure(0, weight=1)
        self.input = InputController(self.canvas, self.model)
        self._recording = Debounce(self, self.record_view)
        self.bind("<Configure>", lambda event: self._share_height(), add="+")
        self.model.on_change, self.model.on_message = self._changed, self.show_message
        set_theme(self, theme)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.canvas.set_theme(theme)
        self.show_message("")

    def show_message(self, text: str) -> None:
        """Shows a sentence in the header; "" shows again what the tree is."""
        colour = self.theme.text if not text and self.model.view is not None else self.theme.bad
        self._write(self.header, text or self.model.header(), colour)
        self._write(self.why, self.model.why(), self.theme.bad)

    def _write(self, label: tk.Label, text: str, colour: str) -> None:
        """Shows a text, and no panel without one."""
        label.configure(text=text, foreground=colour, background=self.theme.panel if text else self.theme.window)

    # -- back and forward ---------------------------------------------------------------------------------------------

    @property
    def can_go_back(self) -> bool:
        """Whether there is a previous view."""
        return self.model.history.can_go_back(self.canvas.view_state())

    def back(self) -> None:
        """Shows the previous view."""
        self._go(-1)

    def forward(self) -> None:
        """Shows the next view."""
        self._go(1)

    def _go(self, by: int) -> None:
        self.record_view()
        state = self.model.history.go(by)
        if state is not None:
            self.restore(state)
            self._recording.drop()

    def restore(self, state: ViewState) -> None:
        """Shows again what was shown."""
        self.canvas.restore(state)
        if state.selected is not None:
            self.model.select(state.selected, reveal=False)
            if self.model.on_select is not None:
                self.model.on_select(state.selected)

    def record_view(self) -> None:
        """Records the view state, if it is new."""
        self._recording.drop()
        self.model.history.record(self.canvas.view_state())

    # -- how the parts work together ----------------------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        if change.what in ("tree", "style"):
            self._fill_legend()
        if change.what == "tree":
            self._share_height()
        if change.what in ("tree", "expanded") and self.model.live is None:
            self._fill_overview()  # before the picture, which gets the space that the overview leaves
        self.canvas.change(change)
        self.show_message("")
        if change.what == "selection":
            if not self.canvas.picture.waiting:
                self._mark_overview()
            self._recording.after(RECORD_MS)

    def _painted(self) -> None:
        if self.model.live is None:
            self._write(self.why, self.model.why(), self.theme.bad)  # a fit may have folded what it was about
            self._mark_overview()
            self._recording.after(RECORD_MS)

    def _fill_legend(self) -> None:
        """Explains what occurs in the tree."""
        if self.model.view is None:
            self.legend.show(())
        elif self.model.live is None:
            who = "MAX" if self.model.sides is None else f"{self.model.sides[0][0]} (MAX)"
            tree = self.model.view.tree
            if self._explained[0] is not tree or self._explained[1] != who:  # a million rows take 6 ms
                self._explained = tree, who, entries(tree, who)
            self.legend.show(self._explained[2])

    def _fill_overview(self) -> None:
        tree = None if self.model.view is None else self.model.view.tree
        if tree is not self.overview.tree:
            self._marked = None
            self.overview.show(tree)

    def _mark_overview(self) -> None:
        """Marks what is in sight, selected and played back."""
        if self.model.view is None or self.model.live is not None:
            return
        moment = self.model.playback.moment
        frontier = None if moment is None else self.model.playback.frontier
        self.overview.mark(self.model.selected, None if moment is None else moment.row, frontier)
        marked = self.canvas.viewport, self.model.view.glyphs
        if marked != self._marked:
            self._marked = marked
            self.overview.frame(*self.canvas.visible_range())

    def _share_height(self) -> None:
        """Shortens the legend in a small window, and hides it there while the playback is open."""
        high = self.winfo_height() >= LEGEND_HEIGHT * self.canvas.points
        self.legend.limit(4 if high else 2)
        playing, tall = self.model.playback.is_open, self.winfo_height() >= OVERVIEW_HEIGHT * self.canvas.points
        explained = not playing and self.model.live is None
        for part, shown in (
            (self.legend, self.model.has_legend and (high or not playing)),
            (self.why, explained),
            (self.overview, tall or playing),
        ):
            if shown:
                part.grid()
            else:
                part.grid_remove()
        width = self.winfo_width() - 20
        self.why.configure(wraplength=max(width, 80), height=2 if width > 600 * self.canvas.points else 3)


class InputController:
    """Works a tree by pointer and keys.

    Click: select, unfold, fold.  Double click: fit the subtree.  Wheel: zoom about the pointer.  Drag: pan.  Arrows:
    walk.  Space: unfold or fold.  Plus, minus: zoom.  0, Home: fit.  Right click, menu key:
    what can be done with a node.
    """

    def __init__(self, canvas: TreeCanvas, model: TreeModel) -> None:
        self.canvas, self.model, self.widget = canvas, model, canvas.widget
        self._press: tuple[int, int] | None = None  # where the button went down, or the pointer was last
        self._dragging = False
        self._settling = Debounce(self.widget, canvas.refresh)
        self._clicked: int | None = None  # the row of the last click
        self.menu = tk.Menu(self.widget, tearoff=False)
        self.menu_entries: Callable[[], Iterable[Command]] = lambda: [
            entry._replace(keys=()) for entry in commands(lambda: model)
        ]
        """The entries of the context menu, asked for whenever it opens."""
        bind = self.widget.bind
        bind("<Configure>", lambda event: canvas.resized(), add="+")
        bind("<ButtonPress-1>", self._pressed, add="+")
        bind("<B1-Motion>", self._drag, add="+")
        bind("<ButtonRelease-1>", self._released, add="+")
        bind("<Double-Button-1>", self._double_click, add="+")
        bind("<Motion>", self._moved, add="+")
        bind("<Leave>", lambda event: canvas.point_at(None), add="+")
        bind("<Button-4>", lambda event: self._wheel(event, 1), add="+")
        bind("<Button-5>", lambda event: self._wheel(event, -1), add="+")
        bind("<MouseWheel>", lambda event: self._wheel(event, 1 if event.delta > 0 else -1), add="+")
        bind("<Button-2>" if sys.platform == "darwin" else "<Button-3>", self._menu_at_pointer, add="+")
        for name in ("Menu", "App"):
            with suppress(tk.TclError):  # a key that this system does not have
                bind(f"<KeyPress-{name}>", lambda event: self._menu_at_node(), add="+")
        bind("<Shift-F10>", lambda event: self._menu_at_node(), add="+")
        for key in ("Left", "Right", "Up", "Down"):
            for modifier in ("Shift", "Control", "Alt"):  # the window's commands use these
                bind(f"<{modifier}-KeyPress-{key}>", lambda event: None)
        keys: tuple[tuple[tuple[str, ...], Callable[[], object]], ...] = (
            (("Left",), lambda: model.walk(-1)),
            (("Right",), lambda: model.walk(1)),
            (("Up",), model.up),
            (("Down",), model.down),
            (("space", "Return"), model.toggle_selected),
            (("plus", "equal", "KP_Add"), lambda: canvas.zoom(ZOOM_STEP)),
            (("minus", "KP_Subtract"), lambda: canvas.zoom(1 / ZOOM_STEP)),
            (("0", "Home", "KP_0"), canvas.fit),
        )
        for names, action in keys:
            for name in names:
                on(self.widget, f"<KeyPress-{name}>", action)

    def _pressed(self, event: tk.Event) -> None:
        self.widget.focus_set()
        self.canvas.settle()
        self._press, self._dragging = (event.x, event.y), False

    def _drag(self, event: tk.Event) -> None:
        """Moves what is painted; it is drawn again when the button is released or the pointer rests."""
        if self._press is None or self.model.view is None:
            return
        dx, dy = event.x - self._press[0], event.y - self._press[1]
        if not self._dragging and max(abs(dx), abs(dy)) <= CLICK_SLACK:
            return
        self._press, self._dragging = (event.x, event.y), True
        self.canvas.drag(dx, dy)
        self._settling.after(SETTLE_MS)

    def _released(self, event: tk.Event) -> None:
        press, self._press = self._press, None
        if press is None or self.model.view is None:
            return
        self._settling.drop()
        if self._dragging:
            self.canvas.refresh()
            return
        i = self.canvas.hit(event.x, event.y)
        self._clicked = None if i is None else self.model.view.glyphs[i].row
        if i is not None:
            self.model.click(self.model.view.glyphs[i].key)

    def _double_click(self, event: tk.Event) -> None:
        """Fits the subtree of the node that the first of the two clicks has chosen."""
        self._press = None
        if self._clicked is not None:
            self.canvas.fit_subtree(self._clicked)

    def _moved(self, event: tk.Event) -> None:
        if self._press is None:
            self.canvas.point_at(self.canvas.hit(event.x, event.y))

    def _wheel(self, event: tk.Event, direction: int) -> str:
        self.canvas.zoom(ZOOM_STEP**direction, event.x, event.y)
        return "break"

    def _menu_at_pointer(self, event: tk.Event) -> None:
        """Selects the node under the pointer and opens its menu."""
        self.widget.focus_set()
        i = self.canvas.hit(event.x, event.y)
        if i is not None and self.model.view is not None:
            self.model.choose(self.model.view.glyphs[i].row)
        self._open_menu(event.x_root, event.y_root)

    def _menu_at_node(self) -> str:
        """Opens the menu of the selected node."""
        spot = self.canvas.pixel(self.model.visible_row(self.model.selected)) or (20.0, 20.0)
        self._open_menu(self.widget.winfo_rootx() + round(spot[0]) + 12, self.widget.winfo_rooty() + round(spot[1]))
        return "break"

    def _open_menu(self, x: int, y: int) -> None:
        if self.model.view is not None:
            first, *others = self.menu_entries()
            fill_with(self.menu, [first._replace(separated=False), *others])
            self.menu.tk_popup(x, y)
