"""Rolling: a window or pane that is smaller than what stands in it shows a part of it, with bars to reach the rest.

Imports tkinter.
"""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import Any, Literal

OWN_WHEEL = ("Text", "Treeview", "Listbox", "Canvas", "TCombobox", "TSpinbox")
"""Classes of widgets that use the wheel themselves."""


class Rolling:
    """Takes over what is packed or gridded in a widget; `need` is told how many pixels that wants at least."""

    def __init__(self, top: tk.Tk | tk.Toplevel | tk.Widget) -> None:
        self._top = top
        self._need: tuple[int, int] = (1, 1)
        self._at = [0, 0]
        self.body = ttk.Frame(top)
        self.body.lower()
        self._bars = [
            ttk.Scrollbar(top, orient="horizontal", command=partial(self._roll, 0)),
            ttk.Scrollbar(top, orient="vertical", command=partial(self._roll, 1)),
        ]
        self._grows = isinstance(top, tk.Tk | tk.Toplevel) and not all(top.resizable())
        for slave in (*top.pack_slaves(), *top.grid_slaves()):
            slave.bind("<Configure>", lambda _: self._share() if self._grows else None, add="+")
        for slave in top.pack_slaves():
            packed: dict[str, Any] = {**slave.pack_info(), "in": self.body}
            slave.pack(**packed)
        for slave in top.grid_slaves():
            gridded: dict[str, Any] = {**slave.grid_info(), "in": self.body}
            slave.grid(**gridded)
        top.bind("<Configure>", lambda event: self._share() if event.widget is top else None, add="+")
        top.bind("<FocusIn>", self._focused, add="+")
        for event, notches in (("<Button-4>", -1), ("<Button-5>", 1)):
            top.bind(event, partial(self._wheel, notches), add="+")
        top.bind("<MouseWheel>", lambda event: self._wheel(-1 if event.delta > 0 else 1, event), add="+")

    def need(self, width: int, height: int) -> None:
        """What stands in the window needs so many pixels."""
        self._need = width, height
        self._share()

    @property
    def rolls(self) -> bool:
        """Whether there is more than can be seen."""
        return any(bar.winfo_manager() for bar in self._bars)

    def _share(self) -> None:
        """Gives the body what it needs, and puts the bars where there is more than can be seen."""
        if self._grows:  # a dialog needs what stands in it
            self._need = self.body.winfo_reqwidth(), self.body.winfo_reqheight()
        sizes = self._top.winfo_width(), self._top.winfo_height()
        thick = self._bars[1].winfo_reqwidth()
        across = sizes[0] < self._need[0]
        down = sizes[1] - thick * across < self._need[1]
        across = across or sizes[0] - thick * down < self._need[0]
        seen = sizes[0] - thick * down, sizes[1] - thick * across
        whole = [max(need, room) for need, room in zip(self._need, seen)]
        self._at = [max(0, min(at, all - room)) for at, all, room in zip(self._at, whole, seen)]
        self.body.place(x=-self._at[0], y=-self._at[1], width=whole[0], height=whole[1])
        for bar, shown, side in zip(self._bars, (across, down), (0, 1)):
            if not shown:
                bar.place_forget()
                continue
            bar.set(self._at[side] / whole[side], (self._at[side] + seen[side]) / whole[side])
            if side == 0:
                bar.place(x=0, rely=1.0, anchor="sw", width=seen[0])
            else:
                bar.place(relx=1.0, y=0, anchor="ne", height=seen[1])
            tk.Misc.lift(bar)
        self._seen, self._whole = seen, whole

    def _roll(self, side: int, how: Literal["moveto", "scroll"], amount: str, unit: str = "") -> None:
        """What a bar asks for."""
        if how == "moveto":
            self._at[side] = round(float(amount) * self._whole[side])
        else:
            self._at[side] += round(int(amount) * self._seen[side] * (0.9 if unit == "pages" else 0.1))
        self._share()

    def _wheel(self, notches: int, event: tk.Event[tk.Misc]) -> None:
        if self._bars[1].winfo_manager() and event.widget.winfo_class() not in OWN_WHEEL:
            self._roll(1, "scroll", str(notches))

    def _focused(self, event: tk.Event[tk.Misc]) -> None:
        """Brings what has the focus into sight."""
        widget = event.widget
        if not self.rolls or not isinstance(widget, tk.Misc) or widget is self._top:
            return
        corner = widget.winfo_rootx() - self._top.winfo_rootx(), widget.winfo_rooty() - self._top.winfo_rooty()
        size = widget.winfo_width(), widget.winfo_height()
        for side in (0, 1):
            beyond = corner[side] + size[side] - self._seen[side]
            if beyond > 0:
                self._at[side] += beyond
            if corner[side] - max(beyond, 0) < 0:
                self._at[side] += corner[side] - max(beyond, 0)
        self._share()
