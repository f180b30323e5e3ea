"""Turns of a wheel and of a touchpad by their size: many small ones make one notch."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from typing import Any

NOTCH = 120
"""The delta of one notch of a wheel, except on macOS with Tk 8, where it is 1."""

ZOOM_OF_A_NOTCH = 1.25

PIXELS_OF_A_NOTCH = 60
"""Pixels that a touchpad scrolls for as much as a notch."""


def notches(delta: int, system: str = "x11", tk_version: float = 8.6) -> float:
    """How many notches an event <MouseWheel> turns, fractions included; above 0 is away from you."""
    return delta / (1 if system == "aqua" and tk_version < 9 else NOTCH)


def notches_of(event: tk.Event[tk.Misc], widget: tk.Misc) -> float:
    """How many notches an event <MouseWheel> turns (see `notches`), in the program of a widget."""
    return notches(event.delta, str(widget.tk.call("tk", "windowingsystem")), tk.TkVersion)


def zoom_factor(turned: float) -> float:
    """The factor by which so many notches zoom: twelve turns of a twelfth zoom as much as one notch."""
    return float(ZOOM_OF_A_NOTCH**turned)


def touchpad_deltas(detail: int) -> tuple[int, int]:
    """The pixels (across, down) of an event <TouchpadScroll> of Tk 9 from its %D, two signed 16-bit numbers."""
    low = detail & 0xFFFF
    return detail >> 16, low - 0x10000 if low >= 0x8000 else low


Turned = Callable[[float, "tk.Event[tk.Misc]"], Any]
"""Called with the notches that a wheel has turned, above 0 away from you, and the event; returns "break" or nothing."""


def bind_wheel(widget: tk.Misc, turned: Turned) -> None:
    """Calls `turned` for every turn of a wheel over a widget, and for every scroll of a touchpad.

    X11 has buttons for the notches of a wheel until Tk 8.6; Tk 9 has an event of its own for touchpads.
    """
    widget.bind("<Button-4>", partial(turned, 1.0), add="+")
    widget.bind("<Button-5>", partial(turned, -1.0), add="+")

    def by_wheel(event: tk.Event[tk.Misc]) -> Any:
        return turned(notches_of(event, widget), event)

    def by_touchpad(event: tk.Event[tk.Misc]) -> Any:
        return turned(touchpad_deltas(event.delta)[1] / PIXELS_OF_A_NOTCH, event)

    widget.bind("<MouseWheel>", by_wheel, add="+")
    if has_touchpad_events(tk.TkVersion):
        widget.bind("<TouchpadScroll>", by_touchpad, add="+")


def has_touchpad_events(tk_version: float) -> bool:
    """Whether this Tk knows the event <TouchpadScroll>."""
    return tk_version >= 9


class Steps:
    """Counts whole steps, such as lines of a list: fractions of a notch wait for the rest."""

    def __init__(self) -> None:
        self._rest = 0.0

    def add(self, turned: float) -> int:
        """The whole steps that so many notches, with those that waited, make; a turn back forgets what waited."""
        if turned * self._rest < 0:
            self._rest = 0.0
        self._rest += turned
        steps = int(self._rest)
        self._rest -= steps
        return steps


LINES_OF_A_NOTCH = 4
"""Lines that a list scrolls for a notch."""


def turn_by_size(root: tk.Misc) -> None:
    """Makes the wheel scroll lists by the size of its turns, and change no choice or number that it passes over.

    Tk's own bindings take every event for one step at least, in one direction or in both.
    """
    for name in ("Treeview", "Listbox"):
        _Turning(root, name, "<MouseWheel>", LINES_OF_A_NOTCH, "{widget} yview scroll {step} units")
        _Turning(root, name, "<Shift-MouseWheel>", LINES_OF_A_NOTCH, "{widget} xview scroll {step} units")
    for name in ("TScrollbar", "Scrollbar"):
        _Turning(root, name, "<MouseWheel>", LINES_OF_A_NOTCH, "tk::ScrollByUnits {widget} v {step}")
        _Turning(root, name, "<Shift-MouseWheel>", LINES_OF_A_NOTCH, "tk::ScrollByUnits {widget} h {step}")
    for name in ("TCombobox", "TSpinbox"):
        for event in ("<MouseWheel>", "<Button-4>", "<Button-5>"):
            root.unbind_class(name, event)
        if has_touchpad_events(tk.TkVersion):
            root.unbind_class(name, "<TouchpadScroll>")


class _Turning:
    """Runs Tcl's `command` for every step that the wheel has turned over a widget of a class."""

    def __init__(self, root: tk.Misc, widget_class: str, event: str, steps_of_a_notch: int, command: str) -> None:
        self._root = root
        self._steps_of_a_notch = steps_of_a_notch
        self._command = command
        self._widget = ""
        self._steps = Steps()
        root.bind_class(widget_class, event, self._turned)

    def _turned(self, event: tk.Event[tk.Misc]) -> None:
        widget = str(event.widget)
        if widget != self._widget:
            self._widget = widget
            self._steps = Steps()
        steps = -self._steps.add(self._steps_of_a_notch * notches_of(event, self._root))
        command = self._command.format(widget=widget, step=1 if steps > 0 else -1).split()
        for _ in range(abs(steps)):
            self._root.tk.call(*command)
