"""A tree pane of its own, and what is written on the screen."""

import time
import tkinter as tk

from visualizer.state.tree.model import TreeModel
from visualizer.tree.pane import TreePane


def pane_of(root: tk.Tk, tree, caption: str = "", size: str = "900x650", **how) -> TreePane:
    """A tree pane that shows a tree and has been painted; `how` is for `TreeModel`."""
    root.geometry(size)
    pane = TreePane(root, model=TreeModel(**how))
    pane.pack(fill="both", expand=True)
    pane.model.show(tree, caption=caption)
    settle(pane)
    return pane


def settle(widget: tk.Misc) -> None:
    """Lets Tk do what waits, and what that makes wait, a picture in a later turn among it.

    A tree pane shows what its model says then.
    """
    for _ in range(3):
        widget.update()
        show_model(widget)
    while isinstance(widget, TreePane) and (widget.canvas.busy or widget.canvas.state is not widget.model.state):
        widget.update()
        show_model(widget)


def show_model(widget: tk.Misc) -> None:
    """Lets a tree pane show its model."""
    if isinstance(widget, TreePane):
        widget.show_model()


def run_on(pane: TreePane) -> None:
    """Lets a playback run on by the clock, and shows it."""
    pane.model.poll(time.monotonic())
    settle(pane)


def words(canvas: tk.Canvas, tag: str = "all") -> list[str]:
    """The texts on a canvas, or those with a tag."""
    return [canvas.itemcget(item, "text") for item in canvas.find_withtag(tag) if canvas.type(item) == "text"]
