"""Windows beside the main window: what they have in common, and the list of those that are open."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from typing import Any

from visualizer.ui.background import BESIDE
from visualizer.ui.command import key_of
from visualizer.ui.geometry import Screen, on_screen, over
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import largest, pixels
from visualizer.ui.style import theme_of
from visualizer.ui.theme import Theme


def screen_of(widget: tk.Misc) -> Screen:
    """The area on which windows may be: with several monitors, all of them where Tk knows them."""
    return Screen(widget.winfo_vrootx(), widget.winfo_vrooty(), widget.winfo_vrootwidth(), widget.winfo_vrootheight())


def area_of(window: tk.Misc) -> Screen:
    """Where a window is on the screen."""
    return Screen(window.winfo_rootx(), window.winfo_rooty(), window.winfo_width(), window.winfo_height())


def keep_on_screen(window: tk.Tk | tk.Toplevel) -> None:
    """Moves a window that has grown beyond an edge of the screen, and makes it smaller if it is larger than that."""
    window.update_idletasks()
    now = window.geometry()
    wanted = on_screen(now, screen_of(window))
    if wanted not in ("", now) and "+0+0" not in now:  # Tk does not know yet where a window at 0, 0 is
        window.geometry(wanted)


class Windows:
    """The open windows by the name under which they are registered, in the order in which they were opened."""

    def __init__(self) -> None:
        self.open: dict[str, ToolWindow] = {}

    def show(self, name: str, make: Callable[[], ToolWindow]) -> ToolWindow:
        """Brings the window of that name to the front, with the focus where it was; makes it if there is none."""
        window = self.open.get(name)
        if window is None:
            window = make()
            self._add(name, window)
            return window
        window.deiconify()
        window.lift()
        (window.focus_lastfor() or window).focus_set()
        return window

    def has_dialog(self) -> bool:
        """Whether a dialog is open, which stays over the main window."""
        return self._latest_dialog() is not None

    def close_dialog(self) -> None:
        """Does what Escape does in the dialog that was opened last."""
        dialog = self._latest_dialog()
        if dialog is not None:
            dialog.escape()

    def _latest_dialog(self) -> ToolWindow | None:
        dialogs = [window for window in self.open.values() if window.transient()]
        return dialogs[-1] if dialogs else None

    def _add(self, name: str, window: ToolWindow) -> None:
        """Lists a window until it is closed."""
        self.open[name] = window

        def gone(event: tk.Event[tk.Misc]) -> None:
            if event.widget is window and self.open.get(name) is window:
                del self.open[name]

        window.bind("<Destroy>", gone, add="+")


class ToolWindow(tk.Toplevel):
    """A window beside the main window.  Escape stops what it does, or closes it.

    `panes` show the state, like those of the main window.  `size` is the one that it opens with and `least` its least
    size, pixels at 100 %; without a size it is a dialog as large as its contents.
    """

    def __init__(
        self, parent: tk.Misc, title: str, size: str = "", least: tuple[int, int] = (0, 0), dialog: bool = False
    ) -> None:
        super().__init__(parent)
        BESIDE.add(self)
        self.panes: list[Pane[Any]] = []
        self.theme: Theme = theme_of(parent)
        self.title(title)
        if dialog or not size:
            self.transient(parent.winfo_toplevel())
        if size:
            wanted = [pixels(self, int(side)) for side in size.split("x")]
            sides = [min(pair) for pair in zip(wanted, largest(self))]
            main = area_of(parent.winfo_toplevel())
            self.geometry(over(sides[0], sides[1], main, screen_of(self)))
            self.minsize(*least)
        else:
            self.resizable(False, False)
        self.bind("<Escape>", self._escape)
        self.bind("<Control-w>", self._close)
        self.focus_set()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme

    def bind_actions(self, actions: Mapping[str, Callable[[], object]]) -> None:
        """Calls an action when its key is pressed; keys are named as `key_of` names them ("N", "4", "Space")."""

        def act(event: tk.Event[tk.Misc]) -> None:
            action = actions.get(key_of(event))
            if action is not None:
                action()

        self.bind("<KeyPress>", act, add="+")

    def _escape(self, event: tk.Event[tk.Misc]) -> None:
        self.escape()

    def _close(self, event: tk.Event[tk.Misc]) -> None:
        """Closes the window as its frame's button does."""
        action = self.protocol("WM_DELETE_WINDOW")
        if action:
            self.tk.call(action)
        else:
            self.destroy()

    def escape(self) -> None:
        """What Escape does."""
        self.destroy()

    def forget_drawn(self) -> None:
        """Draws everything again, because colours, fonts or the size have changed."""
        for pane in self.panes:
            pane.forget()

    def on_key(self, act: Callable[[tk.Event[tk.Misc]], object]) -> None:
        """Calls `act(event)` for every key, unless a button has just closed the window: Tk would call it then, too."""
        self.bind("<KeyPress>", act)
        self.tk.call("bind", str(self), "<KeyPress>", f"if {{[winfo exists %W]}} {{{self.bind('<KeyPress>')}}}")
