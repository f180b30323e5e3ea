"""What runs in the processes that `lab.benchmarks.first` and `window` start: a window, from its first paint on.

    python -m lab.benchmarks.first_child first_paint '{}'
    python -m lab.benchmarks.first_child exact_values '{"moves": "445"}'

Each function of FUNCTIONS is a whole process: it makes a window as `interface.py` does, prints what it measured, as
JSON, and ends the process.  What is heavy is imported after `start.prepare()`, as in the program.
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

HEAVY_MODULES = {"matplotlib", "networkx", "numba"}
"""Modules that take long to import, and that the board needs not."""

WAIT_SECONDS = 120
"""A window that shows no reply or no tree in this time has failed."""


class Moment(NamedTuple):
    """When something came, in seconds."""

    since_click: float
    """By the clock, since the click."""

    since_paint: float
    """By the clock, since the first paint, which comes just before the click."""

    processor: float
    """Processor time of the process since the click."""


class FirstPaint(NamedTuple):
    """How a window starts; seconds from the start of Python."""

    to_board: float
    """To the painted board, in processor time of the window's thread."""

    heavy_modules: int
    """How many of HEAVY_MODULES had been imported by then."""

    to_tree: float
    """To the tree pane, in processor time."""


class FirstMinute(NamedTuple):
    """What a window did after its first paint; the times are seconds."""

    longest_gap: float
    """By the clock, without an event."""

    longest_turn: float
    """Of the event loop, in processor time of the window's thread."""

    answer: Moment
    """The reply was on the board."""

    tree: Moment
    """The tree of the reply was painted."""


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
        self.last_event = self.painted
        """When the last event was over, by the clock."""
        self.clicked = 0.0
        self.used_before_click = 0.0
        """Processor time of the process until the click."""
        self.longest_gap = 0.0
        self.longest_turn = 0.0

    def run(self, rest: float) -> FirstMinute:
        """Clicks, and works until reply and tree are there and `rest` seconds after the click are over."""
        answer = None
        tree = None
        self.clicked = time.perf_counter()
        self.used_before_click = time.process_time()
        self.click()
        while answer is None or tree is None or self.seconds_since_click() < rest:
            self.turn()
            if answer is None and self.hand.session.position.ply == REPLIED:
                answer = self.now()
            if tree is None and self.shows_tree():
                tree = self.now()
            if self.picture_times and self.seconds_since_click() > self.picture_times[0]:
                self.save_picture()
            if self.seconds_since_click() > WAIT_SECONDS:
                raise TimeoutError(f"no reply with its tree in {WAIT_SECONDS} s")
        return FirstMinute(self.longest_gap, self.longest_turn, answer, tree)

    def seconds_since_click(self) -> float:
        """By the clock."""
        return time.perf_counter() - self.clicked

    def now(self) -> Moment:
        """This moment."""
        now = time.perf_counter()
        return Moment(now - self.clicked, now - self.painted, time.process_time() - self.used_before_click)

    def click(self) -> None:
        """Clicks into the board; the click and the first event count as one turn."""
        begun = time.thread_time()
        self.hand.click(COLUMN)
        self.turn()
        self.longest_turn = max(self.longest_turn, time.thread_time() - begun)

    def turn(self) -> None:
        """Does one event, or rests for a millisecond, and updates the longest turn and the longest gap."""
        begun = time.thread_time()
        did_something = self.hand.root.tk.dooneevent(DONT_WAIT)
        self.longest_turn = max(self.longest_turn, time.thread_time() - begun)
        self.longest_gap = max(self.longest_gap, time.perf_counter() - self.last_event)
        if not did_something:
            time.sleep(0.001)
        self.last_event = time.perf_counter()

    def shows_tree(self) -> bool:
        """Whether a tree is on screen."""
        pane = self.hand.window.search.tree
        return pane is not None and pane.model.view is not None and pane.canvas.picture.painted

    def save_picture(self) -> None:
        """Saves the screen as it is now; the time for it is no gap."""
        import subprocess

        seconds = self.picture_times.pop(0)
        subprocess.run(["import", "-window", "root", f"{self.folder}/at-{seconds:g}s.png"], check=False)
        self.last_event = time.perf_counter()


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
    """Prints a `FirstPaint` as JSON."""
    root = tk.Tk()
    start.prepare()
    from c4.session.session import Session
    from c4.session.settings import Settings
    from visualizer.app.window import Window
    from visualizer.state.app import App

    class Timed(Window):
        """A window that notes when it has been painted."""

        def _after_first_paint(self) -> None:
            self.to_board = time.thread_time()
            self.heavy_modules = len(HEAVY_MODULES & set(sys.modules))
            super()._after_first_paint()

    window = Timed(root, App(Session(Settings())))
    while not window.search.built:
        root.update()
        time.sleep(0.001)
    print(json.dumps(FirstPaint(window.to_board, window.heavy_modules, to_tree=time.process_time())), flush=True)
    window.close()
    start.leave()


FUNCTIONS = {function.__name__: function for function in (first_minute, exact_values, first_paint)}
"""What a process can be asked for."""

if __name__ == "__main__":
    name, arguments = sys.argv[1:]
    FUNCTIONS[name](**json.loads(arguments))
