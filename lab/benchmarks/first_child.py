"""What runs in the processes that `lab.benchmarks.first` and `window` start: a window, from its first paint on.

Each function is a whole process: it makes a window as `interface.py` does, prints what it measured, and ends the
process.  What is heavy is imported after `start.prepare()`, as in the program.
"""

from __future__ import annotations

import json
import sys
import time
import tkinter as tk
from typing import TYPE_CHECKING, NamedTuple

from visualizer.app import start

if TYPE_CHECKING:
    from visualizer.testing import Hand

GEOMETRY = "1280x800+0+0"

DONT_WAIT = 2
"""Tk's flag for one turn of the event loop that does not wait for an event."""

COLUMN = 3
"""The column (from 0) that is clicked as soon as the board is painted."""

REPLIED = 2
"""The discs on the board when the reply is there."""

WAIT_SECONDS = 120
"""A window that shows no reply or no tree in this time has failed."""


class Moment(NamedTuple):
    """When something came, in seconds: by the clock, and of processor time since the click."""

    clock: float
    processor: float


class FirstMinute(NamedTuple):
    """What a window did after its first paint; the times are seconds."""

    longest_gap: float
    """By the clock, without an event."""

    longest_turn: float
    """Of the event loop, in processor time of the window's thread."""

    answer: Moment
    """The reply was on the board, by the clock since the click."""

    tree: Moment
    """The tree of the reply was painted, by the clock since the first paint."""


def first_minute(seat: str, depth: int, rest: float, pictures: str) -> None:
    """Plays a disc against `seat`, waits for reply and tree and `rest` seconds more, and prints a `FirstMinute` as JSON.

    With `pictures`, a folder, the screen is saved after 1, 2 and `rest` seconds.
    """
    root = tk.Tk(className="connect4")
    start.prepare()
    from c4.session.settings import Settings
    from visualizer.testing import Hand, make_window

    settings = Settings().changed(seats=("human", seat), depth=depth)
    hand = Hand(make_window(root, settings, mode="analyse", geometry=GEOMETRY))
    root.update_idletasks()
    root.update()
    watch = Watch(hand, [1.0, 2.0, rest] if pictures else [], pictures)
    result = watch.run(rest)
    hand.window.close()
    print(json.dumps(result), flush=True)
    start.leave()


class Watch:
    """Works the event loop of a window that has just been painted, and notes what comes when."""

    def __init__(self, hand: Hand, picture_times: list[float], folder: str) -> None:
        self.hand = hand
        self.picture_times = picture_times
        self.folder = folder
        self.painted = time.perf_counter()
        self.longest_gap = 0.0
        self.longest_turn = 0.0

    def run(self, rest: float) -> FirstMinute:
        """Clicks, and works until reply and tree are there and `rest` seconds after the click are over."""
        answer = None
        tree = None
        last_event = self.painted
        clicked = time.perf_counter()
        used = time.process_time()
        turn_begun = time.thread_time()
        self.hand.click(COLUMN)
        while answer is None or tree is None or time.perf_counter() < clicked + rest:
            did_something = self.hand.root.tk.dooneevent(DONT_WAIT)
            now = time.perf_counter()
            self.longest_gap = max(self.longest_gap, now - last_event)
            self.longest_turn = max(self.longest_turn, time.thread_time() - turn_begun)
            if not did_something:
                time.sleep(0.001)
            last_event = time.perf_counter()
            if answer is None and self.hand.session.position.ply == REPLIED:
                answer = Moment(now - clicked, time.process_time() - used)
            if tree is None and self.shows_tree():
                tree = Moment(now - self.painted, time.process_time() - used)
            if self.picture_times and now - clicked > self.picture_times[0]:
                self.save_picture()
                last_event = time.perf_counter()
            if now - clicked > WAIT_SECONDS:
                raise TimeoutError(f"no reply with its tree in {WAIT_SECONDS} s")
            turn_begun = time.thread_time()
        return FirstMinute(self.longest_gap, self.longest_turn, answer, tree)

    def shows_tree(self) -> bool:
        """Whether a tree is on screen."""
        pane = self.hand.window.search.tree
        return pane is not None and pane.model.view is not None and pane.canvas.picture.painted

    def save_picture(self) -> None:
        """Saves the screen as it is now."""
        import subprocess

        seconds = self.picture_times.pop(0)
        subprocess.run(["import", "-window", "root", f"{self.folder}/at-{seconds:g}s.png"], check=False)


def exact_values(moves: str) -> None:
    """Prints, as JSON, the seconds by the clock from the first paint to the exact values of seven columns."""
    root = tk.Tk()
    start.prepare()
    from c4.session.settings import EXACT, Settings
    from visualizer.testing import Hand, make_window

    settings = Settings().changed(seats=("human", "human"))
    hand = Hand(make_window(root, settings, mode="analyse", source=EXACT, geometry=GEOMETRY))
    hand.app.game.set_up(moves)
    root.update_idletasks()
    root.update()
    painted = time.perf_counter()

    def all_columns_valued() -> bool:
        return len(hand.app.state.values.scores) == 7

    hand.until(all_columns_valued, seconds=WAIT_SECONDS)
    print(json.dumps(time.perf_counter() - painted), flush=True)
    hand.window.close()
    start.leave()


def first_paint() -> None:
    """Prints two lines: the seconds of the window's thread from the start of Python to the painted board, and whether no
    heavy module had been imported by then; the seconds of processor time to the tree pane.
    """
    root = tk.Tk()
    start.prepare()
    from c4.session.session import Session
    from c4.session.settings import Settings
    from visualizer.app.window import Window
    from visualizer.state.app import App

    class Timed(Window):
        """A window that says when it has been painted."""

        def _after_first_paint(self) -> None:
            is_light = not {"matplotlib", "networkx", "numba"} & set(sys.modules)
            print(time.thread_time(), is_light, flush=True)
            super()._after_first_paint()

    window = Timed(root, App(Session(Settings())))
    while not window.search.built:
        root.update()
        time.sleep(0.001)
    print(time.process_time(), flush=True)
    window.close()
    start.leave()
