"""A window in a real display, and a hand that works it."""

import time
import tkinter as tk
from dataclasses import replace

from patience import LONG

from c4.session.session import Session
from c4.session.settings import ANALYSE, Settings
from visualizer.app.window import Window
from visualizer.board.controls import Controls
from visualizer.tree.model import TreeModel
from visualizer.tree.pane import TreePane


class Driver:
    """A window and a hand that works it."""

    def __init__(self, root: tk.Tk, settings: Settings | None = None, mode: str = ANALYSE) -> None:
        self.root = root
        plain = {"animation": False, "graph": False, "sound": False, "toured": True, "geometry": "1000x700+0+0"}
        settings = replace(settings or Settings(), mode=mode, source=None, **plain)  # values where a test asks for them
        self.window = Window(root, Session(settings))
        self.session = self.window.session
        self.pump(0.05)

    def pump(self, seconds: float, done=lambda: False) -> None:
        """Lets the window work for a while, or until something is so, and look once at least what has happened."""
        end = time.monotonic() + seconds
        self.window.poll()
        while time.monotonic() < end:
            self.root.update()
            if done():
                break
            time.sleep(0.002)
        assert not self.window.errors, self.window.errors[0]

    def until(self, done, seconds: float = LONG) -> None:
        """Lets the window work until something is so."""
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, "the window never got there"
            self.pump(0.01, done)

    def click(self, column: int, row: float = 0) -> None:
        """A real click into a column of the board."""
        x, y = (int(part) for part in self.window.board.centre(row, column))
        self.window.board.event_generate("<Motion>", x=x, y=y)
        self.window.board.event_generate("<Button-1>", x=x, y=y)
        self.window.board.event_generate("<ButtonRelease-1>", x=x, y=y)
        self.pump(0.02)

    def do(self, name: str) -> None:
        """Runs a command by its name."""
        self.window.do(name)
        self.opened()

    def opened(self) -> None:
        """Lets a window that is being loaded open."""
        self.pump(0.02)
        self.until(lambda: not self.window.loading)

    def press(self, key: str) -> None:
        """A real key press."""
        self.window.board.focus_force()
        self.root.update()
        self.window.board.event_generate(key)
        self.opened()

    def focus(self, widget: tk.Misc) -> None:
        """Gives a widget the keys; what had them may hear of it later and take them back, so until it has kept them."""
        self.pump(0.02)

        def stored() -> bool:
            if self.root.focus_get() is widget:
                return True
            widget.focus_force()
            return False

        self.until(stored)

    @property
    def controls(self) -> Controls:
        """The settings of the game and of searches, opened."""
        if not self.window.controls.winfo_manager():
            self.do("search settings")
        return self.window.controls

    def type_depth(self, text: str) -> None:
        """Types into the depth box and presses Return."""
        box = self.controls.depth
        self.focus(box)
        box.delete(0, "end")
        box.insert(0, text)
        box.event_generate("<Return>")
        self.pump(0.02)

    def show_weights(self) -> None:
        """Brings the learned weights to the front, once they can be shown."""
        self.tree_ready()
        self.window.tabs.select(self.window.analysis.learned)
        self.pump(0.02)

    def answered(self) -> None:
        self.until(lambda: self.session.humans_turn and not self.session.thinking)

    def play(self, column: int) -> None:
        """A real click into a column, and the machine's answer."""
        self.click(column)
        self.answered()

    def close_beside(self) -> None:
        """Closes whatever stands beside the main window."""
        for child in list(self.root.winfo_children()):
            if isinstance(child, tk.Toplevel):
                child.destroy()
        self.pump(0.01)

    def tree_ready(self) -> None:
        self.until(lambda: self.window.playing.ready)

    def searching(self) -> None:
        self.until(lambda: self.session.progress() is not None and self.session.progress().nodes > 0)


def pane_of(root: tk.Tk, tree, caption: str = "", size: str = "900x650", **calls) -> TreePane:
    """A tree pane that shows a tree and has been painted."""
    root.geometry(size)
    pane = TreePane(root, model=TreeModel(**calls))
    pane.pack(fill="both", expand=True)
    pane.model.show(tree, caption=caption)
    settle(pane)
    return pane


def settle(widget: tk.Misc) -> None:
    """Lets Tk do what waits, and what that makes wait, a picture in a later turn among it."""
    for _ in range(3):
        widget.update()
    while isinstance(widget, TreePane) and widget.canvas.busy:
        widget.update()


def words(canvas: tk.Canvas, tag: str = "all") -> list[str]:
    """The texts on a canvas, or those with a tag."""
    return [canvas.itemcget(item, "text") for item in canvas.find_withtag(tag) if canvas.type(item) == "text"]
