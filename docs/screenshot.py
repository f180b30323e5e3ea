"""Makes the pictures of the window in docs/: starts it on a virtual display, plays a few moves, takes screenshots.

python docs/screenshot.py            needs Xvfb, and the test extras (pip install -e ".[test]")
"""

from __future__ import annotations

import sys
import time
import tkinter as tk
from pathlib import Path

from PIL import ImageGrab
from pyvirtualdisplay import Display

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from c4.agents import HUMAN  # noqa: E402
from visualizer.shell.faces import ANALYSE  # noqa: E402
from visualizer.shell.window import Window  # noqa: E402

MOVES = (3, 3, 2, 4)
"""Columns (from 0) the person plays; the machine's answers are always the same."""


def main() -> None:
    with Display(visible=False, size=(1400, 900)) as display:
        take(display, "light", DOCS / "window.png", (1280, 800))
        take(display, "dark", DOCS / "window-dark.png", (1280, 800))


def take(display: Display, theme: str, path: Path, size: tuple[int, int]) -> None:
    """One picture of the window after the moves, with a cut node selected in the tree."""
    root = tk.Tk()
    window = Window(root)
    root.geometry(f"{size[0]}x{size[1]}+0+0")
    window.appearance.choose(theme)
    window.faces.show(ANALYSE)
    window.change(seats=(HUMAN, "alphabeta"))
    settle(root, lambda: window.tree_pane is not None)
    for column in MOVES:
        window.play(column)
        settle(root, lambda: window.session.humans_turn and not window.board.falling)
    select_cut_node(window)
    settle(root, lambda: False, seconds=4.0)  # the values over the columns come, too
    if window.errors:
        sys.exit(window.errors[0])
    x, y = root.winfo_rootx(), root.winfo_rooty()
    menu = y  # the menu bar lies above the window's own area
    ImageGrab.grab(
        bbox=(x, y - menu, x + root.winfo_width(), y + root.winfo_height()), xdisplay=display.new_display_var
    ).save(path)
    window.close()
    print(f"wrote {path.relative_to(DOCS.parent)}")


def select_cut_node(window: Window) -> None:
    """Selects the first root reply that was refuted, so that the card tells why."""
    tree = window.session.found.decision.tree
    from c4.tree.explain import cut_of

    cut = next((row for row in tree.children(0) if tree.size[row] > 1 and cut_of(tree, row)), 0)
    window.select_row(cut)


def settle(root: tk.Tk, done, seconds: float = 60.0) -> None:
    """Lets the window work until `done()`, at most so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not done():
        root.update()
        time.sleep(0.01)


if __name__ == "__main__":
    main()
