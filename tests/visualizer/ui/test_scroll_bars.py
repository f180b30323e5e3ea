"""The scroll bars of lists and tables, which appear when needed."""

import tkinter as tk
from tkinter import ttk

import pytest

from visualizer.ui.widgets import table

ROWS = 6
WIDTH = 400
EVENTS = 2_000
"""Many more events than a table needs to come to rest."""


def comes_to_rest(root):
    """Handles events; whether none is left."""
    return any(not root.tk.dooneevent(tk._tkinter.DONT_WAIT) for _ in range(EVENTS))


def bars_of(frame):
    """The directions of the scroll bars that are shown."""
    shown = [slave for slave in frame.pack_slaves() if isinstance(slave, ttk.Scrollbar)]
    return {str(bar["orient"]) for bar in shown}


@pytest.fixture
def sized(root):
    """A table of ROWS rows, WIDTH wide, in a frame of any size; and the size that it needs."""
    frame, tree = table(root, [("Move", WIDTH // 2, "w"), ("Cost", WIDTH // 2, "w")], ROWS)
    for column in tree["columns"]:
        tree.column(column, minwidth=WIDTH // 2, stretch=False)
    for row in range(ROWS):
        tree.insert("", "end", values=(row, row))
    frame.pack_propagate(False)
    needed = tree.winfo_reqheight()

    def resize(width, height):
        frame.place(x=0, y=0, width=width, height=height)
        assert comes_to_rest(root)
        return bars_of(frame)

    yield resize, needed
    frame.destroy()


def test_a_bar_appears_in_the_direction_that_is_too_small(sized):
    """A small table has bars, a large one has none."""
    resize, height = sized
    assert resize(WIDTH + 100, height + 100) == set()
    assert resize(WIDTH + 100, height - 60) == {"vertical"}
    assert resize(WIDTH - 60, height + 100) == {"horizontal"}
    assert resize(WIDTH - 60, height - 60) == {"horizontal", "vertical"}
    assert resize(WIDTH + 100, height - 60) == {"vertical"}
    assert resize(WIDTH + 100, height + 100) == set()


def test_two_bars_that_need_each_other_come_to_rest(sized):
    """Where a table just fits, either bar takes the room that the other one leaves: they must not change for ever."""
    resize, height = sized
    for width in range(WIDTH - 2, WIDTH + 24, 3):
        for lower in range(-2, 24, 3):
            resize(WIDTH - 60, height + 100)
            resize(width, height + lower)
            resize(WIDTH + 100, height - 60)
            resize(width, height + lower)
