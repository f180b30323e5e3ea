"""How windows that stand beside the main window work without one."""

from collections.abc import Callable
from functools import partial

from patience import wait_until

from visualizer.board.app_window import AppWindow


def work(window: AppWindow) -> None:
    """Lets Tk and the app work once, and shows what has changed."""
    window.update()
    window.app.poll()
    window.show_known()


def until(window: AppWindow, done: Callable[[], object]) -> None:
    """Lets a window work until something is so, and then once more."""
    wait_until(done, partial(work, window))
    work(window)
