"""Arrows: the board worked by the keyboard: left and right choose a column, space drops a stone.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial

from visualizer.kit.keys import ALT, CONTROL, SHIFT


class Arrows:
    """`columns()` and `pointed()` tell how many columns there are and which is pointed at; `point(column)` points at
    one, `play(column)` drops a stone.
    """

    def __init__(
        self,
        board: tk.Canvas,
        columns: Callable[[], int],
        pointed: Callable[[], int | None],
        point: Callable[[int], object],
        play: Callable[[int], object],
    ) -> None:
        self._columns, self._pointed, self._point, self._play = columns, pointed, point, play
        for key, by in (("<Left>", -1), ("<Right>", 1)):
            board.bind(key, alone(partial(self._step, by)))
        for key in ("<space>", "<Return>", "<KP_Enter>", "<Down>"):
            board.bind(key, alone(self._drop))

    def _step(self, by: int) -> None:
        """To the next column on that side, at first to the middle."""
        at, columns = self._pointed(), self._columns()
        self._point(columns // 2 if at is None else (at + by) % columns)

    def _drop(self) -> None:
        at = self._pointed()
        if at is None:
            self._step(0)
        else:
            self._play(at)


def alone(action: Callable[[], object]) -> Callable[[tk.Event[tk.Misc]], str | None]:
    """Handles a key by an action; with Shift, Ctrl or Alt it belongs to a command of the window."""

    def act(event: tk.Event[tk.Misc]) -> str | None:
        if int(event.state) & (SHIFT | CONTROL | ALT):
            return None
        action()
        return "break"

    return act
