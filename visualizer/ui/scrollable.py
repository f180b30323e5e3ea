"""Scroll bars for windows that are larger than the screen."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import Any, Literal

from visualizer.ui.wheel import Steps, bind_wheel

USE_WHEEL = ("Text", "Treeview", "Listbox", "Canvas")
"""Classes of widgets that handle the wheel themselves."""


class Scrollable:
    """Scroll bars for a window or frame that can be smaller than its contents; `need` sets the size of the contents."""

    def __init__(self, top: tk.Tk | tk.Toplevel | tk.Widget) -> None:
        self._top = top
        self._need: tuple[int, int] = (1, 1)
        self._at = [0, 0]
        self.body = ttk.Frame(top)
        self.body.lower()
        self._bars = [
            ttk.Scrollbar(top, orient="horizontal", command=partial(self._scroll, 0)),
            ttk.Scrollbar(top, orient="vertical", command=partial(self._scroll, 1)),
        ]
        self._grows = isinstance(top, tk.Tk | tk.Toplevel) and not all(top.resizable())
        for slave in (*top.pack_slaves(), *top.grid_slaves()):
            slave.bind("<Configure>", self._contents_resized, add="+")
        self._move_contents()
        top.bind("<Configure>", self._resized, add="+")
        top.bind("<FocusIn>", self._focused, add="+")
        self._steps = Steps()
        bind_wheel(top, self._turned)

    def _move_contents(self) -> None:
        """Moves everything in the window into the body."""
        for slave in self._top.pack_slaves():
            packed: dict[str, Any] = {**slave.pack_info(), "in": self.body}
            slave.pack(**packed)
        for slave in self._top.grid_slaves():
            gridded: dict[str, Any] = {**slave.grid_info(), "in": self.body}
            slave.grid(**gridded)

    def _contents_resized(self, event: object) -> None:
        if self._grows:
            self._place()

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._top:
            self._place()

    def need(self, width: int, height: int) -> None:
        """Sets the smallest size of the contents in pixels."""
        self._need = (width, height)
        self._place()

    @property
    def scrolls(self) -> bool:
        """Whether part of the contents is hidden."""
        return any(bar.winfo_manager() for bar in self._bars)

    def _place(self) -> None:
        """Places the body, and the bars for the directions in which part of it is hidden."""
        if self._grows:  # a dialog that cannot be resized needs its requested size
            self._need = (self.body.winfo_reqwidth(), self.body.winfo_reqheight())
        across, down = self._hidden()
        thickness = self._bars[1].winfo_reqwidth()
        width = self._top.winfo_width() - (thickness if down else 0)
        height = self._top.winfo_height() - (thickness if across else 0)
        self._visible = (width, height)
        self._total = [max(self._need[0], width), max(self._need[1], height)]
        for side in (0, 1):
            furthest = self._total[side] - self._visible[side]
            self._at[side] = max(0, min(self._at[side], furthest))
        self.body.place(x=-self._at[0], y=-self._at[1], width=self._total[0], height=self._total[1])
        self._place_bar(0, across)
        self._place_bar(1, down)

    def _hidden(self) -> tuple[bool, bool]:
        """Whether part of the contents is hidden across, and down; each bar takes room from the other direction."""
        width = self._top.winfo_width()
        height = self._top.winfo_height()
        thickness = self._bars[1].winfo_reqwidth()
        across = width < self._need[0]
        if across:
            height -= thickness
        down = height < self._need[1]
        if down:
            width -= thickness
        return width < self._need[0], down

    def _place_bar(self, side: int, shown: bool) -> None:
        """Shows or hides the bar across (0) or down (1)."""
        bar = self._bars[side]
        if not shown:
            bar.place_forget()
            return
        first = self._at[side]
        last = first + self._visible[side]
        bar.set(first / self._total[side], last / self._total[side])
        if side == 0:
            bar.place(x=0, rely=1.0, anchor="sw", width=self._visible[0])
        else:
            bar.place(relx=1.0, y=0, anchor="ne", height=self._visible[1])
        tk.Misc.lift(bar)

    def _scroll(self, side: int, how: Literal["moveto", "scroll"], amount: str, unit: str = "") -> None:
        """Handles a scroll bar's command."""
        if how == "moveto":
            self._at[side] = round(float(amount) * self._total[side])
        else:
            share = 0.9 if unit == "pages" else 0.1
            self._at[side] += round(int(amount) * self._visible[side] * share)
        self._place()

    def _turned(self, notches: float, event: tk.Event[tk.Misc]) -> None:
        steps = -self._steps.add(notches)
        if steps and self._bars[1].winfo_manager() and event.widget.winfo_class() not in USE_WHEEL:
            self._scroll(1, "scroll", str(steps))

    def _focused(self, event: tk.Event[tk.Misc]) -> None:
        """Scrolls to the widget that has the focus."""
        widget = event.widget
        if not self.scrolls or not isinstance(widget, tk.Misc) or widget is self._top:
            return
        x = widget.winfo_rootx() - self._top.winfo_rootx()
        y = widget.winfo_rooty() - self._top.winfo_rooty()
        self._scroll_to(0, x, x + widget.winfo_width())
        self._scroll_to(1, y, y + widget.winfo_height())
        self._place()

    def _scroll_to(self, side: int, start: int, end: int) -> None:
        """Scrolls so that everything from `start` to `end` is visible, or at least `start`."""
        beyond = max(0, end - self._visible[side])
        self._at[side] += beyond
        start -= beyond
        if start < 0:
            self._at[side] += start
